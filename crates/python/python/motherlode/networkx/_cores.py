"""Cores, their layers, and trusses."""

from __future__ import annotations

from collections.abc import Callable
from itertools import compress
from typing import Any

import networkx as nx
import numpy as np
import numpy.typing as npt

from motherlode.networkx._graph import BackendGraph, convert_to_nx
from motherlode.networkx._options import options
from motherlode.networkx._registry import implements, no_directed, no_multigraph

Numbers = npt.NDArray[np.int64]


def _check_loops(graph: BackendGraph, verb: str) -> None:
    if len(graph.loops):
        raise nx.NetworkXNotImplemented(
            f"Input graph {verb} self loops which is not permitted; "
            "Consider using G.remove_edges_from(nx.selfloop_edges(G))."
        )


def _cores(graph: BackendGraph, device: str | None) -> tuple[Numbers, Numbers]:
    """Return the core number and the layer of each vertex."""
    if not len(graph.source):
        return np.zeros(len(graph), dtype=np.int64), np.ones(len(graph), dtype=np.int64)
    values = graph.mined.cores(**options(device)).values.astype(np.int64)
    return values[:, 0], values[:, 1]


def _core_numbers(graph: BackendGraph, device: str | None) -> Numbers:
    _check_loops(graph, "has")
    return _cores(graph, device)[0]


def _numbers_are_given(arguments: dict[str, Any]) -> str | None:
    return (
        None if arguments["core_number"] is None else "with `core_number` there is nothing left to be found"
    )


def _part(
    graph: BackendGraph,
    k: Any,
    numbers: Numbers,
    stays: Callable[[Any], npt.NDArray[np.bool_]],
    below: int = 0,
) -> nx.Graph:
    """Return the subgraph of the nodes that stay for `k`, or else for the largest number less `below`."""
    if k is None:
        k = max(numbers.tolist()) - below
    nodes = compress(graph.nodes, stays(k).tolist())
    return convert_to_nx(graph).subgraph(nodes).copy()


@implements(no_directed, no_multigraph, min_edges=1_000)
def core_number(G: BackendGraph, *, device: str | None = None) -> dict[Any, int]:
    """Return the core number of each node."""
    return dict(zip(G.nodes, _core_numbers(G, device).tolist()))


@implements(no_directed, no_multigraph, _numbers_are_given, min_edges=1_000)
def k_core(G: BackendGraph, k: Any = None, core_number: Any = None, *, device: str | None = None) -> nx.Graph:
    """Return the subgraph of the nodes with a core number of `k` or more."""
    numbers = _core_numbers(G, device)
    return _part(G, k, numbers, lambda k: numbers >= k)


@implements(no_directed, no_multigraph, _numbers_are_given, min_edges=1_000)
def k_shell(
    G: BackendGraph, k: Any = None, core_number: Any = None, *, device: str | None = None
) -> nx.Graph:
    """Return the subgraph of the nodes with the core number `k`."""
    numbers = _core_numbers(G, device)
    return _part(G, k, numbers, lambda k: numbers == k)


@implements(no_directed, no_multigraph, _numbers_are_given, min_edges=1_000)
def k_crust(
    G: BackendGraph, k: Any = None, core_number: Any = None, *, device: str | None = None
) -> nx.Graph:
    """Return the subgraph of the nodes with a core number of `k` or less."""
    numbers = _core_numbers(G, device)
    return _part(G, k, numbers, lambda k: numbers <= k, below=1)


@implements(no_directed, no_multigraph, _numbers_are_given, min_edges=1_000)
def k_corona(G: BackendGraph, k: Any, core_number: Any = None, *, device: str | None = None) -> nx.Graph:
    """Return the subgraph of the nodes with the core number `k` that have `k` neighbours in the k-core."""
    numbers = _core_numbers(G, device)

    def stays(k: Any) -> npt.NDArray[np.bool_]:
        return (numbers == k) & (_neighbors_in(G, numbers >= k) == k)

    return _part(G, k, numbers, stays)


def _neighbors_in(graph: BackendGraph, inside: npt.NDArray[np.bool_]) -> Numbers:
    """Count the neighbours of each vertex that are inside."""
    n = len(graph)
    return np.bincount(graph.source[inside[graph.target]], minlength=n) + np.bincount(
        graph.target[inside[graph.source]], minlength=n
    )


@implements(no_directed, no_multigraph, min_edges=1_000)
def onion_layers(G: BackendGraph, *, device: str | None = None) -> dict[Any, int]:
    """Return the layer of each node, in NetworkX's order: by layers, in these by the neighbours that were left,
    and then as in the graph."""
    _check_loops(G, "contains")
    layers = _cores(G, device)[1]
    forward, back = layers[G.target] >= layers[G.source], layers[G.source] >= layers[G.target]
    left = np.bincount(G.source[forward], minlength=len(G)) + np.bincount(G.target[back], minlength=len(G))
    order = np.lexsort((left, layers))
    return {G.nodes[v]: layer for v, layer in zip(order.tolist(), layers[order].tolist())}


@implements(no_directed, no_multigraph, min_edges=500)
def k_truss(G: BackendGraph, k: Any, *, device: str | None = None) -> nx.Graph:
    """Return the graph of the edges with a truss number of `k` or more."""
    _check_loops(G, "has")
    truss = convert_to_nx(G)
    if len(G.source):
        trusses = G.mined.trusses(**options(device))
        gone = trusses.values[:, 0] < k
        ends = (as_nodes.tolist() for as_nodes in (G.objects[side[gone]] for side in trusses.edges))
        truss.remove_edges_from(list(zip(*ends)))
    truss.remove_nodes_from(list(nx.isolates(truss)))
    return truss
