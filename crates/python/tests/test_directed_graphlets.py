"""Directed graphlets at nodes, against motifs and by hand."""

import itertools
import random

import pytest

import motherlode as ml


def arcs_of(nodes, arcs):
    """All arcs between pairs of ``nodes`` random ones."""
    source = random.Random(arcs)
    pairs = list(itertools.permutations(range(nodes), 2))
    return source.sample(pairs, arcs)


def test_there_are_as_many_orbits_as_are_known():
    graph = ml.Graph.from_edges(arcs_of(9, 20), directed=True)
    for mutual, known in [(True, [3, 33, 730]), (False, [2, 13, 129])]:
        tables = [graph.graphlets(k, directed=True, mutual=mutual) for k in (2, 3, 4)]
        assert [len(table.columns) for table in tables] == known
        # The columns of fewer nodes come first.
        assert tables[2].values[:, : known[1]].tolist() == tables[1].values.tolist()
        assert len(set(tables[2].columns)) == known[2]


@pytest.mark.parametrize("arcs", [12, 40, 80])
def test_columns_add_up_to_motifs(arcs):
    graph = ml.Graph.from_edges(arcs_of(11, arcs), directed=True)
    degrees = graph.graphlets(4, directed=True)
    sums = dict(zip(degrees.columns, degrees.values.sum(axis=0).tolist(), strict=True))
    for k in (3, 4):
        for name, count in graph.motifs(k, directed=True).items():
            orbits = {column: total for column, total in sums.items() if column.rpartition(":")[0] == name}
            for column, total in orbits.items():
                members = column.rpartition(":")[2].split("+")
                assert total == len(members) * count, column
            assert sum(orbits.values()) == k * count, name


def test_one_loop_by_hand():
    graph = ml.Graph.from_edges([("x", "y"), ("x", "z"), ("y", "z")], directed=True)
    degrees = graph.graphlets(3, directed=True)
    rows = {node: degrees.to_pandas().loc[node] for node in "xyz"}
    assert {node: [row["a->b:a"], row["a->b:b"]] for node, row in rows.items()} == {
        "x": [2, 0],
        "y": [1, 1],
        "z": [0, 2],
    }
    assert {
        node: row.filter(like="030T")[lambda part: part > 0].index.tolist() for node, row in rows.items()
    } == {
        "x": ["030T:a"],
        "y": ["030T:b"],
        "z": ["030T:c"],
    }


def test_there_are_as_many_orbits_of_ties_as_are_known():
    graph = ml.Graph.from_edges(arcs_of(9, 20), directed=True)
    for mutual, known in [(True, [2, 26, 812]), (False, [1, 9, 125])]:
        tables = [graph.graphlets(k, at="edges", directed=True, mutual=mutual) for k in (2, 3, 4)]
        assert [len(table.columns) for table in tables] == known


@pytest.mark.parametrize("arcs", [12, 40])
def test_rows_of_ties_are_pairs_that_arcs_join(arcs):
    given = arcs_of(11, arcs)
    table = ml.Graph.from_edges(given, directed=True).graphlets(3, at="edges", directed=True)
    ties = {(u, v) if (u, v) in given and (u < v or (v, u) not in given) else (v, u) for u, v in given}
    assert {row[:2] for row in table} == ties
    assert len(table) == len({frozenset(arc) for arc in given})
    for u, v in ties:
        told = table.at[u, v]
        assert told == table.at[v, u]
        assert [told["a->b:a->b"], told["a->b, b->a:a-b"]] == [int((v, u) not in given), int((v, u) in given)]
        if (v, u) not in given:
            assert told["030C:a->b+b->c+c->a"] == sum(
                (v, w) in given and (w, u) in given and not {(w, v), (u, w)} & set(given) for w in range(11)
            )


@pytest.mark.parametrize("arcs", [12, 40])
def test_columns_of_ties_add_up_to_motifs(arcs):
    graph = ml.Graph.from_edges(arcs_of(11, arcs), directed=True)
    degrees = graph.graphlets(4, at="edges", directed=True)
    sums = dict(zip(degrees.columns, degrees.values.sum(axis=0).tolist(), strict=True))
    for k in (3, 4):
        for name, count in graph.motifs(k, directed=True).items():
            for column in (column for column in sums if column.rpartition(":")[0] == name):
                assert sums[column] == len(column.rpartition(":")[2].split("+")) * count, column


@pytest.mark.parametrize("mutual", [True, False])
def test_random_graphs_obey_laws(mutual):
    graph = ml.Graph.from_edges(arcs_of(12, 40), directed=True)
    null = {"null": "switching", "samples": 20, "seed": 3}
    found = graph.graphlets(4, directed=True, mutual=mutual, **null)
    alone = graph.graphlets(4, directed=True, mutual=mutual)
    assert found.counts.columns == alone.columns
    assert (found.counts.values == alone.values).all()
    means = dict(zip(alone.columns, found.mean.sum(axis=0).tolist(), strict=True))
    for name in ("030T", "021C"):
        triad = graph.motifs(3, directed=True, **null)[name]
        assert triad.deviation > 0
        for orbit in "abc":
            assert means[f"{name}:{orbit}"] == pytest.approx(triad.mean), orbit
    # It is the same count as that of the pattern alone.
    one = graph.local("030T", induced="vertex", **null)
    for orbit in "abc":
        for figure in ("mean", "deviation", "p", "q"):
            assert one[f"{orbit}_{figure}"].tolist() == found[f"030T:{orbit}_{figure}"].tolist()


def test_what_is_not_counted_is_refused():
    graph = ml.Graph.from_edges([(1, 2), (2, 3)], directed=True)
    with pytest.raises(ValueError, match="2 to 4"):
        graph.graphlets(5, directed=True)
    with pytest.raises(ValueError, match="'vertices' or 'edges', not 'nodes'"):
        graph.graphlets(3, at="nodes", directed=True)
    with pytest.raises(ValueError, match="directed=True"):
        graph.graphlets(3, mutual=False)
    with pytest.raises(ValueError, match="direct"):
        ml.Graph.generate("karate").graphlets(3, directed=True)
    with pytest.raises(ValueError, match="direct"):
        ml.Graph.generate("karate").graphlets(3, directed=True, null="switching", samples=3)
    with pytest.raises(ValueError, match="edges"):
        graph.graphlets(3, at="edges", directed=True, null="switching", samples=3)
