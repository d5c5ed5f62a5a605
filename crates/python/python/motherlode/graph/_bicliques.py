"""Bicliques."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any, overload

from motherlode._arguments import NARROW, optional, string, whole
from motherlode._directions import warn_of_directions, without_directions
from motherlode._job import Memory, Progress, job
from motherlode._modes import At
from motherlode._sides import left_side
from motherlode.graph._structure import Structure
from motherlode.results import LocalCounts


class Bicliques(Structure):
    """Two sets of nodes, each of the one joined to each of the other."""

    @overload
    def butterflies(
        self,
        *,
        at: None = None,
        device: str | None = None,
        memory: Memory = None,
        deadline: float | None = None,
        progress: Progress = None,
    ) -> int: ...
    @overload
    def butterflies(
        self,
        *,
        at: At,
        device: str | None = None,
        memory: Memory = None,
        deadline: float | None = None,
        progress: Progress = None,
    ) -> LocalCounts: ...
    def butterflies(
        self,
        *,
        at: At | None = None,
        device: str | None = None,
        memory: Memory = None,
        deadline: float | None = None,
        progress: Progress = None,
    ) -> int | LocalCounts:
        """How many butterflies there are, bicliques of two and two nodes: the 4-cycles of the graph. With ``at``, at how many each vertex or each edge is.

        Parameters
        ----------
        at : {"vertices", "edges"}, optional
            What has a row: each vertex, or each pair of adjacent vertices.
        device, memory, deadline, progress
            As for :meth:`count`.

        Returns
        -------
        int or LocalCounts
            With ``at``, a table whose one column is ``"bicliques"``.

        Examples
        --------
        >>> import motherlode as ml
        >>> likes = ml.Graph.from_edges([("ann", "tea"), ("ann", "rye"), ("bob", "tea"), ("bob", "rye"), ("cid", "rye")])
        >>> likes.butterflies(), likes.butterflies(at="edges").at["ann", "tea"]
        (1, 1)
        """
        warn_of_directions(self, "butterflies")
        return self._bicliques(2, 2, None, at, job(device, memory, deadline, progress))

    @overload
    def bicliques(
        self,
        p: int,
        q: int,
        *,
        left: Iterable[Hashable] | None = None,
        at: None = None,
        device: str | None = None,
        memory: Memory = None,
        deadline: float | None = None,
        progress: Progress = None,
    ) -> int: ...
    @overload
    def bicliques(
        self,
        p: int,
        q: int,
        *,
        left: Iterable[Hashable] | None = None,
        at: At,
        device: str | None = None,
        memory: Memory = None,
        deadline: float | None = None,
        progress: Progress = None,
    ) -> LocalCounts: ...
    def bicliques(
        self,
        p: int,
        q: int,
        *,
        left: Iterable[Hashable] | None = None,
        at: At | None = None,
        device: str | None = None,
        memory: Memory = None,
        deadline: float | None = None,
        progress: Progress = None,
    ) -> int | LocalCounts:
        """How many bicliques there are: sets of ``p`` and of ``q`` nodes, each of the one joined to each of the other. With ``at``, at how many each
        vertex or each edge is.

        Parameters
        ----------
        p, q : int
            The nodes of the two sets: 1 to 32.
        left : iterable of nodes, optional
            The nodes of one side of the graph, where all edges lead to the other one: the ``p`` nodes are among these. Without it, all subgraphs count
            of any graph, whichever set is which.
        at : {"vertices", "edges"}, optional
            As for :meth:`butterflies`.
        device, memory, deadline, progress
            As for :meth:`count`.

        Returns
        -------
        int or LocalCounts
            With ``at``, a table whose one column is ``"bicliques"``.

        Examples
        --------
        >>> import motherlode as ml
        >>> likes = ml.Graph.from_edges([("ann", "tea"), ("ann", "rye"), ("bob", "tea"), ("bob", "rye"), ("cid", "rye")])
        >>> likes.bicliques(1, 2, left=["ann", "bob", "cid"]), likes.bicliques(1, 2)
        (2, 6)
        >>> likes.bicliques(3, 1, left=["ann", "bob", "cid"], at="vertices").at["rye"]
        1
        """
        warn_of_directions(self, "bicliques")
        return self._bicliques(p, q, left, at, job(device, memory, deadline, progress))

    @without_directions
    def maximal_biclique_profile(
        self,
        *,
        left: Iterable[Hashable] | None = None,
        min_left: int = 1,
        min_right: int = 1,
        device: str | None = None,
        memory: Memory = None,
        deadline: float | None = None,
        progress: Progress = None,
    ) -> dict[tuple[int, int], int]:
        """How many maximal bicliques there are of each two sizes: bicliques to which no node can be added.

        Parameters
        ----------
        left : iterable of nodes, optional
            As for :meth:`bicliques`. Without it each biclique counts once, whichever set is which, and the smaller set is told first.
        min_left, min_right : int
            The nodes on the left and on the right, at least; without ``left`` those of the smaller and of the larger set.
        device, memory, deadline, progress
            As for :meth:`count`.

        Returns
        -------
        dict of tuple of int to int
            The numbers of maximal bicliques by their nodes on the left and on the right.

        Examples
        --------
        >>> import motherlode as ml
        >>> likes = ml.Graph.from_edges([("ann", "tea"), ("ann", "rye"), ("bob", "tea"), ("bob", "rye"), ("cid", "rye")])
        >>> likes.maximal_biclique_profile(left=["ann", "bob", "cid"])
        {(2, 2): 1, (3, 1): 1}
        """
        least = _least_sides(min_left, min_right)
        side = left_side(left, self._native, self._nodes)
        with job(device, memory, deadline, progress) as how:
            sizes = self._native.maximal_biclique_profile(least, side, how)
        return {(one, other): count for (one, other), count in sizes}

    @without_directions
    def maximal_bicliques(
        self,
        *,
        left: Iterable[Hashable] | None = None,
        min_left: int = 1,
        min_right: int = 1,
        limit: int | None = None,
        device: str | None = None,
        memory: Memory = None,
        deadline: float | None = None,
        progress: Progress = None,
    ) -> list[tuple[tuple[Any, ...], tuple[Any, ...]]]:
        """The maximal bicliques themselves, in one order on every device.

        Parameters
        ----------
        left, min_left, min_right
            As for :meth:`maximal_biclique_profile`. Without ``left`` the set is first that has the node with the least number.
        limit : int, optional
            The first so many alone.
        device, memory, deadline, progress
            As for :meth:`count`.

        Returns
        -------
        list of tuple
            For each the nodes on the left, and those on the right.

        Examples
        --------
        >>> import motherlode as ml
        >>> likes = ml.Graph.from_edges([("ann", "tea"), ("ann", "rye"), ("bob", "tea"), ("bob", "rye"), ("cid", "rye")])
        >>> sorted(likes.maximal_bicliques(left=["ann", "bob", "cid"]))
        [(('ann', 'bob'), ('tea', 'rye')), (('ann', 'bob', 'cid'), ('rye',))]
        """
        least = _least_sides(min_left, min_right)
        most = optional(whole, "limit", limit)
        side = left_side(left, self._native, self._nodes)
        with job(device, memory, deadline, progress) as how:
            listed = self._native.list_maximal_bicliques(least, side, most, how)
        return [(self._nodes.take(one), self._nodes.take(other)) for one, other in listed]

    def _bicliques(
        self, p: int, q: int, left: Iterable[Hashable] | None, at: At | None, how: Any
    ) -> int | LocalCounts:
        sizes = whole("p", p, 1, 32), whole("q", q, 1, 32)
        side = left_side(left, self._native, self._nodes)
        with how as running:
            if at is None:
                return self._native.bicliques(*sizes, side, running)
            matches, values = self._native.bicliques_at(*sizes, side, string("at", at), running)
        return LocalCounts(
            ("bicliques",), values, matches, self._nodes, self._pairs if at == "edges" else None
        )


def _least_sides(min_left: int, min_right: int) -> tuple[int, int]:
    most = NARROW
    return whole("min_left", min_left, 1, most), whole("min_right", min_right, 1, most)
