"""What runs in Ray's worker processes."""

from __future__ import annotations

import os
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any

from motherlode.ray._share import SharedGraph

#: Graphs and plans that a worker keeps: it is likely to be asked for the same again.
_KEPT = 4
_graphs: OrderedDict[str, Any] = OrderedDict()
_jobs: OrderedDict[Recipe, Any] = OrderedDict()


@dataclass(frozen=True)
class Recipe:
    """A count, as a worker needs it to make the same plan."""

    graph: SharedGraph
    pattern: str
    induced: str
    semantics: str
    device: str
    #: What the driver has.
    identity: tuple[int | str, ...] = ()


def run(recipe: Recipe, start: int, stop: int) -> int:
    """What is found in these tasks: the same wherever and however often it is run."""
    found: int = _job(recipe).run(start, stop)
    return found


def _job(recipe: Recipe) -> Any:
    """The count's plan, made when a process first runs one of its tasks."""
    if recipe not in _jobs:
        graph = _graph(recipe.graph)
        job = make(recipe, graph)
        here = identity(graph, job)
        if here != recipe.identity:
            raise RuntimeError(
                f"process {os.getpid()} has another graph, or another plan for {recipe.pattern}, than the "
                f"driver: {here}, and not {recipe.identity}; give all nodes the same file, and the same "
                "version of motherlode"
            )
        _keep(_jobs, recipe, job)
    _jobs.move_to_end(recipe)
    return _jobs[recipe]


def make(recipe: Recipe, graph: Any) -> Any:
    """The tasks of a recipe."""
    return graph.tasks(
        recipe.pattern, induced=recipe.induced, semantics=recipe.semantics, device=recipe.device
    )


def identity(graph: Any, job: Any) -> tuple[int | str, ...]:
    """What must be the same wherever tasks of a count are run."""
    return graph.number_of_vertices, graph.number_of_edges, job.number, job.fingerprint


def _graph(shared: SharedGraph) -> Any:
    if shared.key not in _graphs:
        _keep(_graphs, shared.key, shared.open())
    _graphs.move_to_end(shared.key)
    return _graphs[shared.key]


def _keep(kept: OrderedDict[Any, Any], key: Any, value: Any) -> None:
    kept[key] = value
    while len(kept) > _KEPT:
        kept.popitem(last=False)
