"""DotMotif's executors and ours find the same, on small random graphs of every kind."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import networkx as nx
import pytest

pytest.importorskip("dotmotif")
pytest.importorskip("motherlode")

from dotmotif import GrandIsoExecutor, Motif, NetworkXExecutor

import motherlode.dotmotif
from motherlode import PatternError
from motherlode.dotmotif import MotherlodeExecutor


def host(kind: type[nx.Graph], seed: int, nodes: int = 9, edges: int = 22) -> Any:
    """A graph with attributes of several types, some missing; with parallel edges and self-loops where `kind`
    has them.
    """
    chance = random.Random(seed)
    graph = kind()
    for place in range(nodes):
        attributes: dict[str, Any] = {}
        if chance.random() < 0.8:
            attributes["size"] = chance.choice([1, 2, 2.5, 3, 7])
        if chance.random() < 0.8:
            attributes["type"] = chance.choice(["GABA", "GLUT", "ACh", "GABAergic"])
        if chance.random() < 0.3:
            attributes["odd"] = chance.choice([1, "1", None, (1, 2), True])
        graph.add_node(f"n{place * 7 % nodes}", **attributes)
    names = list(graph.nodes)
    for _ in range(edges):
        tail, head = chance.choice(names), chance.choice(names[: nodes - 2])
        attributes = {"length": chance.randrange(4)}
        if chance.random() < 0.8:
            attributes["weight"] = chance.choice([1, 2, 3, 5.5])
        if chance.random() < 0.8:
            attributes["kind"] = chance.choice(["slow", "fast", "fastest"])
        graph.add_edge(tail, head, **attributes)
    return graph


def same(found: list[dict[str, Any]], expected: list[dict[str, Any]]) -> None:
    """The same dictionaries, each as often."""

    def tally(matches: list[dict[str, Any]]) -> Counter[tuple[tuple[str, Any], ...]]:
        return Counter(tuple(sorted(match.items())) for match in matches)

    assert tally(found) == tally(expected)


STRUCTURES = {
    "edge": "A -> B",
    "mutual": "A -> B; B -> A",
    "path": "A -> B; B -> C",
    "one way": "A -> B; B !> A",
    "fan in": "A -> C; B -> C",
    "cycle": "A -> B; B -> C; C -> A",
    "feed forward": "A -> B; B -> C; A -> C",
    "open": "A -> B; B -> C; A !> C; C !> A",
    "half open": "A -> B; B -> C; C !> A",
    "four cycle": "A -> B; B -> C; C -> D; D -> A; A !> C",
    "self-loop": "A -> A; A -> B",
    "no self-loop": "A -> B; B !> B",
    "only a self-loop": "A -> A",
    "two edges": "A -> B; C -> D",
    "edge and path": "A -> B; C -> D; D -> E",
    "two edges, one absent between": "A -> B; C -> D; B !> C",
    "only absent": "A -> B; C !> D",
    "lone vertices": "A !> B; B !> C",
    "lone and joined": "A -> B; B !> C; A !> C",
    "inhibits": "A -| B; B -> C; A !- C",
}

CONSTRAINED = {
    "number": "A -> B; A.size > 2",
    "text": 'A -> B; B -> C; B.type = "GABA"',
    "not equal, missing too": 'A -> B; A.type != "GABA"',
    "missing is none": "A -> B; A.odd = None",
    "not missing": "A -> B [weight != None]; A.size != None",
    "contains": 'A -> B; A.type contains "GABA"',
    "not contains": 'A -> B; A.type !contains "GABA"',
    "in": 'A -> B; A.type in "GABA, GLUT"',
    "not in": 'A -> B; A.type !in "GABA, GLUT"',
    "mixed types": "A -> B; A.odd = 1",
    "mixed types, less": "A -> B; A.odd < 2",
    "several": 'A -> B; B -> C; A.size >= 2; A.size <= 3; C.type != "ACh"; B.type != "GLUT"',
    "edge": "A -> B [weight > 1]; B -> C",
    "edge, not equal": 'A -> B [kind != "slow"]; B -> A',
    "two on an edge": "A -> B [weight >= 2, weight < 5]",
    "two attributes of an edge": 'A -> B [weight >= 2, kind = "fast"]; C -> B',
    "edges and absence": "A -> B [weight >= 2]; B -> C [length < 3]; C !> A; A !> C",
    "parts": 'A -> B [weight >= 2]; C -> D; C.type = "GABA"; A !> D',
    "self-loop": "A -> A [weight >= 2]; A -> B",
    "same name": "A -> B as ab; ab.weight >= 2; A.size != 1",
    "propagated": "A -> C; B -> C; A === B; A.size >= 2",
}

DYNAMIC = {
    "joined": "A -> B; A.size > B.size",
    "joined backwards": "A -> B; B.size > A.size",
    "apart": "A -> B; B -> C; A.size <= C.size",
    "text": "A -> B; A.type != B.type",
    "in": "A -> B; A.type in B.type",
    "same vertex": "A -> B; A.size >= A.size",
    "between parts": "A -> B; C -> D; A.size = C.size",
    "with absence": "A -> B; B -> C; A !> C; A.size > C.size",
}

EDGES = {
    "two edges": "A -> B as ab; A -> C as ac; ab.length > ac.length",
    "one edge": "A -> B as ab; ab.length >= ab.length",
    "missing is none": "A -> B as ab; B -> C as bc; ab.weight = bc.weight",
    "between parts": "A -> B as ab; C -> D as cd; ab.length > cd.length",
}

KINDS = [nx.DiGraph, nx.Graph, nx.MultiDiGraph, nx.MultiGraph]


def check(text: str, graph: Any, of_motif: dict[str, Any] | None = None, **options: Any) -> None:
    motif = Motif(text, validators=[], **(of_motif or {}))
    ours = MotherlodeExecutor(graph=graph, **options)
    expected = NetworkXExecutor(graph=graph, **options).find(motif)
    same(ours.find(motif), expected)
    assert ours.count(motif) == len(expected)
    assert ours.count(motif, 3) == min(3, len(expected))
    few = ours.find(motif, limit=3)
    assert len(few) == min(3, len(expected)) and all(match in expected for match in few)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", STRUCTURES)
def test_structures(name: str, kind: type[nx.Graph]) -> None:
    graph = host(kind, seed=len(name))
    if graph.is_multigraph() and ("!" in STRUCTURES[name] or "~" in STRUCTURES[name]):
        pytest.skip(
            "DotMotif's executors fail on absent edges in multigraphs; see test_absence_in_multigraphs"
        )
    check(STRUCTURES[name], graph)


@pytest.mark.parametrize("name", STRUCTURES)
def test_absence_in_multigraphs(name: str) -> None:
    # Without attributes the simple graph has the same matches.
    graph = host(nx.MultiDiGraph, seed=len(name))
    motif = Motif(STRUCTURES[name], validators=[])
    expected = NetworkXExecutor(graph=nx.DiGraph(graph)).find(motif)
    same(MotherlodeExecutor(graph=graph).find(motif), expected)
    assert MotherlodeExecutor(graph=graph).count(motif) == len(expected)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", CONSTRAINED)
def test_constraints(name: str, kind: type[nx.Graph]) -> None:
    for seed in range(2):
        graph = host(kind, seed=seed + len(name))
        if graph.is_multigraph():
            if "!>" in CONSTRAINED[name]:
                continue
            for match in ("any", "all"):
                check(CONSTRAINED[name], graph, multigraph_edge_match=match)
        else:
            check(CONSTRAINED[name], graph)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", DYNAMIC)
def test_dynamic_constraints(name: str, kind: type[nx.Graph]) -> None:
    if issubclass(kind, nx.MultiDiGraph | nx.MultiGraph) and "!>" in DYNAMIC[name]:
        pytest.skip("DotMotif's executors fail on absent edges in multigraphs")
    check(DYNAMIC[name], host(kind, seed=len(name)))


@pytest.mark.parametrize("kind", [nx.DiGraph, nx.Graph])
@pytest.mark.parametrize("name", EDGES)
def test_dynamic_edge_constraints(name: str, kind: type[nx.Graph]) -> None:
    check(EDGES[name], host(kind, seed=len(name)))


@pytest.mark.parametrize("name", [*STRUCTURES, "dynamic"])
def test_ignored_direction(name: str) -> None:
    text = STRUCTURES.get(name, "A -> B; B -> C; A.size > B.size; A !> C")
    check(text, host(nx.DiGraph, seed=3), {"ignore_direction": True})


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "name", ["mutual", "fan in", "cycle", "open", "four cycle", "two edges", "feed forward"]
)
def test_excluded_automorphisms(name: str, kind: type[nx.Graph]) -> None:
    graph = host(kind, seed=1)
    if graph.is_multigraph() and "!" in STRUCTURES[name]:
        pytest.skip("DotMotif's executors fail on absent edges in multigraphs")
    check(STRUCTURES[name], graph, {"exclude_automorphisms": True})


def test_excluded_automorphisms_with_constraints() -> None:
    graph = host(nx.DiGraph, seed=5)
    for more in ("", "A.size > 2", "A.size > B.size", 'A.type = "GABA"; B.type = "GABA"'):
        check(f"A -> C; B -> C; {more}".strip("; "), graph, {"exclude_automorphisms": True})


def test_limit_of_the_motif() -> None:
    graph = host(nx.DiGraph, seed=5)
    motif = Motif("A -> B", limit=4)
    assert (
        len(MotherlodeExecutor(graph=graph).find(motif))
        == 4
        == len(NetworkXExecutor(graph=graph).find(motif))
    )
    assert MotherlodeExecutor(graph=graph).count(motif) == 4
    assert MotherlodeExecutor(graph=graph).count(motif, 6) == 6
    assert MotherlodeExecutor(graph=graph).find(motif, 0) == []


def test_random_motifs() -> None:
    """Motifs of random edges, absences and constraints: what no list of cases thinks of."""
    chance = random.Random(20)
    tried = 0
    while tried < 60:
        names = "ABCD"[: chance.randint(2, 4)]
        said = []
        for _ in range(chance.randint(1, 4)):
            tail, head = chance.choice(names), chance.choice(names)
            sign = chance.choice(["->", "->", "->", "!>"])
            extra = chance.choice(["", "", " [weight >= 2]", ' [kind != "fast"]']) if sign == "->" else ""
            said.append(f"{tail} {sign} {head}{extra}")
        used = sorted({name for line in said for name in line[:6] if name in names})
        if chance.random() < 0.5:
            said.append(f"{chance.choice(used)}.size {chance.choice(['>', '!=', '<='])} 2")
        if chance.random() < 0.3:
            said.append(f"{chance.choice(used)}.size >= {chance.choice(used)}.size")
        graph = host(chance.choice([nx.DiGraph, nx.Graph]), seed=tried, nodes=7, edges=14)
        # An edge that is asked for and excluded at once, in an undirected graph or without validators, is a
        # case, too.
        check("; ".join(said), graph, {"exclude_automorphisms": chance.random() < 0.3})
        tried += 1


def test_ids_of_any_kind() -> None:
    graph = nx.DiGraph([((1, "x"), "y"), ("y", 3), (3, (1, "x")), (3.5, "y")])
    check("A -> B; B -> C", graph)
    with pytest.raises(TypeError):  # as DotMotif does: the ids have no order
        MotherlodeExecutor(graph=graph).find(Motif("A -> C; B -> C", exclude_automorphisms=True))


def test_views() -> None:
    graph = host(nx.DiGraph, seed=3)
    for names in (["n1", "n8", "n3", "n0"], ["n5", "n2", "n1", "n0", "n7", "n4", "n3"]):
        check("A -> B [length > 0]; A.size > 1", graph.subgraph(names))
    check("A -> B; B -> C; A.size != 2", graph.reverse(copy=False))


def test_empty() -> None:
    for graph in (nx.DiGraph(), nx.Graph()):
        check("A -> B", graph)
        graph.add_nodes_from("xyz")
        check("A -> B", graph)
        check("A !> B", graph)


def test_a_changed_graph_is_read_again() -> None:
    graph = nx.DiGraph([("x", "y")])
    executor = MotherlodeExecutor(graph=graph)
    motif = Motif("A -> B [weight > 1]")
    assert executor.count(motif) == 0
    graph.add_edge("y", "z", weight=2)
    assert executor.count(motif) == 1
    graph["x"]["y"]["weight"] = 3
    executor.refresh()
    assert executor.count(motif) == 2


def test_many_vertices_in_parts() -> None:
    # 3 parts with 6 vertices: counted by gluing, and compared to the join of rows.
    graph = host(nx.DiGraph, seed=8, nodes=6, edges=11)
    check("A -> B; C -> D; E -> F; A !> C", graph)


EXAMPLES = {
    # The examples of DotMotif's documentation, with attributes that this test's graphs have.
    "inhibition": 'A -> B; B -> C [kind = "slow"]',
    "range": "A -> B [weight <= 5, weight >= 2]",
    "range without": "A -> B [weight <= 5, weight >= 2, weight != 3]",
    "everybody": 'A -> B [weight >= 0.6]\nA.type = "GLUT"\nB.type = "ACh"',
    "four cycle without diagonals": "A -> B\nB -> C\nC -> D\nD -> A\nA !> C\nC !> A\nB !> D\nD !> B",
    "macros": """
        # Edges in one direction only:
        uniedge(n, m) {
            n -> m
            m !> n
        }
        unitriangle(x, y, z) {
            uniedge(x, y)
            uniedge(y, z)
            uniedge(z, x)
        }
        unitriangle(A, B, C)
        """,
    "edges in macros": """
        descending(a, b, c) {
            a -> b as Edge1
            b -> c as Edge2
            Edge1.length > Edge2.length
        }
        descending(a, b, c)
        descending(b, c, d)
        """,
    "brackets": "A -> B\nA['size'] >= 2\nA['size'] < B['size']",
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples_of_the_documentation(name: str) -> None:
    graph = host(nx.DiGraph, seed=len(name), nodes=9, edges=34)
    check(EXAMPLES[name], graph)
    motif = Motif(EXAMPLES[name])
    same(MotherlodeExecutor(graph=graph).find(motif), GrandIsoExecutor(graph=graph).find(motif))


@pytest.mark.parametrize("name", ["path", "one way", "cycle", "four cycle", "inhibits"])
def test_grandiso(name: str) -> None:
    graph = host(nx.DiGraph, seed=4)
    for more in ("", "; A.size > 1", "; A.size > B.size"):
        motif = Motif(STRUCTURES[name] + more)
        same(MotherlodeExecutor(graph=graph).find(motif), GrandIsoExecutor(graph=graph).find(motif))


def test_executor_says_what_is_wrong() -> None:
    with pytest.raises(ValueError, match="needs the graph"):
        MotherlodeExecutor()
    with pytest.raises(TypeError, match=r"must be a NetworkX graph or a motherlode.Graph, not list"):
        MotherlodeExecutor(graph=[(1, 2)])
    with pytest.raises(ValueError, match="must be 'any' or 'all', not 'most'"):
        MotherlodeExecutor(graph=nx.MultiDiGraph(), multigraph_edge_match="most")
    with pytest.raises(ValueError, match="must not be negative"):
        MotherlodeExecutor(graph=nx.DiGraph()).find(Motif("A -> B"), limit=-1)


def test_refusals() -> None:
    graph = host(nx.DiGraph, seed=1)
    several = host(nx.MultiDiGraph, seed=1)
    with pytest.raises(PatternError, match="absent edge A !> B has conditions"):
        MotherlodeExecutor(graph=graph).find(Motif("A !> B [weight > 1]; A -> C; C -> B"))
    with pytest.raises(PatternError, match="edges are compared"):
        MotherlodeExecutor(graph=several).find(Motif("A -> B as ab; B -> C as bc; ab.weight > bc.weight"))
    with pytest.raises(PatternError, match="names `Z`"):
        MotherlodeExecutor(graph=graph).find(Motif("A -> B; A === Z"))
    with pytest.raises(PatternError, match="directions are ignored"):
        MotherlodeExecutor(graph=graph).find(Motif("A -> B [weight > 1]", ignore_direction=True))
    with pytest.raises(PatternError, match="13 vertices in one part; Motherlode's patterns have at most 12"):
        MotherlodeExecutor(graph=graph).count(Motif("; ".join(f"A{i} -> A{i + 1}" for i in range(12))))
    with pytest.raises(TypeError, match="a missing attribute is None"):
        MotherlodeExecutor(graph=graph).find(Motif("A -> B as ab; B -> C as bc; ab.weight > bc.weight"))
    with pytest.raises(TypeError):
        MotherlodeExecutor(graph=graph).find(Motif("A -> B; A.size > B.type"))


def test_ignored_direction_with_conditions_on_edges() -> None:
    # DotMotif asks the edge in the direction that the motif names; where all have both, it answers.
    graph = host(nx.DiGraph, seed=2)
    graph.add_edges_from(
        [(head, tail, {"weight": 4}) for tail, head in graph.edges if not graph.has_edge(head, tail)]
    )
    for text in ("A -> B [weight > 2]", "A -> B [weight > 2]; B -> C as bc; bc.weight != 3"):
        check(text, graph, {"ignore_direction": True})


def test_helpers() -> None:
    graph = host(nx.DiGraph, seed=2)
    text = "A -> C; B -> C; A.size > 1"
    executor = NetworkXExecutor(graph=graph)
    assert motherlode.dotmotif.count(graph, text) == executor.count(Motif(text))
    same(motherlode.dotmotif.list(graph, Motif(text)), executor.find(Motif(text)))
    assert motherlode.dotmotif.count(graph, text, limit=1) == 1
    assert motherlode.dotmotif.count(graph, text, ignore_direction=True) == executor.count(
        Motif(text, ignore_direction=True)
    )
    with pytest.raises(TypeError, match="unknown option 'directed'; there are"):
        motherlode.dotmotif.count(graph, text, directed=True)
    with pytest.raises(TypeError, match="it is one already"):
        motherlode.dotmotif.count(graph, Motif(text), ignore_direction=True)


def test_matches_one_by_one() -> None:
    graph = host(nx.DiGraph, seed=2)
    motif = Motif("A -> B; B -> C")
    same(list(MotherlodeExecutor(graph=graph).iter(motif)), NetworkXExecutor(graph=graph).find(motif))


def properties_graph(graph: Any) -> motherlode.Graph:
    """The same graph as Motherlode has it, with the columns that it can have: of one type each."""
    plain = graph.copy()
    for node in plain.nodes:
        plain.nodes[node].pop("odd", None)
    return motherlode.Graph.from_networkx(plain, properties=True)


@pytest.mark.parametrize("kind", KINDS)
def test_graphs_of_motherlode(kind: type[nx.Graph]) -> None:
    graph = host(kind, seed=12)
    graph.remove_edges_from(
        list(nx.selfloop_edges(graph, keys=True) if graph.is_multigraph() else nx.selfloop_edges(graph))
    )
    cases = [*CONSTRAINED.values(), *DYNAMIC.values(), "A -> B; B -> C", "A -> C; B -> C"]
    for text in cases:
        if "odd" in text or (graph.is_multigraph() and "!>" in text):
            continue
        motif = Motif(text, exclude_automorphisms=text.endswith("B -> C"))
        expected = NetworkXExecutor(graph=graph).find(motif)
        executor = MotherlodeExecutor(graph=properties_graph(graph))
        same(executor.find(motif), expected)
        assert executor.count(motif) == len(expected)


def test_parsed() -> None:
    graph = host(nx.DiGraph, seed=12, nodes=9, edges=44)
    made = properties_graph(graph)
    for text in (
        "A -> B; B -> C; C !> A",
        "A -> B; B -> A; A -> C; C !> A; B !> C; C !> B",
        'A -> B [weight >= 1, kind = "fast"]; B.size <= 3; A.type contains "G"',
    ):
        for exclude in (False, True):
            found = motherlode.dotmotif.parse(text, exclude_automorphisms=exclude)
            assert found.filters == ()
            count = made.count(found.pattern, semantics=found.semantics)
            if exclude:
                count *= found.pattern.automorphisms
            assert count == NetworkXExecutor(graph=graph).count(Motif(text)) > 0
    found = motherlode.dotmotif.parse(
        'A -> B; A !> C; A.type in "GABA, x"; A.size >= B.size; A.size != 3; A.on = True'
    )
    assert found.text == "(A {size != 3, on = true})->(B), A!>(C)"
    assert found.filters == ("A.type in 'GABA, x'", "A.size >= B.size")
    assert motherlode.dotmotif.parse("A -> B [x > 1] as ab; B !> A; A -> C as ac; ab.w > ac.w").filters == (
        "(A -> B).w > (A -> C).w",
    )
    assert motherlode.dotmotif.parse("A -> B; B !> C; C !> B", ignore_direction=True).text == "(A)-(B), B!(C)"
    with pytest.raises(PatternError, match="self-loop at A"):
        motherlode.dotmotif.parse("A -> A; A -> B")
    with pytest.raises(PatternError, match="absent edge A !> B has conditions"):
        motherlode.dotmotif.parse("A !> B [weight > 1]; A -> C")
