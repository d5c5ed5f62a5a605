"""A search for a NetworkX graph in another, put to Motherlode: labels are made that say what may be mapped to
what."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import networkx as nx
import numpy as np

from motherlode import Graph
from motherlode.networkx._graph import BackendGraph, as_objects, cached_topology, named, with_edge_attributes
from motherlode.networkx._labels import Match, Suits, suits

#: The most vertices that a pattern may have.
LARGEST_PATTERN = 12


class Unsuited(Exception):
    """Motherlode cannot search for this. The message says why; NetworkX's own search can."""


class Search:
    """A search for all maps of a pattern into a graph.

    Parameters
    ----------
    data, pattern
        The graph that is searched, and the one that is looked for.
    node_match, edge_match
        As in NetworkX's matchers.
    induced
        Whether the images may not have edges that the pattern does not have.
    how
        Keyword arguments of the job, such as ``device``.

    Raises
    ------
    Unsuited
        If the search has to be NetworkX's.
    """

    def __init__(
        self,
        data: nx.Graph,
        pattern: nx.Graph,
        node_match: Match | None,
        edge_match: Match | None,
        *,
        induced: bool,
        how: dict[str, Any],
    ) -> None:
        if why := _unsuited(data, pattern):
            raise Unsuited(why)
        self._how = {**how, "semantics": "embeddings", "induced": "vertex" if induced else "edge"}
        self._pattern_nodes = list(pattern)
        graph, edge_data = (cached_topology(data), []) if edge_match is None else with_edge_attributes(data)
        vertices = edges = None
        try:
            if node_match is not None:
                wanted = [pattern.nodes[node] for node in self._pattern_nodes]
                vertices = suits(node_match, [data.nodes[node] for node in graph.nodes], wanted)
            if edge_match is not None:
                edges = suits(
                    edge_match, edge_data, [attributes for *_, attributes in pattern.edges(data=True)]
                )
        except Exception as error:
            # NetworkX calls it for fewer pairs, perhaps for none that the function cannot take.
            raise Unsuited(f"the match function raised {type(error).__name__}: {error}") from error
        #: The nodes of the graph that is searched, by vertex number.
        self._nodes = graph.nodes
        #: The graph that is searched; None if there is nothing to find.
        self._graph = self._reduced(graph, vertices, edges, induced)
        if self._graph is not None:
            self._text = _text(pattern, self._vertices, self._edges)

    def _reduced(
        self, graph: BackendGraph, vertices: Suits | None, edges: Suits | None, induced: bool
    ) -> Graph | None:
        """Return the graph without what cannot be in any match, with labels where they tell anything
        apart."""
        keep = np.ones(len(graph), dtype=bool)
        if vertices is not None:
            keep &= vertices.used
        if induced:
            # A self-loop is an edge that the pattern does not have.
            keep[graph.loops] = False
        kept_edges = keep[graph.source] & keep[graph.target]
        if edges is not None and not induced:
            # Where the images must have no other edges, one that suits nothing still forbids a match.
            kept_edges &= edges.used
        vertices = vertices and vertices.of(keep)
        edges = edges and edges.of(kept_edges)
        self._vertices = None if vertices is None or vertices.any_will_do() else vertices
        self._edges = None if edges is None or edges.any_will_do() else edges
        possible = kept_edges.any() and all(part is None or part.possible() for part in (vertices, edges))
        if not possible:
            return None
        if keep.all() and kept_edges.all() and self._vertices is None and self._edges is None:
            return graph.mined  # that stays in the cache
        self._nodes = [node for node, kept in zip(graph.nodes, keep.tolist()) if kept]
        number = np.cumsum(keep, dtype=np.uint32) - np.uint32(1)
        return Graph.from_arrays(
            number[graph.source[kept_edges]],
            number[graph.target[kept_edges]],
            len(self._nodes),
            directed=graph.is_directed(),
            labels=None if self._vertices is None else self._vertices.labels(),
            edge_labels=None if self._edges is None else self._edges.labels(),
        )

    def mappings(self, limit: int | None = None) -> Iterator[dict[Any, Any]]:
        """Yield the maps, or no more than so many: for each node of a match, the node of the pattern."""
        if self._graph is None:
            return
        matches = self._graph.list(self._text, limit=limit, **self._how)
        images = [self._pattern_node(column) for column in matches.columns]
        objects = as_objects(self._nodes)
        for rows in matches.batches():
            for row in named(objects, rows):
                yield dict(zip(row, images))

    def first(self) -> dict[Any, Any] | None:
        """Return one of the maps, or None if there is none."""
        return next(self.mappings(limit=1), None)

    def count(self) -> int:
        """Count the maps."""
        return 0 if self._graph is None else self._graph.count(self._text, **self._how)

    def _pattern_node(self, name: str) -> Any:
        return self._pattern_nodes[int(name[1:])]


def _unsuited(data: nx.Graph, pattern: nx.Graph) -> str | None:
    """Say why Motherlode cannot search for the pattern."""
    if data.is_multigraph() or pattern.is_multigraph():
        return "there is a multigraph"
    if len(pattern) < 2:
        return "the pattern has fewer than two nodes"
    if len(pattern) > LARGEST_PATTERN:
        return f"the pattern has {len(pattern)} nodes, and the most is {LARGEST_PATTERN}"
    if any(pattern.has_edge(node, node) for node in pattern):
        return "the pattern has a self-loop"
    # A pattern without edges is in several parts too.
    undirected = nx.Graph(pattern.edges)
    if len(undirected) < len(pattern) or not nx.is_connected(undirected):
        return "the pattern is in several parts"
    return None


def _text(pattern: nx.Graph, vertices: Suits | None, edges: Suits | None) -> str:
    """Write the pattern in Motherlode's language; its vertices are v0, v1, … in the order of the nodes."""
    numbers = {node: number for number, node in enumerate(pattern)}
    mentioned: set[int] = set()
    arrow = ">" if pattern.is_directed() else ""

    def vertex(node: Any) -> str:
        number = numbers[node]
        labels = "" if vertices is None or number in mentioned else ":" + vertices.alternatives(number)
        mentioned.add(number)
        return f"(v{number}{labels})"

    def link(number: int) -> str:
        return "-" if edges is None else f"-[:{edges.alternatives(number)}]-"

    return ", ".join(
        f"{vertex(one)}{link(number)}{arrow}{vertex(other)}"
        for number, (one, other) in enumerate(pattern.edges)
    )
