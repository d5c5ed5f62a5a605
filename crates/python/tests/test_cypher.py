"""openCypher against a brute force that follows its definition: every assignment of nodes and relationships
is tried.
"""

from __future__ import annotations

import gc
import pickle
import random
import subprocess
import sys
import weakref
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import networkx as nx
import pytest

pytest.importorskip("lark")
pytest.importorskip("motherlode")

from motherlode import Graph, GraphError, PatternError, cypher
from motherlode.cypher import _counting


def host(kind: type[nx.Graph], seed: int, nodes: int = 6, edges: int = 11) -> Any:
    """A graph with labels, types and properties, some missing, and without self-loops."""
    chance = random.Random(seed)
    graph = kind()
    for place in range(nodes):
        properties: dict[str, Any] = {"label": chance.choice(["Neuron", "Glia", ("Neuron", "Fast")])}
        if chance.random() < 0.75:
            properties["size"] = chance.choice([1, 2, 2.5, 4])
        if chance.random() < 0.75:
            properties["type"] = chance.choice(["GABA", "GLUT", "GABAergic", 3, True])
        if chance.random() < 0.5:
            properties["flag"] = chance.choice([True, False, None])
        graph.add_node(f"n{place * 7 % nodes}", **properties)
    names = list(graph.nodes)
    for _ in range(edges):
        tail, head = chance.sample(names, 2)
        properties = {"kind": chance.choice(["SYN", "SYN", "GAP"])}
        if chance.random() < 0.75:
            properties["weight"] = chance.choice([1, 2, 3])
        graph.add_edge(tail, head, **properties)
    return graph


# A link: the ends, the direction, and what is asked of the properties.
Link = tuple[str, str, str, Callable[[dict[str, Any]], bool]]


def brute(
    graph: Any, nodes: str, clauses: list[list[Link]], keep: Callable[[dict[str, Any], list[Any]], bool]
) -> Iterator[tuple[dict[str, Any], list[Any]]]:
    """All assignments, one by one: nodes freely, a relationship for each link, those of a clause all
    different.
    """
    edges = list(graph.edges(keys=True)) if graph.is_multigraph() else list(graph.edges)
    for chosen in product(graph.nodes, repeat=len(nodes)):
        at = dict(zip(nodes, chosen, strict=True))
        choices = []
        for clause in clauses:
            for tail, head, direction, wanted in clause:
                fitting = []
                for edge in edges:
                    there = edge[0] == at[tail] and edge[1] == at[head]
                    back = edge[0] == at[head] and edge[1] == at[tail]
                    if (there or (direction == "-" and back)) and wanted(graph.edges[edge]):
                        fitting.append(edge)
                choices.append(fitting)
        for relationships in product(*choices):
            start = 0
            for clause in clauses:
                some = relationships[start : start + len(clause)]
                if len(set(some)) < len(some):
                    break
                start += len(clause)
            else:
                if keep(at, list(relationships)):
                    yield at, list(relationships)


def anything(properties: dict[str, Any]) -> bool:
    return True


def always(at: dict[str, Any], relationships: list[Any]) -> bool:
    return True


