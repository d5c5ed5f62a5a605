"""kuzu, by Cypher. Its rows are homomorphisms, as LSQB's are."""

from __future__ import annotations

import kuzu
import pyarrow as pa

from ..adapters.kuzu import connect, one, version
from .data import Tables, kinds, links

__all__ = ["QUERIES", "ask", "convert", "version"]

QUERIES = {
    1: """MATCH (:Country)<-[:isPartOf]-(:City)<-[:isLocatedIn]-(:Person)<-[:hasMember]-(:Forum)-[:containerOf]->(:Post)
          <-[:replyOf]-(:Comment)-[:hasTag]->(:Tag)-[:hasType]->(:TagClass) RETURN count(*)""",
    2: """MATCH (one:Person)-[:knows]-(two:Person),
          (one)<-[:hasCreator]-(:Comment)-[:replyOf]->(:Post)-[:hasCreator]->(two) RETURN count(*)""",
    3: """MATCH (country:Country),
          (a:Person)-[:isLocatedIn]->(:City)-[:isPartOf]->(country),
          (b:Person)-[:isLocatedIn]->(:City)-[:isPartOf]->(country),
          (c:Person)-[:isLocatedIn]->(:City)-[:isPartOf]->(country),
          (a)-[:knows]-(b)-[:knows]-(c)-[:knows]-(a) RETURN count(*)""",
    4: """MATCH (:Tag)<-[:hasTag]-(message:Post:Comment)-[:hasCreator]->(:Person),
          (message)<-[:likes]-(:Person), (message)<-[:replyOf]-(:Comment) RETURN count(*)""",
    5: """MATCH (one:Tag)<-[:hasTag]-(:Post:Comment)<-[:replyOf]-(:Comment)-[:hasTag]->(two:Tag)
          WHERE id(one) <> id(two) RETURN count(*)""",
    6: """MATCH (a:Person)-[:knows]-(:Person)-[:knows]-(c:Person)-[:hasInterest]->(:Tag)
          WHERE id(a) <> id(c) RETURN count(*)""",
    7: """MATCH (:Tag)<-[:hasTag]-(message:Post:Comment)-[:hasCreator]->(:Person)
          OPTIONAL MATCH (message)<-[:likes]-(:Person)
          OPTIONAL MATCH (message)<-[:replyOf]-(:Comment) RETURN count(*)""",
    8: """MATCH (one:Tag)<-[:hasTag]-(:Post:Comment)<-[:replyOf]-(comment:Comment)-[:hasTag]->(two:Tag)
          WHERE NOT EXISTS { MATCH (comment)-[:hasTag]->(one) } AND id(one) <> id(two) RETURN count(*)""",
    9: """MATCH (a:Person)-[:knows]-(:Person)-[:knows]-(c:Person)-[:hasInterest]->(:Tag)
          WHERE NOT EXISTS { MATCH (a)-[:knows]-(c) } AND id(a) <> id(c) RETURN count(*)""",
}


def convert(tables: Tables) -> kuzu.Connection:
    connection = connect()
    for kind in kinds(tables):
        connection.execute(f"CREATE NODE TABLE {kind}(id INT64 PRIMARY KEY)")
        rows = pa.table({"id": tables[kind][:, 0]})
        connection.execute(f"COPY {kind} FROM $rows", {"rows": rows})
    ends: dict[str, list[tuple[str, str]]] = {}
    for tail, link, head in links(tables).values():
        ends.setdefault(link, []).append((tail, head))
    for link, pairs in ends.items():
        between = ", ".join(f"FROM {tail} TO {head}" for tail, head in pairs)
        connection.execute(f"CREATE REL TABLE {link}({between})")
    for name, (tail, link, head) in links(tables).items():
        rows = pa.table({"s": tables[name][:, 0], "t": tables[name][:, 1]})
        which = f" (from='{tail}', to='{head}')" if len(ends[link]) > 1 else ""
        connection.execute(f"COPY {link} FROM $rows{which}", {"rows": rows})
    return connection


def ask(connection: kuzu.Connection, query: str) -> int:
    return one(connection, query)
