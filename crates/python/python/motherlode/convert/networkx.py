"""From graphs of NetworkX."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from itertools import chain
from typing import TYPE_CHECKING, Any

from motherlode._nodes import Nodes
from motherlode.convert.arrays import EdgeArrays, label_edges, label_vertices
from motherlode.convert.properties import is_property
from motherlode.errors import GraphError

if TYPE_CHECKING:
    import networkx as nx


def of_networkx(graph: nx.Graph, label: str | None, edge_label: str | None, properties: bool) -> EdgeArrays:
    """The arrays of a graph: its nodes keep their order. A ``DiGraph`` is directed. ``label`` and ``edge_label`` are the
    attributes that are labels; with ``properties``, all attributes that are numbers, texts or booleans are properties."""
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
        labels = [_edge_label(edge, edge_label) for edge in graph.edges(data=True)]
        arrays.edge_labels = label_edges(labels, len(labels))
    if properties:
        arrays.vertex_properties = columns([graph.nodes[node] for node in nodes])
        arrays.edge_properties = columns([attributes for _, _, attributes in graph.edges(data=True)])
    return arrays


def columns(records: list[dict[str, Any]]) -> dict[str, list[Any]]:
    """The columns of records: those of which the values that are there are all numbers, all texts, or all booleans."""
    names = dict.fromkeys(name for record in records for name in record if isinstance(name, str))
    found = {}
    for name in names:
        column = [record.get(name) for record in records]
        if is_property(column):
            found[name] = column
    return found


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
