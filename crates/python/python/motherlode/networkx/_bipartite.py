"""Clustering of nodes of bipartite graphs, by pairs of nodes that share neighbours."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import networkx as nx
import numpy as np

from motherlode.networkx._graph import BackendGraph
from motherlode.networkx._lists import Numbers, parts
from motherlode.networkx._registry import implements, no_directed
from motherlode.networkx._sides import Floats, totals

#: Of the neighbours of two nodes, how many those that they share are compared with: by how many one has, how
#: many the other has, and how many they share.
MODES: dict[str, Callable[..., Numbers]] = {
    "dot": lambda one, other, shared: one + other - shared,
    "min": lambda one, other, shared: np.minimum(one, other),
    "max": lambda one, other, shared: np.maximum(one, other),
}


def _is_bipartite(G: BackendGraph) -> bool:
    """Return whether the vertices have two colours.

    They have if in the double cover, in which each edge joins both ends' copies of unlike colour, no vertex is
    in one component with its own other copy. Components are found by least labels.
    """
    n = len(G)
    if len(G.loops):
        return False
    one = np.concatenate((G.source, G.source + np.int64(n))).astype(np.int64)
    other = np.concatenate((G.target + np.int64(n), G.target)).astype(np.int64)
    label = np.arange(2 * n)
    while len(one):
        # Of the edges between components, the least label that each component is joined to becomes its own.
        ends = label[one], label[other]
        between = ends[0] != ends[1]
        one, other = one[between], other[between]
        least, greatest = np.minimum(*ends)[between], np.maximum(*ends)[between]
        np.minimum.at(label, greatest, least)
        while not np.array_equal(label, further := label[label]):
            label = further
    return not np.any(label[:n] == label[n:])


@implements(no_directed, min_edges=100)
def latapy_clustering(
    G: BackendGraph, nodes: Any = None, mode: str = "dot", *, device: str | None = None
) -> dict[Any, float]:
    """Return, for each node, the mean over the nodes two steps away of the part of the neighbours that they
    share."""
    if not _is_bipartite(G):
        raise nx.NetworkXError("Graph is not bipartite")
    try:
        compared = MODES[mode]
    except KeyError as error:
        raise nx.NetworkXError("Mode for bipartite clustering must be: dot, min or max") from error
    wanted = list(G.nodes if nodes is None else nodes)
    vertices = np.fromiter(map(G.numbers.__getitem__, wanted), dtype=np.int64, count=len(wanted))
    values: list[float] = []
    for part in parts(G.lists.steps[vertices]):
        values += _means(G, vertices[part], compared).tolist()
    return dict(zip(wanted, values))


def _means(G: BackendGraph, vertices: Numbers, compared: Callable[..., Numbers]) -> Floats:
    """Return the coefficients of a few vertices."""
    lists, n = G.lists, len(G)
    row, between = lists.of(vertices)
    step, end = lists.of(between)
    start = row[step]
    away = end != vertices[start]
    pairs, shared = np.unique(start[away] * n + end[away], return_counts=True)
    start, end = np.divmod(pairs, n)
    coefficients = shared / compared(lists.degrees[vertices[start]], lists.degrees[end], shared)
    sums = totals(start, coefficients, len(vertices))
    return sums / np.maximum(np.bincount(start, minlength=len(vertices)), 1)
