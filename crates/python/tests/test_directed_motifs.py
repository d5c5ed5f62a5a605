"""Directed motifs and the triad census, against brute force."""

import itertools
import random

import pytest

import motherlode as ml


def arcs_of(nodes, arcs):
    """All arcs between pairs of ``nodes`` random ones."""
    source = random.Random(arcs)
    pairs = list(itertools.permutations(range(nodes), 2))
    return source.sample(pairs, arcs)


def identifier(nodes, arcs):
    """The least number of the adjacency matrix, over all orders of the nodes."""
    return min(
        int("".join(str(int((u, v) in arcs)) for u in order for v in order), 2)
        for order in itertools.permutations(nodes)
    )


#: The triads, by the numbers that mfinder has for them.
TRIADS = {
    0: "003", 2: "012", 10: "102", 6: "021D", 36: "021U", 12: "021C", 74: "111D", 14: "111U",
    38: "030T", 98: "030C", 78: "201", 108: "120D", 46: "120U", 102: "120C", 110: "210", 238: "300",
}  # fmt: skip


@pytest.mark.parametrize("arcs", [9, 30, 60])
def test_the_census_is_that_of_brute_force(arcs):
    given = set(arcs_of(10, arcs))
    graph = ml.Graph.from_edges(sorted(given), directed=True)
    expected = dict.fromkeys(TRIADS.values(), 0)
    for nodes in itertools.combinations(sorted({node for arc in given for node in arc}), 3):
        expected[TRIADS[identifier(nodes, given)]] += 1
    assert graph.triad_census() == expected
    connected = {name: count for name, count in expected.items() if name not in ("003", "012", "102")}
    assert graph.motifs(3, directed=True) == connected


def test_arcs_are_counted_where_motifs_need_not_be_induced():
    graph = ml.Graph.from_edges(arcs_of(9, 25), directed=True)
    for arcs, count in graph.motifs(3, directed=True, induced="edge").items():
        assert graph.count(arcs) == count, arcs


def test_sizes():
    graph = ml.Graph.from_edges(arcs_of(9, 25), directed=True)
    assert [len(graph.motifs(k, directed=True)) for k in (3, 4)] == [13, 199]
    assert sum(graph.motifs(5, directed=True).values()) <= 126
    with pytest.raises(ValueError, match="3 to 5"):
        graph.motifs(6, directed=True)


def test_an_undirected_graph_has_no_directed_motifs():
    graph = ml.Graph.generate("karate")
    with pytest.raises(ml.MotherlodeError, match="undirected"):
        graph.motifs(3, directed=True)
    with pytest.raises(ml.MotherlodeError, match="undirected"):
        graph.triad_census()
