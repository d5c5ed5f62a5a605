"""What `FrequentSubgraphs` takes as a list of graphs, as one batch."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any

import numpy as np

from motherlode.errors import GraphError
from motherlode.molecules._batch import UNLABELLED, Batch, BatchBuilder

_KINDS = (
    "NetworkX graphs, RDKit molecules, SMILES, pairs (adjacency, labels), motherlode.Graph, "
    "or a motherlode.Database"
)


def batch_of(X: Any, *, node_label: str, edge_label: str) -> Batch:
    """The graphs of `X`.

    Raises
    ------
    TypeError
        When `X`, or one of its graphs, is nothing that is known.
    GraphError
        When a graph is not as it should be.
    """
    if isinstance(X, Batch):
        return X
    if _is_a("motherlode", "Database", X):
        return _of_database(X)
    if isinstance(X, str) or _is_a("networkx", "Graph", X) or not isinstance(X, Iterable):
        raise TypeError(f"X is {type(X).__name__}, and must be a list of graphs: {_KINDS}")
    builder = BatchBuilder()
    for number, graph in enumerate(X):
        _add(builder, graph, number, node_label, edge_label)
    return builder.build()


def _add(builder: BatchBuilder, graph: Any, number: int, node_label: str, edge_label: str) -> None:
    if isinstance(graph, str):
        from motherlode.molecules._rdkit import add_molecule

        add_molecule(builder, _molecule(graph, number), number)
    elif _is_a("networkx", "Graph", graph):
        _add_networkx(builder, graph, number, node_label, edge_label)
    elif _is_a("rdkit.Chem", "Mol", graph):
        from motherlode.molecules._rdkit import add_molecule

        add_molecule(builder, graph, number)
    elif _is_a("motherlode", "Graph", graph):
        _add_graph(builder, graph, number)
    elif isinstance(graph, tuple) and len(graph) == 2:
        _add_adjacency(builder, *graph, number)
    else:
        raise TypeError(f"graph {number} of X is {type(graph).__name__}, and must be one of: {_KINDS}")


def _is_a(module: str, name: str, value: Any) -> bool:
    """Whether `value` is of a class of a library, which is not imported for that: then it cannot be."""
    known = getattr(sys.modules.get(module), name, None)
    return known is not None and isinstance(value, known)


def _of_database(database: Any) -> Batch:
    if database.is_directed:
        raise GraphError(
            "X is directed, and FrequentSubgraphs has undirected graphs: motherlode.fsm has both"
        )
    offsets, labels, edges, edge_labels = database.to_arrays()
    return Batch(
        offsets=np.asarray(offsets, dtype=np.int64),
        labels=labels,
        edges=np.asarray(edges, dtype=np.int64).reshape(-1, 2),
        edge_labels=edge_labels,
    )


def _molecule(smiles: str, number: int) -> Any:
    from motherlode.molecules._rdkit import import_rdkit

    molecule = import_rdkit().MolFromSmiles(smiles)
    if molecule is None:
        raise GraphError(f"graph {number} of X: RDKit cannot read the SMILES {smiles!r}")
    return molecule


def _add_networkx(builder: BatchBuilder, graph: Any, number: int, node_label: str, edge_label: str) -> None:
    if graph.is_directed():
        raise GraphError(
            f"graph {number} of X is directed, and the graphs of a database are not: "
            "give graph.to_undirected()"
        )
    places = {node: place for place, node in enumerate(graph)}
    nodes = [data.get(node_label) for _, data in graph.nodes(data=True)]
    edges = [(places[u], places[v]) for u, v in graph.edges()]
    labels = [data.get(edge_label) for _, _, data in graph.edges(data=True)]
    for what, name, found in (("node", node_label, nodes), ("edge", edge_label, labels)):
        missing = [value is None for value in found]
        if any(missing) and not all(missing):
            which = list(graph.nodes if what == "node" else graph.edges)[missing.index(True)]
            raise GraphError(
                f"graph {number} of X: {what} {which!r} has no attribute {name!r}, and others have: "
                "give it to all or none"
            )
    builder.add(_labels_or_none(nodes), edges, _labels_or_none(labels))


def _add_graph(builder: BatchBuilder, graph: Any, number: int) -> None:
    """A graph of this library: what a database gives for each of its numbers, as when folds are made of
    it."""
    if graph.is_directed:
        raise GraphError(f"graph {number} of X is directed, and the graphs of a database are not")
    source, target, labels = graph._native.edge_arrays()
    of_vertices = graph._native.vertex_label_arrays()
    named = [UNLABELLED] * graph.number_of_vertices
    if of_vertices is not None:
        starts, codes, names = of_vertices
        several = np.flatnonzero(np.diff(starts.astype(np.int64)) != 1)
        if len(several):
            vertex = int(several[0])
            many = int(starts[vertex + 1] - starts[vertex])
            raise GraphError(f"graph {number} of X: vertex {vertex} has {many} labels, and must have one")
        named = [names[code] for code in codes.tolist()]
    edge_labels = [UNLABELLED] * len(source)
    if labels is not None:
        codes, names = labels
        edge_labels = [names[code] for code in codes.tolist()]
    builder.add(named, zip(source.tolist(), target.tolist(), strict=True), edge_labels)


def _labels_or_none(labels: list[Any]) -> list[Any]:
    return [UNLABELLED if label is None else label for label in labels]


def _add_adjacency(builder: BatchBuilder, adjacency: Any, labels: Any, number: int) -> None:
    """A matrix whose entries are the edges' labels, with 0 for no edge; and the vertices' labels, or None."""
    where = f"graph {number} of X"
    if not hasattr(adjacency, "tocoo"):
        adjacency = np.asarray(adjacency)
    if adjacency.ndim != 2 or adjacency.shape[0] != adjacency.shape[1]:
        raise GraphError(f"{where}: its adjacency matrix has the shape {adjacency.shape}, and must be square")
    size = adjacency.shape[0]
    if labels is None:
        labels = [UNLABELLED] * size
    if len(labels) != size:
        raise GraphError(f"{where}: {len(labels)} labels for {size} vertices: give one for each")
    if isinstance(labels, dict):
        labels = [labels[vertex] for vertex in range(size)]
    rows, columns, values = _entries(adjacency)
    mirrored = dict(zip(zip(columns, rows, strict=True), values, strict=True))
    for u, v, value in zip(rows, columns, values, strict=True):
        if mirrored.get((u, v)) != value:
            raise GraphError(
                f"{where}: its adjacency matrix has {value} in row {u} and column {v}, "
                f"and not in row {v} and column {u}: "
                "give a symmetric one"
            )
        if value != int(value):
            raise GraphError(
                f"{where}: its adjacency matrix has {value} in row {u} and column {v}; "
                "entries are the labels of edges, whole numbers: round them, or give 1 for each edge"
            )
    upper = [(u, v, int(value)) for u, v, value in zip(rows, columns, values, strict=True) if u <= v]
    builder.add(labels, ((u, v) for u, v, _ in upper), (value for _, _, value in upper))


def _entries(adjacency: Any) -> tuple[list[int], list[int], list[Any]]:
    if hasattr(adjacency, "tocoo"):
        # The way by compressed rows adds up what a sparse matrix has twice at one place.
        entries = adjacency.tocsr().tocoo()
        kept = entries.data != 0
        return entries.row[kept].tolist(), entries.col[kept].tolist(), entries.data[kept].tolist()
    rows, columns = np.nonzero(adjacency)
    return rows.tolist(), columns.tolist(), adjacency[rows, columns].tolist()
