"""Motherlode, by `motherlode.cypher`: relationships of one MATCH differ, as openCypher has it."""

from __future__ import annotations

import motherlode as ml
import numpy as np
from motherlode import cypher

from ..adapters.motherlode import DEVICE, version
from . import Unsupported
from .data import Tables, kinds, links

__all__ = ["QUERIES", "ask", "convert", "version"]

QUERIES = {
    1: """MATCH (:Country)<-[:isPartOf]-(:City)<-[:isLocatedIn]-(:Person)<-[:hasMember]-(:Forum)-[:containerOf]->(:Post)
          <-[:replyOf]-(:Comment)-[:hasTag]->(:Tag)-[:hasType]->(:TagClass) RETURN count(*)""",
    2: """MATCH (one:Person)-[:knows]-(two:Person),
          (one)<-[:hasCreator]-(:Comment)-[:replyOf]->(:Post)-[:hasCreator]->(two) RETURN count(*)""",
    3: """MATCH (country:Country)
          MATCH (a:Person)-[:isLocatedIn]->(:City)-[:isPartOf]->(country)
          MATCH (b:Person)-[:isLocatedIn]->(:City)-[:isPartOf]->(country)
          MATCH (c:Person)-[:isLocatedIn]->(:City)-[:isPartOf]->(country)
          MATCH (a)-[:knows]-(b)-[:knows]-(c)-[:knows]-(a) RETURN count(*)""",
    4: """MATCH (:Tag)<-[:hasTag]-(message:Post|Comment)-[:hasCreator]->(:Person),
          (message)<-[:likes]-(:Person), (message)<-[:replyOf]-(:Comment) RETURN count(*)""",
    5: """MATCH (one:Tag)<-[:hasTag]-(:Post|Comment)<-[:replyOf]-(:Comment)-[:hasTag]->(two:Tag)
          WHERE one <> two RETURN count(*)""",
    6: """MATCH (a:Person)-[:knows]-(:Person)-[:knows]-(c:Person)-[:hasInterest]->(:Tag)
          WHERE a <> c RETURN count(*)""",
    7: """MATCH (:Tag)<-[:hasTag]-(message:Post|Comment)-[:hasCreator]->(:Person)
          OPTIONAL MATCH (message)<-[:likes]-(:Person)
          OPTIONAL MATCH (message)<-[:replyOf]-(:Comment) RETURN count(*)""",
    8: """MATCH (one:Tag)<-[:hasTag]-(:Post|Comment)<-[:replyOf]-(comment:Comment)-[:hasTag]->(two:Tag)
          WHERE NOT (comment)-[:hasTag]->(one) AND one <> two RETURN count(*)""",
    9: """MATCH (a:Person)-[:knows]-(:Person)-[:knows]-(c:Person)-[:hasInterest]->(:Tag)
          WHERE NOT (a)-[:knows]-(c) AND a <> c RETURN count(*)""",
}


def convert(tables: Tables) -> ml.Graph:
    """One graph: the vertices of each type are numbered after those of the type before."""
    ids = {kind: np.sort(tables[kind][:, 0]) for kind in kinds(tables)}
    sizes = [len(ids[kind]) for kind in ids]
    first = dict(zip(ids, np.cumsum([0, *sizes])))
    ends, names = [], []
    for name, (tail, link, head) in links(tables).items():
        edges = tables[name]
        numbers = [
            first[kind] + np.searchsorted(ids[kind], edges[:, at]) for at, kind in enumerate((tail, head))
        ]
        ends.append(np.stack(numbers))
        names.append(np.full(len(edges), link))
    source, target = np.concatenate(ends, axis=1)
    return ml.Graph.from_arrays(
        source,
        target,
        sum(sizes),
        directed=True,
        labels=np.repeat(np.array(list(ids)), sizes),
        edge_labels=np.concatenate(names),
    )


def ask(graph: ml.Graph, query: str) -> int:
    try:
        return cypher.count(graph, query, device=DEVICE)
    except ml.PatternError as refusal:
        raise Unsupported(str(refusal)) from refusal
