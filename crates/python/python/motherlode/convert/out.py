"""To graphs of other libraries."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from motherlode.convert.given import is_missing

if TYPE_CHECKING:
    import igraph
    import networkx as nx
    import scipy.sparse

    from motherlode.graph._structure import Structure


def _of_vertices(graph: Structure, label: str) -> dict[str, list[Any]]:
    """The attributes of the vertices by name, in order: a list where a vertex has several labels, or none."""
    columns = {name: list(column) for name, column in graph.vertex_properties.items()}
    known = graph._native.vertex_label_arrays()
    if known is not None:
        offsets, codes, names = known
        lists = [[names[code] for code in codes[a:b]] for a, b in zip(offsets, offsets[1:])]
        columns[label] = [one[0] if len(one) == 1 else one for one in lists]
    return columns


def _of_edges(graph: Structure, label: str) -> tuple[Any, Any, dict[str, list[Any]]]:
    """The ends of the edges by vertex number, and their attributes by name, in order."""
    arrays = graph._arrays
    if arrays is not None and arrays.edge_properties:
        source, target, labels = *graph.edge_arrays(), arrays.edge_labels
    else:
        source, target, labels = graph._native.edge_arrays()
    columns = {name: list(column) for name, column in graph.edge_properties.items()}
    if labels is not None:
        codes, names = labels
        columns[label] = [names[code] for code in codes]
    return source, target, columns


def _rows(columns: dict[str, list[Any]], count: int) -> list[dict[str, Any]]:
    """The attributes of each, without those that it does not have."""
    rows: list[dict[str, Any]] = [{} for _ in range(count)]
    for name, column in columns.items():
        for row, value in zip(rows, column):
            if not is_missing(value):
                row[name] = value.item() if hasattr(value, "item") else value
    return rows


def to_networkx(graph: Structure, label: str, edge_label: str) -> nx.Graph:
    """The NetworkX graph of a graph; one with parallel edges where it has some."""
    import networkx as nx
    import numpy as np

    source, target, of_edges = _of_edges(graph, edge_label)
    ends = [source.astype("int64"), target.astype("int64")]
    if not graph.is_directed:
        ends = [np.minimum(*ends), np.maximum(*ends)]
    parallel = len(np.unique(ends[0] * len(graph) + ends[1])) < len(source)
    kinds = {
        (False, False): nx.Graph,
        (True, False): nx.DiGraph,
        (False, True): nx.MultiGraph,
        (True, True): nx.MultiDiGraph,
    }
    made: nx.Graph = kinds[bool(graph.is_directed), parallel]()
    made.add_nodes_from(zip(graph.nodes, _rows(_of_vertices(graph, label), len(graph))))
    objects = graph.nodes.as_objects()
    named = (objects[source].tolist(), objects[target].tolist())
    made.add_edges_from(zip(*named, _rows(of_edges, len(source))))
    return made


def to_igraph(graph: Structure, label: str, edge_label: str) -> igraph.Graph:
    """The python-igraph graph of a graph."""
    import igraph
    import numpy as np

    source, target, of_edges = _of_edges(graph, edge_label)
    made = igraph.Graph(
        n=len(graph), edges=np.column_stack([source, target]).tolist(), directed=bool(graph.is_directed)
    )
    if not graph.nodes.are_numbers:
        made.vs["name"] = list(graph.nodes)
    for name, column in _of_vertices(graph, label).items():
        made.vs[name] = column
    for name, column in of_edges.items():
        made.es[name] = column
    return made


def to_scipy(graph: Structure) -> scipy.sparse.csr_array:
    """The adjacency matrix of a graph: ones, of each arc or of both directions of each edge."""
    import numpy as np
    import scipy.sparse

    n = len(graph)
    if not graph.is_directed:
        offsets, neighbors = graph.to_arrays()
        # The graph keeps its arrays.
        parts = (np.ones(len(neighbors), "int64"), neighbors.astype("int64"), offsets.astype("int64"))
        return scipy.sparse.csr_array(parts, shape=(n, n))
    source, target = graph._arcs()
    return scipy.sparse.csr_array((np.ones(len(source), "int64"), (source, target)), shape=(n, n))
