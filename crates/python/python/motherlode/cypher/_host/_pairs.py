"""The pairs of vertices that edges join."""

from __future__ import annotations

import numpy as np

from ._column import Mask, Numbers


class Pairs:
    """The distinct ordered pairs ``(source, target)`` of a list of edges, sorted; self-loops are pairs, too.

    Parameters
    ----------
    source, target
        The ends of each edge, as vertex numbers.
    n
        How many vertices there are.
    symmetric
        Whether every edge stands for both directions.

    Examples
    --------
    >>> pairs = Pairs(np.array([0, 0, 2]), np.array([1, 1, 0]), 3)
    >>> pairs.source.tolist(), pairs.target.tolist()
    ([0, 2], [1, 0])
    >>> pairs.find(np.array([0, 1]), np.array([1, 0])).tolist()
    [0, -1]
    >>> pairs.some(np.array([True, False, False])).tolist()
    [True, False]
    """

    def __init__(self, source: Numbers, target: Numbers, n: int, *, symmetric: bool = False) -> None:
        edge = np.arange(len(source), dtype=np.int64)
        if symmetric:
            proper = source != target
            edge = np.concatenate([edge, edge[proper]])
            source, target = (
                np.concatenate([source, target[proper]]),
                np.concatenate([target, source[proper]]),
            )
        self.n = n
        key = source * n + target
        order = np.argsort(key, kind="stable")
        key = key[order]
        first = np.ones(len(key), np.bool_)
        first[1:] = key[1:] != key[:-1]
        self._edges = edge[order]
        self._starts = np.flatnonzero(first)
        self._keys = key[self._starts]
        self.source: Numbers = self._keys // max(n, 1)
        self.target: Numbers = self._keys % max(n, 1)

    def __len__(self) -> int:
        return len(self._keys)

    def find(self, source: Numbers, target: Numbers) -> Numbers:
        """The number of each pair asked for; -1 where no edge joins it."""
        key = np.asarray(source, np.int64) * self.n + np.asarray(target, np.int64)
        if not len(self._keys):
            return np.full(len(key), -1, np.int64)
        place = np.minimum(np.searchsorted(self._keys, key), len(self._keys) - 1)
        return np.where(self._keys[place] == key, place, -1)

    def first_edge(self) -> Numbers:
        """One edge of each pair: the only one, if there are no parallel edges."""
        return self._edges[self._starts]

    def edges_of(self, places: Numbers, edges: Mask) -> tuple[Numbers, Numbers]:
        """All edges of the mask at each of some pairs: for each edge which of ``places`` it is for, and its
        number.

        Examples
        --------
        >>> pairs = Pairs(np.array([0, 0, 2]), np.array([1, 1, 0]), 3)
        >>> pairs.edges_of(np.array([1, 0]), np.array([True, True, True]))
        (array([0, 1, 1]), array([2, 0, 1]))
        """
        kept = edges[self._edges]
        numbers = self._edges[kept]
        ends = np.append(self._starts[1:], len(self._edges)) if len(self._starts) else self._starts
        before = np.concatenate([[0], np.cumsum(kept)])
        first, several = before[self._starts][places], (before[ends] - before[self._starts])[places]
        which = np.repeat(np.arange(len(places)), several)
        offset = np.arange(len(which)) - np.repeat(np.cumsum(several) - several, several)
        return which, numbers[first[which] + offset]

    def some(self, edges: Mask) -> Mask:
        """Where at least one of a pair's edges is in the mask."""
        return np.asarray(self.how_many(edges) > 0)

    def every(self, edges: Mask) -> Mask:
        """Where all of a pair's edges are in the mask."""
        return np.asarray(self.how_many(~edges) == 0)

    def how_many(self, edges: Mask) -> Numbers:
        """How many of a pair's edges are in the mask."""
        if not len(self._keys):
            return np.zeros(0, np.int64)
        return np.add.reduceat(edges[self._edges].astype(np.int64), self._starts)
