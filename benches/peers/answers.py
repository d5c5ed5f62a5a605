"""Whether two answers are the same."""

from __future__ import annotations

from typing import Any

import numpy as np

#: Sums of fractions differ by the order in which they are added.
CLOSE = 1e-9


def same(one: Any, other: Any) -> bool:
    """Whole numbers must be equal, fractions close; a size that one has no count for is a count of 0."""
    if isinstance(one, int) and isinstance(other, int):
        return one == other
    if isinstance(one, dict) and isinstance(other, dict):
        return all(one.get(key, 0) == other.get(key, 0) for key in one.keys() | other.keys())
    left, right = np.asarray(one, float), np.asarray(other, float)
    return left.shape == right.shape and bool(np.allclose(left, right, CLOSE, CLOSE, equal_nan=True))


def shown(answer: Any) -> str:
    """A short form: what stands for a long answer is its sum."""
    if isinstance(answer, int):
        return f"{answer:,}"
    if isinstance(answer, float):
        return f"{answer:.6g}"
    if isinstance(answer, dict):
        return f"{len(answer)} counts, sum {sum(answer.values()):,}"
    return f"{len(answer):,} values, sum {np.nansum(np.asarray(answer, float)):.6g}"
