"""DotMotif's text, counted and listed."""

from __future__ import annotations

import builtins
from collections.abc import Hashable
from typing import TYPE_CHECKING, Any

from dotmotif import Motif

from ._executor import MotherlodeExecutor

if TYPE_CHECKING:
    import networkx as nx

    from motherlode import Graph


def count(graph: nx.Graph | Graph, motif: str | Motif, *, limit: int | None = None, **options: Any) -> int:
    """Count the matches of a motif.

    Parameters
    ----------
    graph
        A NetworkX graph of any kind with attributes, or a :class:`motherlode.Graph` with properties.
    motif
        A text in DotMotif's language, or a ``dotmotif.Motif``.
    limit
        Count up to this.
    options
        ``multigraph_edge_match``, ``device``, ``deadline``, ``progress``: see :class:`MotherlodeExecutor`.
        With a text also ``ignore_direction`` and ``exclude_automorphisms``: see ``dotmotif.Motif``.

    Examples
    --------
    >>> import networkx as nx
    >>> G = nx.DiGraph([("x", "z"), ("y", "z")])
    >>> count(G, "A -> C; B -> C"), count(G, "A -> C; B -> C", exclude_automorphisms=True)
    (2, 1)
    """
    made, options = _motif(motif, options)
    return MotherlodeExecutor(graph=graph, **options).count(made, limit)


def list(
    graph: nx.Graph | Graph, motif: str | Motif, *, limit: int | None = None, **options: Any
) -> builtins.list[dict[str, Hashable]]:
    """List the matches of a motif, as dictionaries from its vertices to the graph's.

    Parameters
    ----------
    graph, motif, limit, options
        As for :func:`count`.

    Examples
    --------
    >>> import networkx as nx
    >>> list(nx.DiGraph([("x", "z"), ("z", "y")]), "A -> B; B -> C")
    [{'A': 'x', 'B': 'z', 'C': 'y'}]
    """
    made, options = _motif(motif, options)
    return MotherlodeExecutor(graph=graph, **options).find(made, limit)


_OF_MOTIF = ("ignore_direction", "exclude_automorphisms", "enforce_inequality", "validators")
_OF_EXECUTOR = ("multigraph_edge_match", "device", "deadline", "progress")


def _motif(motif: str | Motif, options: dict[str, Any]) -> tuple[Motif, dict[str, Any]]:
    unknown = [name for name in options if name not in _OF_MOTIF + _OF_EXECUTOR]
    if unknown:
        raise TypeError(f"unknown option {unknown[0]!r}; there are {', '.join(_OF_MOTIF + _OF_EXECUTOR)}")
    of_motif = {name: value for name, value in options.items() if name in _OF_MOTIF}
    if isinstance(motif, str):
        motif = Motif(motif, **of_motif)
    elif of_motif:
        raise TypeError(f"{next(iter(of_motif))!r} is said when the Motif is made; it is one already")
    return motif, {name: value for name, value in options.items() if name in _OF_EXECUTOR}
