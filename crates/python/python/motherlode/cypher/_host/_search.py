"""What is sought: vertices and pairs with masks, and pairs that must not be joined."""

from __future__ import annotations

import numpy as np

from ._column import Mask
from ._pairs import Pairs


class Search:
    """A pattern over the pairs of a host.

    Parameters
    ----------
    size
        How many vertices the pattern has; they are 0 to ``size - 1``.
    pairs
        The pairs of the host that count as joined.
    directed
        Whether a pair ``(x, y)`` differs from ``(y, x)``. If not, ``pairs`` has both.

    Attributes
    ----------
    allowed
        For each vertex of the pattern the vertices of the host that it may be; ``None`` for all.
    joined
        For each pair of the pattern that must be joined, the pairs of the host that it may be.
    apart
        The pairs of the pattern that must not be joined.
    oriented
        Whether a mask tells ``(x, y)`` from ``(y, x)``, although the host does not.
    possible
        False once it is known that nothing matches.

    Examples
    --------
    >>> pairs = Pairs(np.array([0, 1, 1]), np.array([1, 2, 1]), 3)
    >>> search = Search(2, pairs, directed=True)
    >>> search.join(0, 1)
    >>> search.join(0, 0)  # a self-loop is a matter of one vertex
    >>> search.allowed[0].tolist()
    [False, True, False]
    """

    def __init__(self, size: int, pairs: Pairs, *, directed: bool) -> None:
        self.size = size
        self.pairs = pairs
        self.directed = directed
        self.allowed: list[Mask | None] = [None] * size
        self.joined: dict[tuple[int, int], Mask | None] = {}
        self.apart: set[tuple[int, int]] = set()
        self.oriented = False
        self.possible = True

    def allow(self, vertex: int, mask: Mask) -> None:
        """Let a vertex be only those of the host that the mask has."""
        before = self.allowed[vertex]
        mask = mask if before is None else before & mask
        self.possible = self.possible and bool(mask.any())
        self.allowed[vertex] = mask

    def join(self, tail: int, head: int, mask: Mask | None = None, *, oriented: bool = False) -> None:
        """Ask for an edge, and for a pair of the mask."""
        if tail == head:
            self.allow(tail, self._loops(mask))
            return
        self.oriented = self.oriented or oriented
        key = self._key(tail, head, oriented)
        before = self.joined.get(key)
        if mask is not None:
            mask = mask if before is None else before & mask
            self.possible = self.possible and bool(mask.any())
        self.joined[key] = before if mask is None else mask

    def part(self, tail: int, head: int) -> None:
        """Ask that there be no edge."""
        if tail == head:
            self.allow(tail, ~self._loops(None))
        else:
            self.apart.add(self._key(tail, head, False))

    def settle(self) -> None:
        """Find out what is joined and apart at once, after all was said."""
        for tail, head in self.joined:
            if (tail, head) in self.apart or (not self.directed and (head, tail) in self.apart):
                self.possible = False

    def _key(self, tail: int, head: int, oriented: bool) -> tuple[int, int]:
        # Where the host has no directions, one order of the two names stands for both, unless a mask needs
        # the other.
        return (tail, head) if self.directed or oriented or tail < head else (head, tail)

    def _loops(self, mask: Mask | None) -> Mask:
        every = np.arange(self.pairs.n, dtype=np.int64)
        place = self.pairs.find(every, every)
        found = place >= 0
        if mask is not None:
            found &= mask[np.maximum(place, 0)] if len(mask) else False
        return found
