"""A NetworkX graph as Motherlode has it, and the ways there and back."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import cached_property
from itertools import chain, compress
from typing import Any

import networkx as nx
import numpy as np
import numpy.typing as npt

from motherlode import Graph
from motherlode.networkx._lists import Lists
from motherlode.networkx._sides import Floats, Sides

Vertices = npt.NDArray[np.uint32]
Objects = npt.NDArray[np.object_]


def as_objects(nodes: list[Any]) -> Objects:
    """Return the nodes as an array. NumPy would otherwise look into those that are tuples."""
    return np.fromiter(nodes, dtype=object, count=len(nodes))


def named(objects: Objects, rows: npt.NDArray[np.integer[Any]]) -> Iterator[tuple[Any, ...]]:
    """Yield rows of vertex numbers as rows of nodes.

    By columns, as a list of lists of a batch has Python's garbage collector go through all that there is.
    """
    return zip(*(objects[column].tolist() for column in rows.T))


class BackendGraph:
    """A graph that NetworkX's dispatcher hands to the backend's functions.

    NetworkX keeps it in the cache of the graph that it was made from, and so do the lists of neighbours stay
    on the device from one call to the next. It is a snapshot: it has the vertices and edges of the time when
    it was made.

    Attributes
    ----------
    nodes
        NetworkX's nodes, in the order of the graph. A node's position here is its vertex number.
    numbers
        The vertex number of each node.
    source, target
        The edges without self-loops, each once, by vertex numbers. Those of an undirected graph have ``source
        < target``.
    loops
        The vertices with a self-loop.

    See Also
    --------
    convert_from_nx : makes one.

    Examples
    --------
    >>> import networkx as nx
    >>> from motherlode.networkx import convert_from_nx
    >>> graph = convert_from_nx(nx.Graph([("a", "b"), ("b", "c"), ("c", "a"), ("c", "c")]))
    >>> nx.triangles(graph)
    {'a': 1, 'b': 1, 'c': 1}
    """

    __networkx_backend__ = "motherlode"

    def __init__(
        self,
        nodes: list[Any],
        source: Vertices,
        target: Vertices,
        loops: Vertices,
        *,
        directed: bool,
        multigraph: bool,
    ) -> None:
        self.nodes = nodes
        self.numbers = {node: number for number, node in enumerate(nodes)}
        self.source = source
        self.target = target
        self.loops = loops
        self._directed = directed
        self._multigraph = multigraph
        #: The attributes that were to be kept: NetworkX's own edges (with keys, in a multigraph) or, by
        #: attribute, the values of `source` and `target`, and then of `loops`; and each node's.
        self.edge_data: list[tuple[Any, ...]] | None = None
        self.edge_values: dict[Any, list[Any]] = {}
        self.node_data: list[dict[Any, Any]] | None = None
        self.graph: dict[Any, Any] = {}
        #: Here NetworkX keeps what the graph is converted into, for functions that the backend does not have.
        self.__networkx_cache__: dict[str, Any] = {}

    def is_directed(self) -> bool:
        """Return whether edges have a direction.

        Examples
        --------
        >>> import networkx as nx
        >>> from motherlode.networkx import convert_from_nx
        >>> convert_from_nx(nx.DiGraph()).is_directed()
        True
        """
        return self._directed

    def is_multigraph(self) -> bool:
        """Return whether the NetworkX graph may have several edges between two nodes.

        Examples
        --------
        >>> import networkx as nx
        >>> from motherlode.networkx import convert_from_nx
        >>> convert_from_nx(nx.Graph()).is_multigraph()
        False
        """
        return self._multigraph

    def number_of_nodes(self) -> int:
        """Return the number of nodes.

        Examples
        --------
        >>> import networkx as nx
        >>> from motherlode.networkx import convert_from_nx
        >>> convert_from_nx(nx.path_graph(3)).number_of_nodes()
        3
        """
        return len(self.nodes)

    def number_of_edges(self) -> int:
        """Return the number of edges; self-loops count, parallel edges count once.

        Examples
        --------
        >>> import networkx as nx
        >>> from motherlode.networkx import convert_from_nx
        >>> convert_from_nx(nx.MultiGraph([("a", "b"), ("a", "b"), ("a", "a")])).number_of_edges()
        2
        """
        return len(self.source) + len(self.loops)

    def __len__(self) -> int:
        return len(self.nodes)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.nodes)

    def __contains__(self, node: object) -> bool:
        try:
            return node in self.numbers
        except TypeError:  # an unhashable object, such as a list of nodes, is no node
            return False

    def __repr__(self) -> str:
        kind = ("Multi" if self._multigraph else "") + ("DiGraph" if self._directed else "Graph")
        return f"<{type(self).__name__} of a {kind}: {len(self)} nodes, {self.number_of_edges()} edges>"

    @property
    def _adj(self) -> dict[Any, int]:
        # Only for NetworkX's own nbunch_iter, which asks it whether a node is there.
        return self.numbers

    def select(self, nbunch: Any) -> Iterator[Any]:
        """Return the nodes of `nbunch` that are in the graph, with the meaning and the errors of NetworkX's
        ``nbunch_iter``.

        Parameters
        ----------
        nbunch
            A node, an iterable of nodes, or None for all.

        Examples
        --------
        >>> import networkx as nx
        >>> from motherlode.networkx import convert_from_nx
        >>> list(convert_from_nx(nx.path_graph(3)).select([2, 7, 0]))
        [2, 0]
        """
        return iter(nx.Graph.nbunch_iter(self, nbunch))

    def without(self, dropped: Collection[Any]) -> BackendGraph:
        """Return the graph of the other nodes and the edges between them, without attributes.

        Parameters
        ----------
        dropped
            The nodes that are left out.

        Examples
        --------
        >>> import networkx as nx
        >>> from motherlode.networkx import convert_from_nx
        >>> convert_from_nx(nx.path_graph(4)).without([1])
        <BackendGraph of a Graph: 3 nodes, 1 edges>
        """
        kept = np.ones(len(self.nodes), dtype=bool)
        kept[[self.numbers[node] for node in dropped]] = False
        number = np.cumsum(kept, dtype=np.uint32) - np.uint32(1)
        between = kept[self.source] & kept[self.target]
        return BackendGraph(
            list(compress(self.nodes, kept.tolist())),
            number[self.source[between]],
            number[self.target[between]],
            number[self.loops[kept[self.loops]]],
            directed=self._directed,
            multigraph=self._multigraph,
        )

    @cached_property
    def objects(self) -> Objects:
        """The nodes as an array."""
        return as_objects(self.nodes)

    @cached_property
    def mined(self) -> Graph:
        """The graph for Motherlode, made when it is first asked for."""
        return Graph.from_arrays(self.source, self.target, len(self.nodes), directed=self._directed)

    @cached_property
    def lists(self) -> Lists:
        """The neighbours of each vertex of an undirected graph."""
        return Lists(*self.mined.to_arrays())

    @cached_property
    def sides(self) -> Sides:
        """The pairs of adjacent vertices, whatever the direction."""
        return Sides(len(self.nodes), self.source, self.target)

    def weights(self, weight: str | None) -> tuple[Floats, Floats]:
        """Return the weight of each edge, and of each self-loop: of a graph that is no multigraph.

        Parameters
        ----------
        weight
            The attribute, 1 where an edge has none; None is 1 for all.

        Raises
        ------
        NotImplementedError
            If a weight is no finite number, or they were not kept when the graph was made.

        Examples
        --------
        >>> import networkx as nx
        >>> from motherlode.networkx import convert_from_nx
        >>> G = nx.Graph()
        >>> G.add_edge("a", "b", weight=3)
        >>> convert_from_nx(G, edge_attrs={"weight": 1}).weights("weight")[0].tolist()
        [3.0]
        """
        if weight is None:
            return np.ones(len(self.source)), np.ones(len(self.loops))
        kept = self.edge_values.get(weight)
        if kept is None and self.edge_data is not None:
            kept = self.loops_last([(u, v, data.get(weight, 1)) for u, v, data in self.edge_data])
        if kept is None:
            raise NotImplementedError(
                f"the graph was converted without weights: convert_from_nx(G, edge_attrs={{{weight!r}: 1}})"
            )
        values = np.array(kept)
        if len(values) and (values.dtype.kind not in "iuf" or not np.isfinite(values).all()):
            raise NotImplementedError(f"weights that are no finite numbers are left to NetworkX: {weight!r}")
        edges, loops = np.split(values.astype(np.float64), [len(self.source)])
        return edges, loops

    def loops_last(self, edges: Iterable[tuple[Any, Any, Any]]) -> list[Any]:
        """Return the values of NetworkX's edges, of a graph that is no multigraph, in the order of ours: those
        of self-loops after all others.

        Parameters
        ----------
        edges
            The ends of each edge and its value, in NetworkX's order.

        Examples
        --------
        >>> import networkx as nx
        >>> from motherlode.networkx import convert_from_nx
        >>> graph = convert_from_nx(nx.Graph([("a", "a"), ("a", "b")]))
        >>> graph.loops_last([("a", "a", 5), ("a", "b", 7)])
        [7, 5]
        """
        if not len(self.loops):
            return [value for _, _, value in edges]
        number = self.numbers
        values: tuple[list[Any], list[Any]] = [], []
        for u, v, value in edges:
            values[number[u] == number[v]].append(value)
        return values[0] + values[1]

    @cached_property
    def degrees(self) -> npt.NDArray[np.int64]:
        """The number of neighbours of each vertex of an undirected graph; a self-loop makes none."""
        return self.out_degrees + self.in_degrees

    @cached_property
    def out_degrees(self) -> npt.NDArray[np.int64]:
        """The number of arcs from each vertex, without self-loops."""
        return np.bincount(self.source, minlength=len(self.nodes))

    @cached_property
    def in_degrees(self) -> npt.NDArray[np.int64]:
        """The number of arcs to each vertex, without self-loops."""
        return np.bincount(self.target, minlength=len(self.nodes))

    @cached_property
    def mutual_degrees(self) -> npt.NDArray[np.int64]:
        """The number of neighbours of each vertex to which there are arcs in both directions."""
        n = np.uint64(max(len(self.nodes), 1))
        there = self.source.astype(np.uint64) * n + self.target
        back = self.target.astype(np.uint64) * n + self.source
        return np.bincount(self.source[np.isin(there, back)], minlength=len(self.nodes))


def topology(G: nx.Graph) -> BackendGraph:
    """Make a `BackendGraph` of the nodes and edges alone."""
    return with_edge_attributes(G, wanted=False)[0]


def with_edge_attributes(G: nx.Graph, *, wanted: bool = True) -> tuple[BackendGraph, list[dict[Any, Any]]]:
    """Make a `BackendGraph`, and return it with the attributes of each of its edges, in its order, if they
    are wanted."""
    nodes = []
    rows = []
    # `adjacency` gives the dictionaries themselves, where `G.adj` would make a view of each.
    for node, row in G.adjacency():
        nodes.append(node)
        rows.append(row)
    numbers = {node: number for number, node in enumerate(nodes)}
    degrees = np.fromiter(map(len, rows), dtype=np.int64, count=len(rows))
    target = np.fromiter(
        map(numbers.__getitem__, chain.from_iterable(rows)), dtype=np.uint32, count=int(degrees.sum())
    )
    source = np.repeat(np.arange(len(nodes), dtype=np.uint32), degrees)
    # An undirected edge stands in two rows, of which one is taken.
    kept = source != target if G.is_directed() else source < target
    graph = BackendGraph(
        nodes,
        source[kept],
        target[kept],
        source[source == target],
        directed=G.is_directed(),
        multigraph=G.is_multigraph(),
    )
    attributes = chain.from_iterable(row.values() for row in rows)
    return graph, list(compress(attributes, kept.tolist())) if wanted else []


def cached_topology(G: nx.Graph) -> BackendGraph:
    """Return the `BackendGraph` in NetworkX's cache of the graph, where the dispatcher finds it too; make it
    if there is none."""
    cache = getattr(G, "__networkx_cache__", None) if nx.config.cache_converted_graphs else None
    if cache is None:
        return topology(G)
    converted = cache.setdefault("backends", {}).setdefault("motherlode", {})
    without_attributes = (False, False)  # NetworkX's key: no attributes of edges, none of nodes
    graph = converted.get(without_attributes)
    if not isinstance(graph, BackendGraph):
        graph = converted[without_attributes] = convert_from_nx(G, preserve_graph_attrs=True)
    return graph


def convert_from_nx(
    graph: nx.Graph,
    edge_attrs: dict[Any, Any] | None = None,
    node_attrs: dict[Any, Any] | None = None,
    preserve_edge_attrs: bool = False,
    preserve_node_attrs: bool = False,
    preserve_graph_attrs: bool = False,
    preserve_all_attrs: bool = False,
    name: str | None = None,
    graph_name: str | None = None,
) -> BackendGraph:
    """Convert a NetworkX graph. NetworkX calls this itself, and keeps the result in the graph's cache.

    Parameters
    ----------
    graph
        Any NetworkX graph.
    edge_attrs, node_attrs
        Attributes to keep, with the value for edges or nodes that have none.
    preserve_edge_attrs, preserve_node_attrs, preserve_graph_attrs, preserve_all_attrs
        Whether to keep all attributes. None of the backend's functions needs any: they are kept for
        `convert_to_nx`.
    name, graph_name
        For what call NetworkX converts; not used.

    Returns
    -------
    BackendGraph
        A snapshot of the graph.

    Examples
    --------
    >>> import networkx as nx
    >>> from motherlode.networkx import convert_from_nx
    >>> convert_from_nx(nx.path_graph(4))
    <BackendGraph of a Graph: 4 nodes, 3 edges>
    """
    converted = topology(graph)
    if preserve_all_attrs or preserve_graph_attrs:
        converted.graph.update(graph.graph)
    every_node = preserve_all_attrs or preserve_node_attrs
    if every_node or node_attrs:
        converted.node_data = [
            _kept(data, None if every_node else node_attrs) for _, data in graph.nodes(data=True)
        ]
    every_edge = preserve_all_attrs or preserve_edge_attrs
    # The arrays do not tell parallel edges from one, so a multigraph's edges are kept for the way back.
    if edge_attrs and not every_edge and not graph.is_multigraph():
        converted.edge_values = {
            attribute: converted.loops_last(graph.edges(data=attribute, default=default))
            for attribute, default in edge_attrs.items()
        }
    elif every_edge or graph.is_multigraph():
        keys = {"keys": True} if graph.is_multigraph() else {}
        converted.edge_data = [
            (*ends, _kept(data, None if every_edge else edge_attrs or {}))
            for *ends, data in graph.edges(data=True, **keys)
        ]
    return converted


def _kept(data: dict[Any, Any], wanted: dict[Any, Any] | None) -> dict[Any, Any]:
    """Return a copy of the wanted attributes, or of all if it is None."""
    if wanted is None:
        return dict(data)
    return {attribute: data.get(attribute, default) for attribute, default in wanted.items()}


def convert_to_nx(result: Any, *, name: str | None = None) -> Any:
    """Convert a `BackendGraph` back into a NetworkX graph; anything else, such as a number, is returned as it
    is.

    Parameters
    ----------
    result
        A result of one of the backend's functions, or a graph.
    name
        For what call NetworkX converts; not used.

    Returns
    -------
    networkx.Graph or object
        A graph of the kind that it was made from, with the attributes that were kept.

    Examples
    --------
    >>> import networkx as nx
    >>> from motherlode.networkx import convert_from_nx, convert_to_nx
    >>> sorted(convert_to_nx(convert_from_nx(nx.path_graph(3))).edges)
    [(0, 1), (1, 2)]
    """
    if not isinstance(result, BackendGraph):
        return result
    kinds = {
        (False, False): nx.Graph,
        (False, True): nx.MultiGraph,
        (True, False): nx.DiGraph,
        (True, True): nx.MultiDiGraph,
    }
    graph = kinds[result.is_directed(), result.is_multigraph()]()
    graph.graph.update(result.graph)
    graph.add_nodes_from(result.nodes if result.node_data is None else zip(result.nodes, result.node_data))
    graph.add_edges_from(_edges(result) if result.edge_data is None else result.edge_data)
    return graph


def _edges(graph: BackendGraph) -> Iterable[tuple[Any, ...]]:
    node = graph.nodes.__getitem__
    source = chain(graph.source.tolist(), graph.loops.tolist())
    target = chain(graph.target.tolist(), graph.loops.tolist())
    ends = map(node, source), map(node, target)
    if not graph.edge_values:
        return zip(*ends)
    rows = zip(*graph.edge_values.values())
    return zip(*ends, (dict(zip(graph.edge_values, row)) for row in rows))
