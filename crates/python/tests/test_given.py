"""What users give with a graph: nothing is taken for something else, and nothing vanishes without a word."""

from __future__ import annotations

import pickle
import random
import warnings
from collections.abc import Callable
from typing import Any

import networkx as nx
import numpy as np
import pytest

import motherlode as ml

PATH = [(1, 2), (2, 3), (3, 4)]


def values_of(graph: ml.Graph, name: str) -> list[Any]:
    """The property of each node, a whole number below 100, as patterns see it."""
    found = []
    for node in graph.nodes:
        rows = [value for value in range(100) if (node,) in heads(graph, f"(a {{{name} = {value}}})-(b)")]
        found.append(rows[0] if rows else None)
    return found


def heads(graph: ml.Graph, pattern: str) -> set[tuple[Any, ...]]:
    return {row[:1] for row in graph.list(pattern, semantics="homomorphisms")}


def test_properties_by_node_and_in_order() -> None:
    pd = pytest.importorskip("pandas")
    for column in (
        {4: 40, 1: 10, 2: 20},
        [10, 20, None, 40],
        [10, 20, float("nan"), 40],
        np.array([10, 20, np.nan, 40]),
        pd.Series({2: 20, 1: 10, 4: 40}),
        pd.Series([10, 20, None, 40]),
        pd.Series([10, 20, pd.NA, 40], dtype="Int64"),
    ):
        graph = ml.Graph.from_edges(PATH, vertex_properties={"w": column})
        assert values_of(graph, "w") == [10, 20, None, 40], column
    frame = pd.DataFrame({"w": [40, 10, 20]}, index=[4, 1, 2])
    assert values_of(ml.Graph.from_edges(PATH, vertex_properties=frame), "w") == [10, 20, None, 40]
    named = ml.Graph.from_arrays([0, 1], [1, 2], nodes=["x", "y", "z"], vertex_properties={"w": {"z": 7}})
    assert values_of(named, "w") == [None, None, 7]


def test_a_series_goes_by_its_index() -> None:
    pd = pytest.importorskip("pandas")
    # The nodes are 2, 0, 1, in this order; so the default index means them.
    graph = ml.Graph.from_edges([(2, 0), (0, 1)], nodes=[2, 0, 1], labels=pd.Series(["A", "B", "C"]))
    assert list(graph.list("(x:C)-(y:A)")) == [(2, 0)]
    # It is only a count where nodes are others.
    graph = ml.Graph.from_edges([("p", "q")], labels=pd.Series(["A", "B"]))
    assert list(graph.list("(x:A)-(y:B)")) == [("p", "q")]
    with pytest.raises(ml.UsageError, match="twice"):
        ml.Graph.from_edges([("p", "q")], labels=pd.Series(["A", "B"], index=["p", "p"]))
    with pytest.raises(ml.GraphError, match="the node 'q' has no label"):
        ml.Graph.from_edges([("p", "q")], labels=pd.Series({"p": "A"}))


def test_edges_by_pair() -> None:
    labels = {(2, 1): "x", (2, 3): "y", (4, 3): "x"}
    graph = ml.Graph.from_edges(PATH, edge_labels=labels, edge_properties={"w": {(3, 2): 5}})
    assert graph.count("a-[:x]-b") == 2 and graph.count("a-[{w = 5}]-b") == 1
    with (
        pytest.warns(UserWarning, match=r"values of 2 edges are left.*\(2, 1\)"),
        pytest.raises(ml.GraphError, match="the edge from 1 to 2 has no label"),
    ):
        ml.Graph.from_edges(PATH, directed=True, edge_labels=labels)
    with pytest.raises(ml.GraphError, match=r"no edge has a value.*\(1, 2\).*'1-2'"):
        ml.Graph.from_edges(PATH, edge_properties={"w": {"1-2": 5}})


def test_keys_that_are_no_nodes() -> None:
    with pytest.raises(ml.GraphError, match="'w'.*no node has a value.*'1'"):
        ml.Graph.from_edges(PATH, vertex_properties={"w": {"1": 50, "2": 60}})


