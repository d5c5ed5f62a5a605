"""Columns as users give them: one value after another, or by node, or by edge."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from motherlode._warnings import warn
from motherlode.errors import ArgumentTypeError, GraphError, UsageError

if TYPE_CHECKING:
    from motherlode._nodes import Nodes
    from motherlode.convert.arrays import EdgeArrays

__all__ = ["in_order", "is_missing", "of_edges", "of_nodes", "properties", "texts"]


def is_missing(value: Any) -> bool:
    """Whether a value says that there is none: ``None``, NaN, or what pandas has for them."""
    if value is None:
        return True
    if isinstance(value, (str, int)):
        return False
    # Those of pandas: NA is neither equal to itself nor not.
    if type(value).__name__ in ("NAType", "NaTType"):
        return True
    try:
        return bool(value != value)
    except (TypeError, ValueError):
        return False


def texts(labels: Iterable[Any], whose: Callable[[int], str], what: str = "label") -> Iterator[str]:
    """The texts of labels, one after another; ``whose`` says what has the one at a place.

    Raises
    ------
    GraphError
        If one is missing, or different ones have the same text.
    """
    firsts: dict[str, Any] = {}
    for place, label in enumerate(labels):
        if type(label) is str:
            text = label
        elif is_missing(label):
            raise GraphError(f"{whose(place)} has no {what}: every one has one, or none of them")
        else:
            text = str(label)
        first = firsts.setdefault(text, label)
        if type(first) is not type(label) and first != label:
            raise GraphError(
                f"{whose(place)} has the {what} {label!r}, and another has {first!r}: both are written {text}, and would be one; have all "
                "be numbers, or all texts"
            )
        yield text


def in_order(values: Any, what: str) -> Any:
    """Values one after another, as an array or a list. What has no order, or is a text, is none of them."""
    if hasattr(values, "ndim") and hasattr(values, "tolist"):
        if values.ndim != 1:
            raise UsageError(f"{what}: an array of one dimension is needed, not of {values.ndim}")
        return values if type(values).__module__ == "numpy" else values.tolist()
    if isinstance(values, (str, bytes, set, frozenset, Mapping)) or not isinstance(values, Iterable):
        raise ArgumentTypeError(f"{what}: a sequence of values is needed, not {type(values).__name__}")
    return values if isinstance(values, (list, tuple)) else list(values)


def of_nodes(values: Any, nodes: Nodes, what: str) -> Any:
    """The values of the nodes, in their order: from a mapping by node, ``None`` where it has none; from a Series of pandas by its
    index, unless that is only 0, 1, 2, … and the nodes are others; from anything else as it is."""
    if _is_series(values):
        values = _by_index(values, nodes, what)
    if not isinstance(values, Mapping):
        return in_order(values, what)
    found = [values.get(node) for node in nodes]
    known = sum(node in values for node in nodes)
    if values and len(nodes) and not known:
        raise GraphError(
            f"{what}: no node has a value; the first that one is given for is {next(iter(values))!r}, where the nodes are {nodes!r}"
        )
    if known < len(values):
        _tell_of_unknown(what, "node", [key for key in values if key not in nodes])
    return found


def of_edges(values: Any, arrays: EdgeArrays, what: str) -> Any:
    """The values of the edges, in their order: from a mapping by pairs of nodes, ``None`` where it has none, or from anything else as
    it is."""
    if not isinstance(values, Mapping):
        return in_order(values, what)
    found, known = [], set()
    for ends in arrays.pairs():
        key = ends if ends in values or arrays.directed else ends[::-1]
        if key in values:
            known.add(key)
        found.append(values.get(key))
    if values and found and not known:
        raise GraphError(
            f"{what}: no edge has a value; keys are pairs of nodes, as {next(arrays.pairs())!r}, and the first is {next(iter(values))!r}"
        )
    if len(known) < len(values):
        # An edge without directions may be given both ways.
        turned = set() if arrays.directed else {(v, u) for u, v in known}
        _tell_of_unknown(what, "edge", [key for key in values if key not in known and key not in turned])
    return found


def _tell_of_unknown(what: str, kind: str, keys: Sequence[Any]) -> None:
    """Warns, where it was asked for, that what is given for some keys is left, as the graph does not have them."""
    if keys:
        kinds = kind if len(keys) == 1 else f"{kind}s"
        warn(
            f"{what}: values of {len(keys)} {kinds} are left, which the graph does not have; the first is {keys[0]!r}"
        )


def properties(columns: Any, what: str) -> Mapping[str, Any]:
    """The columns of properties by name: a mapping, or a data frame."""
    if columns is None:
        return {}
    if isinstance(columns, Mapping):
        return columns
    if hasattr(columns, "columns"):
        return {name: columns[name] for name in columns.columns}
    raise ArgumentTypeError(f"{what}: columns by name are needed, not {type(columns).__name__}")


def _is_series(values: Any) -> bool:
    return hasattr(values, "index") and hasattr(values, "to_dict") and hasattr(values, "iloc")


def _by_index(series: Any, nodes: Nodes, what: str) -> Mapping[Any, Any] | Sequence[Any]:
    index = series.index.tolist()
    in_turn = index == list(range(len(index)))
    if in_turn and not all(node in nodes for node in index):
        return series.tolist()
    if not series.index.is_unique:
        raise UsageError(f"{what}: the index of the Series has a node twice")
    return dict(zip(index, series.tolist()))
