"""Properties as columns of one kind: whole numbers, numbers, booleans or texts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from motherlode.convert.given import is_missing
from motherlode.errors import GraphError, UsageError

if TYPE_CHECKING:
    import numpy as np

#: Up to this, a whole number is a float of 64 bits.
_EXACT = 2**53

#: A property as the native module takes it: its name, its values, and which of them are there.
NativeProperty = tuple[str, Any, "np.ndarray | None"]


def columns(properties: Mapping[str, Sequence[Any]], length: int, what: str) -> list[NativeProperty]:
    """Properties, of which each must have so many values."""
    found = []
    for name, values in properties.items():
        if len(values) != length:
            raise UsageError(f"the property {name!r} has {len(values)} values for {length} {what}")
        found.append((str(name), *_column(name, values)))
    return found


def is_property(value: Any) -> bool:
    """Whether a value may be that of a property."""
    return not is_missing(value) and kind_of(value) != "other"


def kind_of(value: Any) -> str:
    """What a value is, in a word."""
    import numpy as np

    if isinstance(value, (bool, np.bool_)):
        return "bool"
    if isinstance(value, (int, np.integer)):
        return "int"
    if isinstance(value, (float, np.floating)):
        return "float"
    return "text" if isinstance(value, str) else "other"


def _kind(values: Iterable[Any]) -> str | None:
    """What the values are, in a word: nothing if they are of several kinds, or of none of ours."""
    kinds = {kind_of(value) for value in values if value is not None}
    if kinds == {"int", "float"}:
        return "float"
    return kinds.pop() if len(kinds) == 1 and "other" not in kinds else None


def _column(name: str, values: Any) -> tuple[Any, np.ndarray | None]:
    """The values of one kind, and which of them are there."""
    import numpy as np

    if isinstance(values, np.ndarray) and values.dtype.kind in "biuf":
        if values.dtype.kind == "u" and values.dtype.itemsize == 8 and values.max(initial=0) > 2**63 - 1:
            return values.tolist(), None
        to = {"b": "bool", "i": "int64", "u": "int64", "f": "float64"}[values.dtype.kind]
        return np.ascontiguousarray(values, dtype=to), None
    given = [None if is_missing(value) else value for value in values]
    kind = _kind(given)
    if kind is None:
        if all(value is None for value in given):
            return np.full(len(given), np.nan), None
        raise GraphError(
            f"the values of the property {name!r} are not all numbers, all texts or all booleans"
        )
    there = np.array([value is not None for value in given])
    present = None if there.all() else there
    if kind == "text":
        codes: dict[str, int] = {}
        numbers = [codes.setdefault(value, len(codes)) if value is not None else 2**32 - 1 for value in given]
        return (np.array(numbers, dtype="uint32"), list(codes)), None
    if kind in ("int", "float"):
        # As they are where an array would round them, and so make several the same.
        least, most = (-(2**63), 2**63 - 1) if kind == "int" else (-_EXACT, _EXACT)
        plain = [int(value) if isinstance(value, (int, np.integer)) else value for value in given]
        whole = [value for value in plain if isinstance(value, int)]
        if any(not -(2**127) <= value < 2**127 for value in whole):
            raise GraphError(f"the property {name!r} has a whole number beyond 128 bits")
        if any(not least <= value <= most for value in whole):
            return plain, None
    if kind == "float":
        return np.array([np.nan if value is None else value for value in given], dtype="float64"), None
    to = "bool" if kind == "bool" else "int64"
    return np.array([0 if value is None else value for value in given], dtype=to), present
