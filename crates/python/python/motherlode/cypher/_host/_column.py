"""One property of all vertices, or of all edges."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Any, Final

import numpy as np
import numpy.typing as npt

Mask = npt.NDArray[np.bool_]
Numbers = npt.NDArray[np.int64]


class _Missing:
    """The type of :data:`MISSING`."""

    def __repr__(self) -> str:
        return "MISSING"


MISSING: Final = _Missing()
"""Stands where a vertex or an edge has no such property; a property that *is* ``None`` is a different thing.
"""

OPERATORS: Final[Mapping[str, Callable[[Any, Any], Any]]] = {
    "=": operator.eq,
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "in": lambda value, other: value in other,
    "!in": lambda value, other: value not in other,
    "contains": lambda value, other: other in value,
    "!contains": lambda value, other: other not in value,
}
"""The operators of DotMotif, as Python has them."""

# Above this, a Python integer need not be a float64, and NumPy would compare what Python does not.
_EXACT = 2**53


class Column:
    """One property, a value for each vertex or edge.

    Parameters
    ----------
    values
        The values in order; :data:`MISSING` where there is none.

    Examples
    --------
    >>> size = Column([3, MISSING, 3.5, 3])
    >>> size.test(lambda value: value is not MISSING and value > 3).tolist()
    [False, False, True, False]
    """

    def __init__(self, values: Iterable[Any]) -> None:
        values = list(values)
        if len(set(map(type, values)) - {_Missing}) == 1 and isinstance(
            next(value for value in values if value is not MISSING), (str, int, float)
        ):
            # Of one type, values that are equal are the same.
            number = {value: place for place, value in enumerate(dict.fromkeys(values))}
            self.distinct: list[Any] = list(number)
            self.codes: Numbers = np.fromiter(map(number.__getitem__, values), np.int64, len(values))
            return
        self.distinct = []
        numbers: dict[Any, int] = {}
        codes: list[int] = []
        for value in values:
            # 1, 1.0 and True are equal, but need not answer alike: the type belongs to the key.
            key: tuple[type, Any] | None = (type(value), value)
            try:
                code = numbers.get(key)
            except TypeError:  # a list or a dict: a value of its own
                code = None
                key = None
            if code is None:
                code = len(self.distinct)
                self.distinct.append(value)
                if key is not None:
                    numbers[key] = code
            codes.append(code)
        self.codes = np.array(codes, dtype=np.int64)

    @classmethod
    def coded(cls, distinct: list[Any], codes: Numbers) -> Column:
        """The column of which row ``i`` has the value ``distinct[codes[i]]``."""
        result = cls(())
        result.distinct, result.codes = distinct, codes
        return result

    def __len__(self) -> int:
        return len(self.codes)

    def __getitem__(self, row: int) -> Any:
        return self.distinct[self.codes[row]]

    def test(self, predicate: Callable[[Any], Any]) -> Mask:
        """Ask ``predicate`` of every distinct value once, and give its answers by row."""
        answers = np.fromiter(
            (bool(predicate(value)) for value in self.distinct), np.bool_, len(self.distinct)
        )
        return answers[self.codes] if len(self.codes) else np.zeros(0, np.bool_)

    def filled(self, value: Any) -> Column:
        """The column with ``value`` where there was none."""
        return Column.coded([value if old is MISSING else old for old in self.distinct], self.codes)

    @cached_property
    def present(self) -> Mask:
        """Where there is a value."""
        return self.test(lambda value: value is not MISSING)

    @cached_property
    def numbers(self) -> npt.NDArray[np.float64] | None:
        """The values as floats, NaN where missing, if all of them are numbers that a float holds exactly."""
        floats = np.empty(len(self.distinct))
        for code, value in enumerate(self.distinct):
            if value is MISSING:
                floats[code] = np.nan
            elif isinstance(value, (bool, int, np.integer, np.bool_)) and abs(int(value)) <= _EXACT:
                floats[code] = int(value)
            elif isinstance(value, (float, np.float32, np.float16)):  # np.float64 is a float
                floats[code] = float(value)
            else:
                return None
        return floats[self.codes] if len(self.codes) else floats[:0]

    @cached_property
    def only_numbers(self) -> bool:
        """Whether all values are numbers, and none a boolean."""
        return self.numbers is not None and not any(
            isinstance(value, (bool, np.bool_)) for value in self.distinct
        )


def compare(sign: str, left: Column, lefts: Numbers, right: Column, rights: Numbers) -> Mask:
    """Compare ``left[i]`` to ``right[j]`` for every pair of rows that have a value; false where one has none.

    Raises
    ------
    TypeError
        Where Python cannot compare two values, such as a number and a text by ``<``.

    Examples
    --------
    >>> size = Column([3, MISSING, 3.5, 3])
    >>> compare("<=", size, np.array([0, 1, 2, 3]), size, np.array([3, 3, 3, 2])).tolist()
    [True, False, False, True]
    """
    act = OPERATORS[sign]
    there = left.present[lefts] & right.present[rights]
    if left.numbers is not None and right.numbers is not None and "in" not in sign:
        result: Mask = act(left.numbers[lefts], right.numbers[rights]) & there
        return result
    # Texts, mixed and other values: each pair of distinct values is compared once.
    width = len(right.distinct)
    pairs, back = np.unique(
        left.codes[lefts[there]] * width + right.codes[rights[there]], return_inverse=True
    )
    answers = np.fromiter(
        (bool(act(left.distinct[pair // width], right.distinct[pair % width])) for pair in pairs.tolist()),
        np.bool_,
        len(pairs),
    )
    result = np.zeros(len(there), np.bool_)
    result[there] = answers[back]
    return result
