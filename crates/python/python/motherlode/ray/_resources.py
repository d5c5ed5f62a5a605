"""What a worker asks of the cluster, and how many workers of a kind it has room for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import ray

from motherlode.errors import UsageError


@dataclass(frozen=True)
class Worker:
    """A kind of worker: what one asks of the cluster, and what it counts on.

    Parameters
    ----------
    device
        What it counts on: ``"cpu"``, or ``"cuda:0"``, the first of the cards that Ray gives it.
    num_cpus
        The processors that it takes; a CPU worker has as many threads.
    num_gpus
        The cards that it takes.
    resources
        What else it asks for, by Ray's names, such as ``{"big_memory": 1}``.
    chunks
        How many chunks it takes at once. A card is quick, and wants much at a time.

    Examples
    --------
    >>> Worker()
    Worker(device='cpu', num_cpus=1, num_gpus=0, resources={}, chunks=1)
    """

    device: str = "cpu"
    num_cpus: float = 1
    num_gpus: float = 0
    resources: Mapping[str, float] = field(default_factory=dict)
    chunks: int = 1

    def __post_init__(self) -> None:
        if self.chunks < 1:
            raise UsageError(f"chunks is {self.chunks}, and must be at least 1")
        for name in ("num_cpus", "num_gpus"):
            if getattr(self, name) < 0:
                raise UsageError(f"{name} is {getattr(self, name)}, and must not be negative")
        if not self.needs:
            raise UsageError("a worker must ask for something: num_cpus, num_gpus or resources")
        if self.device != "cpu" and not self.num_gpus and not self.resources:
            raise UsageError(
                f"a worker on {self.device} must ask for a card: num_gpus=1, or a part of one "
                "for workers that share it"
            )

    @property
    def needs(self) -> dict[str, float]:
        """What it asks for, by Ray's names.

        Examples
        --------
        >>> Worker("cuda:0", num_gpus=1).needs
        {'CPU': 1, 'GPU': 1}
        """
        needs = {"CPU": self.num_cpus, "GPU": self.num_gpus, **self.resources}
        return {name: amount for name, amount in needs.items() if amount}

    @property
    def threads(self) -> int:
        """The threads that it counts with, on the CPU.

        Examples
        --------
        >>> Worker(num_cpus=4).threads
        4
        """
        return max(1, int(self.num_cpus))

    def options(self, max_retries: int) -> dict[str, Any]:
        """The options of its tasks.

        Parameters
        ----------
        max_retries
            As for `count`.

        Examples
        --------
        >>> Worker(num_cpus=2).options(max_retries=8)["runtime_env"]
        {'env_vars': {'RAYON_NUM_THREADS': '2'}}
        """
        return {
            "num_cpus": self.num_cpus,
            "num_gpus": self.num_gpus,
            "resources": dict(self.resources),
            "max_retries": max_retries,
            # Processes are Ray's, and are used again for tasks of the same environment: those of other
            # threads are others.
            "runtime_env": {"env_vars": {"RAYON_NUM_THREADS": str(self.threads)}},
        }


def room(worker: Worker, cluster: Mapping[str, float]) -> int:
    """How many workers of a kind run at once where the cluster has these resources.

    Each node's own resources would say it more exactly; a worker too many here waits in Ray's queue.

    Examples
    --------
    >>> room(Worker(num_cpus=2), {"CPU": 7.0, "GPU": 1.0}), room(Worker("cuda:0", num_gpus=1), {"CPU": 7.0})
    (3, 0)
    """
    # A small part more, as 0.1 * 3 is not 0.3.
    return min(int(cluster.get(name, 0.0) / amount + 1e-9) for name, amount in worker.needs.items())


def workers_of(wanted: Worker | Sequence[Worker] | None, cluster: Mapping[str, float]) -> list[Worker]:
    """The kinds of workers that are wanted; if nothing is said, one for each processor and each card of the
    cluster."""
    if isinstance(wanted, Worker):
        return [wanted]
    if wanted is not None:
        listed = isinstance(wanted, Sequence) and len(wanted) > 0
        if not listed or not all(isinstance(worker, Worker) for worker in wanted):
            raise UsageError(f"workers is {wanted!r}, and must be a motherlode.ray.Worker or a list of them")
        return list(wanted)
    workers = [Worker()]
    if cluster.get("GPU", 0):
        workers.append(Worker("cuda:0", num_gpus=1, chunks=8))
    return workers


def resources_of_cluster() -> dict[str, float]:
    """The resources of all nodes that are alive."""
    total: dict[str, float] = ray.cluster_resources()
    return total
