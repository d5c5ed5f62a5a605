"""Isomorphisms of whole graphs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from motherlode.networkx._graph import BackendGraph
from motherlode.networkx._registry import implements

Colours = npt.NDArray[np.int64]


def _kinds(arguments: dict[str, Any]) -> str | None:
    """Refuse multigraphs, whose parallel edges are counted, and graphs of two kinds."""
    one, other = arguments["G1"], arguments["G2"]
    if one.is_multigraph() or other.is_multigraph():
        return "a graph is a multigraph"
    return None if one.is_directed() == other.is_directed() else "one graph is directed, and the other is not"


def _labels(one: BackendGraph, other: BackendGraph, label: str | None, default: Any) -> Colours:
    """Return a number for the label of each vertex of the two graphs, one after the other."""
    if label is None:
        return np.zeros(len(one) + len(other), dtype=np.int64)
    numbers: dict[Any, int] = {}
    every = [
        data.get(label, default) for graph in (one, other) for data in graph.node_data or [{}] * len(graph)
    ]
    return np.array([numbers.setdefault(value, len(numbers)) for value in every], dtype=np.int64)


def _colours(one: BackendGraph, other: BackendGraph, labels: Colours) -> tuple[Colours, Colours] | None:
    """Return colours of the vertices that an isomorphism keeps, as fine as their neighbours tell; None if
    there is no isomorphism."""
    n = len(one)
    source: Colours = np.concatenate((one.source.astype(np.int64), other.source.astype(np.int64) + n))
    target: Colours = np.concatenate((one.target.astype(np.int64), other.target.astype(np.int64) + n))
    loops = np.zeros(n + len(other), dtype=np.int64)
    loops[one.loops] = 1
    loops[other.loops.astype(np.int64) + n] = 1
    ends = [(source, target), (target, source)]
    colours = np.unique(np.stack((labels, loops)), axis=1, return_inverse=True)[1].reshape(-1)
    count = 0
    random = np.random.default_rng(1)
    while colours.max(initial=-1) + 1 > count:
        count = colours.max() + 1
        if not np.array_equal(
            np.bincount(colours[:n], minlength=count), np.bincount(colours[n:], minlength=count)
        ):
            return None
        # Colours that are alike for the sum of their neighbours' are one: two that differ may be, too, and are
        # told apart by the search.
        code = random.integers(1, 2**63, size=count, dtype=np.uint64)
        sums = [np.zeros(len(colours), dtype=np.uint64) for _ in ends]
        for total, (of, near) in zip(sums, ends):
            np.add.at(total, of, code[colours[near]])
        if not one.is_directed():
            sums = [sums[0] + sums[1]]
        told = np.stack((colours.astype(np.uint64), *sums))
        colours = np.unique(told, axis=1, return_inverse=True)[1].reshape(-1)
    return colours[:n], colours[n:]


def _neighbours(graph: BackendGraph) -> tuple[list[set[int]], list[set[int]]]:
    """Return the successors and the predecessors of each vertex: the same for an undirected graph."""
    after: list[set[int]] = [set() for _ in graph.nodes]
    before = [set() for _ in graph.nodes] if graph.is_directed() else after
    for u, v in zip(graph.source.tolist(), graph.target.tolist()):
        after[u].add(v)
        before[v].add(u)
    return after, before


def _order(after: list[set[int]], before: list[set[int]], rare: list[int]) -> list[int]:
    """Return the vertices so that each but the first of its part has a neighbour before it, and rare colours
    come early."""
    order: list[int] = []
    seen = [False] * len(rare)
    for start in sorted(range(len(rare)), key=rare.__getitem__):
        if seen[start]:
            continue
        seen[start] = True
        level = [start]
        while level:
            order += level
            found = {w for v in level for near in (after[v], before[v]) for w in near if not seen[w]}
            level = sorted(found, key=lambda v: (rare[v], -len(after[v])))
            for v in level:
                seen[v] = True
    return order


def _search(
    one: BackendGraph, other: BackendGraph, colours: tuple[Colours, Colours]
) -> Iterator[list[tuple[int, int]]]:
    """Yield the isomorphisms as pairs of vertices: the maps that keep colours and edges, as there are as many
    of both on either side."""
    own, theirs = (side.tolist() for side in colours)
    (after, before), (after2, before2) = _neighbours(one), _neighbours(other)
    of_colour: defaultdict[int, list[int]] = defaultdict(list)
    for v, colour in enumerate(theirs):
        of_colour[colour].append(v)
    order = _order(after, before, [len(of_colour[colour]) for colour in own])
    place = {v: at for at, v in enumerate(order)}
    earlier = [
        (
            [w for w in after[v] if place[w] < at],
            [w for w in before[v] if place[w] < at],
        )
        for at, v in enumerate(order)
    ]
    image: dict[int, int] = {}
    used: set[int] = set()

    def fits(at: int, v: int) -> bool:
        out, into = earlier[at]
        return (
            v not in used
            and theirs[v] == own[order[at]]
            and all(image[w] in after2[v] for w in out)
            and all(image[w] in before2[v] for w in into)
        )

    def candidates(at: int) -> Iterable[int]:
        out, into = earlier[at]
        if out:
            return min((before2[image[w]] for w in out), key=len)
        if into:
            return min((after2[image[w]] for w in into), key=len)
        return of_colour[own[order[at]]]

    stack = [iter(sorted(candidates(0)))]
    while stack:
        at = len(stack) - 1
        u = order[at]
        if u in image:
            used.discard(image.pop(u))
        found = next((v for v in stack[-1] if fits(at, v)), None)
        if found is None:
            stack.pop()
            continue
        image[u] = found
        used.add(found)
        if at + 1 == len(order):
            yield list(image.items())
        else:
            stack.append(iter(sorted(candidates(at + 1))))


def _isomorphisms(
    G1: BackendGraph, G2: BackendGraph, label: str | None, default: Any
) -> Iterator[dict[Any, Any]]:
    if not len(G1) or len(G1) != len(G2) or len(G1.source) != len(G2.source):
        return
    colours = _colours(G1, G2, _labels(G1, G2, label, default))
    if colours is None:
        return
    for pairs in _search(G1, G2, colours):
        yield {G1.nodes[u]: G2.nodes[v] for u, v in pairs}


@implements(_kinds, min_edges=200)
def vf2pp_all_isomorphisms(
    G1: BackendGraph,
    G2: BackendGraph,
    node_label: str | None = None,
    default_label: Any = None,
    *,
    device: str | None = None,
) -> Iterator[dict[Any, Any]]:
    """Yield the isomorphisms of two graphs."""
    return _isomorphisms(G1, G2, node_label, default_label)


@implements(_kinds, min_edges=200)
def vf2pp_isomorphism(
    G1: BackendGraph,
    G2: BackendGraph,
    node_label: str | None = None,
    default_label: Any = None,
    *,
    device: str | None = None,
) -> dict[Any, Any] | None:
    """Return an isomorphism of two graphs, or None."""
    return next(_isomorphisms(G1, G2, node_label, default_label), None)


@implements(_kinds, min_edges=200)
def vf2pp_is_isomorphic(
    G1: BackendGraph,
    G2: BackendGraph,
    node_label: str | None = None,
    default_label: Any = None,
    *,
    device: str | None = None,
) -> bool:
    """Return whether two graphs are isomorphic."""
    return next(_isomorphisms(G1, G2, node_label, default_label), None) is not None
