"""Motherlode: graph pattern mining on GPUs and CPUs.

Count and list subgraphs, cliques and motifs, count graphlets at each vertex, estimate what would take too long, and find
frequent subgraphs; exactly, on NVIDIA cards where there are any and on the CPU elsewhere.

>>> import motherlode as ml
>>> graph = ml.Graph.generate("karate")
>>> graph.count("triangle")
45
>>> graph.motifs(3)
{'wedge': 393, 'triangle': 45}
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from motherlode import errors
    from motherlode._job import set_device, set_threads
    from motherlode._motherlode import __version__
    from motherlode._motherlode import cards as devices
    from motherlode._null import NullModel
    from motherlode.comparison import Comparison, compare
    from motherlode.database import Database, fsm
    from motherlode.errors import (
        ArgumentTypeError,
        DeadlineError,
        DeviceError,
        GraphError,
        LabelError,
        MotherlodeError,
        OutOfMemoryError,
        PatternError,
        UsageError,
    )
    from motherlode.frequent import FrequentPattern
    from motherlode.graph import Graph
    from motherlode.local_significance import LocalJudged, LocalSignificance
    from motherlode.pattern import Pattern, known_patterns
    from motherlode.results import Estimate, LocalCounts, Matches, MaximalCliques, Plan, Verification
    from motherlode.significance import Judged, Significance
    from motherlode.tasks import Tasks

__all__ = [
    "ArgumentTypeError",
    "Comparison",
    "Database",
    "DeadlineError",
    "DeviceError",
    "Estimate",
    "FrequentPattern",
    "Graph",
    "GraphError",
    "Judged",
    "LabelError",
    "LocalCounts",
    "LocalJudged",
    "LocalSignificance",
    "Matches",
    "MaximalCliques",
    "MotherlodeError",
    "NullModel",
    "OutOfMemoryError",
    "Pattern",
    "PatternError",
    "Plan",
    "Significance",
    "Tasks",
    "UsageError",
    "Verification",
    "__version__",
    "compare",
    "devices",
    "errors",
    "fsm",
    "known_patterns",
    "set_device",
    "set_threads",
]

#: Where each name comes from. NetworkX imports this package whenever it is itself imported, to ask for the backend: so the native
#: module is loaded when something of it is used.
_HOMES = {
    **dict.fromkeys(("Comparison", "compare"), "motherlode.comparison"),
    **dict.fromkeys(("Database", "fsm"), "motherlode.database"),
    **dict.fromkeys((name for name in __all__ if name.endswith("Error")), "motherlode.errors"),
    **dict.fromkeys(
        ("Estimate", "LocalCounts", "Matches", "MaximalCliques", "Plan", "Verification"), "motherlode.results"
    ),
    **dict.fromkeys(("Pattern", "known_patterns"), "motherlode.pattern"),
    **dict.fromkeys(("set_device", "set_threads"), "motherlode._job"),
    **dict.fromkeys(("Judged", "Significance"), "motherlode.significance"),
    **dict.fromkeys(("LocalJudged", "LocalSignificance"), "motherlode.local_significance"),
    "__version__": "motherlode._motherlode",
    "FrequentPattern": "motherlode.frequent",
    "Graph": "motherlode.graph",
    "NullModel": "motherlode._null",
    "Tasks": "motherlode.tasks",
}


def __getattr__(name: str) -> Any:
    if name == "errors":
        return import_module("motherlode.errors")
    if name == "devices":
        found: Any = import_module("motherlode._motherlode").cards
    elif name in _HOMES:
        found = getattr(import_module(_HOMES[name]), name)
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return __all__
