"""The matchers find what NetworkX's find, whatever the nodes, attributes and match functions are."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Callable, Iterator
from typing import Any

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from networkx.algorithms import isomorphism as theirs

from motherlode import isomorphism as ours

# NetworkX warns of every use of its cache.
pytestmark = pytest.mark.filterwarnings("ignore:Note. conversions")

NAMES: list[Any] = ["z", 7, ("t", 1), -3, "a", 2**70, frozenset({1, 2}), 0, 3.5, "7", (), b"bytes", 100, "ä"]
NAN = float("nan")


def canonical(mappings: Iterator[dict[Any, Any]]) -> list[list[str]]:
    return sorted(sorted(map(repr, mapping.items())) for mapping in mappings)


def matchers(G: nx.Graph, H: nx.Graph, *match: Any, **by_name: Any) -> tuple[Any, Any]:
    name = "DiGraphMatcher" if G.is_directed() else "GraphMatcher"
    return getattr(ours, name)(G, H, *match, **by_name), getattr(theirs, name)(G, H, *match, **by_name)


def compare(G: nx.Graph, H: nx.Graph, *match: Any, native: bool = True, **by_name: Any) -> tuple[int, int]:
    """Compare all methods, and return how many isomorphisms and monomorphisms there are."""
    mine, their = matchers(G, H, *match, **by_name)
    numbers = []
    for induced, kind in ((True, "isomorphi"), (False, "monomorphi")):
        wanted = canonical(getattr(their, f"subgraph_{kind}sms_iter")())
        assert canonical(getattr(mine, f"subgraph_{kind}sms_iter")()) == wanted
        assert (mine.why_networkx(induced=induced) is None) == native, mine.why_networkx(induced=induced)
        assert getattr(mine, f"subgraph_is_{kind}c")() == bool(wanted)
        if wanted:
            assert sorted(map(repr, mine.mapping.items())) in wanted
        assert getattr(mine, f"count_subgraph_{kind}sms")() == len(wanted)
        numbers.append(len(wanted))
    return numbers[0], numbers[1]


def attributed(
    seed: int, n: int, p: float, *, directed: bool, names: list[Any] | None = None, loops: int = 0
) -> nx.Graph:
    """Make a graph with attributes of mixed types, some of them missing."""
    dice = random.Random(seed)
    G = nx.gnp_random_graph(n, p, seed=seed, directed=directed)
    if names is not None:
        G = nx.relabel_nodes(G, dict(enumerate(names[:n])))
    for v in dice.sample(list(G), loops):
        G.add_edge(v, v)
    for v in G:
        if dice.random() < 0.75:
            G.nodes[v]["colour"] = dice.choice(["red", "red", "blue", 1, 1.0])
        if dice.random() < 0.5:
            G.nodes[v]["size"] = dice.choice([1, 2, 3])
    for edge in G.edges:
        if dice.random() < 0.75:
            G.edges[edge]["kind"] = dice.choice(["x", "x", "y", 2])
        if dice.random() < 0.5:
            G.edges[edge]["size"] = dice.choice([1, 2, 3])
    return G


def pattern(seed: int, *, directed: bool) -> nx.Graph:
    """Make a connected pattern of two to five vertices."""
    for more in itertools.count():
        H = attributed(
            1000 * seed + more, 2 + seed % 4, 0.6, directed=directed, names=["p", "q", ("r",), 4, "s"]
        )
        if nx.is_connected(H.to_undirected()):
            return H
    raise AssertionError


def part(G: nx.Graph, seed: int) -> nx.Graph:
    """Take a connected part of three or four vertices of a graph as the pattern, so that there is something
    to find."""
    dice = random.Random(seed)
    while True:
        H = G.subgraph(dice.sample(list(G), 3 + seed % 2)).copy()
        if nx.is_connected(H.to_undirected()) and not nx.number_of_selfloops(H):
            names = dice.sample(["p", "q", ("r",), 4], len(H))
            return nx.relabel_nodes(H, dict(zip(H, names)))


NODE_MATCHES: dict[str, Callable[[Any, Any], Any] | None] = {
    "none": None,
    "categorical": theirs.categorical_node_match("colour", "red"),
    "two attributes": theirs.categorical_node_match(["colour", "size"], ["red", 1]),
    "numerical": theirs.numerical_node_match("size", 1),
    "generic": theirs.generic_node_match("size", 2, lambda one, other: one >= other),
    "any callable": lambda one, other: other.items() <= one.items(),
}
EDGE_MATCHES: dict[str, Callable[[Any, Any], Any] | None] = {
    "none": None,
    "categorical": theirs.categorical_edge_match("kind", "x"),
    "two attributes": theirs.categorical_edge_match(["kind", "size"], ["x", 1]),
    "any callable": lambda one, other: one.get("size", 2) >= other.get("size", 1),
}


@pytest.mark.parametrize("directed", [False, True])
@pytest.mark.parametrize("edge_match", EDGE_MATCHES)
@pytest.mark.parametrize("node_match", NODE_MATCHES)
def test_random_graphs(node_match: str, edge_match: str, directed: bool) -> None:
    found = 0
    for seed in range(6):
        G = attributed(seed, 14, 0.3 if directed else 0.35, directed=directed, names=NAMES, loops=seed % 3)
        H = part(G, seed) if seed % 2 else pattern(seed, directed=directed)
        found += sum(compare(G, H, NODE_MATCHES[node_match], EDGE_MATCHES[edge_match]))
    assert found > 0, "all patterns were absent: the test would prove nothing"


@settings(max_examples=30, deadline=None)
@given(
    st.lists(st.tuples(st.sampled_from(NAMES[:7]), st.sampled_from(NAMES[:7]))),
    st.dictionaries(st.sampled_from(NAMES[:8]), st.sampled_from(["red", "blue", None, 2]), min_size=1),
    st.integers(0, 11),
    st.booleans(),
)
def test_any_graph(pairs: list[tuple[Any, Any]], colours: dict[Any, Any], seed: int, directed: bool) -> None:
    G = nx.DiGraph(pairs) if directed else nx.Graph(pairs)
    G.add_nodes_from(colours)
    nx.set_node_attributes(G, colours, "colour")
    compare(G, pattern(seed, directed=directed), node_match=theirs.categorical_node_match("colour", "red"))


def test_a_path_into_its_ends() -> None:
    """By hand: the orientation of the mapping, and what induced means."""
    G = nx.Graph([("x", "y"), ("y", "z"), ("z", "x"), ("z", "w")])
    H = nx.path_graph(3)
    mine = ours.GraphMatcher(G, H)
    assert {
        tuple(sorted(m.items(), key=lambda pair: pair[1])) for m in mine.subgraph_isomorphisms_iter()
    } == {
        (("w", 0), ("z", 1), ("x", 2)),
        (("x", 0), ("z", 1), ("w", 2)),
        (("w", 0), ("z", 1), ("y", 2)),
        (("y", 0), ("z", 1), ("w", 2)),
    }
    assert mine.count_subgraph_isomorphisms() == 4
    assert mine.count_subgraph_monomorphisms() == 10


def test_directions() -> None:
    G = nx.DiGraph([(1, 2), (2, 3), (3, 1), (3, 4), (4, 3), (1, 5)])
    for arcs in ([("a", "b")], [("a", "b"), ("b", "a")], [("a", "b"), ("b", "c")], [("a", "b"), ("c", "b")]):
        compare(G, nx.DiGraph(arcs))
    assert compare(G, nx.DiGraph([("a", "b"), ("b", "a")])) == (2, 2)


def test_parallel_arcs_have_their_own_attributes() -> None:
    G = nx.DiGraph()
    G.add_edge("u", "v", kind="likes")
    G.add_edge("v", "u", kind="hates")
    G.add_edge("v", "w", kind="likes")
    G.add_edge("w", "v", kind="likes")
    H = nx.DiGraph()
    H.add_edge(0, 1, kind="likes")
    H.add_edge(1, 0, kind="hates")
    match = theirs.categorical_edge_match("kind", None)
    assert compare(G, H, edge_match=match) == (1, 1)
    [mapping] = ours.DiGraphMatcher(G, H, edge_match=match).subgraph_isomorphisms_iter()
    assert mapping == {"u": 0, "v": 1}


def test_an_edge_that_suits_nothing_still_forbids_an_induced_match() -> None:
    G = nx.Graph()
    G.add_edge(0, 1, kind="x")
    G.add_edge(1, 2, kind="x")
    G.add_edge(0, 2, kind="other")
    G.add_edge(2, 3, kind="x")
    H = nx.path_graph(3)
    nx.set_edge_attributes(H, "x", "kind")
    assert compare(G, H, edge_match=theirs.categorical_edge_match("kind", None)) == (2, 4)


def test_self_loops_of_the_graph() -> None:
    G = nx.path_graph(5)
    G.add_edge(2, 2)
    assert compare(G, nx.path_graph(2)) == (4, 8)
    D = nx.DiGraph([(0, 1), (1, 2), (2, 2), (2, 3)])
    assert compare(D, nx.DiGraph([(0, 1)])) == (1, 3)


def test_nothing_to_find() -> None:
    H = nx.path_graph(3)
    assert compare(nx.Graph(), H) == (0, 0)
    assert compare(nx.empty_graph(6), H) == (0, 0)
    assert compare(nx.complete_graph(2), H) == (0, 0)
    G = nx.star_graph(4)
    nx.set_node_attributes(H, "missing", "colour")
    assert compare(G, H, theirs.categorical_node_match("colour", None)) == (0, 0)
    nx.set_edge_attributes(H, "missing", "kind")
    assert compare(G, H, None, theirs.categorical_edge_match("kind", None)) == (0, 0)
    all_loops = nx.Graph([(0, 1), (0, 0), (1, 1)])
    assert compare(all_loops, nx.path_graph(2)) == (0, 2)


@pytest.mark.parametrize("value", [NAN, 1, True, 0.0, "1", None, (1, 2)])
def test_values_are_compared_as_python_does(value: Any) -> None:
    G = nx.path_graph(7)
    H = nx.path_graph(2)
    for v, colour in enumerate([NAN, 1, True, -0.0, "1", None, (1, 2)]):
        G.nodes[v]["colour"] = colour
    H.nodes[0]["colour"] = value
    compare(G, H, theirs.categorical_node_match("colour", 1))
    compare(G, H, theirs.categorical_node_match(["colour"], [NAN]))
    compare(G, H, lambda one, other: one.get("colour") is other.get("colour", one.get("colour")))


def test_a_missing_value_is_not_none() -> None:
    G = nx.path_graph(4)
    nx.set_node_attributes(G, {0: None, 2: "red"}, "colour")
    nx.set_edge_attributes(G, {(0, 1): None, (2, 3): 1}, "kind")
    H = nx.path_graph(2)
    nx.set_node_attributes(H, "red", "colour")
    assert compare(G, H, theirs.categorical_node_match("colour", "red")) == (4, 4)
    nx.set_edge_attributes(H, 1, "kind")
    assert compare(G, H, None, theirs.categorical_edge_match("kind", 1)) == (4, 4)


def test_values_that_cannot_be_hashed() -> None:
    G = nx.cycle_graph(5)
    for v in G:
        G.nodes[v]["tags"] = ["even"] if v % 2 == 0 else ["odd"]
    H = nx.path_graph(2)
    H.nodes[0]["tags"] = ["even"]
    H.nodes[1]["tags"] = ["odd"]
    assert compare(G, H, theirs.categorical_node_match("tags", None)) == (4, 4)


def test_a_numerical_match_is_not_transitive() -> None:
    G = nx.path_graph(4)
    nx.set_node_attributes(G, {0: 1.0, 1: 1.4, 2: 1.8, 3: math.inf}, "x")
    H = nx.path_graph(2)
    nx.set_node_attributes(H, {0: 1.2, 1: 1.6}, "x")
    match = theirs.numerical_node_match("x", 0, rtol=0, atol=0.25)
    assert compare(G, H, match) == (2, 2)


@pytest.mark.parametrize(
    ("H", "reason"),
    [
        (nx.empty_graph(0), "fewer than two"),
        (nx.empty_graph(1), "fewer than two"),
        (nx.empty_graph(2), "several parts"),
        (nx.Graph([(0, 1), (2, 3)]), "several parts"),
        (nx.Graph([(0, 1), (1, 1)]), "self-loop"),
        (nx.MultiGraph([(0, 1)]), "multigraph"),
        (nx.path_graph(13), "13 nodes"),
    ],
)
def test_what_is_left_to_networkx(H: nx.Graph, reason: str) -> None:
    G = nx.gnp_random_graph(7, 0.4, seed=5)
    G.add_edge(3, 3)
    assert reason in ours.GraphMatcher(G, H).why_networkx()
    compare(G, H, native=False)


@pytest.mark.parametrize("size", [6, 9, 12])
def test_large_patterns(size: int) -> None:
    """Sparse ones are Motherlode's up to the largest, and each is found where it was taken from."""
    dice = random.Random(size)
    G = attributed(size, 40, 0.09, directed=False)
    places = [max(G, key=G.degree)]
    while len(places) < size:
        places.append(dice.choice([w for v in places for w in G[v] if w not in places]))
    H = nx.relabel_nodes(G.subgraph(places), {v: ("p", v) for v in places})
    assert H.number_of_edges() <= 1.5 * size
    match = theirs.categorical_node_match(["colour", "size"], ["red", 1])
    assert compare(G, H, match)[1] > 0


