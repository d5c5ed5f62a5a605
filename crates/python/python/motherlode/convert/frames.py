"""From data frames of pandas."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from motherlode._nodes import Nodes
from motherlode.convert.arrays import EdgeArrays, label_edges
from motherlode.convert.edges import of_ids
from motherlode.errors import ArgumentTypeError, GraphError, UsageError

if TYPE_CHECKING:
    import pandas as pd


def of_pandas(
    frame: pd.DataFrame,
    source: str,
    target: str,
    directed: bool,
    edge_label: str | None,
    properties: Sequence[str],
) -> EdgeArrays:
    """The arrays of a data frame with an edge in each row."""
    import numpy as np
    import pandas as pd

    if not isinstance(frame, pd.DataFrame):
        raise ArgumentTypeError(
            f"a data frame of pandas is needed, not {type(frame).__name__}; a file is read by Graph.read, or by pandas.read_csv"
        )
    for name in [source, target, *([edge_label] if edge_label is not None else []), *properties]:
        if name not in frame.columns:
            named = "; source= and target= name those of the ends" if name in ("source", "target") else ""
            raise UsageError(
                f"there is no column {name!r}: there are {', '.join(map(str, frame.columns))}{named}"
            )
    for name in (source, target):
        missing = frame[name].isna()
        if missing.any():
            raise GraphError(
                f"column {name!r} has rows without a value: {frame.index[missing.argmax()]!r} is the first"
            )
    ends = [frame[name] for name in (source, target)]
    if all(pd.api.types.is_integer_dtype(end.dtype) for end in ends):
        arrays = of_ids(ends[0].to_numpy(), ends[1].to_numpy(), None, directed)
    else:
        codes, nodes = pd.factorize(pd.concat(ends, ignore_index=True).astype(object))
        halves = np.asarray(codes, dtype="int64").reshape(2, -1)
        arrays = EdgeArrays(halves[0], halves[1], Nodes(list(nodes)), directed)
    if edge_label is not None:
        arrays.edge_labels = label_edges(frame[edge_label].tolist(), arrays)
    for name in properties:
        column = frame[name].astype(object)
        arrays.edge_properties[name] = column.where(column.notna(), None).tolist()
    return arrays
