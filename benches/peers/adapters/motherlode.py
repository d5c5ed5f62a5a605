"""Motherlode."""

from __future__ import annotations

import os
from typing import Any

import motherlode as ml
import networkx as nx
import numpy as np

from ..graphs import Edges
from . import networkx as peer

#: What only the backend of NetworkX has: the graph is made as NetworkX's.
THROUGH_NETWORKX = {"constraint", "triad-census"}

DEVICE = os.environ.get("PEERS_DEVICE", "cpu")
ml.set_device(DEVICE)


def version() -> str:
    return ml.__version__


def convert(edges: Edges, question: str) -> Any:
    if question in THROUGH_NETWORKX:
        return peer.convert(edges, question)
    labels = edges.labels.astype(str) if question == "labelled-pattern" else None
    return ml.Graph.from_arrays(edges.source, edges.target, edges.n, directed=edges.directed, labels=labels)


def triangles(graph: ml.Graph) -> int:
    return graph.count("triangle")


def transitivity(graph: ml.Graph) -> float:
    three, wedges = graph.count(["triangle", "wedge"])
    return 3 * three / wedges


def clustering(graph: ml.Graph) -> Any:
    closed = graph.local("triangle").values[:, 0]
    degree = np.diff(graph.to_arrays()[0]).astype(np.int64)
    return 2 * closed / np.maximum(degree * (degree - 1), 1)


def motifs_3(graph: ml.Graph) -> dict[str, int]:
    return graph.motifs(3)


def motifs_4(graph: ml.Graph) -> dict[str, int]:
    return graph.motifs(4)


def cliques_4(graph: ml.Graph) -> int:
    return graph.cliques(4)


def clique_profile(graph: ml.Graph) -> dict[int, int]:
    return graph.clique_profile()


def largest_clique(graph: ml.Graph) -> int:
    return len(graph.max_clique())


def cycles_4(graph: ml.Graph) -> int:
    return graph.count("4-cycle")


def labelled_pattern(graph: ml.Graph) -> int:
    return graph.count('(a:"0")-(b:"1")-(c:"1")-a, a-(d:"1")', semantics="embeddings")


def constraint(graph: nx.Graph) -> dict[int, float]:
    return nx.constraint(graph, backend="motherlode", device=DEVICE)


def jaccard(graph: ml.Graph) -> Any:
    closed = graph.local("triangle", at="edges")
    degree = np.diff(graph.to_arrays()[0]).astype(np.int64)
    source, target = closed.edges
    common = closed.values[:, 0].astype(np.int64)
    return common / (degree[source] + degree[target] - common)


def triad_census(graph: nx.DiGraph) -> dict[str, int]:
    return nx.triadic_census(graph, backend="motherlode", device=DEVICE)
