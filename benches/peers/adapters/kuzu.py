"""kuzu, by Cypher. Its rows are homomorphisms: relationships of a pattern may coincide."""

from __future__ import annotations

import os
from typing import Any

import kuzu
import pyarrow as pa

from ..graphs import Edges


def version() -> str:
    return str(kuzu.__version__)


def connect() -> kuzu.Connection:
    return kuzu.Connection(kuzu.Database(), num_threads=int(os.environ.get("PEERS_THREADS", "0")))


def convert(edges: Edges, question: str) -> kuzu.Connection:
    """Edges from the lower to the higher vertex, by degree: each clique is one row."""
    connection = connect()
    edges = edges.by_degree()
    nodes = pa.table({"id": pa.array(range(edges.n), pa.int64()), "label": edges.labels})
    rows = pa.table({"s": edges.source, "t": edges.target})
    connection.execute("CREATE NODE TABLE V(id INT64 PRIMARY KEY, label INT64)")
    connection.execute("CREATE REL TABLE E(FROM V TO V)")
    connection.execute("COPY V FROM $nodes", {"nodes": nodes})
    connection.execute("COPY E FROM $rows", {"rows": rows})
    return connection


def one(connection: kuzu.Connection, query: str) -> Any:
    result = connection.execute(query)
    assert isinstance(result, kuzu.QueryResult)
    row: Any = result.get_next()
    return row[0]


def triangles(connection: kuzu.Connection) -> int:
    return one(connection, "MATCH (a:V)-[:E]->(b:V)-[:E]->(c:V), (a)-[:E]->(c) RETURN count(*)")


def cliques_4(connection: kuzu.Connection) -> int:
    return one(
        connection,
        """MATCH (a:V)-[:E]->(b:V)-[:E]->(c:V)-[:E]->(d:V), (a)-[:E]->(c), (a)-[:E]->(d), (b)-[:E]->(d)
           RETURN count(*)""",
    )


def cycles_4(connection: kuzu.Connection) -> int:
    return one(
        connection,
        """MATCH (a:V)-[:E]->(b:V)-[:E]-(c:V)-[:E]-(d:V), (a)-[:E]->(d) WHERE a.id < c.id AND b.id < d.id
           RETURN count(*)""",
    )


def labelled_pattern(connection: kuzu.Connection) -> int:
    return one(
        connection,
        """MATCH (a:V)-[:E]-(b:V)-[:E]-(c:V), (a)-[:E]-(c), (a)-[:E]-(d:V)
           WHERE a.label = 0 AND b.label = 1 AND c.label = 1 AND d.label = 1 AND b.id <> d.id AND c.id <> d.id
           RETURN count(*)""",
    )
