"""Patterns: what to look for."""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Union

from motherlode._arguments import check_matching
from motherlode._motherlode import NativePattern
from motherlode._motherlode import known_patterns as _known_patterns
from motherlode.convert.given import is_missing
from motherlode.errors import ArgumentTypeError, PatternError

if TYPE_CHECKING:
    import networkx as nx

__all__ = ["Pattern", "known_patterns"]


class Pattern:
    """A small connected graph of 2 to 12 vertices, which may ask for labels, directions and absence.

    Parameters
    ----------
    text : str
        A name (``"triangle"``, ``"5-clique"``, ``"house"``, …: :func:`known_patterns`), or edges in the pattern language:
        ``"a-b, b-c, c-a"``, ``"(a:Person)-[:knows]->(b:Person|Robot), b!c"``.

    Raises
    ------
    PatternError
        If it cannot be read: the message marks the place, or has the nearest names.

    Examples
    --------
    >>> Pattern("a-b-c-a, c-d").vertices
    ('a', 'b', 'c', 'd')
    >>> Pattern("house").is_isomorphic("a-b-c-d-a, a-e-b")
    True
    """

    __slots__ = ("_native",)

    def __init__(self, text: str) -> None:
        if not isinstance(text, str):
            raise ArgumentTypeError(
                f"a pattern is a text, such as 'triangle' or 'a-b, b-c', not {type(text).__name__}"
            )
        self._native = _parsed(text)

    @classmethod
    def from_networkx(
        cls, graph: nx.Graph, *, label: str | None = None, edge_label: str | None = None
    ) -> Pattern:
        """The pattern with the nodes and edges of a small NetworkX graph; its vertices are named ``a``, ``b``, ``c``, … in
        the order of the nodes.

        Parameters
        ----------
        graph : networkx.Graph or networkx.DiGraph
            The pattern: connected, without self-loops; edges of a directed graph are arcs.
        label, edge_label : str, optional
            The attribute that is the label of a node, or of an edge. A list or set of labels means one of them; a node or edge
            that does not have the attribute may have any label.

        Raises
        ------
        PatternError
            If the graph has no edge, or is not connected.

        Examples
        --------
        >>> import networkx as nx
        >>> str(Pattern.from_networkx(nx.path_graph(3)))
        'a-b, b-c'
        """
        names = {node: _name(number) for number, node in enumerate(graph)}
        if not graph.number_of_edges():
            raise PatternError(f"a pattern needs an edge; this graph has {len(names)} nodes and none")
        said: set[Hashable] = set()

        def vertex(node: Hashable) -> str:
            labels = _labels(graph.nodes[node].get(label)) if label is not None and node not in said else ""
            said.add(node)
            return f"({names[node]}{labels})"

        links = []
        for source, target, attributes in graph.edges(data=True):
            labels = _labels(attributes.get(edge_label)) if edge_label is not None else ""
            link = f"-[{labels}]-" if labels else "-"
            links.append(f"{vertex(source)}{link}{'>' if graph.is_directed() else ''}{vertex(target)}")
        # Vertices are numbered as they first appear: so that they are in the order of the nodes, the first link may not decide.
        pattern = cls(", ".join(links))
        missing = [node for node in names if node not in said]
        if missing:
            raise PatternError(f"a pattern is connected: the node {missing[0]!r} has no edge")
        return pattern

    @property
    def vertices(self) -> tuple[str, ...]:
        """The names of the vertices that are matched, in the order of the columns of a listing.

        Examples
        --------
        >>> Pattern("me-you, you-they").vertices
        ('me', 'you', 'they')
        """
        return tuple(self._native.vertices)

    @property
    def edges(self) -> list[tuple[str, str]]:
        """The pairs of vertices that must be adjacent; an arc from its tail to its head.

        Examples
        --------
        >>> Pattern("a->b, c->b").edges
        [('a', 'b'), ('c', 'b')]
        """
        names = self.vertices
        found = []
        for source, target, kind, _ in self._native.links:
            if kind in ("edge", "forward", "backward") and max(source, target) < len(names):
                found.append(
                    (names[source], names[target]) if kind != "backward" else (names[target], names[source])
                )
        return found

    @property
    def labels(self) -> dict[str, tuple[str, ...]]:
        """The labels of which each vertex must have one; none if any will do.

        Examples
        --------
        >>> Pattern("(a:Person|Robot)-b").labels
        {'a': ('Person', 'Robot'), 'b': ()}
        """
        return {name: tuple(labels) for name, labels in zip(self.vertices, self._native.labels)}

    @property
    def automorphisms(self) -> int:
        """How many renamings of the vertices leave it as it is.

        Examples
        --------
        >>> Pattern("triangle").automorphisms
        6
        """
        return self._native.automorphisms

    def is_isomorphic(self, other: PatternLike) -> bool:
        """Whether renaming vertices turns one into the other.

        Parameters
        ----------
        other : str or Pattern
            The other pattern; its labels, directions and absent edges count.

        Examples
        --------
        >>> Pattern("a-b, b-c").is_isomorphic("wedge"), Pattern("a->b").is_isomorphic("a-b")
        (True, False)
        """
        return self._native.is_isomorphic(native(other))

    def to_networkx(self) -> nx.Graph:
        """The pattern as a NetworkX graph: its nodes are the names, with their ``labels``; a DiGraph if it has arcs.

        Examples
        --------
        >>> Pattern("(a:Person)->b").to_networkx().nodes(data=True)
        NodeDataView({'a': {'labels': ('Person',)}, 'b': {'labels': ()}})
        """
        import networkx as nx

        arcs = any(kind in ("forward", "backward") for _, _, kind, _ in self._native.links)
        graph: Any = nx.DiGraph() if arcs else nx.Graph()
        for name, labels in self.labels.items():
            graph.add_node(name, labels=labels)
        for source, target in self.edges:
            graph.add_edge(source, target)
        return graph

    def __str__(self) -> str:
        return str(self._native)

    def __repr__(self) -> str:
        return f"Pattern({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Pattern) and self._native == other._native

    def __hash__(self) -> int:
        return hash(self._native)

    def __reduce__(self) -> tuple[type[Pattern], tuple[str]]:
        return Pattern, (str(self),)

    def _repr_svg_(self) -> str:
        """The plan for it in a graph of which nothing is known, but that it has what the pattern asks for: what a notebook shows."""
        return self._native.picture()


