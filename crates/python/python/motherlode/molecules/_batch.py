"""Many small labelled graphs in flat arrays: what every input becomes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from motherlode.errors import GraphError, UsageError

if TYPE_CHECKING:
    from motherlode import Database

#: The label of vertices and edges that have none, as the engine has it.
UNLABELLED = "0"


@dataclass(frozen=True)
class Batch:
    """Simple undirected graphs in one numbering of vertices.

    Attributes
    ----------
    offsets
        The vertices of graph ``g`` are ``offsets[g]`` to ``offsets[g + 1]``.
    labels
        The label of each vertex.
    edges
        Two vertices an edge, ``(m, 2)``; those of a graph lie together, in the order of the graphs.
    edge_labels
        The label of each edge.
    names, classes
        One a graph, or none at all.
    """

    offsets: npt.NDArray[np.int64]
    labels: Sequence[str]
    edges: npt.NDArray[np.int64]
    edge_labels: Sequence[str]
    names: Sequence[str] | None = None
    classes: Sequence[str] | None = None

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def to_database(self) -> Database:
        """The graphs as a database of the engine."""
        from motherlode import Database

        _refuse_labels_with_blanks(self.labels, "vertex")
        _refuse_labels_with_blanks(self.edge_labels, "edge")
        return Database.from_arrays(
            self.offsets, self.labels, self.edges, self.edge_labels, names=self.names, classes=self.classes
        )


class BatchBuilder:
    """Collects graphs, one after another, and checks them."""

    def __init__(self) -> None:
        self._sizes: list[int] = []
        self._vertices = 0
        self._labels: list[str] = []
        self._edges: list[tuple[int, int]] = []
        self._edge_labels: list[str] = []

    def add(
        self, labels: Iterable[Any], edges: Iterable[tuple[int, int]], edge_labels: Iterable[Any]
    ) -> None:
        """Adds a graph whose vertices are numbered as their labels.

        Raises
        ------
        GraphError
            When the graph has a loop, or two edges between the same vertices.
        """
        base, graph = self._vertices, len(self._sizes)
        labels = [str(label) for label in labels]
        seen: set[tuple[int, int]] = set()
        for u, v in edges:
            if u == v:
                raise GraphError(
                    f"graph {graph} has a loop at vertex {u}: leave loops out, as graphs are simple"
                )
            ends = (u, v) if u < v else (v, u)
            if ends in seen:
                raise GraphError(
                    f"graph {graph} has two edges between vertices {ends[0]} and {ends[1]}: "
                    "join them to one, as graphs are simple"
                )
            seen.add(ends)
            self._edges.append((base + u, base + v))
        self._labels.extend(labels)
        self._edge_labels.extend(str(label) for label in edge_labels)
        self._sizes.append(len(labels))
        self._vertices += len(labels)

    def build(self, names: Sequence[str] | None = None, classes: Sequence[Any] | None = None) -> Batch:
        """All graphs that were added, with a name and a class for each where those are given."""
        for what, given in (("names", names), ("classes", classes)):
            if given is not None and len(given) != len(self._sizes):
                raise UsageError(
                    f"{len(given)} {what} for {len(self._sizes)} graphs: give one for each graph"
                )
        return Batch(
            offsets=np.concatenate([[0], np.cumsum(self._sizes, dtype=np.int64)]).astype(np.int64),
            labels=self._labels,
            edges=np.array(self._edges, dtype=np.int64).reshape(-1, 2),
            edge_labels=self._edge_labels,
            names=None if names is None else [str(name) for name in names],
            classes=None if classes is None else [str(label) for label in classes],
        )


def _refuse_labels_with_blanks(labels: Sequence[str], what: str) -> None:
    for label in set(labels):
        if label.split() != [label]:
            raise GraphError(
                f"the {what} label {label!r} is empty or has a blank in it: replace blanks, as by '_'"
            )
