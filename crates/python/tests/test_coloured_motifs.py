"""Motifs by labels, against the counts of their patterns and brute force."""

import itertools
import random
from collections import Counter

import pytest

import motherlode as ml

EDGES = random.Random(7).sample(list(itertools.combinations(range(14), 2)), 40)
#: Few cells are inhibitory.
LABELS = {node: "I" if node % 5 == 1 else "E" for node in range(14)}


def cells(directed=False):
    """A random graph of cells and of two kinds of edges; some pairs of cells are joined both ways, if it is directed."""
    edges = EDGES + ([(v, u) for u, v in EDGES[::4]] if directed else [])
    kinds = {(u, v): "strong" if (u * v) % 3 == 1 else "weak" for u, v in edges}
    return ml.Graph.from_edges(edges, directed=directed, labels=LABELS, edge_labels=kinds)


@pytest.mark.parametrize("directed", [False, True])
@pytest.mark.parametrize("induced", ["vertex", "edge"])
def test_each_count_is_that_of_its_pattern(directed, induced):
    graph = cells(directed)
    for k in (3, 4):
        found = graph.motifs(k, coloured=True, induced=induced)
        assert len(found) > 10
        for pattern, count in list(found.items())[::7]:
            assert graph.count(pattern, induced=induced) == count > 0, pattern


def test_they_add_up_to_plain_motifs():
    graph = cells()
    plain = graph.motifs(3)
    sums = Counter()
    for pattern, count in graph.motifs(3, coloured=True).items():
        sums["triangle" if pattern.count("-[") == 3 else "wedge"] += count
    assert sums == plain


def test_labels_of_triangles():
    graph = ml.Graph.from_edges(EDGES, labels=LABELS)
    edges = {frozenset(edge) for edge in EDGES}
    expected = Counter(
        "".join(sorted(LABELS[node] for node in three))
        for three in itertools.combinations(range(14), 3)
        if all(frozenset(pair) in edges for pair in itertools.combinations(three, 2))
    )
    found = {
        "".join(sorted(letter for letter in pattern if letter in "EI")): count
        for pattern, count in graph.motifs(3, coloured=True).items()
        if pattern.count("-") == 3
    }
    assert found == expected


@pytest.mark.parametrize("directed", [False, True])
def test_beside_random_graphs_are_the_same_counts(directed):
    graph = cells(directed)
    found = graph.motifs(3, coloured=True, null="gnm", samples=40)
    alone = graph.motifs(3, coloured=True)
    assert {pattern: count for pattern, count in found.to_dict("count").items() if count} == alone
    # What random graphs alone have is there, too.
    assert any(row.count == 0 < row.mean for row in found)
    assert found.to_pandas()["mean"].tolist() == pytest.approx(found.sample_counts.mean(axis=0).tolist())
    assert found[next(iter(alone))].count == next(iter(alone.values()))


def test_coloured_motifs_of_samples_add_up_to_plain_ones():
    graph = ml.Graph.from_edges(EDGES, labels=LABELS)
    coloured = graph.motifs(3, coloured=True, null="switching", samples=30, seed=5)
    plain = graph.motifs(3, null="switching", samples=30, seed=5)
    triangles = [row.pattern.count("-") == 3 for row in coloured]
    assert coloured.sample_counts[:, triangles].sum(axis=1).tolist() == plain.sample_counts[:, 1].tolist()


def test_what_is_refused():
    graph = cells()
    with pytest.raises(ValueError, match="3 to 5"):
        graph.motifs(6, coloured=True)
    with pytest.raises(ml.MotherlodeError, match="undirected"):
        graph.motifs(3, coloured=True, directed=True)
    with pytest.raises(ml.MotherlodeError, match="has none"):
        ml.Graph.generate("karate").motifs(3, coloured=True)
