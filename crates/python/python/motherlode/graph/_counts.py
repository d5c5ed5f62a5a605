"""Counting matches."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import overload

from motherlode._arguments import check_matching, number, string, whole
from motherlode._job import Memory, Progress, job
from motherlode._modes import Induced, Method, Semantics
from motherlode._null import NullModel, null_samples
from motherlode.graph._structure import Structure
from motherlode.pattern import PatternLike, native, sought
from motherlode.results import Estimate
from motherlode.significance import Judged, Significance


class Counts(Structure):
    """How many matches there are."""

    # A text is a sequence of texts, too: the first of the two is meant.
    @overload
    def count(  # type: ignore[overload-overlap]
        self,
        pattern: PatternLike,
        *,
        induced: Induced = ...,
        semantics: Semantics = ...,
        method: Method = ...,
        null: None = ...,
        samples: int = ...,
        seed: int = ...,
        device: str | None = ...,
        memory: Memory = ...,
        deadline: float | None = ...,
        progress: Progress = ...,
    ) -> int: ...
    @overload
    def count(
        self,
        pattern: Sequence[PatternLike],
        *,
        induced: Induced = ...,
        semantics: Semantics = ...,
        method: Method = ...,
        null: None = ...,
        samples: int = ...,
        seed: int = ...,
        device: str | None = ...,
        memory: Memory = ...,
        deadline: float | None = ...,
        progress: Progress = ...,
    ) -> list[int]: ...
    @overload
    def count(  # type: ignore[overload-overlap]
        self,
        pattern: PatternLike,
        *,
        induced: Induced = ...,
        semantics: Semantics = ...,
        method: Method = ...,
        null: str | NullModel,
        samples: int = ...,
        seed: int = ...,
        device: str | None = ...,
        memory: Memory = ...,
        deadline: float | None = ...,
        progress: Progress = ...,
    ) -> Judged: ...
    @overload
    def count(
        self,
        pattern: Sequence[PatternLike],
        *,
        induced: Induced = ...,
        semantics: Semantics = ...,
        method: Method = ...,
        null: str | NullModel,
        samples: int = ...,
        seed: int = ...,
        device: str | None = ...,
        memory: Memory = ...,
        deadline: float | None = ...,
        progress: Progress = ...,
    ) -> Significance: ...
    def count(
        self,
        pattern: PatternLike | Sequence[PatternLike],
        *,
        induced: Induced = "edge",
        semantics: Semantics = "subgraphs",
        method: Method = "best",
        null: str | NullModel | None = None,
        samples: int = 1000,
        seed: int = 1,
        device: str | None = None,
        memory: Memory = None,
        deadline: float | None = None,
        progress: Progress = None,
    ) -> int | list[int] | Judged | Significance:
        """How many matches a pattern has, exactly; or each of several, of which what they have in common is done once. Or whether these are
        more than in random graphs.

        Parameters
        ----------
        pattern : str, Pattern, or sequence of them
            What to count: a name, a text in the pattern language, or a :class:`Pattern`.
        induced : {"edge", "vertex"}
            Whether the pattern's edges must be there, and more do not matter; or no others may be between the same vertices.
        semantics : {"subgraphs", "embeddings", "homomorphisms"}
            Subgraphs count once, whatever the pattern's automorphisms; embeddings are injective maps; homomorphisms are all maps.
        method : {"best", "walk", "decomposition"}
            How to count: the result is the same.
        null : str or NullModel, optional
            As for :meth:`motifs`: random graphs whose counts these are compared with. Their vertices have the labels and properties that
            they have here, and arcs are arcs.
        samples, seed : int
            As for :meth:`motifs`.
        device : str, optional
            Where to count: ``"auto"``, ``"cpu"``, ``"cuda:0"``, ``"cuda:0,2"``, ``"cuda:all"`` or ``"all"``; otherwise that of
            :func:`set_device`, or ``"auto"``.
        memory : str or int, optional
            The most memory to take on each device, as ``"4GiB"``, or in bytes. On the CPU that is what a job allocates besides the
            graph, which lies where it is: many jobs need nothing.
        deadline : float, optional
            After how many seconds to give up with :class:`DeadlineError`.
        progress : bool or callable, optional
            ``True`` for a bar, where tqdm is installed; or a function that is called with how much is done and of how much.

        Returns
        -------
        int, or list of int
            With ``null`` a :class:`Judged`, or a :class:`Significance` of several, whose rows are called by the patterns as they were given.

        Examples
        --------
        >>> import motherlode as ml
        >>> karate = ml.Graph.generate("karate")
        >>> karate.count("triangle"), karate.count("a-b, b-c, c-d, d-a", induced="vertex")
        (45, 36)
        >>> karate.count(["house", "diamond"])
        [781, 151]
        >>> karate.count("4-clique", null="gnm", samples=99).p
        0.01
        >>> karate.count(["house", "diamond"], null="switching", samples=99)
        Significance(2 patterns, 99 samples)
        """
        several = isinstance(pattern, (list, tuple)) or (
            isinstance(pattern, Sequence) and not isinstance(pattern, str)
        )
        given: Sequence[PatternLike] = pattern if several else [pattern]  # type: ignore[assignment, list-item]
        patterns = [native(each) for each in given]
        check_matching(induced, semantics)
        way = string("method", method)
        if null is not None:
            beside = null_samples(null, samples, seed)
            named = [(str(each), own) for each, own in zip(given, patterns)]
            with job(device, memory, deadline, progress) as how:
                told = self._native.count_significance(named, induced, semantics, way, beside, how)
            found = Significance._of(told, beside.samples)
            return found if several else found.rows[0]
        with job(device, memory, deadline, progress) as how:
            counts = self._native.count(patterns, induced, semantics, way, how)
        return [count for count, _ in counts] if several else counts[0][0]

    def estimate(
        self,
        pattern: PatternLike,
        *,
        error: float = 0.01,
        confidence: float = 0.95,
        seed: int = 1,
        induced: Induced = "edge",
        semantics: Semantics = "subgraphs",
        device: str | None = None,
        memory: Memory = None,
        deadline: float | None = None,
        progress: Progress = None,
    ) -> Estimate:
        """About how many matches there are, from matches that are drawn at random: with an interval that holds the count.

        Parameters
        ----------
        pattern : str or Pattern
            What to count.
        error : float
            How wide the interval is to be, as a part of the estimate: 0.01 is one percent to each side.
        confidence : float
            How sure it is that the interval holds the count: from 0.5 to 0.999999.
        seed : int
            Which matches are drawn; the same seed gives the same estimate on every device.
        deadline : float, optional
            After how many seconds it ends, with what is known by then.
        induced, semantics, device, memory, progress
            As for :meth:`count`.

        Returns
        -------
        Estimate

        Examples
        --------
        >>> import motherlode as ml
        >>> print(ml.Graph.generate("karate").estimate("house"))
        781 (all were counted)
        """
        wanted = sought(pattern, induced, semantics)
        error = number("error", error, "a part above 0, as 0.01", lambda error: 0 < error < math.inf)
        confidence = number(
            "confidence",
            confidence,
            "from 0.5 to 0.999999, as 0.95",
            lambda confidence: 0.5 <= confidence <= 0.999_999,
        )
        seed = whole("seed", seed)
        with job(device, memory, deadline, progress) as how:
            about = self._native.estimate(wanted, error, confidence, seed, how)
        value, (low, high), rigorous, exact, sure, draws, hits = about
        return Estimate(value, low, high, rigorous, exact, sure, draws, hits)
