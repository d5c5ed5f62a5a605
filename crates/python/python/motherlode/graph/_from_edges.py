"""Graphs from edges in memory."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Union, cast

from motherlode._arguments import flag, optional, whole
from motherlode._motherlode import NativeGraph
from motherlode._nodes import Nodes
from motherlode.errors import UsageError
from motherlode.graph._structure import Structure

if TYPE_CHECKING:
    import numpy as np

    from motherlode.convert.arrays import EdgeArrays
    from motherlode.graph import Graph

#: Properties by name: values in order, or by node or pair of nodes.
Columns = Mapping[str, Union[Sequence[Any], Mapping[Any, Any]]]


class FromEdges(Structure):
    """Graphs of edges that are given as objects or as arrays."""

    @classmethod
    def _of(cls, native_graph: NativeGraph, nodes: Nodes) -> Graph:
        made = cast("Graph", cls.__new__(cls))
        made._native, made._nodes = native_graph, nodes
        return made

    @classmethod
    def _of_arrays(cls, arrays: EdgeArrays) -> Graph:
        graph = cls._of(arrays.native(), arrays.nodes)
        if arrays.vertex_properties or arrays.edge_properties:
            graph._arrays = arrays
        return graph

    @classmethod
    def _called_as_read(cls, made: NativeGraph) -> Graph:
        ids = made.ids()
        return cls._of(made, Nodes(made.n if ids is None else ids))

    @classmethod
    def from_edges(
        cls,
        edges: Iterable[Any] | np.ndarray,
        *,
        directed: bool = False,
        nodes: Iterable[Hashable] | None = None,
        labels: Mapping[Any, Any] | Sequence[Any] | np.ndarray | None = None,
        edge_labels: Mapping[Any, Any] | Sequence[Any] | np.ndarray | None = None,
        vertex_properties: Columns | None = None,
        edge_properties: Columns | None = None,
    ) -> Graph:
        """The graph of pairs of nodes.

        Parameters
        ----------
        edges : iterable of pairs, or array of shape (edges, 2)
            The ends of each edge, any hashable objects. If all are integers, vertices are numbered in ascending order, otherwise
            as they first appear.
        directed : bool
            Whether an edge is an arc, from its first node to its second.
        nodes : iterable, optional
            Nodes to number first, in this order; nodes without edges are given so.
        labels : mapping or sequence, optional
            The label of each node, or several in a list, tuple or set: by node, or in the order of :attr:`nodes`. A Series of pandas
            goes by its index, unless that is 0, 1, 2, … and the nodes are others. What is given for nodes that the graph does not have is
            left, with a warning that names the first; so it is with edges and properties.
        edge_labels : mapping or sequence, optional
            The label of each edge: by pair of nodes, or in the order of ``edges``. One that is given several times, with different
            labels, has all of them.
        vertex_properties, edge_properties : mapping, optional
            Columns by name, each by node or by pair of nodes, or in order, as labels are; ``None`` or NaN where there is no value.

        Raises
        ------
        GraphError
            If a node or an edge has no label where others have one, or two labels that differ have the same text, as 1 and ``"1"``.

        Examples
        --------
        >>> import motherlode as ml
        >>> calls = ml.Graph.from_edges([(3, 1), (1, 7)], directed=True, labels={1: "A", 3: "B", 7: "B"})
        >>> calls.nodes, calls.count("(x:A)->(y:B)")
        (Nodes([1, 3, 7]), 1)
        """
        from motherlode.convert.edges import of_edges

        arrays = of_edges(edges, nodes, flag("directed", directed))
        arrays.attach(labels, edge_labels, vertex_properties, edge_properties)
        return cls._of_arrays(arrays)

    @classmethod
    def from_arrays(
        cls,
        source: Any,
        target: Any,
        n: int | None = None,
        *,
        directed: bool = False,
        nodes: Sequence[Hashable] | None = None,
        labels: Mapping[Any, Any] | Sequence[Any] | np.ndarray | None = None,
        edge_labels: Mapping[Any, Any] | Sequence[Any] | np.ndarray | None = None,
        vertex_properties: Columns | None = None,
        edge_properties: Columns | None = None,
    ) -> Graph:
        """The graph of edges between vertex numbers, in arrays of integers.

        Parameters
        ----------
        source, target : array of integers
            The ends of each edge: two arrays of the same length, of any width of integers, with numbers from 0 to before ``n``.
        n : int, optional
            How many vertices there are: otherwise as many as ``nodes``, or one more than the greatest number.
        nodes : sequence, optional
            What the vertices are called, one for each, if it is not by their numbers.
        directed, labels, edge_labels, vertex_properties, edge_properties
            As for :meth:`from_edges`.

        Raises
        ------
        UsageError
            If there are not ``n`` of ``nodes``.
        GraphError
            If a number is not below ``n``.

        Examples
        --------
        >>> import motherlode as ml
        >>> import numpy as np
        >>> graph = ml.Graph.from_arrays(np.array([0, 1, 2]), np.array([1, 2, 0]), 4)
        >>> graph, graph.count("triangle")
        (Graph(4 vertices, 3 edges), 1)
        """
        from motherlode.convert.arrays import EdgeArrays, integers

        source, target = integers(source), integers(target)
        n = optional(whole, "n", n)
        if n is None:
            n = (
                len(nodes)
                if nodes is not None
                else max((int(ends.max()) + 1 for ends in (source, target) if len(ends)), default=0)
            )
        arrays = EdgeArrays(source, target, _called(nodes, n), flag("directed", directed))
        arrays.attach(labels, edge_labels, vertex_properties, edge_properties)
        return cls._of_arrays(arrays)

    @classmethod
    def from_csr(cls, offsets: Any, neighbors: Any, *, nodes: Sequence[Hashable] | None = None) -> Graph:
        """The undirected graph of adjacency lists, as :meth:`to_arrays` returns them: each edge stands in the lists of both its
        ends, which ascend. Lists in an array that is read-only, such as one in Ray's object store, are used where they are.

        Parameters
        ----------
        offsets : array of integers
            Where the list of each vertex starts in ``neighbors``, and at last where the last one ends: one more than vertices.
        neighbors : array of integers
            All lists one after another, by vertex number. To be used where they are, they are of uint32, and ``offsets`` of uint64.
        nodes : sequence, optional
            As for :meth:`from_arrays`.

        Raises
        ------
        UsageError
            If there are not as many of ``nodes`` as vertices.
        GraphError
            If these are not the lists of a graph.

        Examples
        --------
        >>> import motherlode as ml
        >>> ml.Graph.from_csr([0, 1, 3, 4], [1, 0, 2, 1]).count("wedge")
        1
        """
        import numpy as np

        offsets, neighbors = np.asarray(offsets), np.asarray(neighbors)
        lent = offsets.dtype == "uint64" and neighbors.dtype == "uint32" and len(neighbors) > 0
        if lent and not _writeable(neighbors):
            made = NativeGraph.of_lent_csr(offsets, neighbors)
        else:
            from motherlode.convert.arrays import integers

            made = NativeGraph.of_csr(integers(offsets), integers(neighbors))
        return cls._of(made, _called(nodes, made.n))


def _called(nodes: Sequence[Hashable] | None, n: int) -> Nodes:
    """What so many vertices are called."""
    import numpy as np

    if nodes is None:
        return Nodes(n)
    if len(nodes) != n:
        raise UsageError(f"{len(nodes)} nodes for {n} vertices")
    return Nodes(nodes if isinstance(nodes, np.ndarray) else list(nodes))


def _writeable(array: Any) -> bool:
    while array is not None and hasattr(array, "flags"):
        # An array that owns its memory may be made writeable again by whoever has it.
        if array.flags.writeable or array.flags.owndata:
            return True
        array = array.base
    return False
