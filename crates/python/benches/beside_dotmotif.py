"""Times DotMotif's own executors and Motherlode's on the same motifs, and compares what they count.

Not called ``dotmotif.py``: a script's folder comes first on the import path, and ``import dotmotif`` would
find the script.

    python benches/beside_dotmotif.py                                   # 300 neurons, 3,000 synapses
    python benches/beside_dotmotif.py --neurons 20000 --synapses 500000 --limit 60
    python benches/beside_dotmotif.py --only triangle "typed path" --device cuda:0 --json out.json

The graph is made up: neurons in layers with a type and a size, degrees as uneven as in connectomes, a sixth
of the synapses answered, a weight on each. Columns: the matches; seconds of `NetworkXExecutor.count` and
`GrandIsoExecutor.count`, or `>` the limit at which they were stopped; of `MotherlodeExecutor.count` by a new
executor, which converts the graph, and by the same one again; of `MotherlodeExecutor.find`, which makes a
dictionary of each match as theirs do, if there are at most --most of them; the faster of theirs by ours with
the conversion. Times are medians of --runs, of theirs one if it takes more than ten seconds.
"""

from __future__ import annotations

import argparse
import json
import signal
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import networkx as nx
import numpy as np
from dotmotif import GrandIsoExecutor, Motif, NetworkXExecutor

import motherlode as ml
from motherlode.dotmotif import MotherlodeExecutor

#: A run that takes longer is not repeated.
LONG_S = 10.0

MOTIFS = {
    # From DotMotif's documentation.
    "edge by weight": "A -> B [weight >= 10]",
    "edge in a range": "A -> B [weight <= 20, weight >= 10, weight != 12]",
    "typed edge": 'A -> B [weight >= 6]\nA.type = "Glu"\nB.type = "ACh"',
    "triangle": "A -> B\nB -> C\nC -> A",
    "four-cycle without diagonals": "A -> B\nB -> C\nC -> D\nD -> A\nA !> C\nC !> A\nB !> D\nD !> B",
    "one-way triangle": """
        uniedge(n, m) {
            n -> m
            m !> n
        }
        unitriangle(x, y, z) {
            uniedge(x, y)
            uniedge(y, z)
            uniedge(z, x)
        }
        unitriangle(A, B, C)
        """,
    "descending": "A -> B as ab\nB -> C as bc\nab.weight > bc.weight\nA -> C",
    # As neuroscientists ask.
    "typed path": """
        A -> B [weight > 4]
        B -> C [weight > 4]
        A.type = "GABA"
        C.type = "GABA"
        B.type != "GABA"
        """,
    "mutual inhibition": 'A -> B\nB -> A\nC -> A\nC -> B\nA.type = "GABA"\nB.type = "GABA"\nC.type = "Glu"',
    "feed-forward by size": "A -> B\nB -> C\nA -> C\nA.size > B.size\nB.size > C.size",
    "feed-forward, no way back": "A -> B\nB -> C\nA -> C\nC !> A\nB !> A\nC !> B",
    "shared input": 'A -> C [weight > 8]\nB -> C [weight > 8]\nA !> B\nB !> A\nC.type = "DA"',
}

SYMMETRIC = {"mutual inhibition", "shared input"}


class Stopped(Exception):
    """The limit is over."""


@dataclass
class Row:
    """What was measured of one motif. None: not finished within the limit, or not run."""

    motif: str
    matches: int
    networkx_s: float | None
    grandiso_s: float | None
    first_s: float
    again_s: float
    find_s: float | None
    same: bool | None


def connectome(neurons: int, synapses: int, seed: int) -> nx.DiGraph:
    """A graph of about so many neurons and synapses."""
    chance = np.random.default_rng(seed)
    out = chance.lognormal(0, 1.0, neurons)
    into = chance.lognormal(0, 1.0, neurons)
    layer = chance.integers(0, 6, neurons)
    graph = nx.DiGraph()
    types = chance.choice(["Glu", "GABA", "ACh", "DA"], neurons, p=[0.55, 0.25, 0.15, 0.05])
    size = np.round(chance.lognormal(3, 0.6, neurons), 2)
    for neuron in range(neurons):
        graph.add_node(neuron, type=str(types[neuron]), size=float(size[neuron]), layer=int(layer[neuron]))
    while graph.number_of_edges() < synapses:
        missing = synapses - graph.number_of_edges()
        tail = chance.choice(neurons, 2 * missing + 16, p=out / out.sum())
        head = chance.choice(neurons, 2 * missing + 16, p=into / into.sum())
        # Layers that are near are joined more often.
        near = chance.random(len(tail)) < 0.6 ** np.abs(layer[tail] - layer[head])
        pairs = np.stack([tail, head])[:, near & (tail != head)][:, :missing]
        back = chance.random(pairs.shape[1]) < 0.2
        for ends in (pairs, pairs[::-1, back]):
            weights = 1 + chance.geometric(0.2, ends.shape[1])
            graph.add_edges_from(
                (u, v, {"weight": w}) for u, v, w in zip(*ends.tolist(), weights.tolist(), strict=True)
            )
    return graph


