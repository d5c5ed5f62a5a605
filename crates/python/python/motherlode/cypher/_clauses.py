"""What the clauses of a query bind, and which of the optional ones must match for a row to be there."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ._read import error_at
from ._syntax import Expression, Logic, Match, Property, Query


@dataclass(frozen=True)
class Clause:
    """One ``MATCH`` or ``OPTIONAL MATCH``.

    Attributes
    ----------
    number
        Its place in the query.
    match
        What it says.
    needs
        The numbers of the optional clauses without which it does not match: its pattern has variables that
        they bind, and no pattern matches with a null.
    """

    number: int
    match: Match
    needs: frozenset[int]


def clauses(query: Query) -> tuple[list[Clause], list[Clause]]:
    """The clauses that every row matches, and those that a row may lack.

    An ``OPTIONAL MATCH`` is of the first if a ``MATCH`` needs it, or if values are counted that it binds: the
    rows without it are not there, or have nothing that counts.
    """
    binders = _binders(query)
    made: list[Clause] = []
    for number, match in enumerate(query.matches):
        found = {binders[name] for name in match.names if binders[name] < number}
        needs = {one for one in found if query.matches[one].optional}.union(
            *(made[one].needs for one in found)
        )
        made.append(Clause(number, match, frozenset(needs)))
    required = {clause.number for clause in made if not clause.match.optional}
    for item in query.items:
        if item.counted and item.what is not None:
            name = item.what.variable if isinstance(item.what, Property) else item.what.name
            required |= {binders[name]} if name in binders else set()
    required |= {needed for number in required for needed in made[number].needs}
    return (
        [clause for clause in made if clause.number in required],
        [replace(clause, needs=clause.needs - required) for clause in made if clause.number not in required],
    )


def conjuncts(match: Match) -> list[Expression]:
    """The conditions of a clause, all of which are asked."""

    def split(expression: Expression) -> list[Expression]:
        if isinstance(expression, Logic) and expression.kind == "and":
            return [one for part in expression.parts for one in split(part)]
        return [expression]

    return split(match.where) if match.where is not None else []


def _binders(query: Query) -> dict[str, int]:
    """The clause that binds each variable.

    Raises
    ------
    motherlode.PatternError
        If a relationship's variable is bound before.
    """
    binders: dict[str, int] = {}
    relationships: set[str] = set()
    for number, match in enumerate(query.matches):
        for path in match.paths:
            for node in path.nodes:
                if node.name in relationships:
                    raise error_at(node.place, f"{node.name} is a relationship, and cannot be a node, too")
                if node.name is not None:
                    binders.setdefault(node.name, number)
            for relationship in path.relationships:
                if relationship.name is None:
                    continue
                if relationship.name in binders:
                    raise error_at(
                        relationship.place,
                        f"{relationship.name} is bound already; every relationship has a name of its own",
                    )
                binders[relationship.name] = number
                relationships.add(relationship.name)
    return binders
