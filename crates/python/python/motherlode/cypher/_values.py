"""How openCypher compares values: true, false, or null (``None``)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from numbers import Number
from typing import Any, Final

import numpy as np

from ._host import MISSING

Answer = bool | None


def _null(value: Any) -> bool:
    return value is None or value is MISSING


def _boolean(value: Any) -> bool:
    return isinstance(value, (bool, np.bool_))


def _numeric(value: Any) -> bool:
    return isinstance(value, Number) and not _boolean(value)


def equal(left: Any, right: Any) -> Answer:
    """``left = right``: null with null, false between kinds; lists by their elements.

    Examples
    --------
    >>> equal(1, 1.0), equal(1, True), equal(1, "1"), equal(None, None)
    (True, False, False, None)
    >>> equal((1, None), (1, 2)), equal((1, None), (2, 2))
    (None, False)
    """
    if _null(left) or _null(right):
        return None
    if isinstance(left, (list, tuple)) and isinstance(right, (list, tuple)):
        if len(left) != len(right):
            return False
        return _conjunction([equal(one, other) for one, other in zip(left, right, strict=True)])
    if _boolean(left) != _boolean(right):
        return False
    return bool(left == right)


def _unequal(left: Any, right: Any) -> Answer:
    answer = equal(left, right)
    return None if answer is None else not answer


def _ordered(compare: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Answer]:
    def ask(left: Any, right: Any) -> Answer:
        for alike in (_numeric, _boolean, lambda value: isinstance(value, str)):
            if alike(left) and alike(right):
                return bool(compare(left, right))
        return None  # null, and what has no order with the other

    return ask


def _member(value: Any, values: Any) -> Answer:
    if _null(values) or not isinstance(values, (list, tuple)):
        return None
    answers = [equal(value, one) for one in values]
    return True if True in answers else None if None in answers else False


def _of_texts(ask: Callable[[str, str], bool]) -> Callable[[Any, Any], Answer]:
    return lambda left, right: ask(left, right) if isinstance(left, str) and isinstance(right, str) else None


def _conjunction(answers: list[Answer]) -> Answer:
    return False if False in answers else None if None in answers else True


SIGNS: Final[Mapping[str, Callable[[Any, Any], Answer]]] = {
    "=": equal,
    "<>": _unequal,
    "<": _ordered(lambda left, right: left < right),
    "<=": _ordered(lambda left, right: left <= right),
    ">": _ordered(lambda left, right: left > right),
    ">=": _ordered(lambda left, right: left >= right),
    "in": _member,
    "starts with": _of_texts(str.startswith),
    "ends with": _of_texts(str.endswith),
    "contains": _of_texts(lambda left, right: right in left),
}
"""What each sign asks."""
