"""A count whose tasks are dealt by somebody else."""

from __future__ import annotations

from motherlode import _motherlode
from motherlode._arguments import whole
from motherlode._job import Job

__all__ = ["Tasks"]


class Tasks:
    """The tasks of the plan by which a pattern is walked: what several processes may share of one count.

    The plan, its tasks and what is found in each are the same wherever the graph and the options are. Those that take longest
    come first, mostly.

    Attributes
    ----------
    number : int
        How many tasks there are, from 0 on.
    fingerprint : str
        Equal for equal plans on equal graphs.

    Examples
    --------
    >>> import motherlode as ml
    >>> tasks = ml.Graph.generate("karate").tasks("house")
    >>> middle = tasks.number // 3
    >>> tasks.total(tasks.run(middle, tasks.number) + tasks.run(0, middle))
    781
    """

    def __init__(self, native: _motherlode.NativeTasks, job: Job) -> None:
        self._native = native
        self._job = job
        self.number: int = native.number
        self.fingerprint: str = native.fingerprint

    def run(self, start: int, stop: int) -> int:
        """What is found in the tasks from ``start`` to before ``stop``, as often as the plan finds it.

        Parameters
        ----------
        start, stop : int
            From 0 to ``number``.

        Returns
        -------
        int
            A part of the sum that :meth:`total` takes.

        Examples
        --------
        >>> import motherlode as ml
        >>> tasks = ml.Graph.generate("karate").tasks("house")
        >>> tasks.run(0, 0)
        0
        """
        return self._native.run(whole("start", start), whole("stop", stop), self._job)

    def total(self, found: int) -> int:
        """The number of matches, where so much was found in all tasks together.

        Parameters
        ----------
        found : int
            The sum of what :meth:`run` returned, of each task once.

        Returns
        -------
        int

        Examples
        --------
        >>> import motherlode as ml
        >>> tasks = ml.Graph.generate("karate").tasks("triangle")
        >>> tasks.total(tasks.run(0, tasks.number))
        45
        """
        return self._native.total(whole("found", found, 0, 2**128 - 1))
