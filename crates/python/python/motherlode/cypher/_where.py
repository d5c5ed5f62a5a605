"""Conditions, evaluated for many assignments at once, in openCypher's logic of true, false and null."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from ._host import MISSING, Column, Host
from ._read import error_at
from ._syntax import (
    Exists,
    Expression,
    HasLabels,
    IsNull,
    Literal,
    Logic,
    Node,
    Operand,
    Parameter,
    Property,
    Relationship,
    Test,
    Truth,
    Variable,
)
from ._values import SIGNS

Answers = npt.NDArray[np.int8]
"""1 for true, 0 for false, -1 for null, by row."""

Mask = npt.NDArray[np.bool_]
Numbers = npt.NDArray[np.int64]


NULL = -1
"""The number that stands for the vertex or the edge of a variable that is null."""


@dataclass(frozen=True)
class Frame:
    """Rows of assignments: for some variables the vertices or edges that they are.

    Attributes
    ----------
    size
        How many rows.
    vertices, edges
        The numbers by variable.
    """

    size: int
    vertices: Mapping[str, Numbers]
    edges: Mapping[str, Numbers]

    def taken(self, rows: Numbers) -> Frame:
        """These rows."""
        return Frame(
            len(rows),
            {name: column[rows] for name, column in self.vertices.items()},
            {name: column[rows] for name, column in self.edges.items()},
        )


@dataclass(frozen=True)
class Names:
    """Where a host has the labels of nodes and the types of relationships, and what parameters are worth."""

    host: Host
    label: str | None
    kind: str | None
    parameters: Mapping[str, Any]

    def has_labels(self, labels: tuple[tuple[str, ...], ...], node: Node | Variable) -> Mask:
        """The vertices that have one label of each set."""
        column = self.host.labels if self.label is None else self.host.vertex(self.label)
        if column is None:
            raise error_at(
                node.place,
                f"the query asks for the label {labels[0][0]}; say which attribute of the nodes has "
                f"the labels, as in label='kind'",
            )
        result = np.ones(self.host.n, np.bool_)
        for alternatives in labels:
            result &= column.test(partial(_labelled_any, alternatives))
        return result

    def has_type(self, relationship: Relationship) -> Mask:
        """The edges that have one of the types."""
        column = self.host.types if self.kind is None else self.host.edge(self.kind)
        if column is None:
            raise error_at(
                relationship.place,
                f"the query asks for the type {relationship.types[0]}; say which attribute of the "
                f"edges has the types, as in "
                "edge_label='kind'",
            )
        return column.test(lambda value: any(_labelled(value, one) for one in relationship.types))

    def fits_node(self, node: Node) -> Mask:
        """The vertices that have a node's labels and properties."""
        result = self.has_labels(node.labels, node) if node.labels else np.ones(self.host.n, np.bool_)
        for key, wanted in node.properties:
            result &= self._has(self.host.vertex(key), wanted)
        return result

    def fits_relationship(self, relationship: Relationship) -> Mask:
        """The edges that have a relationship's type and properties."""
        size = len(self.host.source)
        result = self.has_type(relationship) if relationship.types else np.ones(size, np.bool_)
        for key, wanted in relationship.properties:
            result &= self._has(self.host.edge(key), wanted)
        return result

    def value(self, operand: Literal | Parameter) -> Any:
        """What a literal or a parameter is."""
        if isinstance(operand, Literal):
            return operand.value
        if operand.name not in self.parameters:
            raise error_at(
                operand.place, f"${operand.name} is not given; say parameters={{'{operand.name}': …}}"
            )
        return self.parameters[operand.name]

    def _has(self, column: Column, wanted: Literal | Parameter) -> Mask:
        value = self.value(wanted)
        return column.test(lambda one: SIGNS["="](one, value) is True)


