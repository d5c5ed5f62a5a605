"""What is mined in graphs, against NetworkX and laws."""

from __future__ import annotations

import json
import math
import os
import pickle
import random
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from itertools import combinations, permutations
from pathlib import Path

import networkx as nx
import numpy as np
import pytest
from networkx.algorithms.isomorphism import GraphMatcher

import motherlode as ml

KARATE = nx.karate_club_graph()
HOUSE = nx.Graph([(0, 1), (1, 2), (2, 3), (3, 0), (0, 4), (4, 1)])


@pytest.fixture
def karate() -> ml.Graph:
    return ml.Graph.from_networkx(KARATE)


def test_counts_are_those_of_networkx(karate: ml.Graph) -> None:
    for name, pattern in (
        ("house", HOUSE),
        ("4-cycle", nx.cycle_graph(4)),
        ("tailed-triangle", nx.lollipop_graph(3, 1)),
    ):
        automorphisms = sum(1 for _ in GraphMatcher(pattern, pattern).isomorphisms_iter())
        matcher = GraphMatcher(KARATE, pattern)
        assert karate.count(name, semantics="embeddings") == sum(
            1 for _ in matcher.subgraph_monomorphisms_iter()
        )
        assert karate.count(name, induced="vertex") * automorphisms == sum(
            1 for _ in matcher.subgraph_isomorphisms_iter()
        )
        assert ml.Pattern(name).automorphisms == automorphisms


def test_several_patterns_at_once(karate: ml.Graph) -> None:
    patterns = ["triangle", ml.Pattern("house"), "a-b-c-d-a, a-c"]
    assert karate.count(patterns) == [karate.count(pattern) for pattern in patterns]
    assert karate.count([]) == []
    assert karate.count("house", method="walk") == karate.count("house") == 781


def test_counts_beyond_64_bits() -> None:
    graph = ml.Graph.generate("complete:80")
    assert graph.cliques(32) == math.comb(80, 32) > 2**64
    assert graph.clique_profile()[40] == math.comb(80, 40)


def test_listing(karate: ml.Graph) -> None:
    matches = karate.list("triangle")
    rows = list(matches)
    assert matches.columns == ("a", "b", "c") and len(rows) == 45 == len(set(map(frozenset, rows)))
    assert all(KARATE.has_edge(a, b) and KARATE.has_edge(b, c) and KARATE.has_edge(a, c) for a, b, c in rows)
    assert list(matches) == rows, "a second time the same"
    assert list(karate.list("triangle", limit=7)) == rows[:7]
    sample = list(karate.list("triangle", sample=10, seed=3))
    assert len(set(sample)) == 10 and set(sample) <= set(rows)
    assert (
        sample
        == list(karate.list("triangle", sample=10, seed=3))
        != list(karate.list("triangle", sample=10, seed=4))
    )
    assert next(matches.dicts()) == dict(zip("abc", rows[0]))
    assert matches.to_numpy().tolist() == [list(row) for row in rows]
    with pytest.raises(ml.UsageError, match="limit and sample"):
        karate.list("triangle", limit=1, sample=1)


def test_listing_as_tables() -> None:
    pa = pytest.importorskip("pyarrow")
    edges = [("ann", "bob"), ("bob", "cid"), ("cid", "ann"), ("cid", "dan")]
    matches = ml.Graph.from_edges(edges).list("a-b")
    expected = [dict(zip("ab", row)) for row in matches]
    table = matches.to_arrow()
    assert table.to_pylist() == expected and pa.types.is_dictionary(table.schema.field("a").type)
    assert matches.to_pandas().to_dict("records") == expected
    assert matches.to_polars().to_dicts() == expected
    numbers = ml.Graph.from_edges([(-3, 10), (10, 7)]).list("a-b").to_arrow()
    assert {frozenset(row.values()) for row in numbers.to_pylist()} == {
        frozenset([-3, 10]),
        frozenset([7, 10]),
    }
    # Rows come as they are asked for: the first batches of a listing that would take long.
    reader = pa.RecordBatchReader.from_stream(ml.Graph.generate("rmat:12").list("house"))
    assert reader.read_next_batch().num_rows > 0


