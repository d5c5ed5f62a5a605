"""openCypher on Motherlode: a part of the language, counted and listed.

``MATCH`` and ``OPTIONAL MATCH`` with paths of nodes and relationships, ``WHERE``, ``RETURN`` of variables,
properties, ``count(*)`` and ``*``, and ``LIMIT``. What is not supported is refused with line and column. The package ``lark`` must be
installed: it parses the query.

Rows are those of openCypher: nodes of a row may coincide, the relationships of one ``MATCH`` may not.

Examples
--------
>>> import networkx as nx
>>> from motherlode import cypher
>>> G = nx.DiGraph()
>>> G.add_node("x", kind="Neuron", size=5)
>>> G.add_node("y", kind="Neuron", size=2)
>>> G.add_edge("x", "y", weight=3)
>>> G.add_edge("y", "x", weight=1)
>>> cypher.count(G, "MATCH (a)-->(b)-->(c) RETURN count(*)")
2
>>> cypher.run(G, "MATCH (a:Neuron)-[s]->(b) WHERE s.weight > 2 RETURN a, b.size", label="kind")
[{'a': 'x', 'b.size': 2}]
>>> cypher.count(G, "MATCH (a) OPTIONAL MATCH (a)-[s]->(b) WHERE s.weight > 2 RETURN count(*)")
2
"""

from ._run import count, run

__all__ = ["count", "run"]
