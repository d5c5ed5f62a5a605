"""Rows with optional parts, counted without being listed.

A row of what must match is there once for each choice of matches of the parts, and a part without a match counts
as one. Where a part shares one node with what was bound before, its matches are counted at each vertex of the
host, and

- if the rows of the rest are counted at that node, too, as they are where nothing has cycles, both are multiplied,
  vertex by vertex;
- else they are the rows in which the part matches, as if it were not optional, and those whose node is one
  without a match, as if it were not there. This doubles the counts.

A part that shares nothing multiplies all. Parts that hang on a part go along with it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from ._counting import count_rows
from ._host import MOST_VERTICES, Counts, Shape, TooManyCounts, at_least_one, times, total
from ._plan import Part, Plan

# Five parts that double the counts: more than these, and rows are listed.
_MOST_DOUBLINGS = 31


def count_optional(plan: Plan, options: Mapping[str, Any]) -> int:
    """The number of rows of a plan with its parts.

    Raises
    ------
    TooManyCounts
        If rows must be listed: a part shares several variables with what was bound before, there are parallel
        relationships, or the query has too many conditions.
    """
    if any(len(part.nodes) > 1 or part.links for part in plan.parts):
        raise TooManyCounts
    if not plan.parts:
        return int(count_rows(plan, options))
    first = [part for part in plan.parts if not part.clause.needs]
    anchors = Counter(part.nodes[0] for part in first if part.nodes)
    # With cycles, the engine counts at each vertex by listing, but all rows at once mostly without.
    rooted = anchors and all(_is_forest(one) for one in (plan, *(part.plan for part in plan.parts)))
    root = anchors.most_common(1)[0][0] if rooted else None
    counted = _Parts(plan.parts, options).count(plan, first, root)
    return int(counted) if root is None else total(counted)


def _is_forest(plan: Plan) -> bool:
    links = {(min(link.tail, link.head), max(link.tail, link.head)) for link in plan.links}
    shape = Shape((0,) * len(plan.allowed), tuple((tail, head, 0) for tail, head in sorted(links)))
    return len(links) == len(shape.vertices) - len(shape.parts())


class _Parts:
    def __init__(self, parts: list[Part], options: Mapping[str, Any]) -> None:
        self.options = options
        self.parts = parts
        self.known: dict[int, Counts] = {}
        self.doublings = 0

    def count(self, plan: Plan, parts: list[Part], root: str | None) -> Counts:
        """The rows of a plan with these parts, and the parts of parts; with a root, at each vertex that this
        node of the plan may be.
        """
        if not parts:
            return count_rows(plan, self.options, None if root is None else plan.vertices[root])
        part, *others = parts
        matches = self._matches(part)
        if not part.nodes or part.nodes[0] == root:
            return times(self.count(plan, others, root), at_least_one(matches))
        self.doublings += 1
        within = plan.joined(part.plan)
        if self.doublings > _MOST_DOUBLINGS or len(within.allowed) > MOST_VERTICES:
            raise TooManyCounts
        without = plan.where(plan.vertices[part.nodes[0]], matches == 0)
        return self.count(within, [*others, *self._parts_of(part)], root) + self.count(without, others, root)

    def _matches(self, part: Part) -> Counts:
        """The rows of a part, with its own parts, at each vertex of the node that it shares."""
        number = part.clause.number
        if number not in self.known:
            root = part.nodes[0] if part.nodes else None
            self.known[number] = self.count(part.plan, self._parts_of(part), root)
        return self.known[number]

    def _parts_of(self, part: Part) -> list[Part]:
        return [one for one in self.parts if max(one.clause.needs, default=None) == part.clause.number]
