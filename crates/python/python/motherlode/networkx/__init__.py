"""Motherlode behind NetworkX's own functions, by NetworkX's dispatch protocol.

Nothing of this package has to be imported: NetworkX finds it by its entry points.

>>> import networkx as nx
>>> G = nx.karate_club_graph()
>>> nx.triangles(G, backend="motherlode") == nx.triangles(G)
True

To have every call dispatched, write ``nx.config.backend_priority = ["motherlode"]`` or set the environment
variable ``NETWORKX_BACKEND_PRIORITY=motherlode``.

Notes
-----
NetworkX imports this package for ``backend_info`` whenever it is itself imported. So nothing is imported here
before it is used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from motherlode.networkx._graph import BackendGraph, convert_from_nx, convert_to_nx
    from motherlode.networkx.interface import backend

__all__ = ["BackendGraph", "backend", "convert_from_nx", "convert_to_nx"]


def __getattr__(name: str) -> Any:
    if name == "backend":
        from motherlode.networkx.interface import backend

        return backend
    if name in __all__:
        from motherlode.networkx import _graph

        return getattr(_graph, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
