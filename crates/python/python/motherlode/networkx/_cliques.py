"""Cliques."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import chain, combinations
from typing import Any

import networkx as nx
import numpy as np
import numpy.typing as npt

from motherlode.networkx._graph import BackendGraph, named
from motherlode.networkx._options import options
from motherlode.networkx._registry import implements, no_directed, only_without

#: So many cliques are made Python's objects at a time.
BATCH = 10_000
#: The most vertices that a pattern may have.
LARGEST_PATTERN = 12


def _clique(vertices: int) -> str:
    return ", ".join(f"v{a}-v{b}" for a, b in combinations(range(vertices), 2))


@implements(no_directed, min_edges=5_000)
def enumerate_all_cliques(G: BackendGraph, *, device: str | None = None) -> Iterator[list[Any]]:
    """Yield all cliques, by size; those of one size in the lexicographic order of the nodes' places in the
    graph, as NetworkX."""
    node = G.nodes.__getitem__
    for single in G.nodes:
        yield [single]
    if not len(G.source):
        return
    rows = np.stack((G.source, G.target), axis=1)
    for size in range(2, LARGEST_PATTERN + 1):
        if size > 2:
            rows = np.sort(G.mined.list(_clique(size), **options(device)).to_numpy(), axis=1)
        if len(rows) == 0:
            return
        rows = rows[np.lexsort(rows.T[::-1])]
        for start in range(0, len(rows), BATCH):
            yield from map(list, named(G.objects, rows[start : start + BATCH]))
    for row in _larger(G, rows):
        yield [node(number) for number in row]


def _larger(graph: BackendGraph, rows: npt.NDArray[np.uint32]) -> Iterator[list[int]]:
    """Yield the cliques above the largest pattern: each of one size is made from one of the size before by a
    later vertex."""
    # The later neighbours of the vertices that are in a clique of this size at all: few, as a rule.
    wanted = np.zeros(len(graph), dtype=bool)
    wanted[rows] = True
    kept = wanted[graph.source] & wanted[graph.target]
    later: dict[int, set[int]] = {}
    for a, b in zip(graph.source[kept].tolist(), graph.target[kept].tolist()):
        later.setdefault(a, set()).add(b)
    nothing: set[int] = set()
    level = rows.tolist()
    while level:
        above: list[list[int]] = []
        for row in level:
            common = set.intersection(*(later.get(number, nothing) for number in row))
            above.extend([*row, number] for number in sorted(common))
        yield from above
        level = above


def _maximal(
    graph: BackendGraph, device: str | None, **asked: Any
) -> Iterator[tuple[npt.NDArray[np.uint64], npt.NDArray[np.uint32]]]:
    """Yield batches of maximal cliques: where each ends, and the vertices of all."""
    if len(graph.source):
        yield from graph.mined.maximal_cliques(**asked, **options(device)).batches()
    elif len(graph):
        # Motherlode wants an edge, and each node is a clique.
        alone = np.arange(len(graph), dtype=np.uint32)
        yield alone.astype(np.uint64) + np.uint64(1), alone


def _rows(ends: npt.NDArray[np.uint64], values: list[Any]) -> Iterator[list[Any]]:
    start = 0
    for end in ends.tolist():
        yield values[start:end]
        start = end


def _through(graph: BackendGraph, nodes: Any, device: str | None) -> Iterator[list[Any]]:
    """Yield the maximal cliques that have the nodes, which come first in each."""
    adjacent = graph.lists.adjacent
    numbers: list[int] = []
    for node in nodes:
        number = graph.numbers.get(node)
        others = np.array(numbers, dtype=np.int64)
        if number is None or number in numbers or not adjacent(np.full_like(others, number), others).all():
            raise ValueError(f"The given `nodes` {nodes} do not form a clique")
        numbers.append(number)
    for ends, vertices in _maximal(graph, device, containing=numbers):
        rest = ~np.isin(vertices, numbers)
        ends = np.cumsum(rest, dtype=np.uint64)[ends.astype(np.int64) - 1]
        for row in _rows(ends, graph.objects[vertices[rest]].tolist()):
            yield [*nodes, *row]


def _cliques(graph: BackendGraph, nodes: Any, device: str | None) -> Iterator[list[Any]]:
    if not len(graph):
        return
    if nodes:
        yield from _through(graph, nodes, device)
        return
    for ends, vertices in _maximal(graph, device):
        yield from _rows(ends, graph.objects[vertices].tolist())


@implements(no_directed, min_edges=500)
def find_cliques(G: BackendGraph, nodes: Any = None, *, device: str | None = None) -> Iterator[list[Any]]:
    """Yield the maximal cliques, or those that have the nodes."""
    return _cliques(G, nodes, device)


@implements(no_directed, min_edges=500)
def find_cliques_recursive(
    G: BackendGraph, nodes: Any = None, *, device: str | None = None
) -> Iterator[list[Any]]:
    """Return an iterator over the maximal cliques, or those that have the nodes."""
    found = _cliques(G, nodes, device)
    # As NetworkX, which looks at the nodes when it is called.
    first = next(found, None)
    return iter(()) if first is None else chain([first], found)


def _cliques_are_given(arguments: dict[str, Any]) -> str | None:
    return None if arguments["cliques"] is None else "with `cliques` there is nothing left to be found"


@implements(no_directed, _cliques_are_given, only_without("nodes"), min_edges=500)
def node_clique_number(
    G: BackendGraph,
    nodes: Any = None,
    cliques: Any = None,
    separate_nodes: bool = False,
    *,
    device: str | None = None,
) -> defaultdict[Any, int]:
    """Return the size of the largest clique that has each node."""
    sizes = np.zeros(len(G), dtype=np.int64)
    for ends, vertices in _maximal(G, device):
        lengths: npt.NDArray[np.int64] = np.diff(ends.astype(np.int64), prepend=np.int64(0)).astype(np.int64)
        np.maximum.at(sizes, vertices, np.repeat(lengths, lengths))
    return defaultdict(int, zip(G.nodes, sizes.tolist()))


@implements(no_directed, min_edges=500)
def make_max_clique_graph(
    G: BackendGraph, create_using: Any = None, *, device: str | None = None
) -> nx.Graph:
    """Return the graph of the maximal cliques, of which those with a node in common are joined."""
    kind = nx.MultiGraph if G.is_multigraph() else nx.Graph
    graph = kind() if create_using is None else nx.empty_graph(0, create_using)
    members: defaultdict[int, list[int]] = defaultdict(list)
    count = 0
    for ends, vertices in _maximal(G, device):
        for row in _rows(ends, vertices.tolist()):
            for vertex in row:
                members[vertex].append(count)
            count += 1
    graph.add_nodes_from(range(count))
    pairs = {pair for cliques in members.values() for pair in combinations(cliques, 2)}
    graph.add_edges_from(sorted(pairs))
    return graph


@implements(no_directed, _cliques_are_given, min_edges=500)
def k_clique_communities(
    G: BackendGraph, k: int, cliques: Any = None, *, device: str | None = None
) -> Iterator[frozenset[Any]]:
    """Yield the communities: the nodes of maximal cliques of `k` and more that hang together by `k - 1` nodes in common."""
    return _communities(G, k, device)


def _communities(graph: BackendGraph, k: int, device: str | None) -> Iterator[frozenset[Any]]:
    if k < 2:
        raise nx.NetworkXError(f"k={k}, k must be greater than 1.")
    rows = [
        row
        for ends, vertices in _maximal(graph, device, min_size=k)
        for row in _rows(ends, vertices.tolist())
        if len(row) >= k
    ]
    members: defaultdict[int, list[int]] = defaultdict(list)
    together = nx.utils.UnionFind(range(len(rows)))
    for place, row in enumerate(rows):
        # Of the cliques before, how many nodes each has in common with this one.
        common = Counter(chain.from_iterable(members[vertex] for vertex in row))
        together.union(place, *(other for other, nodes in common.items() if nodes >= k - 1))
        for vertex in row:
            members[vertex].append(place)
    for places in together.to_sets():
        yield frozenset(graph.nodes[vertex] for place in places for vertex in rows[place])


@implements(no_directed, min_edges=500)
def large_clique_size(G: BackendGraph, *, device: str | None = None) -> int:
    """Return the size of a largest clique, where NetworkX returns that of a large one."""
    if not len(G.source):
        return min(len(G), 1)
    return len(G.mined.max_clique(**options(device)))


@implements(no_directed, min_edges=500)
def max_weight_clique(
    G: BackendGraph, weight: str | None = "weight", *, device: str | None = None
) -> tuple[list[Any], int]:
    """Return a clique with the largest sum of weights and that sum; without weights, one with the most nodes
    and their number."""
    if weight is not None:
        return _heaviest(G, weight)
    if not len(G.source):
        clique = G.nodes[:1]
    else:
        clique = [G.nodes[number] for number in G.mined.max_clique(**options(device))]
    return clique, len(clique)


def _heaviest(graph: BackendGraph, weight: str) -> tuple[list[Any], int]:
    # Whoever weighs nothing, or less, is in none.
    weights = [max(int(own), 0) for own in _node_weights(graph, weight).values()]
    if len(graph.source):
        clique, heaviest = graph.mined.max_weight_clique(weights)
    else:
        # Motherlode wants an edge, and each node is a clique.
        heaviest = max(weights, default=0)
        clique = (weights.index(heaviest),) if heaviest else ()
    return [graph.nodes[vertex] for vertex in clique], heaviest


def _node_weights(graph: BackendGraph, weight: str) -> dict[Any, int]:
    """Return the weight of each node, an integer."""
    weights: dict[Any, int] = {}
    for node, data in zip(graph.nodes, graph.node_data or ({} for _ in graph.nodes)):
        own = data.get(weight)
        if own is None:
            raise KeyError(f"Node {node!r} does not have the requested weight field.")
        if not isinstance(own, int):
            raise ValueError(f"The {weight!r} field of node {node!r} is not an integer.")
        weights[node] = own
    return weights
