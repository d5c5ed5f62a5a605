"""Networks compared by their graphlets, against SciPy's correlations of the same degrees, and laws."""

from __future__ import annotations

import itertools
import random
import re

import numpy as np
import pytest
from scipy.stats import spearmanr

import motherlode as ml

#: Graphlets whose orbits the distance of 11 orbits passes over.
REDUNDANT = ("triangle", "diamond", "4-clique")


def sparse(nodes: int, edges: int, *, directed: bool = False) -> ml.Graph:
    """A random graph, some of whose arcs are returned if it is directed."""
    source = random.Random(nodes * edges)
    pairs = itertools.permutations(range(nodes), 2) if directed else itertools.combinations(range(nodes), 2)
    return ml.Graph.from_edges(source.sample(list(pairs), edges), directed=directed)


GRAPHS = {"club": ml.Graph.generate("karate"), "sparse": sparse(19, 30), "dense": sparse(12, 40)}
ARCS = {"few": sparse(13, 30, directed=True), "many": sparse(11, 60, directed=True)}


def correlations(degrees: ml.LocalCounts, columns: list[int]) -> np.ndarray:
    """Spearman's, over the nodes and one that is once in each orbit."""
    rows = np.vstack([degrees.values[:, columns], np.ones(len(columns), dtype="uint64")])
    return np.nan_to_num(np.asarray(spearmanr(rows).statistic))


def distance(tables: list[ml.LocalCounts], left_out: tuple[str, ...] = ()) -> float:
    names = tables[0].columns
    columns = [place for place, name in enumerate(names) if name.rpartition(":")[0] not in left_out]
    first, second = (correlations(degrees, columns) for degrees in tables)
    above = np.triu_indices(len(columns), 1)
    return float(np.linalg.norm((first - second)[above]))


@pytest.mark.parametrize("pair", list(itertools.combinations(GRAPHS, 2)))
def test_distances_are_those_of_scipys_correlations(pair: tuple[str, str]) -> None:
    tables = [GRAPHS[name].graphlets(4) for name in pair]
    found = ml.compare(GRAPHS)
    assert found[pair] == pytest.approx(distance(tables, REDUNDANT), abs=1e-9)
    assert found[pair] > 0.1


def test_directed_distances() -> None:
    tables = [graph.graphlets(3, directed=True) for graph in ARCS.values()]
    found = ml.compare(list(ARCS.values()), "dgcd-33", names=list(ARCS))
    assert found["few", "many"] == pytest.approx(distance(tables), abs=1e-9)
    assert len(found.correlations("many")) == 33


@pytest.mark.parametrize("measure", ["gcd-11", "gcd-73", "gdda-arithmetic", "gdda-geometric"])
def test_other_names_of_nodes_change_nothing(measure: ml._modes.Measure) -> None:
    graph = GRAPHS["sparse"]
    called = ml.Graph.from_edges([(f"x{v * 7 % 19}", f"x{u * 7 % 19}") for u, v in graph.edges])
    found = ml.compare({**GRAPHS, "called": called}, measure)
    matrix = np.asarray(found)
    assert found["sparse", "called"] == pytest.approx(0 if found.is_distance else 1)
    assert (matrix == matrix.T).all()
    assert matrix.diagonal().tolist() == pytest.approx([0 if found.is_distance else 1] * 4)
    assert found.to_pandas().loc["club", "dense"] == found["dense", "club"] == matrix[0, 2]
    assert [(a, b) for a, b, _ in found] == list(itertools.combinations([*GRAPHS, "called"], 2))


def test_names() -> None:
    assert ml.compare(list(GRAPHS.values())).names == ("0", "1", "2")
    assert "<th>club</th>" in ml.compare(GRAPHS)._repr_html_()
    with pytest.raises(KeyError, match="there are club, sparse, dense"):
        ml.compare(GRAPHS)["club", "star"]


def test_directions_are_warned_of() -> None:
    with pytest.warns(UserWarning, match=re.escape("compare() does not look at the directions")):
        ml.compare([ARCS["few"]])


def test_no_graphs_have_an_empty_matrix() -> None:
    assert ml.compare([]).to_numpy().shape == (0, 0)


WRONG = [
    (lambda: ml.compare(GRAPHS["club"]), "graphs is a list of graphs"),
    (lambda: ml.compare([1]), "each of graphs is a motherlode.Graph, not 1"),
    (lambda: ml.compare(GRAPHS, "gcd"), "measure is 'gcd-11' or 'gcd-73' or"),
    (lambda: ml.compare(GRAPHS, names=["a"]), "leave names out"),
    (lambda: ml.compare([GRAPHS["club"]], names=["a", "b"]), "there are 2 names, and 1 graphs"),
    (lambda: ml.compare([GRAPHS["club"]] * 2, names=["a", "a"]), "two graphs are called 'a'"),
    (lambda: ml.compare(GRAPHS, "gdda-geometric").correlations("club"), "is of distributions"),
    (lambda: ml.compare(GRAPHS, "dgcd-33"), "direct"),
]


@pytest.mark.parametrize("place", range(len(WRONG)))
def test_what_is_wrong_is_said(place: int) -> None:
    call, said = WRONG[place]
    with pytest.raises(ml.MotherlodeError, match=re.escape(said)):
        call()
