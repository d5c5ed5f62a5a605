"""The measures that are sums of fractions, beside NetworkX's: the same but for rounding, of the same types and
in the same order."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from typing import Any

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from test_networkx_functions import POOL, alike, edges, graph_of, random_graph

# NetworkX warns of every use of its cache, and NumPy of NetworkX's divisions.
pytestmark = pytest.mark.filterwarnings("ignore:Note. conversions", "ignore::RuntimeWarning")

LINKS = ["jaccard_coefficient", "adamic_adar_index", "resource_allocation_index", "preferential_attachment"]


def close(one: Any, other: Any) -> None:
    """Compare as `alike`, but for rounding."""
    assert type(one) is type(other), (one, other)
    if isinstance(one, dict):
        assert list(one) == list(other)
        close(list(one.values()), list(other.values()))
    elif isinstance(one, (list, tuple)):
        assert len(one) == len(other)
        for a, b in zip(one, other):
            close(a, b)
    elif isinstance(one, float):
        assert one == pytest.approx(other, rel=1e-11, abs=1e-12, nan_ok=True)
    else:
        assert one == other


def outcome(call: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """Return the result, an iterator's as a list, or the kind and text of the error."""
    try:
        result = call(*args, **kwargs)
        return result if isinstance(result, (dict, int, float)) else list(result)
    except (nx.NetworkXException, KeyError, TypeError, ValueError, ZeroDivisionError) as error:
        text = "" if isinstance(error, ZeroDivisionError) else str(error)  # Python's own, by its version
        return [type(error).__name__, text]


def both(function: str, G: nx.Graph, *args: Any, compare: Any = close, **kwargs: Any) -> Any:
    """Compare a function of the backend with NetworkX's, and return the result."""
    call = getattr(nx.bipartite if function == "latapy_clustering" else nx, function)
    mine, theirs = (
        outcome(call, G, *args, backend=backend, **kwargs) for backend in ("motherlode", "networkx")
    )
    compare(mine, theirs)
    return mine


def weighted(G: nx.Graph, seed: int) -> nx.Graph:
    """Give most of the edges, and self-loops, weights that differ."""
    chance = random.Random(seed)
    for _, _, data in G.edges(data=True):
        if chance.random() < 0.9:
            data["weight"] = chance.choice([chance.uniform(0.1, 9), chance.randint(1, 30)])
        else:
            data.pop("weight", None)
    return G


def without_loops(G: nx.Graph) -> nx.Graph:
    G.remove_edges_from(list(nx.selfloop_edges(G)))
    return G


