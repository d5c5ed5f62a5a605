"""rustworkx, in Rust."""

from __future__ import annotations

from importlib import metadata

import numpy as np
import rustworkx as rx

from ..graphs import Edges


def version() -> str:
    return metadata.version("rustworkx")


def convert(edges: Edges, question: str) -> rx.PyGraph:
    graph = rx.PyGraph(multigraph=False)
    graph.add_nodes_from(edges.labels.tolist())
    graph.add_edges_from_no_data(list(zip(edges.source.tolist(), edges.target.tolist())))
    return graph


def triangles(graph: rx.PyGraph) -> int:
    # There is no count; this is exact up to 2^53.
    degree = np.fromiter(map(graph.degree, graph.node_indices()), np.int64)
    wedges = int((degree * (degree - 1) // 2).sum())
    return round(rx.transitivity(graph) * wedges / 3)


def transitivity(graph: rx.PyGraph) -> float:
    return rx.transitivity(graph)


def labelled_pattern(graph: rx.PyGraph) -> int:
    pattern = rx.PyGraph()
    pattern.add_nodes_from([0, 1, 1, 1])
    pattern.add_edges_from_no_data([(0, 1), (1, 2), (2, 0), (0, 3)])
    maps = rx.vf2_mapping(
        graph, pattern, node_matcher=lambda one, other: one == other, subgraph=True, induced=False
    )
    return sum(1 for _ in maps)
