"""FrequentSubgraphs beside NetworkX's GraphMatcher, which maps pattern by pattern, vertex by vertex."""

from __future__ import annotations

import pickle
import random
from itertools import pairwise

import pytest

pytest.importorskip("sklearn")
nx = pytest.importorskip("networkx")

import numpy as np  # noqa: E402
from networkx.algorithms.isomorphism import (  # noqa: E402
    GraphMatcher,
    categorical_edge_match,
    categorical_node_match,
)
from scipy.sparse import coo_matrix, csr_matrix, issparse  # noqa: E402
from sklearn.base import clone  # noqa: E402
from sklearn.ensemble import RandomForestClassifier  # noqa: E402
from sklearn.exceptions import NotFittedError  # noqa: E402
from sklearn.linear_model import LogisticRegression  # noqa: E402
from sklearn.model_selection import GridSearchCV, cross_val_score  # noqa: E402
from sklearn.pipeline import make_pipeline  # noqa: E402

import motherlode as ml  # noqa: E402
import motherlode.sklearn._occurrences as occurrences_module  # noqa: E402
from motherlode.sklearn import FrequentSubgraphs  # noqa: E402


def random_graph(seed: int, vertices: int = 7, extra: int = 3) -> nx.Graph:
    """A connected graph: a random tree and some edges more, with skewed labels so that nothing is
    symmetric."""
    chance = random.Random(seed)
    graph = nx.Graph()
    for vertex in range(vertices):
        graph.add_node(f"v{vertex}", label=chance.choice("CCCNO"))
        if vertex:
            graph.add_edge(f"v{vertex}", f"v{chance.randrange(vertex)}")
    for _ in range(extra):
        graph.add_edge(*(f"v{vertex}" for vertex in chance.sample(range(vertices), 2)))
    for _, _, data in graph.edges(data=True):
        data["label"] = chance.choice("112")
    return graph


def graph_of(code) -> nx.Graph:
    graph = nx.Graph()
    for u, v, label_u, label, label_v in code:
        graph.add_node(u, label=str(label_u))
        graph.add_node(v, label=str(label_v))
        graph.add_edge(u, v, label=str(label))
    return graph


def number_in(pattern: nx.Graph, graph: nx.Graph) -> int:
    """The subgraphs of `graph` that are isomorphic to `pattern`: maps that have the same edges as image count
    once."""
    matcher = GraphMatcher(
        graph, pattern, categorical_node_match("label", "0"), categorical_edge_match("label", "0")
    )
    images = set()
    for to_pattern in matcher.subgraph_monomorphisms_iter():
        image = {vertex: at for at, vertex in to_pattern.items()}
        images.add(frozenset(frozenset((image[u], image[v])) for u, v in pattern.edges))
    return len(images)


def table_of(subgraphs: FrequentSubgraphs, graphs: list[nx.Graph]) -> np.ndarray:
    patterns = [graph_of(found.code) for found in subgraphs.patterns_]
    return np.array([[number_in(pattern, graph) for pattern in patterns] for graph in graphs])


SEEN = [random_graph(seed) for seed in range(12)]
UNSEEN = [random_graph(seed, vertices=9, extra=4) for seed in range(100, 108)]


@pytest.mark.parametrize(
    "options",
    [
        {"support": 4, "max_edges": 4},
        {"support": 0.5},
        {"support": 4, "max_edges": 5, "closed": True},
        {"support": 5, "maximal": True},
        {"support": 3, "min_edges": 3, "max_edges": 4, "top": 12},
    ],
    ids=str,
)
def test_each_pattern_in_each_graph_seen_or_not(options):
    counts = FrequentSubgraphs(**options, binary=False)
    of_fit = counts.fit_transform(SEEN)
    assert of_fit.shape == (len(SEEN), len(counts.patterns_)) and of_fit.shape[1] > 3
    expected = table_of(counts, SEEN)
    assert (of_fit.toarray() == expected).all()
    assert (counts.supports_ == (expected > 0).sum(axis=0)).all()
    of_others = table_of(counts, UNSEEN)
    assert len(np.unique(of_others)) > 3, "the data should tell counts apart"
    assert (counts.transform(UNSEEN).toarray() == of_others).all()

    presence = FrequentSubgraphs(**options)
    assert (presence.fit_transform(SEEN).toarray() == (expected > 0)).all()
    assert (presence.transform(SEEN).toarray() == (expected > 0)).all()
    assert (presence.transform(UNSEEN).toarray() == (of_others > 0)).all()


