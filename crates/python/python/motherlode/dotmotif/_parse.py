"""DotMotif's text in Motherlode's pattern language."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from dotmotif import Motif

if TYPE_CHECKING:
    from motherlode import Pattern


@dataclass(frozen=True)
class Parsed:
    """A motif in Motherlode's language, and what that language cannot say.

    Attributes
    ----------
    text : str
        The pattern, as Motherlode writes it.
    filters : tuple of str
        The constraints that remain, as DotMotif writes them: comparisons between two vertices or edges, and
        ``in`` with a text.
    semantics : str
        What DotMotif counts: ``"embeddings"``, or ``"subgraphs"`` with ``exclude_automorphisms``.

    Examples
    --------
    >>> parse("A -> B; B -> C", exclude_automorphisms=True)
    Parsed(text='(A)->(B), B->(C)', filters=(), semantics='subgraphs')
    """

    text: str
    filters: tuple[str, ...]
    semantics: str

    @property
    def pattern(self) -> Pattern:
        """The text as a :class:`motherlode.Pattern`.

        Examples
        --------
        >>> parse("A -> B; B -> A").pattern.automorphisms
        2
        """
        from motherlode import Pattern

        return Pattern(self.text)


def parse(motif: str | Motif, **options: Any) -> Parsed:
    """Write a motif in Motherlode's language, for jobs that DotMotif has not: ``local``, ``estimate``,
    ``explain``.

    :func:`count`, :func:`list` and :class:`MotherlodeExecutor` do not need it. They follow DotMotif in
    everything; the pattern differs where Motherlode's conditions do: a vertex without the property fulfils
    none, not even ``!=``, and a property that is a number is not compared to a text.

    Parameters
    ----------
    motif
        A text in DotMotif's language, or a ``dotmotif.Motif``.
    options
        ``exclude_automorphisms`` and what else ``dotmotif.Motif`` takes, with a text.

    Raises
    ------
    motherlode.PatternError
        If the motif has a self-loop, or conditions on an absent edge. (That a motif in several parts is no
        pattern is found when :attr:`Parsed.pattern` is asked for.)

    Examples
    --------
    >>> found = parse('''
    ... A -> B [weight >= 2]
    ... B !> A
    ... A.type = "GABA"
    ... A.size > B.size
    ... ''')
    >>> found.text
    '(A {type = "GABA"})-[{weight >= 2}]->(B), B!>A'
    >>> found.filters
    ('A.size > B.size',)
    """
    if isinstance(motif, str):
        motif = Motif(motif, **options)
    filters: list[str] = []
    of_vertices = {
        name: _conditions(name, constraints, filters)
        for name, constraints in motif.list_node_constraints().items()
    }
    of_edges = {
        (tail, head): _conditions(f"({tail} -> {head})", constraints, filters)
        for (tail, head), constraints in motif.list_edge_constraints().items()
    }
    filters += [
        f"{name}.{key} {sign} {other}.{other_key}"
        for name, key, sign, (other, other_key) in _targets(motif.list_dynamic_node_constraints())
    ]
    filters += [
        f"({tail} -> {head}).{key} {sign} ({other_tail} -> {other_head}).{other_key}"
        for (tail, head), key, sign, (other_tail, other_head, other_key) in _targets(
            motif.list_dynamic_edge_constraints()
        )
    ]
    text = _text(motif, of_vertices, of_edges)
    return Parsed(text, tuple(filters), "subgraphs" if motif.exclude_automorphisms else "embeddings")


def _text(motif: Motif, of_vertices: Mapping[str, str], of_edges: Mapping[tuple[str, str], str]) -> str:
    met: set[str] = set()

    def vertex(name: str) -> str:
        if name in met:
            return name
        met.add(name)
        asked = of_vertices.get(name, "")
        return f"({name} {asked})" if asked else f"({name})"

    arrows = not motif.ignore_direction
    there = {(u, v): attributes["exists"] for u, v, attributes in motif.to_nx().edges(data=True)}
    said: list[str] = []
    done: set[tuple[str, str, bool]] = set()
    for (tail, head), exists in sorted(there.items(), key=lambda edge: not edge[1]):
        if tail == head:
            raise _refusal(f"the motif has a self-loop at {tail}; Motherlode's graphs have none")
        asked = of_edges.get((tail, head), "")
        both = there.get((head, tail)) == exists
        if (head, tail, exists) in done and (not arrows or not exists):
            continue  # one link says both
        done.add((tail, head, exists))
        if exists:
            link = f"-[{asked}]-" if asked else "-"
            said.append(f"{vertex(tail)}{link}{'>' if arrows else ''}{vertex(head)}")
        elif asked:
            raise _refusal(f"the absent edge {tail} !> {head} has conditions, which a pattern cannot ask for")
        else:
            said.append(f"{vertex(tail)}{'!>' if arrows and not both else '!'}{vertex(head)}")
    return ", ".join(said)


def _conditions(name: str, constraints: Mapping[str, Mapping[str, Any]], filters: list[str]) -> str:
    """The constraints in braces; those that no condition can say go to the filters."""
    said: list[str] = []
    for key, operators in constraints.items():
        for sign, values in operators.items():
            for value in values:
                written = _value(sign, value)
                if written is None:
                    filters.append(f"{name}.{key} {sign} {value!r}")
                else:
                    plain = re.fullmatch(r"\w+", key, re.ASCII)
                    said.append(f"{key if plain else _quoted(key)} {'=' if sign == '==' else sign} {written}")
    return f"{{{', '.join(said)}}}" if said else ""


def _value(sign: str, value: Any) -> str | None:
    if sign in ("in", "!in"):
        members = [_plain(one) for one in value] if isinstance(value, (list, tuple, set)) else [None]
        texts = [one for one in members if one is not None]
        return f"[{', '.join(texts)}]" if len(texts) == len(members) else None
    if sign in ("contains", "!contains"):
        return _quoted(value) if isinstance(value, str) else None
    return _plain(value)


def _plain(value: Any) -> str | None:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int) or (isinstance(value, float) and abs(value) < float("inf")):
        return repr(value)
    return _quoted(value) if isinstance(value, str) else None


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _targets(constraints: Mapping[Any, Mapping[str, Mapping[str, Any]]]) -> Any:
    for entity, keys in constraints.items():
        for key, operators in keys.items():
            for sign, targets in operators.items():
                for target in targets:
                    yield entity, key, sign, target


def _refusal(message: str) -> Exception:
    from motherlode import PatternError

    return PatternError(message)
