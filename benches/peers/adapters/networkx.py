"""NetworkX, in Python alone where it has no other way."""

from __future__ import annotations

from collections import Counter
from itertools import takewhile
from typing import Any

import networkx as nx
from networkx.algorithms import isomorphism

from ..graphs import Edges


def version() -> str:
    return nx.__version__


def convert(edges: Edges, question: str) -> nx.Graph:
    graph = nx.DiGraph() if edges.directed else nx.Graph()
    graph.add_nodes_from(range(edges.n))
    graph.add_edges_from(zip(edges.source.tolist(), edges.target.tolist()))
    if question == "labelled-pattern":
        nx.set_node_attributes(graph, dict(enumerate(edges.labels.tolist())), "label")
    return graph


def triangles(graph: nx.Graph) -> int:
    return sum(nx.triangles(graph).values()) // 3


def transitivity(graph: nx.Graph) -> float:
    return nx.transitivity(graph)


def clustering(graph: nx.Graph) -> Any:
    return nx.clustering(graph)


def cliques_4(graph: nx.Graph) -> int:
    small = takewhile(lambda clique: len(clique) <= 4, nx.enumerate_all_cliques(graph))
    return sum(len(clique) == 4 for clique in small)


def clique_profile(graph: nx.Graph) -> dict[int, int]:
    return Counter(map(len, nx.enumerate_all_cliques(graph)))


def largest_clique(graph: nx.Graph) -> int:
    return nx.max_weight_clique(graph, weight=None)[1]


def cycles_4(graph: nx.Graph) -> int:
    return sum(len(cycle) == 4 for cycle in nx.simple_cycles(graph, length_bound=4))


def labelled_pattern(graph: nx.Graph) -> int:
    pattern = nx.Graph([(0, 1), (1, 2), (2, 0), (0, 3)])
    nx.set_node_attributes(pattern, {0: 0, 1: 1, 2: 1, 3: 1}, "label")
    same = isomorphism.categorical_node_match("label", None)
    return sum(1 for _ in isomorphism.GraphMatcher(graph, pattern, same).subgraph_monomorphisms_iter())


def constraint(graph: nx.Graph) -> Any:
    return nx.constraint(graph)


def jaccard(graph: nx.Graph) -> list[float]:
    return [value for _, _, value in nx.jaccard_coefficient(graph, graph.edges)]


def triad_census(graph: nx.DiGraph) -> dict[str, int]:
    return nx.triadic_census(graph)
