"""Warnings that point at the user's line."""

from __future__ import annotations

import sys
import warnings


def warn(message: str) -> None:
    """Warns of what whoever called this package did."""
    frame, level = sys._getframe(1), 2
    while frame.f_back is not None and frame.f_globals.get("__name__", "").split(".")[0] == "motherlode":
        frame, level = frame.f_back, level + 1
    warnings.warn(message, stacklevel=level)
