"""Arguments are checked at the call, by UsageError."""

from __future__ import annotations

import decimal
import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import motherlode as ml


@pytest.fixture(scope="module")
def karate() -> ml.Graph:
    return ml.Graph.generate("karate")


WRONG: list[tuple[Callable[[ml.Graph], Any], str]] = [
    (lambda g: g.bicliques(0, 2), "p is a whole number from 1 to 32, not 0"),
    (lambda g: g.bicliques(2, 33), "q is a whole number from 1 to 32, not 33"),
    (lambda g: g.bicliques(2, 2, left=[1]), "and both on one side"),
    (lambda g: g.bicliques(2, 2, left=[99]), "left: the graph has no node 99"),
    (lambda g: g.maximal_biclique_profile(min_left=0), "min_left is a whole number from 1 on, not 0"),
    (lambda g: g.max_weight_clique([1, -2]), "each weight is a whole number from 0 on, not -2"),
    (lambda g: g.max_weight_clique([1, 2]), "there are 2 weights, and the graph has 34 vertices"),
    (lambda g: g.max_weight_clique([2**128 - 1, *[0] * 33]), "add up to 2^128 - 1 or more"),
    (lambda g: g.max_weight_clique(7), "weight is a property of the nodes, or a number for each, not 7"),
    (lambda g: g.max_weight_clique("age"), "no property `age`: it has no properties"),
    (lambda g: g.estimate("house", error=-1), "error is a part above 0, as 0.01, not -1"),
    (lambda g: g.estimate("house", error=float("nan")), "not nan"),
    (lambda g: g.estimate("house", error="1%"), "not '1%'"),
    (lambda g: g.estimate("house", confidence=95), "confidence is from 0.5 to 0.999999, as 0.95, not 95"),
    (lambda g: g.estimate("house", seed=-1), "seed is a whole number from 0 on, not -1"),
    (lambda g: g.estimate("house", seed=2**64), "at most"),
    (lambda g: g.list("triangle", limit=-1), "limit is a whole number from 0 on, not -1"),
    (lambda g: g.list("triangle", limit=True), "not True"),
    (lambda g: g.list("triangle", sample=2.5), "not 2.5"),
    (lambda g: g.list("triangle", sample=1, seed=-1), "seed"),
    (lambda g: g.list("triangle", induced="both"), "induced is 'edge' or 'vertex', not 'both'"),
    (lambda g: g.list("triangle", semantics="sets"), "semantics"),
    (lambda g: g.list("triangle", device="xpu"), "no device is called 'xpu'"),
    (lambda g: g.list("triangle", memory="much"), "'much' is not an amount of memory"),
    (lambda g: g.list("triangle", deadline=-1), "deadline is a number of seconds from 0 on, not -1"),
    (lambda g: g.cliques(-1), "k is a whole number from 2 on, not -1"),
    (lambda g: g.cliques(2.0), "not 2.0"),
    (lambda g: g.cliques("3"), "not '3'"),
    (lambda g: g.cliques(3, order="random"), "order is 'degree' or 'degeneracy'"),
    (lambda g: g.cliques(3, order=None), "order is a text, not None"),
    (lambda g: g.motifs(-4), "k is"),
    (lambda g: g.motifs(3, null="chance"), "null is 'switching' or"),
    (lambda g: g.motifs(3, null=3), "null is the name of a null model, or a NullModel, not 3"),
    (lambda g: g.motifs(3, null="gnm", samples=0), "samples is a whole number from 1 on, not 0"),
    (lambda g: g.motifs(3, null="gnm", seed=-1), "seed is a whole number from 0 on, not -1"),
    (lambda g: g.motifs(3, null=ml.NullModel("gnm", bins=0)), "bins is"),
    (lambda g: g.motifs(3, null=ml.NullModel("switching", switches=0)), "switches is"),
    (lambda g: g.motifs(3, null="distance"), "the model distance needs the properties"),
    (
        lambda g: g.motifs(3, null=ml.NullModel("gnm", position=["x"])),
        "position is for the model distance, not for gnm",
    ),
    (lambda g: g.motifs(3, null=ml.NullModel("switching", connected="yes")), "connected"),
    (lambda g: g.count("triangle", null="chance"), "null is 'switching' or"),
    (lambda g: g.count(["triangle"], null="gnm", samples=0), "samples is a whole number from 1 on, not 0"),
    (lambda g: g.local("triangle", null="gnm"), "null: to the model gnm all vertices are alike"),
    (
        lambda g: g.local("triangle", null="switching", at="edges"),
        "at='edges': random graphs have other edges",
    ),
    (lambda g: g.local("triangle", null="switching", seed="1"), "seed is a whole number from 0 on, not '1'"),
    (lambda g: g.local("a-a_z, a_z-c, c-d, d-a_z", null="switching"), "two columns would be called 'a_z'"),
    (lambda g: g.graphlets(6, null="switching"), "ask for 2 to 5"),
    (lambda g: g.graphlets(3, null="gnp"), "null: to the model gnp all vertices are alike"),
    (lambda g: g.graphlets(3, null="switching", at="edges"), "null compares vertices"),
    (lambda g: g.graphlets(-1), "k is"),
    (lambda g: g.count("triangle", memory=-5), "memory is a whole number from 1 on, not -5"),
    (lambda g: g.count("triangle", memory=1.5), "memory"),
    (lambda g: g.count("triangle", deadline="5s"), "deadline is a number of seconds from 0 on, not '5s'"),
    (lambda g: g.count("triangle", deadline=float("inf")), "not inf"),
    (lambda g: g.count("triangle", deadline=True), "not True"),
    (lambda g: g.count("triangle", device=3), "device is a text"),
    (lambda g: g.count("triangle", induced=None), "induced is a text, not None"),
    (lambda g: g.count("triangle", semantics=1), "semantics is a text, not 1"),
    (lambda g: g.count("triangle", method=None), "method is a text"),
    (lambda g: g.count("triangle", progress=3), "progress"),
    (lambda g: g.count(None), "a pattern is a text or a Pattern, not NoneType"),
    (lambda g: g.count(["triangle", None]), "NoneType"),
    (lambda g: g.count(3), "not int"),
    (lambda g: g.local("triangle", at=None), "at is a text"),
    (lambda g: g.frequent(True), "support"),
    (lambda g: g.frequent("10"), "support"),
    (lambda g: g.frequent(1.5), "support"),
    (lambda g: g.frequent(float("nan")), "support"),
    (lambda g: g.frequent(10, max_edges=-1), "max_edges is a whole number from 0 on, not -1"),
    (lambda g: g.frequent(10, top=0), "top is a whole number from 1 on, not 0"),
    (lambda g: g.frequent(10, closed=True, maximal=True), "closed and maximal"),
    (lambda g: g.tasks("house").run(-1, 2), "start is"),
    (lambda g: g.tasks("house").total(-1), "found is"),
    (lambda g: g.verify("house", deadline="1"), "deadline"),
    (lambda _: ml.set_device("xpu"), "no device is called 'xpu'"),
    (lambda _: ml.set_device(None), "device is a text"),  # type: ignore[arg-type]
    (lambda _: ml.set_threads(-1), "threads is"),
    (lambda _: ml.set_threads(0), "threads is"),
    (lambda _: ml.Pattern(None), "a pattern is a text"),  # type: ignore[arg-type]
    (lambda _: ml.Graph.read(3), "path is a path, not 3"),  # type: ignore[arg-type]
    (lambda _: ml.Graph.generate(3), "recipe is a text"),  # type: ignore[arg-type]
    (lambda _: ml.Graph.from_edges([(1, 2)], directed="no"), "directed is True or False, not 'no'"),  # type: ignore[arg-type]
    (lambda _: ml.Graph.from_arrays([0], [1], -1), "n is a whole number from 0 on, not -1"),
    (lambda _: ml.Graph.from_arrays([0], [1], "2"), "n is"),  # type: ignore[arg-type]
    (lambda _: ml.Database.from_text(3, "gspan"), "text is a text"),  # type: ignore[arg-type]
    (lambda _: ml.Database.read(3), "path"),  # type: ignore[arg-type]
]


