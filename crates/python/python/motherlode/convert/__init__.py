"""From what other libraries have of a graph to :class:`~motherlode.convert.arrays.EdgeArrays`: a module for each."""

from __future__ import annotations

from typing import Any

from motherlode.errors import ArgumentTypeError

#: The constructors of :class:`~motherlode.Graph` for objects of other libraries, by the library and the name of the class, or of one that it inherits.
_OF_LIBRARIES = {
    ("networkx", "Graph"): "from_networkx",
    ("igraph", "Graph"): "from_igraph",
    ("igraph", "GraphBase"): "from_igraph",
    ("pandas", "DataFrame"): "from_pandas",
}


def constructor_for(data: Any) -> str:
    """The constructor of :class:`~motherlode.Graph` that takes this.

    Raises
    ------
    ArgumentTypeError
        If none does, or not this alone.
    """
    if isinstance(data, str):
        raise ArgumentTypeError(
            f"Graph({data!r}): a file is read by Graph.read, and a graph is made on the spot by Graph.generate"
        )
    for kind in type(data).__mro__:
        name = _OF_LIBRARIES.get((kind.__module__.partition(".")[0], kind.__name__))
        if name is not None:
            return name
    if hasattr(data, "tocsr"):
        return "from_scipy"
    if hasattr(data, "__arrow_c_stream__"):
        return "from_arrow"
    if hasattr(data, "edge_index"):
        return "from_pyg"
    if hasattr(data, "__iter__") and not isinstance(data, (bytes, dict)):
        return "from_edges"
    raise ArgumentTypeError(
        f"no graph is made of {type(data).__name__}: pairs of nodes, arrays, data frames, sparse matrices and graphs of other "
        "libraries are understood; see the constructors Graph.from_…"
    )
