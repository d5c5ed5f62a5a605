"""A query, as it was written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Place:
    """Where something stands in the query: line and column, from 1."""

    line: int
    column: int


@dataclass(frozen=True)
class Node:
    """``(name:Label {key: value})``. Each of ``labels`` is a set of alternatives, and all are asked for."""

    name: str | None
    labels: tuple[tuple[str, ...], ...]
    properties: tuple[tuple[str, Any], ...]
    place: Place


@dataclass(frozen=True)
class Relationship:
    """``-[name:TYPE {key: value}]->``; ``direction`` is ``">"``, ``"<"`` or ``"-"``; no ``types`` are all."""

    name: str | None
    types: tuple[str, ...]
    properties: tuple[tuple[str, Any], ...]
    direction: str
    place: Place


@dataclass(frozen=True)
class Path:
    """A chain of nodes, and the relationships between them."""

    nodes: tuple[Node, ...]
    relationships: tuple[Relationship, ...]


@dataclass(frozen=True)
class Literal:
    """A value; a list is a tuple."""

    value: Any


@dataclass(frozen=True)
class Parameter:
    """``$name``."""

    name: str
    place: Place


@dataclass(frozen=True)
class Variable:
    """A node or a relationship."""

    name: str
    place: Place


@dataclass(frozen=True)
class Property:
    """``variable.key``."""

    variable: str
    key: str
    place: Place


Operand = Literal | Parameter | Variable | Property


@dataclass(frozen=True)
class Logic:
    """``and``, ``or``, ``xor`` or ``not`` of expressions."""

    kind: str
    parts: tuple[Expression, ...]


@dataclass(frozen=True)
class Test:
    """``left sign right``: a comparison, ``in``, ``starts with``, ``ends with`` or ``contains``."""

    sign: str
    left: Operand
    right: Operand
    place: Place


@dataclass(frozen=True)
class IsNull:
    """``operand IS NULL``."""

    operand: Operand


@dataclass(frozen=True)
class HasLabels:
    """``variable:Label``."""

    variable: Variable
    labels: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Truth:
    """A property, a parameter or a literal that is true or false itself."""

    operand: Operand


@dataclass(frozen=True)
class Exists:
    """A path as a condition."""

    path: Path


Expression = Logic | Test | IsNull | HasLabels | Truth | Exists


@dataclass(frozen=True)
class Match:
    """One ``MATCH`` or ``OPTIONAL MATCH``: its relationships are different ones."""

    paths: tuple[Path, ...]
    where: Expression | None
    optional: bool

    @property
    def names(self) -> list[str]:
        """The variables of its pattern."""
        nodes = [node.name for path in self.paths for node in path.nodes]
        relationships = [one.name for path in self.paths for one in path.relationships]
        return [name for name in (*nodes, *relationships) if name is not None]


@dataclass(frozen=True)
class Item:
    """A column of the result. ``what`` is None for ``*``; ``counted`` with ``what`` None is ``count(*)``."""

    what: Variable | Property | None
    counted: bool
    name: str


@dataclass(frozen=True)
class Query:
    """A whole query."""

    matches: tuple[Match, ...]
    items: tuple[Item, ...]
    limit: int | None
