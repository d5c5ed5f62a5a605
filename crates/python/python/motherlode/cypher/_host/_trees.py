"""Homomorphisms of trees, counted at each vertex from the leaves up: the time is that of the host's pairs, however
many matches there are.
"""

from __future__ import annotations

import numpy as np

from ._column import Mask, Numbers
from ._exact import Counts, exact, times
from ._labelled import Labelled, Shape

# Whole numbers that a float holds exactly.
_MOST = 1 << 53


def is_tree(shape: Shape) -> bool:
    """Whether a shape is a tree, in which arcs that lead both ways are one edge, and asks for no absence."""
    edges = {frozenset((tail, head)) for tail, head, _ in shape.arcs}
    return not shape.apart and len(shape.parts()) == 1 and len(edges) == len(shape.vertices) - 1


def count_tree(labelled: Labelled, shape: Shape, root: int, parent: int | None = None) -> Counts:
    """At each vertex of the host, how many homomorphisms take ``root`` there: of a tree, or of what is left of one
    without the parent of the root.
    """
    counts: Counts = labelled.candidates(shape.vertices[root]).astype(np.int64)
    near = {tail + head - root for tail, head, _ in shape.arcs if root in (tail, head)}
    for child in near - {parent}:
        here, there = _joined(labelled, shape, root, child)
        counts = times(counts, _sums(here, count_tree(labelled, shape, child, root)[there], len(counts)))
    return counts


def _joined(labelled: Labelled, shape: Shape, one: int, other: int) -> tuple[Numbers, Numbers]:
    """The vertices of the host that two adjacent vertices of the shape can be at once."""
    pairs, codes = labelled.pairs, labelled.pair_codes
    bits = {(tail, head): wanted for tail, head, wanted in shape.arcs}
    there, back = bits.get((one, other)), bits.get((other, one))
    ones, others = pairs.source, pairs.target
    if there is None:
        there, back = back, None
        if labelled.arrows:
            ones, others = others, ones
    assert there is not None
    fits: Mask = (pairs.source != pairs.target) & ((codes & there) == there)
    if back is not None:
        opposite = pairs.find(others, ones)
        fits &= (opposite >= 0) & ((codes[opposite] & back) == back)
    return ones[fits], others[fits]


def _sums(places: Numbers, counts: Counts, size: int) -> Counts:
    """The sum of the counts at each of so many places.

    Examples
    --------
    >>> _sums(np.array([1, 1, 0]), np.array([1 << 60, 1, 5]), 2).tolist()
    [5, 1152921504606846977]
    """
    if int(counts.max(initial=0)) * len(counts) < _MOST:
        return exact(np.bincount(places, weights=counts, minlength=size).astype(np.int64))
    sums = np.zeros(size, np.object_)
    np.add.at(sums, places, counts.astype(np.object_))
    return exact(sums)
