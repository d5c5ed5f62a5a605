"""RDKit molecules as labelled graphs, and patterns as RDKit molecules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from motherlode.errors import GraphError
from motherlode.molecules._batch import Batch, BatchBuilder

if TYPE_CHECKING:
    from rdkit import Chem

    from motherlode import Database, FrequentPattern

#: The labels of bonds, as the readers of SDF and SMILES have them; the last two as V3000 numbers them.
BOND_LABELS = {
    "SINGLE": "1",
    "DOUBLE": "2",
    "TRIPLE": "3",
    "AROMATIC": "4",
    "QUADRUPLE": "5",
    "DATIVE": "9",
    "HYDROGEN": "10",
}


def from_rdkit(
    mols: Iterable[Chem.Mol], *, classes: Sequence[Any] | None = None, kekulize: bool = False
) -> Database:
    """Make a database of RDKit molecules.

    Vertices are the atoms that the molecule has (implied hydrogens are none), labelled by their symbols.
    Edges are the bonds, labelled ``1``, ``2``, ``3``, and ``4`` for an aromatic one, ``5`` for a quadruple
    one. Charges, isotopes and stereochemistry are left out. So a molecule gives the graph that
    ``Database.from_smiles`` reads of its SMILES (``Chem.MolToSmiles``), and with `kekulize` the one that is
    read of its SDF record.

    Parameters
    ----------
    mols
        The molecules. A title (the property ``_Name``) is the graph's name.
    classes
        A class for each molecule.
    kekulize
        Whether aromatic bonds become single and double ones in turn.

    Raises
    ------
    ModuleNotFoundError
        When RDKit is not installed.
    TypeError
        When something is not a molecule, such as the ``None`` of a SMILES that RDKit could not read.

    Examples
    --------
    >>> from rdkit import Chem
    >>> database = from_rdkit([Chem.MolFromSmiles("CCO"), Chem.MolFromSmiles("c1ccccc1")])
    >>> len(database)
    2
    """
    return to_batch(mols, classes=classes, kekulize=kekulize).to_database()


def to_batch(
    mols: Iterable[Chem.Mol], *, classes: Sequence[Any] | None = None, kekulize: bool = False
) -> Batch:
    """What `from_rdkit` reads, as arrays."""
    import_rdkit()
    builder = BatchBuilder()
    names = []
    for number, mol in enumerate(mols):
        add_molecule(builder, mol, number, kekulize=kekulize)
        title = mol.GetProp("_Name") if mol.HasProp("_Name") else ""
        names.append(title or str(number))
    return builder.build(names=names, classes=classes)


def add_molecule(builder: BatchBuilder, mol: Chem.Mol, number: int, *, kekulize: bool = False) -> None:
    """Adds the molecule with this number of the user's list to a batch."""
    Chem = import_rdkit()
    if not isinstance(mol, Chem.Mol):
        hint = (
            "RDKit could not read its input; leave it out" if mol is None else "give rdkit.Chem.Mol objects"
        )
        raise TypeError(f"molecule {number} is {type(mol).__name__}: {hint}")
    if kekulize:
        mol = Chem.Mol(mol)
        Chem.Kekulize(mol, clearAromaticFlags=True)
    edges, labels = [], []
    for bond in mol.GetBonds():
        edges.append((bond.GetBeginAtomIdx(), bond.GetEndAtomIdx()))
        # A bond has its own enumeration, whose members are not equal to text.
        kind = bond.GetBondType().name
        if kind not in BOND_LABELS:
            raise GraphError(
                f"molecule {number}: bond {bond.GetIdx()} is {kind}; known are {', '.join(BOND_LABELS)}: "
                "give it another type with Bond.SetBondType"
            )
        labels.append(BOND_LABELS[kind])
    builder.add((atom.GetSymbol() for atom in mol.GetAtoms()), edges, labels)


def to_rdkit(pattern: FrequentPattern) -> Chem.Mol:
    """Make an RDKit molecule of a pattern that was found in molecules.

    It is for drawing and for searching (``mol.HasSubstructMatch``): its atoms have no implied hydrogens, and
    part of an aromatic ring stays aromatic, which no molecule has; so it is not sanitized.

    Parameters
    ----------
    pattern
        A pattern whose labels are those of `from_rdkit`.

    Examples
    --------
    >>> from types import SimpleNamespace
    >>> carbonyl = SimpleNamespace(code=((0, 1, "C", "2", "O"),))
    >>> mol = to_rdkit(carbonyl)
    >>> [atom.GetSymbol() for atom in mol.GetAtoms()], mol.GetBondWithIdx(0).GetBondType().name
    (['C', 'O'], 'DOUBLE')
    """
    Chem = import_rdkit()
    kinds = {label: getattr(Chem.BondType, kind) for kind, label in BOND_LABELS.items()}
    mol = Chem.RWMol()
    atoms: dict[int, int] = {}

    def atom(vertex: int, symbol: str) -> int:
        if vertex not in atoms:
            new = Chem.Atom(symbol)
            new.SetNoImplicit(True)
            atoms[vertex] = mol.AddAtom(new)
        return atoms[vertex]

    for u, v, label_u, bond, label_v, *_ in pattern.code:
        try:
            ends = atom(u, str(label_u)), atom(v, str(label_v))
        except RuntimeError:
            raise GraphError(
                f"{label_u} or {label_v} is no element: this pattern is not of molecules"
            ) from None
        if str(bond) not in kinds:
            raise GraphError(
                f"{bond} is no kind of bond: this pattern is not of molecules; known are {sorted(kinds)}"
            )
        mol.AddBond(*ends, kinds[str(bond)])
        if str(bond) == BOND_LABELS["AROMATIC"]:
            mol.GetBondBetweenAtoms(*ends).SetIsAromatic(True)
            for end in ends:
                mol.GetAtomWithIdx(end).SetIsAromatic(True)
    result = mol.GetMol()
    result.UpdatePropertyCache(strict=False)
    Chem.FastFindRings(result)
    return result


def import_rdkit() -> Any:
    """`rdkit.Chem`, or an error that says how to get it."""
    try:
        from rdkit import Chem
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(
            "molecules are read by RDKit, which is not installed: pip install rdkit", name=error.name
        ) from error
    return Chem
