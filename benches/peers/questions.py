"""What is asked, and of whom."""

from __future__ import annotations

#: What the table is about: it stands first in every row's order, and ratios are to the best of the others.
OURS = "motherlode"

PEERS = ("networkx", "igraph", "rustworkx", "graph_tool", "duckdb", "kuzu")

#: Of an undirected graph. A function of the same name, with `_` for `-`, is in the adapter of each peer that can answer.
UNDIRECTED = {
    "triangles": "the number of triangles",
    "transitivity": "three times the triangles, of the wedges",
    "clustering": "the clustering coefficient of every vertex",
    "motifs-3": "the numbers of wedges and triangles, vertex-induced",
    "motifs-4": "the numbers of the six connected motifs of four vertices, vertex-induced",
    "cliques-4": "the number of 4-cliques",
    "clique-profile": "the number of cliques of each size",
    "largest-clique": "the size of a largest clique",
    "cycles-4": "the number of 4-cycles, with or without chords",
    "labelled-pattern": "the maps of a triangle with a tail, with labels, to different vertices",
    "constraint": "Burt's constraint of every vertex",
    "jaccard": "Jaccard's coefficient of the ends of every edge",
}

#: Of a directed graph.
DIRECTED = {"triad-census": "the numbers of the 16 triads"}

#: Of LSQB's data. `lsqb/README.md` has the queries in words.
LSQB = {f"lsqb-{number}": f"LSQB's query {number}" for number in range(1, 10)}

ALL = {**UNDIRECTED, **DIRECTED, **LSQB}
