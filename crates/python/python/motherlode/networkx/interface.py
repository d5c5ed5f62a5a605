"""The object that NetworkX's dispatcher talks to."""

from __future__ import annotations

from collections.abc import Sized
from typing import Any

import networkx as nx

# Each of these enters its functions into the registry.
from motherlode.networkx import (  # noqa: F401
    _bipartite,
    _cliques,
    _cores,
    _cycles,
    _holes,
    _isomorphism,
    _links,
    _squares,
    _triad_graphs,
    _triads,
    _triangles,
)
from motherlode.networkx._graph import BackendGraph, convert_from_nx, convert_to_nx
from motherlode.networkx._registry import implementations

#: From this part of the vertices on, counting at all of them is faster than NetworkX at those that were asked
#: for.
_WORTHWHILE_PART = 1 / 50
#: From so many pairs for each edge on, it is worth it to convert the graph for them.
_WORTHWHILE_PAIRS = 1 / 2


class Backend:
    """Motherlode as a backend of NetworkX.

    Each function of ``motherlode.networkx.info`` is an attribute. The entry point ``networkx.backends`` names
    the one instance.

    Examples
    --------
    >>> import networkx as nx
    >>> backend.triangles(backend.convert_from_nx(nx.complete_graph(3)))
    {0: 1, 1: 1, 2: 1}
    """

    convert_from_nx = staticmethod(convert_from_nx)
    convert_to_nx = staticmethod(convert_to_nx)

    def __init__(self) -> None:
        for name, implementation in implementations.items():
            setattr(self, name, implementation.call)

    def can_run(self, name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool | str:
        """Say whether a call gives what NetworkX gives: True, or a text that says why not.

        Parameters
        ----------
        name
            The function, by NetworkX's name.
        args, kwargs
            The arguments of the call.

        Examples
        --------
        >>> import networkx as nx
        >>> backend.can_run("transitivity", (nx.MultiGraph(),), {})
        'the graph is a multigraph'
        """
        try:
            arguments = implementations[name].bind(args, kwargs)
        except TypeError as error:
            return str(error)
        return implementations[name].refuse(arguments) or True

    def should_run(self, name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool | str:
        """Say whether a call is worth it: True, or a text that says why not.

        Parameters
        ----------
        name, args, kwargs
            As for `can_run`.

        Examples
        --------
        >>> import networkx as nx
        >>> backend.should_run("triangles", (nx.path_graph(3),), {})  # doctest: +ELLIPSIS
        '2 edges are few: it is worth it from ...'
        """
        implementation = implementations[name]
        arguments = implementation.bind(args, kwargs)
        graph = arguments["G"] if "G" in arguments else arguments["G1"]
        nodes = arguments.get("nodes", arguments.get("nodelist"))
        if nodes is not None and not implementation.few_nodes:
            if nodes in graph:
                return "one node is faster with NetworkX, which looks at its neighbours only"
            if isinstance(nodes, Sized) and len(nodes) < len(graph) * _WORTHWHILE_PART:
                return "a few nodes are faster with NetworkX, which looks at their neighbours only"
        pairs = arguments.get("ebunch")
        if isinstance(pairs, Sized) and len(pairs) < graph.number_of_edges() * _WORTHWHILE_PAIRS:
            return "few pairs are faster with NetworkX, which looks at their neighbours only"
        if isinstance(graph, BackendGraph):
            return True
        least = _least_edges(implementation.min_edges)
        edges = graph.number_of_edges()
        return edges >= least or f"{edges} edges are few: it is worth it from {least}"


def _least_edges(default: int) -> int:
    """Return the configured least number of edges, or else the function's own."""
    configured = getattr(getattr(nx.config.backends, "motherlode", None), "min_edges", None)
    return default if configured is None else int(configured)


backend = Backend()
