"""From NetworkX graphs to the arrays of a database."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from motherlode.convert.given import is_missing
from motherlode.errors import ArgumentTypeError, GraphError

if TYPE_CHECKING:
    import networkx as nx


class DatabaseArrays(NamedTuple):
    """Graphs one after another, as :meth:`Database.from_arrays` takes them."""

    offsets: list[int]
    vertex_labels: list[Any]
    edges: list[tuple[int, int]]
    edge_labels: list[Any]
    directed: bool


def arrays_of(graphs: Iterable[nx.Graph], label: str | None, edge_label: str | None) -> DatabaseArrays:
    """The arrays of these graphs, whose labels are attributes of such names.

    Raises
    ------
    ArgumentTypeError
        If it is one graph, or one of them is none.
    GraphError
        If a graph is a multigraph, or of another kind than those before it, or only some of its nodes or edges have a label.
    """
    offsets, labels, edge_labels = [0], list[Any](), list[Any]()
    directed = False
    ends: list[tuple[int, int]] = []
    if hasattr(graphs, "is_directed"):
        raise ArgumentTypeError("graphs are several graphs in a list, not one graph")
    for place, graph in enumerate(graphs):
        if not hasattr(graph, "is_directed"):
            raise ArgumentTypeError(f"graph {place} is no graph of NetworkX, but {graph!r}")
        if graph.is_multigraph():
            raise GraphError(f"graph {place} is a {type(graph).__name__}: a database has simple graphs")
        if place > 0 and graph.is_directed() != directed:
            raise GraphError(
                f"graph {place} is a {type(graph).__name__}, and those before it are "
                f"{'' if directed else 'not '}directed: a database has graphs of one kind"
            )
        directed = graph.is_directed()
        number = {node: offsets[-1] + at for at, node in enumerate(graph)}
        offsets.append(offsets[-1] + len(number))
        labels.extend(
            _attributes(((node, graph.nodes[node]) for node in graph), label, f"node of graph {place}")
        )
        edges = [(edge, attributes) for *edge, attributes in graph.edges(data=True)]
        ends.extend((number[source], number[target]) for (source, target), _ in edges)
        edge_labels.extend(_attributes(edges, edge_label, f"edge of graph {place}"))
    return DatabaseArrays(offsets, labels, ends, edge_labels, directed)


def _attributes(records: Iterable[tuple[Any, dict[str, Any]]], name: str | None, what: str) -> list[Any]:
    given = [(where, attributes.get(name) if name is not None else None) for where, attributes in records]
    missing = [where for where, value in given if is_missing(value)]
    if len(missing) == len(given):
        return ["0"] * len(given)
    if missing:
        raise GraphError(
            f"the {what} {missing[0]!r} has no attribute {name!r}, which others have: all have it, or none"
        )
    return [value for _, value in given]
