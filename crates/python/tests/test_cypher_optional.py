"""OPTIONAL MATCH against a brute force that follows openCypher's definition, clause by clause."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

import networkx as nx
import pytest

pytest.importorskip("lark")
pytest.importorskip("motherlode")

from motherlode import PatternError, cypher
from motherlode.cypher import _listing, _optional

Row = dict[str, Any]


@dataclass(frozen=True)
class Clause:
    """``nodes`` and ``links``, ``(name, tail, head, direction, type)``, of a pattern; ``keep`` is its WHERE."""

    optional: bool
    nodes: str
    links: tuple[tuple[str, str, str, str, str], ...] = ()
    where: str = ""
    keep: Callable[[Any, Row], bool] = lambda graph, row: True

    def text(self) -> str:
        said = [f"({node})" for node in self.nodes]
        for name, tail, head, direction, kind in self.links:
            said.append(f"({tail})-[{name}{kind and ':' + kind}]-{direction.strip('-')}({head})")
        return f"{'OPTIONAL ' if self.optional else ''}MATCH {', '.join(said)}{self.where and ' WHERE ' + self.where}"


def answer(graph: Any, clauses: list[Clause]) -> list[Row]:
    """The rows, by the definition: each clause extends the rows of those before it."""
    rows: list[Row] = [{}]
    for clause in clauses:
        extended = []
        for row in rows:
            found = [one for one in matches(graph, clause, row) if clause.keep(graph, one)]
            if not found and clause.optional:
                named = [*clause.nodes, *(name for name, *_ in clause.links)]
                found = [{**dict.fromkeys(named), **row}]
            extended += found
        rows = extended
    return rows


def matches(graph: Any, clause: Clause, row: Row) -> Iterator[Row]:
    edges = list(graph.edges(keys=True)) if graph.is_multigraph() else list(graph.edges)
    free = [node for node in clause.nodes if node not in row]
    if any(row[node] is None for node in clause.nodes if node in row):
        return
    for chosen in product(graph.nodes, repeat=len(free)):
        at = {**row, **dict(zip(free, chosen, strict=True))}
        choices = []
        for _, tail, head, direction, kind in clause.links:
            ends = {(at[tail], at[head])}
            if direction == "-" or not graph.is_directed():
                ends.add((at[head], at[tail]))
            choices.append(
                [edge for edge in edges if edge[:2] in ends and kind in ("", graph.edges[edge]["kind"])]
            )
        for relationships in product(*choices):
            if len(set(relationships)) == len(relationships):
                yield {
                    **at,
                    **{name: edge for (name, *_), edge in zip(clause.links, relationships, strict=True)},
                }


def host(kind: type[nx.Graph], seed: int, nodes: int = 6, edges: int = 12) -> Any:
    """A sparse graph with types and sizes, some missing: many nodes lack what a part asks for."""
    chance = random.Random(seed)
    graph = kind()
    for place in range(nodes):
        graph.add_node(f"n{place * 7 % nodes}", **({"size": chance.choice([1, 2, 3])} if place % 3 else {}))
    names = list(graph.nodes)
    for _ in range(edges):
        tail, head = chance.sample(names, 2)
        graph.add_edge(tail, head, kind=chance.choice(["SYN", "SYN", "GAP"]), weight=chance.choice([1, 2, 3]))
    return graph


def check(graph: Any, clauses: list[Clause]) -> None:
    """Compare the count, the count by listing, and the rows themselves."""
    query = " ".join(clause.text() for clause in clauses)
    expected = answer(graph, clauses)
    assert cypher.count(graph, f"{query} RETURN count(*)", edge_label="kind") == len(expected), query
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_optional, "count_rows", refuse)
        assert cypher.count(graph, f"{query} RETURN count(*)", edge_label="kind") == len(expected), query
    rows = cypher.run(graph, f"{query} RETURN *", edge_label="kind")
    assert Counter(frozenset(row.items()) for row in rows) == Counter(
        frozenset(row.items()) for row in expected
    ), query
    for name in expected[0] if expected else ():
        counted = cypher.count(graph, f"{query} RETURN count({name})", edge_label="kind")
        assert counted == sum(row[name] is not None for row in expected), (query, name)


def refuse(*arguments: Any) -> Any:
    raise _optional.TooManyCounts


def arc(
    name: str, tail: str, head: str, direction: str = ">", kind: str = ""
) -> tuple[str, str, str, str, str]:
    return name, tail, head, direction, kind


def smaller(left: Any, right: Any) -> bool:
    return left is not None and right is not None and left < right


QUERIES = {
    "one": [Clause(False, "a"), Clause(True, "ab", (arc("r", "a", "b"),))],
    "at one node": [
        Clause(False, "ab", (arc("r", "a", "b"),)),
        Clause(True, "bc", (arc("s", "b", "c"),)),
        Clause(True, "bd", (arc("t", "d", "b", ">", "GAP"),)),
    ],
    "at different nodes": [
        Clause(False, "ab", (arc("r", "a", "b"),)),
        Clause(True, "ac", (arc("s", "c", "a"),)),
        Clause(True, "bd", (arc("t", "b", "d", ">", "SYN"),)),
        Clause(True, "be", (arc("u", "b", "e", "-"),)),
    ],
    "of two relationships": [
        Clause(False, "ab", (arc("r", "a", "b"),)),
        Clause(True, "bcd", (arc("s", "b", "c"), arc("t", "d", "c"))),
    ],
    "on a part": [
        Clause(False, "a"),
        Clause(True, "ab", (arc("r", "a", "b"),)),
        Clause(True, "bc", (arc("s", "b", "c"),)),
        Clause(True, "ad", (arc("t", "d", "a"),)),
    ],
    "on a part of a part": [
        Clause(False, "ab", (arc("r", "a", "b"),)),
        Clause(True, "bc", (arc("s", "c", "b", ">", "GAP"),)),
        Clause(True, "cd", (arc("t", "c", "d"),)),
        Clause(True, "de", (arc("u", "d", "e"),)),
    ],
    "between two nodes": [
        Clause(False, "ab", (arc("r", "a", "b"),)),
        Clause(True, "ba", (arc("s", "b", "a"),)),
        Clause(True, "acb", (arc("t", "a", "c"), arc("u", "c", "b"))),
    ],
    "with two parts": [
        Clause(False, "a"),
        Clause(True, "ab", (arc("r", "a", "b"),)),
        Clause(True, "ac", (arc("s", "c", "a"),)),
        Clause(True, "bc", (arc("t", "b", "c"),)),
    ],
    "first": [
        Clause(True, "ab", (arc("r", "a", "b", ">", "GAP"),)),
        Clause(True, "bc", (arc("s", "b", "c"),)),
    ],
    "nothing shared": [Clause(False, "a"), Clause(True, "bc", (arc("r", "b", "c", ">", "GAP"),))],
    "nothing there": [
        Clause(False, "a"),
        Clause(True, "bc", (arc("r", "b", "c", ">", "NONE"),)),
        Clause(True, "cd", (arc("s", "c", "d"),)),
    ],
    "bound alone": [Clause(False, "ab", (arc("r", "a", "b"),)), Clause(True, "a"), Clause(True, "c")],
    "matched again": [
        Clause(False, "a"),
        Clause(True, "ab", (arc("r", "a", "b"),)),
        Clause(True, "ac", (arc("s", "c", "a"),)),
        Clause(False, "bd", (arc("t", "b", "d"),)),
    ],
    "condition": [
        Clause(False, "ab", (arc("r", "a", "b"),)),
        Clause(
            True,
            "bc",
            (arc("s", "b", "c"),),
            "c.size > 1",
            lambda g, row: smaller(1, g.nodes[row["c"]].get("size")),
        ),
    ],
    "condition on what is bound": [
        Clause(False, "a"),
        Clause(
            True,
            "ab",
            (arc("r", "a", "b"),),
            "a.size < 3",
            lambda g, row: smaller(g.nodes[row["a"]].get("size"), 3),
        ),
    ],
    "condition on two nodes": [
        Clause(False, "ab", (arc("r", "a", "b"),)),
        Clause(
            True,
            "bc",
            (arc("s", "b", "c"),),
            "a.size < c.size",
            lambda g, row: smaller(g.nodes[row["a"]].get("size"), g.nodes[row["c"]].get("size")),
        ),
    ],
    "condition on two relationships": [
        Clause(False, "ab", (arc("r", "a", "b", "-"),)),
        Clause(
            True,
            "bc",
            (arc("s", "b", "c"),),
            "r.weight < s.weight",
            lambda g, row: g.edges[row["r"]]["weight"] < g.edges[row["s"]]["weight"],
        ),
    ],
    "condition on a part and before it": [
        Clause(False, "a"),
        Clause(True, "ab", (arc("r", "a", "b"),)),
        Clause(
            True,
            "bc",
            (arc("s", "c", "b"),),
            "a <> c AND r.weight >= s.weight",
            lambda g, row: (
                row["a"] != row["c"] and not g.edges[row["r"]]["weight"] < g.edges[row["s"]]["weight"]
            ),
        ),
    ],
    "condition on what is before alone": [
        Clause(False, "ab", (arc("r", "a", "b"),)),
        Clause(
            True,
            "cd",
            (arc("s", "c", "d", ">", "GAP"),),
            "a.size > 1",
            lambda g, row: smaller(1, g.nodes[row["a"]].get("size")),
        ),
    ],
    "on a cycle": [
        Clause(False, "abc", (arc("r", "a", "b"), arc("s", "b", "c"), arc("t", "c", "a"))),
        Clause(True, "ad", (arc("u", "a", "d"),)),
        Clause(True, "be", (arc("v", "e", "b", ">", "GAP"),)),
    ],
    "of a cycle": [
        Clause(False, "ab", (arc("r", "a", "b"),)),
        Clause(True, "bcd", (arc("s", "b", "c"), arc("t", "c", "d"), arc("u", "d", "b"))),
        Clause(True, "ae", (arc("v", "e", "a"),)),
    ],
    "there and back": [
        Clause(False, "ab", (arc("r", "a", "b"),)),
        Clause(True, "bcd", (arc("s", "c", "b"), arc("t", "c", "b", "-"), arc("u", "c", "d"))),
        Clause(True, "bce", (arc("v", "b", "c", ">", "SYN"), arc("w", "c", "b"), arc("x", "c", "e"))),
    ],
    "there and back, by types": [
        Clause(False, "a"),
        Clause(True, "ab", (arc("r", "a", "b", ">", "SYN"), arc("s", "b", "a", ">", "GAP"))),
        Clause(True, "ca", (arc("t", "c", "a", ">", "SYN"), arc("u", "a", "c", ">", "GAP"))),
    ],
    "different": [
        Clause(False, "ab", (arc("r", "a", "b"),)),
        Clause(True, "bc", (arc("s", "b", "c"),), "a <> c", lambda g, row: row["a"] != row["c"]),
    ],
    "absent": [
        Clause(False, "a"),
        Clause(
            True,
            "abc",
            (arc("r", "a", "b"), arc("s", "b", "c")),
            "a <> c AND NOT (c)-->(a)",
            lambda g, row: row["a"] != row["c"] and not g.has_edge(row["c"], row["a"]),
        ),
    ],
}


@pytest.mark.parametrize("kind", [nx.DiGraph, nx.MultiDiGraph])
@pytest.mark.parametrize("name", QUERIES)
@pytest.mark.filterwarnings("ignore:no relationship has the type")
def test_queries(name: str, kind: type[nx.Graph]) -> None:
    graph = host(kind, len(name))
    assert answer(graph, QUERIES[name])
    check(graph, QUERIES[name])


@pytest.mark.parametrize("kind", [nx.Graph, nx.MultiGraph])
def test_undirected_graphs(kind: type[nx.Graph]) -> None:
    graph = host(kind, seed=5)
    check(
        graph,
        [
            Clause(False, "ab", (arc("r", "a", "b", "-", "SYN"),)),
            Clause(True, "bcd", (arc("s", "b", "c", "-"), arc("t", "c", "d", "-", "GAP"))),
            Clause(True, "ae", (arc("u", "a", "e", "-", "GAP"),)),
        ],
    )


@pytest.mark.parametrize("seed", range(16))
@pytest.mark.filterwarnings("ignore:no relationship has the type")
def test_random_queries(seed: int) -> None:
    chance = random.Random(seed)
    clauses: list[Clause] = []
    for number in range(chance.randint(2, 4)):
        links = []
        for place in range(chance.choice([1, 1, 2])):
            tail, head = chance.sample("abcd", 2)
            links.append(
                arc(f"r{number}{place}", tail, head, chance.choice(">>-"), chance.choice(["", "SYN", "GAP"]))
            )
        nodes = "".join(dict.fromkeys(node for _, tail, head, *_ in links for node in (tail, head)))
        one, other = nodes[0], nodes[-1]
        where, keep = chance.choice(
            [
                ("", lambda g, row: True),
                (f"{one}.size > 1", lambda g, row, one=one: smaller(1, g.nodes[row[one]].get("size"))),
                (f"{one} <> {other}", lambda g, row, one=one, other=other: row[one] != row[other]),
                (
                    f"NOT ({other})-->({one})",
                    lambda g, row, one=one, other=other: not g.has_edge(row[other], row[one]),
                ),
            ]
        )
        clauses.append(Clause(chance.random() < (0.75 if number else 0.25), nodes, tuple(links), where, keep))
    check(
        host(chance.choice([nx.DiGraph, nx.DiGraph, nx.MultiDiGraph]), seed + 50, nodes=5, edges=8), clauses
    )


COUNTED = [
    "at one node",
    "at different nodes",
    "of two relationships",
    "on a part",
    "on a part of a part",
    "nothing shared",
    "matched again",
    "condition",
    "absent",
    "on a cycle",
    "of a cycle",
]


@pytest.mark.parametrize("name", COUNTED)
@pytest.mark.filterwarnings("ignore:no relationship has the type")
def test_counts_are_not_lists(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(*arguments: Any) -> Any:
        raise AssertionError("rows were listed")

    monkeypatch.setattr(_listing, "list_rows", forbidden)
    graph = host(nx.DiGraph, seed=len(name))
    query = " ".join(clause.text() for clause in QUERIES[name])
    expected = len(answer(graph, QUERIES[name]))
    assert cypher.count(graph, f"{query} RETURN count(*)", edge_label="kind") == expected


@pytest.mark.parametrize("kind", [nx.DiGraph, nx.MultiDiGraph])
def test_products_are_exact_and_not_listed(kind: type[nx.Graph]) -> None:
    """More rows than could be listed, and more than 64 bits hold."""
    graph = kind([("hub", leaf) for leaf in range(1000)])
    graph.add_edges_from([(0, 1)] * (2 if graph.is_multigraph() else 1))
    parts = " ".join(f"OPTIONAL MATCH (a)-->(b{number})" for number in range(8))
    double = 2**8 if graph.is_multigraph() else 1
    assert cypher.count(graph, f"MATCH (a) {parts} RETURN count(*)") == 1000**8 + double + 999
    assert cypher.count(graph, f"MATCH (a)-->(leaf) {parts} RETURN count(leaf)") == 1000**9 + double * (
        2 if graph.is_multigraph() else 1
    )


def test_nulls_are_returned() -> None:
    graph = nx.DiGraph()
    graph.add_node("x", size=1)
    graph.add_edge("x", "y", weight=5)
    query = "MATCH (a) OPTIONAL MATCH (a)-[r]->(b) RETURN a, r, b, b.size, r.weight AS w"
    assert sorted(cypher.run(graph, query), key=lambda row: row["a"]) == [
        {"a": "x", "r": ("x", "y"), "b": "y", "b.size": None, "w": 5},
        {"a": "y", "r": None, "b": None, "b.size": None, "w": None},
    ]
    assert cypher.run(nx.DiGraph(), "OPTIONAL MATCH (a)-[r]->(b) RETURN a, a.size, r.weight") == [
        {"a": None, "a.size": None, "r.weight": None}
    ]
    assert len(cypher.run(graph, f"{query} LIMIT 1")) == 1
    assert cypher.count(graph, "MATCH (a) OPTIONAL MATCH (a)-->(b) RETURN count(b.size)") == 0
    assert cypher.count(graph, "MATCH (a) OPTIONAL MATCH (b)-->(a) RETURN count(b.size)") == 1


REFUSED = {
    "MATCH (a) OPTIONAL MATCH (a)-->(b) MATCH (c) WHERE b.size IS NULL RETURN a": "cannot read b, which OPTIONAL "
    "MATCH binds, as it may be null: use b in the pattern of this clause.*line 1, column 52",
    "MATCH (a) OPTIONAL MATCH (a)-->(b) OPTIONAL MATCH (a)-->(c) WHERE c <> b RETURN a": "cannot read b",
    "MATCH (a) OPTIONAL MATCH (a)-->(b) WHERE c.size > 1 RETURN a": "c is not bound by MATCH, which binds a, b",
    "MATCH (a) OPTIONAL MATCH (a)-->(b) RETURN c": "c is not bound by MATCH, which binds a, b",
    "MATCH (a)-[r]->(b) OPTIONAL MATCH (a)-[r]->(c) RETURN a": "r is bound already",
    "MATCH (a)-[r]->(b) OPTIONAL MATCH (r)-->(c) RETURN a": "r is a relationship, and cannot be a node",
    "MATCH (a) OPTIONAL MATCH (a)-->(b) WITH a WHERE b IS NULL RETURN a": "WITH is not supported",
}


@pytest.mark.parametrize("query", REFUSED)
def test_refusals(query: str) -> None:
    with pytest.raises(PatternError, match=f"(?s){REFUSED[query]}"):
        cypher.run(host(nx.DiGraph, seed=1), query)
