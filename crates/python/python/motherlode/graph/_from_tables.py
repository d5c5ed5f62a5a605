"""Graphs from tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from motherlode._arguments import flag, listed
from motherlode.graph._from_edges import Columns, FromEdges

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

    from motherlode.graph import Graph


class FromTables(FromEdges):
    """Graphs of tables with an edge in each row."""

    @classmethod
    def from_arrow(
        cls,
        table: Any,
        *,
        source: str = "source",
        target: str = "target",
        directed: bool = False,
        edge_label: str | None = None,
        properties: Sequence[str] | str = (),
    ) -> Graph:
        """The graph of a table with an edge in each row: of anything that speaks the Arrow PyCapsule Interface (pyarrow, polars,
        pandas, DuckDB, …).

        Parameters
        ----------
        table : object with ``__arrow_c_stream__``
            The table.
        source, target : str
            The columns of the ends: both of integers, or both of texts.
        directed : bool
            Whether an edge is an arc, from source to target.
        edge_label : str, optional
            The column of the edges' labels.
        properties : str or sequence of str
            The column, or columns, that are properties of the edges.

        Examples
        --------
        >>> import motherlode as ml
        >>> import pyarrow
        >>> table = pyarrow.table({"source": ["ann", "bob"], "target": ["bob", "cid"], "kind": ["calls", "pays"]})
        >>> ml.Graph.from_arrow(table, edge_label="kind").edge_labels
        ['calls', 'pays']
        """
        from motherlode.convert.tables import of_table

        names = listed("properties", properties)
        made = of_table(table, source, target, flag("directed", directed), edge_label, names)
        if isinstance(made, tuple):
            return cls._called_as_read(made[0])
        return cls._of_arrays(made)

    @classmethod
    def from_polars(
        cls,
        frame: Any,
        *,
        source: str = "source",
        target: str = "target",
        directed: bool = False,
        edge_label: str | None = None,
        properties: Sequence[str] | str = (),
    ) -> Graph:
        """The graph of a polars data frame with an edge in each row.

        Parameters
        ----------
        frame : polars.DataFrame
            The frame.
        source, target, directed, edge_label, properties
            As for :meth:`from_arrow`.

        Examples
        --------
        >>> import motherlode as ml
        >>> import polars
        >>> frame = polars.DataFrame({"caller": ["ann", "bob"], "called": ["bob", "cid"]})
        >>> ml.Graph.from_polars(frame, source="caller", target="called", directed=True)
        Graph(3 vertices, 2 arcs)
        """
        return cls.from_arrow(
            frame,
            source=source,
            target=target,
            directed=directed,
            edge_label=edge_label,
            properties=properties,
        )

    @classmethod
    def from_pandas(
        cls,
        frame: pd.DataFrame,
        *,
        source: str = "source",
        target: str = "target",
        directed: bool = False,
        edge_label: str | None = None,
        properties: Sequence[str] | str = (),
        labels: Mapping[Any, Any] | Sequence[Any] | np.ndarray | None = None,
        vertex_properties: Columns | None = None,
    ) -> Graph:
        """The graph of a pandas data frame with an edge in each row, between any objects.

        Parameters
        ----------
        frame : pandas.DataFrame
            The frame.
        source, target : str
            The columns of the ends.
        directed, edge_label, properties
            As for :meth:`from_arrow`.
        labels, vertex_properties
            As for :meth:`from_edges`.

        Examples
        --------
        >>> import motherlode as ml
        >>> import pandas
        >>> frame = pandas.DataFrame({"source": ["ann", "bob"], "target": ["bob", "cid"], "minutes": [3, 40]})
        >>> list(ml.Graph.from_pandas(frame, properties="minutes").list("(a)-[{minutes > 5}]-(b)"))
        [('bob', 'cid')]
        """
        from motherlode.convert.frames import of_pandas

        names = listed("properties", properties)
        arrays = of_pandas(frame, source, target, flag("directed", directed), edge_label, names)
        arrays.attach_to_vertices(labels, vertex_properties)
        return cls._of_arrays(arrays)
