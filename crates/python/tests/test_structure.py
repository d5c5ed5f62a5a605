"""What a graph is, beside the same graph in NetworkX; and results as tables, arrays and pickles."""

from __future__ import annotations

import pickle
from typing import Any

import networkx as nx
import numpy as np
import pandas as pd
import polars as pl
import pytest

import motherlode as ml


def called(graph: nx.Graph) -> nx.Graph:
    """The same graph with names, whose order is another one."""
    return nx.relabel_nodes(graph, {node: f"n{node * 7 % 101}" for node in graph})


GRAPHS = [
    called(nx.gnm_random_graph(40, 110, seed=3)),
    called(nx.gnm_random_graph(40, 210, seed=4, directed=True)),
    nx.path_graph(6),
    nx.empty_graph(3),
]


@pytest.mark.parametrize("theirs", GRAPHS)
def test_nodes_and_edges_are_those_of_networkx(theirs: nx.Graph) -> None:
    ours = ml.Graph.from_networkx(theirs)
    assert ours.number_of_edges() == ours.number_of_edges == theirs.number_of_edges() == len(ours.edges)
    assert ours.number_of_nodes() == ours.number_of_vertices() == len(ours) == len(theirs)
    assert ours.is_directed() is theirs.is_directed() and bool(ours.is_directed) == theirs.is_directed()
    assert list(ours) == list(theirs) and list(ours.edges()) == list(ours.edges)
    in_order = (lambda edge: edge) if theirs.is_directed() else frozenset
    assert sorted(map(in_order, ours.edges), key=sorted) == sorted(map(in_order, theirs.edges), key=sorted)
    for u in theirs:
        assert u in ours
        assert set(ours.neighbors(u)) == set(theirs.neighbors(u))
        if theirs.is_directed():
            assert set(ours.successors(u)) == set(theirs.successors(u))
            assert set(ours.predecessors(u)) == set(theirs.predecessors(u))
        else:
            assert set(ours.predecessors(u)) == set(theirs.neighbors(u))
        for v in theirs:
            assert ((u, v) in ours.edges) == ours.has_edge(u, v) == theirs.has_edge(u, v)
    assert "nobody" not in ours and not ours.has_edge("nobody", "else") and "ab" not in ours.edges
    with pytest.raises(KeyError):
        ours.neighbors("nobody")


@pytest.mark.parametrize("theirs", GRAPHS)
def test_it_is_the_same_graph_in_other_libraries(theirs: nx.Graph) -> None:
    ours = ml.Graph.from_networkx(theirs)
    back = ours.to_networkx()
    assert type(back) is type(theirs) and list(back) == list(theirs)
    assert nx.utils.graphs_equal(back, theirs)
    matrix = ours.to_scipy()
    assert (matrix.toarray() == nx.to_numpy_array(theirs, dtype=int)).all()
    if theirs.number_of_edges():
        assert ml.Graph.from_scipy(matrix, directed=theirs.is_directed()).count("a-b") == ours.count("a-b")
    drawn = ours.to_igraph()
    assert (drawn.vcount(), drawn.ecount()) == (len(theirs), theirs.number_of_edges())
    assert list(ml.Graph.from_igraph(drawn).edges) == list(ours.edges)


def test_attributes_come_along() -> None:
    calls = ml.Graph.from_edges(
        [("ann", "bob"), ("bob", "ann"), ("ann", "bob")],
        directed=True,
        labels={"ann": ["A", "B"], "bob": "C"},
        edge_labels=["x", "y", "z"],
        vertex_properties={"age": {"ann": 30}},
        edge_properties={"weight": [1.5, None, 2.5]},
    )
    theirs = calls.to_networkx(label="kind", edge_label="said")
    assert isinstance(theirs, nx.MultiDiGraph)
    assert dict(theirs.nodes(data=True)) == {"ann": {"age": 30, "kind": ["A", "B"]}, "bob": {"kind": "C"}}
    assert sorted(theirs.edges(data=True), key=str) == [
        ("ann", "bob", {"weight": 1.5, "said": "x"}),
        ("ann", "bob", {"weight": 2.5, "said": "z"}),
        ("bob", "ann", {"said": "y"}),
    ]
    drawn = calls.to_igraph(edge_label="said")
    assert drawn.es["said"] == ["x", "y", "z"] and drawn.vs["name"] == ["ann", "bob"]
    assert list(calls.edges) == [("ann", "bob"), ("bob", "ann")] and len(calls.edges) == 2
    # Several labels of one edge are parallel edges, too.
    typed = ml.Graph.from_edges([(0, 1), (1, 0)], edge_labels=["x", "y"])
    both = typed.to_networkx()
    assert isinstance(both, nx.MultiGraph) and len(typed.edges) == 1
    assert sorted(label for *_, label in both.edges(data="label")) == ["x", "y"]


