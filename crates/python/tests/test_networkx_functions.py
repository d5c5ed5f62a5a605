"""Every function of the backend gives what NetworkX's own gives: values, types, order and errors."""

from __future__ import annotations

from collections import Counter
from typing import Any

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from motherlode.networkx import convert_from_nx, interface

# NetworkX warns of every use of its cache.
pytestmark = pytest.mark.filterwarnings("ignore:Note. conversions")

#: Nodes of all kinds, in an order that sorting does not give.
POOL: list[Any] = ["z", 7, ("t", 1), -3, "a", 2**70, frozenset({1, 2}), 0, 3.5, "7", (), b"bytes", 100, "ä"]

DIRECTED = ["transitivity", "clustering", "average_clustering", "triadic_census"]
UNDIRECTED = ["triangles", "generalized_degree", "square_clustering", *DIRECTED[:3]]


def alike(one: Any, other: Any) -> None:
    """Compare values and types, floats to the bit; dictionaries in order, but for counters, which NetworkX
    fills from sets."""
    assert type(one) is type(other), (one, other)
    if isinstance(one, Counter):
        assert sorted(map(repr, one.items())) == sorted(map(repr, other.items()))
    elif isinstance(one, dict):
        assert list(one) == list(other)
        for node in one:
            alike(one[node], other[node])
    else:
        assert repr(one) == repr(other)


def both(function: str, G: nx.Graph, *args: Any, **kwargs: Any) -> None:
    """Compare a function of the backend with NetworkX's. The backend must take it: otherwise this raises."""
    call = getattr(nx, function)
    alike(call(G, *args, backend="motherlode", **kwargs), call(G, *args, backend="networkx", **kwargs))


def random_graph(seed: int, *, directed: bool, n: int = 40, p: float = 0.2) -> nx.Graph:
    """Make an asymmetric graph with gaps, self-loops, isolated nodes, and nodes that are no integers."""
    G = nx.gnp_random_graph(n, p, seed=seed, directed=directed)
    names = {v: POOL[v] if v < len(POOL) else (v * v if v % 3 else f"node {v}") for v in G}
    G = nx.relabel_nodes(G, names)
    nodes = list(G)
    for v in nodes[seed % 5 :: 7]:
        G.add_edge(v, v, weight=0.5)
    G.add_nodes_from(["alone", ("alone", 2)])
    G.add_edge("leaf", nodes[seed % n])
    return G


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("function", UNDIRECTED)
def test_undirected(function: str, seed: int) -> None:
    G = random_graph(seed, directed=False, p=0.1 + 0.15 * seed)
    both(function, G)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("function", DIRECTED)
def test_directed(function: str, seed: int) -> None:
    G = random_graph(seed, directed=True, p=0.05 + 0.12 * seed)
    both(function, G)


def edges(nodes: int, least: int = 0) -> st.SearchStrategy[list[tuple[Any, Any]]]:
    node = st.sampled_from(POOL[:nodes])
    return st.lists(st.tuples(node, node), min_size=least, max_size=4 * nodes)


def graph_of(kind: type[nx.Graph], nodes: list[Any], pairs: list[tuple[Any, Any]]) -> nx.Graph:
    """Return a graph of these edges, and of nodes that come before those of the edges."""
    G = kind()
    G.add_nodes_from(nodes)
    G.add_edges_from(pairs)
    return G


@settings(max_examples=40, deadline=None)
@given(edges(9), st.lists(st.sampled_from(POOL), max_size=4))
def test_any_undirected(pairs: list[tuple[Any, Any]], more: list[Any]) -> None:
    G = graph_of(nx.Graph, more, pairs)
    for function in UNDIRECTED:
        if function != "average_clustering" or len(G):
            both(function, G)
    cliques = list(nx.enumerate_all_cliques(G, backend="motherlode"))
    assert cliques == list(nx.enumerate_all_cliques(G, backend="networkx"))
    found = list(nx.all_triangles(G, backend="motherlode"))
    wanted = list(nx.all_triangles(G, backend="networkx"))
    assert len(found) == len(set(found)) and set(found) == set(wanted)


@settings(max_examples=40, deadline=None)
@given(edges(8), st.lists(st.sampled_from(POOL), max_size=4))
def test_any_directed(pairs: list[tuple[Any, Any]], more: list[Any]) -> None:
    G = graph_of(nx.DiGraph, more, pairs)
    for function in DIRECTED:
        if function != "average_clustering" or len(G):
            both(function, G)


