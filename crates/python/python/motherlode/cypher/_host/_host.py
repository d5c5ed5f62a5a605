"""A graph with properties, as columns."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from ._column import MISSING, Column, Numbers
from ._pairs import Pairs

Values = Callable[[str], Iterable[Any]]


class Host:
    """A graph with properties: the edges as arrays, and a column for each property that was asked for.

    Parameters
    ----------
    nodes
        The user's objects; the position is the vertex number.
    source, target
        The ends of each edge, parallel edges and self-loops included.
    directed
        Whether an edge goes from its source to its target.
    of_vertices, of_edges
        Give the values of a property by its name, :data:`MISSING` where there is none. They are asked when a
        column is first needed.
    labels, types
        The labels of each vertex and the type of each edge, where the graph itself has them.
    edge_names
        What the user calls the edges, if not by their ends.

    Examples
    --------
    >>> import networkx as nx
    >>> G = nx.DiGraph()
    >>> G.add_node("x", size=3)
    >>> G.add_edge("x", "y", weight=2.5)
    >>> host = Host.of(G)
    >>> host.vertex("size").distinct, host.edge("weight")[0]
    ([3, MISSING], 2.5)
    """

    def __init__(
        self,
        nodes: Sequence[Hashable],
        source: Numbers,
        target: Numbers,
        *,
        directed: bool,
        of_vertices: Values,
        of_edges: Values,
        labels: Column | None = None,
        types: Column | None = None,
        edge_names: list[Any] | None = None,
    ) -> None:
        self.nodes = nodes
        self.source = source
        self.target = target
        self.directed = directed
        self.labels = labels
        self.types = types
        self._edge_names = edge_names
        self._of_vertices = of_vertices
        self._of_edges = of_edges
        self._vertex_columns: dict[str, Column] = {}
        self._edge_columns: dict[str, Column] = {}
        self.graphs: dict[tuple[int, bool, bytes], Any] = {}
        """The labelled graphs of the last searches; see :class:`Labelled`."""

    @classmethod
    def of(cls, graph: Any) -> Host:
        """Take over a NetworkX graph of any kind with all attributes, or a :class:`motherlode.Graph` with its
        labels and properties.

        Raises
        ------
        TypeError
            If it is neither.
        """
        if cls.check(graph):
            return cls._of_networkx(graph)
        # A graph of Motherlode does not change: what was made of it is kept as long as it lives.
        if graph not in _HOSTS:
            _HOSTS[graph] = cls._of_graph(graph)
        return _HOSTS[graph]

    @staticmethod
    def check(graph: Any) -> bool:
        """Whether a graph is NetworkX's; if not, it is Motherlode's.

        Raises
        ------
        TypeError
            If it is neither.
        """
        if all(hasattr(graph, name) for name in ("is_multigraph", "is_directed", "edges")):
            return True
        from motherlode import Graph

        if not isinstance(graph, Graph):
            raise TypeError(
                f"the graph must be a NetworkX graph or a motherlode.Graph, not {type(graph).__name__}"
            )
        return False

    @classmethod
    def _of_networkx(cls, graph: Any) -> Host:
        nodes = list(graph.nodes)
        number = {node: place for place, node in enumerate(nodes)}
        source: Any = []
        target: list[int] = []
        of_edges: list[Mapping[str, Any]] = []
        if graph.is_directed() and not graph.is_multigraph():
            # The same as below, in half the time.
            lists = dict(graph.adjacency())
            heads = [lists[node] for node in nodes]
            source = np.repeat(np.arange(len(nodes), dtype=np.int64), [len(inner) for inner in heads])
            target = [number[head] for inner in heads for head in inner]
            of_edges = [properties for inner in heads for properties in inner.values()]
        else:
            for tail, head, properties in graph.edges(data=True):
                source.append(number[tail])
                target.append(number[head])
                of_edges.append(properties)
        of_vertices = [graph.nodes[node] for node in nodes]
        return cls(
            nodes,
            np.array(source, np.int64),
            np.array(target, np.int64),
            directed=graph.is_directed(),
            of_vertices=lambda name: (properties.get(name, MISSING) for properties in of_vertices),
            of_edges=lambda name: (properties.get(name, MISSING) for properties in of_edges),
            edge_names=list(graph.edges(keys=True)) if graph.is_multigraph() else None,
        )

    @classmethod
    def _of_graph(cls, graph: Any) -> Host:
        source, target = (np.asarray(ends).astype(np.int64) for ends in graph.edge_arrays())
        labels, types = _labels_of(graph, len(source))

        def values(columns: Mapping[str, Sequence[Any]], size: int) -> Values:
            def ask(name: str) -> Iterable[Any]:
                if name not in columns:
                    return [MISSING] * size
                # A number that is not there may be NaN in a column of numbers.
                column: Any = columns[name]
                column = column.tolist() if hasattr(column, "tolist") else column
                return (MISSING if value is None or value != value else value for value in column)

            return ask

        return cls(
            graph.nodes,
            source,
            target,
            directed=graph.is_directed,
            of_vertices=values(graph.vertex_properties, len(graph.nodes)),
            of_edges=values(graph.edge_properties, len(source)),
            labels=labels,
            types=types,
        )

    @property
    def n(self) -> int:
        """How many vertices there are."""
        return len(self.nodes)

    @cached_property
    def is_parallel(self) -> bool:
        """Whether some edges join the same vertices."""
        if self.directed:
            return len(self.arcs) < len(self.source)
        return len(self.adjacency) < 2 * len(self.source) - int((self.source == self.target).sum())

    def edge_name(self, edge: int) -> Any:
        """How the user calls an edge: its ends, and its key in a multigraph of NetworkX."""
        if self._edge_names is not None:
            return self._edge_names[edge]
        return self.nodes[int(self.source[edge])], self.nodes[int(self.target[edge])]

    def vertex(self, name: str) -> Column:
        """A property of the vertices."""
        column = self._vertex_columns.get(name)
        if column is None:
            column = self._vertex_columns[name] = Column(self._of_vertices(name))
        return column

    def edge(self, name: str) -> Column:
        """A property of the edges."""
        column = self._edge_columns.get(name)
        if column is None:
            column = self._edge_columns[name] = Column(self._of_edges(name))
        return column

    @cached_property
    def arcs(self) -> Pairs:
        """The pairs that edges join, from source to target."""
        return Pairs(self.source, self.target, self.n)

    @cached_property
    def adjacency(self) -> Pairs:
        """The pairs that edges join, in both directions."""
        return Pairs(self.source, self.target, self.n, symmetric=True)


_HOSTS: WeakKeyDictionary[Any, Host] = WeakKeyDictionary()


def _labels_of(graph: Any, edges: int) -> tuple[Column | None, Column | None]:
    """The labels of the vertices and the types of the edges of a :class:`motherlode.Graph`."""
    labels = types = None
    if graph.vertex_labels is not None:
        offsets, codes, names = graph._native.vertex_label_arrays()
        if (np.diff(offsets) == 1).all():  # the most frequent kind, in a tenth of the time
            labels = Column.coded([(name,) for name in names], codes.astype(np.int64))
        else:
            named = [names[code] for code in codes.tolist()]
            labels = Column(tuple(named[start:end]) for start, end in pairwise(offsets.tolist()))
    if graph.edge_labels is not None:
        # Edges with properties are kept as they were given, others as the graph has them.
        given = graph._arrays.edge_labels if graph.edge_properties else graph._native.edge_arrays()[2]
        if given is not None and len(given[0]) == edges:
            types = Column.coded(list(given[1]), np.asarray(given[0]).astype(np.int64))
    return labels, types
