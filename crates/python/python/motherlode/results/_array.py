"""Results as arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np


def as_asked(array: np.ndarray, dtype: Any, copy: bool | None) -> np.ndarray:
    """What ``__array__`` returns of an array that nobody else has."""
    import numpy as np

    return (
        array.astype(dtype or array.dtype, copy=bool(copy)) if copy is not False else np.asarray(array, dtype)
    )
