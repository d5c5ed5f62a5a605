"""Molecules of RDKit and TUDataset folders."""

from __future__ import annotations

from pathlib import Path

import pytest

np = pytest.importorskip("numpy")

from motherlode import Database, fsm  # noqa: E402
from motherlode.molecules import from_rdkit, read_tudataset, to_rdkit  # noqa: E402
from motherlode.molecules._batch import Batch, BatchBuilder  # noqa: E402
from motherlode.molecules._rdkit import to_batch  # noqa: E402
from motherlode.molecules._tudataset import read_batch  # noqa: E402

SMILES = [
    "CC(=O)Nc1ccc(O)cc1",
    "O=C(O)c1ccccc1-c1ccncc1",
    "C#CCOc1ccc2[nH]ccc2c1",
    "CS(=O)(=O)N1CCC(F)CC1",
    "[Na+].[O-]C(=O)C1=CC=CS1",
    "N[C@@H](Cc1ccccc1)C(=O)O",
]


def found(database: Database) -> dict[tuple, int]:
    """All patterns of up to four edges that two graphs have."""
    return {pattern.code: pattern.support for pattern in fsm(database, 2, max_edges=4)}


@pytest.fixture(scope="module")
def molecules():
    Chem = pytest.importorskip("rdkit.Chem")
    return [Chem.MolFromSmiles(smiles) for smiles in SMILES]


def test_a_molecule_and_its_smiles_are_the_same_graph(molecules):
    from rdkit import Chem

    written = [Chem.MolToSmiles(molecule) for molecule in molecules]
    patterns = found(from_rdkit(molecules))
    assert len(patterns) > 30
    assert patterns == found(Database.from_smiles(written))


def test_a_molecule_and_its_sdf_record_are_the_same_graph(molecules, tmp_path):
    from rdkit import Chem

    path = tmp_path / "molecules.sdf"
    with Chem.SDWriter(str(path)) as writer:
        for molecule in molecules:
            writer.write(molecule)
    patterns = found(from_rdkit(molecules, kekulize=True))
    assert patterns == found(Database.read(path))
    assert patterns != found(from_rdkit(molecules))


def test_reading_leaves_the_molecules_as_they_are(molecules):
    from rdkit import Chem

    before = [Chem.MolToSmiles(molecule) for molecule in molecules]
    from_rdkit(molecules, kekulize=True)
    assert [Chem.MolToSmiles(molecule) for molecule in molecules] == before


def test_what_a_molecule_becomes(molecules):
    from rdkit import Chem

    molecule = Chem.MolFromSmiles("[2H]C#N.[NH4+]")
    molecule.SetProp("_Name", "prussic acid and more")
    batch = to_batch([molecule, molecules[4]], classes=["bad", "good one"])
    assert list(batch.labels) == ["H", "C", "N", "N", "Na", *"OCOCCCCS"]
    assert batch.offsets.tolist() == [0, 4, 13]
    assert batch.edges.tolist()[:2] == [[0, 1], [1, 2]]
    # Thiophene is aromatic, whatever its SMILES says.
    assert sorted(batch.edge_labels) == sorted("13" + "12144444")
    database = batch.to_database()
    assert database.names == ["prussic acid and more", "1"] and database.classes == ["bad", "good one"]
    assert list(database.to_arrays()[1]) == list(batch.labels)


def test_all_kinds_of_bonds(molecules):
    from rdkit import Chem

    molecule = Chem.RWMol()
    for _ in range(3):
        molecule.AddAtom(Chem.Atom("Cr"))
    molecule.AddBond(0, 1, Chem.BondType.QUADRUPLE)
    molecule.AddBond(1, 2, Chem.BondType.DATIVE)
    assert list(to_batch([molecule]).edge_labels) == ["5", "9"]
    molecule.GetBondWithIdx(1).SetBondType(Chem.BondType.ZERO)
    with pytest.raises(ValueError, match="molecule 0: bond 1 is ZERO; known are SINGLE, DOUBLE"):
        to_batch([molecule])


