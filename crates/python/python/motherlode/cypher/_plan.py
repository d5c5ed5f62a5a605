"""A query as vertices, links and conditions on them."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product

import numpy as np

from ._host import Host, Pairs, Search
from ._read import error_at
from ._syntax import Exists, Expression, IsNull, Item, Logic, Match, Node, Path, Query, Test, Variable
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
    """

    names: Names
    vertices: dict[str, int] = field(default_factory=dict)
    allowed: list[list[Mask]] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    unequal: set[tuple[int, int]] = field(default_factory=set)
    absent: list[tuple[int, int, Mask | None]] = field(default_factory=list)
    filters: list[Expression] = field(default_factory=list)

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


def plan(query: Query, names: Names) -> Plan:
    """Make the plan of a query."""
    host = names.host
    loops = int((host.source == host.target).sum())
    made = Plan(names)
    for clause, match in enumerate(query.matches):
        _add_match(made, match, clause)
    if loops and (
        made.links
        or made.absent
        or any(_asks_exists(one) for match in query.matches for one in _conjuncts(match))
    ):
        from motherlode import GraphError

        raise GraphError(
            f"the graph has {loops} self-loops, which openCypher counts and Motherlode's graphs do "
            f"not hold; remove them if they do not "
            "matter: G.remove_edges_from(list(networkx.selfloop_edges(G)))"
        )
    for match in query.matches:
        for conjunct in _conjuncts(match):
            _check(made, conjunct)
            _add_condition(made, conjunct)
    for item in query.items:
        _check_item(made, item)
        if item.counted and item.what is not None:
            _add_condition(made, Logic("not", (IsNull(item.what),)))
    return made


def _add_match(made: Plan, match: Match, clause: int) -> None:
    for path in match.paths:
        numbers = [_vertex(made, node) for node in path.nodes]
        for place, relationship in enumerate(path.relationships):
            tail, head = numbers[place], numbers[place + 1]
            if relationship.direction == "<":
                tail, head = head, tail
            if not made.host.directed and relationship.direction != "-":
                raise error_at(relationship.place, "the graph is undirected: write --, without an arrow")
            name = relationship.name or f"link {len(made.links)}"
            if name in made.vertices or any(name == link.name for link in made.links):
                raise error_at(
                    relationship.place, f"{name} is bound already; every relationship has a name of its own"
                )
            edges = made.names.fits_relationship(relationship)
            if relationship.types and not edges.any() and len(edges):
                _warn(
                    f"no relationship has the type {' or '.join(relationship.types)} and what else is "
                    f"asked of it"
                )
            made.links.append(Link(tail, head, relationship.direction == "-", edges, clause, name))


def _vertex(made: Plan, node: Node) -> int:
    name = node.name if node.name is not None else f"node {len(made.allowed)}"
    if any(name == link.name for link in made.links):
        raise error_at(node.place, f"{name} is a relationship, and cannot be a node, too")
    if name not in made.vertices:
        made.vertices[name] = len(made.allowed)
        made.allowed.append([])
    number = made.vertices[name]
    if node.labels or node.properties:
        mask = made.names.fits_node(node)
        if node.labels and not made.names.has_labels(node.labels, node).any() and len(mask):
            _warn(f"no node has the label {' and '.join('|'.join(labels) for labels in node.labels)}")
        made.allowed[number].append(mask)
    return number


def _conjuncts(match: Match) -> list[Expression]:
    def split(expression: Expression) -> list[Expression]:
        if isinstance(expression, Logic) and expression.kind == "and":
            return [one for part in expression.parts for one in split(part)]
        return [expression]

    return split(match.where) if match.where is not None else []


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


def _check(made: Plan, expression: Expression) -> None:
    """Refuse variables that MATCH does not bind."""
    match expression:
        case Logic():
            for part in expression.parts:
                _check(made, part)
        case Test():
            _check_bound(made, expression.left)
            _check_bound(made, expression.right)
        case Exists():
            for node in expression.path.nodes:
                if node.name is not None:
                    _check_bound(made, Variable(node.name, node.place))
        case _:
            _check_bound(made, expression.variable if hasattr(expression, "variable") else expression.operand)


def _check_bound(made: Plan, operand: object) -> None:
    name = getattr(operand, "variable", None) or (operand.name if isinstance(operand, Variable) else None)
    known = [*made.vertices, *(link.name for link in made.links)]
    if name is not None and name not in known:
        bound = [one for one in known if " " not in one]
        place = operand.place  # type: ignore[attr-defined]
        raise error_at(place, f"{name} is not bound by MATCH, which binds {', '.join(bound) or 'nothing'}")


def _check_item(made: Plan, item: Item) -> None:
    if item.what is not None:
        _check_bound(made, item.what)


def _warn(message: str) -> None:
    warnings.warn(f"{message}: nothing matches", stacklevel=6)
