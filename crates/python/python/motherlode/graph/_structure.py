"""What a graph is: its nodes and edges, and what they have."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from motherlode._called import Number, Truth
from motherlode._edges import Edges
from motherlode._html import SHOWN, table
from motherlode._nodes import Nodes
from motherlode.graph._adjacency import Adjacency

if TYPE_CHECKING:
    import numpy as np

    from motherlode.convert.arrays import EdgeArrays


class Structure(Adjacency):
    """The nodes and edges of a :class:`~motherlode.Graph`. What NetworkX has as methods may be called, or not: ``number_of_edges``."""

    #: What it was made of, where it has properties.
    _arrays: EdgeArrays | None = None
    #: What was dropped when it was made, where the native graph does not know.
    _dropped: tuple[int, int] | None = None

    @property
    def nodes(self) -> Nodes:
        """What the vertices are called, by vertex number.

        Examples
        --------
        >>> import motherlode as ml
        >>> ml.Graph.from_edges([("ann", "bob"), ("bob", "cid")]).nodes
        Nodes(['ann', 'bob', 'cid'])
        """
        return self._nodes

    @property
    def edges(self) -> Edges:
        """The pairs of adjacent nodes, each once; from tail to head where edges are arcs.

        Examples
        --------
        >>> import motherlode as ml
        >>> ml.Graph.from_edges([("ann", "bob"), ("bob", "cid")]).edges
        Edges([('ann', 'bob'), ('bob', 'cid')])
        """
        ends = self._pairs if self._native.arcs is None else self._arcs
        return Edges(self._nodes, self.number_of_edges, ends, self.has_edge)

    @property
    def number_of_vertices(self) -> Number:
        """How many vertices there are; ``number_of_nodes()`` is another name.

        Examples
        --------
        >>> import motherlode as ml
        >>> ml.Graph.generate("karate").number_of_vertices
        34
        """
        return Number(self._native.n)

    number_of_nodes = number_of_vertices

    @property
    def number_of_edges(self) -> Number:
        """How many edges there are, or arcs in a directed graph; parallel ones count once.

        Examples
        --------
        >>> import motherlode as ml
        >>> karate = ml.Graph.generate("karate")
        >>> karate.number_of_edges, karate.number_of_edges()
        (78, 78)
        """
        arcs = self._native.arcs
        return Number(self._native.edges if arcs is None else arcs)

    @property
    def is_directed(self) -> Truth:
        """Whether edges are arcs.

        Examples
        --------
        >>> import motherlode as ml
        >>> ml.Graph.from_edges([("ann", "bob")], directed=True).is_directed
        True
        """
        return Truth(self._native.arcs is not None)

    @property
    def vertex_labels(self) -> list[str] | None:
        """What the labels of the vertices are called; none if they have none.

        Examples
        --------
        >>> import motherlode as ml
        >>> ml.Graph.from_edges([("ann", "pen")], labels={"ann": "person", "pen": "thing"}).vertex_labels
        ['person', 'thing']
        """
        return self._native.vertex_labels

    @property
    def edge_labels(self) -> list[str] | None:
        """What the labels of the edges are called; none if they have none.

        Examples
        --------
        >>> import motherlode as ml
        >>> ml.Graph.from_edges([("ann", "pen")], edge_labels=["owns"]).edge_labels
        ['owns']
        """
        return self._native.edge_labels

    @property
    def vertex_properties(self) -> Mapping[str, Sequence[Any]]:
        """The properties of the vertices by name: a value for each, in the order of :attr:`nodes`.

        Examples
        --------
        >>> import motherlode as ml
        >>> graph = ml.Graph.from_edges([("ann", "bob")], vertex_properties={"age": {"ann": 31, "bob": 27}})
        >>> list(graph.vertex_properties["age"])
        [31, 27]
        """
        return self._arrays.vertex_properties if self._arrays is not None else {}

    @property
    def edge_properties(self) -> Mapping[str, Sequence[Any]]:
        """The properties of the edges by name: a value for each, in the order of :meth:`edge_arrays`.

        Examples
        --------
        >>> import motherlode as ml
        >>> graph = ml.Graph.from_edges([("ann", "bob")], edge_properties={"minutes": [40]})
        >>> list(graph.edge_properties["minutes"])
        [40]
        """
        return self._arrays.edge_properties if self._arrays is not None else {}

    @property
    def dropped(self) -> tuple[int, int]:
        """How many self-loops, and how many repeated edges, the input had: they were dropped. Edges with properties are kept, repeated or
        not.

        Examples
        --------
        >>> import motherlode as ml
        >>> ml.Graph.from_edges([("ann", "bob"), ("bob", "ann"), ("bob", "bob")]).dropped
        (1, 1)
        """
        self_loops, repeated = self._dropped if self._dropped is not None else self._native.dropped
        kept = self._arrays is not None and bool(self._arrays.edge_properties)
        return self_loops, 0 if kept else repeated

    def edge_arrays(self) -> tuple[np.ndarray, np.ndarray]:
        """The ends of each edge by vertex number: as it was given, if edges have properties; otherwise each once, from the smaller
        to the greater number if the graph is undirected, and one of several labels once for each.

        Returns
        -------
        source, target : numpy.ndarray of integers
            The ends, at the same place of two arrays.

        Examples
        --------
        >>> import motherlode as ml
        >>> source, target = ml.Graph.from_edges([(7, 5), (5, 6)]).edge_arrays()
        >>> source.tolist(), target.tolist()
        ([0, 0], [1, 2])
        """
        import numpy as np

        if self._arrays is not None and self._arrays.edge_properties:
            return np.asarray(self._arrays.source), np.asarray(self._arrays.target)
        return self._native.edge_arrays()[:2]

    def __len__(self) -> int:
        return self._native.n

    def __iter__(self) -> Iterator[Any]:
        return iter(self._nodes)

    def __contains__(self, node: object) -> bool:
        return node in self._nodes

    def __repr__(self) -> str:
        kind = "arcs" if self.is_directed else "edges"
        labels = "".join(
            f", {len(known)} {what} labels"
            for what, known in (("vertex", self.vertex_labels), ("edge", self.edge_labels))
            if known is not None
        )
        return f"Graph({self.number_of_vertices} vertices, {self.number_of_edges} {kind}{labels})"

    def _repr_html_(self) -> str:
        rows = [
            ("vertices", self.number_of_vertices),
            ("arcs" if self.is_directed else "edges", self.number_of_edges),
            ("vertex labels", _shown(self.vertex_labels)),
            ("edge labels", _shown(self.edge_labels)),
            ("vertex properties", _shown(self.vertex_properties)),
            ("edge properties", _shown(self.edge_properties)),
        ]
        return table("Graph", (), [row for row in rows if row[1] != ""])


def _shown(names: Iterable[str] | None) -> str:
    """The first of some names, or nothing."""
    known = list(names or ())
    return ", ".join(known[:SHOWN]) + (", …" if len(known) > SHOWN else "")
