"""The command."""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

from . import lsqb
from .answers import same, shown
from .case import UNSUPPORTED
from .graphs import graph
from .machine import facts
from .questions import ALL, DIRECTED, LSQB, OURS, PEERS, UNDIRECTED
from .run import Case, How, run
from .table import markdown, rows

#: From the smallest on: a peer that was stopped is not asked the same of a larger one.
GRAPHS = ("karate", "skewed:1000:5000:1", "skewed:20000:100000:1", "email-Enron")
DIRECTED_GRAPHS = ("karate", "skewed:1000:5000:1", "wiki-Vote")
SCALES = ("1", "16")
#: LSQB's data as it is, whose counts are known.
UNSCALED = "lsqb:1"


def main() -> int:
    arguments = parsed()
    how = How(arguments.runs, arguments.limit, arguments.device, arguments.threads, dict(arguments.python))
    about: dict[str, Any] = {
        "set": "peers",
        **facts(),
        "command": ["python", "-m", "peers", *sys.argv[1:]],
        "runs": how.runs,
        "limit": how.limit,
        "device": how.device,
        "used_threads": how.threads,
        "note": arguments.note,
        "graphs": {},
    }
    cases: list[Case] = []
    with tempfile.TemporaryDirectory() as folder:
        for name, questions, data, what in data_sets(arguments, Path(folder)):
            about["graphs"][name] = what
            for question in questions:
                for peer in [OURS, *arguments.peers]:
                    cases.append(skipped(cases, peer, question, name) or run(peer, question, name, data, how))
                    report(cases[-1])
            about["machine"]["load_at_end"] = os.getloadavg()[0]
            if arguments.out is not None:
                write(arguments.out, about, cases)
    if arguments.out is None:
        print(markdown(about, cases))
    wrong = [*disagreements(cases), *failures(cases)]
    print("\n".join(wrong), file=sys.stderr)
    return 1 if wrong else 0


def write(out: Path, about: dict[str, Any], cases: list[Case]) -> None:
    """The table so far: it is written after each graph, so that a run that is ended has left what it had."""
    out.with_suffix(".md").write_text(markdown(about, cases))
    asked = [case.as_json() for case in cases if case.state != UNSUPPORTED or case.peer == OURS]
    written = {**about, "measured": asked}
    out.with_suffix(".json").write_text(json.dumps(written, indent=1) + "\n")


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m peers", description=__doc__)
    parser.add_argument(
        "--graphs", nargs="*", default=GRAPHS, metavar="GRAPH", help="karate, skewed:N:M:SEED, or a file"
    )
    parser.add_argument(
        "--directed",
        nargs="*",
        default=DIRECTED_GRAPHS,
        metavar="GRAPH",
        help="of which directions are asked",
    )
    parser.add_argument(
        "--scales", nargs="*", default=SCALES, metavar="COPIES", help="of LSQB's data; none: no LSQB"
    )
    parser.add_argument("--questions", nargs="*", default=list(ALL), choices=list(ALL), metavar="QUESTION")
    parser.add_argument("--peers", nargs="*", default=list(PEERS), choices=PEERS, metavar="PEER")
    parser.add_argument("--runs", type=int, default=3, help="the median counts; slow cases run once")
    parser.add_argument("--limit", type=float, default=5.0, help="seconds for each run of a case")
    parser.add_argument("--threads", type=int, help="for all that have threads; otherwise all there are")
    parser.add_argument("--device", default="cpu", help="Motherlode's")
    parser.add_argument(
        "--python",
        nargs="*",
        default=[],
        type=named,
        metavar="PEER=PYTHON",
        help="the interpreter of a peer that is not in this one",
    )
    parser.add_argument("--note", default="", help="a remark for the table's header")
    parser.add_argument("--out", type=Path, help="the table as OUT.md and OUT.json; otherwise it is printed")
    return parser.parse_args()


def named(text: str) -> tuple[str, str]:
    peer, _, python = text.partition("=")
    if peer not in PEERS:
        raise argparse.ArgumentTypeError(f"no peer `{peer}`")
    return peer, python


def data_sets(arguments: argparse.Namespace, folder: Path) -> Any:
    """Each graph that there is, with the questions that are asked of it."""
    asked = arguments.questions
    path = folder / "data.npz"
    undirected = [(name, False, UNDIRECTED) for name in arguments.graphs]
    for name, directed, known in [*undirected, *((name, True, DIRECTED) for name in arguments.directed)]:
        questions = [question for question in asked if question in known]
        if not questions:
            continue
        try:
            edges = graph(name, directed)
        except FileNotFoundError as missing:
            print(f"left out: {missing}", file=sys.stderr)
            continue
        edges.save(path)
        shown_name = f"{name}, directed" if directed else name
        yield shown_name, questions, path, f"{edges.n:,} vertices, {len(edges.source):,} edges"
    queries = [question for question in asked if question in LSQB]
    for copies in arguments.scales if queries else ():
        if not lsqb.FOLDER.is_dir():
            print(f"left out: LSQB's data, which is not in {lsqb.FOLDER}", file=sys.stderr)
            return
        tables = lsqb.scaled(lsqb.read(), int(copies))
        lsqb.save(tables, path)
        yield f"lsqb:{copies}", queries, path, lsqb.described(tables)


def skipped(cases: list[Case], peer: str, question: str, graph: str) -> Case | None:
    """What is known without asking: a peer that was stopped, or has no function, has not for another graph."""
    for case in cases:
        if (case.peer, case.question) == (peer, question) and case.state != "answered":
            state = "not asked" if case.state == "stopped" else case.state
            return Case(peer, question, graph, state, case.why)
    return None


def report(case: Case) -> None:
    what = f"{case.seconds():.4f} s" if case.state == "answered" else f"{case.state} {case.why}"
    print(f"{case.graph}\t{case.question}\t{case.peer}\t{what}", file=sys.stderr, flush=True)


def disagreements(cases: list[Case]) -> list[str]:
    """Answers that differ from the first of their row, or from what is known."""
    found = []
    known = lsqb.truth() if any(case.graph == UNSCALED for case in cases) else {}
    for (name, question), row in rows(cases).items():
        answered = [case for case in row if case.answer is not None]
        if name == UNSCALED:
            answered.insert(0, Case("truth.json", question, name, "answered", answer=known[question]))
        for first, other in ((answered[0], other) for other in answered[1:]):
            if not same(first.answer, other.answer):
                found.append(
                    f"error: {question} on {name}: {first.peer} says {shown(first.answer)}, "
                    f"{other.peer} {shown(other.answer)}"
                )
    return found


def failures(cases: list[Case]) -> list[str]:
    return [
        f"error: {case.question} on {case.graph}: {case.peer} failed: {case.why}"
        for case in cases
        if case.state == "failed"
    ]


if __name__ == "__main__":
    sys.exit(main())
