"""Jobs that do not look at directions say so."""

from __future__ import annotations

import warnings

import pytest

import motherlode as ml

ARCS = [(1, 2), (2, 1), (2, 3), (3, 1)]


@pytest.mark.parametrize(
    "job",
    [
        lambda graph: graph.motifs(3),
        lambda graph: graph.graphlets(3).values.tolist(),
        lambda graph: graph.cliques(3),
        lambda graph: graph.clique_profile(),
        lambda graph: list(graph.maximal_cliques()),
        lambda graph: graph.maximal_clique_profile(),
        lambda graph: graph.maximal_cliques_at_nodes().values.tolist(),
        lambda graph: graph.butterflies(),
        lambda graph: graph.bitrusses().to_dict(),
        lambda graph: graph.maximal_biclique_profile(),
        lambda graph: graph.maximal_bicliques(),
        lambda graph: graph.bicliques(1, 2, at="edges").to_dict(),
        lambda graph: graph.max_clique(),
        lambda graph: graph.max_weight_clique(range(len(graph.nodes))),
        lambda graph: graph.cores().values.tolist(),
        lambda graph: graph.trusses().to_dict(),
        lambda graph: graph.nuclei(),
    ],
)
def test_directions_are_left_with_a_warning(job):
    with pytest.warns(UserWarning, match="does not look at the directions"):
        directed = job(ml.Graph.from_edges(ARCS, directed=True))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert job(ml.Graph.from_edges(ARCS)) == directed