@pytest.mark.parametrize(
    ("wrong", "message"), [(None, "molecule 1 is NoneType: RDKit could not"), ("C", "molecule 1 is str")]
)
def test_what_is_no_molecule(molecules, wrong, message):
    with pytest.raises(TypeError, match=message):
        from_rdkit([molecules[0], wrong])


def test_classes_are_as_many_as_molecules(molecules):
    with pytest.raises(ValueError, match="1 classes for 6 graphs"):
        from_rdkit(molecules, classes=["active"])


def test_a_pattern_is_where_rdkit_finds_it(molecules):
    """RDKit's own search says for each pattern the molecules that have it."""
    patterns = fsm(from_rdkit(molecules), 2, max_edges=5, graphs=True)
    assert len(patterns) > 30
    for pattern in patterns:
        query = to_rdkit(pattern)
        assert query.GetNumBonds() == len(pattern.code)
        having = [number for number, molecule in enumerate(molecules) if molecule.HasSubstructMatch(query)]
        assert having == sorted(pattern.graphs), pattern.code


def test_a_pattern_of_something_else_is_no_molecule():
    builder = BatchBuilder()
    builder.add(["C", "Person"], [(0, 1)], ["1"])
    builder.add(["C", "O"], [(0, 1)], ["knows"])
    pytest.importorskip("rdkit")
    for pattern in fsm(builder.build().to_database(), 1):
        with pytest.raises(ValueError, match="this pattern is not of molecules"):
            to_rdkit(pattern)


def write(folder: Path, **texts: str) -> Path:
    for kind, text in texts.items():
        (folder / f"TINY_{kind}.txt").write_text(text)
    return folder


#: A path C-1-O-2-C, and then a lone N and an edge of C and N whose vertices stand between the others.
TINY = {
    "A": "1, 2\n2, 1\n2,4\n4,2\n3, 6\n6, 3\n",
    "graph_indicator": "1\n1\n3\n1\n2\n3\n",
    "graph_labels": "-1\n1\n1\n",
    "node_labels": "6\n8\n6\n6\n7\n7\n",
    "edge_labels": "1\n1\n2\n2\n3\n3\n",
}


def test_a_tudataset_folder(tmp_path):
    batch, y = read_batch(write(tmp_path, **TINY))
    assert y.tolist() == [-1, 1, 1] and y.dtype.kind == "i"
    assert batch.offsets.tolist() == [0, 3, 4, 6]
    assert list(batch.labels) == ["6", "8", "6", "7", "6", "7"]
    assert batch.edges.tolist() == [[0, 1], [1, 2], [4, 5]]
    assert list(batch.edge_labels) == ["1", "2", "3"]
    assert list(batch.classes) == ["-1", "1", "1"]
    database, y = read_tudataset(tmp_path)
    assert len(database) == len(y) == 3
    assert sorted((p.support, *map(str, p.code[0][2:])) for p in fsm(database, 1, max_edges=1)) == [
        (1, "6", "1", "8"),
        (1, "6", "2", "8"),
        (1, "6", "3", "7"),
    ]


def test_without_labels_all_are_nought(tmp_path):
    for missing in ("node_labels", "edge_labels"):
        (tmp_path / missing).mkdir()
        some = {kind: text for kind, text in TINY.items() if kind != missing}
        batch, _ = read_batch(write(tmp_path / missing, **some))
        assert set(batch.labels if missing == "node_labels" else batch.edge_labels) == {"0"}


def test_several_columns_are_one_label_and_classes_may_be_words(tmp_path):
    words = TINY | {"node_labels": "6, 1\n8, 0\n6, 1\n6, 1\n7, 0\n7, 1\n", "graph_labels": "yes\nno\nno\n"}
    batch, y = read_batch(write(tmp_path, **words))
    assert list(batch.labels[:2]) == ["6,1", "8,0"]
    assert y.tolist() == ["yes", "no", "no"]


