"""Rows counted without being listed: by homomorphisms, from which those are taken that openCypher does not
want.

A row is a map of the nodes, not necessarily to different ones, together with a relationship for each link.
Where every two nodes have at most one relationship that fits, in each direction, rows are homomorphisms. Two
conditions remain: nodes that are said to be different, and relationships of one MATCH, which are different
ones. Both are counted by what breaks them::

    rows with a <> b          =  rows without the condition  -  rows where a and b are one node rows with r, s
    different  =  rows without the condition  -  rows where r and s are one, and so are their ends

until no condition is left; the engine counts homomorphisms, or embeddings where all nodes differ.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import numpy as np

from ._host import Counts, Labelled, Shape, TooManyCounts, exact, is_tree
from ._host._count import Counter
from ._plan import Link, Plan

# More counts than these, and rows are listed instead.
_MOST_COUNTS = 400
_MOST_WAYS = 64


@dataclass(frozen=True)
class _State:
    """What is counted: a shape, with links that are told apart, and what must not be.

    Attributes
    ----------
    vertices
        The bits of each vertex.
    links
        ``(tail, head, bits)`` by number.
    apart
        Pairs without any edge.
    lacks
        ``(tail, head, bits)``: no edge of these bits.
    unequal
        Pairs of vertices.
    distinct
        Pairs of numbers of links.
    root
        The vertex that is counted at, if one is.
    """

    vertices: tuple[int, ...]
    links: tuple[tuple[int, int, int], ...]
    apart: frozenset[tuple[int, int]]
    lacks: frozenset[tuple[int, int, int]]
    unequal: frozenset[tuple[int, int]]
    distinct: frozenset[tuple[int, int]]
    root: int | None


def count_rows(plan: Plan, options: Mapping[str, Any], root: int | None = None) -> Counts:
    """The number of rows of a plan without filters, whose parts are not looked at; with a root, at each vertex
    of the host the number of those in which it is that vertex of the plan.

    Raises
    ------
    TooManyCounts
        If rows must be listed instead: there are parallel relationships, or the query has too many
        conditions.
    """
    if plan.filters:
        raise TooManyCounts
    if plan.links:
        fitting = np.logical_or.reduce([link.edges for link in plan.links])
        if plan.pairs.how_many(fitting).max(initial=0) > 1:
            raise TooManyCounts
    if plan.host.directed and 2 ** sum(link.both for link in plan.links) > _MOST_WAYS:
        raise TooManyCounts
    several = plan.host.directed and any(link.both for link in plan.links)
    start = 0 if root is None else np.zeros(plan.host.n, np.int64)
    counted = sum((_count_links(plan, links, root, several, options) for links in plan.ways()), start)
    return counted if root is None else exact(counted)


def _count_links(
    plan: Plan, links: list[Link], root: int | None, several: bool, options: Mapping[str, Any]
) -> Counts:
    pairs = plan.pairs
    lacking = [(tail, head, pairs.some(mask)) for tail, head, mask in plan.absent if mask is not None]
    masks = [*(pairs.some(link.edges) for link in links), *(mask for _, _, mask in lacking)]
    labelled = Labelled(plan.host, plan.search(links), masks)
    if not labelled.possible:
        return 0
    # One graph serves all ways, and shapes with the edges that are absent.
    labelled.prunes = labelled.prunes and not several and not lacking
    distinct = frozenset(
        (one, other)
        for one, other in combinations(range(len(links)), 2)
        if links[one].clause == links[other].clause and (links[one].edges & links[other].edges).any()
    )
    state = _State(
        labelled.shape.vertices,
        tuple((link.tail, link.head, labelled.bits_of_pairs(place)) for place, link in enumerate(links)),
        frozenset((tail, head) for tail, head, mask in plan.absent if mask is None and tail != head),
        frozenset(
            (tail, head, labelled.bits_of_pairs(len(links) + place))
            for place, (tail, head, _) in enumerate(lacking)
            if tail != head
        ),
        frozenset(plan.unequal),
        distinct,
        root,
    )
    return _Count(labelled, options).count(state)


class _Count:
    def __init__(self, labelled: Labelled, options: Mapping[str, Any]) -> None:
        self.directed = labelled.directed
        self.maps = Counter(labelled, "homomorphisms", options)
        self.embeddings = Counter(labelled, "embeddings", options)
        self.known: dict[_State, Counts] = {}

    def count(self, state: _State) -> Counts:
        if state not in self.known:
            if len(self.known) > _MOST_COUNTS:
                raise TooManyCounts
            self.known[state] = self._count(state)
        return self.known[state]

    def _count(self, state: _State) -> Counts:
        joined = {(tail, head) for tail, head, _ in state.links}
        if not self.directed:
            joined |= {(head, tail) for tail, head in joined}
        if any(tail == head for tail, head in joined) or any(one == other for one, other in state.unequal):
            return 0  # no relationship goes from a node to itself
        if state.apart & joined:
            return 0
        for pair in state.distinct:
            if len({self._ends(state, number) for number in pair}) == 1:
                return 0  # there is only one relationship at these ends
        if state.root is not None and state.apart:
            # What is absent is no tree, and so listed.
            tail, head = min(state.apart)
            without = replace(state, apart=state.apart - {(tail, head)})
            return self.count(without) - self.count(replace(without, links=(*without.links, (tail, head, 0))))
        if state.lacks:
            lack = min(state.lacks)
            without = replace(state, lacks=state.lacks - {lack})
            return self.count(without) - self.count(replace(without, links=(*without.links, lack)))
        unequal = {
            (one, other)
            for one, other in state.unequal
            if (one, other) not in joined and (other, one) not in joined
        }
        size = len(state.vertices)
        known = {frozenset(pair) for pair in (*unequal, *joined)}
        if all(frozenset(pair) in known for pair in combinations(range(size), 2)):
            shape = self._shape(state)
            if state.root is None or (len(shape.parts()) == 1 and not is_tree(shape)):
                return self.embeddings.count(shape, state.root)
        state = replace(state, unequal=frozenset(unequal))
        if unequal:
            one, other = min(unequal)
            without = replace(state, unequal=state.unequal - {(one, other)})
            return self.count(without) - self.count(_merge(without, {other: one}))
        if state.distinct:
            pair = min(state.distinct)
            without = replace(state, distinct=state.distinct - {pair})
            return self.count(without) - sum(self.count(broken) for broken in self._broken(without, *pair))
        return self.maps.count(self._shape(state), state.root)

    def _ends(self, state: _State, number: int) -> tuple[int, int]:
        tail, head, _ = state.links[number]
        return (tail, head) if self.directed else (min(tail, head), max(tail, head))

    def _broken(self, state: _State, one: int, other: int) -> list[_State]:
        """The states in which two links are the same relationship."""
        tail, head, bits = state.links[one]
        second_tail, second_head, second_bits = state.links[other]
        links = list(state.links)
        links[one] = (tail, head, bits | second_bits)
        links[other] = (tail, head, bits | second_bits)
        # The two stay in the list, so that numbers stay; they say the same.
        distinct = frozenset(
            pair
            for pair in {_pair(one if a == other else a, one if b == other else b) for a, b in state.distinct}
            if pair[0] != pair[1]
        )
        result = []
        for onto_tail, onto_head in ((tail, head), (head, tail))[: 1 if self.directed else 2]:
            same = _unite([(second_tail, onto_tail), (second_head, onto_head)])
            merged = _merge(replace(state, links=tuple(links), distinct=distinct), same)
            result.append(merged)
        return result

    def _shape(self, state: _State) -> Shape:
        arcs: dict[tuple[int, int], int] = {}
        for tail, head, bits in state.links:
            key = (tail, head) if self.directed else (min(tail, head), max(tail, head))
            arcs[key] = arcs.get(key, 0) | bits
        apart = {(t, h) if self.directed else (min(t, h), max(t, h)) for t, h in state.apart}
        return Shape(
            state.vertices,
            tuple(sorted((tail, head, bits) for (tail, head), bits in arcs.items())),
            tuple(sorted(apart)),
        )


def _pair(one: int, other: int) -> tuple[int, int]:
    return min(one, other), max(one, other)


def _unite(pairs: list[tuple[int, int]]) -> dict[int, int]:
    """The vertices of each class as the smallest of it, where pairs are the same."""
    root: dict[int, int] = {}

    def find(vertex: int) -> int:
        while root.get(vertex, vertex) != vertex:
            vertex = root[vertex]
        return vertex

    for one, other in pairs:
        low, high = sorted((find(one), find(other)))
        if low != high:
            root[high] = low
    return {vertex: find(vertex) for vertex in root}


def _merge(state: _State, onto: dict[int, int]) -> _State:
    left = [vertex for vertex in range(len(state.vertices)) if onto.get(vertex, vertex) == vertex]
    number = {vertex: place for place, vertex in enumerate(left)}
    place = [number[onto.get(vertex, vertex)] for vertex in range(len(state.vertices))]
    bits = [0] * len(left)
    for vertex, wanted in enumerate(state.vertices):
        bits[place[vertex]] |= wanted
    return _State(
        tuple(bits),
        tuple((place[tail], place[head], wanted) for tail, head, wanted in state.links),
        # A node without self-loops is apart from itself.
        frozenset((place[tail], place[head]) for tail, head in state.apart if place[tail] != place[head]),
        frozenset(
            (place[tail], place[head], wanted)
            for tail, head, wanted in state.lacks
            if place[tail] != place[head]
        ),
        frozenset(_pair(place[one], place[other]) for one, other in state.unequal),
        state.distinct,
        None if state.root is None else place[state.root],
    )