SHAPES: dict[str, tuple[str, str, list[list[tuple[str, str, str]]]]] = {
    "arc": ("MATCH (a)-->(b)", "ab", [[("a", "b", ">")]]),
    "left": ("MATCH (a)<--(b)", "ab", [[("b", "a", ">")]]),
    "either": ("MATCH (a)--(b)", "ab", [[("a", "b", "-")]]),
    "path": ("MATCH (a)-->(b)-->(c)", "abc", [[("a", "b", ">"), ("b", "c", ">")]]),
    "path, either": ("MATCH (a)--(b)--(c)", "abc", [[("a", "b", "-"), ("b", "c", "-")]]),
    "mixed": ("MATCH (a)-->(b)--(c)", "abc", [[("a", "b", ">"), ("b", "c", "-")]]),
    "fan in": ("MATCH (a)-->(b)<--(c)", "abc", [[("a", "b", ">"), ("c", "b", ">")]]),
    "fan in, two clauses": ("MATCH (a)-->(b) MATCH (c)-->(b)", "abc", [[("a", "b", ">")], [("c", "b", ">")]]),
    "star": (
        "MATCH (a)-->(b), (a)-->(c), (a)-->(d)",
        "abcd",
        [[("a", "b", ">"), ("a", "c", ">"), ("a", "d", ">")]],
    ),
    "parallel": ("MATCH (a)-->(b), (a)-->(b)", "ab", [[("a", "b", ">"), ("a", "b", ">")]]),
    "parallel, two clauses": (
        "MATCH (a)-->(b) MATCH (a)-->(b)",
        "ab",
        [[("a", "b", ">")], [("a", "b", ">")]],
    ),
    "there and back": ("MATCH (a)-->(b)-->(a)", "ab", [[("a", "b", ">"), ("b", "a", ">")]]),
    "two edges": ("MATCH (a)-->(b), (c)-->(d)", "abcd", [[("a", "b", ">"), ("c", "d", ">")]]),
    "triangle": ("MATCH (a)-->(b)-->(c)-->(a)", "abc", [[("a", "b", ">"), ("b", "c", ">"), ("c", "a", ">")]]),
    "square": (
        "MATCH (a)-->(b)-->(c)<--(d)<--(a)",
        "abcd",
        [[("a", "b", ">"), ("b", "c", ">"), ("d", "c", ">"), ("a", "d", ">")]],
    ),
    "node": ("MATCH (a)", "a", [[]]),
    "two nodes": ("MATCH (a), (b)", "ab", [[]]),
    "loop that is not there": ("MATCH (a)-->(a)", "a", [[("a", "a", ">")]]),
}

KINDS = [nx.DiGraph, nx.MultiDiGraph]


def check(
    graph: Any, query: str, expected: list[tuple[dict[str, Any], list[Any]]], nodes: str, **options: Any
) -> None:
    """Compare the count, the count by listing, and the rows themselves."""
    assert cypher.count(graph, f"{query} RETURN count(*)", **options) == len(expected)
    returned = ", ".join(nodes)
    rows = cypher.run(graph, f"{query} RETURN {returned}", **options)
    assert Counter(tuple(row.items()) for row in rows) == Counter(tuple(at.items()) for at, _ in expected)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", SHAPES)
def test_shapes(name: str, kind: type[nx.Graph]) -> None:
    query, nodes, clauses = SHAPES[name]
    graph = host(kind, seed=len(name))
    links = [[(*link, anything) for link in clause] for clause in clauses]
    check(graph, query, list(brute(graph, nodes, links, always)), nodes)


@pytest.mark.parametrize("kind", [nx.Graph, nx.MultiGraph])
@pytest.mark.parametrize("name", ["either", "path, either", "two nodes"])
def test_undirected_graphs(name: str, kind: type[nx.Graph]) -> None:
    query, nodes, clauses = SHAPES[name]
    graph = host(kind, seed=len(name))
    links = [[(*link, anything) for link in clause] for clause in clauses]
    check(graph, query, list(brute(graph, nodes, links, always)), nodes)
    triangle = [
        [
            ("a", "b", "-", anything),
            ("b", "c", "-", anything),
            ("c", "a", "-", anything),
            ("c", "d", "-", anything),
        ]
    ]
    check(graph, "MATCH (a)--(b)--(c)--(a), (c)--(d)", list(brute(graph, "abcd", triangle, always)), "abcd")