def test_what_is_given_for_no_node_is_told() -> None:
    pd = pytest.importorskip("pandas")
    labels = {1: "A", "eve": "B", 2: "A", 3: "B", 4: "A", "zoe": "B"}
    with pytest.warns(UserWarning, match="labels: values of 2 nodes are left.* the first is 'eve'$") as told:
        graph = ml.Graph.from_edges(PATH, labels=labels)
    assert told[0].filename == __file__, "the warning points at this line"
    assert graph.count("(a:A)-(b:A)") == 1
    with pytest.warns(UserWarning, match="the property 'age': values of 1 node are left.* 9$"):
        ml.Graph.from_arrays([0], [1], vertex_properties={"age": pd.Series({0: 5, 9: 6})})
    pairs = {(1, 2): "x", (3, 2): "y", (4, 3): "x", (4, 9): "z"}
    with pytest.warns(UserWarning, match=r"edge_labels: values of 1 edge are left.*\(4, 9\)"):
        ml.Graph.from_edges(PATH, edge_labels=pairs)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # Edges that are given twice, and one each way.
        twice = {(1, 2): 3, (2, 1): 4, (3, 2): 5}
        ml.Graph.from_edges([*PATH, (2, 1)], edge_properties={"w": twice}, vertex_properties={"age": {2: 1}})
        ml.Graph.from_edges(PATH, labels=pd.Series(list("ABAB")), vertex_properties={"age": {}})
    with pytest.warns(UserWarning, match=r"values of 2 edges .*\(2, 1\)$"):
        ml.Graph.from_edges(PATH, directed=True, edge_properties={"w": twice})


@pytest.mark.parametrize("none", [None, float("nan"), np.float64("nan"), "NA"])
def test_a_label_that_is_missing_is_an_error(none: Any) -> None:
    pd = pytest.importorskip("pandas")
    if none == "NA":
        none = pd.NA
    missing = [
        lambda: ml.Graph.from_edges([("p", "q")], labels=["A", none]),
        lambda: ml.Graph.from_edges([("p", "q")], labels={"p": "A", "q": none}),
        lambda: ml.Graph.from_edges([("p", "q")], labels=["A", ["B", none]]),
        lambda: ml.Graph.from_edges([("p", "q")], labels=["A", []]),
        lambda: ml.Graph.from_arrays([0], [1], nodes=["p", "q"], labels=["A", none]),
    ]
    theirs = nx.Graph()
    theirs.add_node("p", kind="A")
    theirs.add_node("q", kind=none)
    theirs.add_edge("p", "q", bond=none)
    missing.append(lambda: ml.Graph.from_networkx(theirs, label="kind"))
    for make in missing:
        with pytest.raises(ml.GraphError, match="the node 'q' has no label"):
            make()
    frame = pd.DataFrame({"source": ["p"], "target": ["q"], "kind": pd.Series([none], dtype=object)})
    for make in (
        lambda: ml.Graph.from_edges([("p", "q")], edge_labels=[none]),
        lambda: ml.Graph.from_networkx(theirs, edge_label="bond"),
        lambda: ml.Graph.from_pandas(frame, edge_label="kind"),
    ):
        with pytest.raises(ml.GraphError, match="the edge from 'p' to 'q' has no label"):
            make()
    with pytest.raises(ml.GraphError, match="vertex 1 has no label"):
        ml.Database.from_arrays([0, 2], ["A", none], [(0, 1)], ["x"])
    with pytest.raises(ml.GraphError, match="graph 0 has no class"):
        ml.Database.from_smiles(["CC"], classes=[none])


