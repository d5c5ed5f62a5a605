"""The dispatch protocol: what is taken and what is refused, the cache, the ways there and back, the
configuration."""

from __future__ import annotations

import inspect
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import networkx as nx
import pytest

from motherlode.networkx import BackendGraph, backend, convert_from_nx, convert_to_nx
from motherlode.networkx._registry import implementations
from motherlode.networkx.info import get_info

# NetworkX warns of every use of its cache.
pytestmark = pytest.mark.filterwarnings("ignore:Note. conversions")


@pytest.fixture
def config() -> Iterator[Any]:
    """Give the backend's configuration, and put it back."""
    mine = nx.config.backends.motherlode
    before = dict(mine)
    with nx.config(backend_priority=["motherlode"]):
        yield mine
    for name, value in before.items():
        setattr(mine, name, value)


def test_entry_points_are_found() -> None:
    assert "motherlode" in nx.config.backends
    assert nx.utils.backends.backends["motherlode"].load() is backend


def test_info_names_what_there_is() -> None:
    assert set(get_info()["functions"]) == set(implementations)
    assert all(name in nx.utils.backends._registered_algorithms for name in implementations)


def test_parameters_are_networkx_own() -> None:
    for name, implementation in implementations.items():
        theirs = inspect.signature(nx.utils.backends._registered_algorithms[name].orig_func).parameters
        mine = implementation.signature.parameters
        assert [p for p in mine if p != "device"] == list(theirs), name
        assert all(mine[p].default == theirs[p].default for p in mine if p != "device"), name


def test_networkx_documents_it() -> None:
    assert "motherlode" in nx.triangles.__doc__


