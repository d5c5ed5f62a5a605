"""Dealing chunks to the workers of a cluster.

Ray runs the tasks, and runs those again that were lost with a worker or a machine. What is here decides only
which kind of worker is given the next chunk, because a task of Ray asks for a card or for none from its
beginning: each kind is given little more than it has room for, so that the quicker kind comes to take more.
"""

from __future__ import annotations

import time
import warnings
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import ray

from motherlode.errors import DeadlineError
from motherlode.ray._chunks import Chunk
from motherlode.ray._resources import Worker, resources_of_cluster, room

#: Seconds until the cluster is asked again for what it has: nodes come and go.
_LOOK = 1.0
#: Seconds that workers have to stop before they are killed.
_PATIENCE = 3.0
#: Tasks that a kind is given beyond its room, for each that it has room for: so that none waits for the
#: driver.
_AHEAD = 1

#: Starts a task on a worker of a kind: consecutive chunks of one count, from the first one's start to the
#: last one's stop.
Start = Callable[[Worker, Chunk], Any]


@dataclass
class _Kind:
    """A kind of worker, and its tasks that are under way."""

    worker: Worker
    room: int = 0
    running: dict[Any, list[Chunk]] = field(default_factory=dict)

    @property
    def wants_more(self) -> bool:
        return len(self.running) < self.room * (1 + _AHEAD)


class Dealer:
    """Deals chunks until all are done."""

    def __init__(
        self,
        chunks: Iterable[Chunk],
        workers: Sequence[Worker],
        start: Start,
        transient: tuple[type[Exception], ...],
    ) -> None:
        self._waiting = deque(chunks)
        self._kinds = [_Kind(worker) for worker in workers]
        self._start = start
        #: Failures of a device, after which others may go on.
        self._transient = transient
        self._looked = -_LOOK

    def deal(self, hear: Callable[[list[Chunk], int], None], end: float | None) -> None:
        """Calls `hear` with the chunks of each task that is done, and what was found in them.

        Raises
        ------
        DeadlineError
            When all is not done at `end`, by `time.monotonic`.
        """
        try:
            while self._waiting or any(kind.running for kind in self._kinds):
                self._look_at_cluster()
                self._hand_out()
                self._hear_some(hear, end)
        finally:
            # Nothing is left to run if this ends early: by Ctrl-C, a deadline, or an error.
            for kind in self._kinds:
                self._call_off(kind)

    def _look_at_cluster(self) -> None:
        now = time.monotonic()
        if now - self._looked < _LOOK:
            return
        self._looked = now
        cluster = resources_of_cluster()
        for kind in self._kinds:
            kind.room = room(kind.worker, cluster)
        if not any(kind.room for kind in self._kinds):
            # A task that waits is what tells an autoscaler to start a node.
            self._kinds[0].room = 1
        for kind in self._kinds:
            # The node of the only card is gone, say: others do what was meant for it.
            if not kind.room and kind.running:
                self._take_back(kind)

    def _hand_out(self) -> None:
        # In turn, so that none takes all.
        while self._waiting and (wanting := [kind for kind in self._kinds if kind.wants_more]):
            for kind in wanting:
                if not self._waiting:
                    break
                chunks = self._next(kind.worker.chunks)
                reference = self._start(kind.worker, Chunk(chunks[0].count, chunks[0].start, chunks[-1].stop))
                kind.running[reference] = chunks

    def _next(self, most: int) -> list[Chunk]:
        """The next chunks: consecutive ones of one count, and no more than a fair part of those that are
        left."""
        fair = max(1, len(self._waiting) // (2 * sum(max(kind.room, 1) for kind in self._kinds)))
        chunks = [self._waiting.popleft()]
        while (
            self._waiting
            and len(chunks) < min(most, fair)
            and self._waiting[0].count == chunks[-1].count
            and self._waiting[0].start == chunks[-1].stop
        ):
            chunks.append(self._waiting.popleft())
        return chunks

    def _hear_some(self, hear: Callable[[list[Chunk], int], None], end: float | None) -> None:
        running = [reference for kind in self._kinds for reference in kind.running]
        left = _LOOK if end is None else min(_LOOK, end - time.monotonic())
        if left <= 0:
            raise DeadlineError(f"the deadline passed with {len(self._waiting)} chunks not begun")
        # All that are done already, and at least one.
        done, _ = ray.wait(running, num_returns=1, timeout=left, fetch_local=True)
        more, _ = ray.wait(running, num_returns=len(running), timeout=0) if done else ([], [])
        for reference in {*done, *more}:
            kind = next(kind for kind in self._kinds if reference in kind.running)
            try:
                found = ray.get(reference)
            except self._transient as error:
                self._leave_out(kind, error)
                return
            hear(kind.running.pop(reference), found)

    def _leave_out(self, kind: _Kind, error: Exception) -> None:
        """A kind whose device fails again and again is left out, if there are others."""
        if len(self._kinds) == 1:
            raise error
        warnings.warn(f"workers on {kind.worker.device} are left out: {error}", RuntimeWarning, stacklevel=5)
        self._take_back(kind)
        self._kinds.remove(kind)

    def _take_back(self, kind: _Kind) -> None:
        chunks = sorted(chunk for chunks in kind.running.values() for chunk in chunks)
        self._call_off(kind)
        self._waiting.extendleft(reversed(chunks))

    @staticmethod
    def _call_off(kind: _Kind) -> None:
        references = list(kind.running)
        kind.running.clear()
        if not references:
            return
        # Asked politely, a worker stops between two shares of its tasks, and keeps its plan for other counts.
        for reference in references:
            ray.cancel(reference, force=False)
        _, busy = ray.wait(references, num_returns=len(references), timeout=_PATIENCE)
        for reference in busy:
            ray.cancel(reference, force=True)