def test_labels_that_differ_are_not_one() -> None:
    for make in (
        lambda: ml.Graph.from_edges(PATH, labels=[1, 1, "1", 2]),
        lambda: ml.Graph.from_edges(PATH, labels=[[1, 2], "1", 3, 4]),
        lambda: ml.Graph.from_edges(PATH, edge_labels=["1", 1, 2]),
        lambda: ml.Database.from_arrays([0, 2], [1, "1"], [(0, 1)], ["x"]),
    ):
        with pytest.raises(ml.GraphError, match="both are written 1"):
            make()
    # Equal ones are, whatever they are made of.
    assert ml.Graph.from_edges(PATH, labels=[1, np.int64(1), 2, 2]).vertex_labels == ["1", "2"]


def test_what_has_no_order_is_no_column() -> None:
    for make in (
        lambda: ml.Graph.from_edges(PATH, labels="ABCD"),
        lambda: ml.Graph.from_edges(PATH, labels={"A", "B", "C", "D"}),
        lambda: ml.Graph.from_edges(PATH, edge_labels="xyz"),
        lambda: ml.Graph.from_edges(PATH, vertex_properties={"w": "1234"}),
        lambda: ml.Graph.from_edges(PATH, vertex_properties=[1, 2, 3, 4]),  # type: ignore[arg-type]
        lambda: ml.Graph.from_edges("ab"),
        lambda: ml.Database.from_smiles("CCO"),
        lambda: ml.Database.from_smiles(["CC", "C"], classes="xy"),
        lambda: ml.Database.from_networkx(nx.path_graph(3)),
    ):
        with pytest.raises(ml.UsageError):
            make()


def test_one_column_is_one_name() -> None:
    pa, pd = pytest.importorskip("pyarrow"), pytest.importorskip("pandas")
    columns = {"source": [1, 2], "target": [2, 3], "weight": [5, 9]}
    for graph in (
        ml.Graph.from_arrow(pa.table(columns), properties="weight"),
        ml.Graph.from_pandas(pd.DataFrame(columns), properties="weight"),
    ):
        assert list(graph.edge_properties) == ["weight"] and graph.count("a-[{weight > 6}]-b") == 1


def test_attributes_of_networkx() -> None:
    theirs = nx.Graph()
    theirs.add_nodes_from([("p", {"age": 3, "pos": (0, 1)}), ("q", {"age": "three", "pos": (1, 1)})])
    theirs.add_edge("p", "q", weight=2, note="x")
    with pytest.raises(ml.GraphError, match="'age'.*3 of the node 'p' and 'three' of the node 'q'"):
        ml.Graph.from_networkx(theirs, properties=True)
    chosen = ml.Graph.from_networkx(theirs, properties=["weight"])
    assert list(chosen.edge_properties) == ["weight"] and not chosen.vertex_properties
    assert ml.Graph.from_networkx(theirs, properties="note").count('a-[{note = "x"}]-b') == 1
    with pytest.raises(ml.GraphError, match="'pos'"):
        ml.Graph.from_networkx(theirs, properties=["pos"])
    with pytest.raises(ml.UsageError, match="'wait'.*age, pos, weight, note"):
        ml.Graph.from_networkx(theirs, properties=["wait"])
    theirs.nodes["q"]["age"] = None
    # Attributes that are no property anywhere are left out; 3 and 4.5 are numbers both.
    whole = ml.Graph.from_networkx(theirs, properties=True)
    assert list(whole.vertex_properties) == ["age"] and whole.count("(a {age = 3})-b") == 1
    theirs.nodes["q"]["age"] = 4.5
    assert ml.Graph.from_networkx(theirs, properties=True).count("(a {age > 4})-b") == 1


