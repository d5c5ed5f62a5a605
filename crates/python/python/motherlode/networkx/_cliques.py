"""Cliques."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt

from motherlode.networkx._graph import BackendGraph, named
from motherlode.networkx._options import options
from motherlode.networkx._registry import implements, no_directed

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


def _weight_is_none(arguments: dict[str, Any]) -> str | None:
    return (
        None
        if arguments["weight"] is None
        else "weights are left to NetworkX; give weight=None for the most nodes"
    )


@implements(no_directed, _weight_is_none, min_edges=500)
def max_weight_clique(
    G: BackendGraph, weight: str | None = "weight", *, device: str | None = None
) -> tuple[list[Any], int]:
    """Return a clique with the most nodes, and their number."""
    if not len(G.source):
        clique = G.nodes[:1]
    else:
        clique = [G.nodes[number] for number in G.mined.max_clique(**options(device))]
    return clique, len(clique)