def test_listing_with_properties() -> None:
    pd = pytest.importorskip("pandas")
    calls = pd.DataFrame(
        {
            "source": ["ann", "bob", "cid", "ann", "bob"],
            "target": ["bob", "cid", "ann", "cid", "ann"],
            "minutes": [3, 40, 5, 7, 9],
            "city": ["Ulm", None, "Bonn", "Kiel", "Ulm"],
        }
    )
    told = {(u, v): (m, c) for u, v, m, c in calls.itertuples(index=False)}
    graph = ml.Graph.from_pandas(
        calls,
        directed=True,
        properties=["minutes", "city"],
        vertex_properties={
            "age": {"ann": 31, "bob": 27, "cid": 52},
            "minutes": {"ann": 1, "bob": 2, "cid": 3},
        },
    )
    ages = {"ann": 31, "bob": 27, "cid": 52}
    matches = graph.list("a->b, c->b")
    frame = matches.to_pandas(properties=True)
    assert list(frame.columns) == [
        *("a", "b", "c", "a.age", "a.minutes", "b.age", "b.minutes", "c.age", "c.minutes"),
        *("a->b.minutes", "a->b.city", "c->b.minutes", "c->b.city"),
    ]
    assert len(frame) == graph.count("a->b, c->b") == 2 and frame["a->b.minutes"].dtype.kind == "i"
    for row in frame.to_dict("records"):
        for tail in "ac":
            minutes, city = told[row[tail], row["b"]]
            assert row[f"{tail}.age"] == ages[row[tail]] and row[f"{tail}->b.minutes"] == minutes
            found = row[f"{tail}->b.city"]
            assert found == city or (pd.isna(city) and pd.isna(found))
    assert frame[["a", "b", "c"]].equals(matches.to_pandas())
    # An edge of the pattern has both arcs of a mutual pair; a name that stands twice in a pattern is a column of each.
    mutual = graph.list("a-b").to_pandas(properties="minutes").set_index(["a", "b"])["a-b.minutes"]
    both = {frozenset(pair): minutes for pair, minutes in mutual.items()}
    assert sorted(both[frozenset(("ann", "bob"))]) == [3, 9] and sorted(both[frozenset(("ann", "cid"))]) == [
        5,
        7,
    ]
    assert both[frozenset(("bob", "cid"))] == 40
    assert list(matches.to_pandas("age").columns) == ["a", "b", "c", "a.age", "b.age", "c.age"]
    none = graph.list("a->b->c->d").to_pandas(True)
    assert len(none) == 0 and "c->d.city" in none.columns
    with pytest.raises(ml.UsageError, match="no property 'hours': there are age, minutes, city"):
        matches.to_pandas(properties=["age", "hours"])
    with pytest.raises(ml.UsageError, match="it has none"):
        ml.Graph.generate("karate").list("a-b").to_pandas("hours")


def test_listing_with_properties_of_parallel_edges() -> None:
    pytest.importorskip("pandas")
    edges = [(5, 7), (7, 5), (5, 7), (7, 9)]
    graph = ml.Graph.from_edges(edges, edge_properties={"paid": [1, 2, 3, 4]})
    frame = graph.list("a-b").to_pandas(properties="paid")
    assert {frozenset(row[:2]): row[2] for row in frame.itertuples(index=False)} == {
        frozenset((5, 7)): [1, 2, 3],
        frozenset((7, 9)): 4,
    }
    assert sorted(frame.explode("a-b.paid")["a-b.paid"]) == [1, 2, 3, 4]
    directed = ml.Graph.from_edges(edges, edge_properties={"paid": [1, 2, 3, 4]}, directed=True)
    paid = directed.list("a->b").to_pandas(properties=True)
    assert {tuple(row[:2]): row[2] for row in paid.itertuples(index=False)} == {
        (5, 7): [1, 3],
        (7, 5): 2,
        (7, 9): 4,
    }


def test_first_and_exists(karate: ml.Graph) -> None:
    found = karate.first("5-clique")
    assert found is not None and all(KARATE.has_edge(a, b) for a, b in combinations(found, 2))
    assert karate.exists("5-clique") and not karate.exists("6-clique") and karate.first("6-clique") is None


def test_local_counts(karate: ml.Graph) -> None:
    assert karate.local("triangle").to_dict() == nx.triangles(KARATE)
    at_edges = karate.local("triangle", at="edges").to_dict()
    assert at_edges == {(u, v): len(set(KARATE[u]) & set(KARATE[v])) for u, v in map(sorted, KARATE.edges)}
    tails = karate.local("tailed-triangle")
    assert tails.matches == karate.count("tailed-triangle")
    assert tails.values.sum() == 4 * tails.matches
    frame = tails.to_pandas()
    assert list(frame.index) == list(KARATE) and list(frame.columns) == list(tails.columns)
    table = tails.to_arrow()
    assert table.column_names == ["vertex", *tails.columns] and table.num_rows == 34
    with pytest.raises(KeyError, match="there are"):
        tails["nothing"]
    with pytest.raises(ValueError, match="columns: name one"):
        tails.to_dict()


#: Small patterns with directions: their arcs, and their edges.
WITH_ARCS = {
    "a->b->c": ([(0, 1), (1, 2)], []),
    "a->b<-c": ([(0, 1), (2, 1)], []),
    "a->b, b->a, b->c": ([(0, 1), (1, 0), (1, 2)], []),
    "a->b, b-c": ([(0, 1)], [(1, 2)]),
    "a-b-c-a": ([], [(0, 1), (1, 2), (2, 0)]),
}


