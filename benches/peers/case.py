"""One case: a peer answers one question on one graph. A process of its own, which ends itself when its time is over.

    python -m peers.case PEER QUESTION DATA.npz RUNS LIMIT

Prints a line of JSON for each run, and one with the answer after the first. The limit is of each run, with the conversion;
imports and the reading of the data are outside it.
"""

from __future__ import annotations

import gc
import json
import signal
import sys
import time
from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from . import lsqb
from .graphs import Edges

#: The state of a case whose question the peer has no function for, or refuses.
UNSUPPORTED = "unsupported"


def main() -> None:
    peer, question, data, runs, limit = sys.argv[1:]
    try:
        convert, ask, version = found(peer, question, Path(data))
    except ModuleNotFoundError as missing:
        return say({"state": "not installed", "why": str(missing)})
    # The signal's own effect is to end the process, in the middle of a call of C too.
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    spent = 0.0
    for run in range(int(runs)):
        if run and spent / run > float(limit) / 4:
            return
        signal.setitimer(signal.ITIMER_REAL, float(limit))
        try:
            measured, answer = timed(convert, ask)
        except lsqb.Unsupported as refusal:
            return say({"state": UNSUPPORTED, "why": str(refusal)})
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
        spent += measured["convert"] + measured["ask"]
        if run == 0:
            say({"answer": plain(answer), "version": version})
        say(measured)


def found(peer: str, question: str, data: Path) -> tuple[Callable[[], Any], Callable[[Any], Any], str]:
    """What converts, what asks, and the peer's version."""
    if question in lsqb.QUESTIONS:
        module = import_module(f"peers.lsqb.{peer}")
        tables = lsqb.load(data)
        ask = lsqb.asked(module, question)
        return lambda: module.convert(tables), ask, module.version()
    module = import_module(f"peers.adapters.{peer}")
    edges = Edges.load(data)
    return (
        lambda: module.convert(edges, question),
        getattr(module, question.replace("-", "_")),
        module.version(),
    )


def timed(convert: Callable[[], Any], ask: Callable[[Any], Any]) -> tuple[dict[str, float], Any]:
    gc.collect()
    cpu = time.process_time()
    start = time.perf_counter()
    graph = convert()
    converted = time.perf_counter()
    answer = ask(graph)
    end = time.perf_counter()
    return {"convert": converted - start, "ask": end - converted, "cpu": time.process_time() - cpu}, answer


def plain(answer: Any) -> Any:
    """The answer as JSON has it: by vertex or by edge as a list, with null for what is no number."""
    if isinstance(answer, (int, float)):
        return answer
    if isinstance(answer, Mapping) and list(answer) == list(range(len(answer))):
        answer = list(answer.values())
    if isinstance(answer, Mapping):
        return {str(key): int(count) for key, count in answer.items()}
    values = np.asarray(answer, float)
    return [None if np.isnan(value) else value for value in values.tolist()]


def say(line: dict[str, Any]) -> None:
    print(json.dumps(line), flush=True)


if __name__ == "__main__":
    main()
