"""Counts on many machines: Ray deals the tasks of a count to the processors and cards of a cluster.

>>> import motherlode as ml
>>> import motherlode.ray  # doctest: +SKIP
>>> motherlode.ray.count(ml.Graph.generate("karate"), "triangle")  # doctest: +SKIP
45

Ray starts the workers, sends them their chunks, tries again what was lost with a machine, and keeps the graph
in the memory that the workers of a machine share. `docs/ray.md` has more."""

try:
    import ray as _ray  # noqa: F401
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        "motherlode.ray needs Ray, which is not installed: pip install ray", name=error.name
    ) from error

from motherlode.ray._count import count
from motherlode.ray._resources import Worker
from motherlode.ray._share import SharedGraph, share

__all__ = ["SharedGraph", "Worker", "count", "share"]