PatternLike = Union[Pattern, str]


@lru_cache(maxsize=256)
def _parsed(text: str) -> NativePattern:
    """The pattern of a text; those that are asked for again and again are read once."""
    return NativePattern(text)


def native(pattern: PatternLike) -> NativePattern:
    """What the native module has of a pattern or a text."""
    if isinstance(pattern, str):
        return _parsed(pattern)
    if isinstance(pattern, Pattern):
        return pattern._native
    raise ArgumentTypeError(f"a pattern is a text or a Pattern, not {type(pattern).__name__}")


def sought(pattern: PatternLike, induced: Any, semantics: Any) -> tuple[NativePattern, str, str]:
    """What the native module has of a pattern and what a match of it is."""
    wanted = native(pattern)
    check_matching(induced, semantics)
    return wanted, induced, semantics


def known_patterns() -> list[str]:
    """The patterns that have names; ``k`` stands for a number, as in ``"5-clique"``.

    Examples
    --------
    >>> "triangle" in known_patterns()
    True
    """
    return _known_patterns()


def _name(number: int) -> str:
    return "abcdefghijklmnopqrstuvwxyz"[number] if number < 26 else f"v{number}"


def _labels(labels: Any) -> str:
    if is_missing(labels):
        return ""
    given = [labels] if isinstance(labels, str) or not hasattr(labels, "__iter__") else list(labels)
    return ":" + "|".join(quoted(str(one)) for one in given)


def quoted(label: str) -> str:
    """A label as the pattern language has it, whatever is in it."""
    escaped = label.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
