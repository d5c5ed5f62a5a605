"""Counting on a cluster."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, overload

import ray

from motherlode.errors import DeviceError, UsageError
from motherlode.ray._chunks import Chunk, cut
from motherlode.ray._deal import Dealer
from motherlode.ray._progress import Progress, heard
from motherlode.ray._resources import Worker, resources_of_cluster, room, workers_of
from motherlode.ray._share import SharedGraph, share
from motherlode.ray._worker import Recipe, identity, plan, run

if TYPE_CHECKING:
    from motherlode import Graph, Pattern
    from motherlode._modes import Induced, Semantics

#: Chunks for each worker: enough that all end at about the same time, though some chunks take longer.
_CHUNKS_A_WORKER = 32


@overload
def count(
    graph: Graph | SharedGraph | str | os.PathLike[str], pattern: str | Pattern, **options: Any
) -> int: ...
@overload
def count(
    graph: Graph | SharedGraph | str | os.PathLike[str], pattern: Sequence[str | Pattern], **options: Any
) -> list[int]: ...
def count(  # type: ignore[misc]
    graph: Graph | SharedGraph | str | os.PathLike[str],
    pattern: str | Pattern | Sequence[str | Pattern],
    *,
    induced: Induced = "edge",
    semantics: Semantics = "subgraphs",
    workers: Worker | Sequence[Worker] | None = None,
    num_chunks: int | None = None,
    max_retries: int = 8,
    deadline: float | None = None,
    progress: bool | Callable[[int, int], Any] | None = None,
) -> int | list[int]:
    """Count the matches of a pattern in a graph on all machines of a Ray cluster.

    The answer is that of ``graph.count``. The tasks of the count are dealt in chunks: what is found in a
    chunk is the same wherever it is run, and however often, and the count is the sum over all chunks, in any
    order. So workers may come, go and die.

    A count that ``graph.count`` does not get by walking through matches, such as that of a plain pattern of
    four vertices, may be quicker on one machine.

    Parameters
    ----------
    graph
        A graph, what `share` made of it, or the path of a file that every machine sees.
    pattern
        One pattern, or several, which are counted together.
    induced, semantics
        What counts as a match, as in ``graph.count``.
    workers
        The kinds of workers: a `Worker` or several. If nothing is said, one for each processor and each card
        of the cluster.
    num_chunks
        The chunks of each pattern's tasks; 32 for each worker if nothing is said.
    max_retries
        How often Ray runs a chunk again whose worker died, or whose device failed; ``-1`` is without end.
    deadline
        Seconds after which `motherlode.DeadlineError` is raised.
    progress
        ``True`` for a bar by tqdm, if it is installed, or what is called with the chunks that are done, and
        all.

    Returns
    -------
    int, or list of int
        The count, or that of each pattern.

    Raises
    ------
    motherlode.MotherlodeError
        As ``graph.count`` does.
    ray.exceptions.RayError
        When Ray could not run a chunk, having tried so often.

    Examples
    --------
    >>> import motherlode as ml
    >>> graph = ml.Graph.generate("karate")
    >>> count(graph, "triangle", workers=Worker(num_cpus=1))  # doctest: +SKIP
    45
    >>> count(graph, ["triangle", "a-b-c-d-a"])  # doctest: +SKIP
    [45, 154]
    """
    from motherlode import Graph

    end = None if deadline is None else time.monotonic() + deadline
    several = isinstance(pattern, Sequence) and not isinstance(pattern, str)
    patterns: list[Any] = list(pattern) if several else [pattern]  # type: ignore[arg-type]
    if not ray.is_initialized():
        ray.init()
    cluster = resources_of_cluster()
    kinds = workers_of(workers, cluster)
    if num_chunks is None:
        num_chunks = _CHUNKS_A_WORKER * max(1, sum(room(kind, cluster) for kind in kinds))
    if num_chunks < 1:
        raise UsageError(f"num_chunks is {num_chunks}, and must be at least 1")

    shared = share(graph)
    here = graph if isinstance(graph, Graph) else shared.open()
    recipes, tasks = [], []
    for one in patterns:
        recipe = Recipe(shared, _text(one), induced, semantics, "cpu")
        tasks.append(plan(recipe, here))
        recipes.append(replace(recipe, identity=identity(here, tasks[-1])))

    chunks = [chunk for place, one in enumerate(tasks) for chunk in cut(one.number, num_chunks, place)]
    found = [0] * len(tasks)
    with heard(progress, len(chunks)) as progressed:
        dealer = Dealer(chunks, kinds, _start(recipes, max_retries), _transient())
        dealer.deal(_adding(found, progressed), end)
    counts = [one.total(number) for one, number in zip(tasks, found, strict=True)]
    return counts if several else counts[0]


def _text(pattern: Any) -> str:
    from motherlode import Pattern

    if not isinstance(pattern, (str, Pattern)):
        raise TypeError(f"a pattern is a text or a Pattern, not {type(pattern).__name__}")
    return str(pattern)


def _start(recipes: list[Recipe], max_retries: int) -> Callable[[Worker, Chunk], Any]:
    """Starts tasks of Ray."""
    remote = ray.remote(run)
    known: dict[tuple[int, int], tuple[Any, Any]] = {}

    def start(worker: Worker, chunk: Chunk) -> Any:
        key = (id(worker), chunk.count)
        if key not in known:
            options = worker.options(max_retries)
            task = remote.options(**options, retry_exceptions=list(_transient()))
            known[key] = (task, replace(recipes[chunk.count], device=worker.device))
        task, recipe = known[key]
        return task.remote(recipe, chunk.start, chunk.stop)

    return start


def _transient() -> tuple[type[Exception], ...]:
    """Failures of a device that may not be there the next time, or on another one."""
    return (DeviceError,)


def _adding(found: list[int], progressed: Progress) -> Callable[[list[Chunk], int], None]:
    def add(chunks: list[Chunk], number: int) -> None:
        found[chunks[0].count] += number
        progressed(len(chunks))

    return add
