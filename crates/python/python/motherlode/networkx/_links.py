"""Predictions of links, from the neighbours that two nodes have in common."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice, repeat
from typing import Any

import networkx as nx
import numpy as np

from motherlode.networkx._graph import BackendGraph
from motherlode.networkx._lists import Numbers
from motherlode.networkx._registry import implements, no_directed, no_multigraph
from motherlode.networkx._sides import Floats, totals

Predictions = Iterator[tuple[Any, Any, Any]]

#: So many pairs are looked at together.
PAIRS = 20_000


@dataclass(frozen=True)
class _Index:
    """What is predicted of pairs.

    Attributes
    ----------
    parts
        What a common neighbour counts, by vertex; None if those are not looked at.
    values
        Called with the two vertices of each pair, the sum of its common neighbours, and whether it is an
        edge; returns Python's numbers. Of the first vertices there may be only one, for all pairs.
    """

    parts: Floats | None
    values: Callable[[Any, Numbers, Any, Any], list[Any]]


def _predictions(G: BackendGraph, ebunch: Any, index: _Index) -> Predictions:
    if ebunch is None:
        return _of_non_edges(G, index)
    number = G.numbers
    for u, v in ebunch:
        try:
            _ = number[u], number[v]
        except (KeyError, TypeError):
            raise nx.NodeNotFound(f"Node {v if u in G else u} not in G.") from None
    # As NetworkX: of an iterator nothing is left by now.
    return _of_pairs(G, iter(ebunch), index)


def _of_pairs(G: BackendGraph, ebunch: Iterator[tuple[Any, Any]], index: _Index) -> Predictions:
    lists, number = G.lists, G.numbers.__getitem__
    while pairs := list(islice(ebunch, PAIRS)):
        us, vs = zip(*pairs)
        one, other = (np.fromiter(map(number, nodes), dtype=np.int64, count=len(pairs)) for nodes in (us, vs))
        sums: Floats | int = 0
        if index.parts is not None:
            row, between = lists.common(one, other)
            sums = totals(row, index.parts[between], len(pairs))
        values = index.values(one, other, sums, lists.adjacent(one, other))
        endless = np.flatnonzero(np.isinf(sums))  # a neighbour of nothing else, and log(1) == 0
        if len(endless):
            yield from islice(zip(us, vs, values), int(endless[0]))
            raise ZeroDivisionError("division by zero")
        yield from zip(us, vs, values)


def _of_non_edges(G: BackendGraph, index: _Index) -> Predictions:
    """Predict all pairs that are no edges, in NetworkX's order, which is that of sets."""
    lists, node, number = G.lists, G.nodes.__getitem__, G.numbers.__getitem__
    left = set(G.nodes)
    looped = set(G.loops.tolist())
    while left:
        u = left.pop()
        one = np.array([number(u)])
        neighbors = lists.of(one)[1]
        # With a self-loop the node is its own neighbour: the order of a difference depends on the sizes, too.
        adjacent = set(map(node, neighbors.tolist()))
        others = left - (adjacent | {u} if number(u) in looped else adjacent)
        sums: Any = 0
        if index.parts is not None:
            ends = lists.of(neighbors)[1]
            counted = np.repeat(index.parts[neighbors], lists.degrees[neighbors])
            sums = totals(ends, counted, len(G))
        other = np.fromiter(map(number, others), dtype=np.int64, count=len(others))
        values = index.values(one, other, sums if index.parts is None else sums[other], False)
        yield from zip(repeat(u), others, values)


def _sums(one: Numbers, other: Numbers, sums: Floats, adjacent: Any) -> list[Any]:
    """Return the sums themselves: as Python has it, the integer 0 for nothing."""
    return [value or 0 for value in sums.tolist()]


@implements(no_directed, no_multigraph, min_edges=500)
def jaccard_coefficient(G: BackendGraph, ebunch: Any = None, *, device: str | None = None) -> Predictions:
    """Yield pairs with the part of their neighbours that they have in common."""
    looped = np.zeros(len(G), dtype=np.int64)
    looped[G.loops] = 1  # a node with a self-loop is a neighbour of its own
    neighbors = G.lists.degrees + looped

    def values(one: Numbers, other: Numbers, common: Floats, adjacent: Any) -> list[Any]:
        both = neighbors[one] + neighbors[other] - common - adjacent * (looped[one] + looped[other])
        union = np.where(one == other, neighbors[one], both)
        parts = (common / np.maximum(union, 1)).tolist()
        for place in np.flatnonzero(union == 0).tolist():
            parts[place] = 0
        return parts

    return _predictions(G, ebunch, _Index(np.ones(len(G)), values))


def _degrees(G: BackendGraph) -> Numbers:
    """Return the degrees as NetworkX has them: a self-loop is two."""
    degrees = G.lists.degrees.copy()
    degrees[G.loops] += 2
    return degrees


@implements(no_directed, no_multigraph, min_edges=500)
def adamic_adar_index(G: BackendGraph, ebunch: Any = None, *, device: str | None = None) -> Predictions:
    """Yield pairs with the sum of 1 / log(degree) of their common neighbours."""
    with np.errstate(divide="ignore"):
        return _predictions(G, ebunch, _Index(1 / np.log(_degrees(G)), _sums))


@implements(no_directed, no_multigraph, min_edges=500)
def resource_allocation_index(
    G: BackendGraph, ebunch: Any = None, *, device: str | None = None
) -> Predictions:
    """Yield pairs with the sum of 1 / degree of their common neighbours."""
    return _predictions(G, ebunch, _Index(1 / np.maximum(_degrees(G), 1), _sums))


@implements(no_directed, no_multigraph, min_edges=500)
def preferential_attachment(G: BackendGraph, ebunch: Any = None, *, device: str | None = None) -> Predictions:
    """Yield pairs with the product of their degrees."""
    degrees = _degrees(G)

    def values(one: Numbers, other: Numbers, common: Any, adjacent: Any) -> list[Any]:
        return (degrees[one] * degrees[other]).tolist()

    return _predictions(G, ebunch, _Index(None, values))