@pytest.mark.parametrize("directed", [False, True])
@pytest.mark.parametrize("n", range(4))
def test_no_edges(n: int, directed: bool) -> None:
    G = nx.empty_graph(n, create_using=nx.DiGraph if directed else nx.Graph)
    for function in DIRECTED if directed else UNDIRECTED:
        if n or function != "average_clustering":
            both(function, G)
    if not directed:
        assert list(nx.all_triangles(G, backend="motherlode")) == []
        assert list(nx.enumerate_all_cliques(G, backend="motherlode")) == [[v] for v in range(n)]


def test_average_of_no_nodes_is_the_same_error() -> None:
    for backend in ("networkx", "motherlode"):
        with pytest.raises(ZeroDivisionError):
            nx.average_clustering(nx.Graph(), backend=backend)


@pytest.mark.parametrize("function", ["triangles", "clustering", "square_clustering", "generalized_degree"])
def test_some_nodes(function: str) -> None:
    G = random_graph(1, directed=False)
    both(function, G, "a")
    both(function, G, ("t", 1))
    both(function, G, ["a", "leaf", 0, "a", "not in the graph"])
    both(function, G, [])
    both(function, G, {0, "alone"})
    both(function, G, nodes=["leaf", "alone", 100])
    call = getattr(nx, function)
    alike(call(G, iter(["z", "leaf"]), backend="motherlode"), call(G, ["z", "leaf"]))


def test_some_nodes_of_directed() -> None:
    G = random_graph(2, directed=True)
    both("clustering", G, "a")
    both("clustering", G, ["a", "leaf", 0, "a", "not in the graph"])
    both("average_clustering", G, ["a", "leaf", 0, 7])


@pytest.mark.parametrize("count_zeros", [False, True])
def test_average_of_some(count_zeros: bool) -> None:
    G = random_graph(3, directed=False)
    both("average_clustering", G, ["a", "leaf", 0, 7, "alone"], count_zeros=count_zeros)
    both("average_clustering", G, count_zeros=count_zeros)


@pytest.mark.parametrize("nodes", [12345, [["unhashable"]], "not in the graph"])
@pytest.mark.parametrize("function", ["triangles", "clustering", "square_clustering", "generalized_degree"])
def test_wrong_nodes_are_the_same_error(function: str, nodes: Any) -> None:
    G = random_graph(0, directed=False)
    outcomes = []
    for backend in ("networkx", "motherlode"):
        try:
            outcomes.append(getattr(nx, function)(G, nodes, backend=backend))
        except nx.NetworkXError as error:
            outcomes.append(str(error))
    assert outcomes[0] == outcomes[1]


@pytest.mark.parametrize("seed", range(3))
def test_all_triangles(seed: int) -> None:
    G = random_graph(seed, directed=False, p=0.25)
    found = list(nx.all_triangles(G, backend="motherlode"))
    wanted = list(nx.all_triangles(G, backend="networkx"))
    # The nodes of each stand in the same order; the triangles do not, in NetworkX by the order of sets.
    assert wanted and len(found) == len(wanted) and set(found) == set(wanted)


@pytest.mark.parametrize("seed", range(3))
def test_cliques_in_order(seed: int) -> None:
    G = random_graph(seed, directed=False, n=25, p=0.4)
    found = list(nx.enumerate_all_cliques(G, backend="motherlode"))
    assert found == list(nx.enumerate_all_cliques(G, backend="networkx"))
    assert max(map(len, found)) > 3


def test_cliques_larger_than_a_pattern() -> None:
    G = nx.complete_graph(14)
    G.remove_edge(3, 9)
    G.remove_edge(2, 5)
    G = nx.relabel_nodes(G, {v: POOL[(5 * v) % 14] for v in G})
    G.add_edges_from([("x", "y"), ("y", "z")])
    found = list(nx.enumerate_all_cliques(G, backend="motherlode"))
    assert found == list(nx.enumerate_all_cliques(G, backend="networkx"))
    G.add_edge("x", 3.5)
    K = nx.complete_graph(14)
    cliques = nx.enumerate_all_cliques(K, backend="motherlode")
    assert [len(clique) for clique in cliques].count(13) == 14


