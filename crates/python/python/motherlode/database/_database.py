"""Databases of labelled graphs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from motherlode._arguments import NARROW, whole
from motherlode.database._sources import Sources

if TYPE_CHECKING:
    import numpy as np

    from motherlode.graph import Graph


class Database(Sources):
    """A database of labelled graphs, such as molecules. It is made by one of its ``from_`` methods, or read from a file.

    Examples
    --------
    >>> import motherlode as ml
    >>> molecules = ml.Database.from_smiles(["CCO", "CCN", "CC(=O)O"])
    >>> len(molecules)
    3
    >>> [str(pattern) for pattern in ml.fsm(molecules, support=3)]
    ['C C: 0-1-1 (support 3)']
    """

    def __len__(self) -> int:
        return len(self._native)

    def __getitem__(self, place: Any) -> Any:
        """A graph by its number, as :class:`~motherlode.Graph`; or, by a slice or several numbers, a database of those."""
        if isinstance(place, slice):
            return self._part(range(len(self))[place])
        if hasattr(place, "__iter__"):
            numbers = list(place)
            if numbers and all(
                isinstance(number, bool) or str(getattr(number, "dtype", "")) == "bool" for number in numbers
            ):
                if len(numbers) != len(self):
                    raise IndexError(f"{len(numbers)} booleans for {len(self)} graphs")
                numbers = [number for number, chosen in enumerate(numbers) if chosen]
            return self._part([range(len(self))[int(number)] for number in numbers])
        return self.graph(range(len(self))[place])

    def graph(self, number: int) -> Graph:
        """A graph by its number.

        Parameters
        ----------
        number : int
            From 0 to before ``len``.

        Returns
        -------
        Graph
            Its nodes are 0, 1, 2, …

        Examples
        --------
        >>> import motherlode as ml
        >>> ml.Database.from_smiles(["CCO", "CCN"]).graph(0)
        Graph(3 vertices, 2 edges, 2 vertex labels, 1 edge labels)
        """
        from motherlode.graph import Graph

        labels, edges = self._native.graph(whole("number", number, 0, NARROW))
        pairs = [(source, target) for source, target, _ in edges]
        return Graph.from_edges(
            pairs,
            directed=self.is_directed,
            nodes=range(len(labels)),
            labels=labels,
            edge_labels=[label for *_, label in edges] or None,
        )

    @property
    def is_directed(self) -> bool:
        """Whether edges are arcs.

        Examples
        --------
        >>> import motherlode as ml
        >>> ml.Database.from_smiles(["CCO"]).is_directed
        False
        """
        return self._native.is_directed

    @property
    def names(self) -> list[str]:
        """What each graph is called.

        Examples
        --------
        >>> import motherlode as ml
        >>> ml.Database.from_smiles(["CCO", "CCN"]).names
        ['0', '1']
        """
        return self._native.names

    @property
    def classes(self) -> list[str] | None:
        """The class of each graph, if they have classes.

        Examples
        --------
        >>> import motherlode as ml
        >>> ml.Database.from_smiles(["CCO", "CCN"], classes=["alcohol", "amine"]).classes
        ['alcohol', 'amine']
        """
        return self._native.classes

    @property
    def skipped(self) -> int:
        """How many graphs were left out, as they were wrong.

        Examples
        --------
        >>> import motherlode as ml
        >>> ml.Database.from_smiles(["CCO", "C1CC"], skip_bad=True).skipped
        1
        """
        return self._native.skipped

    def to_arrays(self) -> tuple[np.ndarray, list[str], np.ndarray, list[str]]:
        """What :meth:`from_arrays` takes.

        Returns
        -------
        offsets : numpy.ndarray of uint32
        vertex_labels : list of str
        edges : numpy.ndarray of uint32, of shape (edges, 2)
        edge_labels : list of str

        Examples
        --------
        >>> import motherlode as ml
        >>> offsets, vertex_labels, edges, edge_labels = ml.Database.from_smiles(["CCO", "CN"]).to_arrays()
        >>> offsets.tolist(), vertex_labels, edges.tolist(), edge_labels
        ([0, 3, 5], ['C', 'C', 'O', 'C', 'N'], [[0, 1], [1, 2], [3, 4]], ['1', '1', '1'])
        """
        import numpy as np

        starts, (codes, names), source, target, (edge_codes, edge_names) = self._native.arrays()
        edges = np.stack([source, target], axis=1)
        return starts, _named(codes, names), edges, _named(edge_codes, edge_names)

    def __reduce__(self) -> tuple[Any, ...]:
        return _database, (*self.to_arrays(), self.names, self.classes, self.is_directed)

    def __repr__(self) -> str:
        return f"Database({len(self)} graphs)"

    def _part(self, numbers: Sequence[int]) -> Database:
        offsets, labels, edges, edge_labels = self.to_arrays()
        graph_of = offsets.searchsorted(edges[:, 0], side="right") - 1
        starts, chosen_labels, chosen_edge_labels = [0], list[str](), list[str]()
        chosen_edges: list[Any] = []
        for number in numbers:
            first, end = int(offsets[number]), int(offsets[number + 1])
            low, high = graph_of.searchsorted([number, number + 1])
            shift = starts[-1] - first
            chosen_labels.extend(labels[first:end])
            chosen_edges.extend((edges[low:high].astype("int64") + shift).tolist())
            chosen_edge_labels.extend(edge_labels[low:high])
            starts.append(starts[-1] + end - first)
        names, classes = self.names, self.classes
        return Database.from_arrays(
            starts,
            chosen_labels,
            chosen_edges,
            chosen_edge_labels,
            names=[names[number] for number in numbers],
            classes=None if classes is None else [classes[number] for number in numbers],
            directed=self.is_directed,
        )

    def _with_classes(self, classes: Sequence[Any]) -> Database:
        return Database.from_arrays(
            *self.to_arrays(), names=self.names, classes=classes, directed=self.is_directed
        )


def _named(codes: np.ndarray, names: list[str]) -> list[str]:
    return [names[code] for code in codes.tolist()]


def _database(
    offsets: np.ndarray,
    labels: list[str],
    edges: np.ndarray,
    edge_labels: list[str],
    names: list[str],
    classes: list[str] | None,
    directed: bool = False,
) -> Database:
    return Database.from_arrays(
        offsets, labels, edges, edge_labels, names=names, classes=classes, directed=directed
    )