def test_a_large_dense_pattern_with_labels() -> None:
    """Where no two vertices are alike, no two levels of a plan share a set."""
    G = nx.complete_graph(12)
    nx.set_node_attributes(G, {v: v for v in G}, "place")
    match = theirs.categorical_node_match("place", None)
    mine, _ = matchers(G, G, match)
    assert mine.why_networkx() is None
    assert [*mine.subgraph_isomorphisms_iter()] == [{v: v for v in G}]
    assert matchers(G, nx.complete_graph(11))[0].why_networkx() is None


def test_a_multigraph_is_left_to_networkx() -> None:
    G = nx.MultiGraph([(0, 1), (0, 1), (1, 2), (2, 3)])
    compare(G, nx.MultiGraph([("a", "b"), ("b", "c")]), native=False)
    assert ours.MultiGraphMatcher is theirs.MultiGraphMatcher


def test_a_match_that_raises_is_left_to_networkx() -> None:
    G = nx.path_graph(4)
    G.nodes[3]["x"] = "no number"
    for v in range(3):
        G.nodes[v]["x"] = v
    H = nx.path_graph(2)
    nx.set_node_attributes(H, 1, "x")
    mine, their = matchers(G, H, lambda one, other: one["x"] + other["x"] < 4)
    assert "TypeError" in mine.why_networkx()
    for matcher in (mine, their):
        with pytest.raises(TypeError, match="str"):
            list(matcher.subgraph_isomorphisms_iter())


