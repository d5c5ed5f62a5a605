"""Molecules and graph data sets as databases for frequent subgraphs.

>>> from rdkit import Chem
>>> import motherlode as ml
>>> from motherlode.molecules import from_rdkit
>>> database = from_rdkit([Chem.MolFromSmiles(text) for text in ("CCO", "CCN", "CC=O")])
>>> [(pattern.support, len(pattern.code)) for pattern in ml.fsm(database, 3)]
[(3, 1)]
"""

from motherlode.molecules._rdkit import from_rdkit, to_rdkit
from motherlode.molecules._tudataset import read_tudataset

__all__ = ["from_rdkit", "read_tudataset", "to_rdkit"]