@pytest.mark.parametrize("pattern", WITH_ARCS)
def test_arcs_have_a_row_each(pattern: str, rng: random.Random) -> None:
    arcs, edges = WITH_ARCS[pattern]
    pairs = [(u, v) for u in range(9) for v in range(9) if u != v]
    graph = nx.DiGraph(rng.sample(pairs, 24))
    # Nodes whose order is not that of their numbers.
    graph = nx.relabel_nodes(graph, {v: f"n{(v * 5) % 9}" for v in graph})
    assert any(graph.has_edge(v, u) for u, v in graph.edges), "no pair is mutual"
    expected: Counter[tuple[str, str]] = Counter()
    maps, matches = permutations(graph, 3), 0
    for found in maps:
        joined = [graph.has_edge(found[a], found[b]) for a, b in arcs] + [
            graph.has_edge(found[a], found[b]) or graph.has_edge(found[b], found[a]) for a, b in edges
        ]
        if all(joined):
            matches += 1
            expected.update((found[a], found[b]) for a, b in arcs)
            expected.update((found[a], found[b]) for a, b in edges if graph.has_edge(found[a], found[b]))
            expected.update((found[b], found[a]) for a, b in edges if graph.has_edge(found[b], found[a]))
    mined = ml.Graph.from_networkx(graph)
    local = mined.local(pattern, at="edges", semantics="embeddings")
    assert local.matches == matches > 0
    places = {(source, target): sum(counts) for source, target, *counts in local}
    assert list(places) == list(mined.edges) and set(places) == set(graph.edges)
    assert places == {arc: expected[arc] for arc in places}
    for (source, target), *_ in [*places.items()][:5]:
        found_there = local.at[source, target]
        counts = found_there.values() if isinstance(found_there, dict) else [found_there]
        assert sum(counts) == places[source, target]
    one_way = next((u, v) for u, v in graph.edges if not graph.has_edge(v, u))
    with pytest.raises(KeyError):
        local.at[one_way[::-1]]
    assert list(local.to_pandas().index) == list(places) and "arcs" in repr(local)
    assert local.to_polars().columns == ["source", "target", *local.columns]


def test_graphlets_and_motifs(karate: ml.Graph) -> None:
    degrees = karate.graphlets(4)
    assert len(degrees.columns) == 15 and degrees.values.shape == (34, 15)
    assert degrees.values[:, 0].tolist() == [degree for _, degree in KARATE.degree]
    of_edges = karate.graphlets(4, at="edges")
    assert len(of_edges.columns) == 13 and of_edges.values.shape == (78, 13)
    last = of_edges.columns[-1]
    assert last.startswith("4-clique:") and of_edges.values[:, -1].sum() == 6 * karate.cliques(4)
    motifs = karate.motifs(4)
    assert sum(motifs.values()) == sum(
        1 for four in combinations(KARATE, 4) if nx.is_connected(KARATE.subgraph(four))
    )
    assert motifs["4-clique"] == karate.cliques(4) == 11


def test_motifs_beside_random_graphs(karate: ml.Graph) -> None:
    found = karate.motifs(4, null="switching", samples=60, seed=3)
    counts = found.sample_counts
    assert {row.name: row.count for row in found} == karate.motifs(4)
    assert counts.shape == (60, 6) and found.samples == 60 and "6 patterns, 60 samples" in repr(found)
    z = []
    for row, column in zip(found, counts.astype(float).T):
        z.append((row.count - column.mean()) / column.std(ddof=1))
        assert math.isclose(row.mean, column.mean()) and math.isclose(row.z or 0, z[-1], abs_tol=1e-9)
        reached = int((column >= row.count).sum())
        assert math.isclose(row.p, (reached + 1) / 61) and row.p_low <= reached / 60 <= row.p_high
        assert row.p <= row.q <= 1
    profile = [row.profile for row in found]
    assert np.allclose(profile, np.array(z) / np.linalg.norm(z))
    again = karate.motifs(4, null=ml.NullModel("switching"), samples=60, seed=3)
    assert again.rows == found.rows and found["4-clique"] is found.rows[-1]
    frame = found.to_pandas()
    assert list(frame.index) == list(karate.motifs(4)) and frame["z"]["4-clique"] == found["4-clique"].z
    assert found.to_polars().columns == found.to_arrow().column_names == list(found.columns)
    assert "4-clique" in found._repr_html_()
    with pytest.raises(KeyError, match="no pattern is called"):
        found["5-clique"]
    with pytest.raises(KeyError, match="no column is called"):
        found.to_dict("zeta")


def test_directed_motifs_beside_random_graphs() -> None:
    loops = [
        (3 * at + u, (3 * at + v) % 60) for at in range(20) for u, v in ((0, 1), (1, 2), (0, 2), (2, 10))
    ]
    graph = ml.Graph.from_edges(loops, directed=True)
    null = ml.NullModel("switching", keep_mutual=True)
    found = graph.motifs(3, directed=True, null=null, samples=40)
    assert {row.name: row.count for row in found} == graph.motifs(3, directed=True)
    ahead = found["030T"]
    assert ahead.count >= 20 and ahead.z is not None and ahead.z > 5 and ahead.p == 1 / 41


