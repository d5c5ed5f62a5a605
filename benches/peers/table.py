"""The table: a section for each graph, a row for each question, a column for each peer."""

from __future__ import annotations

import shlex
import statistics
from collections.abc import Iterable, Iterator
from typing import Any

from .answers import shown
from .questions import OURS
from .run import Case


def markdown(about: dict[str, Any], cases: list[Case]) -> str:
    return "\n".join([*header(about, cases), *losses(cases), *sections(about, cases)]) + "\n"


def header(about: dict[str, Any], cases: list[Case]) -> Iterator[str]:
    machine = about["machine"]
    versions = {case.peer: case.version for case in cases if case.version}
    yield "# Beside peers from a package index"
    yield ""
    yield (
        f"{about['date']}, commit {about['commit']}, {machine['cpu']}, {machine['threads']} threads "
        f"({about['used_threads'] or 'all'} used where a peer has threads), Motherlode on {about['device']}. "
        f"The load was {machine['load']:.1f} when it began and {machine['load_at_end']:.1f} at the end"
        + (f"; {about['note']}." if about["note"] else ".")
    )
    yield "Versions: " + ", ".join(f"{peer} {version}" for peer, version in versions.items()) + "."
    yield ""
    yield f"    {shlex.join(about['command'])}"
    yield ""
    yield (
        "Seconds of conversion and answer together, and in brackets those of the conversion alone; the median of up to "
        f"{about['runs']} runs. `> {about['limit']:g}`: stopped then. `–`: has no function for it. `ratio`: the best peer's "
        "seconds by Motherlode's; below 1 Motherlode **loses**. `> 50x`: no peer had an answer in time."
    )


def losses(cases: list[Case]) -> Iterator[str]:
    lost = []
    for (graph, question), row in rows(cases).items():
        ratio, peer = compared(row)
        if ratio is not None and ratio < 1:
            lost.append(f"{question} on {graph} ({peer}, {ratio:.2f}x)")
    yield ""
    yield f"Losses: {', '.join(lost) or 'none'}."
    refused = {
        f"{case.question} ({case.why})" for case in cases if case.peer == OURS and case.state == "unsupported"
    }
    if refused:
        yield ""
        yield f"Not supported by Motherlode: {', '.join(sorted(refused))}."


def sections(about: dict[str, Any], cases: list[Case]) -> Iterator[str]:
    all_rows = rows(cases)
    for graph in dict.fromkeys(case.graph for case in cases):
        here = {question: row for (name, question), row in all_rows.items() if name == graph}
        answering = {case.peer for row in here.values() for case in row if case.state != "unsupported"}
        peers = [peer for peer in dict.fromkeys(case.peer for case in cases) if peer in answering]
        yield ""
        yield f"## {graph}: {about['graphs'][graph]}"
        yield ""
        yield f"| question | answer | {' | '.join(peers)} | ratio |"
        yield f"| --- | --- |{' ---: |' * len(peers)} --- |"
        for question, row in here.items():
            by_peer = {case.peer: cell(case, about["limit"]) for case in row}
            cells = " | ".join(by_peer.get(peer, "") for peer in peers)
            yield f"| {question} | {answer(row)} | {cells} | {verdict(row, about['limit'])} |"


def rows(cases: Iterable[Case]) -> dict[tuple[str, str], list[Case]]:
    found: dict[tuple[str, str], list[Case]] = {}
    for case in cases:
        found.setdefault((case.graph, case.question), []).append(case)
    return found


def cell(case: Case, limit: float) -> str:
    if case.state == "answered":
        return f"{case.seconds():.4f} ({statistics.median(case.convert):.4f})"
    texts = {"stopped": f"> {limit:g}", "not asked": f"(> {limit:g} on less)", "unsupported": "–"}
    return texts.get(case.state, case.state)


def answer(row: list[Case]) -> str:
    return next((shown(case.answer) for case in row if case.answer is not None), "")


def compared(row: list[Case]) -> tuple[float | None, str]:
    """The best peer's seconds by ours, and the peer."""
    seconds = {case.peer: case.seconds() for case in row if case.state == "answered"}
    ours = seconds.pop(OURS, None)
    if ours is None or not seconds:
        return None, ""
    best = min(seconds, key=lambda peer: seconds[peer])
    return seconds[best] / ours, best


def verdict(row: list[Case], limit: float) -> str:
    ratio, peer = compared(row)
    if ratio is None:
        ours = next(case for case in row if case.peer == OURS)
        if ours.state != "answered":
            return f"**{ours.state}**"
        tried = any(case.state in ("stopped", "not asked") for case in row)
        return f"> {limit / ours.seconds():.3g}x" if tried else "alone"
    return f"{ratio:.3g}x {peer}" if ratio >= 1 else f"**loss**, {ratio:.2f}x {peer}"
