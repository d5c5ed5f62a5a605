"""Frequent patterns."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from numbers import Integral
from typing import TYPE_CHECKING, Any

from motherlode._arguments import NARROW, flag, number, optional, whole
from motherlode.errors import UsageError
from motherlode.pattern import Pattern, quoted

if TYPE_CHECKING:
    import networkx as nx

__all__ = ["CodeStep", "FrequentPattern"]

#: A step of a DFS code: two vertices, and the labels of the first, the edge and the second.
CodeStep = tuple[int, int, str, str, str]


@dataclass(frozen=True)
class Wanted:
    """What the native module reads of a search."""

    support: int
    min_edges: int
    max_edges: int | None
    max_vertices: int | None
    keep: str
    top: int | None
    places: bool
    exact: bool
    discriminative: bool


def wanted(
    support: float,
    of: int,
    what: str,
    *,
    min_edges: int,
    max_edges: int | None,
    max_vertices: int | None,
    keep: str,
    top: int | None,
    places: bool,
    exact: bool,
    discriminative: bool = False,
) -> Wanted:
    """What a search is asked for; a support with a fraction, up to 1.0, is a part of so many ``what``."""
    least = number(
        "support",
        support,
        f"a whole number of {what} from 1 on, or a part of them up to 1.0",
        lambda support: 0 < support < 1 or (1 <= support < math.inf and support == int(support)),
    )
    if least <= 1 and not isinstance(support, Integral):
        least = part_of(least, of)
    smallest = whole("min_edges", min_edges, 0, _MOST)
    largest = optional(whole, "max_edges", max_edges, 0, _MOST)
    if largest is not None and largest < smallest:
        raise UsageError(f"max_edges={max_edges} is less than min_edges={min_edges}: no pattern has both")
    return Wanted(
        min(int(least), NARROW),
        smallest,
        largest,
        optional(whole, "max_vertices", max_vertices, 0, _MOST),
        keep,
        optional(whole, "top", top, 1, _MOST),
        flag("graphs" if what == "graphs" else "images", places),
        flag("exact", exact),
        flag("discriminative", discriminative),
    )


def part_of(part: float, of: int) -> int:
    """The least support that is this part of so many: 1 at least, and where a product is a whole number but for rounding, that number."""
    return max(1, math.ceil(round(float(part) * of, 9)))


def kept(closed: Any, maximal: Any) -> str:
    """Which patterns are kept, in a word."""
    closed, maximal = flag("closed", closed), flag("maximal", maximal)
    if closed and maximal:
        raise UsageError("closed and maximal: maximal patterns are closed, so ask for those alone")
    return "maximal" if maximal else "closed" if closed else "all"


#: The largest size that the native module has.
_MOST = 2**63 - 1


@dataclass(frozen=True)
class FrequentPattern:
    """A frequent pattern.

    Attributes
    ----------
    support : int
        In how many graphs it is; of one graph, how many images the vertex of the pattern has that has the fewest (minimum
        image, MNI).
    exact : bool
        Whether the support is so much, and not only so much at least.
    code : tuple
        Its minimum DFS code, as gSpan has it: for each edge two vertices, and the labels of the first, the edge and the second.
        The sixth element of directed edges says whether the arc leads to the first (``"in"``) or from it (``"out"``).
    graphs : tuple of int, optional
        The graphs that it is in, ascending, if that was asked for.
    images : tuple, optional
        For each vertex the nodes that matches send it to, if that was asked for.
    growth : tuple of str and float, optional
        The class that it speaks for most, and how many times as frequent it is there as in all others together (the growth rate of
        Dong and Li 1999): ``inf`` where it is in no graph of the others. Of ``discriminative`` patterns alone.
    class_supports : dict, optional
        In how many graphs of each class it is. Of ``discriminative`` patterns alone.
    labelled : tuple of bool
        Whether the graph has labels of its vertices, and of its edges. Where it has none all are labelled ``"0"`` here, and
        :attr:`pattern` asks for none.

    Examples
    --------
    >>> import motherlode as ml
    >>> molecules = ml.Database.from_smiles(["CCO", "CCN", "CC=O"])
    >>> pattern = ml.fsm(molecules, support=3, graphs=True)[0]
    >>> pattern.support, pattern.code, pattern.graphs
    (3, ((0, 1, 'C', '1', 'C'),), (0, 1, 2))
    >>> pattern.labels, pattern.vertices, pattern.edges, str(pattern.pattern)
    (('C', 'C'), 2, 1, '(a:C)-[:1]-(b:C)')
    """

    support: int
    exact: bool
    code: tuple[tuple[Any, ...], ...]
    graphs: tuple[int, ...] | None = None
    images: tuple[tuple[Any, ...], ...] | None = None
    labelled: tuple[bool, bool] = (True, True)
    growth: tuple[str, float] | None = None
    class_supports: Mapping[str, int] | None = field(default=None, hash=False)

    @property
    def labels(self) -> tuple[str, ...]:
        """The label of each vertex.

        Examples
        --------
        >>> FrequentPattern(3, True, ((0, 1, "C", "1", "O"),)).labels
        ('C', 'O')
        """
        found: dict[int, str] = {}
        for source, target, label, _, other, *_ in self.code:
            found[source], found[target] = label, other
        return tuple(found[vertex] for vertex in sorted(found))

    @property
    def vertices(self) -> int:
        """How many vertices it has.

        Examples
        --------
        >>> FrequentPattern(3, True, ((0, 1, "C", "1", "O"),)).vertices
        2
        """
        return len(self.labels)

    @property
    def edges(self) -> int:
        """How many edges it has.

        Examples
        --------
        >>> FrequentPattern(3, True, ((0, 1, "C", "1", "O"),)).edges
        1
        """
        return len(self.code)

    @property
    def pattern(self) -> Pattern:
        """The pattern, for :meth:`Graph.count` and the others: of up to 12 vertices.

        Examples
        --------
        >>> FrequentPattern(3, True, ((0, 1, "C", "1", "O"),)).pattern
        Pattern('(a:C)-[:1]-(b:O)')
        """
        names = "abcdefghijklmnopqrstuvwxyz"
        seen: set[int] = set()

        of_vertices, of_edges = self.labelled

        def vertex(number: int) -> str:
            first = number not in seen
            seen.add(number)
            label = f":{quoted(self.labels[number])}" if of_vertices else ""
            return f"({names[number]}{label})" if first else names[number]

        if self.vertices > 12:
            raise UsageError(f"patterns to count have up to 12 vertices; this one has {self.vertices}")
        links = []
        for source, target, _, label, _, *way in self.code:
            start, end = ("<-", "-") if way == ["in"] else ("-", "->") if way == ["out"] else ("-", "-")
            kind = f"[:{quoted(label)}]" if of_edges else ""
            # Without a label an arc is one sign: -> and not --->.
            link = f"{start}{kind}{end}" if kind else _BARE[start + end]
            links.append(f"{vertex(source)}{link}{vertex(target)}")
        return Pattern(", ".join(links))

    def to_networkx(self) -> nx.Graph:
        """The pattern as a NetworkX graph, whose nodes and edges have a ``label``.

        Examples
        --------
        >>> import motherlode as ml
        >>> pattern = ml.fsm(ml.Database.from_smiles(["CCO", "CCN"]), support=2)[0]
        >>> pattern.to_networkx().edges(data=True)
        EdgeDataView([(0, 1, {'label': '1'})])
        """
        import networkx as nx

        directed = any(len(step) == 6 for step in self.code)
        graph: Any = nx.MultiDiGraph() if directed else nx.Graph()
        for vertex, label in enumerate(self.labels):
            graph.add_node(vertex, label=label)
        for source, target, _, label, _, *way in self.code:
            ends = (target, source) if way == ["in"] else (source, target)
            graph.add_edge(*ends, label=label)
        return graph

    def __str__(self) -> str:
        edges = ", ".join(
            f"{a}{'<' if way == ['in'] else ''}-{label}-{'>' if way == ['out'] else ''}{b}"
            for a, b, _, label, _, *way in self.code
        )
        return f"{' '.join(self.labels)}: {edges} (support {self.support}{'' if self.exact else ' at least'})"

    def _repr_svg_(self) -> str | None:
        return self.pattern._repr_svg_() if self.vertices <= 12 else None


#: Links that say no label.
_BARE = {"--": "-", "-->": "->", "<--": "<-"}


def found(
    records: Sequence[Any],
    directed: bool,
    places: str | None,
    nodes: Any = None,
    labelled: tuple[bool, bool] = (True, True),
) -> list[FrequentPattern]:
    """The patterns of what the native module returned, of a graph or of a database."""
    patterns = []
    for support, exact, code, where, told in records:
        steps = tuple(
            (*step[:5], "in" if step[5] else "out") if directed else tuple(step[:5]) for step in code
        )
        graphs = tuple(where[0]) if where is not None and places == "graphs" else None
        images = (
            tuple(nodes.take(image) for image in where) if where is not None and places == "images" else None
        )
        growth, of_classes = (None, None) if told is None else (told[:2], dict(told[2]))
        patterns.append(FrequentPattern(support, exact, steps, graphs, images, labelled, growth, of_classes))
    return patterns
