"""Times NetworkX and Motherlode behind NetworkX on the same graph, and compares what they return.

Not called ``networkx.py``: a script's folder comes first on the import path, and ``import networkx`` would
find the script.

    python benches/beside_networkx.py /work/shared/data/email-Enron.el.gz
    python benches/beside_networkx.py GRAPH --only triangles square_clustering --runs 5 --device cpu --json
    out.json

Columns: NetworkX's seconds; Motherlode's with the conversion of the graph; Motherlode's when the graph has
been converted by an earlier call, as NetworkX keeps it; the ratios of the first to the others. Each is the
median of the runs, but NetworkX runs once if a run takes more than ten seconds, and is stopped at --limit.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
import signal
import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import networkx as nx
from networkx.algorithms import isomorphism as theirs

import motherlode as ml
from motherlode import isomorphism as ours
from motherlode.networkx import convert_from_nx

#: A run that takes longer is not repeated.
LONG_S = 10.0

PATTERNS: dict[str, nx.Graph] = {
    "triangle": nx.complete_graph(3),
    "4-cycle": nx.cycle_graph(4),
    "4-star": nx.star_graph(3),
    "5-path": nx.path_graph(5),
    "house": nx.house_graph(),
    "4-clique": nx.complete_graph(4),
}


@dataclass
class Row:
    """What was measured of one task. None: not finished within the limit."""

    task: str
    networkx_s: float | None
    first_s: float
    again_s: float
    same: bool | None


class Stopped(Exception):
    """The time limit is over."""


def limited(call: Callable[[], Any], limit_s: float) -> Any:
    """Call, and raise `Stopped` after the time limit. NetworkX is Python through and through, so a signal
    reaches it."""

    def stop(*_: object) -> None:
        raise Stopped

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, limit_s)
    try:
        return call()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def timed(call: Callable[[], Any], prepare: Callable[[], Any] = lambda: None) -> tuple[float, Any]:
    """Return the seconds and the result of a call, after a preparation that is not timed."""
    prepare()
    start = time.perf_counter()
    result = call()
    return time.perf_counter() - start, result


def forget(*graphs: nx.Graph) -> None:
    """Empty NetworkX's caches of converted graphs."""
    for graph in graphs:
        graph.__networkx_cache__.clear()


def canonical(result: Any) -> Any:
    """Bring a result into a form in which order that NetworkX does not promise plays no part."""
    if isinstance(result, Iterable) and not isinstance(result, (dict, list, tuple)):
        return Counter(map(str, map(sorted, result)))
    return result


def measure(
    task: str,
    graph: nx.Graph,
    networkx: Callable[[], Any],
    motherlode: Callable[[], Any],
    runs: int,
    limit_s: float,
) -> Row:
    """Time one task both ways, and compare the results."""
    theirs_s: list[float] = []
    wanted = None
    try:
        while len(theirs_s) < runs and sum(theirs_s) < LONG_S:
            seconds, wanted = timed(lambda: limited(networkx, limit_s))
            theirs_s.append(seconds)
    except Stopped:
        theirs_s = []
    first_s = [timed(motherlode, lambda: forget(graph))[0] for _ in range(runs)]
    again_s, found = [], None
    for _ in range(runs):
        seconds, found = timed(motherlode)
        again_s.append(seconds)
    return Row(
        task,
        statistics.median(theirs_s) if theirs_s else None,
        statistics.median(first_s),
        statistics.median(again_s),
        canonical(found) == canonical(wanted) if theirs_s else None,
    )


def read(path: Path) -> nx.Graph:
    """Read an edge list, compressed or not."""
    opener = gzip.open if path.suffix == ".gz" else open
    with opener(path, "rt") as lines:
        pairs = (tuple(map(int, line.split()[:2])) for line in lines if line[0] not in "#%")
        return nx.Graph((a, b) for a, b in pairs if a != b)


def directed(graph: nx.Graph, seed: int) -> nx.DiGraph:
    """Give each edge one direction, or both: a third each."""
    dice = random.Random(seed)
    D = nx.DiGraph()
    D.add_nodes_from(graph)
    for a, b in graph.edges:
        way = dice.randrange(3)
        if way != 0:
            D.add_edge(a, b)
        if way != 1:
            D.add_edge(b, a)
    return D


