"""Matches themselves."""

from __future__ import annotations

from typing import Any

from motherlode._arguments import optional, whole
from motherlode._job import Memory, Progress, job
from motherlode._modes import Induced, Semantics
from motherlode.errors import UsageError
from motherlode.graph._structure import Structure
from motherlode.pattern import PatternLike, sought
from motherlode.results import Matches


class Listing(Structure):
    """Matches, one or all."""

    def exists(
        self,
        pattern: PatternLike,
        *,
        induced: Induced = "edge",
        semantics: Semantics = "subgraphs",
        device: str | None = None,
        memory: Memory = None,
        deadline: float | None = None,
        progress: Progress = None,
    ) -> bool:
        """Whether there is a match.

        Parameters
        ----------
        pattern, induced, semantics, device, memory, deadline, progress
            As for :meth:`first`.

        Examples
        --------
        >>> import motherlode as ml
        >>> karate = ml.Graph.generate("karate")
        >>> karate.exists("5-clique"), karate.exists("6-clique")
        (True, False)
        """
        how: Any = {"device": device, "memory": memory, "deadline": deadline, "progress": progress}
        return self.first(pattern, induced=induced, semantics=semantics, **how) is not None

    def first(
        self,
        pattern: PatternLike,
        *,
        induced: Induced = "edge",
        semantics: Semantics = "subgraphs",
        device: str | None = None,
        memory: Memory = None,
        deadline: float | None = None,
        progress: Progress = None,
    ) -> tuple[Any, ...] | None:
        """The first match: a node for each vertex of the pattern; none if there is none.

        Parameters
        ----------
        pattern : str or Pattern
            What to look for.
        induced, semantics, device, memory, deadline, progress
            As for :meth:`count`.

        Returns
        -------
        tuple or None
            The nodes in the order of the pattern's vertices, as :meth:`list` has them.

        Examples
        --------
        >>> import motherlode as ml
        >>> karate = ml.Graph.generate("karate")
        >>> karate.first("5-clique"), karate.first("6-clique")
        ((14, 4, 2, 1, 3), None)
        """
        wanted = sought(pattern, induced, semantics)
        with job(device, memory, deadline, progress) as how:
            vertices = self._native.first(wanted, how)
        return None if vertices is None else self._nodes.take(vertices)

    def list(
        self,
        pattern: PatternLike,
        *,
        limit: int | None = None,
        sample: int | None = None,
        seed: int = 1,
        induced: Induced = "edge",
        semantics: Semantics = "subgraphs",
        device: str | None = None,
        memory: Memory = None,
        deadline: float | None = None,
    ) -> Matches:
        """The matches themselves, each once, in the same order on every device.

        Parameters
        ----------
        pattern : str or Pattern
            What to list.
        limit : int, optional
            Only the first so many.
        sample, seed : int, optional
            So many at random, each set as likely as any other; the same for the same seed.
        induced, semantics, device, memory, deadline
            As for :meth:`count`.

        Returns
        -------
        Matches
            Rows of nodes, to go through, or as a data frame.

        Examples
        --------
        >>> import motherlode as ml
        >>> list(ml.Graph.generate("karate").list("5-clique"))
        [(14, 4, 2, 1, 3), (8, 4, 2, 1, 3)]
        """
        if limit is not None and sample is not None:
            raise UsageError("limit and sample: the first ones, or some at random; give one of them")
        wanted = sought(pattern, induced, semantics)
        limit, sample = optional(whole, "limit", limit), optional(whole, "sample", sample)
        seed = whole("seed", seed)
        how = job(device, memory, deadline)
        listing = self._native.list(wanted, how)
        asked = {"limit": limit, "sample": sample, "seed": seed, "induced": induced, "semantics": semantics}
        return Matches(
            tuple(wanted[0].vertices),
            self._nodes,
            lambda: listing.open(limit, sample, seed, how),
            (self, str(wanted[0]), asked),
        )
