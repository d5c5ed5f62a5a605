"""The words that modes of jobs are called by."""

from __future__ import annotations

from typing import Literal

#: Whether other edges may be between the vertices of a match.
Induced = Literal["edge", "vertex"]
#: What of the matches is counted.
Semantics = Literal["subgraphs", "embeddings", "homomorphisms"]
#: How to count.
Method = Literal["best", "walk", "decomposition"]
#: What counts are asked for at.
At = Literal["vertices", "edges"]
#: The order in which cliques are searched for.
Order = Literal["degree", "degeneracy"]
#: How graphs are compared.
Measure = Literal[
    "gcd-11",
    "gcd-73",
    "gdda-arithmetic",
    "gdda-geometric",
    "dgcd-13",
    "dgcd-33",
    "dgcd-129",
    "dgcd-730",
    "dgdda-arithmetic",
    "dgdda-geometric",
]