def test_a_graph_is_no_argument_for_a_graph() -> None:
    with pytest.raises(ml.UsageError, match="is a Graph already"):
        ml.Graph(ml.Graph.generate("karate"))


@pytest.mark.parametrize("at", ["vertices", "edges"])
@pytest.mark.parametrize("pattern", ["triangle", "tailed-triangle"])
def test_counts_are_looked_up_and_gone_through(at: str, pattern: str) -> None:
    local = ml.Graph.from_networkx(GRAPHS[0]).local(pattern, at=at)
    ends = 1 if at == "vertices" else 2
    rows = list(local)
    assert len(rows) == len(local) and (np.asarray(local) == local.values).all()
    assert np.asarray(local, dtype="float32").dtype == "float32"
    for row in rows:
        place: Any = row[:ends] if ends == 2 else row[0]
        found = local.at[place]
        assert found == (row[-1] if len(local.columns) == 1 else dict(zip(local.columns, row[ends:])))
        if ends == 2:
            assert local.at[row[1], row[0]] == found
    frame = local.to_polars()
    assert isinstance(frame, pl.DataFrame) and frame.rows() == rows
    assert local.to_pandas().reset_index().to_numpy().tolist() == [list(row) for row in rows]
    for wrong in ["nobody", ("n0", "nobody"), ("n0", "n0"), 3]:
        with pytest.raises(KeyError):
            local.at[wrong]


def test_matches_are_arrays_and_pickles() -> None:
    graph = ml.Graph.from_networkx(GRAPHS[0])
    matches = graph.list("triangle")
    assert np.asarray(matches).tolist() == matches.to_numpy().tolist()
    assert np.array(matches, dtype="int64").dtype == "int64"
    for asked in [
        matches,
        graph.list("wedge", sample=20, seed=5, induced="vertex"),
        graph.list("a-b", limit=3),
    ]:
        again = pickle.loads(pickle.dumps(asked))
        assert list(again) == list(asked) and again.columns == asked.columns
    frame = pd.DataFrame(np.asarray(matches), columns=matches.columns)
    assert len(frame) == graph.count("triangle")
    local = pickle.loads(pickle.dumps(graph.local("triangle", at="edges")))
    assert list(local) == list(graph.local("triangle", at="edges"))


def test_notebooks_show_tables() -> None:
    graph = ml.Graph.from_edges(
        [("<ann>", "bob"), ("bob", "cid")], labels={"<ann>": "A", "bob": "B", "cid": "B"}
    )
    assert "<td>A, B</td>" in graph._repr_html_() and "<td>3</td>" in graph._repr_html_()
    local = graph.local("a-b")._repr_html_()
    assert "&lt;ann&gt;" in local and "<ann>" not in local and "more rows" not in local
    karate = ml.Graph.generate("karate")
    assert "and 24 more rows" in karate.local("triangle")._repr_html_()
    assert "781" in karate.estimate("house")._repr_html_()
    assert "to_pandas" in karate.list("triangle")._repr_html_()


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("degree", r"degrees\(\)"),
        ("subgraph", r"to_networkx\(\)\.subgraph"),
        ("add_edge", "does not change"),
        ("has_nod", "no attribute 'has_nod'$"),
    ],
)
def test_what_networkx_has_and_we_have_not_is_told(name: str, said: str) -> None:
    with pytest.raises(AttributeError, match=said):
        getattr(ml.Graph.generate("karate"), name)


def test_what_is_told_to_be_in_networkx_is_there() -> None:
    from motherlode.graph import _elsewhere

    for name in (*_elsewhere._INSTEAD, *_elsewhere._THERE):
        assert hasattr(nx.DiGraph(), name), name
        assert not hasattr(ml.Graph, name), name


@pytest.mark.parametrize("copied", [lambda graph: graph, lambda graph: pickle.loads(pickle.dumps(graph))])
def test_nodes_of_numbers_are_integers_of_python(copied: Any) -> None:
    graph = copied(ml.Graph.generate("karate"))
    rows = [*graph.list("5-clique"), graph.first("5-clique"), tuple(graph), *graph.edges]
    assert {type(node) for row in rows for node in row} == {int}


def test_nodes_are_as_many_as_vertices() -> None:
    for make in (
        lambda: ml.Graph.from_csr([0, 1, 2], [1, 0], nodes=["ann"]),
        lambda: ml.Graph.from_arrays([0], [1], 2, nodes=["ann"]),
    ):
        with pytest.raises(ml.UsageError, match="1 nodes for 2 vertices"):
            make()
