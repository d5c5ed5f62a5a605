"""What NetworkX's graphs have, and these do not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

#: What is here instead.
_INSTEAD = {
    "degree": "degrees() has that of each node",
    "has_node": "ask `node in graph`",
    "order": "number_of_nodes() says how many nodes there are",
    "size": "number_of_edges() says how many edges there are",
}
#: What the graph of NetworkX that it becomes has.
_THERE = frozenset(
    {
        *("adj", "adjacency", "copy", "edge_subgraph", "get_edge_data", "graph", "in_degree", "in_edges"),
        *("is_multigraph", "name", "nbunch_iter", "out_degree", "out_edges", "pred", "reverse", "subgraph"),
        *("succ", "to_directed", "to_undirected"),
    }
)
_CHANGES = ("add_", "remove_", "clear", "update")


class Elsewhere:
    """Tells who asks for a method of NetworkX's where it is."""

    # Those who check types are to hear that it is not there.
    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            said = f"{type(self).__name__!r} object has no attribute {name!r}"
            if name in _INSTEAD:
                said += f": {_INSTEAD[name]}"
            elif name in _THERE:
                said += f": take graph.to_networkx().{name}"
            elif name.startswith(_CHANGES):
                said += ": a graph does not change; make another one, as by Graph.from_edges"
            raise AttributeError(said, name=name, obj=self)
