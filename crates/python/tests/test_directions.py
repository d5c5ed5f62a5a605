"""Jobs that do not look at directions say so."""

from __future__ import annotations

import inspect
import warnings
from typing import Any

import pytest

import motherlode as ml

ARCS = [(1, 2), (2, 1), (2, 3), (3, 1)]

#: Small values for the arguments that a job cannot be without.
ARGUMENTS = {"k": 3, "p": 1, "q": 2, "weight": [0, 1, 2]}


def _job(name: str, *arguments: Any, **options: Any) -> Any:
    """A job, as a function of the graph that answers with what can be compared."""

    def answer(graph: ml.Graph) -> Any:
        found = getattr(graph, name)(*arguments, **options)
        if isinstance(found, ml.MaximalCliques):
            return list(found)
        return found.values.tolist() if isinstance(found, ml.LocalCounts) else found

    return pytest.param(answer, id=f"{name}{arguments}{options or ''}")


def _decorated() -> list[Any]:
    """The jobs that are ``@without_directions``: a new one is among them."""
    methods = inspect.getmembers(ml.Graph, lambda method: not getattr(method, "looks_at_directions", True))
    needed = {
        name: [
            ARGUMENTS[parameter.name]
            for parameter in inspect.signature(method).parameters.values()
            if parameter.name != "self" and parameter.default is parameter.empty
        ]
        for name, method in methods
    }
    assert len(needed) > 8, needed
    return [_job(name, *arguments) for name, arguments in needed.items()]


@pytest.mark.parametrize(
    "job",
    [
        *_decorated(),
        # With overloads, which cannot be decorated.
        _job("motifs", 3),
        _job("graphlets", 3),
        _job("butterflies"),
        _job("bicliques", 1, 2, at="edges"),
    ],
)
def test_directions_are_left_with_a_warning(job):
    with pytest.warns(UserWarning, match="does not look at the directions"):
        directed = job(ml.Graph.from_edges(ARCS, directed=True))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert job(ml.Graph.from_edges(ARCS)) == directed
