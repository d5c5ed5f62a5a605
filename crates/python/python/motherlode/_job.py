"""How a job is to be run: what all of them have in common."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Union

if TYPE_CHECKING:
    from collections.abc import Iterator

#: What is told of progress: how much is done, and of how much.
ProgressCallback = Callable[[int, int], object]
#: ``True`` for a bar of tqdm, where that is installed, or a function that is called.
Progress = Union[bool, ProgressCallback, None]

_default_device = "auto"


def set_device(device: str) -> None:
    """Have all jobs that name no device run on this one.

    Parameters
    ----------
    device : str
        ``"auto"`` (the first card, joined by the others in long jobs; the CPU where there is none), ``"cpu"``,
        ``"cuda:0"``, ``"cuda:0,2"``, ``"cuda:all"``, or ``"all"``: all cards and the CPU. The result is the same on each.

    Examples
    --------
    >>> import motherlode as ml
    >>> ml.set_device("cpu")
    """
    global _default_device
    if not isinstance(device, str):
        raise TypeError(f"device is a text such as 'cpu' or 'cuda:0', not {device!r}")
    _default_device = device


@dataclass(frozen=True)
class Job:
    """What the native module reads of a job."""

    device: str
    memory: str | None
    deadline: float | None
    progress: ProgressCallback | None


@contextmanager
def job(
    device: str | None = None,
    memory: str | None = None,
    deadline: float | None = None,
    progress: Progress = None,
) -> Iterator[Job]:
    """A job, with its bar of progress as long as it runs."""
    bar = _bar() if progress is True else None
    hear = bar.hear if bar is not None else (progress or None)
    if hear is not None and not callable(hear):
        raise TypeError(
            f"progress is True, or a function of how much is done and of how much, not {progress!r}"
        )
    try:
        yield Job(_default_device if device is None else device, memory, deadline, hear)
    finally:
        if bar is not None:
            bar.close()


class _Bar:
    """A bar of tqdm: in a notebook it is a widget."""

    def __init__(self, tqdm: Callable[..., Any]) -> None:
        self._bar = tqdm(total=None, unit="task", unit_scale=True, leave=False)

    def hear(self, done: int, of: int) -> None:
        self._bar.total = of
        self._bar.n = done
        self._bar.refresh()

    def close(self) -> None:
        self._bar.close()


def _bar() -> _Bar | None:
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return None
    return _Bar(tqdm)
