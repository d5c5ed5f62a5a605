"""Burt's structural holes: constraint and effective size."""

from __future__ import annotations

from typing import Any

import networkx as nx
import numpy as np

from motherlode.networkx._graph import BackendGraph
from motherlode.networkx._options import options
from motherlode.networkx._registry import implements, no_directed, no_multigraph
from motherlode.networkx._sides import Floats, Sides


def _directed_with_nodes(arguments: dict[str, Any]) -> str | None:
    # There NetworkX has nan for every node without successors.
    if arguments["nodes"] is not None and arguments["G"].is_directed():
        return "the graph is directed, and `nodes` are given"
    return None


def _weight_without_nodes(arguments: dict[str, Any]) -> str | None:
    # There NetworkX divides by the greatest weight of another node than its documentation says, with a recent
    # SciPy: it is not for us to choose.
    if arguments["weight"] is not None and arguments["nodes"] is None:
        return "weights without `nodes` are left to NetworkX"
    return None


class _Ties:
    """The mutual weights of a graph: of each pair of neighbours, those of the edges in both directions.

    Attributes
    ----------
    sides
        The pairs of neighbours.
    mutual
        The weight of each, which is above 0; an undirected edge counts in both directions.
    own
        Of each vertex, that of its self-loop, or 0.
    total
        Of each vertex, all of them.
    """

    def __init__(self, graph: BackendGraph, weight: str | None) -> None:
        edges, loops = graph.weights(weight)
        if min(edges.min(initial=1), loops.min(initial=1)) <= 0:
            raise NotImplementedError("weights that are 0 or less are left to NetworkX")
        self.sides: Sides = graph.sides
        self.mutual = self.sides.sums(edges if graph.is_directed() else 2 * edges)
        self.own = np.zeros(len(graph))
        self.own[graph.loops] = 2 * loops
        self.total = self.sides.at_ends(self.mutual, self.mutual) + self.own

    def two_steps(self, factors: Floats, how: dict[str, Any]) -> tuple[Floats, Floats]:
        """Add up the products of the weights of two steps, and of the factor of the vertex between them.

        Returns
        -------
        across, back
            From one end of each side to its other end, and from each vertex to itself.
        """
        sides, mutual, own = self.sides, self.mutual, self.own
        around_loops = mutual * (own * factors)[sides.low] + mutual * (own * factors)[sides.high]
        across = sides.around(mutual, factors, how) + around_loops
        squares = mutual * mutual
        back = sides.at_ends(squares * factors[sides.high], squares * factors[sides.low])
        return across, back + own * own * factors


def _ties(graph: BackendGraph, nodes: Any, weight: str | None) -> _Ties:
    if nodes is None and not len(graph):
        raise nx.NetworkXError("Graph has no nodes or edges")
    return _Ties(graph, weight)


def _answer(graph: BackendGraph, nodes: Any, values: Floats) -> dict[Any, float]:
    if nodes is None:
        return dict(zip(graph.nodes, values.tolist()))
    if len(graph.loops):
        raise NotImplementedError("with `nodes`, NetworkX takes self-loops otherwise")
    return {node: float(values[graph.numbers[node]]) for node in nodes}


@implements(no_multigraph, _directed_with_nodes, min_edges=1_000, few_nodes=True)
def constraint(
    G: BackendGraph, nodes: Any = None, weight: str | None = None, *, device: str | None = None
) -> dict[Any, float]:
    """Return the constraint on each node: of its ties to neighbours that are tied to each other; nan for one
    without neighbours."""
    ties = _ties(G, nodes, weight)
    low, high = ties.sides.low, ties.sides.high
    with np.errstate(divide="ignore", invalid="ignore"):
        parts = np.where(ties.total > 0, 1 / ties.total, 0)
        across, back = ties.two_steps(parts, options(device))
        invested = ties.mutual + across
        at_low, at_high = (invested * parts[low]) ** 2, (invested * parts[high]) ** 2
        values = ties.sides.at_ends(at_low, at_high)
        values += np.where(ties.own > 0, ((ties.own + back) * parts) ** 2, 0)
        # NetworkX's own test, with the part of the self-loop in place of its weight.
        values[ties.total - 2 * (ties.own * parts) == 0] = np.nan
    return _answer(G, nodes, values)


@implements(no_directed, no_multigraph, _weight_without_nodes, min_edges=1_000, few_nodes=True)
def effective_size(
    G: BackendGraph, nodes: Any = None, weight: str | None = None, *, device: str | None = None
) -> dict[Any, float]:
    """Return the effective size of each node's ego network: its neighbours, less those that are redundant;
    nan for one without neighbours."""
    ties = _ties(G, nodes, weight)
    sides, own, total = ties.sides, ties.own, ties.total
    low, high = sides.low, sides.high
    most = own.copy()
    np.maximum.at(most, low, ties.mutual)
    np.maximum.at(most, high, ties.mutual)
    across, back = ties.two_steps(np.ones(len(G)), options(device))
    values = sides.at_ends(1 - across / (total[low] * most[high]), 1 - across / (total[high] * most[low]))
    with np.errstate(invalid="ignore"):
        values += np.where(own > 0, 1 - back / (total * most), 0)
    values[total == own] = np.nan
    return _answer(G, nodes, values)
