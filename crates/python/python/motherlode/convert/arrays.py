"""A graph as arrays of vertex numbers: what every conversion ends in."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from motherlode import _motherlode
from motherlode._nodes import Nodes
from motherlode.errors import GraphError, UsageError

if TYPE_CHECKING:
    import numpy as np

#: A collection of labels is several labels of one vertex.
_COLLECTIONS = (list, tuple, set, frozenset)


@dataclass
class EdgeArrays:
    """A graph as arrays.

    Attributes
    ----------
    source, target : numpy.ndarray
        Integers: the vertex numbers of the ends of each edge.
    nodes : Nodes
        What the vertices are called.
    directed : bool
        Whether edges are arcs.
    vertex_labels : tuple, optional
        Where the labels of each vertex start (uint64, one more than vertices), their codes (uint32), and what a code is called.
    edge_labels : tuple, optional
        The code of each edge's label (uint32), and what a code is called.
    vertex_properties, edge_properties : dict
        Columns by name: a value for each vertex, or edge; ``None`` or NaN where there is none.
    """

    source: np.ndarray
    target: np.ndarray
    nodes: Nodes
    directed: bool = False
    vertex_labels: tuple[np.ndarray, np.ndarray, list[str]] | None = None
    edge_labels: tuple[np.ndarray, list[str]] | None = None
    vertex_properties: dict[str, Any] = field(default_factory=dict)
    edge_properties: dict[str, Any] = field(default_factory=dict)

    def native(self) -> _motherlode.NativeGraph:
        """The graph of the native module."""
        made = self._without_properties()
        if not self.vertex_properties and not self.edge_properties:
            return made
        from motherlode.convert.properties import columns

        source, target = integers(self.source), integers(self.target)
        return made.with_properties(
            columns(self.vertex_properties, len(self.nodes), "vertices"),
            source,
            target,
            columns(self.edge_properties, len(source), "edges"),
        )

    def _without_properties(self) -> _motherlode.NativeGraph:
        source, target, n = integers(self.source), integers(self.target), len(self.nodes)
        if not self.directed and self.vertex_labels is None and self.edge_labels is None:
            return _motherlode.NativeGraph.of_numbers(source, target, n)
        return _motherlode.NativeGraph.of_attributed(
            source, target, n, self.directed, self.vertex_labels, self.edge_labels
        )


def integers(array: Any) -> np.ndarray:
    """An array as the native module takes it: integers of 32 or 64 bits, one after the other."""
    import numpy as np

    array = np.asarray(array)
    if array.ndim != 1:
        raise UsageError(f"vertex numbers are in an array of one dimension, not of {array.ndim}")
    if array.size == 0:
        return np.empty(0, dtype="int64")
    if array.dtype.kind not in "iu":
        raise UsageError(f"vertex numbers are integers, not of the type {array.dtype}")
    wide = "int64" if array.dtype.kind == "i" else "uint64"
    return np.ascontiguousarray(array, dtype=array.dtype if array.dtype.itemsize in (4, 8) else wide)


def code(labels: Iterable[Any]) -> tuple[np.ndarray, list[str]]:
    """Codes of labels, one after another, and what a code is called."""
    import numpy as np

    if isinstance(labels, np.ndarray) and labels.dtype.kind in "iuU":
        names, codes = np.unique(labels, return_inverse=True)
        return codes.astype("uint32").reshape(-1), [str(name) for name in names.tolist()]
    known: dict[str, int] = {}
    numbers = [known.setdefault(str(label), len(known)) for label in labels]
    return np.array(numbers, dtype="uint32"), list(known)


def label_vertices(
    labels: Mapping[Hashable, Any] | Sequence[Any] | np.ndarray | None, nodes: Nodes
) -> tuple[np.ndarray, np.ndarray, list[str]] | None:
    """The labels of vertices as :class:`EdgeArrays` has them: from a mapping by node, or from a sequence in the order of the
    nodes; a list, tuple or set is several labels of one vertex."""
    import numpy as np

    if labels is None:
        return None
    if isinstance(labels, Mapping):
        missing = next((node for node in nodes if node not in labels), None)
        if missing is not None:
            raise GraphError(f"the node {missing!r} has no label: every node has one, or none of them")
        given: Any = [labels[node] for node in nodes]
    else:
        given = labels if isinstance(labels, np.ndarray) else list(labels)
        if len(given) != len(nodes):
            raise UsageError(f"{len(given)} labels for {len(nodes)} vertices")
    if isinstance(given, list) and any(isinstance(one, _COLLECTIONS) for one in given):
        several = [list(one) if isinstance(one, _COLLECTIONS) else [one] for one in given]
        starts = np.cumsum([0, *map(len, several)]).astype("uint64")
        codes, names = code(one for labels_of_one in several for one in labels_of_one)
        return starts, codes, names
    codes, names = code(given)
    return np.arange(len(nodes) + 1, dtype="uint64"), codes, names


def label_edges(labels: Iterable[Any] | None, edges: int) -> tuple[np.ndarray, list[str]] | None:
    """The labels of edges as :class:`EdgeArrays` has them, from one for each."""
    if labels is None:
        return None
    codes, names = code(labels)
    if len(codes) != edges:
        raise UsageError(f"{len(codes)} edge labels for {edges} edges")
    return codes, names