def test_counts_are_not_lists(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where relationships are not parallel the engine counts; the list would give the same."""
    from motherlode.cypher import _listing

    def forbidden(*arguments: Any) -> Any:
        raise AssertionError("rows were listed")

    monkeypatch.setattr(_listing, "list_rows", forbidden)
    graph = host(nx.DiGraph, seed=3)
    for name, (query, nodes, clauses) in SHAPES.items():
        links = [[(*link, anything) for link in clause] for clause in clauses]
        expected = sum(1 for _ in brute(graph, nodes, links, always))
        assert cypher.count(graph, f"{query} RETURN count(*)") == expected, name
        assert cypher.run(graph, f"{query} RETURN count(*) AS n") == [{"n": expected}]


def less(left: Any, right: Any) -> Any:
    """`<` of numbers as openCypher has it; None is null."""
    both = all(isinstance(value, (int, float)) and not isinstance(value, bool) for value in (left, right))
    return left < right if both else None


CONDITIONS: dict[str, tuple[str, Callable[[Any, dict[str, Any], list[Any]], bool]]] = {
    "number": ("a.size > 2", lambda g, at, r: less(2, g.nodes[at["a"]].get("size")) is True),
    "not": ("NOT a.size > 2", lambda g, at, r: less(2, g.nodes[at["a"]].get("size")) is False),
    "between": ("1 < a.size <= 2.5", lambda g, at, r: g.nodes[at["a"]].get("size") in (2, 2.5)),
    "unequal is null": (
        "a.type <> 'GABA'",
        lambda g, at, r: g.nodes[at["a"]].get("type") not in (None, "GABA"),
    ),
    "true is not 1": ("a.type = 1", lambda g, at, r: False),
    "in": ("a.type IN ['GABA', 3]", lambda g, at, r: g.nodes[at["a"]].get("type") in ("GABA", 3)),
    "not in": (
        "NOT a.type IN ['GABA', 3]",
        lambda g, at, r: (
            g.nodes[at["a"]].get("type") is not None and g.nodes[at["a"]]["type"] not in ("GABA", 3)
        ),
    ),
    "starts": (
        "a.type STARTS WITH 'GABA'",
        lambda g, at, r: str(g.nodes[at["a"]].get("type")).startswith("GABA"),
    ),
    "null": ("a.size IS NULL", lambda g, at, r: g.nodes[at["a"]].get("size") is None),
    "not null": ("a.size IS NOT NULL", lambda g, at, r: g.nodes[at["a"]].get("size") is not None),
    "flag": ("a.flag", lambda g, at, r: g.nodes[at["a"]].get("flag") is True),
    "not flag": ("NOT a.flag", lambda g, at, r: g.nodes[at["a"]].get("flag") is False),
    "label": ("a:Fast", lambda g, at, r: g.nodes[at["a"]]["label"] == ("Neuron", "Fast")),
    "labels": ("a:Neuron:Fast OR a:Glia", lambda g, at, r: g.nodes[at["a"]]["label"] != "Neuron"),
    "ends": (
        "a.size < b.size",
        lambda g, at, r: less(g.nodes[at["a"]].get("size"), g.nodes[at["b"]].get("size")) is True,
    ),
    "far ends": (
        "a.size < c.size",
        lambda g, at, r: less(g.nodes[at["a"]].get("size"), g.nodes[at["c"]].get("size")) is True,
    ),
    "weight": ("r.weight >= 2", lambda g, at, r: g.edges[r[0]].get("weight") in (2, 3)),
    "weight and end": (
        "r.weight >= a.size",
        lambda g, at, r: less(g.edges[r[0]].get("weight"), g.nodes[at["a"]].get("size")) is False,
    ),
    "two weights": (
        "r.weight = s.weight",
        lambda g, at, r: (
            g.edges[r[0]].get("weight") is not None
            and g.edges[r[0]].get("weight") == g.edges[r[1]].get("weight")
        ),
    ),
    "different": ("a <> c", lambda g, at, r: at["a"] != at["c"]),
    "same": ("a = c", lambda g, at, r: at["a"] == at["c"]),
    "absent": ("NOT (c)-->(a)", lambda g, at, r: not g.has_edge(at["c"], at["a"])),
    "absent, either": (
        "NOT (c)--(a)",
        lambda g, at, r: not g.has_edge(at["c"], at["a"]) and not g.has_edge(at["a"], at["c"]),
    ),
    "absent by type": ("NOT (c)-[:GAP]->(a)", lambda g, at, r: not typed(g, at["c"], at["a"], "GAP")),
    "absent to a label": (
        "NOT (c)-->(a:Glia)",
        lambda g, at, r: not (g.has_edge(at["c"], at["a"]) and g.nodes[at["a"]]["label"] == "Glia"),
    ),
    "there": ("(c)-[:SYN]->(a)", lambda g, at, r: typed(g, at["c"], at["a"], "SYN")),
    "there or": (
        "(c)-->(a) OR a.size > 2",
        lambda g, at, r: g.has_edge(at["c"], at["a"]) or less(2, g.nodes[at["a"]].get("size")) is True,
    ),
    "ends there": ("NOT (c)-->()", lambda g, at, r: g.out_degree(at["c"]) == 0),
    "comes from": (
        "(a)<--(:Glia)",
        lambda g, at, r: any(g.nodes[other]["label"] == "Glia" for other in g.predecessors(at["a"])),
    ),
    "xor": (
        "a.size > 2 XOR c.size > 2",
        lambda g, at, r: (
            None
            not in (
                one := less(2, g.nodes[at["a"]].get("size")),
                other := less(2, g.nodes[at["c"]].get("size")),
            )
            and one != other
        ),
    ),
    "not and": (
        "NOT (a.size > 2 AND c.size > 2)",
        lambda g, at, r: (
            False in (less(2, g.nodes[at["a"]].get("size")), less(2, g.nodes[at["c"]].get("size")))
        ),
    ),
    "not or": (
        "NOT (a.size > 2 OR c.size > 2)",
        lambda g, at, r: [less(2, g.nodes[at[n]].get("size")) for n in "ac"] == [False, False],
    ),
    "and or": (
        "a.size > 2 AND c.size > 1 OR a.flag",
        lambda g, at, r: (
            g.nodes[at["a"]].get("flag") is True
            or (
                less(2, g.nodes[at["a"]].get("size")) is True
                and less(1, g.nodes[at["c"]].get("size")) is True
            )
        ),
    ),
    "much": (
        "a.size > 1 AND r.weight >= 1 AND NOT (c)-->(a) AND a <> c",
        lambda g, at, r: (
            less(1, g.nodes[at["a"]].get("size")) is True
            and g.edges[r[0]].get("weight") is not None
            and not g.has_edge(at["c"], at["a"])
            and at["a"] != at["c"]
        ),
    ),
}


def typed(graph: Any, tail: str, head: str, kind: str) -> bool:
    data = graph.get_edge_data(tail, head)
    if data is None:
        return False
    return kind in ([one["kind"] for one in data.values()] if graph.is_multigraph() else [data["kind"]])


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", CONDITIONS)
def test_conditions(name: str, kind: type[nx.Graph]) -> None:
    condition, keep = CONDITIONS[name]
    graph = host(kind, seed=len(condition))
    options = {"label": "label", "edge_label": "kind"}
    for query, direction in (
        ("(a)-[r]->(b)-[s]->(c)", ">"),
        ("(a)-[r]->(b)<-[s]-(c)", "<"),
        ("(a)-[r]->(b)-[s]-(c)", "-"),
    ):
        second = ("c", "b", ">") if direction == "<" else ("b", "c", direction)
        links: list[list[Link]] = [[("a", "b", ">", anything), (*second, anything)]]
        expected = list(brute(graph, "abc", links, lambda at, r: keep(graph, at, r)))
        check(graph, f"MATCH {query} WHERE {condition}", expected, "abc", **options)


@pytest.mark.parametrize("kind", KINDS)
def test_described_nodes_and_relationships(kind: type[nx.Graph]) -> None:
    graph = host(kind, seed=9)
    query = "MATCH (a:Neuron {size: 4})-[s:SYN|GAP {weight: $w}]->(b), (b)-[:SYN]->(c:Glia|Fast)"
    links: list[list[Link]] = [
        [("a", "b", ">", lambda p: p.get("weight") == 2), ("b", "c", ">", lambda p: p["kind"] == "SYN")]
    ]

    def keep(at: dict[str, Any], relationships: list[Any]) -> bool:
        first, last = graph.nodes[at["a"]], graph.nodes[at["c"]]
        return first["label"] != "Glia" and first.get("size") == 4 and last["label"] != "Neuron"

    expected = list(brute(graph, "abc", links, keep))
    check(graph, query, expected, "abc", label="label", edge_label="kind", parameters={"w": 2})


def test_relationships_and_properties_are_returned() -> None:
    graph = host(nx.MultiDiGraph, seed=4)
    rows = cypher.run(graph, "MATCH (a)-[r]->(b)-[s]->(c) RETURN r, s, b.size, s.weight AS w")
    links: list[list[Link]] = [[("a", "b", ">", anything), ("b", "c", ">", anything)]]
    expected = [
        (edges[0], edges[1], graph.nodes[at["b"]].get("size"), graph.edges[edges[1]].get("weight"))
        for at, edges in brute(graph, "abc", links, always)
    ]
    assert Counter((row["r"], row["s"], row["b.size"], row["w"]) for row in rows) == Counter(expected)
    assert list(rows[0]) == ["r", "s", "b.size", "w"]
    assert list(cypher.run(graph, "MATCH (a)-[r]->(b)-->() RETURN *")[0]) == ["a", "b", "r"]


def test_limits_and_counts_of_values() -> None:
    graph = host(nx.DiGraph, seed=4)
    total = cypher.count(graph, "MATCH (a)-->(b) RETURN a")
    assert total == graph.number_of_edges()
    assert len(cypher.run(graph, "MATCH (a)-->(b) RETURN a LIMIT 3")) == 3
    assert cypher.count(graph, "MATCH (a)-->(b) RETURN a LIMIT 3") == 3
    assert cypher.count(graph, "MATCH (a)-->(b) RETURN count(*) LIMIT 1") == total
    assert cypher.run(graph, "MATCH (a)-->(b) RETURN count(*) LIMIT 0") == []
    sizes = [graph.nodes[tail].get("size") for tail, _ in graph.edges]
    assert cypher.count(graph, "MATCH (a)-->(b) RETURN count(a.size)") == sum(
        size is not None for size in sizes
    )
    assert cypher.count(graph, "MATCH (a)-->(b) RETURN count(a)") == total


@pytest.mark.parametrize("seed", range(40))
def test_random_queries(seed: int) -> None:
    chance = random.Random(seed)
    graph = host(chance.choice(KINDS), seed=seed + 100, nodes=5, edges=9)
    nodes = "abcd"[: chance.randint(2, 4)]
    clauses: list[list[Link]] = []
    said = []
    for _ in range(chance.randint(1, 2)):
        links: list[Link] = []
        paths = []
        for _ in range(chance.randint(1, 2)):
            tail, head = chance.choice(nodes), chance.choice(nodes)
            if tail == head:
                continue
            direction = chance.choice(">>-")
            kind = chance.choice(["", ":SYN"])
            links.append((tail, head, direction, (lambda p: p["kind"] == "SYN") if kind else anything))
            paths.append(f"({tail})-[{kind}]-{'>' if direction == '>' else ''}({head})")
        if paths:
            clauses.append(links)
            said.append("MATCH " + ", ".join(paths))
    if not said:
        return
    nodes = "".join(node for node in nodes if any(f"({node})" in clause for clause in said))
    one, other = chance.choice(nodes), chance.choice(nodes)
    condition, keep = chance.choice(
        [
            ("", always),
            (f" WHERE {one} <> {other}", lambda at, r: at[one] != at[other]),
            (f" WHERE NOT ({one})-->({other})", lambda at, r: not graph.has_edge(at[one], at[other])),
            (
                f" WHERE NOT ({one})-[:GAP]->({other})",
                lambda at, r: not typed(graph, at[one], at[other], "GAP"),
            ),
        ]
    )
    expected = list(brute(graph, nodes, clauses, keep))
    check(graph, " ".join(said) + condition, expected, nodes, edge_label="kind")


def test_too_many_conditions_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_counting, "_MOST_COUNTS", 3)
    graph = host(nx.DiGraph, seed=2)
    query, nodes, clauses = SHAPES["star"]
    links = [[(*link, anything) for link in clause] for clause in clauses]
    expected = sum(1 for _ in brute(graph, nodes, links, lambda at, r: at["b"] != at["d"]))
    assert cypher.count(graph, f"{query} WHERE b <> d RETURN count(*)") == expected


REFUSED = {
    "MATCH (a)-[*1..3]->(b) RETURN a": "variable length are not supported.*line 1, column 12",
    "MATCH (a)-->(b)\nRETURN count(DISTINCT a)": "DISTINCT is not supported.*line 2, column 14",
    "OPTIONAL (a) RETURN a": "OPTIONAL is followed by MATCH, at line 1, column 10",
    "MATCH (a) RETURN a ORDER BY a": "ORDER BY is not supported",
    "MATCH (a) WHERE a.x =~ 'b' RETURN a": "regular expressions are not supported",
    "MATCH (a) WHERE a.x + 1 > 2 RETURN a": "arithmetic is not supported",
    "MATCH (a) RETURN sum(a.x)": "functions are not supported, but for count",
    "MATCH (a) SET a.x = 1": "graphs are read, not written",
    "MATCH (a) WITH a RETURN a": "WITH is not supported",
    "RETURN 1": "a query begins with MATCH",
    "MATCH (a)-->(b)": "the query ends too early, at line 1, column 16",
    "MATCH (a)-->(b RETURN a": "`RETURN` is not understood here",
    "MATCH (a) WHERE b.x = 1 RETURN a": "b is not bound by MATCH, which binds a, at line 1, column 17",
    "MATCH (a) RETURN b": "b is not bound",
    "MATCH (a)-[r]->(b)-[r]->(c) RETURN a": "r is bound already",
    "MATCH (a)-[a]->(b) RETURN a": "a is bound already",
    "MATCH (a:X) RETURN a": "say which attribute of the nodes has the labels",
    "MATCH (a)-[:X]->(b) RETURN a": "say which attribute of the edges has the types",
    "MATCH (a) WHERE a.size > $x RETURN a": r"\$x is not given",
    "MATCH (a) RETURN a, count(*)": "would count in groups",
    "MATCH (a) RETURN a.size, a.size": "returned twice",
    "MATCH ()-->() RETURN *": "nothing to return",
    "MATCH (a)-[r]->(b) WHERE r = a RETURN a": "never the same",
    "MATCH (a)-->(b) WHERE a > b RETURN a": "can only be compared to another, by = or <>",
    "MATCH (a)-->(b) WHERE (a)-->()-->(b) RETURN a": "a path as a condition has one relationship",
    "MATCH (a)-->(b) WHERE NOT (a)-[r]->(b) RETURN a": "a relationship in a condition has no name",
    "MATCH (a) WHERE a.size RETURN a": "must be true or false",
    "MATCH (a) WHERE a.x = 'b\\q' RETURN a": "is no escape",
}


@pytest.mark.parametrize("query", REFUSED)
def test_refusals(query: str) -> None:
    with pytest.raises(PatternError, match=f"(?s){REFUSED[query]}"):
        cypher.run(host(nx.DiGraph, seed=1), query)


def test_other_errors() -> None:
    with pytest.raises(PatternError, match="the graph is undirected: write --"):
        cypher.count(host(nx.Graph, seed=1), "MATCH (a)-->(b) RETURN count(*)")
    loops = nx.DiGraph([("x", "x"), ("x", "y")])
    with pytest.raises(GraphError, match="the graph has 1 self-loops"):
        cypher.count(loops, "MATCH (a)-->(b) RETURN count(*)")
    assert cypher.count(loops, "MATCH (a) RETURN count(*)") == 2
    with pytest.raises(TypeError, match=r"must be a NetworkX graph or a motherlode.Graph, not list"):
        cypher.count([(1, 2)], "MATCH (a) RETURN count(*)")
    with pytest.warns(UserWarning, match="no node has the label Neurone"):
        assert cypher.count(host(nx.DiGraph, seed=1), "MATCH (a:Neurone) RETURN count(*)", label="label") == 0


def test_texts_and_names() -> None:
    graph = nx.DiGraph()
    graph.add_node("x", **{"odd name": 'it\'s "so"\n'})
    graph.add_edge("x", "y")
    query = (
        "match (`a b`)-->(c) // a comment\n"
        "where `a b`.`odd name` = 'it\\'s \"so\"\\n' /* and another */ return `a b` as it;"
    )
    assert cypher.run(graph, query) == [{"it": "x"}]


def test_import_is_light() -> None:
    code = "import sys, motherlode.cypher; print('lark' in sys.modules, 'networkx' in sys.modules)"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "False False"


@pytest.mark.parametrize("kind", [nx.DiGraph, nx.MultiDiGraph])
def test_graphs_of_motherlode(kind: type[nx.Graph]) -> None:
    """A graph with labels and properties of its own answers as NetworkX's does."""
    graph = host(kind, seed=21, nodes=8, edges=30)
    for node in graph.nodes:
        graph.nodes[node]["type"] = str(graph.nodes[node].get("type"))
    made = Graph.from_networkx(graph, label="label", edge_label="kind", properties=True)
    for condition in (
        "a.size > 1 AND r.weight >= 2",
        "NOT (b)-[:GAP]->(a)",
        "a.size < b.size",
        "a.type <> 'GABA'",
        "b:Fast",
    ):
        query = f"MATCH (a:Neuron)-[r:SYN]->(b)<--(c) WHERE {condition}"
        expected = cypher.count(graph, f"{query} RETURN count(*)", label="label", edge_label="kind")
        assert expected > 0
        assert cypher.count(made, f"{query} RETURN count(*)") == expected
        rows = cypher.run(made, f"{query} RETURN a, b.size, c")
        others = cypher.run(graph, f"{query} RETURN a, b.size, c", label="label", edge_label="kind")
        assert Counter(map(str, rows)) == Counter(map(str, others))


@pytest.mark.parametrize("kind", [nx.MultiGraph, nx.MultiDiGraph])
@pytest.mark.parametrize("seed", range(4))
def test_each_label_of_an_edge_is_a_relationship(kind: type[nx.Graph], seed: int) -> None:
    """An edge of several labels is one pair to a pattern, and a row of its own for each label to a query."""
    chance = random.Random(seed)
    graph = kind()
    pairs = set()
    for _ in range(14):
        tail, head = chance.sample(range(6), 2)
        ends = (tail, head) if graph.is_directed() else (min(tail, head), max(tail, head))
        for label in chance.sample(["SYN", "GAP", "X"], chance.choice([1, 1, 2, 3])):
            if not graph.has_edge(*ends, key=label):
                graph.add_edge(*ends, key=label, kind=label)
        pairs.add(ends)
    made = Graph.from_networkx(graph, edge_label="kind")
    assert made.number_of_edges == len(pairs)
    arrow = "->" if graph.is_directed() else "-"
    for query in (
        f"MATCH (a)-[r]{arrow}(b)",
        f"MATCH (a)-[:SYN|GAP]{arrow}(b)-[:X|GAP]{arrow}(c)",
        f"MATCH (a)-[:SYN]{arrow}(b)-[]{arrow}(c)-[:GAP]{arrow}(a)",
    ):
        expected = cypher.count(graph, f"{query} RETURN count(*)", edge_label="kind")
        assert cypher.count(made, f"{query} RETURN count(*)") == expected
    labelled = {ends for ends in pairs if {"SYN", "X"} & set(graph[ends[0]][ends[1]])}
    assert made.count(f"a-[:SYN|X]{arrow}b") == len(labelled)
    again = pickle.loads(pickle.dumps(made))
    assert again.count(f"a-[:SYN|X]{arrow}b") == len(labelled)


def test_graphs_of_motherlode_are_not_kept() -> None:
    made = Graph.from_edges([(0, 1), (1, 2)], directed=True)
    assert cypher.count(made, "MATCH (a)-->(b)-->(c) RETURN count(*)") == 1
    alive = weakref.ref(made)
    del made
    gc.collect()
    assert alive() is None
