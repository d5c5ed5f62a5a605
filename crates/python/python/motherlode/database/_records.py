"""From arrays to the JSON Lines of a database."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from motherlode.convert.given import in_order, texts
from motherlode.errors import GraphError, UsageError

if TYPE_CHECKING:
    import numpy as np


def records_of(
    offsets: Sequence[int] | np.ndarray,
    vertex_labels: Sequence[Any] | np.ndarray,
    edges: Sequence[tuple[int, int]] | np.ndarray,
    edge_labels: Sequence[Any] | np.ndarray,
    names: Sequence[str] | None,
    classes: Sequence[Any] | None,
) -> str:
    """A line for each graph of what :meth:`Database.from_arrays` takes.

    Raises
    ------
    UsageError
        If the lengths of the arrays do not go together.
    GraphError
        If edges are not in the order of their graphs.
    """
    starts = [int(start) for start in offsets]
    graphs = len(starts) - 1
    for what, given in (("names", names), ("classes", classes)):
        if given is not None and len(in_order(given, what)) != graphs:
            raise UsageError(f"{len(given)} {what} for {graphs} graphs")
    vertices = list(texts(vertex_labels, lambda vertex: f"vertex {vertex}"))
    if graphs < 0 or starts[0] != 0 or starts[-1] != len(vertices) or starts != sorted(starts):
        raise UsageError(f"offsets rise from 0 to the number of vertices, which is {len(vertices)}")
    of_edges = list(texts(edge_labels, lambda edge: f"edge {edge}"))
    if classes is not None:
        classes = list(texts(classes, lambda graph: f"graph {graph}", "class"))
    pairs = [(int(source), int(target)) for source, target in edges]
    if len(of_edges) != len(pairs):
        raise UsageError(f"{len(of_edges)} edge labels for {len(pairs)} edges")
    lines, edge = [], 0
    for graph in range(graphs):
        first, end = starts[graph], starts[graph + 1]
        record: dict[str, Any] = {"id": str(names[graph]) if names is not None else str(graph)}
        if classes is not None:
            record["class"] = classes[graph]
        record["vertices"] = vertices[first:end]
        inner = []
        while edge < len(pairs) and first <= pairs[edge][0] < end:
            source, target = pairs[edge]
            inner.append([source - first, target - first, of_edges[edge]])
            edge += 1
        record["edges"] = inner
        lines.append(json.dumps(record))
    if edge < len(pairs):
        raise GraphError(
            f"edge {edge} is {pairs[edge][0]}-{pairs[edge][1]}: edges go in the order of their graphs"
        )
    return "\n".join(lines) + "\n"