def test_what_never_varies_is_missing() -> None:
    found = ml.Graph.from_networkx(nx.star_graph(6)).motifs(3, null="switching", samples=9)
    wedge = found["wedge"]
    assert (wedge.count, wedge.mean, wedge.deviation, wedge.z, wedge.p) == (15, 15.0, 0.0, None, 1.0)
    assert found.to_pandas()["z"].isna().all()


def test_profiles_are_drawn_over_each_other(karate: ml.Graph) -> None:
    pyplot = pytest.importorskip("matplotlib.pyplot")
    club = karate.motifs(4, null="switching", samples=20)
    graph = ml.Graph.from_networkx(nx.watts_strogatz_graph(40, 4, 0.1, seed=1))
    ring = graph.motifs(4, null="switching", samples=20)
    axes = club.plot(label="club")
    assert ring.plot(axes, label="ring") is axes
    drawn = [line.get_ydata().tolist() for line in axes.get_lines() if line.get_label() in ("club", "ring")]
    # What never varies has no place.
    assert drawn == [[row.profile for row in found if row.profile is not None] for found in (club, ring)]
    pyplot.close(axes.figure)


def test_cliques(karate: ml.Graph) -> None:
    sizes = Counter(map(len, nx.enumerate_all_cliques(KARATE)))
    assert karate.clique_profile() == dict(sizes)
    largest = karate.max_clique()
    assert len(largest) == max(sizes) and all(KARATE.has_edge(a, b) for a, b in combinations(largest, 2))


def test_nuclei(karate: ml.Graph) -> None:
    left = {frozenset(clique) for clique in nx.enumerate_all_cliques(KARATE) if len(clique) == 3}
    numbers, k = {}, 0
    while left:
        inside = {
            triangle: sum(
                all(triangle - {u} | {v} in left for u in triangle) for v in KARATE if v not in triangle
            )
            for triangle in left
        }
        k = max(k, min(inside.values()))
        leaving = {triangle for triangle, count in inside.items() if count <= k}
        numbers.update(dict.fromkeys(leaving, k))
        left -= leaving
    found = karate.nuclei()
    assert {frozenset(triangle): number for triangle, number in found.items()} == numbers
    assert len(found) == len(numbers) == 45
    assert ml.Graph.from_edges([(1, 2)]).nuclei() == {}


def test_heaviest_cliques(karate: ml.Graph) -> None:
    weights = {node: node * node % 23 for node in KARATE}
    wanted = max(sum(map(weights.get, clique)) for clique in nx.find_cliques(KARATE))
    clique, weight = karate.max_weight_clique(weights[node] for node in karate.nodes)
    assert weight == wanted == sum(map(weights.get, clique))
    assert all(KARATE.has_edge(a, b) for a, b in combinations(clique, 2))
    large = ml.Graph.from_edges(
        [(1, 2), (2, 3)], vertex_properties={"age": [2**70, 1, 2**70 + 1], "name": ["a", "b", "c"]}
    )
    assert large.max_weight_clique("age") == ((2, 3), 2**70 + 2)
    with pytest.raises(ml.UsageError, match="`name` has text"):
        large.max_weight_clique("name")


def test_bicliques() -> None:
    women = nx.davis_southern_women_graph()
    left = [node for node, side in women.nodes(data="bipartite") if side == 0]
    right = [node for node in women if node not in left]
    graph = ml.Graph.from_networkx(women)
    for p, q in [(2, 2), (2, 3), (3, 2), (1, 4), (3, 1)]:
        expected = Counter()
        count = 0
        for some in combinations(left, p):
            common = set.intersection(*(set(women[node]) for node in some))
            for others in combinations(sorted(common), q):
                count += 1
                expected.update([*some, *others])
        assert graph.bicliques(p, q, left=left) == graph.bicliques(q, p, left=right) == count
        found = graph.bicliques(p, q, left=left, at="vertices")
        assert found.matches == count and found.to_dict() == {node: expected[node] for node in women}
        edges = graph.bicliques(p, q, left=left, at="edges")
        assert int(edges.values.sum()) == p * q * count
    assert graph.butterflies() == graph.bicliques(2, 2, left=left)
    assert (
        graph.butterflies(at="vertices").to_dict()
        == graph.bicliques(2, 2, left=left, at="vertices").to_dict()
    )
    either = graph.bicliques(2, 3)
    assert (
        either
        == graph.bicliques(2, 3, left=left) + graph.bicliques(3, 2, left=left)
        == graph.count("a-x, a-y, a-z, b-x, b-y, b-z")
    )


def test_maximal_biclique_profile() -> None:
    women = nx.davis_southern_women_graph()
    left = [node for node, side in women.nodes(data="bipartite") if side == 0]
    # Whatever nodes of the left have in common: all that comes of what two sets share, until nothing new does.
    commons = {frozenset(women[node]) for node in left}
    while more := {one & other for one in commons for other in commons} - commons - {frozenset()}:
        commons |= more
    expected = {
        (frozenset(node for node in left if common <= set(women[node])), common) for common in commons
    }
    graph = ml.Graph.from_networkx(women)
    listed = graph.maximal_bicliques(left=left)
    assert len(listed) == len(expected) and {(frozenset(a), frozenset(b)) for a, b in listed} == expected
    assert graph.maximal_bicliques(left=left, limit=3) == listed[:3]
    sizes = Counter((len(a), len(b)) for a, b in expected)
    assert graph.maximal_biclique_profile(left=left) == dict(sorted(sizes.items()))
    large = {both: count for both, count in sorted(sizes.items()) if both[0] >= 2 and both[1] >= 3}
    assert graph.maximal_biclique_profile(left=left, min_left=2, min_right=3) == large
    assert sum(graph.maximal_biclique_profile().values()) == len(expected)