def test_what_was_dropped_is_told() -> None:
    pd, pa = pytest.importorskip("pandas"), pytest.importorskip("pyarrow")
    sparse = pytest.importorskip("scipy.sparse")
    edges = [(0, 1), (1, 0), (2, 2), (1, 2), (1, 2)]
    array, frame = np.array(edges), pd.DataFrame(edges, columns=["source", "target"])
    multi = nx.MultiGraph(edges)
    makers: list[Callable[..., ml.Graph]] = [
        lambda **how: ml.Graph.from_edges(edges, **how),
        lambda **how: ml.Graph.from_edges(array, **how),
        lambda **how: ml.Graph.from_edges([(str(u), str(v)) for u, v in edges], **how),
        lambda **how: ml.Graph.from_arrays(array[:, 0], array[:, 1], **how),
        lambda **how: ml.Graph.from_pandas(frame, **how),
        lambda **how: ml.Graph.from_arrow(pa.Table.from_pandas(frame), **how),
    ]
    for make in makers:
        assert make().dropped == (1, 2) and make(directed=True).dropped == (1, 1)
        assert pickle.loads(pickle.dumps(make())).dropped == (1, 2)
    assert ml.Graph.from_networkx(multi).dropped == (1, 2)
    assert ml.Graph.from_edges(edges, labels=["A"] * 3).dropped == (1, 2)
    assert ml.Graph.from_edges(edges, edge_properties={"w": range(5)}).dropped == (1, 0), "edges are kept"
    matrix = sparse.csr_array(np.array([[1, 1, 0], [1, 0, 1], [0, 1, 0]]))
    assert ml.Graph.from_scipy(matrix).dropped == (1, 0)
    assert ml.Graph.from_scipy(matrix, directed=True).dropped == (1, 0)
    one_way = sparse.csr_array(np.array([[0, 1, 0], [0, 0, 1], [0, 1, 1]]))
    forced = ml.Graph.from_scipy(one_way, directed=False)
    assert forced.dropped == (1, 0) and forced.number_of_edges == 2


@pytest.mark.parametrize("kind", ["int64", "int32", "uint32", "uint64", "int8"])
@pytest.mark.parametrize("directed", [False, True])
def test_integers_are_numbered_as_numpy_does(rng: random.Random, kind: str, directed: bool) -> None:
    limits = np.iinfo(kind)
    for reach in (5, 100, limits.max):
        low = max(limits.min, -reach)
        ends = np.array([[rng.randint(low, reach) for _ in range(2)] for _ in range(60)], dtype=kind)
        # Every second one, so that elements do not lie one after the other.
        graph = ml.Graph.from_edges(np.repeat(ends, 2, axis=0)[::2], directed=directed)
        ids = np.unique(ends)
        assert list(graph.nodes) == ids.tolist()
        expected = {(u, v) if directed else (min(u, v), max(u, v)) for u, v in ends.tolist() if u != v}
        source, target = graph.edge_arrays()
        assert set(zip(ids[source].tolist(), ids[target].tolist())) == expected


@pytest.mark.parametrize("directed", [False, True])
def test_arrays_need_not_lie_one_element_after_the_other(rng: random.Random, directed: bool) -> None:
    pairs = [(rng.randrange(30), rng.randrange(30)) for _ in range(200)]
    expected = {(u, v) if directed else (min(u, v), max(u, v)) for u, v in pairs if u != v}
    table = np.array(pairs, dtype="int64")
    # Where no processor reads eight bytes at once.
    packed = np.zeros(len(pairs), dtype=[("kind", "u1"), ("source", "<i8"), ("target", "<i8")])
    packed["source"], packed["target"] = table.T
    assert not packed["target"].flags.aligned
    for source, target in [
        table.T,
        table[::-1].T,
        np.repeat(table, 3, axis=0)[1::3].T,
        (packed["source"], packed["target"]),
        table.astype("int16").T,
    ]:
        graph = ml.Graph.from_arrays(source, target, 30, directed=directed)
        assert set(zip(*(end.tolist() for end in graph.edge_arrays()[:2]))) == expected
        assert sum(graph.dropped) == len(pairs) - len(expected)
    constant = np.broadcast_to(np.int64(7), 3)
    star = ml.Graph.from_arrays(constant, np.array([1, 2, 1]), 8, directed=directed)
    assert star.number_of_edges == 2 and star.dropped == (0, 1)


