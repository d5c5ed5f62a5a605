"""Jobs that look at which nodes are joined, and not at directions."""

from __future__ import annotations

import functools
import warnings
from collections.abc import Callable
from typing import TYPE_CHECKING, Concatenate, ParamSpec, TypeVar

if TYPE_CHECKING:
    from motherlode.graph._structure import Structure

_G = TypeVar("_G", bound="Structure")
_P = ParamSpec("_P")
_T = TypeVar("_T")


def without_directions(method: Callable[Concatenate[_G, _P], _T]) -> Callable[Concatenate[_G, _P], _T]:
    """The method, which warns where the graph has directions, as it does not look at them."""

    @functools.wraps(method)
    def warning(graph: _G, /, *args: _P.args, **kwargs: _P.kwargs) -> _T:
        warn_of_directions(graph, method.__name__)
        return method(graph, *args, **kwargs)

    warning.looks_at_directions = False  # type: ignore[attr-defined]
    return warning


def warn_of_directions(graph: Structure, name: str) -> None:
    """Warns the caller of a method, by its name, where the graph has directions: for methods with overloads, which cannot be decorated."""
    if graph.is_directed:
        warnings.warn(f"{name}() does not look at the directions of the graph", stacklevel=3)