def test_cores_and_trusses(karate: ml.Graph) -> None:
    cores = karate.cores()
    assert cores.columns == ("core", "layer", "order") and cores.matches is None
    assert cores.to_dict("core") == nx.core_number(KARATE)
    assert cores.to_dict("layer") == nx.onion_layers(KARATE)
    assert sorted(cores.values[:, 2].tolist()) == list(range(34))
    place = cores.to_dict("order")
    for node, core, _, order in cores:
        assert sum(place[other] > order for other in KARATE[node]) <= core
    trusses = karate.trusses().to_dict()
    assert len(trusses) == KARATE.number_of_edges()
    for k in range(2, 7):
        truss = {frozenset(edge) for edge in nx.k_truss(KARATE, k).edges}
        assert {frozenset(edge) for edge, number in trusses.items() if number >= k} == truss


def test_maximal_cliques(karate: ml.Graph) -> None:
    sizes = Counter(map(len, nx.find_cliques(KARATE)))
    assert karate.maximal_clique_profile() == dict(sorted(sizes.items()))
    assert karate.maximal_clique_profile(min_size=4) == {
        size: sizes[size] for size in sorted(sizes) if size >= 4
    }
    apart = nx.Graph([(1, 2), (2, 3), (1, 3), (3, 4)])
    apart.add_nodes_from([5, 6])
    counts = ml.Graph.from_networkx(apart).maximal_clique_profile()
    assert counts == {1: 2, 2: 1, 3: 1} and sum(counts.values()) == sum(1 for _ in nx.find_cliques(apart))
    with pytest.raises(ml.UsageError, match="min_size"):
        karate.maximal_clique_profile(min_size=-1)


def test_maximal_cliques_themselves(karate: ml.Graph) -> None:
    every = list(karate.maximal_cliques())
    expected = Counter(map(frozenset, nx.find_cliques(KARATE)))
    assert Counter(map(frozenset, every)) == expected
    assert all(type(node) is int for clique in every for node in clique)
    assert list(karate.maximal_cliques(limit=7)) == every[:7]
    assert list(karate.maximal_cliques(min_size=4)) == [clique for clique in every if len(clique) >= 4]
    assert sorted(map(len, karate.maximal_cliques(top=5))) == sorted(map(len, every))[-5:]
    for held in ([33], [32, 33], [33, 33], [0, 33]):
        through = [clique for clique in expected if clique.issuperset(held)]
        assert Counter(map(frozenset, karate.maximal_cliques(containing=held))) == Counter(through)
    at = karate.maximal_cliques_at_nodes(min_size=3).at
    assert all(at[v] == sum(v in clique and len(clique) > 2 for clique in every) for v in KARATE)
    words = ml.Graph.from_edges([("ann", "bob"), ("bob", "cid"), ("cid", "ann"), ("cid", "dan")])
    assert list(words.maximal_cliques()) == [("ann", "bob", "cid"), ("cid", "dan")]
    with pytest.raises(KeyError):
        words.maximal_cliques(containing=["eve"])
    with pytest.raises(ml.UsageError, match="limit"):
        karate.maximal_cliques(limit=-1)


def test_estimates(karate: ml.Graph) -> None:
    exact = karate.estimate("house")
    assert exact.exact == 781 == exact.value and "all were counted" in str(exact)
    graph = ml.Graph.generate("rmat:11")
    estimate, count = graph.estimate("5-cycle", error=0.05, seed=1), graph.count("5-cycle")
    assert estimate.rigorous[0] <= count <= estimate.rigorous[1]
    assert estimate == graph.estimate("5-cycle", error=0.05, seed=1)


def test_frequent_patterns_of_one_graph() -> None:
    labels = {0: "A", 1: "B", 2: "A", 3: "B", 4: "C"}
    graph = ml.Graph.from_edges([(0, 1), (1, 2), (2, 3), (3, 4)], labels=labels)
    found = graph.frequent(2, exact=True)
    assert [(p.labels, p.support) for p in found if p.edges == 1] == [(("A", "B"), 2)]
    placed = graph.frequent(2, max_edges=1, images=True)[0]
    assert placed.images == ((0, 2), (1, 3))
    assert graph.frequent(0.4, max_edges=1)[0].support == 2
    with pytest.raises(ml.UsageError, match="support"):
        graph.frequent(0)


