"""Matches of a pattern."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from motherlode import _motherlode
from motherlode._html import table
from motherlode._properties import chosen, property_columns
from motherlode.pattern import native
from motherlode.results._array import as_asked

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    import polars as pl
    import pyarrow as pa

    from motherlode._nodes import Nodes
    from motherlode.graph._matches import Listing


class Matches:
    """The matches of a pattern, in an order that is the same on every device. Nothing is mined before rows are asked for; each
    iteration, and each stream, mines anew and holds no more than a batch.

    Attributes
    ----------
    columns : tuple of str
        The names of the pattern's vertices: a row has a node of the graph for each.

    Examples
    --------
    >>> import motherlode as ml
    >>> matches = ml.Graph.from_edges([("ann", "bob"), ("bob", "cid")]).list("a-b")
    >>> list(matches)
    [('bob', 'ann'), ('bob', 'cid')]
    """

    def __init__(
        self,
        columns: tuple[str, ...],
        nodes: Nodes,
        begin: Callable[[], _motherlode.NativeRows],
        asked: tuple[Listing, str, dict[str, Any]],
    ) -> None:
        self.columns = columns
        self._nodes = nodes
        self._begin = begin
        self._asked = asked

    def batches(self) -> Iterator[np.ndarray]:
        """Batches of rows of vertex numbers: arrays of uint32, a column for each vertex of the pattern.

        Examples
        --------
        >>> import motherlode as ml
        >>> [batch.shape for batch in ml.Graph.generate("karate").list("5-clique").batches()]
        [(2, 5)]
        """
        return iter(self._begin())

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        if self._nodes.are_numbers:
            for batch in self.batches():
                yield from map(tuple, batch.tolist())
            return
        objects = self._nodes.as_objects()
        for batch in self.batches():
            yield from map(tuple, objects[batch].tolist())

    def dicts(self) -> Iterator[dict[str, Any]]:
        """The matches as dictionaries, from the pattern's vertices to nodes of the graph.

        Examples
        --------
        >>> import motherlode as ml
        >>> list(ml.Graph.from_edges([("ann", "bob")]).list("a-b").dicts())
        [{'a': 'ann', 'b': 'bob'}]
        """
        return (dict(zip(self.columns, row)) for row in self)

    def to_numpy(self) -> np.ndarray:
        """All rows, of vertex numbers: uint32.

        Returns
        -------
        numpy.ndarray of uint32, of shape (matches, vertices of the pattern)

        Examples
        --------
        >>> import motherlode as ml
        >>> ml.Graph.from_edges([("ann", "bob"), ("bob", "cid")]).list("a-b").to_numpy().tolist()
        [[1, 0], [1, 2]]
        """
        import numpy as np

        batches = list(self.batches())
        return np.concatenate(batches) if batches else np.empty((0, len(self.columns)), dtype="uint32")

    def to_pandas(self, properties: bool | str | Sequence[str] = False) -> pd.DataFrame:
        """All rows as a data frame of nodes, and of what they and the edges between them have.

        Parameters
        ----------
        properties : bool, str or sequence of str
            The properties of the graph that are columns, too, or whether all are: as ``a.age`` of a node, and as ``a->b.paid`` or ``a-b.paid``
            of the edges of the pattern. Where several edges of the graph join two nodes, a value is the list of theirs, whatever the pattern asks of
            edges; ``DataFrame.explode`` makes a row of each.

        Raises
        ------
        UsageError
            If the graph has no such property.

        Examples
        --------
        >>> import motherlode as ml
        >>> ml.Graph.from_edges([("ann", "bob"), ("bob", "cid")]).list("a-b").to_pandas()
             a    b
        0  bob  ann
        1  bob  cid
        >>> paid = {"paid": [3, 4]}
        >>> shop = ml.Graph.from_edges([("ann", "bob"), ("bob", "cid")], directed=True, edge_properties=paid)
        >>> shop.list("a->b->c").to_pandas(properties="paid")
             a    b    c  a->b.paid  b->c.paid
        0  ann  bob  cid          3          4
        """
        import pandas as pd

        graph, pattern, _ = self._asked
        names = chosen(graph, properties)
        rows = self.to_numpy()
        frame = pd.DataFrame(self._nodes.as_objects()[rows], columns=list(self.columns))
        if not names:
            return frame
        told = dict(property_columns(graph, native(pattern), rows, names))
        return pd.concat([frame, pd.DataFrame(told)], axis=1)

    def to_arrow(self) -> pa.Table:
        """All rows as a table of pyarrow.

        Examples
        --------
        >>> import motherlode as ml
        >>> ml.Graph.from_edges([("ann", "bob"), ("bob", "cid")]).list("a-b").to_arrow().to_pylist()
        [{'a': 'bob', 'b': 'ann'}, {'a': 'bob', 'b': 'cid'}]
        """
        import pyarrow as pa

        return pa.RecordBatchReader.from_stream(self).read_all()

    def to_polars(self) -> pl.DataFrame:
        """All rows as a data frame of polars.

        Examples
        --------
        >>> import motherlode as ml
        >>> ml.Graph.from_edges([("ann", "bob"), ("bob", "cid")]).list("a-b").to_polars().rows()
        [('bob', 'ann'), ('bob', 'cid')]
        """
        import polars as pl

        return pl.DataFrame(self.to_arrow())

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """The rows as an Arrow stream (Arrow PyCapsule Interface), mined as it is read. Nodes that are integers or texts are
        themselves; others are vertex numbers."""
        return self._begin().arrow_stream(list(self.columns), self._nodes.for_arrow())

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        return as_asked(self.to_numpy(), dtype, copy)

    def __reduce__(self) -> tuple[Any, ...]:
        # What is asked for, and not the rows: whoever has it mines on a device of their own.
        return _listed, self._asked

    def _repr_html_(self) -> str:
        graph, pattern, _ = self._asked
        hint = "nothing is mined before rows are asked for: iterate, or take to_pandas()"
        return table(f"Matches of {pattern} in {graph!r}", self.columns, [], 0) + f"<p>{hint}</p>"

    def __repr__(self) -> str:
        return f"Matches(columns={self.columns}): iterate, or take to_pandas(), to_arrow(), to_polars(), to_numpy()"


def _listed(graph: Listing, pattern: str, asked: dict[str, Any]) -> Matches:
    return graph.list(pattern, **asked)
