"""Graphs from what other libraries have, and what they are asked."""

from __future__ import annotations

import math
import pickle
import random
from itertools import combinations, permutations
from pathlib import Path
from typing import Any

import networkx as nx
import numpy as np
import pytest

import motherlode as ml

# Asymmetric: a triangle with a tail of two, whose nodes are neither numbers nor in any order.
EDGES = [("q", "b"), ("b", "z"), ("z", "q"), ("z", "k"), ("k", "a")]


def triangles(graph: Any) -> int:
    """Triangles, the slow way."""
    undirected = nx.Graph(graph)
    undirected.remove_edges_from(list(nx.selfloop_edges(undirected)))
    return sum(
        1
        for a, b, c in combinations(undirected, 3)
        if undirected.has_edge(a, b) and undirected.has_edge(b, c) and undirected.has_edge(a, c)
    )


def random_graph(rng: random.Random, n: int, p: float, directed: bool = False) -> Any:
    graph = nx.gnp_random_graph(n, p, seed=rng.randrange(10**6), directed=directed)
    names = [f"node {place}" for place in range(n)]
    rng.shuffle(names)
    return nx.relabel_nodes(graph, dict(enumerate(names)))


def test_edges_keep_their_nodes() -> None:
    graph = ml.Graph.from_edges(EDGES)
    assert list(graph.nodes) == ["q", "b", "z", "k", "a"]
    assert (graph.number_of_vertices, graph.number_of_edges, len(graph)) == (5, 5, 5)
    assert graph.index("k") == 3 and "k" in graph.nodes and "K" not in graph.nodes
    assert graph.degrees().tolist() == [2, 2, 3, 2, 1]
    assert {frozenset(row) for row in graph.list("triangle")} == {frozenset("qbz")}
    with pytest.raises(KeyError):
        graph.index("nobody")


@pytest.mark.parametrize(
    "edges", [[(7, 3), (3, 100), (100, 7), (7, 8)], np.array([[7, 3], [3, 100], [100, 7], [7, 8]])]
)
def test_integers_are_in_order(edges: Any) -> None:
    graph = ml.Graph.from_edges(edges)
    assert list(graph.nodes) == [3, 7, 8, 100]
    assert graph.local("triangle").to_dict() == {3: 1, 7: 1, 8: 0, 100: 1}
    assert all(type(node) is int for row in graph.list("triangle") for node in row)


def test_counts_beyond_64_bits() -> None:
    star = ml.Graph.from_edges([(0, leaf) for leaf in range(1, 6001)])
    local = star.local("hub-a, hub-b, hub-c, hub-d, hub-e, hub-f")
    (hub, leaf), everything = local.columns, math.comb(6000, 6)
    assert local.matches == everything > 1 << 64
    assert local.values.dtype == object and type(local.values[1, 1]) is int
    assert local.to_dict(hub) == {0: everything} | dict.fromkeys(range(1, 6001), 0)
    assert local.to_dict(leaf) == {0: 0} | dict.fromkeys(range(1, 6001), math.comb(5999, 5))
    table = local.to_arrow()
    assert [str(kind) for kind in table.schema.types[1:]] == ["decimal128(38, 0)", "uint64"]
    assert [int(count) for count in table.column(hub).to_pylist()] == local[hub].tolist()
    frame = local.to_pandas()
    assert [str(kind) for kind in frame.dtypes] == ["object", "uint64"]
    assert frame[hub].tolist() == local[hub].tolist() and frame[leaf].tolist() == local[leaf].tolist()
    # A table without such counts is as it was.
    assert star.local("wedge").values.dtype == np.uint64
    graphlets = ml.Graph.from_edges([(0, leaf) for leaf in range(1, 150_001)]).graphlets(5)
    assert graphlets["4-star:a"].tolist()[0] == math.comb(150_000, 4)
    assert graphlets.to_pandas()["wedge:b"].dtype == np.uint64


def test_mixed_and_odd_nodes() -> None:
    graph = ml.Graph.from_edges([(1, "one"), ("one", (1, 2)), ((1, 2), 1), (None, 1)])
    assert {frozenset(row) for row in graph.list("triangle")} == {frozenset([1, "one", (1, 2)])}
    assert graph.list("a-b").to_pandas().shape == (4, 2)
    # What has no type of its own in Arrow is a vertex number there.
    assert str(graph.list("a-b").to_arrow().schema.types[0]) == "uint32"