def variables(expression: Expression) -> set[str]:
    """The variables that an expression reads."""
    match expression:
        case Logic():
            return {name for part in expression.parts for name in variables(part)}
        case Test():
            return _named(expression.left) | _named(expression.right)
        case IsNull() | Truth():
            return _named(expression.operand)
        case HasLabels():
            return {expression.variable.name}
        case Exists():
            return {node.name for node in expression.path.nodes if node.name is not None}


def evaluate(expression: Expression, frame: Frame, names: Names) -> Answers:
    """The answers of an expression, row by row."""
    match expression:
        case Logic():
            return _logic(expression.kind, [evaluate(part, frame, names) for part in expression.parts])
        case Test():
            return _test(expression, frame, names)
        case IsNull():
            if isinstance(expression.operand, Variable):
                return np.zeros(frame.size, np.int8)  # MATCH binds no nulls
            column, rows = _column(expression.operand, frame, names)
            return column.test(lambda value: value is None or value is MISSING).astype(np.int8)[rows]
        case HasLabels():
            labelled = names.has_labels(expression.labels, expression.variable)
            return labelled.astype(np.int8)[_vertices(expression.variable, frame)]
        case Truth():
            return _truth(expression, frame, names)
        case Exists():
            return exists(expression, frame, names).astype(np.int8)


def exists(expression: Exists, frame: Frame, names: Names) -> Mask:
    """Whether a path of one relationship is there, between bound nodes, or from one to any other."""
    nodes, relationships = expression.path.nodes, expression.path.relationships
    if len(relationships) > 1:
        raise error_at(
            relationships[1].place,
            "a path as a condition has one relationship; put the others into MATCH, or filter the rows",
        )
    left, right = nodes
    relationship = relationships[0]
    for name in (left.name, right.name):
        if name is not None and name not in frame.vertices:
            raise error_at(nodes[0].place, f"the condition's node {name} is not bound by MATCH")
    if relationship.name is not None:
        raise error_at(
            relationship.place, f"a relationship in a condition has no name, and {relationship.name} is one"
        )
    host = names.host
    edges = names.fits_relationship(relationship)
    fits = {place: names.fits_node(node) for place, node in enumerate(nodes)}
    ways = [] if relationship.direction == "<" else [(0, 1)]
    ways += [] if relationship.direction == ">" else [(1, 0)]
    if not host.directed and relationship.direction != "-":
        raise error_at(relationship.place, "the graph is undirected: write --, without an arrow")
    result = np.zeros(frame.size, np.bool_)
    for start, end in ways:
        joins = edges & fits[start][host.source] & fits[end][host.target]
        ends = {start: host.source, end: host.target}
        bound = [place for place, node in enumerate(nodes) if node.name is not None]
        if len(bound) == 2:
            at = {place: frame.vertices[nodes[place].name or ""] for place in bound}
            found = host.arcs.find(at[start], at[end])
            result |= (found >= 0) & (host.arcs.some(joins)[found] if len(host.arcs) else False)
        elif len(bound) == 1:
            some = np.zeros(host.n, np.bool_)
            some[ends[bound[0]][joins]] = True
            result |= some[frame.vertices[nodes[bound[0]].name or ""]]
        else:
            result |= bool(joins.any())
    return result


def _logic(kind: str, parts: list[Answers]) -> Answers:
    if kind == "not":
        return np.where(parts[0] < 0, parts[0], 1 - parts[0]).astype(np.int8)
    result = parts[0]
    for part in parts[1:]:
        unknown = (result < 0) | (part < 0)
        if kind == "and":
            result = np.where((result == 0) | (part == 0), 0, np.where(unknown, -1, 1))
        elif kind == "or":
            result = np.where((result == 1) | (part == 1), 1, np.where(unknown, -1, 0))
        else:
            result = np.where(unknown, -1, result ^ part)
    return result.astype(np.int8)


