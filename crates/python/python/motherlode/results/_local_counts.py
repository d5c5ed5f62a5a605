"""Counts at vertices, or at edges."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from motherlode._local_table import LocalTable
from motherlode.results._array import as_asked

if TYPE_CHECKING:
    import numpy as np

    from motherlode._nodes import Nodes


class LocalCounts(LocalTable):
    """At how many matches each vertex, or each edge, is: a row for each, and a column for each orbit of the pattern. The edges of a directed graph
    are its arcs, of which two between the same nodes have a row each.

    Attributes
    ----------
    columns : tuple of str
        The orbits, called by their members, as ``"a+c"``.
    values : numpy.ndarray
        A row for each vertex in the order of ``nodes``, or for each edge in the order of ``edges``: uint64, or integers of Python's
        (``dtype=object``) if a count does not fit in 64 bits. Data frames and Arrow tables have such a dtype, or decimals, only in the columns
        that need it.
    matches : int or None
        All matches of the pattern; none for graphlets, which are many patterns.

    Examples
    --------
    >>> import motherlode as ml
    >>> graph = ml.Graph.from_edges([("ann", "bob"), ("bob", "cid"), ("cid", "ann"), ("cid", "dan")])
    >>> triangles = graph.local("triangle")
    >>> triangles.to_dict()
    {'ann': 1, 'bob': 1, 'cid': 1, 'dan': 0}
    >>> triangles.at["cid"], graph.local("wedge").at["cid"], list(triangles)[0]
    (1, {'a+c': 2, 'b': 3}, ('ann', 1))
    """

    def __init__(
        self,
        columns: tuple[str, ...],
        values: np.ndarray,
        matches: int | None,
        nodes: Nodes,
        edges: Callable[[], tuple[np.ndarray, np.ndarray]] | None,
        directed: bool = False,
    ) -> None:
        super().__init__(nodes, edges, directed)
        self.columns = columns
        self.values = values
        self.matches = matches

    def __len__(self) -> int:
        return len(self.values)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        return self.values if dtype is None and not copy else as_asked(self.values, dtype, copy)

    def _column(self, place: int) -> np.ndarray:
        return self.values[:, place]

    def _told(self, row: int) -> Any:
        counts = self.values[row].tolist()
        return counts[0] if len(counts) == 1 else dict(zip(self.columns, counts))

    def _arrays(self) -> list[np.ndarray]:
        """The columns: of uint64 where all fit, else of Python's integers."""
        import numpy as np

        def narrowed(column: np.ndarray) -> np.ndarray:
            wide = column.dtype == object and max(column) >= 1 << 64
            return np.ascontiguousarray(column, dtype=object if wide else np.uint64)

        return [narrowed(column) for column in self.values.T]

    def _frame(self) -> Any:
        return self.values if self.values.dtype != object else super()._frame()

    def __repr__(self) -> str:
        rows = "vertices" if self._edges is None else "arcs" if self._directed else "edges"
        return f"LocalCounts({len(self)} {rows}, columns={self.columns})"