def sets(cliques: Any) -> Counter[frozenset[Any]]:
    return Counter(map(frozenset, cliques))


@pytest.mark.parametrize("seed", range(5))
def test_maximal_cliques(seed: int) -> None:
    G = random_graph(seed, directed=False, p=0.05 + 0.15 * seed)
    wanted = sets(nx.find_cliques(G, backend="networkx"))
    for function in (nx.find_cliques, nx.find_cliques_recursive):
        found = list(function(G, backend="motherlode"))
        assert all(type(clique) is list for clique in found)
        assert sets(found) == wanted
        for nodes in (
            [next(iter(G))],
            next(iter(wanted)),
            [next(iter(G)), *G[next(iter(G))]][:2],
            ["alone"],
            [],
        ):
            given = list(nodes)
            through = list(function(G, given, backend="motherlode"))
            assert sets(through) == sets(function(G, given, backend="networkx"))
            assert all(clique[: len(given)] == given for clique in through)
        with pytest.raises(ValueError, match="do not form a clique"):
            list(function(G, ["alone", "leaf"], backend="motherlode"))
        with pytest.raises(ValueError, match="do not form a clique"):
            list(function(G, ["nobody"], backend="motherlode"))
    found_sizes = nx.node_clique_number(G, backend="motherlode")
    wanted_sizes = nx.node_clique_number(G, backend="networkx")
    assert type(found_sizes) is type(wanted_sizes) and dict(found_sizes) == dict(wanted_sizes)
    with nx.config(backend_priority=["motherlode"]):
        numbers = nx.number_of_cliques(G)
    alike(numbers, nx.number_of_cliques(G))
    for k in (2, 3, 4):
        communities = nx.community.k_clique_communities
        assert sets(communities(G, k, backend="motherlode")) == sets(communities(G, k, backend="networkx"))
    size = nx.approximation.large_clique_size(G, backend="motherlode")
    # NetworkX's own takes a node with a self-loop for a neighbour of its own.
    G.remove_edges_from(list(nx.selfloop_edges(G)))
    assert size == max(map(len, wanted)) >= nx.approximation.large_clique_size(G, backend="networkx")


@pytest.mark.parametrize("kind", [nx.Graph, nx.MultiGraph])
@pytest.mark.parametrize("n", [0, 1, 3])
def test_maximal_cliques_without_edges(kind: type[nx.Graph], n: int) -> None:
    G = kind(nx.empty_graph(n))
    G.add_edges_from((v, v) for v in range(n - 1))
    assert list(nx.find_cliques(G, backend="motherlode")) == [[v] for v in range(n)]
    assert list(nx.find_cliques_recursive(G, backend="motherlode")) == [[v] for v in range(n)]
    if kind is nx.Graph:  # NetworkX takes no other
        assert nx.approximation.large_clique_size(G, backend="motherlode") == min(n, 1)
    assert dict(nx.node_clique_number(G, backend="motherlode")) == dict.fromkeys(range(n), 1)
    assert list(nx.community.k_clique_communities(G, 2, backend="motherlode")) == []
    made = nx.make_max_clique_graph(G, backend="motherlode")
    assert type(made) is kind and list(made) == list(range(n)) and not made.edges


def test_the_graph_of_maximal_cliques() -> None:
    G = random_graph(3, directed=False)
    found = nx.make_max_clique_graph(G, backend="motherlode")
    wanted = nx.make_max_clique_graph(G, backend="networkx")
    assert sorted(found) == sorted(wanted)
    assert sorted(d for _, d in found.degree) == sorted(d for _, d in wanted.degree)
    cliques = [set(clique) for clique in nx.find_cliques(G, backend="motherlode")]
    assert all(bool(cliques[i] & cliques[j]) == found.has_edge(i, j) for i in found for j in range(i))
    directed = nx.make_max_clique_graph(G, create_using=nx.DiGraph, backend="motherlode")
    assert directed.is_directed() and directed.number_of_edges() == found.number_of_edges()
    with pytest.raises(nx.NetworkXError, match="greater than 1"):
        list(nx.community.k_clique_communities(G, 1, backend="motherlode"))


