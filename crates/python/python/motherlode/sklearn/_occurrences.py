"""How often each of many patterns is in each of many small graphs, exactly.

Patterns come as minimum DFS codes (Yan and Han 2002), as the search finds them. Their common prefixes are a
tree, and a prefix of a minimum code is one, so most inner nodes of the tree are patterns too. The tree is
walked depth first, with all embeddings of a node in all graphs as columns of vertices; a step of a code
extends all of them at once. So each step costs a few operations on whole arrays, whatever the number of
graphs, and patterns that share a beginning share its work.

Embeddings are divided by the pattern's automorphisms: its embeddings in itself, found by the same walk.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from motherlode.molecules._batch import Batch

#: An edge of a code: two vertices of the pattern, the label of the first, of the edge, and of the second.
Step = tuple[int, int, str, str, str]
Code = tuple[Step, ...]
_Column = npt.NDArray[np.int64]

#: The most arcs that are looked at at once; embeddings with more are cut. It bounds the memory: some 100
#: bytes for each.
_MOST_ARCS = 1 << 20


def occurrences(batch: Batch, codes: Sequence[Code], *, binary: bool = False) -> npt.NDArray[np.int64]:
    """The subgraphs of each graph that are isomorphic to each pattern, as rows ``(graph, pattern, number)``.

    Rows are ascending, and only those with a number above 0 are there; with `binary`, the number is 1. A
    subgraph has the pattern's edges; the graph may have more edges between the same vertices.

    Examples
    --------
    >>> from motherlode.molecules._batch import BatchBuilder
    >>> builder = BatchBuilder()
    >>> builder.add("CCO", [(0, 1), (1, 2)], "11")
    >>> builder.add("CCCC", [(0, 1), (1, 2), (2, 3)], "111")
    >>> bond = (0, 1, "C", "1", "C")
    >>> occurrences(builder.build(), [(bond,), (bond, (1, 2, "C", "1", "O"))]).tolist()
    [[0, 0, 1], [0, 1, 1], [1, 0, 3]]
    """
    walk = _Walk(_Arcs(batch), _owners(batch), len(batch), len(codes))
    walk.down(_tree(codes), [])
    rows = walk.rows()
    if binary:
        rows[:, 2] = 1
        return rows
    found, which = np.unique(rows[:, 1], return_inverse=True)
    rows[:, 2] //= np.array([automorphisms(codes[pattern]) for pattern in found], dtype=np.int64)[which]
    return rows


def automorphisms(code: Code) -> int:
    """The automorphisms of a pattern: its embeddings in itself."""
    size = 1 + max(max(step[:2]) for step in code)
    labels = [""] * size
    for u, v, label_u, _, label_v in code:
        labels[u], labels[v] = label_u, label_v
    itself = Batch(
        offsets=np.array([0, size], dtype=np.int64),
        labels=labels,
        edges=np.array([step[:2] for step in code], dtype=np.int64),
        edge_labels=[step[3] for step in code],
    )
    walk = _Walk(_Arcs(itself), _owners(itself), 1, 1)
    walk.down(_tree([code]), [])
    return int(walk.rows()[0, 2])


def _owners(batch: Batch) -> _Column:
    return np.repeat(np.arange(len(batch)), np.diff(batch.offsets))


@dataclass
class _Node:
    """A prefix of codes: the codes that end here, and the steps that go on."""

    ends: list[int] = field(default_factory=list)
    children: dict[Step, _Node] = field(default_factory=dict)


def _tree(codes: Sequence[Code]) -> _Node:
    root = _Node()
    for place, code in enumerate(codes):
        node = root
        for step in code:
            node = node.children.setdefault(step, _Node())
        node.ends.append(place)
    return root


class _Arcs:
    """The edges of a batch in both directions, by their three labels."""

    def __init__(self, batch: Batch) -> None:
        self.vertices = len(batch.labels)
        vertex_ids, vertex_labels = _numbered(batch.labels)
        edge_ids, edge_labels = _numbered(batch.edge_labels)
        source = np.concatenate([batch.edges[:, 0], batch.edges[:, 1]])
        target = np.concatenate([batch.edges[:, 1], batch.edges[:, 0]])
        label = np.concatenate([edge_labels, edge_labels])
        kind = (vertex_labels[source] * len(edge_ids) + label) * len(vertex_ids) + vertex_labels[target]
        # By kind, then by source, then by target, so that a list of neighbours ascends.
        order = np.lexsort((target, source, kind))
        self._kind, self._source, self._target = kind[order], source[order], target[order]
        self._vertex_ids, self._edge_ids = vertex_ids, edge_ids
        self._known: dict[tuple[str, str, str], tuple[_Column, _Column, _Column]] = {}

    def of(self, label_u: str, label: str, label_v: str) -> tuple[_Column, _Column, _Column]:
        """The arcs of a kind, as sources, targets, and where each vertex's arcs start among them."""
        key = (label_u, label, label_v)
        if key not in self._known:
            u, e, v = self._vertex_ids.get(label_u), self._edge_ids.get(label), self._vertex_ids.get(label_v)
            first = last = 0
            if u is not None and e is not None and v is not None:
                kind = (u * len(self._edge_ids) + e) * len(self._vertex_ids) + v
                first, last = np.searchsorted(self._kind, [kind, kind + 1])
            sources = self._source[first:last]
            starts = np.searchsorted(sources, np.arange(self.vertices + 1))
            self._known[key] = (sources, self._target[first:last], starts)
        return self._known[key]