def test_negative_and_huge_integers() -> None:
    graph = ml.Graph.from_edges([(-5, 2**40), (2**40, 3), (3, -5)])
    assert list(graph.nodes) == [-5, 3, 2**40] and graph.count("triangle") == 1
    far = ml.Graph.from_edges([(2**70, 1), (1, 2)])
    assert list(far.first("a-b-c", semantics="embeddings") or ())[1] == 1


def test_nodes_without_edges_and_dropped_ones() -> None:
    graph = ml.Graph.from_edges([(1, 2), (2, 1), (2, 2)], nodes=[5, 1, 2])
    assert list(graph.nodes) == [5, 1, 2] and graph.number_of_edges == 1
    assert graph.degrees().tolist() == [0, 1, 1]
    assert ml.Graph.from_edges([]).count("triangle") == 0


@pytest.mark.parametrize("directed", [False, True])
def test_networkx(rng: random.Random, directed: bool) -> None:
    for _ in range(5):
        theirs = random_graph(rng, 14, 0.3, directed)
        theirs.add_edge("node 3", "node 3")
        ours = ml.Graph.from_networkx(theirs)
        assert ours.is_directed == directed and list(ours.nodes) == list(theirs)
        assert ours.number_of_edges == theirs.number_of_edges() - 1
        assert ours.count("triangle") == triangles(theirs)


def test_directions() -> None:
    graph = ml.Graph.from_edges([("a", "b"), ("b", "c"), ("a", "c"), ("c", "a")], directed=True)
    assert graph.count("x->y, y->z, x->z") == 1 + 0
    assert graph.count("x->y, y->x") == 1
    assert list(graph.list("x->y, x<!y")) in ([("a", "b"), ("b", "c")], [("b", "c"), ("a", "b")])
    source, target = graph.edge_arrays()
    pairs = {(graph.nodes[u], graph.nodes[v]) for u, v in zip(source.tolist(), target.tolist())}
    assert pairs == {("a", "b"), ("b", "c"), ("a", "c"), ("c", "a")}


def test_labels_by_node_and_in_order() -> None:
    labels = {"q": "X", "b": ["X", "Y"], "z": "Y", "k": 3, "a": "X"}
    by_node = ml.Graph.from_edges(EDGES, labels=labels)
    in_order = ml.Graph.from_edges(EDGES, labels=[labels[node] for node in "qbzka"])
    for graph in (by_node, in_order):
        assert graph.count("(u:X)-(v:Y)") == 3, "q-b, b-z and q-z"
        assert list(graph.list("(u:3)-(v:X)")) == [("k", "a")]
    labelled = ml.Graph.from_edges(EDGES, edge_labels=[1, 2, 2, 1, 1])
    assert labelled.edge_labels == ["1", "2"] and labelled.count("u-[:2]-v") == 2


def test_labels_of_networkx() -> None:
    theirs = nx.Graph()
    theirs.add_node("a", kind="C")
    theirs.add_node("b", kind="N")
    theirs.add_edge("a", "b", bond=2)
    ours = ml.Graph.from_networkx(theirs, label="kind", edge_label="bond")
    assert ours.count("(u:C)-[:2]-(v:N)") == 1
    theirs.add_node("c")
    with pytest.raises(ml.GraphError, match="'c' has no attribute 'kind'"):
        ml.Graph.from_networkx(theirs, label="kind")


