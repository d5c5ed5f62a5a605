"""Triangles at vertices and edges, and the clustering coefficients that are made from them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from motherlode.networkx._graph import BackendGraph, named
from motherlode.networkx._options import options
from motherlode.networkx._registry import implements, no_directed, no_multigraph, only_without
from motherlode.networkx._sides import TRIANGLE, Floats

#: The two ways to direct the edges of a triangle. Together, edge-induced, they are all choices of one arc an
#: edge.
TRANSITIVE = "a->b, b->c, a->c"
CYCLIC = "a->b, b->c, c->a"

#: Below this, a quotient of floating-point numbers is the quotient that Python makes of the integers.
EXACT = 2**53


def at_vertices(graph: BackendGraph, pattern: str, how: dict[str, Any]) -> npt.NDArray[np.uint64]:
    """Count the matches of a pattern at each vertex, whatever the vertex is in them."""
    if not len(graph.source):
        return np.zeros(len(graph), dtype=np.uint64)
    counts: npt.NDArray[np.uint64] = graph.mined.local(pattern, at="vertices", **how).values.sum(axis=1)
    return counts


def quotients(above: npt.NDArray[Any], below: npt.NDArray[Any]) -> list[float]:
    """Divide as NetworkX does: the integer 0 where the numerator is 0, and otherwise Python's quotient of
    integers."""
    if not len(above) or max(int(above.max()), int(below.max())) < EXACT:
        with np.errstate(divide="ignore", invalid="ignore"):
            ratio = np.where(above == 0, 0.0, above.astype(np.float64) / below.astype(np.float64))
        return [value or 0 for value in ratio.tolist()]
    return [a and a / b for a, b in zip(above.tolist(), below.tolist())]


def answer(graph: BackendGraph, nodes: Any, values: list[Any]) -> Any:
    """Return the values as NetworkX does: one for a node, or a dictionary of those that are asked for, or of
    all."""
    if nodes is None:
        return dict(zip(graph.nodes, values))
    if nodes in graph:
        return values[graph.numbers[nodes]]
    return {node: values[graph.numbers[node]] for node in graph.select(nodes)}


def _multigraph_with_nodes(arguments: dict[str, Any]) -> str | None:
    # NetworkX counts in a multigraph, but not at chosen nodes.
    return None if arguments["nodes"] is None else no_multigraph(arguments)


@implements(no_directed, _multigraph_with_nodes, min_edges=2_000)
def triangles(G: BackendGraph, nodes: Any = None, *, device: str | None = None) -> Any:
    """Count the triangles at each node."""
    return answer(G, nodes, at_vertices(G, TRIANGLE, options(device)).tolist())


@implements(no_multigraph, min_edges=300)
def transitivity(G: BackendGraph, *, device: str | None = None) -> float:
    """Return the part of the wedges that are closed.

    Of a directed graph NetworkX takes the successors as the neighbours: a wedge is two arcs from a vertex,
    and it is closed once for every arc between their ends.
    """
    pattern, times, degrees = (TRANSITIVE, 1, G.out_degrees) if G.is_directed() else (TRIANGLE, 6, G.degrees)
    closed: int = times * G.mined.count(pattern, **options(device)) if len(G.source) else 0
    wedges = int((degrees * (degrees - 1)).sum())
    return 0 if closed == 0 else closed / wedges


def _intensities(graph: BackendGraph, weight: str, how: dict[str, Any]) -> Floats:
    """Add up, at each vertex, the cubic roots of the products of the weights in its triangles, as parts of the
    greatest; each triangle twice, and once for each choice of arcs."""
    edges, loops = graph.weights(weight)
    most = max(edges.max(initial=0), loops.max(initial=0))
    if min(edges.min(initial=0), loops.min(initial=0)) < 0 or (len(edges) and most == 0):
        raise NotImplementedError("weights that are negative, or all 0, are left to NetworkX")
    # A product over all choices of arcs is a product of sums.
    roots = graph.sides.sums(np.cbrt(edges / most)) if len(edges) else edges
    around = roots * graph.sides.around(roots, np.ones(len(graph)), how)
    return graph.sides.at_ends(around, around)


@implements(no_multigraph, min_edges=1_000)
def clustering(
    G: BackendGraph, nodes: Any = None, weight: str | None = None, *, device: str | None = None
) -> Any:
    """Return the clustering coefficient of each node; for directed graphs, Fagiolo's; with weights, Onnela's,
    in which a triangle counts by the geometric mean of its weights."""
    how = options(device)
    closed: npt.NDArray[Any]
    if weight is not None:
        closed = _intensities(G, weight, how)
    elif G.is_directed():
        # Each triangle is counted once for each choice of arcs and each order of the two other vertices.
        closed = 2 * (at_vertices(G, TRANSITIVE, how) + at_vertices(G, CYCLIC, how))
    else:
        closed = 2 * at_vertices(G, TRIANGLE, how)
    if G.is_directed():
        total = G.in_degrees + G.out_degrees
        wedges = 2 * (total * (total - 1) - 2 * G.mutual_degrees)
    else:
        wedges = G.degrees * (G.degrees - 1)
    return answer(G, nodes, quotients(closed, wedges))


@implements(no_multigraph, min_edges=1_000)
def average_clustering(
    G: BackendGraph,
    nodes: Any = None,
    weight: str | None = None,
    count_zeros: bool = True,
    *,
    device: str | None = None,
) -> float:
    """Return the mean of the clustering coefficients."""
    # As NetworkX adds them up: in the order of the nodes, by Python's own sum.
    values: list[float] = list(clustering(G, nodes, weight, device=device).values())
    if not count_zeros:
        values = [value for value in values if abs(value) > 0]
    return sum(values) / len(values)


@implements(no_directed, no_multigraph, min_edges=1_000)
def generalized_degree(G: BackendGraph, nodes: Any = None, *, device: str | None = None) -> Any:
    """Count, at each node, the edges in 0, 1, 2, … triangles."""
    degrees: list[Counter[int]] = [Counter() for _ in G]
    if len(G.source):
        counts = G.mined.local(TRIANGLE, at="edges", **options(device))
        vertex = np.concatenate(counts.edges).astype(np.uint64)
        triangles = np.tile(counts.values[:, 0], 2)
        # Vertex and multiplicity in one number, so that equal ones are counted together.
        base = triangles.max() + np.uint64(1)
        keys, edges = np.unique(vertex * base + triangles, return_counts=True)
        for number, multiplicity, count in zip(
            (keys // base).tolist(), (keys % base).tolist(), edges.tolist()
        ):
            degrees[number][multiplicity] = count
    return answer(G, nodes, degrees)


@implements(no_directed, only_without("nbunch"), min_edges=5_000)
def all_triangles(
    G: BackendGraph, nbunch: None = None, *, device: str | None = None
) -> Iterator[tuple[Any, Any, Any]]:
    """Yield every triangle, its nodes in the order of the graph."""
    if not len(G.source):
        return
    for rows in G.mined.list(TRIANGLE, **options(device)).batches():
        yield from named(G.objects, np.sort(rows, axis=1))
