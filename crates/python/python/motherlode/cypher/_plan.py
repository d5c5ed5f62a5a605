"""A query as vertices, links and conditions on them."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace
from itertools import product

import numpy as np

from motherlode._warnings import warn

from ._clauses import Clause, clauses, conjuncts
from ._host import Host, Pairs, Search
from ._read import error_at
from ._syntax import (
    Exists,
    Expression,
    HasLabels,
    IsNull,
    Logic,
    Node,
    Operand,
    Path,
    Property,
    Query,
    Relationship,
    Test,
    Variable,
)
from ._where import Frame, Mask, Names, evaluate, variables


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

    @property
    def own(self) -> set[str]:
        """The variables that the part binds."""
        return set(self.plan.bound).difference(self.nodes, self.links)


def plan(query: Query, names: Names) -> Plan:
    """Make the plan of a query."""
    _refuse_loops(query, names.host)
    required, optional = clauses(query)
    may_be_null = {name for clause in optional for name in clause.match.names}
    made = Plan(names)
    for clause in required:
        _add_match(made, clause)
    for clause in required:
        for conjunct in conjuncts(clause.match):
            _check(conjunct, made.bound, may_be_null)
            _add_condition(made, conjunct)
    for clause in optional:
        made.parts.append(_part(made, clause, may_be_null))
    for item in query.items:
        if item.what is not None:
            _check_bound(item.what, made.bound_in_all)
            if item.counted:
                _add_condition(made, Logic("not", (IsNull(item.what),)))
    return made


def _refuse_loops(query: Query, host: Host) -> None:
    loops = int((host.source == host.target).sum())
    asks = any(path.relationships for match in query.matches for path in match.paths) or any(
        _asks_exists(one) for match in query.matches for one in conjuncts(match)
    )
    if loops and asks:
        from motherlode import GraphError

        raise GraphError(
            f"the graph has {loops} self-loops, which openCypher counts and Motherlode's graphs do "
            f"not hold; remove them if they do not "
            "matter: G.remove_edges_from(list(networkx.selfloop_edges(G)))"
        )


def _part(made: Plan, clause: Clause, may_be_null: set[str]) -> Part:
    """The part of an optional clause, after those before it.

    If its conditions read what its pattern does not have, its plan is that of the rows before, and of the clause.
    """
    before = Plan(made.names).joined(made)
    for part in made.parts:
        if part.clause.number in clause.needs:
            before = before.joined(part.plan)
    conditions = conjuncts(clause.match)
    read = {name for condition in conditions for name in variables(condition)}.difference(clause.match.names)
    plan = Plan(made.names)
    if read.intersection(before.bound):
        plan = plan.joined(before)
    _add_match(plan, clause)
    for condition in conditions:
        _check(condition, list(dict.fromkeys([*before.bound, *plan.bound])), may_be_null)
        _add_condition(plan, condition)
    nodes = tuple(name for name in plan.vertices if name in before.vertices)
    for name in nodes:
        plan.allowed[plan.vertices[name]] += before.allowed[before.vertices[name]]
    bound = {link.name for link in before.links}
    return Part(clause, plan, nodes, tuple(link.name for link in plan.links if link.name in bound))


def _add_match(made: Plan, clause: Clause) -> None:
    for path in clause.match.paths:
        numbers = [_vertex(made, node) for node in path.nodes]
        for place, relationship in enumerate(path.relationships):
            tail, head = numbers[place], numbers[place + 1]
            if relationship.direction == "<":
                tail, head = head, tail
            if not made.host.directed and relationship.direction != "-":
                raise error_at(relationship.place, "the graph is undirected: write --, without an arrow")
            edges = made.names.fits_relationship(relationship)
            if relationship.types and not edges.any() and len(edges):
                warn(
                    f"no relationship has the type {' or '.join(relationship.types)} and what else is "
                    f"asked of it: nothing matches"
                )
            name = relationship.name or _invented(relationship)
            made.links.append(Link(tail, head, relationship.direction == "-", edges, clause.number, name))


def _vertex(made: Plan, node: Node) -> int:
    name = node.name if node.name is not None else _invented(node)
    if name not in made.vertices:
        made.vertices[name] = len(made.allowed)
        made.allowed.append([])
    number = made.vertices[name]
    if node.labels or node.properties:
        mask = made.names.fits_node(node)
        if node.labels and not made.names.has_labels(node.labels, node).any() and len(mask):
            labels = " and ".join("|".join(labels) for labels in node.labels)
            warn(f"no node has the label {labels}: nothing matches")
        made.allowed[number].append(mask)
    return number


def _invented(one: Node | Relationship) -> str:
    """A name that no variable of the query has, as it has blanks."""
    return f"at {one.place.line} {one.place.column}"


def _add_condition(made: Plan, expression: Expression) -> None:
    """Make a condition a mask, an inequality or an absence, if it can be one, else a filter of rows."""
    read = variables(expression)
    if (
        isinstance(expression, Test)
        and isinstance(expression.left, Variable)
        and isinstance(expression.right, Variable)
    ):
        one, other = made.vertices.get(expression.left.name), made.vertices.get(expression.right.name)
        if expression.sign == "<>" and one is not None and other is not None and one != other:
            made.unequal.add((min(one, other), max(one, other)))
            return
    elif (
        isinstance(expression, Logic) and expression.kind == "not" and isinstance(expression.parts[0], Exists)
    ):
        if _add_absence(made, expression.parts[0].path):
            return
    elif len(read) == 1 and not _asks_exists(expression) and (name := next(iter(read))) in made.vertices:
        everything = np.arange(made.host.n)
        answers = evaluate(expression, Frame(made.host.n, {name: everything}, {}), made.names)
        made.allowed[made.vertices[name]].append(answers == 1)
        return
    elif not _asks_exists(expression) and (place := _link_of(made, read)) is not None:
        link = made.links[place]
        host = made.host
        ends = {made.vertices[name]: name for name in read if name in made.vertices}
        at = {
            ends[end]: rows
            for end, rows in ((link.tail, host.source), (link.head, host.target))
            if end in ends
        }
        frame = Frame(len(host.source), at, {link.name: np.arange(len(host.source))})
        edges = link.edges & (evaluate(expression, frame, made.names) == 1)
        made.links[place] = Link(link.tail, link.head, link.both, edges, link.clause, link.name)
        return
    made.filters.append(expression)


def _link_of(made: Plan, read: set[str]) -> int | None:
    """The link that, with its ends, has everything that a condition reads."""
    for place, link in enumerate(made.links):
        ends = {name for name, number in made.vertices.items() if number in (link.tail, link.head)}
        alone = read <= {link.name}
        # Which end is the source is known only for a link with a direction.
        directed = made.host.directed and not link.both and link.tail != link.head
        if read and (alone or (directed and read <= {link.name, *ends})):
            return place
    return None


def _add_absence(made: Plan, path: Path) -> bool:
    """Add `NOT (a)-->(b)`, if both are bound; whether it was added."""
    if len(path.relationships) != 1 or any(node.name not in made.vertices for node in path.nodes):
        return False
    relationship = path.relationships[0]
    host, names = made.host, made.names
    left, right = path.nodes
    described = any(node.labels or node.properties for node in path.nodes)
    if relationship.name is not None or (not host.directed and (described or relationship.direction != "-")):
        return False  # evaluate() refuses it, or asks it row by row
    one, other = made.vertices[left.name or ""], made.vertices[right.name or ""]
    edges = names.fits_relationship(relationship)
    ways = [] if relationship.direction == "<" else [(one, other, left, right)]
    if relationship.direction != ">" and (host.directed or relationship.direction == "<"):
        ways.append((other, one, right, left))
    for tail, head, start, end in ways:
        mask = edges
        if described:
            mask = edges & names.fits_node(start)[host.source] & names.fits_node(end)[host.target]
        made.absent.append((tail, head, None if mask.all() else mask))
    return True


def _asks_exists(expression: Expression) -> bool:
    return isinstance(expression, Exists) or (
        isinstance(expression, Logic) and any(_asks_exists(part) for part in expression.parts)
    )


def _check(expression: Expression, bound: list[str], may_be_null: set[str]) -> None:
    """Refuse variables that are not bound where a condition stands, or may be null there."""
    match expression:
        case Logic():
            for part in expression.parts:
                _check(part, bound, may_be_null)
        case Test():
            _check_bound(expression.left, bound, may_be_null)
            _check_bound(expression.right, bound, may_be_null)
        case Exists():
            for node in expression.path.nodes:
                if node.name is not None:
                    _check_bound(Variable(node.name, node.place), bound, may_be_null)
        case _:
            operand = expression.variable if isinstance(expression, HasLabels) else expression.operand
            _check_bound(operand, bound, may_be_null)


def _check_bound(operand: Operand, bound: list[str], may_be_null: Collection[str] = ()) -> None:
    if not isinstance(operand, Variable | Property):
        return
    name = operand.name if isinstance(operand, Variable) else operand.variable
    if name in bound:
        return
    if name in may_be_null:
        raise error_at(
            operand.place,
            f"a condition of another clause cannot read {name}, which OPTIONAL MATCH binds, as it may be null: "
            f"use {name} in the pattern of this clause, or filter the rows that run() returns",
        )
    known = ", ".join(one for one in bound if " " not in one)
    raise error_at(operand.place, f"{name} is not bound by MATCH, which binds {known or 'nothing'}")