@pytest.mark.parametrize("seed", range(4))
def test_heaviest_cliques(seed: int) -> None:
    G = random_graph(seed, directed=False, p=0.2 + 0.1 * seed)
    for place, v in enumerate(G):
        G.nodes[v]["weight"] = (place * 37 + seed) % 23 - 4 if seed else -place
        G.nodes[v]["huge"] = 2**70 + place
    for weight in ("weight", "huge"):
        clique, own = nx.max_weight_clique(G, weight, backend="motherlode")
        assert own == nx.max_weight_clique(G, weight, backend="networkx")[1]
        assert own == sum(G.nodes[v][weight] for v in clique)
        assert all(G.has_edge(u, v) for u in clique for v in clique if u != v)
    with pytest.raises(KeyError, match="requested weight"):
        nx.max_weight_clique(G, "height", backend="motherlode")
    G = G.copy()
    G.nodes["leaf"]["weight"] = 2.5
    with pytest.raises(ValueError, match="not an integer"):
        nx.max_weight_clique(G, backend="motherlode")


@pytest.mark.parametrize("directed", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_isomorphisms(seed: int, directed: bool) -> None:
    G = random_graph(seed, directed=directed, p=0.1)
    order = sorted(G, key=repr)
    H = nx.relabel_nodes(G, {v: ("H", place) for place, v in enumerate(order)})
    H = nx.relabel_nodes(H, {v: v for v in sorted(H, key=lambda v: (v[1] * 7) % 43)})
    found = nx.vf2pp_isomorphism(G, H, backend="motherlode")
    assert {(found[u], found[v]) for u, v in G.edges} <= {
        pair for e in H.edges for pair in (e, e if directed else e[::-1])
    }
    assert len(set(found.values())) == len(H)
    assert nx.vf2pp_is_isomorphic(G, H, backend="motherlode")
    u, v = next((u, v) for u in H for v in H if u != v and not H.has_edge(u, v))
    x, y = next((x, y) for x, y in H.edges if x != y)
    H.remove_edge(x, y)
    H.add_edge(u, v)
    assert nx.vf2pp_is_isomorphic(G, H, backend="motherlode") == nx.is_isomorphic(G, H)


def test_all_isomorphisms() -> None:
    petersen, prism = nx.petersen_graph(), nx.circular_ladder_graph(5)
    cases = [
        (petersen, nx.relabel_nodes(petersen, lambda v: (v * 3 + 1) % 10)),
        (petersen, nx.circular_ladder_graph(5)),
        (prism, prism),
        (nx.cycle_graph(6), nx.disjoint_union(nx.cycle_graph(3), nx.cycle_graph(3))),
        (nx.cycle_graph(5, nx.DiGraph), nx.cycle_graph(5, nx.DiGraph).reverse()),
        (
            nx.disjoint_union(nx.path_graph(3), nx.path_graph(3)),
            nx.disjoint_union(nx.path_graph(3), nx.path_graph(3)),
        ),
        (nx.empty_graph(3), nx.empty_graph(3)),
        (nx.empty_graph(0), nx.empty_graph(0)),
        (nx.Graph([(0, 0), (0, 1)]), nx.Graph([(0, 1), (1, 1)])),
        (nx.Graph([(0, 0), (0, 1)]), nx.Graph([(0, 1)])),
    ]
    for one, other in cases:
        for v in one:
            one.nodes[v]["kind"] = v % 2
        for v in list(other)[1:]:
            other.nodes[v]["kind"] = v % 2
        for label, default in [(None, None), ("kind", 0), ("kind", 1)]:
            found = [
                sorted(maps.items(), key=repr)
                for maps in nx.vf2pp_all_isomorphisms(one, other, label, default, backend="motherlode")
            ]
            wanted = [
                sorted(maps.items(), key=repr)
                for maps in nx.vf2pp_all_isomorphisms(one, other, label, default, backend="networkx")
            ]
            assert sorted(found, key=repr) == sorted(wanted, key=repr)
            is_isomorphic = nx.vf2pp_is_isomorphic(one, other, label, default, backend="motherlode")
            assert is_isomorphic == bool(wanted)


def test_cliques_are_lazy() -> None:
    cliques = nx.enumerate_all_cliques(nx.complete_graph(40), backend="motherlode")
    for clique in cliques:  # there are 2**40
        if len(clique) == 4:
            break
    assert clique == [0, 1, 2, 3]


@pytest.mark.parametrize("seed", range(4))
def test_maximum_clique(seed: int) -> None:
    G = random_graph(seed, directed=False, p=0.3 + 0.1 * seed)
    clique, size = nx.max_weight_clique(G, weight=None, backend="motherlode")
    assert size == nx.max_weight_clique(G, weight=None, backend="networkx")[1]
    assert len(set(clique)) == size and type(size) is int
    assert all(G.has_edge(one, other) for one in clique for other in clique if one != other)


@pytest.mark.parametrize(("n", "wanted"), [(0, ([], 0)), (1, ([0], 1))])
def test_maximum_clique_without_edges(n: int, wanted: tuple[list[int], int]) -> None:
    assert nx.max_weight_clique(nx.empty_graph(n), weight=None, backend="motherlode") == wanted


def with_attributes(seed: int) -> nx.Graph:
    """Make a graph without self-loops whose nodes and edges say what they are."""
    G = random_graph(seed, directed=False, p=0.1 + 0.1 * seed)
    G.remove_edges_from(list(nx.selfloop_edges(G)))
    nx.set_node_attributes(G, {node: repr(node) for node in G}, "called")
    G.graph["of"] = seed
    return G


def alike_graphs(one: nx.Graph, other: nx.Graph) -> None:
    assert type(one) is type(other) and nx.utils.graphs_equal(one, other)


@pytest.mark.parametrize("seed", range(5))
def test_cores_and_trusses(seed: int) -> None:
    G = with_attributes(seed)
    both("core_number", G)
    both("onion_layers", G)
    for function in ("k_core", "k_shell", "k_crust"):
        for k in (None, 0, 2, 3.5, 99):
            call = getattr(nx, function)
            alike_graphs(call(G, k, backend="motherlode"), call(G, k, backend="networkx"))
    for k in range(1, 8):
        for call in (nx.k_corona, nx.k_truss):
            alike_graphs(call(G, k, backend="motherlode"), call(G, k, backend="networkx"))


@pytest.mark.parametrize("n", [0, 3])
def test_cores_without_edges(n: int) -> None:
    G = nx.empty_graph(n)
    both("core_number", G)
    both("onion_layers", G)
    alike_graphs(nx.k_truss(G, 2, backend="motherlode"), nx.k_truss(G, 2, backend="networkx"))
    alike_graphs(nx.k_core(G, 0, backend="motherlode"), nx.k_core(G, 0, backend="networkx"))
    if n == 0:
        with pytest.raises(ValueError, match="empty"):
            nx.k_core(G, backend="motherlode")


@pytest.mark.parametrize(
    "function", ["core_number", "k_core", "k_shell", "k_crust", "onion_layers", "k_truss"]
)
def test_cores_refuse_loops_as_networkx_does(function: str) -> None:
    G = nx.complete_graph(4)
    G.add_edge(2, 2)
    call, more = getattr(nx, function), [3] if function == "k_truss" else []
    said = []
    for name in ("motherlode", "networkx"):
        with pytest.raises(nx.NetworkXNotImplemented) as error:
            call(G, *more, backend=name)
        said.append(str(error.value))
    assert said[0] == said[1]


@pytest.mark.parametrize("seed", range(3))
def test_bipartite_clustering(seed: int) -> None:
    G = nx.bipartite.random_graph(9, 14, 0.3, seed=seed)
    call = nx.bipartite.robins_alexander_clustering
    alike(call(G, backend="motherlode"), call(G, backend="networkx"))
    G = nx.Graph(nx.gnp_random_graph(20, 0.3, seed=seed))  # NetworkX does not ask whether it is bipartite
    alike(call(G, backend="motherlode"), call(G, backend="networkx"))
    for small in (nx.path_graph(3), nx.path_graph(4), nx.star_graph(4), nx.empty_graph(5)):
        alike(call(small, backend="motherlode"), call(small, backend="networkx"))


def test_bipartite_clustering_leaves_loops() -> None:
    G = nx.complete_bipartite_graph(3, 4)
    G.add_edge(0, 0)
    with pytest.raises(NotImplementedError):
        nx.bipartite.robins_alexander_clustering(G, backend="motherlode")


def multigraph(kind: type[nx.MultiGraph]) -> nx.MultiGraph:
    G = kind(random_graph(1, directed=kind is nx.MultiDiGraph))
    G.add_edges_from(list(G.edges(keys=False))[::3])  # every third once more
    return G


def test_multigraphs() -> None:
    G = multigraph(nx.MultiGraph)
    for function in ("triangles", "square_clustering"):
        both(function, G)
    assert list(nx.enumerate_all_cliques(G, backend="motherlode")) == list(
        nx.enumerate_all_cliques(G, backend="networkx")
    )
    assert set(nx.all_triangles(G, backend="motherlode")) == set(nx.all_triangles(G, backend="networkx"))
    both("triadic_census", multigraph(nx.MultiDiGraph))


def test_a_view_of_a_graph() -> None:
    G = random_graph(2, directed=False, p=0.3)
    both("clustering", G.subgraph(list(G)[::2]))
    both("triangles", nx.restricted_view(G, ["z"], list(G.edges)[:9]))
    D = random_graph(2, directed=True, p=0.3)
    both("clustering", D.reverse(copy=False))
    both("triangles", D.to_undirected(as_view=True))


def test_triads_of_each_type() -> None:
    for name in (
        "003",
        "012",
        "102",
        "021D",
        "021U",
        "021C",
        "111D",
        "111U",
        "030T",
        "030C",
        "201",
        "120D",
        "120U",
        "120C",
        "210",
        "300",
    ):
        G = nx.triad_graph(name)
        census = nx.triadic_census(G, backend="motherlode")
        assert [other for other, count in census.items() if count] == [name]


@pytest.mark.parametrize("n", [2, 5, 24])
def test_triads_by_type(n: int) -> None:
    """The same triads in the same order, with what NetworkX keeps of the graph."""
    G = random_graph(n, directed=True, n=n, p=0.25)
    G.remove_edges_from(list(nx.selfloop_edges(G)))
    found, wanted = (nx.triads_by_type(G, backend=name) for name in ("motherlode", "networkx"))
    assert type(found) is type(wanted) and list(found) == list(wanted)
    for name, triads in wanted.items():
        assert len(found[name]) == len(triads)
        assert all(map(nx.utils.graphs_equal, found[name], triads))
    assert {name: len(triads) for name, triads in found.items()} == {
        name: count for name, count in nx.triadic_census(G, backend="motherlode").items() if count
    }


def test_triads_by_type_of_what_is_left_to_networkx() -> None:
    G = nx.DiGraph([(1, 2), (2, 3), (3, 1)])
    graphs = [G.copy() for _ in range(3)]
    graphs[0].graph["name"] = "it"
    graphs[1].nodes[2]["size"] = 3
    graphs[2].edges[2, 3]["weight"] = 3
    for graph in graphs:
        for one in (graph, convert_from_nx(graph, preserve_all_attrs=True)):
            assert "attributes" in str(interface.backend.can_run("triads_by_type", (one,), {}))
    assert interface.backend.can_run("triads_by_type", (convert_from_nx(G),), {}) is True
    G.add_edge(1, 1)
    for one in (G, convert_from_nx(G)):
        assert "self-loops" in str(interface.backend.can_run("triads_by_type", (one,), {}))
    with pytest.raises(nx.NetworkXAlgorithmError):
        nx.triads_by_type(G)


def canonical_cycle(cycle: list[Any], *, directed: bool) -> tuple[str, ...]:
    """Begin a cycle at its first node by name and, if it has no direction, go towards the lesser
    neighbour."""
    names = list(map(repr, cycle))
    ways = [names] if directed else [names, names[::-1]]
    return min(tuple(way[start:] + way[:start]) for way in ways for start in range(len(way)))


@pytest.mark.parametrize("directed", [False, True])
@pytest.mark.parametrize("bound", [1, 2, 3, 5, 6])
@pytest.mark.parametrize("function", ["simple_cycles", "chordless_cycles"])
def test_cycles(function: str, bound: int, directed: bool) -> None:
    if function == "chordless_cycles" and directed:
        return
    G = random_graph(bound, directed=directed, n=16, p=0.2 if function == "chordless_cycles" else 0.3)
    if bound > 2:
        nx.add_cycle(G, [f"on the cycle {place}" for place in range(bound)])
    call = getattr(nx, function)
    found, wanted = (
        Counter(canonical_cycle(cycle, directed=directed) for cycle in call(G, bound, backend=name))
        for name in ("motherlode", "networkx")
    )
    assert found == wanted
    assert max(map(len, found)) == bound or (bound == 2 and not directed)
    assert max(found.values()) == 1
