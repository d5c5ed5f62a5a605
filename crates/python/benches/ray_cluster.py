"""Four Ray workers on this machine beside one process with as many threads as it has processors.

    python benches/ray_cluster.py [--graph rmat:14] [--pattern 6-clique] [--workers 4] [--rounds 3]

The same count, in turn: by one process that runs the same tasks (`Graph.tasks`), and by
`motherlode.ray.count`. The time of Ray is from the call to the answer, with its workers started before, as a
cluster's are; the first call, which starts them and has each make its plan, is shown as well. The loss is
what Ray takes longer, of medians. Where others use the machine, seconds of processors say more: those of all
of Ray's processes, the driver's with them."""

from __future__ import annotations

import argparse
import os
import statistics
import time
from collections.abc import Callable
from typing import Any

import psutil


def cpu_seconds() -> float:
    """Of this process and all that came from it, dead workers left out."""
    total = 0.0
    for process in [psutil.Process(), *psutil.Process().children(recursive=True)]:
        try:
            times = process.cpu_times()
        except psutil.NoSuchProcess:
            continue
        total += times.user + times.system
    return total


def timed(work: Callable[[], Any]) -> tuple[float, float, Any]:
    cpu, begun = cpu_seconds(), time.perf_counter()
    result = work()
    return time.perf_counter() - begun, cpu_seconds() - cpu, result


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--graph", default="rmat:14", help="a recipe, or a file")
    parser.add_argument("--pattern", default="6-clique")
    parser.add_argument("--workers", type=int, default=4)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--chunks", type=int, default=None)
    asked = parser.parse_args()

    os.environ.setdefault("RAY_memory_monitor_refresh_ms", "0")
    import ray

    import motherlode as ml
    from motherlode.ray import Worker, count, share

    graph = ml.Graph.read(asked.graph) if os.path.exists(asked.graph) else ml.Graph.generate(asked.graph)
    ray.init(address="local", num_cpus=asked.workers, include_dashboard=False, log_to_driver=False)
    try:
        shared = share(graph)
        job = graph.tasks(asked.pattern, device="cpu")

        def alone() -> int:
            return job.total(job.run(0, job.number))

        def dealt() -> int:
            return count(shared, asked.pattern, workers=Worker(), num_chunks=asked.chunks)

        first, _, answer = timed(dealt)
        print(f"{asked.graph} {asked.pattern}: {answer} matches, {job.number} tasks, {os.cpu_count()} CPUs")
        print(f"first call of Ray, with the start of {asked.workers} workers: {first:.2f} s", flush=True)
        times: dict[str, list[tuple[float, float]]] = {"one process": [], "Ray": []}
        for _ in range(asked.rounds):
            for name, work in (("one process", alone), ("Ray", dealt)):
                seconds, cpu, found = timed(work)
                assert found == answer, f"{name} counted {found}, and Ray {answer} before"
                times[name].append((seconds, cpu))
                print(f"{name}: {seconds:.2f} s, {cpu:.2f} s of processors", flush=True)
        for place, what in enumerate(("seconds", "seconds of processors")):
            one, many = (statistics.median(run[place] for run in runs) for runs in times.values())
            print(f"{what}: one process {one:.2f}, Ray {many:.2f}: {100 * (many / one - 1):+.1f}%")
    finally:
        ray.shutdown()


if __name__ == "__main__":
    main()