def test_a_subclass_with_its_own_search_is_left_to_networkx() -> None:
    class Above(ours.GraphMatcher):
        def semantic_feasibility(self, G1_node: Any, G2_node: Any) -> bool:
            return G1_node > 1

    class TheirAbove(theirs.GraphMatcher):
        def semantic_feasibility(self, G1_node: Any, G2_node: Any) -> bool:
            return G1_node > 1

    G, H = nx.cycle_graph(6), nx.path_graph(3)
    assert "semantic_feasibility" in Above(G, H).why_networkx()
    wanted = canonical(TheirAbove(G, H).subgraph_isomorphisms_iter())
    assert canonical(Above(G, H).subgraph_isomorphisms_iter()) == wanted
    assert Above(G, H).count_subgraph_isomorphisms() == len(wanted) == 4


def test_a_subclass_that_changes_nothing_is_not() -> None:
    class Mine(ours.DiGraphMatcher):
        pass

    assert Mine(nx.path_graph(4, nx.DiGraph), nx.path_graph(3, nx.DiGraph)).why_networkx() is None


def test_isomorphisms_of_whole_graphs() -> None:
    G = nx.relabel_nodes(nx.circular_ladder_graph(4), dict(enumerate(NAMES)))
    H = nx.circular_ladder_graph(4)
    mine, their = matchers(G, H)
    assert mine.is_isomorphic() and len(mine.mapping) == 8
    assert canonical(mine.isomorphisms_iter()) == canonical(their.isomorphisms_iter())
    assert not ours.GraphMatcher(G, nx.path_graph(8)).is_isomorphic()


