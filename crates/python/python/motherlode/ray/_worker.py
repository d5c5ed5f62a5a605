"""What runs in Ray's worker processes."""

from __future__ import annotations

import os
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from motherlode.ray._share import SharedGraph

if TYPE_CHECKING:
    from motherlode import Graph, Tasks
    from motherlode._modes import Induced, Semantics

#: Graphs that a process keeps, and plans for each: it is likely to be asked for the same again.
_GRAPHS = 2
_PLANS = 8


@dataclass(frozen=True)
class Recipe:
    """A count, as a worker needs it to make the same plan."""

    graph: SharedGraph
    pattern: str
    induced: Induced
    semantics: Semantics
    device: str
    #: What the driver has.
    identity: tuple[int | str, ...] = ()


@dataclass
class _Known:
    """A graph, and what was planned for it."""

    graph: Graph
    plans: OrderedDict[tuple[str, ...], Tasks] = field(default_factory=OrderedDict)


_known: OrderedDict[str, _Known] = OrderedDict()


def run(recipe: Recipe, start: int, stop: int) -> int:
    """What is found in these tasks: the same wherever and however often it is run."""
    return _tasks(recipe).run(start, stop)


def plan(recipe: Recipe, graph: Graph) -> Tasks:
    """The tasks of a recipe."""
    return graph.tasks(
        recipe.pattern, induced=recipe.induced, semantics=recipe.semantics, device=recipe.device
    )


def identity(graph: Graph, tasks: Tasks) -> tuple[int | str, ...]:
    """What must be the same wherever tasks of a count are run."""
    return graph.number_of_vertices, graph.number_of_edges, tasks.number, tasks.fingerprint


def _tasks(recipe: Recipe) -> Tasks:
    """The tasks of a recipe, which is planned when a process first runs one of them."""
    known = _opened(recipe.graph)
    key = (recipe.pattern, recipe.induced, recipe.semantics, recipe.device)
    if key not in known.plans:
        tasks = plan(recipe, known.graph)
        here = identity(known.graph, tasks)
        if here != recipe.identity:
            raise RuntimeError(
                f"process {os.getpid()} has another graph, or another plan for {recipe.pattern}, than the "
                f"driver: {here}, and not {recipe.identity}; give all nodes the same file, and the same "
                "version of motherlode"
            )
        known.plans[key] = tasks
    known.plans.move_to_end(key)
    while len(known.plans) > _PLANS:
        known.plans.popitem(last=False)
    return known.plans[key]


def _opened(shared: SharedGraph) -> _Known:
    if shared.key not in _known:
        _known[shared.key] = _Known(shared.open())
    _known.move_to_end(shared.key)
    while len(_known) > _GRAPHS:
        _known.popitem(last=False)
    return _known[shared.key]