def test_all_connected_subgraphs_of_one_graph_are_found():
    graph = random_graph(7, vertices=6, extra=2)
    counts = FrequentSubgraphs(support=1, max_edges=3, binary=False).fit([graph])
    by_edges: dict[int, int] = {}
    for found, number in zip(counts.patterns_, counts.transform([graph]).toarray()[0], strict=True):
        by_edges[len(found.code)] = by_edges.get(len(found.code), 0) + number
    edges = list(graph.edges)
    sets: dict[int, set] = {1: {frozenset([edge]) for edge in edges}}
    for size in (2, 3):
        sets[size] = {
            smaller | {edge}
            for smaller in sets[size - 1]
            for edge in edges
            if edge not in smaller and any(set(edge) & set(other) for other in smaller)
        }
    assert by_edges == {size: len(found) for size, found in sets.items()}


def test_embeddings_are_cut_where_they_are_many(monkeypatch):
    counts = FrequentSubgraphs(support=4, max_edges=4, binary=False).fit(SEEN)
    whole = counts.transform(UNSEEN).toarray()
    monkeypatch.setattr(occurrences_module, "_MOST_ARCS", 5)
    assert (counts.transform(UNSEEN).toarray() == whole).all()


def test_patterns_beyond_the_twelve_vertices_of_the_language():
    chain = nx.path_graph(15)
    for vertex in chain:
        chain.nodes[vertex]["label"] = "ab"[vertex % 3 == 0]
    counts = FrequentSubgraphs(support=1, min_edges=14, max_edges=None, binary=False)
    assert counts.fit_transform([chain]).toarray().tolist() == [[1]]
    assert counts.transform([chain.subgraph(range(14))]).toarray().tolist() == [[0]]


def test_all_kinds_of_graphs_are_the_same_graph():
    Chem = pytest.importorskip("rdkit.Chem")
    smiles = "CC(=O)Nc1ccccc1"
    molecule = Chem.MolFromSmiles(smiles)
    kinds = {"SINGLE": 1, "DOUBLE": 2, "AROMATIC": 4}
    graph, matrix = nx.Graph(), np.zeros((molecule.GetNumAtoms(),) * 2, dtype=int)
    for atom in molecule.GetAtoms():
        graph.add_node(atom.GetIdx(), label=atom.GetSymbol())
    for bond in molecule.GetBonds():
        u, v, kind = bond.GetBeginAtomIdx(), bond.GetEndAtomIdx(), kinds[str(bond.GetBondType())]
        graph.add_edge(u, v, label=kind)
        matrix[u, v] = matrix[v, u] = kind
    symbols = [atom.GetSymbol() for atom in molecule.GetAtoms()]
    same = [smiles, molecule, graph, (matrix, symbols), (csr_matrix(matrix), dict(enumerate(symbols)))]
    table = FrequentSubgraphs(support=5, max_edges=5, binary=False).fit_transform(same).toarray()
    assert table.shape[1] > 20 and table.max() > 3
    assert (table == table[0]).all()


def test_a_database_is_a_list_of_graphs():
    database = ml.Database.from_networkx(SEEN, label="label", edge_label="label")
    counts = FrequentSubgraphs(support=4, max_edges=4, binary=False)
    assert (counts.fit_transform(database) != counts.transform(SEEN)).nnz == 0
    assert (counts.transform([database[3], database[0]]) != counts.transform([SEEN[3], SEEN[0]])).nnz == 0


def test_a_directed_database_is_refused():
    database = ml.Database.from_gspan("t # 0\nv 0 A\nv 1 B\ne 0 1 x\n", directed=True)
    with pytest.raises(ValueError, match="X is directed"):
        FrequentSubgraphs(support=1).fit(database)


