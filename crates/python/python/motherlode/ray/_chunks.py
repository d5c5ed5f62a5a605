"""How the tasks of a count are cut into chunks."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, order=True)
class Chunk:
    """Consecutive tasks of one of the counts: its number says which, wherever and however often it is
    done."""

    #: The count, by its place among those that are asked for.
    count: int
    #: The first task, and the one after the last.
    start: int
    stop: int


def cut(tasks: int, chunks: int, count: int = 0) -> list[Chunk]:
    """Cut the tasks into chunks of which the first have the fewest.

    The tasks that take longest come first, mostly: few vertices of a social network have most of the work. So
    chunk ``i`` of ``n`` ends at the part ``((i + 1) / n) ** 2`` of the tasks. Nobody knows the work before it
    is done, so that there should be many more chunks than workers.

    Examples
    --------
    >>> [(chunk.start, chunk.stop) for chunk in cut(100, 4)]
    [(0, 6), (6, 25), (25, 56), (56, 100)]
    >>> [(chunk.start, chunk.stop) for chunk in cut(3, 10)]
    [(0, 1), (1, 2), (2, 3)]
    >>> cut(0, 10)
    []
    """
    # In whole numbers, as tasks may be more than a float can count.
    ends = [tasks * (place + 1) ** 2 // chunks**2 for place in range(chunks)]
    starts = [0, *ends[:-1]]
    return [Chunk(count, start, stop) for start, stop in zip(starts, ends, strict=True) if start < stop]
