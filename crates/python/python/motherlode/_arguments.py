"""Arguments, checked at the call: each function returns the argument as the package uses it."""

from __future__ import annotations

import operator
import os
from collections.abc import Callable, Iterable
from typing import Any, Union

from motherlode.errors import ArgumentTypeError, UsageError

__all__ = [
    "NARROW",
    "check_matching",
    "file_path",
    "flag",
    "is_boolean",
    "listed",
    "number",
    "optional",
    "string",
    "whole",
]

Path = Union[str, "os.PathLike[str]"]
#: Numbers of 64 bits, as the native module has them.
MOST = 2**64 - 1
#: The largest number of 32 bits.
NARROW = 2**32 - 1
#: A bound from here on is told to those alone who pass it.
_MUCH = 2**31


def whole(name: str, value: Any, least: int = 0, most: int = MOST) -> int:
    """A whole number within bounds, Python's or NumPy's."""
    said = f"{name} is a whole number from {least} {'on' if most >= _MUCH else f'to {most}'}, not {value!r}"
    if is_boolean(value):
        raise ArgumentTypeError(said)
    try:
        given = operator.index(value)
    except TypeError:
        raise ArgumentTypeError(said) from None
    if not least <= given <= most:
        raise UsageError(
            said if given < least or most < _MUCH else f"{name} is at most {most}, not {value!r}"
        )
    return given


def number(name: str, value: Any, what: str, holds: Callable[[float], bool]) -> float:
    """A number for which something holds; NaN never does."""
    said = f"{name} is {what}, not {value!r}"
    if isinstance(value, (str, bytes)) or is_boolean(value):
        raise ArgumentTypeError(said)
    try:
        given = float(value)
    except (TypeError, OverflowError):
        raise ArgumentTypeError(said) from None
    if not holds(given):
        raise UsageError(said)
    return given


def string(name: str, value: Any) -> str:
    """A text."""
    if not isinstance(value, str):
        raise ArgumentTypeError(f"{name} is a text, not {value!r}")
    return value


def check_matching(induced: Any, semantics: Any) -> None:
    """Refuses what are no texts; the native module knows the words."""
    if type(induced) is not str or type(semantics) is not str:
        string("induced", induced)
        string("semantics", semantics)


def file_path(name: str, value: Any) -> str:
    """A path, as a text."""
    try:
        return os.fsdecode(value)
    except TypeError:
        raise ArgumentTypeError(f"{name} is a path, not {value!r}") from None


def flag(name: str, value: Any) -> bool:
    """True or false: a text such as ``"no"`` would be true."""
    if isinstance(value, (int, bool)) and value in (0, 1):
        return bool(value)
    if is_boolean(value):
        return bool(value)
    raise ArgumentTypeError(f"{name} is True or False, not {value!r}")


def listed(name: str, value: Any) -> list[str]:
    """Names in a sequence; a text is one name, and not its letters."""
    if isinstance(value, str):
        return [value]
    if not isinstance(value, Iterable):
        raise ArgumentTypeError(f"{name} is a list of names, not {value!r}")
    return [string(f"each of {name}", one) for one in value]


def optional(check: Callable[..., Any], name: str, value: Any, *more: Any) -> Any:
    """What ``check`` makes of an argument that may be ``None``."""
    return None if value is None else check(name, value, *more)


def is_boolean(value: Any) -> bool:
    """Whether a value is a boolean, Python's or NumPy's."""
    return isinstance(value, bool) or str(getattr(value, "dtype", "")) == "bool"
