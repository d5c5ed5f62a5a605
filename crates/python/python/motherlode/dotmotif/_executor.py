"""An executor for DotMotif."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import TYPE_CHECKING, Any

from dotmotif.executors import Executor

from ..cypher._host import Host, Labelled, TooManyCounts, rows
from ..cypher._host import count as count_search
from ._symmetry import automorphisms, selects_one
from ._translate import translate

if TYPE_CHECKING:
    import networkx as nx
    from dotmotif import Motif

    from motherlode import Graph


class MotherlodeExecutor(Executor):
    """Run DotMotif's motifs with Motherlode.

    It gives what ``dotmotif.NetworkXExecutor`` gives: all injective maps of the motif's vertices, as
    dictionaries. Their order is not specified, here as there; nor is it specified which matches a limit
    keeps.

    Parameters
    ----------
    graph : networkx.Graph, DiGraph, MultiGraph or MultiDiGraph, or motherlode.Graph
        The graph that is searched, with attributes, or properties. NetworkX's is converted at the first
        search, and again when the number of its vertices or edges has changed; call :meth:`refresh` after
        changing attributes only.
    multigraph_edge_match : {"any", "all"}
        In a multigraph, whether each condition on an edge must hold for any of the parallel edges, or for
        all.
    device : str, optional
        Where to run; see :func:`motherlode.set_device`.
    deadline : float, optional
        Seconds after which a search raises :class:`motherlode.DeadlineError`.
    progress : bool or callable, optional
        As in :meth:`motherlode.Graph.count`.

    Examples
    --------
    >>> import networkx as nx
    >>> from dotmotif import Motif
    >>> from motherlode.dotmotif import MotherlodeExecutor
    >>> G = nx.DiGraph([("x", "y"), ("y", "z"), ("z", "x"), ("z", "y")])
    >>> E = MotherlodeExecutor(graph=G)
    >>> E.count(Motif("A -> B; B -> C; C -> A"))
    3
    >>> E.find(Motif("A -> B; B -> A; A -> C"))
    [{'A': 'z', 'B': 'y', 'C': 'x'}]
    """

    def __init__(self, **kwargs: Any) -> None:
        if "graph" not in kwargs:
            raise ValueError("MotherlodeExecutor needs the graph to search: MotherlodeExecutor(graph=G)")
        self.graph: nx.Graph | Graph = kwargs["graph"]
        self._wanted = kwargs.get("multigraph_edge_match", "any")
        if self._wanted not in ("any", "all"):
            raise ValueError(f"multigraph_edge_match must be 'any' or 'all', not {self._wanted!r}")
        self._options = {
            key: kwargs[key] for key in ("device", "deadline", "progress") if kwargs.get(key) is not None
        }
        Host.check(self.graph)
        self._host: Host | None = None
        self._size = (-1, -1)

    def refresh(self) -> None:
        """Read the graph anew at the next search.

        Examples
        --------
        >>> import networkx as nx
        >>> from dotmotif import Motif
        >>> from motherlode.dotmotif import MotherlodeExecutor
        >>> G = nx.DiGraph()
        >>> G.add_edge("x", "y", weight=1)
        >>> E = MotherlodeExecutor(graph=G)
        >>> before = E.count(Motif("A -> B [weight > 2]"))
        >>> G["x"]["y"]["weight"] = 3
        >>> E.refresh()
        >>> before, E.count(Motif("A -> B [weight > 2]"))
        (0, 1)
        """
        self._host = None

    def find(self, motif: Motif, limit: int | None = None) -> list[dict[str, Hashable]]:
        """All matches of a motif, as dictionaries from its vertices to the graph's.

        Parameters
        ----------
        motif
            The motif.
        limit
            At most so many matches. If it is not given, the limit of the motif.

        Examples
        --------
        >>> import networkx as nx
        >>> from dotmotif import Motif
        >>> from motherlode.dotmotif import MotherlodeExecutor
        >>> E = MotherlodeExecutor(graph=nx.DiGraph([("x", "y"), ("y", "z")]))
        >>> E.find(Motif("A -> B; B -> C"))
        [{'A': 'x', 'B': 'y', 'C': 'z'}]
        """
        wanted = self._limit(motif, limit)
        result: list[dict[str, Hashable]] = []
        for match in self._matches(motif, wanted):
            result.append(match)
        return result

    def iter(self, motif: Motif) -> Iterator[dict[str, Hashable]]:
        """The matches one by one, as they are found; none is kept.

        Parameters
        ----------
        motif
            The motif, with its own limit.

        Examples
        --------
        >>> import networkx as nx
        >>> from dotmotif import Motif
        >>> from motherlode.dotmotif import MotherlodeExecutor
        >>> E = MotherlodeExecutor(graph=nx.DiGraph([("x", "y"), ("y", "z")]))
        >>> next(E.iter(Motif("A -> B; B -> C")))
        {'A': 'x', 'B': 'y', 'C': 'z'}
        """
        return self._matches(motif, self._limit(motif, None))

    def count(self, motif: Motif, limit: int | None = None) -> int:
        """How many matches :meth:`find` would give, counted without listing them where that can be done.

        Rows are listed, and not kept, only for conditions that compare vertices or edges that the motif does
        not join, and where ``exclude_automorphisms`` asks for an order that leaves more or less than one
        match of each subgraph.

        Parameters
        ----------
        motif, limit
            As for :meth:`find`.

        Examples
        --------
        >>> import networkx as nx
        >>> from dotmotif import Motif
        >>> from motherlode.dotmotif import MotherlodeExecutor
        >>> E = MotherlodeExecutor(graph=nx.complete_graph(4, create_using=nx.DiGraph))
        >>> E.count(Motif("A -> B; B -> C; C -> A")), E.count(Motif("A -> B"), limit=5)
        (24, 5)
        """
        total = self._count(motif)
        wanted = self._limit(motif, limit)
        return total if wanted is None else min(total, wanted)

    def _count(self, motif: Motif) -> int:
        host = self._read()
        translation = translate(motif, host, self._edge_match(host))
        if translation.orders:
            labelled = Labelled(host, translation.search)
            if not translation.filters and labelled.possible:
                group = automorphisms(labelled.shape, arrows=labelled.arrows)
                if group is not None and selects_one(group, translation.orders):
                    try:
                        return count_search(labelled, options=self._options) // len(group)
                    except TooManyCounts:
                        pass
            translation.impose_orders(host)
        labelled = Labelled(host, translation.search)
        if not translation.filters:
            try:
                return count_search(labelled, options=self._options)
            except TooManyCounts:
                pass
        return sum(len(batch) for batch in rows(labelled, translation.filters, options=self._options))

    def _matches(self, motif: Motif, limit: int | None) -> Iterator[dict[str, Hashable]]:
        host = self._read()
        translation = translate(motif, host, self._edge_match(host))
        translation.impose_orders(host)
        labelled = Labelled(host, translation.search)
        left = limit
        if left == 0:
            return
        for batch in rows(labelled, translation.filters, limit=limit, options=self._options):
            if left is not None:
                batch = batch[:left]
                left -= len(batch)
            columns = [[host.nodes[vertex] for vertex in column] for column in batch.T.tolist()]
            for row in zip(*columns, strict=True) if columns else [()]:
                yield dict(zip(translation.names, row, strict=True))
            if left == 0:
                return

    def _read(self) -> Host:
        graph: Any = self.graph
        size = (
            len(graph),
            graph.number_of_edges() if callable(graph.number_of_edges) else graph.number_of_edges,
        )
        if self._host is None or size != self._size:
            self._host = Host.of(graph)
            self._size = size
        return self._host

    def _edge_match(self, host: Host) -> str | None:
        """How several edges between two vertices match; None where there is one."""
        of_networkx = getattr(self.graph, "is_multigraph", None)
        several = of_networkx() if of_networkx is not None else host.is_parallel
        return self._wanted if several else None

    @staticmethod
    def _limit(motif: Motif, limit: int | None) -> int | None:
        wanted = motif.limit if limit is None else limit
        if wanted is not None and wanted < 0:
            raise ValueError(f"limit must not be negative, and is {wanted}")
        return wanted
