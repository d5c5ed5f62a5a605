"""The graphs: made from a seed, or read from the folder of data if that is there."""

from __future__ import annotations

import gzip
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

ROOT = Path(__file__).resolve().parents[2]
KARATE = ROOT / "tests" / "data" / "karate.el"
#: Data that is not in the repository: `shared/data` beside it, or further up.
DATA = next(
    (path for up in ROOT.parents if (path := up / "shared" / "data").is_dir()),
    ROOT.parent / "shared" / "data",
)

#: How many labels the vertices have.
LABELS = 4

Numbers = NDArray[np.int64]


@dataclass(frozen=True)
class Edges:
    """The neutral form that every conversion starts from: vertex numbers in arrays.

    Undirected edges are there once, with ``source < target``; there are no self-loops and no isolated vertices.
    """

    n: int
    source: Numbers
    target: Numbers
    labels: Numbers
    directed: bool

    def by_degree(self) -> Edges:
        """The same edges in the same order, each from the end of the lower degree, with vertices numbered by degree.

        A join of edges written so finds each clique once, by the shorter lists.
        """
        degree = np.bincount(np.concatenate([self.source, self.target]), minlength=self.n)
        order = np.argsort(degree, kind="stable")
        number = np.empty(self.n, np.int64)
        number[order] = np.arange(self.n)
        ends = np.sort(np.stack([number[self.source], number[self.target]]), axis=0)
        return Edges(self.n, ends[0], ends[1], self.labels[order], self.directed)

    def save(self, path: Path) -> None:
        np.savez(path, **vars(self))

    @classmethod
    def load(cls, path: Path) -> Edges:
        with np.load(path) as stored:
            return cls(
                int(stored["n"]),
                stored["source"],
                stored["target"],
                stored["labels"],
                bool(stored["directed"]),
            )


def of_pairs(pairs: Numbers, directed: bool) -> Edges:
    """The simple graph of rows of two ids."""
    pairs = pairs[pairs[:, 0] != pairs[:, 1]]
    ids, numbers = np.unique(pairs, return_inverse=True)
    pairs = numbers.reshape(pairs.shape).astype(np.int64)
    pairs = np.unique(pairs if directed else np.sort(pairs, axis=1), axis=0)
    labels = np.random.default_rng(1).integers(0, LABELS, len(ids))
    return Edges(len(ids), pairs[:, 0].copy(), pairs[:, 1].copy(), labels, directed)


def skewed(n: int, edges: int, seed: int) -> Numbers:
    """Pairs whose ends are drawn by weights that fall as a power of the rank, so that there are hubs (Chung and Lu 2002).

    A part of them closes a triangle: its second end is the second end of an arc of the first one's neighbour.
    """
    chance = np.random.default_rng(seed)
    weights = (np.arange(n) + 10.0) ** -0.7
    pairs = chance.choice(n, (edges, 2), p=weights / weights.sum())
    order = np.argsort(pairs[:, 0], kind="stable")
    starts = np.searchsorted(pairs[order, 0], np.arange(n + 1))

    def neighbour(vertices: Numbers) -> Numbers:
        room = starts[vertices + 1] - starts[vertices]
        at = starts[vertices] + (chance.random(len(vertices)) * room).astype(np.int64)
        return np.where(room > 0, pairs[order[np.minimum(at, edges - 1)], 1], vertices)

    first = pairs[: edges // 4, 0]
    return np.concatenate([pairs, np.stack([first, neighbour(neighbour(first))], axis=1)])


def graph(name: str, directed: bool) -> Edges:
    """The graph of a name: ``karate``, ``skewed:N:M:SEED``, or a file of edges, looked for among the data."""
    if name == "karate":
        return of_pairs(np.loadtxt(KARATE, dtype=np.int64, comments=("#", "%"))[:, :2], directed)
    if name.startswith("skewed:"):
        n, edges, seed = map(int, name.split(":")[1:])
        return of_pairs(skewed(n, edges, seed), directed)
    path = file_of(name)
    with gzip.open(path, "rt") if path.suffix == ".gz" else path.open() as lines:
        return of_pairs(np.loadtxt(lines, dtype=np.int64, comments=("#", "%"))[:, :2], directed)


def file_of(name: str) -> Path:
    for path in (Path(name), DATA / name, DATA / f"{name}.el.gz"):
        if path.is_file():
            return path
    raise FileNotFoundError(f"no graph `{name}`: neither a recipe nor a file, here or in {DATA}")