def test_properties(rng: random.Random) -> None:
    theirs = nx.MultiDiGraph()
    for node in range(9):
        theirs.add_node(
            node,
            **({"size": rng.randrange(10)} if rng.random() < 0.8 else {}),
            kind=rng.choice(["GABA", "ACh"]),
        )
    for _ in range(40):
        theirs.add_edge(rng.randrange(9), rng.randrange(9), weight=rng.random(), sure=rng.random() < 0.5)
    ours = ml.Graph.from_networkx(theirs, properties=True)
    expected = {
        (u, v)
        for u, v in permutations(range(9), 2)
        if theirs.nodes[u].get("size", -1) > 4
        and theirs.nodes[v]["kind"] == "GABA"
        and any(
            edge["weight"] >= 0.5 and edge["sure"] for edge in (theirs.get_edge_data(u, v) or {}).values()
        )
    }
    found = set(ours.list('(u {size > 4})-[{weight >= 0.5, sure = true}]->(v {kind = "GABA"})'))
    assert found == expected and expected
    with pytest.raises(ml.LabelError, match="sise.*size"):
        ours.count("(u {sise > 4})->v")


def test_scipy(rng: random.Random) -> None:
    sparse = pytest.importorskip("scipy.sparse")
    theirs = random_graph(rng, 20, 0.25)
    matrix = nx.to_scipy_sparse_array(theirs)
    for kind in (sparse.csr_array, sparse.coo_array, sparse.csc_matrix, sparse.lil_array):
        graph = ml.Graph.from_scipy(kind(matrix))
        assert not graph.is_directed and graph.count("triangle") == triangles(theirs)
    arcs = sparse.csr_array(np.array([[0, 5, 0], [0, 0, 1], [1, 0, 2]]))
    graph = ml.Graph.from_scipy(arcs)
    assert graph.is_directed and graph.count("x->y, y->z, z->x") == 1
    assert ml.Graph.from_scipy(arcs, directed=False).count("triangle") == 1
    zeros = sparse.csr_array((np.array([0, 1, 1]), (np.array([0, 1, 2]), np.array([1, 2, 1]))), shape=(3, 3))
    assert ml.Graph.from_scipy(zeros).number_of_edges == 1
    assert ml.Graph.from_scipy(sparse.csr_array(np.ones((4, 4)))).count("triangle") == 4, (
        "a diagonal does not matter"
    )
    with pytest.raises(ml.UsageError, match="2 rows and 3 columns"):
        ml.Graph.from_scipy(sparse.csr_array(np.ones((2, 3))))


def test_arrow_pandas_polars() -> None:
    pa, pd, pl = (pytest.importorskip(name) for name in ("pyarrow", "pandas", "polars"))
    columns = {
        "source": [10, 20, 30, 30],
        "target": [20, 30, 10, 99],
        "kind": ["x", "y", "x", "y"],
        "weight": [1.5, None, 2.5, 0.5],
    }
    table = pa.table(columns)
    makers = [
        lambda **options: ml.Graph.from_arrow(table, **options),
        lambda **options: ml.Graph.from_arrow(
            pa.Table.from_batches(table.to_batches(max_chunksize=2)), **options
        ),
        lambda **options: ml.Graph.from_pandas(pd.DataFrame(columns), **options),
        lambda **options: ml.Graph.from_polars(pl.DataFrame(columns), **options),
        lambda **options: ml.Graph.from_arrow(pl.DataFrame(columns), **options),
    ]
    for make in makers:
        plain = make()
        assert list(plain.nodes) == [10, 20, 30, 99] and plain.count("triangle") == 1
        labelled = make(directed=True, edge_label="kind", properties=["weight"])
        assert labelled.count("a-[:x]->b") == 2
        assert labelled.count("a-[:y {weight > 0}]->b") == 1, "a weight that is missing fulfils nothing"
    texts = {"source": ["ann", "bob", "cid"], "target": ["bob", "cid", "ann"]}
    for graph in (
        ml.Graph.from_arrow(pa.table(texts)),
        ml.Graph.from_pandas(pd.DataFrame(texts)),
        ml.Graph.from_polars(pl.DataFrame(texts)),
    ):
        assert sorted(graph.nodes) == ["ann", "bob", "cid"] and graph.count("triangle") == 1
    coded = pa.table({name: pa.array(values).dictionary_encode() for name, values in texts.items()})
    assert ml.Graph.from_arrow(coded).count("triangle") == 1
    with pytest.raises(ml.UsageError, match="no column 'from'.*source"):
        ml.Graph.from_arrow(table, source="from")
    with pytest.raises(ml.GraphError, match="row 1"):
        ml.Graph.from_arrow(pa.table({"source": [1, None], "target": [2, 3]}))
    with pytest.raises(TypeError, match="Arrow"):
        ml.Graph.from_arrow([(1, 2)])


