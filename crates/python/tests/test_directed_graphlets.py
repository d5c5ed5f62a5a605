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


def test_what_is_not_counted_is_refused():
    graph = ml.Graph.from_edges([(1, 2), (2, 3)], directed=True)
    with pytest.raises(ValueError, match="2 to 4"):
        graph.graphlets(5, directed=True)
    with pytest.raises(ValueError, match="at vertices"):
        graph.graphlets(3, at="edges", directed=True)
    with pytest.raises(ValueError, match="at='nodes'"):
        graph.graphlets(3, at="nodes", directed=True)
    with pytest.raises(ValueError, match="directed=True"):
        graph.graphlets(3, mutual=False)
    with pytest.raises(ValueError, match="direct"):
        ml.Graph.generate("karate").graphlets(3, directed=True)