def test_ends_of_two_types_are_the_same_nodes() -> None:
    pa = pytest.importorskip("pyarrow")
    far = 2**63 + 5
    table = pa.table({"source": pa.array([1, 2], pa.int64()), "target": pa.array([2, far], pa.uint64())})
    graph = ml.Graph.from_arrow(table, directed=True)
    assert list(graph.nodes) == [1, 2, far] and graph.count("a->b->c") == 1
    table = pa.table({"source": pa.array([-1, 2], pa.int64()), "target": pa.array([2, far], pa.uint64())})
    assert set(ml.Graph.from_arrow(table, directed=True).nodes) == {-1, 2, far}


def test_texts_of_both_ends_are_the_same_nodes() -> None:
    pa = pytest.importorskip("pyarrow")
    table = pa.table({"source": ["b", "a", "c"], "target": ["a", "c", "b"], "kind": ["a", "x", "a"]})
    graph = ml.Graph.from_arrow(table, directed=True, edge_label="kind")
    assert list(graph.nodes) == ["b", "a", "c"] and graph.count("x->y, y->z, z->x") == 1
    assert list(graph.list("x-[:x]->y")) == [("a", "c")]
    # A column may be an end and a label at once.
    assert ml.Graph.from_arrow(table, edge_label="target").edge_labels == ["a", "b", "c"]


def test_a_graph_of_anything() -> None:
    pd, pa = pytest.importorskip("pandas"), pytest.importorskip("pyarrow")
    igraph, sparse = pytest.importorskip("igraph"), pytest.importorskip("scipy.sparse")
    triangle = [(0, 1), (1, 2), (2, 0)]
    frame = pd.DataFrame(triangle, columns=["source", "target"])
    for data in (
        triangle,
        (edge for edge in triangle),
        np.array(triangle),
        frame,
        pa.Table.from_pandas(frame),
        nx.Graph(triangle),
        igraph.Graph(edges=triangle),
        sparse.csr_array(nx.to_scipy_sparse_array(nx.Graph(triangle))),
    ):
        assert ml.Graph(data).count("triangle") == 1, type(data)
    assert ml.Graph(nx.DiGraph(triangle)).is_directed
    assert ml.Graph(triangle, directed=True, labels=["A", "B", "C"]).count("(x:A)->(y:B)") == 1
    for wrong, said in (("g.el", "Graph.read"), (None, "Graph.from_"), ({1: [2]}, "Graph.from_")):
        with pytest.raises(ml.UsageError, match=said):
            ml.Graph(wrong)


@pytest.mark.parametrize("labels", [False, True])
@pytest.mark.parametrize("edge_labels", [False, True])
@pytest.mark.parametrize("directed", [False, True])
def test_frequent_patterns_are_counted_where_they_were_found(
    rng: random.Random, labels: bool, edge_labels: bool, directed: bool
) -> None:
    edges = [(rng.randrange(12), rng.randrange(12)) for _ in range(30)]
    edges = [(u, v) for u, v in dict.fromkeys(edges) if u < v]
    graph = ml.Graph.from_edges(
        edges,
        directed=directed,
        nodes=range(12),
        labels=[rng.choice("AB") for _ in range(12)] if labels else None,
        edge_labels=[rng.choice("xy") for _ in edges] if edge_labels else None,
    )
    found = graph.frequent(2, max_edges=3, exact=True)
    assert found
    for one in found:
        # A support of so much needs so many embeddings at least.
        embedded = list(graph.list(one.pattern, semantics="embeddings"))
        images = [set(column) for column in zip(*embedded)]
        assert min(map(len, images)) == one.support
        assert one.pattern.labels == {name: () for name in one.pattern.vertices} or labels


@pytest.mark.parametrize(
    "pattern",
    [
        "triangle",
        "(a:X)-(b:Y|Z)",
        "a-[:knows]-b",
        "a->b->c",
        "a->b, a<!b",
        "(a {age > 3})-b",
        "a-[{w = 1}]->b, b!c, c-a",
    ],
)
def test_every_pattern_has_a_picture(pattern: str) -> None:
    assert ml.Pattern(pattern)._repr_svg_().startswith("<svg")
