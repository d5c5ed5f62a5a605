"""Cliques."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from motherlode._arguments import NARROW, string, whole
from motherlode._directions import without_directions
from motherlode._job import Memory, Progress, job
from motherlode._modes import Order
from motherlode.errors import UsageError
from motherlode.graph._structure import Structure


class Cliques(Structure):
    """Cliques, and the largest of them."""

    @without_directions
    def cliques(
        self,
        k: int,
        *,
        order: Order = "degree",
        device: str | None = None,
        memory: Memory = None,
        deadline: float | None = None,
        progress: Progress = None,
    ) -> int:
        """How many cliques of ``k`` vertices there are.

        Parameters
        ----------
        k : int
            Their size: 2 to 32 vertices.
        order : {"degree", "degeneracy"}
            The order by which edges are directed for the search: by degree, or near a degeneracy order, which takes longer to find and
            leaves shorter lists of neighbours. The number is the same.
        device, memory, deadline, progress
            As for :meth:`count`.

        Returns
        -------
        int

        Examples
        --------
        >>> import motherlode as ml
        >>> ml.Graph.generate("karate").cliques(4)
        11
        """
        with job(device, memory, deadline, progress) as how:
            return self._native.cliques(whole("k", k, 2, NARROW), string("order", order), how)[0][1]

    @without_directions
    def clique_profile(
        self,
        *,
        order: Order = "degree",
        device: str | None = None,
        memory: Memory = None,
        deadline: float | None = None,
        progress: Progress = None,
    ) -> dict[int, int]:
        """How many cliques of every size there are, up to the largest.

        Parameters
        ----------
        order : {"degree", "degeneracy"}
            As for :meth:`cliques`.
        device, memory, deadline, progress
            As for :meth:`count`.

        Returns
        -------
        dict of int to int
            The numbers of cliques by their size, from single vertices on.

        Examples
        --------
        >>> import motherlode as ml
        >>> ml.Graph.generate("karate").clique_profile()
        {1: 34, 2: 78, 3: 45, 4: 11, 5: 2}
        """
        with job(device, memory, deadline, progress) as how:
            return dict(self._native.cliques(None, string("order", order), how))

    @without_directions
    def max_clique(
        self,
        *,
        order: Order = "degree",
        device: str | None = None,
        memory: Memory = None,
        deadline: float | None = None,
        progress: Progress = None,
    ) -> tuple[Any, ...]:
        """The nodes of a largest clique, the same on every device.

        Parameters
        ----------
        order : {"degree", "degeneracy"}
            As for :meth:`cliques`; another order may give another one of the largest cliques.
        device, memory, deadline, progress
            As for :meth:`count`.

        Returns
        -------
        tuple

        Examples
        --------
        >>> import motherlode as ml
        >>> ml.Graph.generate("karate").max_clique()
        (1, 2, 3, 4, 14)
        """
        with job(device, memory, deadline, progress) as how:
            return self._nodes.take(self._native.max_clique(string("order", order), how))

    @without_directions
    def max_weight_clique(
        self,
        weight: str | Iterable[int],
        *,
        deadline: float | None = None,
        progress: Progress = None,
    ) -> tuple[tuple[Any, ...], int]:
        """The nodes of a clique with the largest sum of weights, and the sum.

        It is found on the CPU, with all threads, and is the same one with any number of them. Nodes that weigh 0 are left out.

        Parameters
        ----------
        weight : str or iterable of int
            A property of the nodes, or a number for each, in the order of :attr:`nodes`: whole numbers from 0 on, which add up to less than 2**128 - 1.
        deadline, progress
            As for :meth:`count`.

        Returns
        -------
        tuple of tuple and int

        Examples
        --------
        >>> import motherlode as ml
        >>> graph = ml.Graph.from_edges([("ann", "bob"), ("bob", "cid"), ("cid", "ann"), ("cid", "dee")])
        >>> graph.max_weight_clique([1, 1, 2, 5])
        (('cid', 'dee'), 7)
        """
        weights = weight if isinstance(weight, str) else _weights(weight)
        with job(None, None, deadline, progress) as how:
            vertices, heaviest = self._native.max_weight_clique(weights, how)
        return self._nodes.take(vertices), heaviest


def _weights(weights: Any) -> list[int]:
    """What each node weighs, as numbers of the native module."""
    if not isinstance(weights, Iterable):
        raise UsageError(f"weight is a property of the nodes, or a number for each, not {weights!r}")
    return [whole("each weight", own, most=2**128 - 1) for own in weights]
