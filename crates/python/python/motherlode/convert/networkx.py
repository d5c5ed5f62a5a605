"""From graphs of NetworkX."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from itertools import chain
from typing import TYPE_CHECKING, Any

from motherlode._nodes import Nodes
from motherlode.convert.arrays import EdgeArrays, label_edges, label_vertices
from motherlode.convert.given import is_missing
from motherlode.convert.properties import is_property, kind_of
from motherlode.errors import GraphError, UsageError

if TYPE_CHECKING:
    import networkx as nx


def of_networkx(
    graph: nx.Graph, label: str | None, edge_label: str | None, properties: bool | list[str]
) -> EdgeArrays:
    """The arrays of a graph: its nodes keep their order. A ``DiGraph`` is directed. ``label`` and ``edge_label`` are the
    attributes that are labels; with ``properties``, these attributes, or all that are numbers, texts or booleans, are properties."""
    import numpy as np

    nodes = list(graph)
    numbered = all(type(node) is int and node == number for number, node in enumerate(nodes))
    # graph.edges makes a view at each use: once is enough.
    edges = graph.edges()
    flat: Iterable[Any] = (
        chain.from_iterable(edge[:2] for edge in edges)
        if graph.is_multigraph()
        else (chain.from_iterable(edges))
    )
    if not numbered:
        index = {node: number for number, node in enumerate(nodes)}
        flat = map(index.__getitem__, flat)
    ends = np.fromiter(flat, "int64", 2 * graph.number_of_edges())
    named = Nodes(len(nodes) if numbered else nodes)
    arrays = EdgeArrays(ends[0::2], ends[1::2], named, graph.is_directed())
    if label is not None:
        arrays.vertex_labels = label_vertices([_label(graph, node, label) for node in nodes], named)
    if edge_label is not None:
        arrays.edge_labels = label_edges(
            [_edge_label(edge, edge_label) for edge in graph.edges(data=True)], arrays
        )
    if properties is not False:
        names = None if properties is True else properties
        of_nodes = [graph.nodes[node] for node in nodes]
        of_edges = [attributes for _, _, attributes in graph.edges(data=True)]
        _refuse_unknown(names, [*of_nodes, *of_edges])
        arrays.vertex_properties = columns(of_nodes, names, lambda place: f"the node {nodes[place]!r}", label)
        pairs = list(graph.edges())
        arrays.edge_properties = columns(
            of_edges,
            names,
            lambda place: f"the edge from {pairs[place][0]!r} to {pairs[place][1]!r}",
            edge_label,
        )
    return arrays


def columns(
    records: list[dict[str, Any]],
    names: list[str] | None,
    whose: Callable[[int], str],
    label: str | None = None,
) -> dict[str, list[Any]]:
    """The columns of records with these names, or of all attributes but those that are no property anywhere. The attribute
    ``label`` is one too if its values are of one kind: it need not be, as a node may have several labels.

    Raises
    ------
    GraphError
        If the values of an attribute are of several kinds: ``whose`` says of what place.
    """
    wanted = dict.fromkeys(name for record in records for name in record if isinstance(name, str))
    found = {}
    for name in wanted if names is None else [name for name in names if name in wanted]:
        column = [record.get(name) for record in records]
        if not any(map(is_property, column)) and names is None:
            continue
        kinds: dict[str, int] = {}
        for place, value in enumerate(column):
            if not is_missing(value):
                kinds.setdefault(kind_of(value), place)
        if (len(kinds) > 1 and kinds.keys() != {"int", "float"}) or "other" in kinds:
            if names is None and name == label:
                continue
            raise GraphError(_of_several_kinds(name, column, list(kinds.values()), whose))
        found[name] = column
    return found


def _of_several_kinds(name: str, column: list[Any], places: list[int], whose: Callable[[int], str]) -> str:
    shown = " and ".join(f"{column[place]!r} of {whose(place)}" for place in places[:2])
    return (
        f"the attribute {name!r} is no property: it is {shown}, where all are numbers, all texts or all booleans; change them, or name "
        "those to take, as properties=['weight']"
    )


def _refuse_unknown(names: list[str] | None, records: list[dict[str, Any]]) -> None:
    for name in names or ():
        if not any(name in record for record in records):
            known = dict.fromkeys(str(name) for record in records for name in record)
            raise UsageError(
                f"no node or edge has an attribute {name!r}: there are {', '.join(known) or 'none'}"
            )


def _label(graph: nx.Graph, node: Hashable, label: str) -> Any:
    try:
        return graph.nodes[node][label]
    except KeyError:
        raise GraphError(
            f"the node {node!r} has no attribute {label!r}: every node needs it to have a label; networkx."
            "set_node_attributes gives it"
        ) from None


def _edge_label(edge: tuple[Hashable, Hashable, dict[str, Any]], label: str) -> Any:
    source, target, attributes = edge
    try:
        return attributes[label]
    except KeyError:
        raise GraphError(
            f"the edge from {source!r} to {target!r} has no attribute {label!r}: every edge needs it to have a label; "
            "networkx.set_edge_attributes gives it"
        ) from None
