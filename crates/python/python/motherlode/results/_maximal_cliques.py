"""Maximal cliques."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from motherlode import _motherlode

if TYPE_CHECKING:
    import numpy as np

    from motherlode._nodes import Nodes


class MaximalCliques:
    """Maximal cliques, in an order that is the same on every device. Nothing is mined before they are asked for; each iteration mines
    anew and holds no more than a batch.

    Examples
    --------
    >>> import motherlode as ml
    >>> cliques = ml.Graph.from_edges([("ann", "bob"), ("bob", "cid"), ("cid", "ann"), ("cid", "dan")]).maximal_cliques()
    >>> list(cliques)
    [('ann', 'bob', 'cid'), ('cid', 'dan')]
    """

    def __init__(self, nodes: Nodes, begin: Callable[[], _motherlode.NativeCliques]) -> None:
        self._nodes = nodes
        self._begin = begin

    def batches(self) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        """Batches of cliques: where each ends, and the vertex numbers of all of them one after another.

        Examples
        --------
        >>> import motherlode as ml
        >>> [(ends.tolist(), ids.tolist()) for ends, ids in ml.Graph.from_edges([(0, 1), (1, 2), (2, 0)]).maximal_cliques().batches()]
        [([3], [0, 1, 2])]
        """
        return iter(self._begin())

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        objects = None if self._nodes.are_numbers else self._nodes.as_objects()
        for ends, ids in self.batches():
            named = (ids if objects is None else objects[ids]).tolist()
            start = 0
            for end in ends.tolist():
                yield tuple(named[start:end])
                start = end

    def __repr__(self) -> str:
        return "MaximalCliques: iterate, or take batches()"
