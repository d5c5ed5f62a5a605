"""Runs cases, each in a process of its own, and compares their answers."""

from __future__ import annotations

import json
import os
import signal
import statistics
import subprocess
import sys
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from .case import UNSUPPORTED
from .questions import LSQB

#: What a process may take besides its runs: imports, and reading the data.
AROUND_S = 60.0

HERE = Path(__file__).resolve().parent


@dataclass
class Case:
    """What came of one case."""

    peer: str
    question: str
    graph: str
    #: "answered", "stopped" at the limit, "not asked" after that on a smaller graph, "unsupported", "not installed", "failed".
    state: str
    why: str = ""
    version: str = ""
    convert: list[float] = field(default_factory=list)
    ask: list[float] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)
    answer: Any = None

    def seconds(self) -> float:
        """The median of whole runs."""
        return statistics.median(map(sum, zip(self.convert, self.ask)))

    def as_json(self) -> dict[str, Any]:
        """All but long answers."""
        fields = asdict(self)
        if isinstance(self.answer, list):
            fields["answer"] = f"{len(self.answer)} values"
        return {key: value for key, value in fields.items() if value not in ("", [], None)}


@dataclass(frozen=True)
class How:
    """How cases are run."""

    runs: int
    limit: float
    device: str
    threads: int | None
    #: The interpreters of peers that are not in this one.
    pythons: dict[str, str]

    def environment(self) -> dict[str, str]:
        own = {"PEERS_DEVICE": self.device, "PYTHONPATH": str(HERE.parent)}
        if self.threads is not None:
            names = ("PEERS_THREADS", "RAYON_NUM_THREADS", "OMP_NUM_THREADS")
            own |= dict.fromkeys(names, str(self.threads))
        return os.environ | own


def has_function(peer: str, question: str) -> bool:
    """Whether an adapter answers a question, by its text: to import it here would need every peer in this process."""
    if question in LSQB:
        return (HERE / "lsqb" / f"{peer}.py").is_file()
    name = question.replace("-", "_")
    return f"\ndef {name}(" in (HERE / "adapters" / f"{peer}.py").read_text()


def run(peer: str, question: str, graph: str, data: Path, how: How) -> Case:
    if not has_function(peer, question):
        return Case(peer, question, graph, UNSUPPORTED, "has no function for it")
    command = [how.pythons.get(peer, sys.executable), "-m", "peers.case", peer, question, str(data)]
    try:
        process = subprocess.run(
            [*command, str(how.runs), str(how.limit)],
            env=how.environment(),
            cwd=HERE.parent,
            capture_output=True,
            text=True,
            timeout=how.runs * how.limit + AROUND_S,
        )
    except subprocess.TimeoutExpired:
        return Case(peer, question, graph, "failed", "its process did not end")
    return read(Case(peer, question, graph, "answered"), process)


def read(case: Case, process: subprocess.CompletedProcess[str]) -> Case:
    """Fill in what the process of a case printed."""
    for line in map(json.loads, process.stdout.splitlines()):
        for key, value in line.items():
            if key in ("convert", "ask", "cpu"):
                getattr(case, key).append(value)
            else:
                setattr(case, key, value)
    if process.returncode == -signal.SIGALRM and not case.ask:
        case.state = "stopped"
    elif case.state == "answered" and not case.ask:
        case.state = "failed"
        case.why = (process.stderr.strip().splitlines() or [f"exit status {process.returncode}"])[-1]
    elif case.state == UNSUPPORTED:
        case.why = case.why.splitlines()[0]
    return case
