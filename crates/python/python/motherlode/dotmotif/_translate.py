"""A motif as a search."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from ..cypher._host import MISSING, OPERATORS, Column, Filter, Host, Pairs, Search, compare

if TYPE_CHECKING:
    from dotmotif import Motif

Constraints = Mapping[str, Mapping[str, list[Any]]]
Mask = np.ndarray[Any, np.dtype[np.bool_]]
Rows = np.ndarray[Any, np.dtype[np.int64]]


@dataclass
class Translation:
    """What is sought, and what is left to be asked of rows.

    Attributes
    ----------
    names
        The motif's vertices; a vertex of the search is a position here.
    search
        What labels can say.
    filters
        What they cannot.
    orders
        ``(a, b)``: the id of the image of ``a`` is at most that of ``b``. They are part of neither ``search``
        nor ``filters`` before :meth:`impose_orders`.
    """

    names: list[str]
    search: Search
    filters: list[Filter] = field(default_factory=list)
    orders: list[tuple[int, int]] = field(default_factory=list)

    def impose_orders(self, host: Host) -> None:
        """Make the orders conditions, of arcs where the motif has them, else of rows."""
        rank = _ranks(host) if self.orders else None
        for low, high in self.orders:
            if rank is not None:
                self.compare_vertices(low, high, partial(_at_most, rank))
            else:
                self.filters.append(Filter((low, high), partial(_ids_at_most, host, low, high)))
        self.orders = []

    def compare_vertices(self, one: int, other: int, relation: Callable[[Any, Any], Mask]) -> None:
        """Ask for a relation between the images of two vertices: by labels of edges if the motif joins them,
        else of rows.
        """
        search = self.search
        pairs = search.pairs
        try:
            if one == other:
                every = np.arange(pairs.n)
                search.allow(one, relation(every, every))
                return
            if (one, other) in search.joined or (not search.directed and (other, one) in search.joined):
                search.join(one, other, relation(pairs.source, pairs.target), oriented=not search.directed)
                return
            if (other, one) in search.joined:
                search.join(other, one, relation(pairs.target, pairs.source))
                return
        except TypeError:
            pass  # Some pair cannot be compared: an error only if a match has it.
        self.filters.append(Filter((one, other), lambda batch: relation(batch[:, one], batch[:, other])))


def translate(motif: Motif, host: Host, edge_match: str | None) -> Translation:
    """Translate a motif for a host.

    Parameters
    ----------
    motif
        What DotMotif's parser made.
    host
        The graph.
    edge_match
        ``"any"`` or ``"all"`` for a multigraph, ``None`` for a simple graph.
    """
    made = _Translator(motif, host, edge_match)
    made.edges()
    made.static_edges()
    made.dynamic_edges()
    made.static_nodes()
    made.dynamic_nodes()
    if motif.exclude_automorphisms:
        made.result.orders = [(made.number(a), made.number(b)) for a, b in motif.list_automorphisms()]
    return made.result


class _Translator:
    def __init__(self, motif: Motif, host: Host, edge_match: str | None) -> None:
        self.motif = motif
        self.host = host
        self.edge_match = edge_match
        names = list(motif.to_nx().nodes)
        self._numbers = {name: place for place, name in enumerate(names)}
        directed = host.directed and not motif.ignore_direction
        # Conditions are asked of the host's edges as they are directed, also where the search ignores
        # directions.
        self.blind = host.directed and motif.ignore_direction
        pairs = host.arcs if directed else host.adjacency
        self.result = Translation(names, Search(len(names), pairs, directed=directed))
        self.there: set[tuple[int, int]] = set()

    def number(self, name: str) -> int:
        try:
            return self._numbers[name]
        except KeyError:
            raise _refusal(
                f"a constraint names `{name}`, which no edge of the motif has; its vertices are "
                f"{', '.join(self._numbers)}"
            ) from None

    def edges(self) -> None:
        search = self.result.search
        for tail_name, head_name, attributes in self.motif.to_nx().edges(data=True):
            tail, head = self.number(tail_name), self.number(head_name)
            if attributes["exists"] is True:
                search.join(tail, head)
                self.there |= {(tail, head)} if search.directed else {(tail, head), (head, tail)}
            elif attributes["exists"] is False:
                search.part(tail, head)

    def static_edges(self) -> None:
        for (tail_name, head_name), constraints in self.motif.list_edge_constraints().items():
            if constraints:
                tail, head = self._edge(tail_name, head_name)
                search = self.result.search
                if self.blind:
                    mask = self._edge_mask(constraints, self.host.arcs)
                    self._filter_edge(tail, head, mask, f"{tail_name} -> {head_name}")
                else:
                    search.join(tail, head, self._edge_mask(constraints, search.pairs))

    def dynamic_edges(self) -> None:
        for (tail_name, head_name), constraints in self.motif.list_dynamic_edge_constraints().items():
            this = self._edge(tail_name, head_name)
            for key, operators in constraints.items():
                for sign, targets in operators.items():
                    for other_tail, other_head, other_key in targets:
                        self._compare_edges(this, key, sign, self._edge(other_tail, other_head), other_key)

    def static_nodes(self) -> None:
        for name, constraints in self.motif.list_node_constraints().items():
            vertex = self.number(name)
            for test, column in _tests(constraints, self.host.vertex):
                self.result.search.allow(vertex, column.test(test))

    def dynamic_nodes(self) -> None:
        for name, constraints in self.motif.list_dynamic_node_constraints().items():
            for key, operators in constraints.items():
                for sign, targets in operators.items():
                    for other_name, other_key in targets:
                        one, other = self.number(name), self.number(other_name)
                        left, right = self.host.vertex(key), self.host.vertex(other_key)
                        _known(sign)
                        self.result.compare_vertices(one, other, partial(_compared, sign, left, right))

    def _edge(self, tail_name: str, head_name: str) -> tuple[int, int]:
        tail, head = self.number(tail_name), self.number(head_name)
        if (tail, head) not in self.there:
            raise _refusal(
                f"the absent edge {tail_name} !> {head_name} has conditions; an edge that is not there "
                "has no attributes to ask for (DotMotif's own executors fail here, too). Leave the conditions "
                "out, or list the matches without the absent edge and filter them"
            )
        return tail, head

    def _edge_mask(self, constraints: Constraints, pairs: Pairs) -> Mask:
        masks = [column.test(test) for test, column in _tests(constraints, self.host.edge)]
        if self.edge_match == "any":
            # Each condition may be met by another of the parallel edges.
            return np.asarray(np.logical_and.reduce([pairs.some(mask) for mask in masks]))
        return pairs.every(np.logical_and.reduce(masks))

    def _filter_edge(self, tail: int, head: int, mask: Mask, said: str) -> None:
        arcs = self.host.arcs

        def keep(batch: Rows) -> Mask:
            return np.asarray(mask[_found(arcs, batch[:, tail], batch[:, head], said, self.host)])

        self.result.filters.append(Filter((tail, head), keep))

    def _compare_edges(
        self, this: tuple[int, int], key: str, sign: str, that: tuple[int, int], other_key: str
    ) -> None:
        _known(sign)
        if self.edge_match is not None:
            raise _refusal(
                f"edges are compared ({key} {sign} {other_key}), but between two vertices of a "
                f"multigraph there may be several, and "
                "DotMotif does not say which; make a simple graph of it (nx.DiGraph), with one value "
                "for each pair"
            )
        # A missing attribute of an edge is None here, as in DotMotif.
        left, right = self.host.edge(key).filled(None), self.host.edge(other_key).filled(None)
        pairs = self.host.arcs if self.blind else self.result.search.pairs
        edge = pairs.first_edge()
        names = self.result.names

        def keep(batch: Rows) -> Mask:
            places = [
                _found(pairs, batch[:, tail], batch[:, head], f"{names[tail]} -> {names[head]}", self.host)
                for tail, head in (this, that)
            ]
            try:
                return compare(sign, left, edge[places[0]], right, edge[places[1]])
            except TypeError as error:
                raise TypeError(
                    f"edges cannot be compared by {key} {sign} {other_key}: {error} (a missing "
                    f"attribute is None)"
                ) from error

        if this == that and not self.blind and this[0] != this[1]:
            try:
                self.result.search.join(*this, compare(sign, left, edge, right, edge))
                return
            except TypeError:
                pass  # an error only if a match has such an edge
        self.result.filters.append(Filter(tuple(sorted({*this, *that})), keep))


def _tests(
    constraints: Constraints, column: Callable[[str], Column]
) -> list[tuple[Callable[[Any], bool], Column]]:
    """A test of single values for each constraint; a missing attribute is None, and what cannot be compared
    fails.
    """

    def test(sign: str, wanted: Any) -> Callable[[Any], bool]:
        act = _known(sign)

        def ask(value: Any) -> bool:
            try:
                return bool(act(None if value is MISSING else value, wanted))
            except TypeError:
                return False

        return ask

    return [
        (test(sign, wanted), column(key))
        for key, operators in constraints.items()
        for sign, values in operators.items()
        for wanted in values
    ]


def _known(sign: str) -> Callable[[Any, Any], Any]:
    if sign not in OPERATORS:
        raise _refusal(f"unknown operator `{sign}`; there are {' '.join(OPERATORS)}")
    return OPERATORS[sign]


def _found(pairs: Pairs, tails: Any, heads: Any, said: str, host: Host) -> Any:
    places = pairs.find(tails, heads)
    if (places < 0).any():
        row = int(np.argmax(places < 0))
        raise _refusal(
            f"the directions are ignored, but {said} has conditions, and a match has the edge only from "
            f"{host.nodes[heads[row]]!r} to {host.nodes[tails[row]]!r}; search an undirected graph "
            f"(G.to_undirected()) instead"
        )
    return places


def _compared(sign: str, left: Column, right: Column, lefts: Any, rights: Any) -> Mask:
    return compare(sign, left, lefts, right, rights)


def _at_most(rank: Any, lows: Any, highs: Any) -> Mask:
    return np.asarray(rank[lows] <= rank[highs])


def _ids_at_most(host: Host, low: int, high: int, batch: Rows) -> Mask:
    """Ids of mixed kinds: Python compares them, and says so where it cannot."""
    nodes: Any = host.nodes
    pairs = zip(batch[:, low].tolist(), batch[:, high].tolist(), strict=True)
    return np.fromiter((nodes[x] <= nodes[y] for x, y in pairs), np.bool_, len(batch))


def _ranks(host: Host) -> Any:
    """The place of each vertex's id in their order; None if ids are not plainly ordered."""
    if all(isinstance(node, str) for node in host.nodes) or all(
        isinstance(node, (int, float, np.integer)) and node == node for node in host.nodes
    ):
        order = sorted(range(host.n), key=host.nodes.__getitem__)  # type: ignore[arg-type]
        ranks = np.empty(host.n, np.int64)
        ranks[order] = np.arange(host.n)
        return ranks
    return None


def _refusal(message: str) -> Exception:
    from motherlode import PatternError

    return PatternError(message)
