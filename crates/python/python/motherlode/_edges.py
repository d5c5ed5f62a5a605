"""The edges of a graph, between its nodes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np

    from motherlode._nodes import Nodes

#: So many are named at once.
_PIECE = 1 << 16


class Edges(Collection[tuple[Any, Any]]):
    """The pairs of adjacent nodes, each once; from tail to head where edges are arcs. It may be called, as that of NetworkX.

    Examples
    --------
    >>> import motherlode as ml
    >>> graph = ml.Graph.from_edges([("ann", "bob"), ("bob", "cid")])
    >>> list(graph.edges), ("bob", "ann") in graph.edges
    ([('ann', 'bob'), ('bob', 'cid')], True)
    """

    __slots__ = ("_ends", "_has", "_nodes", "_size")

    def __init__(
        self,
        nodes: Nodes,
        size: int,
        ends: Callable[[], tuple[np.ndarray, np.ndarray]],
        has: Callable[[Any, Any], bool],
    ) -> None:
        self._nodes = nodes
        self._size = size
        self._ends = ends
        self._has = has

    def __call__(self) -> Edges:
        return self

    def __len__(self) -> int:
        return self._size

    def __iter__(self) -> Iterator[tuple[Any, Any]]:
        source, target = self._ends()
        objects = self._nodes.as_objects()
        for start in range(0, len(source), _PIECE):
            piece = slice(start, start + _PIECE)
            yield from zip(objects[source[piece]].tolist(), objects[target[piece]].tolist())

    def __contains__(self, edge: object) -> bool:
        return isinstance(edge, tuple) and len(edge) == 2 and self._has(*edge)

    def __repr__(self) -> str:
        shown = [repr(edge) for edge, _ in zip(self, range(5))]
        return f"Edges([{', '.join(shown)}{', ...' if len(self) > 5 else ''}])"
