"""Who is joined to whom."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, Any

from motherlode._motherlode import NativeGraph
from motherlode._nodes import Nodes

if TYPE_CHECKING:
    import numpy as np


class Adjacency:
    """The nodes that are joined to a node."""

    _native: NativeGraph
    _nodes: Nodes
    #: Where the lists of successors and predecessors start, and all lists one after another, once they were asked for.
    _arc_lists: tuple[tuple[np.ndarray, np.ndarray], tuple[np.ndarray, np.ndarray]] | None = None

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

    def _pairs(self) -> tuple[np.ndarray, np.ndarray]:
        """The pairs of adjacent vertices, the smaller first, in the order of counts at edges."""
        import numpy as np

        offsets, neighbors = self._native.csr()
        starts = np.repeat(np.arange(self._native.n, dtype="uint32"), np.diff(offsets).astype("int64"))
        upward = starts < neighbors
        return starts[upward], neighbors[upward]

    def _arcs(self) -> tuple[np.ndarray, np.ndarray]:
        """The arcs, each once, by tail and head."""
        import numpy as np

        n = max(self._native.n, 1)
        source, target, _ = self._native.edge_arrays()
        tails, heads = np.divmod(np.unique(source.astype("int64") * n + target), n)
        return tails.astype("uint32"), heads.astype("uint32")

    def _ties(self) -> tuple[np.ndarray, np.ndarray]:
        """The pairs of vertices that arcs join, by the smaller one and then by the greater: from tail to head, and from the smaller one where arcs lead both ways."""
        import numpy as np

        tails, heads = self._arcs()
        small, great = np.minimum(tails, heads), np.maximum(tails, heads)
        # Of a mutual pair, the arc from the smaller one is the first.
        _, first = np.unique(small.astype("int64") * self._native.n + great, return_index=True)
        return tails[first], heads[first]

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