def test_igraph() -> None:
    igraph = pytest.importorskip("igraph")
    theirs = igraph.Graph.Famous("Zachary")
    assert ml.Graph.from_igraph(theirs).count("triangle") == 45
    named = igraph.Graph(n=3, edges=[(0, 1), (1, 2)], directed=True, vertex_attrs={"name": ["p", "q", "r"]})
    assert list(ml.Graph.from_igraph(named).list("a->b->c")) == [("p", "q", "r")]


def test_pyg() -> None:
    class Data:
        """What is used of PyTorch Geometric's Data."""

        edge_index = np.array([[0, 1, 1, 2, 2, 0], [1, 0, 2, 1, 0, 2]])
        num_nodes = 4
        x = np.eye(4)

    graph = ml.Graph.from_pyg(Data(), label="x")
    assert graph.number_of_vertices == 4 and graph.count("triangle") == 1
    assert graph.count("(a:0)-(b:1)") == 1


def test_csr_both_ways(rng: random.Random) -> None:
    theirs = random_graph(rng, 30, 0.2)
    graph = ml.Graph.from_networkx(theirs)
    offsets, neighbors = graph.to_arrays()
    assert not neighbors.flags.writeable and offsets.dtype == "uint64" and neighbors.dtype == "uint32"
    again = ml.Graph.from_csr(offsets, neighbors, nodes=list(graph.nodes))
    copied = ml.Graph.from_csr(offsets.copy(), neighbors.astype("int64"))
    assert again.count("house") == copied.count("house") == graph.count("house")
    assert list(again.list("triangle")) == list(graph.list("triangle"))
    del graph
    assert again.count("wedge") > 0, "the lists are kept by who uses them"
    with pytest.raises(ml.GraphError):
        ml.Graph.from_csr([0, 1, 1], [1])


def test_files(tmp_path: Path) -> None:
    (tmp_path / "g.el").write_text("10 20\n20 30\n30 10\n30 99\n")
    graph = ml.Graph.read(tmp_path / "g.el")
    assert list(graph.nodes) == [10, 20, 30, 99]
    assert graph.max_clique() == (10, 20, 30)
    graph.save(tmp_path / "g.csr")
    assert ml.Graph.read(tmp_path / "g.csr").count("triangle") == 1
    with pytest.raises(ml.GraphError, match="line 2"):
        (tmp_path / "bad.el").write_text("1 2\n3\n")
        ml.Graph.read(tmp_path / "bad.el")
    with pytest.raises(ml.GraphError):
        ml.Graph.read(tmp_path / "none.el")
    # The argument is named, as the command names its option.
    (tmp_path / "paid.csv").write_text("payer,payee,amount\nann,bob,3\n")
    with pytest.raises(ml.GraphError, match="ignore_columns=True; Graph.from_pandas"):
        ml.Graph.read(tmp_path / "paid.csv")
    (tmp_path / "named.tsv").write_text("from\tto\nann\tbob\n")
    with pytest.raises(ml.GraphError, match=r"\(names=True\)$"):
        ml.Graph.read(tmp_path / "named.tsv")


def test_what_is_no_data_frame_is_told() -> None:
    import pandas as pd

    with pytest.raises(ml.ArgumentTypeError, match="not str; a file is read by"):
        ml.Graph.from_pandas("paid.csv")  # type: ignore[arg-type]
    with pytest.raises(ml.UsageError, match="there are payer; source= and target= name"):
        ml.Graph.from_pandas(pd.DataFrame({"payer": [1]}))


