"""Telling how far a count is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

#: Is told how many chunks more are done.
Progress = Callable[[int], None]


@contextmanager
def heard(progress: bool | Callable[[int, int], Any] | None, chunks: int) -> Iterator[Progress]:
    """What is told of chunks, as the user wants to hear of them.

    Examples
    --------
    >>> with heard(lambda done, chunks: print(done, "of", chunks), 5) as progressed:
    ...     progressed(2)
    ...     progressed(3)
    2 of 5
    5 of 5
    """
    if not progress:
        yield lambda more: None
    elif progress is True:
        with _bar(chunks) as bar:
            yield bar
    else:
        done = 0

        def tell(more: int) -> None:
            nonlocal done
            done += more
            progress(done, chunks)

        yield tell


@contextmanager
def _bar(chunks: int) -> Iterator[Progress]:
    try:
        from tqdm.auto import tqdm
    except ModuleNotFoundError:
        yield lambda more: None
        return
    with tqdm(total=chunks, unit="chunk") as bar:

        def tell(more: int) -> None:
            bar.update(more)

        yield tell
