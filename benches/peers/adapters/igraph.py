"""python-igraph, in C."""

from __future__ import annotations

from collections import Counter
from typing import Any

import igraph
import numpy as np

from ..graphs import Edges
from ..names import BY_DEGREES

TRIADS = "003 012 102 021D 021U 021C 111D 111U 030T 030C 201 120D 120U 120C 210 300".split()


def version() -> str:
    return igraph.__version__


def convert(edges: Edges, question: str) -> igraph.Graph:
    # Of the ways that igraph has, an array of two columns is the fastest.
    pairs = np.stack([edges.source, edges.target], axis=1)
    graph = igraph.Graph(edges.n, pairs, directed=edges.directed)
    if question == "labelled-pattern":
        graph["labels"] = edges.labels.tolist()
    return graph


def triangles(graph: igraph.Graph) -> int:
    # There is no count; to list them takes longer than this, which is exact up to 2^53.
    degree = np.array(graph.degree())
    wedges = int((degree * (degree - 1) // 2).sum())
    return round(graph.transitivity_undirected() * wedges / 3)


def transitivity(graph: igraph.Graph) -> float:
    return graph.transitivity_undirected()


def clustering(graph: igraph.Graph) -> list[float]:
    return graph.transitivity_local_undirected(mode="zero")


def motifs_3(graph: igraph.Graph) -> dict[str, int]:
    return _motifs(graph, 3)


def motifs_4(graph: igraph.Graph) -> dict[str, int]:
    return _motifs(graph, 4)


def _motifs(graph: igraph.Graph, k: int) -> dict[str, int]:
    counts = enumerate(graph.motifs_randesu(k))
    # Those that are not connected are not counted.
    found = {name_of(igraph.Graph.Isoclass(n=k, cls=number)): count for number, count in counts}
    return {name: int(count) for name, count in found.items() if name}


def name_of(motif: igraph.Graph) -> str | None:
    return BY_DEGREES.get(tuple(sorted(motif.degree())))


def cliques_4(graph: igraph.Graph) -> int:
    return len(graph.cliques(4, 4))


def clique_profile(graph: igraph.Graph) -> dict[int, int]:
    return Counter(map(len, graph.cliques()))


def largest_clique(graph: igraph.Graph) -> int:
    return graph.clique_number()


def cycles_4(graph: igraph.Graph) -> int:
    found = motifs_4(graph)
    return found["4-cycle"] + found["diamond"] + 3 * found["4-clique"]


def labelled_pattern(graph: igraph.Graph) -> int:
    pattern = igraph.Graph([(0, 1), (1, 2), (2, 0), (0, 3)])
    return graph.count_subisomorphisms_vf2(pattern, color1=graph["labels"], color2=[0, 1, 1, 1])


def constraint(graph: igraph.Graph) -> list[float]:
    return graph.constraint()


def jaccard(graph: igraph.Graph) -> Any:
    return graph.similarity_jaccard(pairs=graph.get_edgelist(), loops=False)


def triad_census(graph: igraph.Graph) -> dict[str, int]:
    census = graph.triad_census()
    return {name: int(getattr(census, f"t{name}")) for name in TRIADS}
