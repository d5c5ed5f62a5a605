"""The plan of a query."""

from __future__ import annotations

import numpy as np

from motherlode._warnings import warn

from ._bound import check_bound, check_condition
from ._clauses import Clause, clauses, conjuncts
from ._host import Host
from ._plan import Link, Part, Plan
from ._read import error_at
from ._syntax import Exists, Expression, IsNull, Logic, Node, Path, Query, Relationship, Test, Variable
from ._where import Frame, Names, evaluate, variables


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
            check_condition(conjunct, made.bound, may_be_null)
            _add_condition(made, conjunct)
    for clause in optional:
        made.parts.append(_part(made, clause, may_be_null))
    for item in query.items:
        if item.what is not None:
            check_bound(item.what, made.bound_in_all)
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
        check_condition(condition, list(dict.fromkeys([*before.bound, *plan.bound])), may_be_null)
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
