"""A query as vertices, links and conditions on them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import product

from ._clauses import Clause
from ._host import Host, Pairs, Search
from ._syntax import Expression
from ._where import Mask, Names


@dataclass(frozen=True)
class Link:
    """A relationship of MATCH.

    Attributes
    ----------
    tail, head
        Vertices of the plan. With ``both`` a relationship may go either way.
    edges
        The edges of the host that it may be.
    clause
        The number of its MATCH: the relationships of one are all different.
    name
        The variable, or an invented name.
    """

    tail: int
    head: int
    both: bool
    edges: Mask
    clause: int
    name: str


@dataclass
class Plan:
    """What a query asks of a host.

    Attributes
    ----------
    names
        What the query knows, and the host.
    vertices
        The number of each node; those without a name have invented ones, with a blank.
    allowed
        For each vertex the masks of vertices that it may be.
    links
        The relationships.
    unequal
        Pairs of vertices that are different.
    absent
        ``(tail, head, mask)``: no edge of the mask goes there; None is any edge.
    filters
        What must be asked of rows.
    parts
        What else a row has where it is there, in order.
    """

    names: Names
    vertices: dict[str, int] = field(default_factory=dict)
    allowed: list[list[Mask]] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    unequal: set[tuple[int, int]] = field(default_factory=set)
    absent: list[tuple[int, int, Mask | None]] = field(default_factory=list)
    filters: list[Expression] = field(default_factory=list)
    parts: list[Part] = field(default_factory=list)

    @property
    def bound(self) -> list[str]:
        """The variables of each row, and the names that were invented: the nodes' first."""
        return [*self.vertices, *(link.name for link in self.links)]

    @property
    def bound_in_all(self) -> list[str]:
        """Those of the parts, too."""
        plans = [self, *(part.plan for part in self.parts)]
        nodes = [name for one in plans for name in one.vertices]
        return list(dict.fromkeys([*nodes, *(link.name for one in plans for link in one.links)]))

    @property
    def host(self) -> Host:
        """The graph."""
        return self.names.host

    @property
    def pairs(self) -> Pairs:
        """The pairs that links are sought in."""
        return self.host.arcs if self.host.directed else self.host.adjacency

    def ways(self) -> Iterator[list[Link]]:
        """The links with one direction each, in all combinations; in an undirected graph they have none."""
        if not self.host.directed:
            yield self.links
            return
        choices = []
        for link in self.links:
            there = Link(link.tail, link.head, False, link.edges, link.clause, link.name)
            back = Link(link.head, link.tail, False, link.edges, link.clause, link.name)
            choices.append([there, back] if link.both else [there])
        for chosen in product(*choices):
            yield list(chosen)

    def joined(self, other: Plan) -> Plan:
        """A plan of its own of what both ask, without parts: nodes of one name are the same."""
        vertices = dict(self.vertices)
        for name in other.vertices:
            vertices.setdefault(name, len(vertices))
        at = [vertices[name] for name in other.vertices]
        allowed = [list(masks) for masks in self.allowed] + [
            [] for _ in range(len(self.allowed), len(vertices))
        ]
        for vertex, masks in zip(at, other.allowed, strict=True):
            allowed[vertex] += masks
        links = [
            Link(at[link.tail], at[link.head], link.both, link.edges, link.clause, link.name)
            for link in other.links
            if link.name not in self.bound
        ]
        unequal = {(min(at[one], at[two]), max(at[one], at[two])) for one, two in other.unequal}
        return Plan(
            self.names,
            vertices,
            allowed,
            [*self.links, *links],
            self.unequal | unequal,
            [*self.absent, *((at[tail], at[head], mask) for tail, head, mask in other.absent)],
            [*self.filters, *other.filters],
        )

    def where(self, vertex: int, mask: Mask) -> Plan:
        """The plan, without parts, in which a vertex is one of the mask."""
        allowed = [[*masks, mask] if number == vertex else masks for number, masks in enumerate(self.allowed)]
        return replace(self, allowed=allowed, parts=[])

    def search(self, links: list[Link]) -> Search:
        """The search for the vertices of the links."""
        search = Search(len(self.allowed), self.pairs, directed=self.host.directed)
        for vertex, masks in enumerate(self.allowed):
            for mask in masks:
                search.allow(vertex, mask)
        for link in links:
            search.join(link.tail, link.head, self.pairs.some(link.edges))
        for tail, head, lacking in self.absent:
            if lacking is None:
                search.part(tail, head)
        return search

    def all_different(self, links: list[Link]) -> bool:
        """Whether the conditions and the links already make every two vertices different ones."""
        known = {frozenset(pair) for pair in self.unequal} | {
            frozenset((link.tail, link.head)) for link in links
        }
        size = len(self.allowed)
        return all(frozenset((one, other)) in known for one in range(size) for other in range(one))


@dataclass(frozen=True)
class Part:
    """An ``OPTIONAL MATCH``.

    Attributes
    ----------
    clause
        The clause.
    plan
        Its pattern and conditions, with all variables that they read.
    nodes, links
        Those of the variables that are bound before.
    """

    clause: Clause
    plan: Plan
    nodes: tuple[str, ...]
    links: tuple[str, ...]
