"""Queries, run."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from ._host import MISSING, Host, TooManyCounts

if TYPE_CHECKING:
    import networkx as nx

    from motherlode import Graph

    from ._plan import Plan
    from ._syntax import Item, Property, Query, Variable
    from ._where import Frame


def count(
    graph: nx.Graph | Graph,
    query: str,
    *,
    label: str | None = None,
    edge_label: str | None = None,
    parameters: Mapping[str, Any] | None = None,
    device: str | None = None,
    deadline: float | None = None,
    progress: bool | Callable[[int, int], None] | None = None,
) -> int:
    """Count the rows of a query.

    The engine counts them without listing, if the conditions are on single nodes and relationships, compare
    the ends of a relationship, or ask for absence or for different nodes, if no two nodes have parallel
    relationships that fit, and if each ``OPTIONAL MATCH`` shares at most one node with the clauses before it.
    Else the rows are listed, filtered and counted.

    Parameters
    ----------
    graph
        A NetworkX graph, or a :class:`motherlode.Graph` with labels and properties. In an undirected one
        relationships are written ``--``.
    query
        The query. What it returns does not matter to the count, except for ``count(a.name)``, which counts
        rows where the property is not null. ``LIMIT`` limits rows that are returned, and so the count of a
        query without ``count``.
    label, edge_label
        The attributes that have the labels of nodes and the types of relationships, if the query asks for
        them: a text, or a collection of texts for several labels of one node. A :class:`motherlode.Graph` has
        labels of its own.
    parameters
        The values of ``$name`` in the query.
    device, deadline, progress
        As in :meth:`motherlode.Graph.count`.

    Examples
    --------
    >>> import networkx as nx
    >>> G = nx.DiGraph([("x", "y"), ("y", "z"), ("z", "x"), ("y", "x")])
    >>> count(G, "MATCH (a)-->(b)-->(c) RETURN count(*)")
    5
    >>> count(G, "MATCH (a)-->(b)-->(c) WHERE NOT (c)-->(a) RETURN count(*)")
    2
    >>> count(G, "MATCH (a)-->(b)-->(c) WHERE NOT (c)-->(a) AND a <> c RETURN count(*)")
    0
    >>> count(G, "MATCH (a)-->(b) OPTIONAL MATCH (b)-->(c) WHERE NOT (c)-->(b) RETURN count(*)")
    4
    """
    parsed, made = _planned(graph, query, label, edge_label, parameters)
    total = _count(made, _options(device, deadline, progress))
    if parsed.limit is not None and not any(item.counted for item in parsed.items):
        return min(total, parsed.limit)
    return total


def run(
    graph: nx.Graph | Graph,
    query: str,
    *,
    label: str | None = None,
    edge_label: str | None = None,
    parameters: Mapping[str, Any] | None = None,
    device: str | None = None,
    deadline: float | None = None,
    progress: bool | Callable[[int, int], None] | None = None,
) -> list[dict[str, Any]]:
    """Run a query, and return its rows.

    Parameters
    ----------
    graph, query, label, edge_label, parameters, device, deadline, progress
        As for :func:`count`.

    Returns
    -------
    list of dict
        A dictionary for each row, by the columns of ``RETURN``. A node is the graph's node, a relationship
        its edge as NetworkX has it: ``(u, v)``, with the key in a multigraph. ``None`` is a property that is
        missing, and what an ``OPTIONAL MATCH`` does not find. The order of rows is not specified.

    Examples
    --------
    >>> import networkx as nx
    >>> G = nx.DiGraph([("x", "y"), ("y", "z")])
    >>> run(G, "MATCH (a)-[r]->(b)-->(c) RETURN a, r, c AS end")
    [{'a': 'x', 'r': ('x', 'y'), 'end': 'z'}]
    >>> run(G, "MATCH (a)-->(b) RETURN count(*)")
    [{'count(*)': 2}]
    >>> run(G, "MATCH (a) OPTIONAL MATCH (a)-->(b)-->(c) RETURN a, c LIMIT 1")
    [{'a': 'x', 'c': 'z'}]
    """
    parsed, made = _planned(graph, query, label, edge_label, parameters)
    options = _options(device, deadline, progress)
    if parsed.limit == 0:
        return []
    if parsed.items[0].counted:
        return [{parsed.items[0].name: _count(made, options)}]
    from ._listing import list_rows

    result: list[dict[str, Any]] = []
    columns = _columns(parsed, made)
    for frame in list_rows(made, options):
        values = [_values(made.host, what, frame) for _, what in columns]
        names = [name for name, _ in columns]
        result += [dict(zip(names, row, strict=True)) for row in zip(*values, strict=True)]
        if parsed.limit is not None and len(result) >= parsed.limit:
            return result[: parsed.limit]
    return result


def _planned(
    graph: Any, query: str, label: str | None, edge_label: str | None, parameters: Mapping[str, Any] | None
) -> tuple[Query, Plan]:
    from ._planning import plan
    from ._read import read
    from ._where import Names

    parsed = read(query)
    counted = [item for item in parsed.items if item.counted]
    if counted and len(parsed.items) > 1:
        from motherlode import PatternError

        raise PatternError(
            f"{counted[0].name} beside other columns would count in groups, which is not supported; "
            f"return the columns and count "
            "in Python (collections.Counter)"
        )
    return parsed, plan(parsed, Names(Host.of(graph), label, edge_label, parameters or {}))


def _count(made: Plan, options: Mapping[str, Any]) -> int:
    from ._listing import count_listed
    from ._optional import count_optional

    try:
        return count_optional(made, options)
    except TooManyCounts:
        return count_listed(made, options)


def _columns(parsed: Query, made: Plan) -> list[tuple[str, Variable | Property]]:
    from ._syntax import Place, Variable

    columns: list[tuple[str, Variable | Property]] = []
    for item in parsed.items:
        if item.what is None:
            named = [name for name in made.bound_in_all if " " not in name]
            columns += [(name, Variable(name, Place(1, 1))) for name in named]
        else:
            columns.append((item.name, item.what))
    _refuse_twice([name for name, _ in columns], parsed.items)
    return columns


def _refuse_twice(names: list[str], items: tuple[Item, ...]) -> None:
    for name in names:
        if names.count(name) > 1:
            from motherlode import PatternError

            raise PatternError(f"the column {name} is returned twice; name one of them with AS")
    if not names:
        from motherlode import PatternError

        raise PatternError("RETURN * has nothing to return: MATCH names no node or relationship")


def _values(host: Host, what: Variable | Property, frame: Frame) -> list[Any]:
    from ._syntax import Variable
    from ._where import NULL

    if isinstance(what, Variable):
        if what.name in frame.vertices:
            vertices = frame.vertices[what.name].tolist()
            return [host.nodes[vertex] if vertex != NULL else None for vertex in vertices]
        edges = frame.edges[what.name].tolist()
        return [host.edge_name(edge) if edge != NULL else None for edge in edges]
    at_vertex = what.variable in frame.vertices
    column = host.vertex(what.key) if at_vertex else host.edge(what.key)
    numbers = (frame.vertices if at_vertex else frame.edges)[what.variable]
    if not len(column):
        return [None] * frame.size
    values = [None if value is MISSING else value for value in column.distinct]
    found = np.where(numbers == NULL, len(values), column.codes[numbers])
    values.append(None)
    return [values[code] for code in found.tolist()]


def _options(device: Any, deadline: Any, progress: Any) -> dict[str, Any]:
    given = {"device": device, "deadline": deadline, "progress": progress}
    return {name: value for name, value in given.items() if value is not None}