def functions(graph: nx.Graph, arcs: nx.DiGraph, device: str | None) -> dict[str, tuple[nx.Graph, Any, Any]]:
    """Return the tasks of the backend: by name the graph, NetworkX's call and Motherlode's."""
    how = {} if device is None else {"device": device}
    tasks = {}

    def task(
        name: str, G: nx.Graph, call: Callable[..., Any], of: Callable[[Any], Any] = lambda x: x, **more: Any
    ) -> None:
        tasks[name] = (
            G,
            lambda: of(call(G, backend="networkx", **more)),
            lambda: of(call(G, backend="motherlode", **how, **more)),
        )

    task("triangles", graph, nx.triangles)
    task("clustering", graph, nx.clustering)
    task("average_clustering", graph, nx.average_clustering)
    task("transitivity", graph, nx.transitivity)
    task("generalized_degree", graph, nx.generalized_degree)
    task("all_triangles", graph, nx.all_triangles, lambda found: sum(1 for _ in found))
    task("square_clustering", graph, nx.square_clustering)
    task("max_weight_clique", graph, nx.max_weight_clique, lambda found: found[1], weight=None)
    task("clustering, directed", arcs, nx.clustering)
    task("triadic_census", arcs, nx.triadic_census)
    return tasks


def matching(graph: nx.Graph, device: str | None) -> dict[str, tuple[nx.Graph, Any, Any]]:
    """Return the tasks of the matchers."""
    tasks = {}
    for name, pattern in PATTERNS.items():
        for kind in ("isomorphisms", "monomorphisms"):
            method = f"subgraph_{kind}_iter"
            tasks[f"{kind}, {name}"] = (
                graph,
                lambda pattern=pattern, method=method: _number(
                    getattr(theirs.GraphMatcher(graph, pattern), method)()
                ),
                lambda pattern=pattern, method=method: _number(
                    getattr(ours.GraphMatcher(graph, pattern, device=device), method)()
                ),
            )
    return tasks


def _number(found: Iterable[Any]) -> int:
    return sum(1 for _ in found)


def densest(graph: nx.Graph, vertices: int) -> nx.Graph:
    """Return the part of a graph that its vertices of highest degree induce."""
    return graph.subgraph(sorted(graph, key=graph.degree, reverse=True)[:vertices]).copy()


def table(rows: list[Row], limit_s: float) -> str:
    """Return the rows as a table in Markdown."""
    lines = [
        "| | NetworkX | Motherlode, converting | converted | ratio | ratio | same |",
        "| --- | ---: | ---: | ---: | ---: | ---: | --- |",
    ]
    for row in rows:
        bound = "" if row.networkx_s is not None else "> "
        base = limit_s if row.networkx_s is None else row.networkx_s
        same = {None: "not known", True: "yes", False: "NO"}[row.same]
        lines.append(
            f"| {row.task} | {bound}{base:.3g} s | {row.first_s:.3g} s | {row.again_s:.3g} s "
            f"| {bound}{base / row.first_s:.3g} | {bound}{base / row.again_s:.3g} | {same} |"
        )
    return "\n".join(lines)


def main() -> int:
    """Read the command line, measure, print; 1 if any results differ."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("graph", type=Path, nargs="?", default=Path("/work/shared/data/email-Enron.el.gz"))
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--limit", type=float, default=300.0, help="seconds after which NetworkX is stopped")
    parser.add_argument(
        "--part", type=int, default=100, help="vertices of the part in which subgraphs are matched"
    )
    parser.add_argument("--device", default=None, help="cpu, cuda:0, …")
    parser.add_argument("--seed", type=int, default=1, help="of the directions")
    parser.add_argument(
        "--only", nargs="*", default=None, help="tasks whose names contain one of these words"
    )
    parser.add_argument("--json", type=Path, default=None, help="write the rows here too")
    options = parser.parse_args()

    nx.config.warnings_to_ignore.add("cache")
    graph = read(options.graph)
    arcs = directed(graph, options.seed)
    part = densest(graph, options.part)
    print(f"NetworkX {nx.__version__}, Motherlode {ml.__version__}, Python {sys.version.split()[0]}")
    print(
        f"{options.graph.name}: {len(graph)} vertices, {graph.number_of_edges()} edges; "
        f"{arcs.number_of_edges()} arcs"
    )
    print(f"its part for matching: {len(part)} vertices, {part.number_of_edges()} edges")
    print(f"conversion alone: {timed(lambda: convert_from_nx(graph).mined)[0]:.3g} s\n")
    tasks = functions(graph, arcs, options.device) | matching(part, options.device)
    rows = []
    for name, (G, networkx, motherlode) in tasks.items():
        if options.only is None or any(word in name for word in options.only):
            rows.append(measure(name, G, networkx, motherlode, options.runs, options.limit))
            print(rows[-1], file=sys.stderr)
    print(table(rows, options.limit))
    if options.json is not None:
        options.json.write_text(json.dumps([asdict(row) for row in rows], indent=1))
    return int(any(row.same is False for row in rows))


if __name__ == "__main__":
    sys.exit(main())
