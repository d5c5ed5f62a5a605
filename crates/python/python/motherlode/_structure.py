"""What a graph is: its nodes and edges, what they have, and the same graph in other libraries."""

from __future__ import annotations

import os
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Union

from motherlode._arguments import file_path
from motherlode._called import Number, Truth
from motherlode._edges import Edges
from motherlode._html import SHOWN, table
from motherlode._motherlode import NativeGraph
from motherlode._nodes import Nodes

if TYPE_CHECKING:
    import igraph
    import networkx as nx
    import numpy as np
    import scipy.sparse

    from motherlode.convert.arrays import EdgeArrays

Path = Union[str, "os.PathLike[str]"]


class Structure:
    """The nodes and edges of a :class:`~motherlode.Graph`. What NetworkX has as methods may be called, or not: ``number_of_edges``."""

    _native: NativeGraph
    _nodes: Nodes
    #: What it was made of, where it has properties.
    _arrays: EdgeArrays | None = None
    #: What was dropped when it was made, where the native graph does not know.
    _dropped: tuple[int, int] | None = None
    #: Where the lists of successors and predecessors start, and all lists one after another, once they were asked for.
    _arc_lists: tuple[tuple[np.ndarray, np.ndarray], tuple[np.ndarray, np.ndarray]] | None = None

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

    def index(self, node: Hashable) -> int:
        """The vertex number of a node.

        Parameters
        ----------
        node : hashable
            What the vertex is called.

        Raises
        ------
        KeyError
            If there is no such node.

        Examples
        --------
        >>> import motherlode as ml
        >>> ml.Graph.from_edges([("ann", "bob")]).index("bob")
        1
        """
        return self._nodes.number(node)

    def neighbors(self, node: Hashable) -> list[Any]:
        """The nodes that are joined to this one; in a directed graph those to which it has an arc, as :meth:`successors`.

        Parameters
        ----------
        node : hashable
            One of :attr:`nodes`.

        Returns
        -------
        list
            The nodes in ascending order of their vertex numbers.

        Raises
        ------
        KeyError
            If there is no such node.

        Examples
        --------
        >>> import motherlode as ml
        >>> ml.Graph.generate("karate").neighbors(12)
        [1]
        """
        return self._listed(node, 0)

    def successors(self, node: Hashable) -> list[Any]:
        """The nodes to which this one has an arc, or an edge.

        Parameters
        ----------
        node : hashable
            As for :meth:`neighbors`.

        Examples
        --------
        >>> import motherlode as ml
        >>> ml.Graph.from_edges([("ann", "bob"), ("cid", "ann")], directed=True).successors("ann")
        ['bob']
        """
        return self._listed(node, 0)

    def predecessors(self, node: Hashable) -> list[Any]:
        """The nodes that have an arc, or an edge, to this one.

        Parameters
        ----------
        node : hashable
            As for :meth:`neighbors`.

        Examples
        --------
        >>> import motherlode as ml
        >>> ml.Graph.from_edges([("ann", "bob"), ("cid", "ann")], directed=True).predecessors("ann")
        ['cid']
        """
        return self._listed(node, 1)

    def has_edge(self, u: Hashable, v: Hashable) -> bool:
        """Whether two nodes are adjacent, or there is an arc from the first to the second; not if either is no node.

        Parameters
        ----------
        u, v : hashable
            The two nodes.

        Examples
        --------
        >>> import motherlode as ml
        >>> calls = ml.Graph.from_edges([("ann", "bob")], directed=True)
        >>> calls.has_edge("ann", "bob"), calls.has_edge("bob", "ann"), calls.has_edge("ann", "eve")
        (True, False, False)
        """
        import numpy as np

        if u not in self._nodes or v not in self._nodes:
            return False
        number, others = self._nodes.number(v), self._list(self._nodes.number(u), 0)
        place = int(np.searchsorted(others, number))
        return place < len(others) and int(others[place]) == number

    def to_networkx(self, *, label: str = "label", edge_label: str = "label") -> nx.Graph:
        """The graph as one of NetworkX: properties are attributes, and edges that stand several times are parallel ones of a
        multigraph.

        Parameters
        ----------
        label, edge_label : str
            The attributes that get the labels of the nodes, and of the edges.

        Returns
        -------
        networkx.Graph, DiGraph, MultiGraph or MultiDiGraph

        Examples
        --------
        >>> import motherlode as ml
        >>> ml.Graph.from_edges([("ann", "bob")], labels={"ann": "A", "bob": "B"}).to_networkx().nodes(data=True)
        NodeDataView({'ann': {'label': 'A'}, 'bob': {'label': 'B'}})
        """
        from motherlode.convert.out import to_networkx

        return to_networkx(self, label, edge_label)

    def to_igraph(self, *, label: str = "label", edge_label: str = "label") -> igraph.Graph:
        """The graph as one of python-igraph, with the vertices in the order of :attr:`nodes`, which are their ``name``.

        Parameters
        ----------
        label, edge_label : str
            As for :meth:`to_networkx`.

        Examples
        --------
        >>> import motherlode as ml
        >>> ml.Graph.from_edges([("ann", "bob")]).to_igraph().vs["name"]
        ['ann', 'bob']
        """
        from motherlode.convert.out import to_igraph

        return to_igraph(self, label, edge_label)

    def to_scipy(self) -> scipy.sparse.csr_array:
        """The adjacency matrix, of ones, in the order of :attr:`nodes`: symmetric, or with the arcs of each node in its row.

        Examples
        --------
        >>> import motherlode as ml
        >>> ml.Graph.from_edges([("ann", "bob"), ("bob", "cid")], directed=True).to_scipy().toarray()
        array([[0, 1, 0],
               [0, 0, 1],
               [0, 0, 0]])
        """
        from motherlode.convert.out import to_scipy

        return to_scipy(self)

    def degrees(self) -> np.ndarray:
        """How many neighbours each vertex has, in either direction.

        Returns
        -------
        numpy.ndarray of int64
            A number for each vertex, in the order of :attr:`nodes`.

        Examples
        --------
        >>> import motherlode as ml
        >>> ml.Graph.from_edges([("ann", "bob"), ("bob", "cid")]).degrees()
        array([1, 2, 1])
        """
        import numpy as np

        return np.diff(self._native.csr()[0]).astype("int64")

    def to_arrays(self) -> tuple[np.ndarray, np.ndarray]:
        """The adjacency lists, by vertex number. These are read-only views of what the graph has, in which each edge stands twice;
        directions and labels are not in them.

        Returns
        -------
        offsets : numpy.ndarray of uint64
            Where each list starts, and where the last one ends: one more than vertices.
        neighbors : numpy.ndarray of uint32
            All lists one after another; each ascends.

        Examples
        --------
        >>> import motherlode as ml
        >>> offsets, neighbors = ml.Graph.from_edges([(0, 1), (1, 2)]).to_arrays()
        >>> offsets.tolist(), neighbors.tolist()
        ([0, 1, 3, 4], [1, 0, 2, 1])
        """
        return self._native.csr()

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

    def save(self, path: Path) -> None:
        """Write the graph to a file. Nodes are vertex numbers there.

        Parameters
        ----------
        path : path
            The file, whose name says its format: ``.csr``, which is read back at once, ``.el`` or ``.mtx``.

        Examples
        --------
        >>> import pathlib, tempfile
        >>> import motherlode as ml
        >>> file = pathlib.Path(tempfile.mkdtemp()) / "karate.csr"
        >>> ml.Graph.generate("karate").save(file)
        >>> ml.Graph.read(file)
        Graph(34 vertices, 78 edges)
        """
        self._native.save(file_path("path", path))

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

    def _pairs(self) -> tuple[np.ndarray, np.ndarray]:
        """The pairs of adjacent vertices, the smaller first, in the order of counts at edges."""
        import numpy as np

        offsets, neighbors = self._native.csr()
        starts = np.repeat(
            np.arange(self.number_of_vertices, dtype="uint32"), np.diff(offsets).astype("int64")
        )
        upward = starts < neighbors
        return starts[upward], neighbors[upward]

    def _arcs(self) -> tuple[np.ndarray, np.ndarray]:
        """The arcs, each once, by tail and head."""
        import numpy as np

        n = max(self._native.n, 1)
        source, target, _ = self._native.edge_arrays()
        tails, heads = np.divmod(np.unique(source.astype("int64") * n + target), n)
        return tails.astype("uint32"), heads.astype("uint32")

    def _listed(self, node: Hashable, direction: int) -> list[Any]:
        """What is adjacent to a node, by a direction."""
        return list(self._nodes.take(self._list(self._nodes.number(node), direction).tolist()))

    def _list(self, vertex: int, direction: int) -> np.ndarray:
        """The vertices to which one has arcs, or which have arcs to it; they ascend."""
        offsets, lists = self._native.csr() if self._native.arcs is None else self._directed()[direction]
        return lists[int(offsets[vertex]) : int(offsets[vertex + 1])]

    def _directed(self) -> tuple[tuple[np.ndarray, np.ndarray], tuple[np.ndarray, np.ndarray]]:
        import numpy as np

        if self._arc_lists is None:
            tails, heads = self._arcs()
            n, back = self._native.n, np.argsort(heads, kind="stable")

            def starts(ends: np.ndarray) -> np.ndarray:
                return np.concatenate([[0], np.cumsum(np.bincount(ends, minlength=n))])

            self._arc_lists = (starts(tails), heads), (starts(heads), tails[back])
        return self._arc_lists


def _shown(names: Iterable[str] | None) -> str:
    """The first of some names, or nothing."""
    known = list(names or ())
    return ", ".join(known[:SHOWN]) + (", …" if len(known) > SHOWN else "")
