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

from motherlode import errors
from motherlode._job import set_device
from motherlode._motherlode import __version__, set_threads
from motherlode._motherlode import cards as devices
from motherlode.database import Database, fsm
from motherlode.errors import (
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
from motherlode.pattern import Pattern, known_patterns
from motherlode.results import Estimate, LocalCounts, Matches, Plan, Verification
from motherlode.tasks import Tasks

__all__ = [
    "Database",
    "DeadlineError",
    "DeviceError",
    "Estimate",
    "FrequentPattern",
    "Graph",
    "GraphError",
    "LabelError",
    "LocalCounts",
    "Matches",
    "MotherlodeError",
    "OutOfMemoryError",
    "Pattern",
    "PatternError",
    "Plan",
    "Tasks",
    "UsageError",
    "Verification",
    "__version__",
    "devices",
    "errors",
    "fsm",
    "known_patterns",
    "set_device",
    "set_threads",
]
