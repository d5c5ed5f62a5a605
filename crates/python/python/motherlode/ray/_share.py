"""A graph that all workers of a cluster can get at."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import ray

if TYPE_CHECKING:
    from motherlode import Graph


@dataclass(frozen=True)
class SharedGraph:
    """A graph in Ray's object store, or in a file that every machine sees; made by `share`.

    It can be passed to tasks and actors of your own, where `open` gives the graph.

    Attributes
    ----------
    key
        What tells it from others.
    path
        The file, if it lies in one.
    stored
        Else the object. It is held in a tuple, as Ray replaces references that are arguments by what they
        refer to.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> import motherlode as ml
    >>> file = pathlib.Path(tempfile.mkdtemp()) / "karate.csr"
    >>> ml.Graph.generate("karate").save(file)
    >>> shared = share(file)
    >>> shared.stored, shared.open()
    ((), Graph(34 vertices, 78 edges))
    """

    key: str
    path: str | None = None
    stored: tuple[Any, ...] = ()

    def open(self) -> Graph:
        """The graph; its lists are used where they lie, in the memory that the processes of a machine
        share.

        Raises
        ------
        FileNotFoundError
            When this machine does not see the file.

        Examples
        --------
        >>> import motherlode as ml
        >>> share(ml.Graph.generate("karate")).open()  # doctest: +SKIP
        Graph(34 vertices, 78 edges)
        """
        from motherlode import Graph

        if self.path is None:
            graph: Graph = ray.get(self.stored[0])
            return graph
        # The driver has seen the file; another machine may not.
        if not os.path.exists(self.path):
            node = ray.get_runtime_context().get_node_id()
            raise FileNotFoundError(
                f"node {node} has no {self.path}: give a path that every node sees, "
                "or a Graph, which goes through the object store"
            )
        return Graph.read(self.path)


def share(graph: Graph | SharedGraph | str | os.PathLike[str]) -> SharedGraph:
    """Put a graph where all workers of the cluster can get at it.

    `count` does so by itself; with `share` it is done once for many counts.

    Parameters
    ----------
    graph
        A graph, which goes to Ray's object store: once to each machine, for all its workers. Or the path of a
        file that every machine sees, best a ``.csr`` file, which is mapped and not copied.

    Returns
    -------
    SharedGraph
        What `count` takes in place of the graph.

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
    from motherlode import Graph

    if isinstance(graph, SharedGraph):
        return graph
    if isinstance(graph, (str, os.PathLike)):
        path = Path(graph).resolve(strict=True)
        status = path.stat()
        return SharedGraph(key=f"{path} {status.st_size} {status.st_mtime_ns}", path=str(path))
    if not isinstance(graph, Graph):
        raise TypeError(f"graph is {type(graph).__name__}, and must be a motherlode.Graph or a path")
    # Pickled by protocol 5, its arrays are not copied from there on.
    stored = ray.put(graph)
    return SharedGraph(key=stored.hex(), stored=(stored,))