def test_supports_with_a_fraction_are_parts() -> None:
    database = ml.Database.from_smiles(["CCO"] * 7 + ["CCN"] * 93)
    # 100 times 0.07 is a little more than 7.
    assert ml.fsm(database, 0.07) == ml.fsm(database, 7) != ml.fsm(database, 8)
    assert ml.fsm(database, 1.0) == ml.fsm(database, 100) != ml.fsm(database, 1)
    assert ml.fsm(database, np.float32(1)) == ml.fsm(database, 100)
    assert ml.fsm(database, 2.0) == ml.fsm(database, np.int64(2))


@pytest.mark.parametrize("keep", ["closed", "maximal"])
def test_the_first_of_patterns_that_stand_for_themselves(keep: str) -> None:
    molecules = ml.Database.from_smiles(["CCO", "CCO", "CCON", "CN", "CNC"])
    kept = ml.fsm(molecules, 2, **{keep: True})
    first = ml.fsm(molecules, 2, top=1, **{keep: True})
    # The most frequent of all is contained in another one that is as frequent.
    assert first == kept[:1] and ml.fsm(molecules, 2, top=1)[0] not in kept
    graph = ml.Graph.from_edges([(0, 1), (1, 2), (3, 4), (4, 5), (6, 7)], labels=list("ABCABCBC"))
    kept = graph.frequent(2, exact=True, **{keep: True})
    most = max(pattern.support for pattern in kept)
    first = graph.frequent(2, top=1, **{keep: True})
    assert len(first) == 1 and first[0] in kept and first[0].support == most


def test_patterns_that_tell_classes_apart_are_those_of_the_command(
    tmp_path: Path, rng: random.Random
) -> None:
    lines = []
    for graph in range(24):
        # A graph without a class, and classes of which each prefers a label.
        kind = ["", " acid", " base", " salt"][graph % 4]
        lines.append(f"t # {graph}{kind}")
        labels = [rng.choice("CNO" + "CNO"[graph % 3] * 3) for _ in range(5)]
        lines.extend(f"v {vertex} {label}" for vertex, label in enumerate(labels))
        ends = {(rng.randrange(vertex), vertex) for vertex in range(1, 5)} | {(0, 4)}
        lines.extend(f"e {u} {v} {rng.choice('12')}" for u, v in sorted(ends))
    file = tmp_path / "db.gspan"
    file.write_text("\n".join(lines) + "\n")
    database = ml.Database.read(file)
    for top in (None, 7):
        words = [f"--top={top}"] if top else []
        out = tmp_path / f"ranked{top}"
        subprocess.run(
            [
                sys.executable,
                "-m",
                "motherlode",
                "fsm",
                file,
                "--support=3",
                "--discriminative",
                *words,
                "--max-edges=3",
            ]
            + ["--format=json", f"--output={out}", "--device=cpu"],
            check=True,
        )
        expected = [json.loads(line) for line in out.read_text().splitlines()]
        found = ml.fsm(database, 3, discriminative=True, max_edges=3, top=top)
        assert len(found) == len(expected) >= 7
        for pattern, told in zip(found, expected):
            assert [list(step) for step in pattern.code] == [
                [*step[:3], str(step[3]), step[4]] for step in told["code"]
            ]
            assert pattern.support == told["support"] and pattern.class_supports == told["classes"]
            rate = math.inf if told["growth"]["rate"] is None else told["growth"]["rate"]
            assert pattern.growth == (told["growth"]["class"], rate)
            assert pattern.graphs is None
    assert len({pattern.growth for pattern in found}) > 2 and hash(found[0]) is not None
    assert ml.fsm(database, 3, max_edges=3, discriminative=True, graphs=True)[0].graphs is not None
    plain = ml.fsm(database, 3, max_edges=3)
    assert plain[0].growth is None and plain[0].class_supports is None
    with pytest.raises(ml.UsageError, match="two classes or more"):
        ml.fsm(ml.Database.from_smiles(["CCO", "CC"], classes=["x", "x"]), 1, discriminative=True)
    with pytest.raises(ml.UsageError, match="discriminative and closed"):
        ml.fsm(database, 3, discriminative=True, closed=True)


def test_triads_have_their_names(rng: random.Random) -> None:
    pairs = [(u, v) for u in range(14) for v in range(14) if u != v]
    graph = nx.DiGraph(rng.sample(pairs, 70))
    mined, census = ml.Graph.from_networkx(graph), nx.triadic_census(graph)
    triads = [name for name in ml.known_patterns() if name[0].isdigit()]
    assert set(census) - set(triads) == {"003", "012", "102"}
    assert all(census[name] for name in triads), "a triad that is not there tells nothing"
    for induced in ("edge", "vertex"):
        assert dict(zip(triads, mined.count(triads, induced=induced))) == {
            name: census[name] for name in triads
        }
    for name in ("003", "012", "102"):
        with pytest.raises(ml.PatternError, match="not connected"):
            ml.Pattern(name)


