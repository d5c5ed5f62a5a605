"""Matches as rows of vertex numbers, joined and filtered in batches."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np
import numpy.typing as npt

from ._column import Mask
from ._labelled import Labelled, Shape

Rows = npt.NDArray[np.int64]

# Rows of a cross product that are made at a time.
_BLOCK = 1 << 20


@dataclass(frozen=True)
class Filter:
    """A condition on whole rows.

    Attributes
    ----------
    vertices
        The columns that it reads.
    keep
        Takes rows, of all columns, and says which stay.
    """

    vertices: tuple[int, ...]
    keep: Callable[[Rows], Mask]


def rows(
    labelled: Labelled,
    filters: list[Filter],
    *,
    semantics: str = "embeddings",
    limit: int | None = None,
    options: Mapping[str, Any] | None = None,
) -> Iterator[Rows]:
    """Every match of the search as a row, one column a vertex of the pattern, in batches that are not empty.

    A pattern in several parts is the cross product of its parts, without the rows that use a vertex twice and
    those that have an edge where the pattern asks for none.
    """
    if not labelled.possible:
        return
    shape = labelled.shape
    parts = shape.parts()
    if limit is not None and not filters and len(parts) == 1:  # else more rows may be needed than are wanted
        options = {**(options or {}), "limit": limit}
    streams = [_part(labelled, shape.restrict(part), semantics, options or {}) for part in parts]
    if not parts:  # the empty pattern is found once, everywhere
        streams = [iter([np.zeros((1, 0), np.int64)])]
        parts = [[]]
    columns = parts[0]
    result = _filtered(_spread(streams[0], columns, len(shape.vertices)), filters, set(), set(columns))
    for part, stream in zip(parts[1:], streams[1:], strict=True):
        own = _filtered(_spread(stream, part, len(shape.vertices)), filters, set(), set(part))
        before = set(columns)
        columns = columns + part
        result = _joined(result, own, sorted(before), part, labelled, semantics == "embeddings")
        result = _filtered(result, filters, before, set(columns), set(part))
    yield from result


def _part(labelled: Labelled, shape: Shape, semantics: str, options: Mapping[str, Any]) -> Iterator[Rows]:
    """The rows of a connected shape, columns in its order."""
    if len(shape.vertices) == 1:
        found = np.flatnonzero(labelled.candidates(shape.vertices[0]))
        if len(found):
            yield found.reshape(-1, 1)
        return
    text = labelled.text(shape)
    if text is None:
        return
    # Rows are asked for as they are needed: there is no progress to tell.
    options = {name: value for name, value in options.items() if name != "progress"}
    matches = labelled.graph.list(text, semantics=semantics, **options)
    order: list[int] | None = None
    for batch in matches.batches():
        if order is None:
            order = [list(matches.columns).index(f"v{vertex}") for vertex in range(len(shape.vertices))]
        if len(batch):
            yield np.asarray(batch)[:, order].astype(np.int64)


def _spread(stream: Iterator[Rows], columns: list[int], width: int) -> Iterator[Rows]:
    """Rows of some columns as rows of all; the others are not read before they are filled."""
    for batch in stream:
        wide = np.full((len(batch), width), -1, np.int64)
        wide[:, columns] = batch
        yield wide


def _filtered(
    stream: Iterator[Rows],
    filters: list[Filter],
    before: set[int],
    now: set[int],
    other: set[int] | None = None,
) -> Iterator[Rows]:
    """Apply the filters that have become possible: those that read only columns of ``now``, and no one part's
    alone before.
    """
    new = [
        one
        for one in filters
        if set(one.vertices) <= now
        and not (before and (set(one.vertices) <= before or set(one.vertices) <= (other or set())))
    ]
    for batch in stream:
        for one in new:
            if not len(batch):
                break
            batch = batch[one.keep(batch)]
        if len(batch):
            yield batch


def _joined(
    left: Iterator[Rows],
    right: Iterator[Rows],
    left_columns: list[int],
    right_columns: list[int],
    labelled: Labelled,
    injective: bool,
) -> Iterator[Rows]:
    first = next(left, None)
    if first is None:
        return
    others = list(right)
    if not others:
        return
    table = np.concatenate(others)
    for batch in chain([first], left):
        step = max(1, _BLOCK // len(table))
        for start in range(0, len(batch), step):
            some = batch[start : start + step]
            block = np.repeat(some, len(table), axis=0)
            block[:, right_columns] = np.tile(table[:, right_columns], (len(some), 1))
            keep = np.ones(len(block), np.bool_)
            if injective:
                for one in left_columns:
                    for other in right_columns:
                        keep &= block[:, one] != block[:, other]
            for tail, head in labelled.shape.apart:
                if (tail in left_columns) != (head in left_columns) and {tail, head} <= {
                    *left_columns,
                    *right_columns,
                }:
                    keep &= labelled.pairs.find(block[:, tail], block[:, head]) < 0
            yield block[keep]
