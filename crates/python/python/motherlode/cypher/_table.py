"""The rows of an optional part, found by what they share with other rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from ._plan import Part
from ._where import NULL, Frame, Mask, Numbers

# Rows that are made at a time.
_BLOCK = 1 << 16


class Table:
    """The rows of an optional part.

    Parameters
    ----------
    part
        The part.
    frames
        All rows of its plan.
    """

    def __init__(self, part: Part, frames: Iterable[Frame]) -> None:
        self.part = part
        made = list(frames)
        self.vertices = {
            name: np.concatenate([frame.vertices[name] for frame in made] or [_NOTHING])
            for name in part.plan.vertices
        }
        self.edges = {
            link.name: np.concatenate([frame.edges[link.name] for frame in made] or [_NOTHING])
            for link in part.plan.links
        }
        shared = [self.vertices[name] for name in part.nodes] + [self.edges[name] for name in part.links]
        self._levels: list[tuple[Numbers, Numbers]] = []
        keys = np.zeros(sum(frame.size for frame in made), np.int64)
        for column in shared:
            # Keys stay smaller than the rows are many, however many columns there are.
            values, codes = np.unique(column, return_inverse=True)
            pairs, keys = np.unique(keys * len(values) + codes, return_inverse=True)
            self._levels.append((values, pairs))
        self._rows = np.argsort(keys, kind="stable")
        self._several = np.bincount(keys, minlength=1)
        self._starts = np.cumsum(self._several) - self._several

    def matches(self, frame: Frame) -> tuple[Numbers, Numbers]:
        """For each row of a frame the first of the part's rows that fit it, and how many there are."""
        shared = [frame.vertices[name] for name in self.part.nodes]
        shared += [frame.edges[name] for name in self.part.links]
        keys = np.zeros(frame.size, np.int64)
        fits = np.ones(frame.size, np.bool_)
        for (values, pairs), column in zip(self._levels, shared, strict=True):
            codes, found = _found(values, column)
            keys, both = _found(pairs, keys * len(values) + codes)
            fits &= found & both
        return self._starts[keys], np.where(fits, self._several[keys], 0)

    def extend(self, frames: Iterable[Frame]) -> Iterator[Frame]:
        """The rows of frames with those of the part, or with nulls."""
        for frame in frames:
            starts, several = self.matches(frame)
            ends = np.cumsum(np.maximum(several, 1))
            cuts = np.flatnonzero(np.diff(ends // _BLOCK)) + 1
            for rows in np.split(np.arange(frame.size), cuts):
                yield self._extended(frame.taken(rows), starts[rows], several[rows])

    def _extended(self, frame: Frame, starts: Numbers, several: Numbers) -> Frame:
        times = np.maximum(several, 1)
        which = np.repeat(np.arange(frame.size), times)
        offsets = np.arange(len(which)) - np.repeat(np.cumsum(times) - times, times)
        there = several[which] > 0
        own = np.full(len(which), NULL)
        own[there] = self._rows[(starts[which] + offsets)[there]]

        def taken(column: Numbers) -> Numbers:
            return np.where(there, column[own], NULL) if len(column) else own

        frame = frame.taken(which)
        nodes = {name: taken(self.vertices[name]) for name in self.vertices if name not in frame.vertices}
        edges = {name: taken(self.edges[name]) for name in self.edges if name not in frame.edges}
        return Frame(frame.size, {**frame.vertices, **nodes}, {**frame.edges, **edges})


_NOTHING = np.zeros(0, np.int64)


def _found(values: Numbers, wanted: Numbers) -> tuple[Numbers, Mask]:
    """Where among the values, which are sorted, each wanted one is, and whether it is."""
    if not len(values):
        return np.zeros(len(wanted), np.int64), np.zeros(len(wanted), np.bool_)
    places = np.minimum(np.searchsorted(values, wanted), len(values) - 1)
    return places, values[places] == wanted
