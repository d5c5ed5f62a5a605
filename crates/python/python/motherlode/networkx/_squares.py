"""Cycles of four vertices."""

from __future__ import annotations

from typing import Any

import numpy as np

from motherlode.networkx._graph import BackendGraph
from motherlode.networkx._options import options
from motherlode.networkx._registry import implements, no_directed
from motherlode.networkx._sides import TRIANGLE
from motherlode.networkx._triangles import answer, at_vertices, quotients

SQUARE = "a-b, b-c, c-d, d-a"
THREE_PATH = "a-b, b-c, c-d"


@implements(no_directed, min_edges=500)
def square_clustering(G: BackendGraph, nodes: Any = None, *, device: str | None = None) -> Any:
    """Return the part of the possible squares that exist, at each node.

    NetworkX's denominator, for a node of degree k: the neighbours' degrees, k - 1 times; less the pairs of
    neighbours in order, the triangles twice, and the squares.
    """
    how = options(device)
    squares = at_vertices(G, SQUARE, how).astype(np.int64)
    triangles = at_vertices(G, TRIANGLE, how).astype(np.int64)
    degrees = G.degrees
    around = np.zeros(len(G), dtype=np.int64)  # of the neighbours, the degrees together
    np.add.at(around, G.source, degrees[G.target])
    np.add.at(around, G.target, degrees[G.source])
    others = degrees - 1
    possible = around * others - degrees * others - 2 * triangles - squares
    values: list[float] = quotients(squares, np.maximum(possible, 1))
    # NetworkX has the integer 0 where no square is possible, and otherwise a floating-point number, 0.0 too.
    defined = (possible > 0).tolist()
    return answer(G, nodes, [float(value) if is_defined else 0 for value, is_defined in zip(values, defined)])


@implements(no_directed, min_edges=200)
def robins_alexander_clustering(G: BackendGraph, *, device: str | None = None) -> float:
    """Return four times the squares through the paths of three edges."""
    if len(G.loops):
        raise NotImplementedError("NetworkX counts self-loops here")
    if len(G) < 4 or len(G.source) < 3:
        return 0
    how = options(device)
    paths = G.mined.count(THREE_PATH, **how)
    if not paths:
        return 0
    squares: int = G.mined.count(SQUARE, **how)
    return 4.0 * squares / float(paths)
