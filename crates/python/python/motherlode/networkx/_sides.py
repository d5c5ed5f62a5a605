"""The pairs of adjacent vertices, whatever the direction, and what the triangles on them add up to."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from motherlode import Graph

Floats = npt.NDArray[np.float64]

#: Any integers.
Places = npt.NDArray[Any]

TRIANGLE = "a-b, b-c, c-a"


def totals(places: Places, values: Floats, length: int) -> Floats:
    """Add up the values at each of so many places."""
    return np.asarray(np.bincount(places, weights=values, minlength=length), dtype=np.float64)


class Sides:
    """The pairs of adjacent vertices of a graph, each once, in ascending order.

    Attributes
    ----------
    low, high
        The ends of each, by vertex number, ``low < high``.
    """

    def __init__(self, n: int, source: npt.NDArray[np.uint32], target: npt.NDArray[np.uint32]) -> None:
        ends = source.astype(np.int64), target.astype(np.int64)
        self._n = n
        self._keys, self._place = np.unique(np.minimum(*ends) * n + np.maximum(*ends), return_inverse=True)
        self.low, self.high = np.divmod(self._keys, max(n, 1))
        self._mined = Graph.from_arrays(self.low, self.high, n)

    def sums(self, values: Floats) -> Floats:
        """Add up the values of the edges on each side: both arcs of a directed graph."""
        return totals(self._place, values, len(self._keys))

    def at_ends(self, at_low: Floats, at_high: Floats) -> Floats:
        """Add up, at each vertex, what its sides have for it, at the lower and at the higher end."""
        return totals(self.low, at_low, self._n) + totals(self.high, at_high, self._n)

    def around(self, values: Floats, factors: Floats, how: dict[str, Any]) -> Floats:
        """Add up, at each side, over the triangles on it, the product of the two other sides' values and the
        factor of the vertex between them.

        Parameters
        ----------
        values
            Of each side.
        factors
            Of each vertex.
        how
            The keyword arguments of the job.
        """
        sums = np.zeros(len(self._keys))
        if not len(self._keys):
            return sums
        if np.ptp(values) == 0 and np.ptp(factors) == 0:
            counts = self._mined.local(TRIANGLE, at="edges", **how)
            sums[self._sides(*counts.edges)] = counts.values[:, 0]
            return sums * (values[0] * values[0] * factors[0])
        for rows in self._mined.list(TRIANGLE, **how).batches():
            a, b, c = np.sort(rows, axis=1).T
            ab, bc, ac = self._sides(a, b), self._sides(b, c), self._sides(a, c)
            for side, one, other, between in ((ab, bc, ac, c), (bc, ab, ac, a), (ac, ab, bc, b)):
                np.add.at(sums, side, values[one] * values[other] * factors[between])
        return sums

    def _sides(self, low: npt.NDArray[np.uint32], high: npt.NDArray[np.uint32]) -> npt.NDArray[np.intp]:
        return np.searchsorted(self._keys, low.astype(np.int64) * self._n + high)
