"""A graph as arrays of vertex numbers: what every conversion ends in."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING, Any

from motherlode import _motherlode
from motherlode._nodes import Nodes
from motherlode.convert.given import of_edges, of_nodes, properties, texts
from motherlode.errors import UsageError

if TYPE_CHECKING:
    import numpy as np

#: A collection of labels is several labels of one vertex.
_COLLECTIONS = (list, tuple, set, frozenset)
#: So many edges are named at once.
_PIECE = 1 << 16


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

    def attach(self, labels: Any, edge_labels: Any, vertex_columns: Any, edge_columns: Any) -> None:
        """Takes the labels and the properties as a user gives them."""
        self.attach_to_vertices(labels, vertex_columns)
        self.edge_labels = label_edges(edge_labels, self)
        self.edge_properties = {
            name: of_edges(column, self, f"the property {name!r}")
            for name, column in properties(edge_columns, "edge_properties").items()
        }

    def attach_to_vertices(self, labels: Any, columns: Any) -> None:
        """Takes the labels and the properties of the vertices as a user gives them."""
        self.vertex_labels = label_vertices(labels, self.nodes)
        self.vertex_properties = {
            name: of_nodes(column, self.nodes, f"the property {name!r}")
            for name, column in properties(columns, "vertex_properties").items()
        }

    def pairs(self) -> Iterator[tuple[Any, Any]]:
        """The two nodes of each edge."""
        objects = self.nodes.as_objects()
        for start in range(0, len(self.source), _PIECE):
            ends = (objects[end[start : start + _PIECE]].tolist() for end in (self.source, self.target))
            yield from zip(*ends)

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
    """An array as the native module takes it: integers of 32 or 64 bits, each where a processor can read it; the array itself, if it
    is such a one."""
    import numpy as np

    array = np.asarray(array)
    if array.ndim != 1:
        raise UsageError(f"vertex numbers are in an array of one dimension, not of {array.ndim}")
    if array.size == 0:
        return np.empty(0, dtype="int64")
    if array.dtype.kind not in "iu":
        raise UsageError(f"vertex numbers are integers, not of the type {array.dtype}")
    wide = "int64" if array.dtype.kind == "i" else "uint64"
    return np.require(array, array.dtype if array.dtype.itemsize in (4, 8) else wide, "A")


def code(labels: Any, whose: Callable[[int], str]) -> tuple[np.ndarray, list[str]]:
    """Codes of labels, one after another, and what a code is called.

    Parameters
    ----------
    labels : iterable
        Any objects: their texts are the labels.
    whose : callable
        What has the label at a place, for errors.

    Raises
    ------
    GraphError
        If one is missing, or different ones have the same text.
    """
    import numpy as np

    if isinstance(labels, np.ndarray) and labels.dtype.kind in "iuU":
        names, codes = np.unique(labels, return_inverse=True)
        return codes.astype("uint32").reshape(-1), [str(name) for name in names.tolist()]
    known: dict[str, int] = {}
    numbers = [known.setdefault(text, len(known)) for text in texts(labels, whose)]
    return np.array(numbers, dtype="uint32"), list(known)


def label_vertices(labels: Any, nodes: Nodes) -> tuple[np.ndarray, np.ndarray, list[str]] | None:
    """The labels of vertices as :class:`EdgeArrays` has them: from a mapping by node or a Series, or from a sequence in the order of the
    nodes; a list, tuple or set is several labels of one vertex."""
    import numpy as np

    if labels is None:
        return None
    given = of_nodes(labels, nodes, "labels")
    if len(given) != len(nodes):
        raise UsageError(f"{len(given)} labels for {len(nodes)} vertices")

    def whose(vertex: int) -> str:
        return f"the node {nodes[vertex]!r}"

    if isinstance(given, np.ndarray) or not any(isinstance(one, _COLLECTIONS) for one in given):
        codes, names = code(given, whose)
        return np.arange(len(nodes) + 1, dtype="uint64"), codes, names
    several = [list(one) if isinstance(one, _COLLECTIONS) else [one] for one in given]
    owners = [vertex for vertex, of_one in enumerate(several) for _ in of_one or [None]]
    # Nothing in a list is no label.
    codes, names = code(
        chain.from_iterable(of_one or [None] for of_one in several), lambda at: whose(owners[at])
    )
    return np.cumsum([0, *map(len, several)]).astype("uint64"), codes, names


def label_edges(labels: Any, arrays: EdgeArrays) -> tuple[np.ndarray, list[str]] | None:
    """The labels of edges as :class:`EdgeArrays` has them: from a mapping by pairs of nodes, or from one for each."""
    if labels is None:
        return None
    given = of_edges(labels, arrays, "edge_labels")
    edges = len(arrays.source)
    if len(given) != edges:
        raise UsageError(f"{len(given)} edge labels for {edges} edges")

    def whose(edge: int) -> str:
        source, target = arrays.nodes.take([arrays.source[edge], arrays.target[edge]])
        return f"the edge from {source!r} to {target!r}"

    return code(given, whose)