def test_import_of_the_info_is_light() -> None:
    code = (
        "import sys, motherlode.networkx.info;"
        "print([name for name in ('networkx', 'numpy', 'pandas', 'scipy', 'pyarrow') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_every_call_is_dispatched_by_the_priority(config: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []
    original = backend.triangles

    def triangles(*args: Any, **kwargs: Any) -> Any:
        calls.append(args)
        return original(*args, **kwargs)

    monkeypatch.setattr(backend, "triangles", triangles)
    G = nx.karate_club_graph()
    wanted = nx.triangles(G, backend="networkx")
    assert nx.triangles(G) == wanted
    assert not calls, "78 edges are not worth it"
    config.min_edges = 10
    assert nx.triangles(G) == wanted
    assert len(calls) == 1 and isinstance(calls[0][0], BackendGraph)


def test_should_run_looks_at_the_nodes(config: Any) -> None:
    config.min_edges = 0
    G = nx.karate_club_graph()
    assert backend.should_run("triangles", (G,), {}) is True
    assert backend.should_run("triangles", (G, [0, 1, 2]), {}) is True
    assert "one node" in backend.should_run("triangles", (G, 0), {})
    assert "few nodes" in backend.should_run("triangles", (G, []), {})
    assert backend.should_run("triangles", (convert_from_nx(G),), {}) is True
    pairs = [(0, 1)] * 100
    assert backend.should_run("jaccard_coefficient", (G, pairs), {}) is True
    assert "few pairs" in backend.should_run("jaccard_coefficient", (G, pairs[:9]), {})
    assert backend.should_run("jaccard_coefficient", (G,), {}) is True
    assert backend.should_run("constraint", (G, [0]), {}) is True
    D = nx.gnp_random_graph(99, 0.1, directed=True)
    assert "few nodes" in backend.should_run("triadic_census", (D, [1]), {})
    config.min_edges = None
    assert "few" in backend.should_run("triangles", (G,), {})


@pytest.mark.parametrize(
    ("name", "G", "arguments"),
    [
        ("constraint", nx.MultiGraph(), {}),
        ("constraint", nx.DiGraph(), {"nodes": []}),
        ("effective_size", nx.MultiGraph(), {}),
        ("effective_size", nx.DiGraph(), {}),
        ("effective_size", nx.Graph(), {"weight": "weight"}),
        ("latapy_clustering", nx.DiGraph(), {}),
        ("clustering", nx.MultiGraph(), {}),
        ("generalized_degree", nx.MultiGraph(), {}),
        ("transitivity", nx.MultiGraph(), {}),
        ("triangles", nx.MultiGraph([(0, 1)]), {"nodes": [0]}),
        ("triangles", nx.DiGraph(), {}),
        ("square_clustering", nx.DiGraph(), {}),
        ("robins_alexander_clustering", nx.DiGraph(), {}),
        ("all_triangles", nx.Graph(), {"nbunch": []}),
        ("triadic_census", nx.Graph(), {}),
        ("find_cliques", nx.DiGraph(), {}),
        ("node_clique_number", nx.Graph(), {"nodes": []}),
        ("k_clique_communities", nx.Graph(), {"k": 3, "cliques": []}),
        ("core_number", nx.DiGraph(), {}),
        ("k_core", nx.Graph(), {"core_number": {}}),
        ("triangles", nx.Graph(), {"no such argument": 1}),
    ],
)
def test_refused(name: str, G: nx.Graph, arguments: dict[str, Any]) -> None:
    reason = backend.can_run(name, (G,), arguments)
    assert isinstance(reason, str) and reason


def test_what_is_refused_falls_back(config: Any) -> None:
    config.min_edges = 0
    G = nx.karate_club_graph()
    wanted = nx.effective_size(G, weight="weight", backend="networkx")
    assert nx.effective_size(G, weight="weight") == wanted
    G.edges[0, 1]["weight"] = -1
    assert nx.clustering(G, weight="weight") == nx.clustering(G, weight="weight", backend="networkx")
    D = nx.gnp_random_graph(12, 0.3, seed=3, directed=True)
    assert nx.square_clustering(D) == nx.square_clustering(D, backend="networkx")
    D.add_edge(3, 3)
    assert nx.triadic_census(D, nodelist=[1, 2]) == nx.triadic_census(D, nodelist=[1, 2], backend="networkx")
    with pytest.raises(nx.NetworkXNotImplemented):
        nx.clustering(nx.MultiGraph(G))
    with pytest.raises(nx.NetworkXNotImplemented):
        nx.triangles(D)
    loops = nx.complete_bipartite_graph(2, 3)
    loops.add_edge(0, 0)
    call = nx.bipartite.robins_alexander_clustering
    assert call(loops) == call(loops, backend="networkx")


def test_the_conversion_is_cached_and_dropped_by_a_change(config: Any) -> None:
    config.min_edges = 0
    G = nx.karate_club_graph()
    nx.triangles(G)
    first = G.__networkx_cache__["backends"]["motherlode"][False, False]
    nx.clustering(G)
    assert G.__networkx_cache__["backends"]["motherlode"] == {(False, False): first}
    G.remove_edge(0, 1)
    assert nx.triangles(G) == nx.triangles(G, backend="networkx")
    assert G.__networkx_cache__["backends"]["motherlode"][False, False] is not first


def test_a_device_by_argument_and_by_configuration(config: Any) -> None:
    G = nx.karate_club_graph()
    assert nx.triangles(G, backend="motherlode", device="cpu") == nx.triangles(G, backend="networkx")
    with pytest.raises(Exception, match="no such device"):
        nx.triangles(G, backend="motherlode", device="no such device")
    config.device = "no such device"
    with pytest.raises(Exception, match="no such device"):
        nx.triangles(G, backend="motherlode")


def test_functions_take_a_converted_graph() -> None:
    G = nx.karate_club_graph()
    converted = convert_from_nx(G)
    assert nx.triangles(converted) == nx.triangles(G)
    assert nx.clustering(converted, [3, 5]) == nx.clustering(G, [3, 5])
    assert (len(converted), converted.number_of_edges(), 33 in converted, 34 in converted) == (
        34,
        78,
        True,
        False,
    )
    with pytest.raises(NotImplementedError):
        nx.pagerank(converted)
    with nx.config(fallback_to_nx=True):
        assert nx.degree_centrality(converted) == nx.degree_centrality(G)


@pytest.mark.parametrize("kind", [nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph])
@pytest.mark.parametrize("attributes", [False, True])
def test_there_and_back(kind: type[nx.Graph], attributes: bool) -> None:
    G = kind(name="what it is")
    G.add_nodes_from(["z", 3, ("t",)], colour="red")
    G.add_edges_from([(3, "z"), ("z", 3), ("z", "z"), ("z", ("t",)), (3, "q"), (3, "q")], length=2)
    back = convert_to_nx(convert_from_nx(G, preserve_all_attrs=attributes))
    assert type(back) is kind
    assert list(back) == list(G)
    if attributes:
        assert nx.utils.graphs_equal(back, G)
    else:
        assert {n: {m: len(row[m]) for m in row} for n, row in G.adjacency()}.keys() == dict(
            back.adjacency()
        ).keys()
        assert back.number_of_edges() == G.number_of_edges()
        assert all(back.has_edge(*edge) for edge in G.edges)


def test_weights_of_a_converted_graph() -> None:
    G = nx.Graph([(0, 1, {"weight": 5}), (1, 1, {"weight": 9}), (1, 2), (2, 0)])
    wanted = nx.clustering(G, weight="weight")
    for kept in ({"edge_attrs": {"weight": 1}}, {"preserve_edge_attrs": True}):
        assert nx.clustering(convert_from_nx(G, **kept), weight="weight") == pytest.approx(wanted)
    for kept in ({}, {"edge_attrs": {"length": 1}}):
        with pytest.raises(NotImplementedError, match="converted without weights"):
            backend.clustering(convert_from_nx(G, **kept), weight="weight")


@pytest.mark.parametrize("wrong", ["5", None, float("nan"), float("inf"), 2**70, True, -2])
def test_weights_that_are_left_to_networkx(wrong: Any) -> None:
    G = nx.Graph([(0, 1, {"weight": wrong}), (1, 2, {"weight": True}), (2, 0, {"weight": True})])
    for function in (nx.clustering, nx.constraint):
        with pytest.raises(NotImplementedError):
            function(G, weight="weight", backend="motherlode")


@pytest.mark.parametrize("kind", [nx.Graph, nx.DiGraph])
def test_wanted_attributes_of_loops(kind: type[nx.Graph]) -> None:
    G = kind([(2, 2, {"a": 1}), (0, 1, {"a": 2}), (1, 1, {"b": 3}), (2, 0, {"a": 4}), (1, 2, {"b": 5})])
    back = convert_to_nx(convert_from_nx(G, edge_attrs={"a": None, "b": 0}))
    for *_, data in G.edges(data=True):
        data.update(a=data.get("a"), b=data.get("b", 0))
    assert nx.utils.graphs_equal(back, G)


def test_wanted_attributes_get_their_defaults() -> None:
    G = nx.Graph([(0, 1, {"weight": 5, "other": 1}), (1, 2)])
    back = convert_to_nx(convert_from_nx(G, edge_attrs={"weight": 1}, node_attrs={"colour": "none"}))
    assert dict(back.edges) == {(0, 1): {"weight": 5}, (1, 2): {"weight": 1}}
    assert dict(back.nodes(data=True)) == {node: {"colour": "none"} for node in G}
