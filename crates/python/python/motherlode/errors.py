"""What can go wrong. Each exception is also one of Python's own, so that code that knows nothing of Motherlode catches it."""

from __future__ import annotations

__all__ = [
    "ArgumentTypeError",
    "DeadlineError",
    "DeviceError",
    "GraphError",
    "LabelError",
    "MotherlodeError",
    "OutOfMemoryError",
    "PatternError",
    "UsageError",
]


class MotherlodeError(Exception):
    """Any error of Motherlode."""


class UsageError(MotherlodeError, ValueError):
    """An argument that is wrong, or does not go with another."""


class ArgumentTypeError(UsageError, TypeError):
    """An argument that is of a wrong type."""


class PatternError(MotherlodeError, ValueError):
    """A pattern that cannot be read, or not be planned."""


class GraphError(MotherlodeError, ValueError):
    """A graph, a database or a file that is wrong."""


class LabelError(MotherlodeError, ValueError):
    """A pattern asks for labels, directions or properties that the graph does not have."""


class DeviceError(MotherlodeError, RuntimeError):
    """A device that is not there, does not start, or failed."""


class OutOfMemoryError(DeviceError, MemoryError):
    """A device's memory, or the budget, is too small for the job."""


class DeadlineError(MotherlodeError, TimeoutError):
    """The deadline passed before the job was done."""
