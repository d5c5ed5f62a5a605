"""A graph that all workers of a cluster can get at."""

from __future__ import annotations

import os
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import ray

if TYPE_CHECKING:
    from motherlode import Graph


@dataclass(frozen=True)
class SharedGraph:
    """A graph in Ray's object store, or in a file that every machine sees; made by `share`.

    It can be passed to tasks and actors of your own, where `open` gives the graph.
    """

    #: What tells it from others.
    key: str
    #: The file, if it lies in one.
    path: str | None = None
    #: Else the object: two arrays, or the bytes of a file. It is held in a list, as Ray replaces plain
    #: references by what they refer to.
    stored: tuple[Any, ...] = ()

    def open(self) -> Graph:
        """The graph; its lists are used where they lie, in the memory that the processes of a machine
        share."""
        from motherlode import Graph

        if self.path is not None:
            try:
                return Graph.read(self.path)
            except OSError as error:
                error.add_note(
                    f"node {_node()} cannot read {self.path}: give a path that every node sees, "
                    "or a Graph, which goes through the object store"
                )
                raise
        held = ray.get(self.stored[0])
        if isinstance(held, tuple):
            return Graph.from_csr(*held)
        with tempfile.TemporaryDirectory(prefix="motherlode-") as folder:
            path = Path(folder) / "graph.csr"
            path.write_bytes(memoryview(held))
            # The file is mapped, and the mapping outlives its name.
            return Graph.read(path)


def share(graph: Graph | SharedGraph | str | os.PathLike[str]) -> SharedGraph:
    """Put a graph where all workers of the cluster can get at it.

    `count` does so by itself; with `share` it is done once for many counts.

    Parameters
    ----------
    graph
        A graph, which goes to Ray's object store: once to each machine, for all its workers. Or the path of a
        file that every machine sees, best a ``.csr`` file, which is mapped and not copied.

    Raises
    ------
    FileNotFoundError
        When there is no such file.

    Examples
    --------
    >>> import motherlode as ml
    >>> shared = share(ml.Graph.generate("karate"))  # doctest: +SKIP
    >>> count(shared, "triangle"), count(shared, "4-clique")  # doctest: +SKIP
    (45, 11)
    """
    if isinstance(graph, SharedGraph):
        return graph
    if isinstance(graph, (str, os.PathLike)):
        path = Path(graph).resolve(strict=True)
        status = path.stat()
        return SharedGraph(key=f"{path} {status.st_size} {status.st_mtime_ns}", path=str(path))
    if not hasattr(graph, "tasks"):
        raise TypeError(f"graph is {type(graph).__name__}, and must be a motherlode.Graph or a path")
    stored = ray.put(_as_arrays(graph))
    return SharedGraph(key=stored.hex(), stored=(stored,))


def _as_arrays(graph: Graph) -> Any:
    """What Ray shares without copying: the lists of a plain graph, or a file's bytes for one with labels or
    directions."""
    if _is_plain(graph):
        return graph.to_arrays()
    with tempfile.TemporaryDirectory(prefix="motherlode-") as folder:
        path = Path(folder) / "graph.csr"
        graph.save(path)
        return np.fromfile(path, dtype=np.uint8)


def _is_plain(graph: Graph) -> bool:
    attributed = graph.is_directed or graph.has_vertex_labels or graph.has_edge_labels
    # Lists that are used where they are must not be empty.
    return not attributed and graph.number_of_edges > 0


def _node() -> str:
    return str(ray.get_runtime_context().get_node_id())[:8]