def test_folds_of_a_database():
    """scikit-learn takes graphs out of it by number."""
    graphs, classes = labelled_by_a_bond()
    database = ml.Database.from_networkx(graphs)
    pipeline = make_pipeline(FrequentSubgraphs(support=0.2, max_edges=2), LogisticRegression(C=100.0))
    of_database = cross_val_score(pipeline, database, classes, cv=4)
    assert (of_database == cross_val_score(pipeline, graphs, classes, cv=4)).all()


def test_graphs_of_the_library():
    edges = [("a", "b"), ("b", "c"), ("c", "d")]
    plain, labelled = (
        ml.Graph.from_edges(edges),
        ml.Graph.from_edges(edges, labels=[["x"], ["x"], ["y"], ["x"]]),
    )
    counts = FrequentSubgraphs(support=1, binary=False).fit([nx.path_graph(3)])
    assert counts.transform([plain]).toarray().tolist() == [[3, 2]]
    assert counts.transform([labelled]).nnz == 0
    with pytest.raises(ValueError, match="graph 1 of X is directed"):
        counts.transform([plain, ml.Graph.from_edges(edges, directed=True)])
    with pytest.raises(ValueError, match="graph 0 of X: vertex 1 has 2 labels"):
        counts.transform([ml.Graph.from_edges(edges, labels=[["x"], ["x", "y"], ["y"], ["x"]])])


def test_without_labels_and_without_edges():
    lone = nx.Graph()
    lone.add_node("only")
    counts = FrequentSubgraphs(support=2, binary=False)
    table = counts.fit_transform([nx.path_graph(4), lone, nx.star_graph(3), nx.Graph()]).toarray()
    assert [len(found.code) for found in counts.patterns_] == [1, 2]
    assert table.tolist() == [[3, 2], [0, 0], [3, 3], [0, 0]]
    assert counts.transform([(np.array([[0, 0], [0, 0]]), None)]).toarray().tolist() == [[0, 0]]


def test_labels_that_fit_has_not_seen_are_in_no_pattern():
    counts = FrequentSubgraphs(support=4, max_edges=2).fit(SEEN)
    strange = nx.Graph([("a", "b")], label="x")
    nx.set_node_attributes(strange, "Xe", "label")
    nx.set_edge_attributes(strange, 9, "label")
    assert counts.transform([strange]).nnz == 0


def test_other_attributes_are_the_labels():
    graph = nx.Graph()
    graph.add_node(1, colour="red")
    graph.add_node(2, colour="two_words")
    graph.add_edge(1, 2, kind=7)
    subgraphs = FrequentSubgraphs(support=1, node_label="colour", edge_label="kind").fit([graph])
    [(_, _, *labels)] = subgraphs.patterns_[0].code
    assert labels == ["red", "7", "two_words"]


def test_names_are_one_for_each_column():
    subgraphs = FrequentSubgraphs(support=4, max_edges=3).fit(SEEN)
    names = subgraphs.get_feature_names_out()
    assert len(names) == len(set(names)) == len(subgraphs.patterns_)
    assert all(isinstance(name, str) for name in names)


@pytest.mark.parametrize("binary", [True, False])
def test_output_as_a_data_frame(binary):
    pytest.importorskip("pandas")
    subgraphs = FrequentSubgraphs(support=4, max_edges=3, binary=binary, sparse_output=False)
    wanted = clone(subgraphs).set_params(sparse_output=True).fit_transform(SEEN).toarray()
    assert (clone(subgraphs).fit_transform(SEEN) == wanted).all()
    subgraphs.set_output(transform="pandas")
    for frame in (subgraphs.fit_transform(SEEN), subgraphs.transform(SEEN)):
        assert list(frame.columns) == list(subgraphs.get_feature_names_out())
        assert (frame.to_numpy() == wanted).all()


def test_output_is_sparse_and_of_whole_numbers():
    for binary in (True, False):
        subgraphs = FrequentSubgraphs(support=4, max_edges=2, binary=binary)
        for table in (subgraphs.fit_transform(SEEN), subgraphs.transform(UNSEEN)):
            assert issparse(table) and table.format == "csr" and table.dtype == np.int64
            assert table.has_canonical_format


