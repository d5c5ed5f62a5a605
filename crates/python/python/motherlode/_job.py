"""How a job is to be run: what all of them have in common."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Union

from motherlode._arguments import number, string, whole
from motherlode.errors import ArgumentTypeError

if TYPE_CHECKING:
    from types import TracebackType

#: What is told of progress: how much is done, and of how much.
ProgressCallback = Callable[[int, int], object]
#: ``True`` for a bar of tqdm, where that is installed, or a function that is called.
Progress = Union[bool, ProgressCallback, None]
#: The most memory to take: ``"4GiB"``, or bytes.
Memory = Union[str, int, None]

_default_device = "auto"


def set_device(device: str) -> None:
    """Have all jobs that name no device run on this one.

    Parameters
    ----------
    device : str
        ``"auto"`` (the first card, joined by the others in long jobs; the CPU where there is none), ``"cpu"``,
        ``"cuda:0"``, ``"cuda:0,2"``, ``"cuda:all"``, or ``"all"``: all cards and the CPU. The result is the same on each.

    Raises
    ------
    UsageError
        If no device is called so. Whether this machine has it shows when a job asks for it.

    Examples
    --------
    >>> import motherlode as ml
    >>> ml.set_device("cpu")
    """
    from motherlode._motherlode import check_device

    global _default_device
    check_device(_device(device))
    _default_device = device


def set_threads(threads: int) -> None:
    """Have the CPU work with so many threads.

    Parameters
    ----------
    threads : int
        How many, from 1 on; without this, as many as ``RAYON_NUM_THREADS`` says, or as there are processors.

    Raises
    ------
    UsageError
        If it has begun already: call this before the first graph is made.

    Examples
    --------
    >>> import motherlode as ml
    >>> ml.set_threads(4)  # doctest: +SKIP
    """
    from motherlode import _motherlode

    _motherlode.set_threads(whole("threads", threads, 1, 2**16))


class Job:
    """What the native module reads of a job; as a context it has its bar of progress until the end."""

    __slots__ = ("_bar", "deadline", "device", "memory", "progress")

    def __init__(
        self, device: str, memory: str | None, deadline: float | None, progress: ProgressCallback | None
    ) -> None:
        self.device = device
        self.memory = memory
        self.deadline = deadline
        self.progress = progress
        self._bar: _Bar | None = None

    def __enter__(self) -> Job:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.close()


def job(
    device: str | None = None,
    memory: Memory = None,
    deadline: float | None = None,
    progress: Progress = None,
) -> Job:
    """A job, to be used as a context, whose arguments are checked here."""
    made = Job(
        _default_device if device is None else _device(device),
        None if memory is None else _memory(memory),
        None if deadline is None else number("deadline", deadline, *_SECONDS),
        None,
    )
    if progress is True:
        made._bar = _bar()
        made.progress = None if made._bar is None else made._bar.hear
    elif callable(progress):
        made.progress = progress
    elif progress is not None and progress is not False:
        raise ArgumentTypeError(
            f"progress is True, or a function of how much is done and of how much, not {progress!r}"
        )
    return made


_SECONDS: tuple[str, Callable[[float], bool]] = (
    "a number of seconds from 0 on",
    lambda seconds: 0 <= seconds < math.inf,
)


def _device(device: Any) -> str:
    if not isinstance(device, str):
        raise ArgumentTypeError(f"device is a text such as 'cpu' or 'cuda:0', not {device!r}")
    return device


def _memory(memory: Any) -> str:
    """As the native module has it, which checks what a text says."""
    return string("memory", memory) if isinstance(memory, str) else str(whole("memory", memory, 1))


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
