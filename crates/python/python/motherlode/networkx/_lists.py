"""Lists of neighbours, of many vertices at a time."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.int64]

#: So many neighbours are looked at together.
AT_ONCE = 1 << 20


class Lists:
    """The neighbours of each vertex of an undirected graph, ascending, without self-loops."""

    def __init__(self, offsets: npt.NDArray[np.uint64], neighbors: npt.NDArray[np.uint32]) -> None:
        self._offsets = offsets.astype(np.int64)
        self._neighbors = neighbors.astype(np.int64)
        self.degrees: Numbers = np.diff(self._offsets)
        #: Of each vertex, the degrees of its neighbours together.
        self.steps: Numbers = np.diff(
            np.concatenate(([0], np.cumsum(self.degrees[self._neighbors])))[self._offsets]
        )
        # Each pair of neighbours as one number: these ascend.
        self._pairs = (
            np.repeat(np.arange(len(self.degrees)), self.degrees) * len(self.degrees) + self._neighbors
        )

    def of(self, vertices: Numbers) -> tuple[Numbers, Numbers]:
        """Return the neighbours of all the vertices, one after another, and for each the place in `vertices`
        whose neighbour it is."""
        degrees = self.degrees[vertices]
        row = np.repeat(np.arange(len(vertices)), degrees)
        # How far each is behind the first of its row, and where the row begins.
        first = self._offsets[vertices] - (np.cumsum(degrees) - degrees)
        return row, self._neighbors[np.arange(len(row)) + first[row]]

    def adjacent(self, one: Numbers, other: Numbers) -> npt.NDArray[np.bool_]:
        """Return whether pairs of vertices are neighbours."""
        if not len(self._pairs):
            return np.zeros(len(one), dtype=bool)
        wanted = one * len(self.degrees) + other
        place = np.searchsorted(self._pairs, wanted)
        return self._pairs[np.minimum(place, len(self._pairs) - 1)] == wanted

    def common(self, one: Numbers, other: Numbers) -> tuple[Numbers, Numbers]:
        """Return the common neighbours of pairs of vertices, and for each the place of its pair."""
        fewer = self.degrees[one] <= self.degrees[other]
        row, neighbor = self.of(np.where(fewer, one, other))
        found = self.adjacent(np.where(fewer, other, one)[row], neighbor)
        return row[found], neighbor[found]


def parts(work: Numbers) -> Iterator[slice]:
    """Cut places into runs, each of about as much work as is done at once."""
    if len(work):
        done = np.cumsum(work) // AT_ONCE
        cuts = np.flatnonzero(np.diff(done)) + 1
        yield from (slice(*ends) for ends in pairwise([0, *cuts.tolist(), len(work)]))
