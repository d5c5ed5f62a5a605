"""A graph with properties, as columns."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from functools import cached_property
from typing import Any

import numpy as np

from ._column import MISSING, Column, Numbers
from ._pairs import Pairs


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
    node_properties, edge_properties
        A mapping for each vertex and for each edge. They are read when a column is first asked for.

    Examples
    --------
    >>> import networkx as nx
    >>> G = nx.DiGraph()
    >>> G.add_node("x", size=3)
    >>> G.add_edge("x", "y", weight=2.5)
    >>> host = Host.from_networkx(G)
    >>> host.vertex("size").distinct, host.edge("weight")[0]
    ([3, MISSING], 2.5)
    """

    def __init__(
        self,
        nodes: list[Hashable],
        source: Numbers,
        target: Numbers,
        *,
        directed: bool,
        node_properties: list[Mapping[str, Any]],
        edge_properties: list[Mapping[str, Any]],
        edge_names: list[Any] | None = None,
    ) -> None:
        self.nodes = nodes
        self.source = source
        self.target = target
        self.directed = directed
        self._edge_names = edge_names
        self._node_properties = node_properties
        self._edge_properties = edge_properties
        self._vertex_columns: dict[str, Column] = {}
        self._edge_columns: dict[str, Column] = {}
        self.graphs: dict[tuple[int, bool, bytes], Any] = {}
        """The labelled graphs of the last searches; see :class:`Labelled`."""

    @classmethod
    def from_networkx(cls, graph: Any) -> Host:
        """Take over any of NetworkX's four kinds of graph, with all attributes."""
        nodes = list(graph.nodes)
        number = {node: place for place, node in enumerate(nodes)}
        source: list[int] = []
        target: list[int] = []
        edge_properties: list[Mapping[str, Any]] = []
        edge_names: list[Any] | None = None
        if graph.is_multigraph():
            edge_names = list(graph.edges(keys=True))
        for tail, head, properties in graph.edges(data=True):
            source.append(number[tail])
            target.append(number[head])
            edge_properties.append(properties)
        return cls(
            nodes,
            np.array(source, np.int64),
            np.array(target, np.int64),
            directed=graph.is_directed(),
            node_properties=[graph.nodes[node] for node in nodes],
            edge_properties=edge_properties,
            edge_names=edge_names,
        )

    @property
    def n(self) -> int:
        """How many vertices there are."""
        return len(self.nodes)

    def edge_name(self, edge: int) -> Any:
        """How NetworkX calls an edge: its ends, and its key in a multigraph."""
        if self._edge_names is not None:
            return self._edge_names[edge]
        return self.nodes[self.source[edge]], self.nodes[self.target[edge]]

    def vertex(self, name: str) -> Column:
        """A property of the vertices."""
        column = self._vertex_columns.get(name)
        if column is None:
            column = Column(properties.get(name, MISSING) for properties in self._node_properties)
            self._vertex_columns[name] = column
        return column

    def edge(self, name: str) -> Column:
        """A property of the edges."""
        column = self._edge_columns.get(name)
        if column is None:
            column = Column(properties.get(name, MISSING) for properties in self._edge_properties)
            self._edge_columns[name] = column
        return column

    @cached_property
    def arcs(self) -> Pairs:
        """The pairs that edges join, from source to target."""
        return Pairs(self.source, self.target, self.n)

    @cached_property
    def adjacency(self) -> Pairs:
        """The pairs that edges join, in both directions."""
        return Pairs(self.source, self.target, self.n, symmetric=True)
