"""The properties of the nodes and edges that matches are made of, as columns of a data frame."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from motherlode._arguments import is_boolean, listed
from motherlode.errors import UsageError

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

    from motherlode._motherlode import NativePattern
    from motherlode.graph._structure import Structure


def chosen(graph: Structure, properties: bool | str | Sequence[str]) -> list[str]:
    """The names of the properties that are asked for."""
    known = list(dict.fromkeys([*graph.vertex_properties, *graph.edge_properties]))
    if is_boolean(properties):
        return known if properties else []
    names = listed("properties", properties)
    unknown = [name for name in names if name not in known]
    if unknown:
        has = f"there are {', '.join(known)}" if known else "it has none"
        raise UsageError(f"properties: the graph has no property {unknown[0]!r}: {has}")
    return names


def property_columns(
    graph: Structure, pattern: NativePattern, rows: np.ndarray, names: Sequence[str]
) -> Iterator[tuple[str, pd.Series]]:
    """The properties of the nodes in each row, as ``a.age``, and then those of the edges, as ``a->b.paid``."""
    import pandas as pd

    of_vertices, of_edges = graph.vertex_properties, graph.edge_properties
    for number, vertex in enumerate(pattern.vertices):
        for name in filter(of_vertices.__contains__, names):
            yield (
                f"{vertex}.{name}",
                pd.Series(of_vertices[name]).take(rows[:, number]).reset_index(drop=True),
            )
    wanted = [name for name in names if name in of_edges]
    if not wanted:
        return
    values = {name: pd.Series(of_edges[name]) for name in wanted}
    along, between = _Parallel(graph, True), _Parallel(graph, False)
    for sign, (tail, head) in _edges(pattern):
        parallel = along if sign == "->" else between
        first, end = parallel.of(rows[:, tail], rows[:, head])
        for name in wanted:
            called = f"{pattern.vertices[tail]}{sign}{pattern.vertices[head]}.{name}"
            yield called, _taken(values[name].take(parallel.order), first, end)


def _edges(pattern: NativePattern) -> Iterator[tuple[str, tuple[int, int]]]:
    """The arcs and edges of a pattern between matched vertices: what stands between the two, and their numbers."""
    size = len(pattern.vertices)
    for source, target, kind, _ in pattern.links:
        if max(source, target) < size and kind in ("edge", "forward", "backward"):
            ends = (target, source) if kind == "backward" else (source, target)
            yield "-" if kind == "edge" else "->", ends


class _Parallel:
    """The edges of a graph that have properties, where those between the same two vertices stand together: in one direction, or in
    either."""

    def __init__(self, graph: Structure, directed: bool) -> None:
        import numpy as np

        self._n, self._directed = graph.number_of_vertices, directed
        keys = self._keys(*graph.edge_arrays())
        self.order = np.argsort(keys, kind="stable")
        self._sorted = keys[self.order]

    def of(self, tails: np.ndarray, heads: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Where those from each tail to its head start in the order, and where they end."""
        import numpy as np

        keys = self._keys(tails, heads)
        return np.searchsorted(self._sorted, keys), np.searchsorted(self._sorted, keys, side="right")

    def _keys(self, tails: np.ndarray, heads: np.ndarray) -> np.ndarray:
        import numpy as np

        tails, heads = tails.astype("int64"), heads.astype("int64")
        if not self._directed:
            tails, heads = np.minimum(tails, heads), np.maximum(tails, heads)
        return tails * self._n + heads


def _taken(values: pd.Series, first: np.ndarray, end: np.ndarray) -> pd.Series:
    """The value between each start and end, or a list of several."""
    import pandas as pd

    taken = values.take(first).reset_index(drop=True)
    several: Any = (end - first > 1).nonzero()[0]
    if len(several):
        taken = taken.astype(object)
        for row in several:
            taken[row] = values.iloc[first[row] : end[row]].tolist()
    return pd.Series(taken)
