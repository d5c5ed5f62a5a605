"""Which variables a condition or a column may read."""

from __future__ import annotations

from collections.abc import Collection

from ._read import error_at
from ._syntax import Exists, Expression, HasLabels, Logic, Operand, Property, Test, Variable


def check_condition(expression: Expression, bound: list[str], may_be_null: set[str]) -> None:
    """Refuse variables that are not bound where a condition stands, or may be null there."""
    match expression:
        case Logic():
            for part in expression.parts:
                check_condition(part, bound, may_be_null)
        case Test():
            check_bound(expression.left, bound, may_be_null)
            check_bound(expression.right, bound, may_be_null)
        case Exists():
            for node in expression.path.nodes:
                if node.name is not None:
                    check_bound(Variable(node.name, node.place), bound, may_be_null)
        case _:
            operand = expression.variable if isinstance(expression, HasLabels) else expression.operand
            check_bound(operand, bound, may_be_null)


def check_bound(operand: Operand, bound: list[str], may_be_null: Collection[str] = ()) -> None:
    """Refuse a variable that is not bound, or may be null, if an operand reads one."""
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