def test_molecules_that_are_left_out_take_their_classes_along() -> None:
    smiles, classes = ["CCO", "C(", "CCN"], ["x", "y", "z"]
    database = ml.Database.from_smiles(smiles, classes=classes, skip_bad=True)
    assert len(database) == 2 and database.classes == ["x", "z"]
    with pytest.raises(ml.UsageError, match="2 classes for 3 molecules"):
        ml.Database.from_smiles(smiles, classes=["x", "z"], skip_bad=True)


def test_frequent_patterns_of_a_database() -> None:
    database = ml.Database.from_smiles(["CCO", "CCN", "CC(=O)O", "c1ccccc1O"], classes=["x", "y", "x", "y"])
    assert len(database) == 4 and database.classes == ["x", "y", "x", "y"]
    found = ml.fsm(database, 3, graphs=True)
    by_labels = {(p.labels, tuple(step[3] for step in p.code)): p for p in found}
    assert by_labels[("C", "O"), ("1",)].graphs == (0, 2, 3)
    # Each support is how many of the graphs the pattern is found in, one by one.
    for pattern in found:
        assert pattern.support == sum(pattern_is_in(pattern, database[g]) for g in range(4))
    assert ml.fsm(database, 0.75) == ml.fsm(database, 3)
    assert (
        {p.code for p in ml.fsm(database, 2, maximal=True)}
        < {p.code for p in ml.fsm(database, 2, closed=True)}
        <= {p.code for p in ml.fsm(database, 2)}
    )
    assert len(ml.fsm(database, 1, top=5)) == 5
    part = database[[3, 1]]
    assert part.names == ["3", "1"] and part[0].count("6-cycle") == 1 and len(database[1:]) == 3


def test_frequent_patterns_of_directed_graphs(rng: random.Random, tmp_path: Path) -> None:
    graphs = []
    for _ in range(12):
        graph = nx.DiGraph()
        graph.add_nodes_from((node, {"label": rng.choice("AB")}) for node in range(5))
        for _ in range(9):
            u, v = rng.sample(range(5), 2)
            graph.add_edge(u, v, label=rng.choice("xy"))
        graphs.append(graph)
    database = ml.Database.from_networkx(graphs)
    assert database.is_directed and database[0].is_directed
    found = ml.fsm(database, 3, max_edges=4, graphs=True)
    assert any(p.vertices <= p.edges for p in found) and any(
        step[5] == "in" for p in found for step in p.code
    )
    for pattern in found:
        assert len(set(pattern.code)) == pattern.edges
        shape = nx.DiGraph(pattern.to_networkx())
        same = {"node_match": same_label, "edge_match": same_label}
        inside = [nx.isomorphism.DiGraphMatcher(graph, shape, **same) for graph in graphs]
        assert pattern.graphs == tuple(g for g, m in enumerate(inside) if m.subgraph_is_monomorphic())
        assert pattern.graphs == tuple(g for g in range(12) if pattern_is_in(pattern, database[g]))
    for copy in (pickle.loads(pickle.dumps(database)), database[:]):
        assert ml.fsm(copy, 3, max_edges=4, graphs=True) == found
    (tmp_path / "db.gspan").write_text("t # 0\nv 0 A\nv 1 B\ne 1 0 x\ne 0 1 x\n")
    read = ml.fsm(tmp_path / "db.gspan", 1, directed=True, maximal=True)
    assert [p.code for p in read] == [((0, 1, "A", "x", "B", "out"), (1, 0, "B", "x", "A", "out"))]
    for wrong, message in (
        (lambda: ml.Database.from_networkx([nx.Graph([(0, 1)]), graphs[0]]), "graph 1 is a DiGraph.*not dir"),
        (lambda: ml.Database.from_networkx([nx.MultiDiGraph([(0, 1)])]), "simple graphs"),
        (lambda: ml.Database.from_text("CC", "smiles", directed=True), "no directions"),
        (lambda: ml.fsm(ml.Database.from_smiles(["CC"]), 1, directed=True), "undirected"),
    ):
        with pytest.raises(ValueError, match=message):
            wrong()


def same_label(one: dict[str, str], other: dict[str, str]) -> bool:
    return one["label"] == other["label"]


def pattern_is_in(pattern: ml.FrequentPattern, graph: ml.Graph) -> bool:
    try:
        return graph.exists(pattern.pattern)
    except ml.LabelError:
        return False


def test_explain_and_verify(karate: ml.Graph) -> None:
    plan = karate.explain("house")
    assert plan.method in str(plan) and plan.to_dict()["automorphisms"] == 2
    assert plan._repr_svg_().startswith("<svg") and ml.Pattern("house")._repr_svg_().startswith("<svg")
    verified = karate.verify("house")
    assert verified and "all counts agree" in str(verified)
    assert set(verified.comparisons[0]["counts"].values()) == {781}


