"""Graphs of other libraries."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from motherlode._arguments import flag, is_boolean, listed, optional
from motherlode._nodes import Nodes
from motherlode.graph._from_edges import FromEdges

if TYPE_CHECKING:
    import igraph
    import networkx as nx
    import scipy.sparse

    from motherlode.graph import Graph


class FromLibraries(FromEdges):
    """Graphs of the graphs of other libraries."""

    @classmethod
    def from_networkx(
        cls,
        graph: nx.Graph,
        *,
        label: str | None = None,
        edge_label: str | None = None,
        properties: bool | Sequence[str] = False,
    ) -> Graph:
        """The graph of a NetworkX graph: its nodes keep their order. A ``DiGraph`` is directed.

        Parameters
        ----------
        graph : networkx.Graph
            Any kind of graph.
        label, edge_label : str, optional
            The attribute that is the label of a node, or of an edge; all must have it.
        properties : bool or sequence of str
            Whether all attributes that are numbers, texts or booleans are properties, for conditions in patterns; or which of them.
            Parallel edges then are several edges.

        Raises
        ------
        GraphError
            If a label is missing, or the values of an attribute are of several kinds, as 3 and ``"three"``.

        Examples
        --------
        >>> import motherlode as ml
        >>> import networkx as nx
        >>> ml.Graph.from_networkx(nx.petersen_graph()).count("5-cycle")
        12
        """
        from motherlode.convert.networkx import of_networkx

        wanted = (
            flag("properties", properties) if is_boolean(properties) else listed("properties", properties)
        )
        return cls._of_arrays(of_networkx(graph, label, edge_label, wanted))

    @classmethod
    def from_igraph(
        cls, graph: igraph.Graph, *, label: str | None = None, edge_label: str | None = None
    ) -> Graph:
        """The graph of a python-igraph graph, whose nodes are the names of its vertices, if they have names that differ.

        Parameters
        ----------
        graph : igraph.Graph
            The graph, directed or not.
        label, edge_label : str, optional
            The attribute that is the label of a vertex, or of an edge; all must have it.

        Raises
        ------
        UsageError
            If there is no such attribute.

        Examples
        --------
        >>> import motherlode as ml
        >>> import igraph
        >>> ml.Graph.from_igraph(igraph.Graph.Full(5)).count("triangle")
        10
        """
        from motherlode.convert.igraph import of_igraph

        return cls._of_arrays(of_igraph(graph, label, edge_label))

    @classmethod
    def from_scipy(cls, matrix: scipy.sparse.sparray, *, directed: bool | None = None) -> Graph:
        """The graph of a sparse adjacency matrix.

        Parameters
        ----------
        matrix : scipy.sparse array or matrix
            Square: each entry that is not 0 is an edge from its row to its column. The numbers of rows are the nodes.
        directed : bool, optional
            Whether edges are arcs; otherwise they are unless the matrix is symmetric.

        Examples
        --------
        >>> import motherlode as ml
        >>> import numpy, scipy.sparse
        >>> ml.Graph.from_scipy(scipy.sparse.csr_array(numpy.ones((4, 4)))).count("triangle")
        4
        """
        from motherlode.convert.sparse import of_scipy

        made = of_scipy(matrix, optional(flag, "directed", directed))
        return cls._of(made, Nodes(made.n))

    @classmethod
    def from_pyg(
        cls, data: Any, *, directed: bool = False, label: str | None = None, edge_label: str | None = None
    ) -> Graph:
        """The graph of ``Data`` of PyTorch Geometric: of its ``edge_index``.

        Parameters
        ----------
        data : torch_geometric.data.Data
            What has an ``edge_index`` of shape (2, edges) and ``num_nodes``; tensors or arrays.
        directed : bool
            Whether an edge is an arc, from its first row to its second.
        label, edge_label : str, optional
            The tensor that has the labels of the nodes, or of the edges: one number for each, or one-hot rows.

        Raises
        ------
        UsageError
            If ``data`` has no ``edge_index``, or no tensor of that name.

        Examples
        --------
        >>> import motherlode as ml
        >>> import numpy as np
        >>> from types import SimpleNamespace
        >>> data = SimpleNamespace(edge_index=np.array([[0, 1, 2], [1, 2, 0]]), num_nodes=3)
        >>> ml.Graph.from_pyg(data).count("triangle")
        1
        """
        from motherlode.convert.pyg import of_pyg

        return cls._of_arrays(of_pyg(data, flag("directed", directed), label, edge_label))