def _numbered(labels: Sequence[str]) -> tuple[dict[str, int], _Column]:
    ids: dict[str, int] = {}
    return ids, np.array([ids.setdefault(label, len(ids)) for label in labels], dtype=np.int64)


def _parts(columns: list[_Column], degrees: _Column) -> Iterator[list[_Column]]:
    """All embeddings, or pieces of them where they have many arcs to look at."""
    ends = np.cumsum(degrees)
    first = 0
    while first < len(ends):
        before = ends[first - 1] if first else 0
        # At least one, however many arcs it has.
        last = max(int(np.searchsorted(ends, before + _MOST_ARCS, side="right")), first + 1)
        yield columns if last - first == len(ends) else [column[first:last] for column in columns]
        first = last


class _Walk:
    """The walk of the tree, and what it has counted."""

    def __init__(self, arcs: _Arcs, owners: _Column, graphs: int, patterns: int) -> None:
        self._arcs, self._owners, self._graphs, self._patterns = arcs, owners, graphs, patterns
        self._found: list[tuple[_Column, int, _Column]] = []

    def down(self, node: _Node, columns: list[_Column], labels: tuple[str, ...] = ()) -> None:
        """Counts `columns`, the embeddings of a node, and goes on to its children."""
        for pattern in node.ends:
            self._count(pattern, columns[0])
        for step, child in node.children.items():
            u, v, label_u, label, label_v = step
            sources, targets, starts = self._arcs.of(label_u, label, label_v)
            if not len(targets):
                continue
            if not columns:
                self.down(child, [sources, targets], (label_u, label_v))
                continue
            after = (*labels, label_v) if v > u else labels
            for part in _parts(columns, starts[columns[u] + 1] - starts[columns[u]]):
                extended = self._extend(part, labels, step)
                if len(extended[0]):
                    self.down(child, extended, after)

    def _extend(self, columns: list[_Column], labels: tuple[str, ...], step: Step) -> list[_Column]:
        u, v, label_u, label, label_v = step
        _, targets, starts = self._arcs.of(label_u, label, label_v)
        first = starts[columns[u]]
        degree = starts[columns[u] + 1] - first
        row = np.repeat(np.arange(len(first)), degree)
        # The places of a row's arcs are consecutive: its first one, and how far a place is into the row.
        into = np.arange(len(row)) - np.repeat(np.cumsum(degree) - degree, degree)
        reached = targets[first[row] + into]
        if v < u:
            return [column[row[reached == columns[v][row]]] for column in columns]
        # Only a vertex of the same label can be the new one.
        rivals = [column for column, known in zip(columns, labels, strict=True) if known == label_v]
        new = np.ones(len(row), dtype=bool)
        for column in rivals:
            new &= column[row] != reached
        kept = row[new]
        return [*(column[kept] for column in columns), reached[new]]

    def _count(self, pattern: int, first: _Column) -> None:
        numbers = np.bincount(self._owners[first], minlength=self._graphs)
        graphs = np.flatnonzero(numbers)
        self._found.append((graphs, pattern, numbers[graphs]))

    def rows(self) -> npt.NDArray[np.int64]:
        """The embeddings, by graph and pattern; pieces of one pattern are added."""
        if not self._found:
            return np.zeros((0, 3), dtype=np.int64)
        graphs = np.concatenate([graphs for graphs, _, _ in self._found])
        patterns = np.concatenate([np.full(len(graphs), pattern) for graphs, pattern, _ in self._found])
        numbers = np.concatenate([numbers for _, _, numbers in self._found])
        keys, which = np.unique(graphs * self._patterns + patterns, return_inverse=True)
        sums = np.zeros(len(keys), dtype=np.int64)
        np.add.at(sums, which, numbers)
        return np.stack([keys // self._patterns, keys % self._patterns, sums], axis=1)
