"""``GraphMatcher`` and ``DiGraphMatcher`` of ``networkx.algorithms.isomorphism``, with Motherlode's search
for the subgraphs.

A drop-in: change the import, and nothing else.

>>> import networkx as nx
>>> from motherlode import isomorphism
>>> matcher = isomorphism.GraphMatcher(nx.karate_club_graph(), nx.cycle_graph(4))
>>> sum(1 for _ in matcher.subgraph_isomorphisms_iter())
288
>>> matcher.subgraph_is_monomorphic()
True

Everything else of ``networkx.algorithms.isomorphism`` is here too, as it is there.

>>> isomorphism.categorical_node_match is nx.algorithms.isomorphism.categorical_node_match
True
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from typing import TYPE_CHECKING, Any

from networkx.algorithms import isomorphism as _networkx

from motherlode import PatternError
from motherlode.networkx._search import Search, Unsuited

if TYPE_CHECKING:
    import networkx as nx

Match = Callable[[Any, Any], Any]

__all__ = ["DiGraphMatcher", "GraphMatcher"]


class _Matcher:
    """What the two matchers have in common; the classes of NetworkX's come after it in the order of
    methods."""

    G1: nx.Graph
    G2: nx.Graph
    mapping: dict[Any, Any]

    def __init__(
        self,
        G1: nx.Graph,
        G2: nx.Graph,
        node_match: Match | None = None,
        edge_match: Match | None = None,
        *,
        device: str | None = None,
        deadline: float | None = None,
    ) -> None:
        super().__init__(G1, G2, node_match, edge_match)  # type: ignore[call-arg]
        self.node_match = node_match
        self.edge_match = edge_match
        self._how = {
            name: value for name, value in (("device", device), ("deadline", deadline)) if value is not None
        }
        self._searches: dict[bool, Search] = {}

    def subgraph_isomorphisms_iter(self) -> Iterator[dict[Any, Any]]:
        """Yield the isomorphisms between induced subgraphs of ``G1`` and ``G2``.

        Yields
        ------
        dict
            For each node of the subgraph, the node of ``G2``. Nothing is searched before the first is asked
            for.

        Examples
        --------
        >>> import networkx as nx
        >>> from motherlode.isomorphism import GraphMatcher
        >>> G = nx.Graph([("x", "y"), ("y", "z"), ("z", "x"), ("z", "w")])
        >>> matcher = GraphMatcher(G, nx.path_graph(3))
        >>> sorted(sorted(mapping) for mapping in matcher.subgraph_isomorphisms_iter())
        [['w', 'x', 'z'], ['w', 'x', 'z'], ['w', 'y', 'z'], ['w', 'y', 'z']]
        """
        return self._mappings(induced=True)

    def subgraph_monomorphisms_iter(self) -> Iterator[dict[Any, Any]]:
        """Yield the isomorphisms between subgraphs of ``G1``, induced or not, and ``G2``.

        Yields
        ------
        dict
            For each node of the subgraph, the node of ``G2``. Nothing is searched before the first is asked
            for.

        Examples
        --------
        >>> import networkx as nx
        >>> from motherlode.isomorphism import GraphMatcher
        >>> matcher = GraphMatcher(nx.complete_graph(3), nx.path_graph(3))
        >>> sum(1 for _ in matcher.subgraph_monomorphisms_iter())
        6
        """
        return self._mappings(induced=False)

    def subgraph_is_isomorphic(self) -> bool:
        """Return whether an induced subgraph of ``G1`` is isomorphic to ``G2``; ``mapping`` is then the
        isomorphism.

        Examples
        --------
        >>> import networkx as nx
        >>> from motherlode.isomorphism import GraphMatcher
        >>> matcher = GraphMatcher(nx.complete_graph(4), nx.path_graph(3))
        >>> matcher.subgraph_is_isomorphic(), matcher.subgraph_is_monomorphic()
        (False, True)
        """
        return self._any(induced=True)

    def subgraph_is_monomorphic(self) -> bool:
        """Return whether a subgraph of ``G1``, induced or not, is isomorphic to ``G2``; ``mapping`` is then
        the isomorphism.

        Examples
        --------
        >>> import networkx as nx
        >>> from motherlode.isomorphism import GraphMatcher
        >>> matcher = GraphMatcher(nx.Graph([("x", "y")]), nx.Graph([("a", "b")]))
        >>> matcher.subgraph_is_monomorphic(), sorted(matcher.mapping)
        (True, ['x', 'y'])
        """
        return self._any(induced=False)

    def count_subgraph_isomorphisms(self) -> int:
        """Count what ``subgraph_isomorphisms_iter`` yields, without making it. NetworkX's matchers do not
        have this.

        Examples
        --------
        >>> import networkx as nx
        >>> from motherlode.isomorphism import GraphMatcher
        >>> GraphMatcher(nx.karate_club_graph(), nx.star_graph(3)).count_subgraph_isomorphisms()
        6588
        """
        return self._count(induced=True)

    def count_subgraph_monomorphisms(self) -> int:
        """Count what ``subgraph_monomorphisms_iter`` yields, without making it. NetworkX's matchers do not
        have this.

        Examples
        --------
        >>> import networkx as nx
        >>> from motherlode.isomorphism import GraphMatcher
        >>> GraphMatcher(nx.karate_club_graph(), nx.cycle_graph(3)).count_subgraph_monomorphisms()
        270
        """
        return self._count(induced=False)

    def why_networkx(self, *, induced: bool = True) -> str | None:
        """Say why NetworkX's own search is taken for subgraphs, if it is.

        Parameters
        ----------
        induced
            Whether of ``subgraph_isomorphisms_iter`` or ``subgraph_monomorphisms_iter``.

        Returns
        -------
        str or None
            The reason, or None if Motherlode searches.

        Examples
        --------
        >>> import networkx as nx
        >>> from motherlode.isomorphism import GraphMatcher
        >>> GraphMatcher(nx.karate_club_graph(), nx.Graph([(0, 1), (2, 3)])).why_networkx()
        'the pattern is in several parts'
        """
        try:
            self._search(induced)
        except Unsuited as reason:
            return str(reason)
        return None

    def _search(self, induced: bool) -> Search:
        """Return the search, made once; `Unsuited` if NetworkX has to be taken."""
        changed = [
            name
            for name in _SEARCH
            if getattr(type(self), name, None) is not getattr(self._original(), name, None)
        ]
        if changed:
            raise Unsuited(f"the class of the matcher has its own {' and '.join(changed)}")
        if induced not in self._searches:
            self._searches[induced] = Search(
                self.G1, self.G2, self.node_match, self.edge_match, induced=induced, how=self._how
            )
        return self._searches[induced]

    def _original(self) -> type:
        return DiGraphMatcher if self.G1.is_directed() else GraphMatcher

    def _mappings(self, induced: bool) -> Iterator[dict[Any, Any]]:
        try:
            mappings = self._search(induced).mappings()
            first = next(mappings, None)
        # PatternError: a few patterns do not fit the engine, which says so before it searches.
        except (Unsuited, PatternError):
            yield from self._networkx_mappings(induced)
            return
        for mapping in chain(() if first is None else (first,), mappings):
            self.mapping = mapping
            yield mapping

    def _networkx_mappings(self, induced: bool) -> Iterator[dict[Any, Any]]:
        if induced:
            yield from super().subgraph_isomorphisms_iter()  # type: ignore[misc]
        else:
            yield from super().subgraph_monomorphisms_iter()  # type: ignore[misc]

    def _any(self, induced: bool) -> bool:
        try:
            mapping = self._search(induced).first()
        except (Unsuited, PatternError):
            # NetworkX leaves the mapping of the state that its search is in.
            mapping = next(self._networkx_mappings(induced), None)
        if mapping is None:
            return False
        self.mapping = mapping
        return True

    def _count(self, induced: bool) -> int:
        try:
            return self._search(induced).count()
        except (Unsuited, PatternError):
            return sum(1 for _ in self._networkx_mappings(induced))


#: What a subclass may redefine to change which maps NetworkX's search finds. Motherlode's search does not
#: call it.
_SEARCH = ("syntactic_feasibility", "semantic_feasibility", "candidate_pairs_iter", "initialize", "match")


class GraphMatcher(_Matcher, _networkx.GraphMatcher):
    """Find an undirected graph in another.

    Parameters
    ----------
    G1
        The graph that is searched.
    G2
        The graph that is looked for, the pattern.
    node_match, edge_match
        Whether two nodes, or two edges, may be mapped to each other, given their attributes: that of ``G1``
        first. Each is called for pairs before the search. So it must depend on the attributes alone.
    device
        Where to search, such as "cpu" or "cuda:0". By default Motherlode's choice.
    deadline
        After how many seconds a search of Motherlode's ends with a `DeadlineError`.

    Notes
    -----
    NetworkX's own search is taken for isomorphisms between the whole graphs, and where Motherlode does not
    have what it takes (`why_networkx` tells): patterns of one node, of more than 12, in several parts, or
    with self-loops; multigraphs; a ``node_match`` or ``edge_match`` that raises an exception; a subclass that
    redefines a step of the search. The results are the same, and their order is not defined.

    The graphs are taken as they are when the first result is asked for. A changed graph needs a new matcher.

    Examples
    --------
    >>> import networkx as nx
    >>> from motherlode.isomorphism import GraphMatcher, categorical_node_match
    >>> G = nx.Graph([("ann", "book"), ("bob", "book"), ("bob", "pen")])
    >>> nx.set_node_attributes(G, {"ann": "person", "bob": "person", "book": "thing", "pen": "thing"}, "kind")
    >>> pattern = nx.Graph([("who", "what")])
    >>> nx.set_node_attributes(pattern, {"who": "person", "what": "thing"}, "kind")
    >>> matcher = GraphMatcher(G, pattern, node_match=categorical_node_match("kind", None))
    >>> sorted(sorted(mapping) for mapping in matcher.subgraph_monomorphisms_iter())
    [['ann', 'book'], ['bob', 'book'], ['bob', 'pen']]
    """


class DiGraphMatcher(_Matcher, _networkx.DiGraphMatcher):
    """Find a directed graph in another.

    Parameters
    ----------
    G1, G2, node_match, edge_match, device, deadline
        As for `GraphMatcher`, and so are the notes there.

    Examples
    --------
    >>> import networkx as nx
    >>> from motherlode.isomorphism import DiGraphMatcher
    >>> matcher = DiGraphMatcher(nx.DiGraph([(1, 2), (2, 3), (1, 3)]), nx.DiGraph([("a", "b"), ("a", "c")]))
    >>> sum(1 for _ in matcher.subgraph_monomorphisms_iter())
    2
    >>> matcher.subgraph_is_isomorphic()
    False
    """


def __getattr__(name: str) -> Any:
    return getattr(_networkx, name)
