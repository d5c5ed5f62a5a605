"""All triads of a directed graph, as graphs."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from itertools import combinations
from typing import Any

import networkx as nx

from motherlode.networkx._graph import BackendGraph
from motherlode.networkx._registry import implements, no_multigraph, no_undirected

#: The arcs that three nodes may have, each a bit of the triad's code.
ARCS = [(0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)]


@cache
def _forms() -> list[tuple[str, list[tuple[int, int]]]]:
    """Return the type and the arcs of the triad of each code."""
    forms = []
    for code in range(1 << len(ARCS)):
        arcs = [arc for bit, arc in enumerate(ARCS) if code >> bit & 1]
        triad = nx.DiGraph(arcs)
        triad.add_nodes_from(range(3))
        forms.append((nx.triad_type(triad, backend="networkx"), arcs))
    return forms


def _has_attributes(arguments: dict[str, Any]) -> str | None:
    """Refuse graphs with attributes: for this function, NetworkX converts a graph without them."""
    G = arguments["G"]
    if isinstance(G, BackendGraph):
        has = (
            G.graph or G.edge_values or any(G.node_data or ()) or any(data for *_, data in G.edge_data or ())
        )
    else:
        has = G.graph or any(G.nodes.values()) or any(data for *_, data in G.edges(data=True))
    return "the triads would lack the attributes of the graph" if has else None


def _has_loops(arguments: dict[str, Any]) -> str | None:
    G = arguments["G"]
    loops = len(G.loops) if isinstance(G, BackendGraph) else nx.number_of_selfloops(G)
    return "the graph has self-loops, an error in NetworkX" if loops else None


@implements(no_undirected, no_multigraph, _has_attributes, _has_loops, min_edges=20)
def triads_by_type(G: BackendGraph, *, device: str | None = None) -> dict[str, list[nx.DiGraph]]:
    """Make the graph of each triple of nodes, by type, in NetworkX's order. It runs on the CPU.

    Their making takes nearly all of the time, so that nothing is mined: a triple's type is looked up by the arcs
    between its nodes, where NetworkX looks for it in the graph that it made.
    """
    between: dict[tuple[int, int], int] = defaultdict(int)
    for tail, head in zip(G.source.tolist(), G.target.tolist()):
        between[min(tail, head), max(tail, head)] += 1 if tail < head else 2
    by_type: dict[str, list[nx.DiGraph]] = defaultdict(list)
    forms = _forms()
    for u, v, w in combinations(range(len(G)), 3):
        name, arcs = forms[between.get((u, v), 0) + 4 * between.get((u, w), 0) + 16 * between.get((v, w), 0)]
        nodes = G.nodes[u], G.nodes[v], G.nodes[w]
        triad = nx.DiGraph()
        triad.add_nodes_from(nodes)
        triad.add_edges_from((nodes[tail], nodes[head]) for tail, head in arcs)
        by_type[name].append(triad)
    return by_type
