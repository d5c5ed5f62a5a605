"""graph-tool, in C++: of Debian, not of a package index."""

from __future__ import annotations

from typing import Any

import graph_tool
import numpy as np
from graph_tool.clustering import global_clustering, local_clustering, motifs
from graph_tool.topology import subgraph_isomorphism, vertex_similarity

from ..graphs import Edges
from ..names import BY_DEGREES


def version() -> str:
    return graph_tool.__version__.split()[0]


def convert(edges: Edges, question: str) -> graph_tool.Graph:
    graph = graph_tool.Graph(directed=edges.directed)
    graph.add_vertex(edges.n)
    graph.add_edge_list(np.stack([edges.source, edges.target], axis=1))
    if question == "labelled-pattern":
        graph.vp.label = graph.new_vertex_property("int", vals=edges.labels)
    return graph


def triangles(graph: graph_tool.Graph) -> int:
    return int(global_clustering(graph, ret_counts=True)[1])


def transitivity(graph: graph_tool.Graph) -> float:
    return global_clustering(graph)[0]


def clustering(graph: graph_tool.Graph) -> Any:
    return local_clustering(graph).a


def motifs_3(graph: graph_tool.Graph) -> dict[str, int]:
    return _motifs(graph, 3)


def motifs_4(graph: graph_tool.Graph) -> dict[str, int]:
    return _motifs(graph, 4)


def _motifs(graph: graph_tool.Graph, k: int) -> dict[str, int]:
    found = dict.fromkeys((name for degrees, name in BY_DEGREES.items() if len(degrees) == k), 0)
    for motif, count in zip(*motifs(graph, k)):
        found[BY_DEGREES[tuple(sorted(motif.get_out_degrees(motif.get_vertices()).tolist()))]] = int(count)
    return found


def cycles_4(graph: graph_tool.Graph) -> int:
    found = motifs_4(graph)
    return found["4-cycle"] + found["diamond"] + 3 * found["4-clique"]


def labelled_pattern(graph: graph_tool.Graph) -> int:
    pattern = graph_tool.Graph(directed=False)
    pattern.add_edge_list([(0, 1), (1, 2), (2, 0), (0, 3)])
    labels = pattern.new_vertex_property("int", vals=[0, 1, 1, 1])
    maps = subgraph_isomorphism(
        pattern, graph, vertex_label=(labels, graph.vp.label), induced=False, generator=True
    )
    return sum(1 for _ in maps)


def jaccard(graph: graph_tool.Graph) -> Any:
    return vertex_similarity(graph, "jaccard", vertex_pairs=graph.get_edges())
