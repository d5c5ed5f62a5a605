"""How many matches there are, by the engine's counts alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations, permutations
from math import comb, factorial
from typing import Any

import numpy as np

from ._exact import Counts, exact, times
from ._labelled import Labelled, Shape
from ._trees import count_tree, is_tree


class TooManyCounts(Exception):
    """A pattern in several parts that would need too many counts; its rows can be joined instead."""


# Gluings of two parts, and absent edges between parts (each doubles the counts): more than this, and rows are
# joined.
_MOST_GLUINGS = 1000
_MOST_CROSSING = 5


def count(
    labelled: Labelled, *, semantics: str = "embeddings", options: Mapping[str, Any] | None = None
) -> int:
    """Count the matches of a search, without filters.

    The engine counts connected patterns. One in parts is counted from them:

    - an edge that must be absent between two parts: the matches without the condition, less those with it;
    - two parts: the product of their counts, less the pairs that share vertices, which are matches of the
      parts glued together there.

    Raises
    ------
    TooManyCounts
        If that would be too much work.
    """
    if not labelled.possible:
        return 0
    return Counter(labelled, semantics, options or {}).count(labelled.shape)


class Counter:
    """Counts of matches; with a root, at each vertex of those that take the shape's vertex ``root`` there. Embeddings
    are counted so of connected shapes alone.
    """

    def __init__(self, labelled: Labelled, semantics: str, options: Mapping[str, Any]) -> None:
        self.labelled = labelled
        self.semantics = semantics
        self.options = options
        self.known: dict[tuple[Shape, int | None], Counts] = {}

    def count(self, shape: Shape, root: int | None = None) -> Counts:
        key = shape, root
        if key not in self.known:
            self.known[key] = self._count(shape, root)
        return self.known[key]

    def _count(self, shape: Shape, root: int | None) -> Counts:
        parts = shape.parts()
        if not parts:
            return 1
        if len(parts) == 1:
            return self._connected(shape, root)
        part = {vertex: number for number, vertices in enumerate(parts) for vertex in vertices}
        crossing = [(tail, head) for tail, head in shape.apart if part[tail] != part[head]]
        if len(crossing) > _MOST_CROSSING:
            raise TooManyCounts
        if crossing:
            apart = tuple(pair for pair in shape.apart if pair != crossing[0])
            free = Shape(shape.vertices, shape.arcs, apart)
            there = Shape(shape.vertices, tuple(sorted((*shape.arcs, (*crossing[0], 0)))), apart)
            return self.count(free, root) - (0 if self._contradicts(there) else self.count(there, root))
        if root is not None:
            parts.sort(key=lambda part: root not in part)
        rest = sorted(vertex for vertices in parts[1:] for vertex in vertices)
        product = self.count(shape.restrict(parts[0]), None if root is None else parts[0].index(root))
        if np.any(product):
            product = times(product, self.count(shape.restrict(rest)))
        if self.semantics == "homomorphisms" or not product:
            return product
        small, large = len(parts[0]), len(rest)
        if (
            sum(comb(small, i) * comb(large, i) * factorial(i) for i in range(1, min(small, large) + 1))
            > _MOST_GLUINGS
        ):
            raise TooManyCounts
        return product - sum(
            self.count(glued)
            for glued in _gluings(shape, parts[0], rest, self.labelled)
            if not self._contradicts(glued)
        )

    def _connected(self, shape: Shape, root: int | None) -> Counts:
        if len(shape.vertices) == 1:
            candidates = self.labelled.candidates(shape.vertices[0])
            return int(candidates.sum()) if root is None else candidates.astype(np.int64)
        if root is not None and self.semantics == "homomorphisms" and is_tree(shape):
            return count_tree(self.labelled, shape, root)
        text = self.labelled.text(shape)
        if text is None:
            return 0
        if root is not None:
            return self._rooted(text, root)
        options = dict(self.options)
        size = len(shape.vertices)
        if len({frozenset((tail, head)) for tail, head, _ in shape.arcs}) == size * (size - 1) // 2:
            # There is nothing to decompose in a clique, and with arcs trying it costs more than the count.
            options["method"] = "walk"
        return int(self.labelled.graph.count(text, semantics=self.semantics, **options))

    def _rooted(self, text: str, root: int) -> Counts:
        counts = self.labelled.graph.local(text, semantics=self.semantics, **self.options)
        for column, orbit in enumerate(counts.columns):
            # A map counts for each vertex of the orbit, and as many have the one as the other there.
            if f"v{root}" in (vertices := orbit.split("+")):
                return exact(counts.values[:, column]) // len(vertices)
        raise AssertionError(f"v{root} is in no orbit of {text}")

    def _contradicts(self, shape: Shape) -> bool:
        joined = {(tail, head) for tail, head, _ in shape.arcs}
        if not self.labelled.directed:
            joined |= {(head, tail) for tail, head in joined}
        return any(pair in joined for pair in shape.apart)


def _gluings(shape: Shape, part: list[int], rest: list[int], labelled: Labelled) -> Iterator[Shape]:
    """The shapes in which some vertices of ``part``, at least one, are vertices of ``rest``, each another."""
    for size in range(1, min(len(part), len(rest)) + 1):
        for glued in combinations(part, size):
            for onto in permutations(rest, size):
                yield glue(shape, dict(zip(glued, onto, strict=True)), labelled)


def glue(shape: Shape, onto: dict[int, int], labelled: Labelled) -> Shape:
    """The shape in which each vertex of ``onto`` is the one it leads to, and has the conditions of both."""

    left = [vertex for vertex in range(len(shape.vertices)) if vertex not in onto]
    place = {vertex: position for position, vertex in enumerate(left)}
    place |= {vertex: place[target] for vertex, target in onto.items()}
    bits = [0] * len(left)
    for vertex, wanted in enumerate(shape.vertices):
        bits[place[vertex]] |= wanted
    arcs: dict[tuple[int, int], int] = {}
    for tail, head, wanted in shape.arcs:
        key = place[tail], place[head]
        if not labelled.arrows:
            key = min(key), max(key)
        arcs[key] = arcs.get(key, 0) | wanted
    apart = {(place[tail], place[head]) for tail, head in shape.apart}
    if not labelled.directed:
        apart = {(min(pair), max(pair)) for pair in apart}
    return Shape(
        tuple(bits),
        tuple(sorted((tail, head, wanted) for (tail, head), wanted in arcs.items())),
        tuple(sorted(apart)),
    )
