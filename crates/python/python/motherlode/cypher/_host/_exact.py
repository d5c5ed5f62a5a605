"""Counts at vertices that do not wrap around."""

from __future__ import annotations

from typing import Any

import numpy as np

Counts = Any
"""A number, or one for each vertex: in an array of ``int64``, or of Python's numbers where some are large."""

# Of arrays of smaller numbers some thousands may be added up.
_MOST = 1 << 48


def exact(counts: Counts) -> Counts:
    """Counts at vertices as numbers that can be added up and subtracted."""
    return counts.astype(np.int64 if _largest(counts) < _MOST else np.object_)


def times(one: Counts, other: Counts) -> Counts:
    """The products, of which the larger is an array if one is.

    Examples
    --------
    >>> times(np.array([2, 1 << 40]), np.array([3, 1 << 40])).tolist()
    [6, 1208925819614629174706176]
    >>> times(3, np.array([2, 0])).tolist(), times(3, 1 << 70)
    ([6, 0], 3541774862152233910272)
    """
    if _largest(one) * _largest(other) >= _MOST:
        one, other = (
            counts.astype(np.object_) if isinstance(counts, np.ndarray) else counts for counts in (one, other)
        )
    return one * other


def at_least_one(counts: Counts) -> Counts:
    """One where there was less."""
    return np.maximum(counts, 1) if isinstance(counts, np.ndarray) else max(counts, 1)


def total(counts: Counts) -> int:
    """The sum of counts at vertices."""
    return sum(counts.tolist())


def _largest(counts: Counts) -> int:
    return int(abs(counts).max(initial=0)) if isinstance(counts, np.ndarray) else abs(counts)