def test_the_results_are_lazy() -> None:
    mine = ours.GraphMatcher(nx.complete_graph(200), nx.complete_graph(6))  # of 6e13
    first = list(itertools.islice(mine.subgraph_isomorphisms_iter(), 3))
    assert len({tuple(sorted(mapping.items())) for mapping in first}) == 3
    assert mine.subgraph_is_isomorphic()
    iterator = mine.subgraph_monomorphisms_iter()
    assert iter(iterator) is iterator
    assert next(iterator) == mine.mapping


def test_wrong_graphs_are_the_same_errors() -> None:
    undirected, directed = nx.path_graph(3), nx.path_graph(3, nx.DiGraph)
    for module in (ours, theirs):
        with pytest.raises(nx.NetworkXError, match="same directedness"):
            module.GraphMatcher(undirected, directed)
        with pytest.raises(nx.NetworkXError, match="Use"):
            module.GraphMatcher(directed, directed)
        with pytest.raises(nx.NetworkXError, match="Use"):
            module.DiGraphMatcher(undirected, undirected)


def test_a_device() -> None:
    mine = ours.GraphMatcher(nx.karate_club_graph(), nx.complete_graph(3), device="cpu")
    assert mine.count_subgraph_isomorphisms() == 6 * 45


def test_the_graph_is_converted_once() -> None:
    G = nx.karate_club_graph()
    ours.GraphMatcher(G, nx.complete_graph(3)).count_subgraph_isomorphisms()
    [first] = G.__networkx_cache__["backends"]["motherlode"].values()
    ours.GraphMatcher(G, nx.complete_graph(4)).count_subgraph_isomorphisms()
    assert nx.triangles(G, backend="motherlode") == nx.triangles(G)
    assert list(G.__networkx_cache__["backends"]["motherlode"].values()) == [first]
    G.add_edge(0, 9)
    compare(G, nx.complete_graph(4))
