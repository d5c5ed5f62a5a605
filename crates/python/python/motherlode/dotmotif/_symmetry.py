"""Symmetries of a pattern, and orders that break them."""

from __future__ import annotations

from itertools import permutations

import numpy as np

from ..cypher._host import Shape

# More symmetries than these are not tried; an order over more vertices than these is not proved.
_MOST_SYMMETRIES = 5040
_MOST_ORDERED = 7

Permutation = tuple[int, ...]


def automorphisms(shape: Shape, *, arrows: bool) -> list[Permutation] | None:
    """All permutations of the vertices that leave everything that the shape says; None if there are too many.

    Examples
    --------
    >>> automorphisms(Shape((0, 0, 1), ((0, 2, 0), (1, 2, 0))), arrows=True)
    [(0, 1, 2), (1, 0, 2)]
    """
    size = len(shape.vertices)
    said: dict[tuple[int, int], tuple[bool, bool, int]] = {}
    for tail, head, bits in shape.arcs:
        said[tail, head] = (True, (tail, head) in shape.apart, bits)
    for pair in shape.apart:
        said.setdefault(pair, (False, True, 0))
    if not arrows:
        said |= {(head, tail): value for (tail, head), value in said.items()}
    found: list[Permutation] = []
    image: list[int] = []

    def extend() -> bool:
        place = len(image)
        if place == size:
            found.append(tuple(image))
            return len(found) <= _MOST_SYMMETRIES
        for vertex in range(size):
            if vertex in image or shape.vertices[vertex] != shape.vertices[place]:
                continue
            if all(
                said.get((before, place)) == said.get((image[before], vertex))
                and said.get((place, before)) == said.get((vertex, image[before]))
                for before in range(place)
            ):
                image.append(vertex)
                proceed = extend()
                image.pop()
                if not proceed:
                    return False
        return True

    return found if extend() else None


def selects_one(group: list[Permutation], orders: list[tuple[int, int]]) -> bool:
    """Whether of the matches that differ by the group exactly one satisfies the orders, however the vertices
    are numbered.

    Then the matches that satisfy them are the embeddings divided by the size of the group. It is tried on all
    orders of the vertices that the group can bring into the conditions.

    Examples
    --------
    >>> selects_one([(0, 1, 2), (1, 0, 2)], [(0, 1)])
    True
    >>> selects_one([(0, 1, 2), (1, 2, 0), (2, 0, 1)], [(0, 1), (1, 2)])  # a cycle: 1, 3, 2 has no such turn
    False
    """
    touched = sorted({symmetry[vertex] for symmetry in group for pair in orders for vertex in pair})
    if len(touched) > _MOST_ORDERED:
        return False
    ranks = np.array(list(permutations(range(len(touched)))), np.int8).T
    rank = {vertex: ranks[place] for place, vertex in enumerate(touched)}
    satisfied = np.zeros(ranks.shape[1], np.int64)
    for symmetry in group:
        good = np.ones(ranks.shape[1], np.bool_)
        for low, high in orders:
            good &= rank[symmetry[low]] <= rank[symmetry[high]]
        satisfied += good
    return bool((satisfied == 1).all())
