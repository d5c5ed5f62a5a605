"""Tables with a row for each vertex of a graph, or each edge."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterator
from typing import TYPE_CHECKING, Any

from motherlode import _motherlode
from motherlode._html import SHOWN, short, table

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    import polars as pl
    import pyarrow as pa

    from motherlode._nodes import Nodes

#: So many rows are made at once.
_PIECE = 1 << 16


class _At:
    """What is told of a place: ``local.at["ann"]``, or ``local.at["ann", "bob"]`` where rows are edges."""

    __slots__ = ("_table",)

    def __init__(self, table: LocalTable) -> None:
        self._table = table

    def __getitem__(self, place: Any) -> Any:
        return self._table._told(self._table._row(place))


class LocalTable(ABC):
    """A row for each vertex of a graph, or each edge, and columns with names."""

    columns: tuple[str, ...]

    def __init__(
        self,
        nodes: Nodes,
        edges: Callable[[], tuple[np.ndarray, np.ndarray]] | None = None,
        directed: bool = False,
    ) -> None:
        self._nodes = nodes
        self._edges = edges
        self._directed = directed

    @abstractmethod
    def __len__(self) -> int: ...

    @abstractmethod
    def _column(self, place: int) -> np.ndarray:
        """One of the columns."""

    @abstractmethod
    def _told(self, row: int) -> Any:
        """What is told of a row alone."""

    def _arrays(self) -> list[np.ndarray]:
        """The columns, each of numbers that are as narrow as they may be."""
        return [self._column(place) for place in range(len(self.columns))]

    def _frame(self) -> Any:
        """The columns for a data frame of pandas."""
        return dict(zip(self.columns, self._arrays()))

    @property
    def nodes(self) -> Nodes:
        """The nodes of the graph: of the rows, where those are vertices.

        Examples
        --------
        >>> import motherlode as ml
        >>> ml.Graph.from_edges([("ann", "bob")]).local("a-b").nodes
        Nodes(['ann', 'bob'])
        """
        return self._nodes

    @property
    def edges(self) -> tuple[np.ndarray, np.ndarray]:
        """The ends of the edges that the rows are of, by vertex number: the tail and the head where they are arcs, else the smaller first.

        Raises
        ------
        ValueError
            If the rows are vertices.

        Examples
        --------
        >>> import motherlode as ml
        >>> source, target = ml.Graph.from_edges([(0, 1), (1, 2)]).local("wedge", at="edges").edges
        >>> source.tolist(), target.tolist()
        ([0, 1], [1, 2])
        """
        if self._edges is None:
            raise ValueError("these are counts at vertices: their rows are .nodes")
        return self._edges()

    @property
    def at(self) -> Any:
        """The counts at a node, as ``.at["ann"]``, or at an edge, as ``.at["ann", "bob"]``: its nodes in either order, or from tail to head
        where edges are arcs. A number if there is one column, else by column. ``KeyError`` where there is no such node or edge.

        Examples
        --------
        >>> import motherlode as ml
        >>> graph = ml.Graph.from_edges([("ann", "bob"), ("bob", "cid")])
        >>> graph.local("wedge").at["bob"], graph.local("wedge", at="edges").at["bob", "ann"]
        ({'a+c': 0, 'b': 1}, 1)
        """
        return _At(self)

    def __getitem__(self, column: str) -> np.ndarray:
        return self._column(self._place(column))

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        """The rows: a node, or both nodes of an edge, and what the columns say."""
        columns = [*self._heads(), *(self._column(place) for place in range(len(self.columns)))]
        for place in range(0, len(self), _PIECE):
            yield from zip(*(column[place : place + _PIECE].tolist() for column in columns))

    def to_dict(self, column: str | None = None) -> dict[Hashable, int]:
        """The counts of one column by node, or by pair of nodes.

        Parameters
        ----------
        column : str, optional
            One of ``columns``; the only one need not be named.

        Raises
        ------
        ValueError
            If there are several columns, and none is named.

        Examples
        --------
        >>> import motherlode as ml
        >>> graph = ml.Graph.from_edges([("ann", "bob"), ("bob", "cid")])
        >>> graph.local("wedge").to_dict("b")
        {'ann': 0, 'bob': 1, 'cid': 0}
        >>> graph.local("wedge", at="edges").to_dict()
        {('ann', 'bob'): 1, ('bob', 'cid'): 1}
        """
        if column is None:
            if len(self.columns) != 1:
                raise ValueError(
                    f"there are {len(self.columns)} columns: name one of {', '.join(self.columns)}"
                )
            column = self.columns[0]
        counts = self[column].tolist()
        if self._edges is None:
            return dict(zip(self._nodes, counts))
        ends = [end.tolist() for end in self._heads()]
        return {(u, v): count for u, v, count in zip(*ends, counts)}

    def to_pandas(self) -> pd.DataFrame:
        """A data frame whose index are the nodes, or the pairs of nodes.

        Examples
        --------
        >>> import motherlode as ml
        >>> ml.Graph.from_edges([("ann", "bob"), ("bob", "cid")]).local("wedge").to_pandas().to_dict()
        {'a+c': {'ann': 1, 'bob': 0, 'cid': 1}, 'b': {'ann': 0, 'bob': 1, 'cid': 0}}
        """
        import pandas as pd

        if self._edges is None:
            index: Any = pd.Index(self._heads()[0], name="vertex")
        else:
            index = pd.MultiIndex.from_arrays(self._heads(), names=["source", "target"])
        return pd.DataFrame(self._frame(), index=index, columns=list(self.columns))

    def to_arrow(self) -> pa.Table:
        """A table of pyarrow: the nodes, or both ends of the edges, and the counts.

        Examples
        --------
        >>> import motherlode as ml
        >>> ml.Graph.from_edges([("ann", "bob")]).local("a-b").to_arrow().to_pylist()
        [{'vertex': 'ann', 'a+b': 1}, {'vertex': 'bob', 'a+b': 1}]
        """
        import pyarrow as pa

        return pa.RecordBatchReader.from_stream(self).read_all()

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """The table as an Arrow stream (Arrow PyCapsule Interface)."""
        import numpy as np

        if self._edges is None:
            heads, places = ["vertex"], [np.arange(len(self), dtype="uint64")]
        else:
            heads, places = ["source", "target"], [end.astype("uint64") for end in self.edges]
        ids = self._nodes.for_arrow()
        if ids is None:
            named: list[Any] = places
        elif isinstance(ids, list):
            named = [[ids[place] for place in ends] for ends in places]
        else:
            named = [ids[ends] for ends in places]
        counts = [column.tolist() if column.dtype == object else column for column in self._arrays()]
        return _motherlode.stream_of_columns([*heads, *self.columns], [*named, *counts])

    def to_polars(self) -> pl.DataFrame:
        """A data frame of polars, with the columns of :meth:`to_arrow`.

        Examples
        --------
        >>> import motherlode as ml
        >>> ml.Graph.from_edges([("ann", "bob")]).local("a-b", at="edges").to_polars().rows()
        [('ann', 'bob', 1)]
        """
        import polars as pl

        return pl.DataFrame(self.to_arrow())

    def _heads(self) -> list[np.ndarray]:
        """What the rows are of: the nodes, or those at both ends of the edges."""
        objects = self._nodes.as_objects()
        return [objects] if self._edges is None else [objects[end] for end in self._edges()]

    def _row(self, place: Any) -> int:
        """The row of a node, or of an edge."""
        import numpy as np

        if self._edges is None:
            return self._nodes.number(place)
        if not isinstance(place, tuple) or len(place) != 2:
            raise KeyError(f"{place!r} is no edge: rows are pairs of nodes, as .at[u, v]")
        first, second = (self._nodes.number(node) for node in place)
        source, target = self._edges()
        if not self._directed:
            first, second = min(first, second), max(first, second)
            source, target = np.minimum(source, target), np.maximum(source, target)
        # They are in the order of their ends.
        start, end = np.searchsorted(source, [first, first + 1])
        found = int(start + np.searchsorted(target[start:end], second))
        if found == end or target[found] != second:
            raise KeyError(place)
        return found

    def _place(self, column: str) -> int:
        try:
            return self.columns.index(column)
        except ValueError:
            raise KeyError(f"no column is called {column!r}: there are {', '.join(self.columns)}") from None

    def _repr_html_(self) -> str:
        heads = ("vertex",) if self._edges is None else ("source", "target")
        shown = [row for row, _ in zip(self, range(SHOWN))]
        rows = [(*row[: len(heads)], *map(short, row[len(heads) :])) for row in shown]
        return table(repr(self), (*heads, *self.columns), rows, len(self) - len(rows))
