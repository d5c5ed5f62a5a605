"""LSQB, the labelled subgraph query benchmark (Mhedhbi et al. 2021): a typed graph and nine queries.

A module for each peer has `convert`, `version` and `QUERIES`, by the query's number; `ask` runs one.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from types import ModuleType
from typing import Any

from ..questions import LSQB as QUESTIONS
from .data import FOLDER, described, load, read, save, truth
from .scale import scaled

__all__ = [
    "FOLDER",
    "QUESTIONS",
    "Unsupported",
    "asked",
    "described",
    "load",
    "read",
    "save",
    "scaled",
    "truth",
]


class Unsupported(Exception):
    """A query that a peer refuses."""


def asked(module: ModuleType, question: str) -> Callable[[Any], int]:
    return partial(module.ask, query=module.QUERIES[int(question.removeprefix("lsqb-"))])