def test_splitting_the_tasks_changes_nothing(karate: ml.Graph, rng: random.Random) -> None:
    for pattern, induced, semantics in (
        ("house", "edge", "subgraphs"),
        ("4-cycle", "vertex", "embeddings"),
        ("a-b-c-d", "edge", "homomorphisms"),
    ):
        tasks = karate.tasks(pattern, induced=induced, semantics=semantics)
        cuts = sorted({0, tasks.number, *(rng.randrange(tasks.number) for _ in range(6))})
        parts = [tasks.run(start, stop) for start, stop in zip(cuts, cuts[1:])]
        rng.shuffle(parts)
        assert tasks.total(sum(parts)) == karate.count(pattern, induced=induced, semantics=semantics)
        assert (
            tasks.fingerprint
            == ml.Graph.from_networkx(KARATE).tasks(pattern, induced=induced, semantics=semantics).fingerprint
        )
    assert tasks.run(3, 3) == 0
    with pytest.raises(ml.UsageError, match="where there are"):
        tasks.run(0, tasks.number + 1)


def test_errors(karate: ml.Graph) -> None:
    with pytest.raises(ml.PatternError, match="nearest are `triangle`"):
        karate.count("trianle")
    with pytest.raises(ValueError, match="written twice"):
        karate.count("a-b, b-a")
    with pytest.raises(ml.LabelError, match="no vertex labels"):
        karate.count("(a:X)-b")
    with pytest.raises(ml.LabelError, match="undirected"):
        karate.count("a->b")
    with pytest.raises(ml.UsageError, match="induced is 'edge' or 'vertex', not 'both'"):
        karate.count("triangle", induced="both")
    with pytest.raises(ml.UsageError, match="no device is called 'gpu'"):
        karate.count("triangle", device="gpu")
    with pytest.raises(ml.UsageError, match="deadline"):
        karate.count("triangle", deadline=-1)
    with pytest.raises(TypeError, match="a pattern is a text"):
        karate.count(3)  # type: ignore[call-overload]
    with pytest.raises(ml.UsageError, match="ask for 3 to 6"):
        karate.motifs(9)
    with pytest.raises(ml.OutOfMemoryError):
        ml.Graph.generate("rmat:12").count("house", memory="1KiB", method="walk")
    if not ml.devices():
        with pytest.raises(ml.DeviceError):
            karate.count("triangle", device="cuda:0")


def test_a_deadline_ends_a_job() -> None:
    graph = ml.Graph.generate("rmat:14")
    start = time.monotonic()
    with pytest.raises(TimeoutError):
        graph.count("prism", deadline=0.5)
    assert time.monotonic() - start < 20


def test_progress_is_told_and_may_stop_a_job() -> None:
    graph = ml.Graph.generate("rmat:13")
    heard: list[tuple[int, int]] = []

    class Enough(Exception):
        pass

    def hear(done: int, of: int) -> None:
        heard.append((done, of))
        if len(heard) > 2:
            raise Enough

    with pytest.raises(Enough):
        graph.count("prism", progress=hear)
    assert len(heard) == 3 and heard == sorted(heard) and all(done <= of for done, of in heard)


def test_frequent_patterns_and_verification_tell_of_progress() -> None:
    class Enough(Exception):
        pass

    def enough(done: int, of: int) -> None:
        assert done <= of
        raise Enough

    with pytest.raises(Enough):
        ml.Graph.generate("rmat:13").frequent(20, max_edges=7, exact=True, progress=enough)
    with pytest.raises(Enough):
        ml.Graph.generate("rmat:12").verify("house", progress=enough)


def test_the_interpreter_goes_on_while_a_job_runs() -> None:
    graph = ml.Graph.generate("rmat:8")
    done, ticks = threading.Event(), 0

    def work() -> None:
        graph.count("prism")
        done.set()

    worker = threading.Thread(target=work)
    worker.start()
    while not done.is_set() and ticks < 10**6:
        ticks += 1
        time.sleep(0.001)
    worker.join()
    assert ticks > 1


def test_two_threads_may_use_one_graph(karate: ml.Graph) -> None:
    counts: list[int] = []
    threads = [threading.Thread(target=lambda: counts.append(karate.count("house"))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert counts == [781] * 4


@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
def test_ctrl_c_ends_a_job() -> None:
    code = "import motherlode as ml; g = ml.Graph.generate('rmat:15'); print('begun', flush=True); g.count('prism', device='cpu')"
    process = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None and process.stdout.readline() == "begun\n"
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert "KeyboardInterrupt" in errors and process.returncode != 0


def test_the_command() -> None:
    def run(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "motherlode", *words], capture_output=True, text=True, timeout=120
        )

    done = run("count", "karate", "triangle", "--device", "cpu")
    assert done.returncode == 0 and done.stdout.startswith("45 subgraphs match triangle")
    wrong = run("count", "karate", "trianle")
    assert wrong.returncode == 2 and "nearest are `triangle`" in wrong.stderr


def test_import_is_light() -> None:
    code = "import sys, motherlode; print([name for name in ('numpy', 'networkx', 'pandas', 'ray') if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_arrays_are_not_copied_out() -> None:
    graph = ml.Graph.generate("rmat:10")
    first, second = graph.to_arrays()[1], graph.to_arrays()[1]
    assert np.shares_memory(first, second)
    with pytest.raises(ValueError):
        first[0] = 1