def test_a_graph_without_vertices_keeps_its_place(tmp_path):
    some = TINY | {"graph_indicator": "1\n1\n4\n1\n2\n4\n", "graph_labels": "-1\n1\n1\n2\n"}
    batch, y = read_batch(write(tmp_path, **some))
    assert batch.offsets.tolist() == [0, 3, 4, 4, 6] and len(batch.to_database()) == len(y) == 4


def test_edges_that_are_there_once_are_the_same(tmp_path):
    once = TINY | {"A": "2, 1\n4,2\n3, 6\n", "edge_labels": "1\n2\n3\n"}
    batch, _ = read_batch(write(tmp_path, **once))
    assert batch.edges.tolist() == [[0, 1], [1, 2], [4, 5]] and list(batch.edge_labels) == ["1", "2", "3"]


def test_no_edges_at_all(tmp_path):
    batch, _ = read_batch(write(tmp_path, **(TINY | {"A": "", "edge_labels": ""})))
    assert batch.edges.shape == (0, 2) and len(batch.to_database()) == 3


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (
            {"A": "1, 2\n2, 9\n", "edge_labels": "1\n1\n"},
            r"TINY_A.txt, line 2: vertices 2 and 9 found, and there are 6",
        ),
        ({"A": "1, 2\n0, 2\n", "edge_labels": "1\n1\n"}, r"TINY_A.txt, line 2: vertices 0 and 2"),
        (
            {"A": "1, 2\n2, 3\n", "edge_labels": "1\n1\n"},
            r"TINY_A.txt, line 2: vertices 2 and 3 are of two graphs",
        ),
        ({"A": "1, 2\n2, 2\n", "edge_labels": "1\n1\n"}, r"line 2: a loop at vertex 2; .* skip_loops=True"),
        ({"A": "1, 2\n2, x\n", "edge_labels": "1\n1\n"}, r"line 2: '2, x' found, expected whole numbers"),
        ({"A": "1, 2\n2\n", "edge_labels": "1\n1\n"}, r"line 2: '2' found, expected 2 of them"),
        (
            {"graph_indicator": "1\n1\n4\n1\n2\n3\n"},
            r"line 3: graph 4 found, but TINY_graph_labels.txt has 3 lines",
        ),
        ({"node_labels": "6\n8\n"}, r"node_labels.txt has 2 lines, and TINY_graph_indicator.txt 6"),
        ({"edge_labels": "1\n"}, r"edge_labels.txt has 1 lines, and TINY_A.txt 6"),
        ({"edge_labels": "1\n1\n2\n3\n3\n3\n"}, r"line 4: '3' for the edge that has '2' in line 3"),
    ],
)
def test_wrong_lines_are_named(tmp_path, wrong, message):
    with pytest.raises(ValueError, match=message):
        read_tudataset(write(tmp_path, **(TINY | wrong)))


def test_loops_are_left_out_where_that_is_wanted(tmp_path):
    loops = TINY | {"A": "1, 2\n2, 2\n2, 4\n", "edge_labels": "1\n9\n2\n"}
    batch, _ = read_batch(write(tmp_path, **loops), skip_loops=True)
    assert batch.edges.tolist() == [[0, 1], [1, 2]] and list(batch.edge_labels) == ["1", "2"]


def test_missing_files_are_named(tmp_path):
    with pytest.raises(FileNotFoundError, match="has no file NAME_graph_indicator.txt"):
        read_tudataset(tmp_path)
    with pytest.raises(FileNotFoundError, match="TINY_A.txt is missing"):
        read_tudataset(write(tmp_path, **{kind: text for kind, text in TINY.items() if kind != "A"}))
    (tmp_path / "OTHER_graph_indicator.txt").write_text("1\n")
    with pytest.raises(FileNotFoundError, match="has 2 files NAME_graph_indicator.txt"):
        read_tudataset(tmp_path)


def test_a_batch_of_nothing():
    batch = BatchBuilder().build()
    assert isinstance(batch, Batch) and len(batch) == 0
