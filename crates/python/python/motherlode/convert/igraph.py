"""From graphs of python-igraph."""

from __future__ import annotations

from typing import TYPE_CHECKING

from motherlode._nodes import Nodes
from motherlode.convert.arrays import EdgeArrays, label_edges, label_vertices
from motherlode.errors import UsageError

if TYPE_CHECKING:
    import igraph


def of_igraph(graph: igraph.Graph, label: str | None, edge_label: str | None) -> EdgeArrays:
    """The arrays of a graph. Its nodes are the ``name`` of the vertices, if they have any and all differ."""
    import numpy as np

    edges = np.array(graph.get_edgelist(), dtype="int64").reshape(-1, 2)
    names = graph.vs["name"] if "name" in graph.vs.attributes() else None
    named = names is not None and len(set(names)) == len(names)
    nodes = Nodes(list(names) if named and names is not None else graph.vcount())
    arrays = EdgeArrays(edges[:, 0], edges[:, 1], nodes, graph.is_directed())
    if label is not None:
        arrays.vertex_labels = label_vertices(_attribute(graph.vs, label, "vertices"), nodes)
    if edge_label is not None:
        arrays.edge_labels = label_edges(_attribute(graph.es, edge_label, "edges"), arrays)
    return arrays


def _attribute(sequence: igraph.VertexSeq | igraph.EdgeSeq, name: str, what: str) -> list[object]:
    if name not in sequence.attributes():
        known = ", ".join(sequence.attributes()) or "none"
        raise UsageError(f"the {what} have no attribute {name!r}: there are {known}")
    return sequence[name]
