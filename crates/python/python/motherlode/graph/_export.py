"""The same graph elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from motherlode._arguments import Path, file_path
from motherlode.graph._structure import Structure

if TYPE_CHECKING:
    import igraph
    import networkx as nx
    import scipy.sparse


class Export(Structure):
    """The graph as one of other libraries, and as a file."""

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
