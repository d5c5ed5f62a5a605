"""The two sides of a graph, as bicliques ask for them."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import TYPE_CHECKING, Any

from motherlode.errors import ArgumentTypeError, UsageError

if TYPE_CHECKING:
    from motherlode._motherlode import NativeGraph
    from motherlode._nodes import Nodes

__all__ = ["left_side"]


def left_side(left: Iterable[Hashable] | None, graph: NativeGraph, nodes: Nodes) -> list[int] | None:
    """The vertex numbers of the nodes on the left, where they are said: no edge is within a side."""
    if left is None:
        return None
    said = f"left is the nodes on one side, not {left!r}"
    if isinstance(left, (str, bytes)) or not isinstance(left, Iterable):
        raise ArgumentTypeError(said)
    numbers = [_number(node, nodes) for node in left]
    edge = graph.edge_within_side(numbers)
    if edge is not None:
        u, v = nodes.take(edge)
        raise UsageError(f"left is one of two sides, but {u!r} and {v!r} are joined, and both on one side")
    return numbers


def _number(node: Any, nodes: Nodes) -> int:
    try:
        return nodes.number(node)
    except (KeyError, TypeError):
        raise UsageError(f"left: the graph has no node {node!r}") from None