def timed(act: Callable[[], Any]) -> tuple[Any, float]:
    start = time.perf_counter()
    result = act()
    return result, time.perf_counter() - start


def limited(act: Callable[[], Any], limit: float, runs: int) -> tuple[Any, float | None]:
    """The result and the median time; None where the limit was over."""

    def stop(number: int, frame: Any) -> None:
        raise Stopped

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, limit)
    try:
        result, seconds = timed(act)
    except (Stopped, MemoryError):
        return None, None
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    return result, median(act, runs, seconds)


def median(act: Callable[[], Any], runs: int, first: float) -> float:
    more = 0 if first > LONG_S else runs - 1
    return statistics.median([first, *(timed(act)[1] for _ in range(more))])


def measure(graph: nx.DiGraph, name: str, arguments: argparse.Namespace) -> Row:
    motif = Motif(MOTIFS[name], exclude_automorphisms=name in SYMMETRIC)
    options = {"device": arguments.device} if arguments.device else {}

    def new() -> int:
        return MotherlodeExecutor(graph=graph, **options).count(motif)

    count, first = timed(new)
    first = median(new, arguments.runs, first)
    executor = MotherlodeExecutor(graph=graph, **options)
    executor.count(motif)
    again = median(lambda: executor.count(motif), arguments.runs + 1, 0.0)
    find = None
    if count <= arguments.most:
        found, find = timed(lambda: executor.find(motif))
        assert len(found) == count, (name, len(found), count)
        del found
    peers: list[tuple[int | None, float | None]] = []
    for peer in (NetworkXExecutor, GrandIsoExecutor):
        if peer.__name__ in arguments.without:
            peers.append((None, None))
            continue
        counted, seconds = limited(
            lambda peer=peer: peer(graph=graph).count(motif), arguments.limit, arguments.runs
        )
        peers.append((counted, seconds))
    counts = [counted for counted, _ in peers if counted is not None]
    same = all(counted == count for counted in counts) if counts else None
    return Row(name, count, peers[0][1], peers[1][1], first, again, find, same)


def shown(row: Row, limit: float, without: list[str]) -> str:
    def seconds(value: float | None, missing: str) -> str:
        return missing if value is None else f"{value:.3f}" if value < 10 else f"{value:.0f}"

    theirs = [value for value in (row.networkx_s, row.grandiso_s) if value is not None]
    ratio = f"{min(theirs) / row.first_s:.0f}" if theirs else f"> {limit / row.first_s:.0f}"
    if len(without) > 1:
        ratio = ""

    def stopped(executor: str) -> str:
        return "" if executor in without else f"> {limit:.0f}"

    cells = [
        row.motif,
        f"{row.matches:,}",
        seconds(row.networkx_s, stopped("NetworkXExecutor")),
        seconds(row.grandiso_s, stopped("GrandIsoExecutor")),
        seconds(row.first_s, ""),
        seconds(row.again_s, ""),
        seconds(row.find_s, ""),
        ratio,
        {True: "yes", False: "NO", None: ""}[row.same],
    ]
    return "| " + " | ".join(cells) + " |"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--neurons", type=int, default=300)
    parser.add_argument("--synapses", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="*", choices=list(MOTIFS), default=list(MOTIFS), metavar="MOTIF")
    parser.add_argument("--without", nargs="*", default=[], metavar="EXECUTOR", help="do not run these")
    parser.add_argument("--limit", type=float, default=30.0, help="seconds for each of DotMotif's runs")
    parser.add_argument(
        "--most", type=int, default=2_000_000, help="list matches if there are at most so many"
    )
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--device", default=None)
    parser.add_argument("--json", type=Path, default=None)
    arguments = parser.parse_args()
    graph = connectome(arguments.neurons, arguments.synapses, arguments.seed)
    devices = arguments.device or "the first of " + ", ".join(map(str, ml.devices() or ["cpu"]))
    print(
        f"{graph.number_of_nodes():,} neurons, {graph.number_of_edges():,} synapses; Motherlode on {devices}"
    )
    print("| motif | matches | NetworkX s | GrandIso s | count s | again s | find s | times faster | same |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- |")
    rows = []
    for name in arguments.only:
        rows.append(measure(graph, name, arguments))
        print(shown(rows[-1], arguments.limit, arguments.without), flush=True)
    if arguments.json is not None:
        about = {
            "neurons": graph.number_of_nodes(),
            "synapses": graph.number_of_edges(),
            "limit": arguments.limit,
        }
        arguments.json.write_text(json.dumps({**about, "rows": [asdict(row) for row in rows]}, indent=1))
    return 0 if all(row.same is not False for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
