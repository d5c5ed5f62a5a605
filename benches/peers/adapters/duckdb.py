"""DuckDB, by SQL."""

from __future__ import annotations

import os
from typing import Any

import duckdb
import pyarrow as pa

from ..graphs import Edges


def version() -> str:
    return duckdb.__version__


def connect() -> duckdb.DuckDBPyConnection:
    database = duckdb.connect()
    if threads := os.environ.get("PEERS_THREADS"):
        database.execute(f"SET threads = {int(threads)}")
    return database


def convert(edges: Edges, question: str) -> duckdb.DuckDBPyConnection:
    """A table of edges from the lower to the higher vertex, by degree: each clique is one row of its join."""
    database = connect()
    edges = edges.by_degree()
    database.register("e", pa.table({"s": edges.source, "t": edges.target}))
    database.register("v", pa.table({"id": range(edges.n), "label": edges.labels}))
    database.execute("CREATE TABLE edge AS SELECT s, t FROM e")
    if question == "labelled-pattern":
        database.execute("CREATE TABLE vertex AS SELECT id, label FROM v")
    return database


def _one(database: duckdb.DuckDBPyConnection, query: str) -> Any:
    row = database.execute(query).fetchone()
    assert row is not None
    return row[0]


#: All edges, from both ends.
BOTH = "both_ways AS MATERIALIZED (SELECT s, t FROM edge UNION ALL SELECT t, s FROM edge)"


def triangles(database: duckdb.DuckDBPyConnection) -> int:
    return _one(
        database,
        """SELECT count(*) FROM edge ab JOIN edge ac ON ab.s = ac.s JOIN edge bc ON bc.s = ab.t AND bc.t = ac.t""",
    )


def cliques_4(database: duckdb.DuckDBPyConnection) -> int:
    return _one(
        database,
        """WITH triangle AS (
             SELECT ab.s AS a, ab.t AS b, ac.t AS c
             FROM edge ab JOIN edge ac ON ab.s = ac.s JOIN edge bc ON bc.s = ab.t AND bc.t = ac.t)
           SELECT count(*) FROM triangle one JOIN triangle two ON one.a = two.a AND one.b = two.b
           JOIN edge cd ON cd.s = one.c AND cd.t = two.c""",
    )


def cycles_4(database: duckdb.DuckDBPyConnection) -> int:
    # Each is found by both its pairs of opposite vertices.
    return _one(
        database,
        f"""WITH {BOTH}, pair AS (
              SELECT count(*) AS c FROM both_ways one JOIN both_ways two ON one.s = two.s AND one.t < two.t
              GROUP BY one.t, two.t)
            SELECT CAST(sum(c * (c - 1) // 2) // 2 AS BIGINT) FROM pair""",
    )


def labelled_pattern(database: duckdb.DuckDBPyConnection) -> int:
    return _one(
        database,
        f"""WITH {BOTH}, star AS MATERIALIZED (
              SELECT s, t FROM both_ways JOIN vertex a ON a.id = s JOIN vertex b ON b.id = t
              WHERE a.label = 0 AND b.label = 1)
            SELECT count(*) FROM star ab JOIN star ac ON ab.s = ac.s JOIN both_ways bc ON bc.s = ab.t AND bc.t = ac.t
            JOIN star ad ON ad.s = ab.s WHERE ad.t <> ab.t AND ad.t <> ac.t""",
    )


def jaccard(database: duckdb.DuckDBPyConnection) -> Any:
    return database.execute(
        f"""WITH {BOTH}, degree AS (SELECT s AS id, count(*) AS d FROM both_ways GROUP BY s),
            closed AS (
              SELECT e.s, e.t, count(*) AS c FROM edge e
              JOIN both_ways one ON one.s = e.s JOIN both_ways two ON two.s = e.t AND two.t = one.t
              GROUP BY e.s, e.t)
            SELECT coalesce(c, 0) / (one.d + two.d - coalesce(c, 0)) AS value FROM edge e
            LEFT JOIN closed USING (s, t) JOIN degree one ON one.id = e.s JOIN degree two ON two.id = e.t
            ORDER BY e.rowid"""
    ).fetchnumpy()["value"]
