"""How patterns are counted."""

from __future__ import annotations

from motherlode._job import Memory, Progress, job
from motherlode._modes import Induced, Semantics
from motherlode.graph._structure import Structure
from motherlode.pattern import PatternLike, sought
from motherlode.results import Plan, Verification
from motherlode.tasks import Tasks


class Plans(Structure):
    """How a pattern is counted, whether the count is right, and its tasks."""

    def explain(
        self,
        pattern: PatternLike,
        *,
        induced: Induced = "edge",
        semantics: Semantics = "subgraphs",
        device: str | None = None,
        memory: Memory = None,
    ) -> Plan:
        """How a pattern is counted, and the plan by which it is walked; a notebook shows it as a picture.

        Parameters
        ----------
        pattern : str or Pattern
            What would be counted; nothing is.
        induced, semantics, device, memory
            As for :meth:`count`.

        Returns
        -------
        Plan

        Examples
        --------
        >>> import motherlode as ml
        >>> plan = ml.Graph.generate("karate").explain("house")
        >>> plan.method[:7]
        'formula'
        """
        wanted = sought(pattern, induced, semantics)
        with job(device, memory) as how:
            return Plan(*self._native.explain(wanted, how))

    def verify(
        self,
        pattern: PatternLike,
        *,
        induced: Induced = "edge",
        semantics: Semantics = "subgraphs",
        device: str | None = None,
        memory: Memory = None,
        deadline: float | None = None,
        progress: Progress = None,
    ) -> Verification:
        """Count by every method, and by an oracle that maps one vertex after another: on the graph, or on samples of a large one.

        Parameters
        ----------
        pattern : str or Pattern
            What to count.
        induced, semantics, device, memory, deadline, progress
            As for :meth:`count`.

        Returns
        -------
        Verification
            True if all agree.

        Examples
        --------
        >>> import motherlode as ml
        >>> bool(ml.Graph.generate("karate").verify("house"))
        True
        """
        wanted = sought(pattern, induced, semantics)
        with job(device, memory, deadline, progress) as how:
            compared = self._native.verify(wanted, how)
        names = ("subject", "vertices", "edges")
        return Verification([{**dict(zip(names, one)), "counts": dict(one[3])} for one in compared])

    def tasks(
        self,
        pattern: PatternLike,
        *,
        induced: Induced = "edge",
        semantics: Semantics = "subgraphs",
        device: str | None = None,
        memory: Memory = None,
    ) -> Tasks:
        """The tasks of a count, for several processes to share: see :mod:`motherlode.ray`.

        Parameters
        ----------
        pattern : str or Pattern
            What to count.
        induced, semantics, device, memory
            As for :meth:`count`.

        Returns
        -------
        Tasks

        Examples
        --------
        >>> import motherlode as ml
        >>> tasks = ml.Graph.generate("karate").tasks("triangle")
        >>> tasks.total(tasks.run(0, tasks.number))
        45
        """
        wanted = sought(pattern, induced, semantics)
        with job(device, memory) as how:
            return Tasks(self._native.tasks(wanted, how), how)
