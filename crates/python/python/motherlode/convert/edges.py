"""From edges: pairs of any objects, or an array of two columns."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from itertools import chain
from typing import TYPE_CHECKING, Any

from motherlode import _motherlode
from motherlode._nodes import Nodes
from motherlode.convert.arrays import EdgeArrays, integers
from motherlode.errors import ArgumentTypeError, GraphError, UsageError

if TYPE_CHECKING:
    import numpy as np


def of_edges(
    edges: Iterable[Any] | np.ndarray, nodes: Iterable[Hashable] | None, directed: bool
) -> EdgeArrays:
    """The arrays of edges, whose nodes are numbered in ascending order if all are integers, and else as they first appear;
    ``nodes`` come first, in their order."""
    import numpy as np

    if isinstance(edges, (str, bytes)) or not isinstance(edges, Iterable):
        raise ArgumentTypeError(f"edges are pairs of nodes in a list or an array, not {edges!r}")
    if hasattr(edges, "columns"):
        raise ArgumentTypeError(
            "edges are pairs of nodes in a list or an array, not a data frame: Graph.from_pandas, from_polars and from_arrow take one"
        )
    if isinstance(edges, np.ndarray):
        if edges.ndim != 2 or edges.shape[1] != 2:
            shape = "×".join(map(str, edges.shape))
            raise UsageError(f"an array of edges has two columns, source and target; this one is {shape}")
        return of_ids(edges[:, 0], edges[:, 1], nodes, directed)
    pairs = edges if isinstance(edges, (list, tuple)) else list(edges)
    wrong = next((pair for pair in pairs if isinstance(pair, str) or not _is_pair(pair)), None)
    if wrong is not None:
        raise GraphError(f"an edge is a pair of nodes, not {wrong!r}")
    flat = list(chain.from_iterable(pairs))
    if flat and nodes is None and all(type(node) is int for node in flat):
        try:
            ids = np.array(flat, dtype="int64").reshape(-1, 2)
        except OverflowError:
            pass
        else:
            return of_ids(ids[:, 0], ids[:, 1], None, directed)
    return of_objects(flat, nodes, directed)


def of_objects(flat: list[Any], nodes: Iterable[Hashable] | None, directed: bool) -> EdgeArrays:
    """The arrays of edges whose ends, any objects, stand one after another."""
    import numpy as np

    number = _numbered(nodes)
    try:
        ends = np.fromiter((number.setdefault(node, len(number)) for node in flat), "int64", len(flat))
    except TypeError as error:
        raise GraphError(f"a node can be told from others by its hash: {error}") from None
    return EdgeArrays(ends[0::2], ends[1::2], Nodes(list(number)), directed)


def of_ids(
    source: np.ndarray, target: np.ndarray, nodes: Iterable[Hashable] | None, directed: bool
) -> EdgeArrays:
    """The arrays of edges between nodes that arrays name: by integers, mostly."""

    if len(source) != len(target):
        raise UsageError(f"{len(source)} sources and {len(target)} targets")
    source, target = _of_one_sign(source, target)
    if nodes is not None or source.dtype.kind not in "iu" or target.dtype.kind not in "iu":
        flat = list(chain.from_iterable(zip(source.tolist(), target.tolist())))
        return of_objects(flat, nodes, directed)
    ends, ids, n = _motherlode.numbered(integers(source), integers(target))
    source, target = ends.reshape(2, -1)
    return EdgeArrays(source, target, Nodes(n if ids is None else ids), directed)


def _of_one_sign(source: np.ndarray, target: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The same integers in arrays that both have a sign, or none. They are objects where neither has room for all."""
    if {source.dtype.kind, target.dtype.kind} != {"i", "u"}:
        return source, target
    signed, unsigned = (source, target) if source.dtype.kind == "i" else (target, source)
    wide = "uint64" if signed.min(initial=0) >= 0 else "int64" if unsigned.max(initial=0) < 2**63 else object
    return source.astype(wide), target.astype(wide)


def _is_pair(pair: Any) -> bool:
    try:
        return len(pair) == 2
    except TypeError:
        return False


def _numbered(nodes: Iterable[Hashable] | None) -> dict[Hashable, int]:
    number: dict[Hashable, int] = {}
    for node in nodes or ():
        if node in number:
            raise GraphError(f"the node {node!r} is there twice")
        number[node] = len(number)
    return number
