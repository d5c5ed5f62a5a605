"""DuckDB, by SQL."""

from __future__ import annotations

import duckdb
import pyarrow as pa

from ..adapters.duckdb import connect, version
from .data import Tables, links

__all__ = ["QUERIES", "ask", "convert", "version"]

#: Acquaintances from both sides, and posts and comments together.
VIEWS = """
CREATE VIEW knows AS SELECT s, t FROM Person_knows_Person UNION ALL SELECT t, s FROM Person_knows_Person;
CREATE VIEW message_tag AS SELECT s, t FROM Post_hasTag_Tag UNION ALL SELECT s, t FROM Comment_hasTag_Tag;
CREATE VIEW message_creator AS
  SELECT s, t FROM Post_hasCreator_Person UNION ALL SELECT s, t FROM Comment_hasCreator_Person;
CREATE VIEW likes AS SELECT s, t FROM Person_likes_Post UNION ALL SELECT s, t FROM Person_likes_Comment;
CREATE VIEW reply AS SELECT s, t FROM Comment_replyOf_Post UNION ALL SELECT s, t FROM Comment_replyOf_Comment;
CREATE VIEW person_country AS
  SELECT person.s, city.t FROM Person_isLocatedIn_City person JOIN City_isPartOf_Country city ON city.s = person.t;
"""

TWO_STEPS = """SELECT count(*) FROM knows ab JOIN knows bc ON bc.s = ab.t AND bc.t <> ab.s
               JOIN Person_hasInterest_Tag interest ON interest.s = bc.t"""
TWO_TAGS = """SELECT count(*) FROM message_tag one JOIN reply ON reply.t = one.s
              JOIN Comment_hasTag_Tag two ON two.s = reply.s WHERE two.t <> one.t"""

QUERIES = {
    1: """SELECT count(*) FROM City_isPartOf_Country city JOIN Person_isLocatedIn_City person ON person.t = city.s
          JOIN Forum_hasMember_Person member ON member.t = person.s JOIN Forum_containerOf_Post post ON post.s = member.s
          JOIN Comment_replyOf_Post reply ON reply.t = post.t JOIN Comment_hasTag_Tag tag ON tag.s = reply.s
          JOIN Tag_hasType_TagClass class ON class.s = tag.t""",
    2: """SELECT count(*) FROM knows JOIN Comment_hasCreator_Person one ON one.t = knows.s
          JOIN Comment_replyOf_Post reply ON reply.s = one.s
          JOIN Post_hasCreator_Person two ON two.s = reply.t AND two.t = knows.t""",
    3: """SELECT count(*) FROM knows ab JOIN knows bc ON bc.s = ab.t JOIN knows ca ON ca.s = bc.t AND ca.t = ab.s
          JOIN person_country a ON a.s = ab.s JOIN person_country b ON b.s = bc.s AND b.t = a.t
          JOIN person_country c ON c.s = ca.s AND c.t = a.t""",
    4: """SELECT count(*) FROM message_tag tag JOIN message_creator creator ON creator.s = tag.s
          JOIN likes ON likes.t = tag.s JOIN reply ON reply.t = tag.s""",
    5: TWO_TAGS,
    6: TWO_STEPS,
    7: """SELECT count(*) FROM message_tag tag JOIN message_creator creator ON creator.s = tag.s
          LEFT JOIN likes ON likes.t = tag.s LEFT JOIN reply ON reply.t = tag.s""",
    8: f"""{TWO_TAGS} AND NOT EXISTS
           (SELECT 1 FROM Comment_hasTag_Tag same WHERE same.s = reply.s AND same.t = one.t)""",
    9: f"{TWO_STEPS} WHERE NOT EXISTS (SELECT 1 FROM knows ac WHERE ac.s = ab.s AND ac.t = bc.t)",
}


def convert(tables: Tables) -> duckdb.DuckDBPyConnection:
    """Tables of edges alone: an edge's name tells the types of its ends, and no query asks for more."""
    database = connect()
    for name in links(tables):
        database.register("rows", pa.table({"s": tables[name][:, 0], "t": tables[name][:, 1]}))
        database.execute(f"CREATE TABLE {name} AS SELECT s, t FROM rows")
    database.execute(VIEWS)
    return database


def ask(database: duckdb.DuckDBPyConnection, query: str) -> int:
    row = database.execute(query).fetchone()
    assert row is not None
    return row[0]
