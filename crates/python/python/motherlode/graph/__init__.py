"""Graphs, and what is mined in them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from motherlode._nodes import Nodes
from motherlode.errors import UsageError
from motherlode.graph._bicliques import Bicliques
from motherlode.graph._cliques import Cliques
from motherlode.graph._counts import Counts
from motherlode.graph._elsewhere import Elsewhere
from motherlode.graph._export import Export
from motherlode.graph._frequent import Frequent
from motherlode.graph._from_files import FromFiles
from motherlode.graph._from_libraries import FromLibraries
from motherlode.graph._from_tables import FromTables
from motherlode.graph._local import Local
from motherlode.graph._matches import Listing
from motherlode.graph._maximal_cliques import Maximal
from motherlode.graph._motifs import Motifs
from motherlode.graph._peeling import Peeling
from motherlode.graph._plans import Plans

if TYPE_CHECKING:
    import numpy as np

__all__ = ["Graph"]


class Graph(
    FromLibraries,
    FromTables,
    FromFiles,
    Counts,
    Listing,
    Local,
    Motifs,
    Cliques,
    Maximal,
    Bicliques,
    Peeling,
    Frequent,
    Plans,
    Export,
    Elsewhere,
):
    """A graph: simple, undirected or directed, with or without labels and properties.

    It is made by one of its ``from_`` methods, which keep what the user calls the vertices (:attr:`nodes`), or by :meth:`read` or
    :meth:`generate`; ``Graph(data)`` finds the ``from_`` method for what it is given. It does not change. A device to which a job takes it keeps it, so that the next job there starts at once.
    The options that jobs have in common, such as ``device`` and ``deadline``, are explained at :meth:`count`.

    Self-loops are dropped, and so are parallel edges, but for their labels and properties: :attr:`dropped` says how many.

    Examples
    --------
    >>> import motherlode as ml
    >>> graph = ml.Graph.from_edges([("ann", "bob"), ("bob", "cid"), ("cid", "ann"), ("cid", "dan")])
    >>> graph.count("triangle"), graph.exists("4-cycle")
    (1, False)
    >>> list(graph.list("tailed-triangle"))
    [('cid', 'ann', 'bob', 'dan')]
    """

    def __init__(self, data: Any, **options: Any) -> None:
        """The graph of anything that one of the ``from_`` constructors takes, which it finds by what ``data`` is.

        Parameters
        ----------
        data : object
            Pairs of nodes, an array of shape (edges, 2), a data frame, a sparse matrix, or a graph of NetworkX, python-igraph or
            PyTorch Geometric.
        **options
            Those of the constructor that is found.

        Raises
        ------
        ArgumentTypeError
            If no constructor takes it.

        Examples
        --------
        >>> Graph([("ann", "bob"), ("bob", "cid")], directed=True)
        Graph(3 vertices, 2 arcs)
        """
        from motherlode.convert import constructor_for

        if isinstance(data, Graph):
            raise UsageError("this is a Graph already, and does not change: use it as it is")
        self.__dict__.update(getattr(type(self), constructor_for(data))(data, **options).__dict__)

    def __reduce__(self) -> tuple[Any, ...]:
        # Arrays are pickled out of band by protocol 5: Ray's object store shares them between processes.
        nodes = None if self._nodes.are_numbers else self._nodes._objects
        if self._arrays is not None:
            return Graph._of_arrays, (self._arrays,)
        # The copy is made of what is left, and drops nothing.
        known = {"_dropped": self.dropped}
        if not self.is_directed and self.vertex_labels is None and self.edge_labels is None:
            return _of_lists, (*self._native.csr(), nodes), known
        source, target, labels = self._native.edge_arrays()
        of_vertices = self._native.vertex_label_arrays()
        parts = (source, target, self._native.n, nodes, bool(self.is_directed), of_vertices, labels)
        return _of_parts, parts, known


def _of_lists(offsets: np.ndarray, neighbors: np.ndarray, nodes: Any) -> Graph:
    return Graph.from_csr(offsets, neighbors, nodes=nodes)


def _of_parts(
    source: np.ndarray,
    target: np.ndarray,
    n: int,
    nodes: Any,
    directed: bool,
    vertex_labels: Any,
    edge_labels: Any,
) -> Graph:
    from motherlode.convert.arrays import EdgeArrays

    arrays = EdgeArrays(
        source, target, Nodes(n if nodes is None else nodes), directed, vertex_labels, edge_labels
    )
    return Graph._of_arrays(arrays)
