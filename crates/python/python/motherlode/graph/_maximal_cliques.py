"""Maximal cliques."""

from __future__ import annotations

from collections.abc import Hashable, Iterable

from motherlode._arguments import NARROW, optional, string, whole
from motherlode._directions import without_directions
from motherlode._job import Memory, Progress, job
from motherlode._modes import Order
from motherlode.graph._structure import Structure
from motherlode.results import LocalCounts, MaximalCliques


class Maximal(Structure):
    """Cliques to which no node can be added."""

    @without_directions
    def maximal_cliques(
        self,
        *,
        min_size: int = 1,
        containing: Iterable[Hashable] = (),
        top: int | None = None,
        limit: int | None = None,
        order: Order = "degeneracy",
        device: str | None = None,
        memory: Memory = None,
        deadline: float | None = None,
    ) -> MaximalCliques:
        """The maximal cliques, each once, in the same order on every device: cliques to which no node can be added.

        A node without neighbours is one, of one node, as for NetworkX.

        Parameters
        ----------
        min_size : int
            Those of so many nodes and more alone, which takes less time.
        containing : iterable of nodes
            Those alone that have all of these nodes: only what is joined to them is searched.
        top : int, optional
            Only so many of the largest; of those that are as large as the least of these, the first.
        limit : int, optional
            Only the first so many.
        order : {"degeneracy", "degree"}
            As for :meth:`cliques`; it decides in what order the cliques come.
        device, memory, deadline
            As for :meth:`count`.

        Returns
        -------
        MaximalCliques
            Tuples of nodes, to go through.

        Raises
        ------
        KeyError
            If there is no such node.

        Examples
        --------
        >>> import motherlode as ml
        >>> karate = ml.Graph.generate("karate")
        >>> list(karate.maximal_cliques(min_size=5))
        [(1, 2, 3, 4, 14), (1, 2, 3, 4, 8)]
        >>> list(karate.maximal_cliques(containing=[25, 26]))
        [(25, 26, 32)]
        """
        least = whole("min_size", min_size, most=NARROW)
        held = [self._nodes.number(node) for node in containing]
        top, limit = optional(whole, "top", top), optional(whole, "limit", limit)
        order_name, how = string("order", order), job(device, memory, deadline)
        return MaximalCliques(
            self._nodes,
            lambda: self._native.list_maximal_cliques(least, held, top, limit, order_name, how),
        )

    @without_directions
    def maximal_cliques_at_nodes(
        self,
        *,
        min_size: int = 1,
        order: Order = "degeneracy",
        device: str | None = None,
        memory: Memory = None,
        deadline: float | None = None,
        progress: Progress = None,
    ) -> LocalCounts:
        """In how many maximal cliques each node is.

        Parameters
        ----------
        min_size : int
            Count those of so many nodes and more alone.
        order : {"degeneracy", "degree"}
            As for :meth:`cliques`; the counts are the same.
        device, memory, deadline, progress
            As for :meth:`count`.

        Returns
        -------
        LocalCounts
            Its column is ``"cliques"``. Its ``matches`` are ``None``.

        Examples
        --------
        >>> import motherlode as ml
        >>> ml.Graph.generate("karate").maximal_cliques_at_nodes().at[34]
        14
        """
        least = whole("min_size", min_size, most=NARROW)
        with job(device, memory, deadline, progress) as how:
            counts = self._native.maximal_cliques_at_vertices(least, string("order", order), how)
            return LocalCounts(("cliques",), counts.reshape(-1, 1), None, self._nodes, None)

    @without_directions
    def maximal_clique_profile(
        self,
        *,
        min_size: int = 1,
        order: Order = "degeneracy",
        device: str | None = None,
        memory: Memory = None,
        deadline: float | None = None,
        progress: Progress = None,
    ) -> dict[int, int]:
        """How many maximal cliques there are of each size.

        Parameters
        ----------
        min_size : int
            Count those of so many nodes and more alone, which takes less time.
        order : {"degeneracy", "degree"}
            As for :meth:`cliques`; the counts are the same.
        device, memory, deadline, progress
            As for :meth:`count`.

        Returns
        -------
        dict of int to int
            The numbers of maximal cliques by their size, of the sizes that there are.

        Examples
        --------
        >>> import motherlode as ml
        >>> ml.Graph.generate("karate").maximal_clique_profile()
        {2: 11, 3: 21, 4: 2, 5: 2}
        """
        least = whole("min_size", min_size, most=NARROW)
        with job(device, memory, deadline, progress) as how:
            return dict(self._native.maximal_clique_profile(least, string("order", order), how))