@pytest.mark.parametrize(
    ("support", "least"),
    [(1, 1), (5, 5), (0.25, 3), (0.26, 4), (1.0, 12), (0.0001, 1), (np.int64(7), 7), (0.75, 9)],
)
def test_support_is_a_number_or_a_part(support, least):
    assert FrequentSubgraphs(support)._least(12) == least


def test_a_part_is_not_one_more_by_rounding():
    # 0.07 * 100 is 7.000000000000001.
    assert FrequentSubgraphs(0.07)._least(100) == 7


@pytest.mark.parametrize("support", [0, -1, 0.0, 1.5, True, "10%", None, float("nan")])
def test_other_supports_are_refused(support):
    with pytest.raises(ValueError, match="support is .* must be a whole number of graphs"):
        FrequentSubgraphs(support).fit(SEEN)


@pytest.mark.parametrize("name", ["max_edges", "min_edges", "top"])
def test_wrong_sizes_are_refused(name):
    with pytest.raises(ValueError, match=f"{name} is 0, and must be a whole number from 1 on"):
        FrequentSubgraphs(4, **{name: 0}).fit(SEEN)


def mixed() -> nx.Graph:
    graph = nx.path_graph(3)
    graph.nodes[0]["label"] = "C"
    return graph


@pytest.mark.parametrize(
    ("graphs", "error", "message"),
    [
        ("CCO", TypeError, "X is str, and must be a list of graphs"),
        (nx.path_graph(3), TypeError, "X is Graph, and must be a list of graphs"),
        (7, TypeError, "X is int, and must be a list"),
        ([], ValueError, "X has no graphs"),
        ([nx.path_graph(3), 5], TypeError, "graph 1 of X is int"),
        ([nx.DiGraph([(1, 2)])], ValueError, "graph 0 of X is directed.*to_undirected"),
        ([nx.Graph([(1, 1)])], ValueError, "graph 0 has a loop"),
        ([nx.MultiGraph([(1, 2), (2, 1)])], ValueError, "graph 0 has two edges between vertices 0 and 1"),
        ([mixed()], ValueError, "node 1 has no attribute 'label', and others have"),
        ([(np.zeros((2, 3)), None)], ValueError, "must be square"),
        ([(np.eye(2), None)], ValueError, "loop"),
        ([(np.array([[0, 1], [0, 0]]), None)], ValueError, "in row 0 and column 1, and not in row 1"),
        ([(np.array([[0, 0.5], [0.5, 0]]), None)], ValueError, "whole numbers"),
        ([(np.array([[0, 1], [1, 0]]), ["C"])], ValueError, "1 labels for 2 vertices"),
        ([(np.array([[0, 1], [1, 0]]), ["C", "two words"])], ValueError, "'two words' .* has a blank"),
    ],
)
def test_wrong_graphs_say_which_and_why(graphs, error, message):
    with pytest.raises(error, match=message):
        FrequentSubgraphs(1).fit(graphs)


def test_wrong_smiles():
    pytest.importorskip("rdkit")
    with pytest.raises(ValueError, match="graph 1 of X: RDKit cannot read the SMILES 'C1CC'"):
        FrequentSubgraphs(1).fit(["CCO", "C1CC"])


def test_more_graphs_than_there_are():
    with pytest.raises(ValueError, match="support is 13 graphs, and X has 12: ask for fewer"):
        FrequentSubgraphs(13).fit(SEEN)


def test_patterns_are_bounded_by_default():
    """Of a thousand molecules the search for all patterns did not end in nine minutes."""
    chain = nx.path_graph(12)
    assert [len(found.code) for found in FrequentSubgraphs(1).fit([chain]).patterns_] == [1, 2, 3, 4, 5, 6]
    assert len(FrequentSubgraphs(1, max_edges=None).fit([chain]).patterns_) == 11


def test_a_deadline_ends_the_search():
    """Every choice of the 190 edges that is connected is a pattern."""
    with pytest.raises(ml.DeadlineError):
        FrequentSubgraphs(1, max_edges=None, deadline=0.2).fit([nx.complete_graph(20)])