def _test(test: Test, frame: Frame, names: Names) -> Answers:
    ask = SIGNS[test.sign]
    if isinstance(test.left, Variable) or isinstance(test.right, Variable):
        return _same(test, frame)
    left, lefts = _column(test.left, frame, names)
    right, rights = _column(test.right, frame, names)
    if test.sign in _BY_NUMPY and left.only_numbers and right.only_numbers:
        there = left.present[lefts] & right.present[rights]
        assert left.numbers is not None and right.numbers is not None
        answers = _BY_NUMPY[test.sign](left.numbers[lefts], right.numbers[rights])
        return np.where(there, answers, -1).astype(np.int8)
    # Each pair of distinct values is compared once.
    width = max(len(right.distinct), 1)
    pairs, back = np.unique(left.codes[lefts] * width + right.codes[rights], return_inverse=True)
    answers = np.array(
        [_coded(ask(left.distinct[pair // width], right.distinct[pair % width])) for pair in pairs.tolist()],
        np.int8,
    )
    return answers[back] if frame.size else np.zeros(0, np.int8)


_BY_NUMPY: Mapping[str, Callable[[Any, Any], Any]] = {
    "=": np.equal,
    "<>": np.not_equal,
    "<": np.less,
    "<=": np.less_equal,
    ">": np.greater,
    ">=": np.greater_equal,
}


def _same(test: Test, frame: Frame) -> Answers:
    left, right = test.left, test.right
    if not (isinstance(left, Variable) and isinstance(right, Variable)) or test.sign not in ("=", "<>"):
        raise error_at(
            test.place,
            "a node or a relationship can only be compared to another, by = or <>; give a property",
        )
    for bound in (frame.vertices, frame.edges):
        if left.name in bound and right.name in bound:
            same = bound[left.name] == bound[right.name]
            return np.asarray(same if test.sign == "=" else ~same).astype(np.int8)
    raise error_at(
        test.place, f"{left.name} and {right.name} are a node and a relationship, and never the same"
    )


def _truth(truth: Truth, frame: Frame, names: Names) -> Answers:
    column, rows = _column(truth.operand, frame, names)

    def ask(value: Any) -> int:
        if value is None or value is MISSING:
            return -1
        if isinstance(value, (bool, np.bool_)):
            return int(value)
        place = truth.operand.place if isinstance(truth.operand, (Property, Parameter)) else None
        message = f"a condition must be true or false, and a value is {value!r}"
        raise error_at(place, message) if place else TypeError(message)

    return np.array([ask(value) for value in column.distinct], np.int8)[column.codes][rows]


def _column(operand: Operand, frame: Frame, names: Names) -> tuple[Column, Numbers]:
    """A column and, for each row of the frame, the row of the column."""
    if isinstance(operand, Variable):
        raise error_at(operand.place, f"{operand.name} is a node or a relationship; give a property of it")
    if isinstance(operand, Property):
        if operand.variable in frame.vertices:
            return names.host.vertex(operand.key), frame.vertices[operand.variable]
        return names.host.edge(operand.key), frame.edges[operand.variable]
    return Column([names.value(operand)]), np.zeros(frame.size, np.int64)


def _vertices(variable: Variable, frame: Frame) -> Numbers:
    if variable.name not in frame.vertices:
        raise error_at(variable.place, f"{variable.name} is a relationship, and has no labels")
    return frame.vertices[variable.name]


def _named(operand: Operand) -> set[str]:
    if isinstance(operand, Variable):
        return {operand.name}
    return {operand.variable} if isinstance(operand, Property) else set()


def _coded(answer: bool | None) -> int:
    return -1 if answer is None else int(answer)


def _labelled_any(wanted: tuple[str, ...], value: Any) -> bool:
    return any(_labelled(value, one) for one in wanted)


def _labelled(value: Any, label: str) -> bool:
    return (
        label in map(str, value)
        if isinstance(value, (list, tuple, set, frozenset))
        else value is not MISSING and str(value) == label
    )