@pytest.mark.parametrize("place", range(len(WRONG)))
def test_wrong_arguments(karate: ml.Graph, place: int) -> None:
    call, said = WRONG[place]
    with pytest.raises(ml.UsageError, match=re.escape(said)) as raised:
        call(karate)
    assert "\n" not in str(raised.value)


def test_a_wrong_type_is_a_type_error_too(karate: ml.Graph) -> None:
    with pytest.raises(TypeError):
        karate.count(3)  # type: ignore[call-overload]
    with pytest.raises(ml.ArgumentTypeError):
        karate.count("triangle", device=3)  # type: ignore[call-overload]


def test_what_a_pattern_asks_for_is_checked_at_the_call(karate: ml.Graph) -> None:
    with pytest.raises(ml.LabelError, match="no vertex labels"):
        karate.list("(a:X)-b")
    with pytest.raises(ml.LabelError, match="undirected"):
        karate.list("a->b")
    with pytest.raises(ml.PatternError):
        karate.list("trianle")


def test_a_device_that_was_refused_is_not_kept(karate: ml.Graph) -> None:
    with pytest.raises(ml.UsageError):
        ml.set_device("xpu")
    assert karate.count("triangle") == 45


def test_numbers_of_numpy_are_numbers(karate: ml.Graph) -> None:
    assert karate.cliques(np.int64(3)) == 45  # type: ignore[arg-type]
    assert len(list(karate.list("triangle", limit=np.uint8(7)))) == 7  # type: ignore[arg-type]
    assert karate.count("triangle", deadline=np.float32(60), memory=10**9) == 45
    assert karate.count("triangle", deadline=decimal.Decimal(60)) == 45  # type: ignore[call-overload]
    assert karate.frequent(np.int64(10), max_edges=np.int32(1)) == karate.frequent(10, max_edges=1)
    assert ml.Graph.from_edges([(0, 1)], directed=np.True_).is_directed  # type: ignore[arg-type]


def test_nodes_by_numbers() -> None:
    plain = ml.Graph.from_arrays([0, 1], [1, 2])
    listed = ml.Graph.from_edges(np.array([[3, 1], [1, 7]]))
    assert (
        plain.index(np.int64(1)) == 1 == listed.index(np.int64(3)) and type(plain.index(np.int64(1))) is int
    )
    for graph in (plain, listed):
        for wrong in (True, np.True_, False, -1, 9, "1", None):
            with pytest.raises(KeyError):
                graph.index(wrong)
            assert wrong not in graph.nodes
    truths = ml.Graph.from_edges([(True, False)])
    assert truths.index(True) == 0 and truths.index(False) == 1


def test_memory_in_bytes() -> None:
    graph = ml.Graph.generate("rmat:12")
    with pytest.raises(ml.OutOfMemoryError):
        graph.count("house", memory=1024, method="walk")