def test_progress_is_the_patterns_found():
    heard = []
    fitted = FrequentSubgraphs(1, progress=lambda done, of: heard.append((done, of))).fit([nx.path_graph(9)])
    assert heard[-1] == (len(fitted.patterns_), 0)
    assert clone(fitted).get_params()["progress"] is fitted.progress


def test_nothing_frequent_says_so():
    with pytest.raises(ValueError, match="no pattern is in 12 of the 12 graphs: lower `support`"):
        FrequentSubgraphs(1.0, min_edges=6).fit(SEEN)


def test_not_fitted():
    with pytest.raises(NotFittedError):
        FrequentSubgraphs().transform(SEEN)
    with pytest.raises(NotFittedError):
        FrequentSubgraphs().get_feature_names_out()


def test_entries_that_a_sparse_matrix_has_twice_are_added():
    matrix = coo_matrix(([1, 1, 2], ([0, 0, 1], [1, 1, 0])), shape=(2, 2))
    subgraphs = FrequentSubgraphs(1).fit([(matrix, "CO")])
    assert str(subgraphs.patterns_[0].code[0][3]) == "2"


def labelled_by_a_bond() -> tuple[list[nx.Graph], np.ndarray]:
    """Graphs of two classes that one pattern tells apart: N=O."""
    graphs, classes = [], []
    for seed in range(40):
        graph = random_graph(seed, vertices=6, extra=1)
        if seed % 2:
            nx.add_path(graph, ["v0", "n", "o"], label="1")
            graph.nodes["n"]["label"], graph.nodes["o"]["label"] = "N", "O"
            graph.edges["n", "o"]["label"] = "2"
        graphs.append(graph)
        classes.append(
            any(
                {data["label"]} == {"2"} and {graph.nodes[u]["label"], graph.nodes[v]["label"]} == {"N", "O"}
                for u, v, data in graph.edges(data=True)
            )
        )
    return graphs, np.array(classes)


def test_in_a_pipeline_that_is_searched_in_parallel():
    graphs, classes = labelled_by_a_bond()
    pipeline = make_pipeline(FrequentSubgraphs(support=0.2, max_edges=2), LogisticRegression(C=100.0))
    assert cross_val_score(pipeline, graphs, classes, cv=4).mean() > 0.8
    search = GridSearchCV(
        pipeline,
        {"frequentsubgraphs__support": [0.2, 0.4], "frequentsubgraphs__binary": [True, False]},
        cv=3,
        n_jobs=2,
    )
    search.fit(graphs, classes)
    assert search.best_score_ > 0.8
    names = search.best_estimator_[0].get_feature_names_out()
    assert len(names) == search.best_estimator_[1].n_features_in_


def test_clone_and_pickle():
    subgraphs = FrequentSubgraphs(support=4, max_edges=3, binary=False).fit(SEEN)
    copy = clone(subgraphs)
    assert copy.get_params() == subgraphs.get_params() and not hasattr(copy, "patterns_")
    loaded = pickle.loads(pickle.dumps(subgraphs))
    assert (loaded.transform(UNSEEN) != subgraphs.transform(UNSEEN)).nnz == 0
    assert (loaded.get_feature_names_out() == subgraphs.get_feature_names_out()).all()


def test_forests_take_it_too():
    graphs, classes = labelled_by_a_bond()
    model = make_pipeline(FrequentSubgraphs(0.3, max_edges=2), RandomForestClassifier(10, random_state=0))
    assert model.fit(graphs, classes).score(graphs, classes) > 0.8


def test_pairs_of_a_row_are_neighbours():
    # The graphs of a list keep their order and do not run into one another.
    paths = [nx.path_graph(size) for size in (5, 2, 9, 3)]
    table = FrequentSubgraphs(support=1, max_edges=3, binary=False).fit_transform(paths).toarray()
    for shorter, longer in pairwise(sorted(range(4), key=lambda at: len(paths[at]))):
        assert (table[shorter] <= table[longer]).all()
    assert table[:, 0].tolist() == [4, 1, 8, 2]
