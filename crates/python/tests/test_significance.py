"""Counts beside those of random graphs, against NetworkX's in the same graphs, which the command writes."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import networkx as nx
import numpy as np
import pytest
from scipy.stats import false_discovery_control

import motherlode as ml

SAMPLES, SEED = 30, 5
NULL = {"null": "switching", "samples": SAMPLES, "seed": SEED}


def drawn(graph: nx.Graph, folder: Path) -> list[nx.Graph]:
    """The samples of a graph, as ``motherlode generate null`` writes them."""
    like = folder / "like.el"
    like.write_text("".join(f"{u} {v}\n" for u, v in graph.edges))
    words = ["generate", "null", "switching", "--like", str(like), "--device", "cpu"]
    words += ["--samples", str(SAMPLES), "--seed", str(SEED), "-o", str(folder / "sample.el")]
    if graph.is_directed():
        words.append("--directed")
    subprocess.run([sys.executable, "-m", "motherlode", *words], check=True, capture_output=True)
    files = sorted(folder.glob("sample-*.el"))
    kind = nx.DiGraph if graph.is_directed() else nx.Graph
    return [nx.read_edgelist(file, nodetype=int, create_using=kind) for file in files]


@pytest.fixture(scope="module")
def graph() -> nx.Graph:
    """Some cliques that overlap, a tail, and edges at random: no two vertices are alike."""
    made = nx.gnm_random_graph(26, 40, seed=11)
    made.add_edges_from((u, v) for at in (0, 3, 9) for u, v in combinations(range(at, at + 5), 2))
    nx.add_path(made, range(25, 30))
    return made


@pytest.fixture(scope="module")
def samples(graph: nx.Graph, tmp_path_factory: pytest.TempPathFactory) -> list[nx.Graph]:
    return drawn(graph, tmp_path_factory.mktemp("samples"))


def triangles(graph: nx.Graph) -> int:
    return sum(nx.triangles(graph).values()) // 3


def diamonds(graph: nx.Graph) -> int:
    """Edge-induced ones: two common neighbours of both ends of an edge."""
    shared = (len(list(nx.common_neighbors(graph, u, v))) for u, v in graph.edges)
    return sum(both * (both - 1) // 2 for both in shared)


def figures(count: int, column: np.ndarray) -> Iterator[float]:
    """Mean, deviation, z and p of a count beside those of samples."""
    mean, deviation = column.mean(), column.std(ddof=1)
    yield from (mean, deviation, (count - mean) / deviation if deviation else np.nan)
    yield ((column >= count).sum() + 1) / (len(column) + 1)


def test_patterns_are_compared_with_those_in_the_same_graphs(
    graph: nx.Graph, samples: list[nx.Graph]
) -> None:
    mine = ml.Graph.from_networkx(graph)
    found = mine.count(["triangle", ml.Pattern("diamond")], **NULL)
    assert [row.name for row in found] == ["triangle", "a-b, b-c, c-d, d-a, a-c"] and found.samples == SAMPLES
    for row, column, counted in zip(found, found.sample_counts.T, (triangles, diamonds)):
        expected = np.array([counted(sample) for sample in samples])
        assert column.tolist() == expected.tolist()
        assert row.count == counted(graph)
        told = [row.mean, row.deviation, row.z, row.p]
        assert np.allclose(np.array(told, float), list(figures(row.count, expected)), equal_nan=True)
    # One pattern is a row alone, and with nothing to be compared with its q is its p.
    alone = mine.count("triangle", **NULL)
    assert isinstance(alone, ml.Judged) and alone.q == alone.p == found["triangle"].p
    assert alone.z == found["triangle"].z
    walked = mine.count("triangle", method="walk", semantics="embeddings", **NULL)
    assert (walked.count, walked.mean, walked.p) == (6 * alone.count, pytest.approx(6 * alone.mean), alone.p)
    assert len(mine.count([], **NULL)) == 0


def test_vertices_are_compared_with_themselves(graph: nx.Graph, samples: list[nx.Graph]) -> None:
    found = ml.Graph.from_networkx(graph).local("triangle", **NULL)
    by_node, of_samples = nx.triangles(graph), [nx.triangles(sample) for sample in samples]
    assert found.counts.to_dict() == by_node and found.counts.matches == triangles(graph)
    for node in graph:
        at = found.at[node]
        expected = list(figures(by_node[node], np.array([sample.get(node, 0) for sample in of_samples])))
        told = [at.mean, at.deviation, np.nan if at.z is None else at.z, at.p]
        assert at.count == by_node[node] and np.allclose(told, expected, equal_nan=True), node
    occurs = (found.counts.values[:, 0] > 0) | (found.mean[:, 0] > 0)
    assert np.allclose(found.q[occurs, 0], false_discovery_control(found.p[occurs, 0]))
    assert 0 < occurs.sum() < len(graph) and (found.q[~occurs, 0] == 1).all()


def test_arcs_are_arcs(tmp_path: Path) -> None:
    graph = nx.gnp_random_graph(20, 0.2, seed=4, directed=True)
    found = ml.Graph.from_networkx(graph).local("a->b->c, a->c", **NULL)

    def ahead(graph: nx.DiGraph) -> list[int]:
        return [
            sum(graph.has_edge(b, c) for b in graph[a] for c in graph[a] if b != c) for a in sorted(graph)
        ]

    column = np.array([ahead(sample) for sample in drawn(graph, tmp_path)])
    assert found["a"].tolist() == ahead(graph)
    assert np.allclose(found["a_mean"], column.mean(axis=0))
    assert np.allclose(found["a_deviation"], column.std(axis=0, ddof=1))


def test_graphlets_obey_laws(graph: nx.Graph) -> None:
    mine = ml.Graph.from_networkx(graph)
    found = mine.graphlets(4, **NULL)
    assert found.counts.columns == mine.graphlets(4).columns
    assert (found.counts.values == mine.graphlets(4).values).all()
    degrees = np.array([graph.degree[node] for node in graph])
    # Switchings keep degrees, and so the pairs of neighbours of a vertex, which are adjacent or not.
    assert (found["edge:a+b_mean"] == degrees).all() and np.isnan(found["edge:a+b_z"]).all()
    pairs = found["wedge:b_mean"] + found["triangle:a+b+c_mean"]
    assert np.allclose(pairs, degrees * (degrees - 1) / 2)
    motifs = mine.motifs(4, **NULL)
    for name, members in {"4-clique": "a+b+c+d", "4-cycle": "a+b+c+d"}.items():
        assert np.isclose(found[f"{name}:{members}_mean"].sum(), 4 * motifs[name].mean), name
    # It is the same count as that of the pattern alone.
    alone = mine.local("4-cycle", induced="vertex", **NULL)
    assert (alone["a+b+c+d_z"] == found["4-cycle:a+b+c+d_z"])[~np.isnan(alone["a+b+c+d_z"])].all()


def test_labels_are_those_of_the_vertices(graph: nx.Graph) -> None:
    labels = {node: "even" if node % 2 == 0 else "odd" for node in graph}
    mine = ml.Graph.from_networkx(graph)
    coloured = ml.Graph.from_edges(graph.edges, labels=labels)
    kinds = ["(a:even)-(b:even)", "(a:even)-(b:odd)", "(a:odd)-(b:odd)"]
    found = coloured.count(kinds, **NULL)
    assert (found.sample_counts.sum(axis=1) == mine.number_of_edges).all()
    assert found[kinds[1]].deviation > 0
    kept = coloured.count(kinds, **{**NULL, "null": ml.NullModel("switching", within_labels=True)})
    assert [row.deviation for row in kept] == [0, 0, 0]
    blocks = coloured.local("triangle", null="blocks", samples=9)
    assert blocks.mixing is None and blocks.samples == 9


def test_the_table_is_taken_elsewhere() -> None:
    names = ["ann", "bob", "cid", "dan", "eve", "fay"]
    ring = [*zip(names[:5], [*names[1:5], "ann"]), ("ann", "cid"), ("dan", "fay")]
    found = ml.Graph.from_edges(ring).local("wedge", null="switching", samples=19)
    told = [orbit + end for orbit in ("a+c", "b") for end in ("", "_mean", "_deviation", "_z", "_p", "_q")]
    assert found.columns == tuple(told) and len(found) == 6
    frame, table = found.to_pandas(), found.to_polars()
    assert found["a+c_deviation"].max() > 0
    assert list(frame.index) == names and list(frame) == list(found.columns)
    assert table.columns == ["vertex", *found.columns]
    # Pairs of neighbours never vary, so that there is no z.
    assert frame["b_z"].isna().all() and table["b_z"].null_count() == 6
    assert table["a+c"].to_list() == frame["a+c"].to_list() == found["a+c"].tolist()
    rows = list(found)
    assert rows[3][0] == "dan" and rows[3][1:3] == (found["a+c"][3], found["a+c_mean"][3])
    array = np.asarray(found)
    assert array.shape == (6, 12) and np.allclose(array[:, 0], found["a+c"])
    at = found.at["dan"]
    assert set(at) == {"a+c", "b"} and at["b"] == ml.LocalJudged(3, 3.0, 0.0, None, 1.0, 1.0)
    assert "ann" in found._repr_html_() and "–" in found._repr_html_() and "2 orbits, 19" in repr(found)
    with pytest.raises(KeyError, match="no column is called 'c'"):
        found["c"]
    with pytest.raises(KeyError):
        found.at["gus"]


def test_random_graphs_that_are_not_random_are_warned_of() -> None:
    star = ml.Graph.from_networkx(nx.star_graph(6))
    with pytest.warns(UserWarning, match="no edges exchanged ends"):
        star.local("wedge", null="switching", samples=3)
    mine = ml.Graph.from_networkx(nx.gnm_random_graph(2000, 9000, seed=2))
    few = ml.NullModel("switching", switches=1)
    with pytest.warns(UserWarning, match="not mixed: after 1.4 tries") as warned:
        found = mine.count(["triangle"], null=few, samples=3)
    assert warned[0].filename == __file__ and not found.mixing.is_mixed
    assert 0 < found.mixing.left < 1 and 0 < found.mixing.accepted < 1
