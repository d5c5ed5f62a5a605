"""TUDataset folders (Morris et al. 2020, "TUDataset: A collection of benchmark datasets")."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from motherlode.errors import GraphError
from motherlode.molecules._batch import UNLABELLED, Batch

if TYPE_CHECKING:
    from motherlode import Database


def read_tudataset(
    folder: str | os.PathLike[str], *, skip_loops: bool = False
) -> tuple[Database, npt.NDArray[Any]]:
    """Read the graphs of a TUDataset folder and their classes.

    The folder holds ``NAME_A.txt`` (an edge a line, as two vertices counted from 1),
    ``NAME_graph_indicator.txt`` (the graph of each vertex) and ``NAME_graph_labels.txt`` (the class of each
    graph), and may hold ``NAME_node_labels.txt`` and ``NAME_edge_labels.txt``. Attributes (numbers with
    fractions) are not read.

    Parameters
    ----------
    folder
        The folder, as it is unpacked.
    skip_loops
        Whether edges from a vertex to itself are left out; else they are an error.

    Returns
    -------
    database : Database
        The graphs, each edge once; vertices and edges without labels have the label ``0``.
    y : numpy.ndarray
        The class of each graph: whole numbers where all are, else text.

    Raises
    ------
    FileNotFoundError
        When a file is missing.
    GraphError
        When a line is not as it should be; the message has its file and number.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> _ = (folder / "TINY_A.txt").write_text("1, 2\\n2, 1\\n3, 4\\n4, 3\\n")
    >>> _ = (folder / "TINY_graph_indicator.txt").write_text("1\\n1\\n2\\n2\\n")
    >>> _ = (folder / "TINY_graph_labels.txt").write_text("-1\\n1\\n")
    >>> database, y = read_tudataset(folder)
    >>> len(database), y.tolist()
    (2, [-1, 1])
    """
    batch, y = read_batch(folder, skip_loops=skip_loops)
    return batch.to_database(), y


def read_batch(folder: str | os.PathLike[str], *, skip_loops: bool = False) -> tuple[Batch, npt.NDArray[Any]]:
    """What `read_tudataset` reads, as arrays."""
    files = _Files(Path(folder))
    classes = [line[0] for line in files.rows("graph_labels", columns=1)]
    order, offsets, owner = _vertices(files, len(classes))
    place = np.empty(len(order), dtype=np.int64)
    place[order] = np.arange(len(order))

    labels = _labels(files, "node_labels", len(order))
    edges, edge_labels = _edges(files, owner, place, skip_loops=skip_loops)
    return (
        Batch(
            offsets=offsets,
            labels=[labels[vertex] for vertex in order],
            edges=edges,
            edge_labels=edge_labels,
            classes=classes,
        ),
        _numbers_or_text(classes),
    )


class _Files:
    """The files of a folder, by the ends of their names."""

    def __init__(self, folder: Path) -> None:
        ending = "_graph_indicator.txt"
        found = sorted(path.name for path in folder.glob(f"*{ending}"))
        if len(found) != 1:
            what = f"{len(found)} files" if found else "no file"
            raise FileNotFoundError(
                f"{folder} has {what} NAME{ending}: give the folder of one TUDataset, as it is unpacked"
            )
        self._prefix = folder / found[0].removesuffix(ending)

    def path(self, kind: str) -> Path:
        return self._prefix.with_name(f"{self._prefix.name}_{kind}.txt")

    def has(self, kind: str) -> bool:
        return self.path(kind).exists()

    def rows(self, kind: str, columns: int | None = None) -> list[list[str]]:
        """The words between commas of each line; a blank line may only be the last."""
        path = self.path(kind)
        if not path.exists():
            raise FileNotFoundError(f"{path} is missing: every TUDataset has it")
        rows = [[word.strip() for word in line.split(",")] for line in path.read_text().rstrip().splitlines()]
        for number, row in enumerate(rows, start=1):
            if "" in row or (columns is not None and len(row) != columns):
                wanted = "words between commas" if columns is None else f"{columns} of them between commas"
                raise GraphError(f"{path}, line {number}: {', '.join(row)!r} found, expected {wanted}")
        return rows

    def numbers(self, kind: str, columns: int) -> npt.NDArray[np.int64]:
        rows = self.rows(kind, columns)
        try:
            return np.array(rows, dtype=np.int64).reshape(-1, columns)
        except ValueError:
            number = next(
                n for n, row in enumerate(rows, start=1) if not all(_is_whole(word) for word in row)
            )
            raise GraphError(
                f"{self.path(kind)}, line {number}: {', '.join(rows[number - 1])!r} found, "
                "expected whole numbers"
            ) from None


def _vertices(
    files: _Files, graphs: int
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """The vertices in the order of their graphs, where each graph starts, and the graph of each vertex."""
    owner = files.numbers("graph_indicator", 1)[:, 0] - 1
    wrong = np.flatnonzero((owner < 0) | (owner >= graphs))
    if len(wrong):
        raise GraphError(
            f"{files.path('graph_indicator')}, line {wrong[0] + 1}: graph {owner[wrong[0]] + 1} found, "
            f"but {files.path('graph_labels').name} has {graphs} lines"
        )
    order = np.argsort(owner, kind="stable")
    offsets = np.searchsorted(owner[order], np.arange(graphs + 1)).astype(np.int64)
    return order, offsets, owner


def _labels(files: _Files, kind: str, number: int) -> list[str]:
    """A label for each line of the file; the columns of a line make one label."""
    if not files.has(kind):
        return [UNLABELLED] * number
    rows = files.rows(kind)
    if len(rows) != number:
        counted = {"node_labels": "graph_indicator", "edge_labels": "A"}[kind]
        raise GraphError(
            f"{files.path(kind)} has {len(rows)} lines, and {files.path(counted).name} {number}: "
            "they must have a line for the same things"
        )
    return [",".join(row) for row in rows]


def _edges(
    files: _Files, owner: npt.NDArray[np.int64], place: npt.NDArray[np.int64], *, skip_loops: bool
) -> tuple[npt.NDArray[np.int64], list[str]]:
    """Each edge once, in the order of the graphs, by the new numbers of its vertices."""
    path = files.path("A")
    ends = files.numbers("A", 2) - 1
    labels = np.array(_labels(files, "edge_labels", len(ends)), dtype=object)

    wrong = np.flatnonzero(((ends < 0) | (ends >= len(owner))).any(axis=1))
    if len(wrong):
        raise GraphError(
            f"{path}, line {wrong[0] + 1}: vertices {_shown(ends, wrong[0])} found, "
            f"and there are {len(owner)}"
        )
    across = np.flatnonzero(owner[ends[:, 0]] != owner[ends[:, 1]])
    if len(across):
        raise GraphError(
            f"{path}, line {across[0] + 1}: vertices {_shown(ends, across[0])} are of two graphs"
        )
    loops = ends[:, 0] == ends[:, 1]
    if loops.any() and not skip_loops:
        line = int(np.flatnonzero(loops)[0])
        raise GraphError(
            f"{path}, line {line + 1}: a loop at vertex {ends[line, 0] + 1}; graphs are simple: "
            "pass skip_loops=True"
        )

    lines = np.flatnonzero(~loops)
    edges = np.sort(place[ends[lines]], axis=1)
    unique, first, which = np.unique(edges, axis=0, return_index=True, return_inverse=True)
    which = which.reshape(-1)
    differ = np.flatnonzero(labels[lines] != labels[lines[first[which]]])
    if len(differ):
        here, there = lines[differ[0]], lines[first[which[differ[0]]]]
        raise GraphError(
            f"{files.path('edge_labels')}, line {here + 1}: {labels[here]!r} for the edge that has "
            f"{labels[there]!r} in line {there + 1}; an edge has one label"
        )
    return unique.reshape(-1, 2), labels[lines[first]].tolist()


def _shown(ends: npt.NDArray[np.int64], line: int) -> str:
    return f"{ends[line, 0] + 1} and {ends[line, 1] + 1}"


def _is_whole(word: str) -> bool:
    return word.removeprefix("-").isdigit()


def _numbers_or_text(words: list[str]) -> npt.NDArray[Any]:
    if all(_is_whole(word) for word in words):
        return np.array([int(word) for word in words], dtype=np.int64)
    return np.array(words, dtype=str)