def test_numbers_of_properties_are_exact() -> None:
    most, exact = 2**64 - 1, 2**53
    for values in (
        [most, most - 1, 5],
        np.array([most, most - 1, 5], dtype="uint64"),
        [exact + 1, exact, 0.5],
        [np.int64(exact + 1), exact, np.float32(0.5)],
        [-(2**127), -(2**127) + 1, None],
    ):
        graph = ml.Graph.from_arrays([0, 1], [1, 2], 3, directed=True, edge_properties={"w": values[:2]})
        assert [row[0] for row in graph.list(f"u-[{{w = {values[0]}}}]->v")] == [0]
        graph = ml.Graph.from_arrays([0, 1, 2], [1, 2, 0], 3, directed=True, edge_properties={"w": values})
        assert [row[0] for row in graph.list(f"u-[{{w = {values[0]}}}]->v")] == [0]
        assert [row[0] for row in graph.list(f"u-[{{w = {values[1]}}}]->v")] == [1]
    with pytest.raises(ml.GraphError, match="beyond 128 bits"):
        ml.Graph.from_arrays([0], [1], 2, edge_properties={"w": [2**127]})


@pytest.mark.parametrize("protocol", [4, 5])
def test_pickles(protocol: int) -> None:
    labels = {"q": "X", "b": ["X", "Y"], "z": "Y", "k": "X", "a": "X"}
    plain = ml.Graph.from_edges(EDGES)
    labelled = ml.Graph.from_edges(EDGES, directed=True, labels=labels, edge_labels=[1, 2, 2, 1, 1])
    rich = ml.Graph.from_edges(
        EDGES + [("q", "b")], directed=True, edge_properties={"w": [1, 2, 3, 4, 5, None]}
    )
    for graph, pattern in ((plain, "triangle"), (labelled, "(u:X)-[:1]->(v:X)"), (rich, "u-[{w > 2}]->v")):
        again = pickle.loads(pickle.dumps(graph, protocol))
        assert list(again.list(pattern)) == list(graph.list(pattern)) != []
        assert list(again.nodes) == list(graph.nodes)


def test_wrong_input() -> None:
    with pytest.raises(ml.GraphError, match="pair of nodes, not 5"):
        ml.Graph.from_edges([(1, 2), 5])
    with pytest.raises(ml.GraphError, match="not 'ab'"):
        ml.Graph.from_edges(["ab"])
    with pytest.raises(ml.GraphError, match="edge 1 is 0-7"):
        ml.Graph.from_arrays([0, 0], [1, 7], 3)
    with pytest.raises(ml.GraphError, match="edge 0 is -1-0"):
        ml.Graph.from_arrays([-1], [0], 3)
    with pytest.raises(ml.UsageError, match="2 sources and 1 targets"):
        ml.Graph.from_arrays([0, 1], [1], 3)
    with pytest.raises(ml.UsageError, match="integers"):
        ml.Graph.from_arrays([0.5], [1.0], 3)
    with pytest.raises(ml.GraphError, match="'z' has no label"):
        ml.Graph.from_edges([("a", "z")], labels={"a": "X"})
    with pytest.raises(ml.UsageError, match="1 edge labels for 2 edges"):
        ml.Graph.from_edges([(1, 2), (2, 3)], edge_labels=["x"])
    with pytest.raises(ml.GraphError, match="twice"):
        ml.Graph.from_edges([(1, 2)], nodes=[1, 1])
    with pytest.raises(ml.UsageError, match="rmatt"):
        ml.Graph.generate("rmatt:16")


@pytest.mark.parametrize("width", ["uint8", "uint16", "uint32", "uint64", "int8", "int64"])
def test_arrays_of_any_width_say_how_many_vertices_there_are(width: str) -> None:
    source, target = np.array([0, 1, 2], dtype=width), np.array([1, 2, 0], dtype=width)
    assert ml.Graph.from_arrays(source, target).count("triangle") == 1
    none = np.array([], dtype=width)
    assert len(ml.Graph.from_arrays(none, none)) == 0


def test_a_data_frame_of_edges_takes_what_is_known_of_its_nodes() -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"source": ["ann", "bob"], "target": ["bob", "cid"]})
    people = pandas.DataFrame({"kind": ["A", "B", "A"], "age": [20, 30, 40]}, index=["cid", "ann", "bob"])
    graph = ml.Graph.from_pandas(
        frame, directed=True, labels=people["kind"], vertex_properties={"age": people["age"]}
    )
    assert list(graph.list("(x:B {age > 25})->(y:A)")) == [("ann", "bob")]
    with pytest.raises(ml.ArgumentTypeError, match="from_pandas"):
        ml.Graph.from_edges(frame)
