"""From tables of edges: whatever speaks the Arrow PyCapsule Interface (pyarrow, polars, pandas, DuckDB, …)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from motherlode import _motherlode
from motherlode._nodes import Nodes
from motherlode.convert.arrays import EdgeArrays, label_edges
from motherlode.convert.edges import of_ids
from motherlode.errors import GraphError, UsageError

if TYPE_CHECKING:
    import numpy as np


def of_table(
    table: Any, source: str, target: str, directed: bool, edge_label: str | None, properties: Sequence[str]
) -> EdgeArrays | tuple[_motherlode.NativeGraph, None]:
    """The arrays of a table with an edge in each row. A plain graph of integers is made at once."""
    stream = getattr(table, "__arrow_c_stream__", None)
    if stream is None:
        raise TypeError(
            f"a table that speaks the Arrow PyCapsule Interface is needed (pyarrow, polars 1.4, pandas 2.2, …), not "
            f"{type(table).__name__}"
        )
    labels = [edge_label] if edge_label is not None else []
    names = list(dict.fromkeys([source, target, *labels, *properties]))
    # Ends that are texts share one dictionary.
    columns = dict(zip(names, _motherlode.columns_of_stream(stream(), names, len({source, target}))))
    for name in [source, target, *labels]:
        there = columns[name][2]
        if there is not None:
            raise GraphError(
                f"column {name!r} has rows without a value: row {int(there.argmin())} is the first"
            )
    kinds = {columns[name][0] for name in (source, target)}
    if kinds == {"int"}:
        ends = columns[source][1], columns[target][1]
        if not directed and not labels and not properties and all(len(e) == 0 or e.min() >= 0 for e in ends):
            return _motherlode.NativeGraph.of_ids(*ends), None
        arrays = of_ids(*ends, None, directed)
    elif kinds == {"text"}:
        (from_codes, called), (to_codes, _) = columns[source][1], columns[target][1]
        arrays = EdgeArrays(from_codes, to_codes, Nodes(called), directed)
    else:
        raise UsageError(
            f"{source!r} and {target!r} are both integers, or both texts; here they are {columns[source][0]} and "
            f"{columns[target][0]}"
        )
    if labels:
        kind, values, _ = columns[labels[0]]
        if kind == "text":
            arrays.edge_labels = values
        elif kind == "int":
            arrays.edge_labels = label_edges(values, arrays)
        else:
            raise UsageError(f"labels are texts or integers; column {labels[0]!r} is {kind}")
    arrays.edge_properties = {name: _column(*columns[name]) for name in properties}
    return arrays


def _column(kind: str, values: Any, there: np.ndarray | None) -> list[Any]:
    if kind == "text":
        codes, names = values
        column: list[Any] = [names[place] for place in codes.tolist()] if names else [None] * len(codes)
    else:
        column = values.tolist()
    if there is None:
        return column
    return [value if known else None for value, known in zip(column, there.tolist())]
