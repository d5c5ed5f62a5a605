"""How long it takes to import the package, to make graphs of what other libraries have, and to ask a graph again.

    python benches/conversions.py [--scale 20] [--device auto] [--runs 3]

The figures are the least of some runs, in seconds of wall time.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any


def least(runs: int, work: Callable[[], Any]) -> float:
    """The least time of some runs."""
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def imported(what: str) -> float:
    """How long a new interpreter takes to import it, beyond its own start."""

    def start(code: str) -> float:
        return least(5, lambda: subprocess.run([sys.executable, "-c", code], check=True))

    return start(f"import {what}") - start("pass")


def main() -> None:
    """Print the table."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument(
        "--scale", type=int, default=20, help="of the R-MAT graph that is converted [20: 15.7 million edges]"
    )
    options.add_argument("--device", default="auto")
    options.add_argument("--runs", type=int, default=3)
    asked = options.parse_args()

    print(f"{'import motherlode':60} {imported('motherlode'):.3f}")
    import numpy as np

    import motherlode as ml

    ml.set_device(asked.device)
    graph = ml.Graph.generate(f"rmat:{asked.scale}")
    source, target = graph.edge_arrays()
    n, edges = graph.number_of_vertices, len(source)

    def row(what: str, work: Callable[[], Any], runs: int = asked.runs) -> None:
        print(f"{what:60} {least(runs, work):.3f}", flush=True)

    row(f"from_arrays, {edges} edges", lambda: ml.Graph.from_arrays(source, target, n))
    try:
        import pyarrow as pa

        table = pa.table({"source": source.astype("int64"), "target": target.astype("int64")})
        row(f"from_arrow, {edges} edges", lambda: ml.Graph.from_arrow(table))
    except ImportError:
        print("pyarrow is not here")
    try:
        import scipy.sparse

        offsets, neighbors = graph.to_arrays()
        shape = (n, n)
        data = np.ones(len(neighbors), dtype="int8")
        matrix = scipy.sparse.csr_array(
            (data, neighbors.astype("int32"), offsets.astype("int64")), shape=shape
        )
        row(f"from_scipy, {edges} edges (symmetric)", lambda: ml.Graph.from_scipy(matrix))
    except ImportError:
        print("scipy is not here")
    try:
        import networkx as nx

        theirs = nx.gnm_random_graph(200_000, 1_000_000, seed=1)
        row("from_networkx, 1000000 edges", lambda: ml.Graph.from_networkx(theirs))
        named = nx.relabel_nodes(theirs, {node: f"n{node}" for node in theirs})
        row("from_networkx, 1000000 edges between texts", lambda: ml.Graph.from_networkx(named))
    except ImportError:
        print("networkx is not here")
    row("the first triangle count, the device's start included", lambda: graph.count("triangle"), runs=1)
    row("the next triangle count", lambda: graph.count("triangle"), runs=max(5, asked.runs))


if __name__ == "__main__":
    main()