@pytest.mark.parametrize("weight", [None, "weight", "no such attribute"])
@pytest.mark.parametrize("directed", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_constraint(seed: int, directed: bool, weight: str | None) -> None:
    G = weighted(random_graph(seed, directed=directed, p=0.08 + 0.12 * seed), seed)
    values = both("constraint", G, weight=weight).values()
    assert any(map(math.isnan, values)) and len(set(values)) > 20


@pytest.mark.parametrize("seed", range(3))
def test_effective_size(seed: int) -> None:
    G = random_graph(seed, directed=False, p=0.08 + 0.12 * seed)
    assert len(set(both("effective_size", G).values())) > 10


@pytest.mark.parametrize("weight", [None, "weight"])
@pytest.mark.parametrize("function", ["constraint", "effective_size"])
def test_holes_of_some_nodes(function: str, weight: str | None) -> None:
    G = weighted(without_loops(random_graph(1, directed=False)), 1)
    for nodes in (["a", "leaf", 0, "a", "alone"], [], {0, "z"}, list(G)):
        both(function, G, nodes, weight)
    for wrong in (["a", "not in the graph"], [["unhashable"]], 12345):
        assert both(function, G, wrong, weight)[0] in ("KeyError", "TypeError")


@pytest.mark.parametrize("directed", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_weighted_clustering(seed: int, directed: bool) -> None:
    G = weighted(random_graph(seed, directed=directed, p=0.08 + 0.12 * seed), seed)
    G.edges[list(G.edges)[7]]["weight"] = 0
    assert len(set(both("clustering", G, weight="weight").values())) > 5
    both("clustering", G, ["a", "leaf", 0, "a", "not in the graph"], "weight")
    both("clustering", G, "a", weight="weight")
    both("average_clustering", G, weight="weight")
    both("average_clustering", G, ["a", "leaf", 0, 7], "weight", count_zeros=False)


@settings(max_examples=60, deadline=None)
@given(edges(8), st.lists(st.sampled_from(POOL), max_size=3), st.booleans(), st.integers(0, 99))
def test_weights_of_any_graph(
    pairs: list[tuple[Any, Any]], more: list[Any], directed: bool, seed: int
) -> None:
    G = graph_of(nx.DiGraph if directed else nx.Graph, more, pairs)
    weighted(G, seed)
    for weight in (None, "weight"):
        both("constraint", G, weight=weight)
        both("clustering", G, weight=weight)
    if not directed:
        both("effective_size", G)


@pytest.mark.parametrize("function", LINKS)
@pytest.mark.parametrize("seed", range(2))
def test_links_of_non_edges(function: str, seed: int) -> None:
    G = random_graph(seed, directed=False, p=0.1 + 0.1 * seed)
    compare = close if function in LINKS[1:3] else alike
    assert len(both(function, G, compare=compare)) > 400


@pytest.mark.parametrize("function", LINKS)
def test_links_of_pairs(function: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("motherlode.networkx._links.PAIRS", 100)
    G = random_graph(1, directed=False)
    # With itself, the neighbour of a leaf has a common neighbour for which log(degree) is 0.
    by_leaf = {node for leaf in G if G.degree(leaf) == 1 for node in G[leaf]}
    pairs = [(u, v) for u in G for v in G if u != v or u not in by_leaf]
    compare = close if function in LINKS[1:3] else alike
    assert len(both(function, G, pairs, compare=compare)) == len(pairs) > 1500
    both(function, G, [])
    both(function, G, iter(pairs))  # NetworkX looks through it, and nothing is left


@pytest.mark.parametrize("function", LINKS)
def test_links_of_wrong_pairs(function: str) -> None:
    G = random_graph(1, directed=False)
    assert both(function, G, [("a", 0), (0, "not in the graph")])[0] == "NodeNotFound"
    assert both(function, G, [("a", 0), (["unhashable"], 0)])[0] == "NodeNotFound"
    assert both(function, G, [("a", 0, 7)])[0] == "ValueError"
    for kind in (nx.DiGraph, nx.MultiGraph):
        assert both(function, kind(G), [("a", 0)])[0] == "NetworkXNotImplemented"


def test_adamic_adar_of_a_node_and_itself() -> None:
    G = nx.star_graph(3)
    G.add_edge(1, 2)
    for backend in ("networkx", "motherlode"):
        found = nx.adamic_adar_index(G, [(1, 1), (1, 3), (0, 0), (1, 2)], backend=backend)
        assert [next(found)[:2], next(found)[:2]] == [(1, 1), (1, 3)]
        with pytest.raises(ZeroDivisionError):
            next(found)


@settings(max_examples=40, deadline=None)
@given(edges(9), st.lists(st.sampled_from(POOL), max_size=3))
def test_links_of_any_graph(pairs: list[tuple[Any, Any]], more: list[Any]) -> None:
    G = graph_of(nx.Graph, more, pairs)
    for function in LINKS:
        both(function, G)
        both(function, G, pairs)


def bipartite_graph(seed: int) -> nx.Graph:
    G = nx.bipartite.random_graph(13, 22, 0.15, seed=seed)
    return nx.relabel_nodes(G, {v: POOL[v] if v < len(POOL) else f"node {v}" for v in G})


@pytest.mark.parametrize("mode", ["dot", "min", "max"])
@pytest.mark.parametrize("seed", range(2))
def test_latapy(seed: int, mode: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("motherlode.networkx._lists.AT_ONCE", 50)
    G = bipartite_graph(seed)
    assert len(set(both("latapy_clustering", G, mode=mode).values())) > 10
    both("latapy_clustering", G, ["a", 0, "a", 7], mode)
    both("latapy_clustering", nx.MultiGraph(list(G.edges) * 2), mode=mode)


def test_latapy_of_wrong_arguments() -> None:
    G = bipartite_graph(0)
    assert both("latapy_clustering", G, mode="mean")[0] == "NetworkXError"
    assert both("latapy_clustering", G, mode=[])[0] == "TypeError"
    assert both("latapy_clustering", G, ["a", "not in the graph"])[0] == "KeyError"
    for odd in (nx.cycle_graph(7), nx.Graph([(0, 1), (2, 2)]), nx.disjoint_union(G, nx.cycle_graph(5))):
        assert both("latapy_clustering", odd, mode="mean") == ["NetworkXError", "Graph is not bipartite"]


@settings(max_examples=80, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 12), st.integers(0, 12)), max_size=16))
def test_latapy_of_any_graph(pairs: list[tuple[int, int]]) -> None:
    both("latapy_clustering", nx.Graph(pairs))


@pytest.mark.parametrize("n", [2, 3, 500, 501])
def test_two_colours_along_a_cycle(n: int) -> None:
    G = nx.relabel_nodes(nx.cycle_graph(n), {v: v * 37 % n for v in range(n)} if n > 3 else {})
    both("latapy_clustering", G)


@settings(max_examples=60, deadline=None)
@given(edges(9), st.lists(st.sampled_from(POOL[:9]), max_size=6))
def test_census_of_some_nodes(pairs: list[tuple[Any, Any]], nodes: list[Any]) -> None:
    G = nx.DiGraph(pair for pair in pairs if pair[0] != pair[1])
    both("triadic_census", G, nodes, compare=alike)
    both("triadic_census", G, [node for node in dict.fromkeys(nodes) if node in G], compare=alike)


def test_census_of_wrong_nodes() -> None:
    G = without_loops(random_graph(2, directed=True))
    assert sum(both("triadic_census", G, ["a", 0, "leaf"], compare=alike).values()) > 1000
    both("triadic_census", nx.MultiDiGraph(list(G.edges) * 2), ["a", 0, "leaf"], compare=alike)
    for wrong in (["a", "a"], ["a", "not in the graph"]):
        assert both("triadic_census", G, wrong)[0] == "ValueError"
    assert both("triadic_census", G, 0)[0] == "TypeError"
    G.add_edge(0, 0)
    with pytest.raises(NotImplementedError):
        nx.triadic_census(G, ["a"], backend="motherlode")
