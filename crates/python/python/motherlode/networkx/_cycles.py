"""Cycles up to a length, one after another."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from motherlode.networkx._graph import BackendGraph, named
from motherlode.networkx._options import options
from motherlode.networkx._registry import implements, no_directed, no_multigraph

#: The most vertices that a pattern may have.
LARGEST_PATTERN = 12


def _no_bound(arguments: dict[str, Any]) -> str | None:
    bound = arguments["length_bound"]
    if type(bound) is int and 1 <= bound <= LARGEST_PATTERN:
        return None
    return f"without `length_bound`, or above {LARGEST_PATTERN}, cycles are left to NetworkX"


def _last(bound: int | None) -> int:
    return LARGEST_PATTERN if bound is None else bound


def _cycle(vertices: int, link: str) -> str:
    """Write a cycle as a pattern: its vertices are v0, v1, … along it."""
    return ", ".join(f"(v{place}){link}(v{(place + 1) % vertices})" for place in range(vertices))


def _rows(graph: BackendGraph, pattern: str, how: dict[str, Any]) -> Iterator[npt.NDArray[np.uint32]]:
    """Yield the matches, by vertex number, with the vertices along the cycle."""
    matches = graph.mined.list(pattern, **how)
    along = sorted(range(len(matches.columns)), key=lambda column: int(matches.columns[column][1:]))
    return (rows[:, along] for rows in matches.batches())


@implements(no_multigraph, _no_bound, min_edges=100)
def simple_cycles(
    G: BackendGraph, length_bound: int | None = None, *, device: str | None = None
) -> Iterator[list[Any]]:
    """Yield the cycles of up to `length_bound` nodes, by length; a self-loop is one of one node, and two
    opposite arcs one of two."""
    yield from ([G.nodes[number]] for number in G.loops.tolist())
    shortest, link = (2, "->") if G.is_directed() else (3, "-")
    for length in range(shortest, _last(length_bound) + 1) if len(G.source) else ():
        for rows in _rows(G, _cycle(length, link), options(device)):
            yield from map(list, named(G.objects, rows))


@implements(no_directed, no_multigraph, _no_bound, min_edges=100)
def chordless_cycles(
    G: BackendGraph, length_bound: int | None = None, *, device: str | None = None
) -> Iterator[list[Any]]:
    """Yield the cycles of up to `length_bound` nodes without chords, by length; a self-loop is one, and a
    chord of all others."""
    yield from ([G.nodes[number]] for number in G.loops.tolist())
    looped = np.zeros(len(G), dtype=bool)
    looped[G.loops] = True
    for length in range(3, _last(length_bound) + 1) if len(G.source) else ():
        for rows in _rows(G, _cycle(length, "-"), {**options(device), "induced": "vertex"}):
            yield from map(list, named(G.objects, rows[~looped[rows].any(axis=1)]))
