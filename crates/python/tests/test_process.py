"""Threads: whose they are after a fork, and how many a job takes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import motherlode as ml

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")

#: What a child does; with a fork before and after the parent made its first graph.
FORKED = """
import os, sys, warnings
import motherlode as ml
warnings.simplefilter("ignore")
ml.set_device("cpu")
rows = None
if "{when}" == "after":
    graph = ml.Graph.generate("karate")
    graph.count("triangle")
    rows = iter(ml.Graph.generate("rmat:10").list("triangle").batches())
    next(rows)
child = os.fork()
if child == 0:
    status = 1
    try:
        {work}
        status = 0
    except ml.DeviceError as error:
        status = 3 if "spawn" in str(error) else 4
    del rows
    os._exit(status)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


def child_of(when: str, work: str) -> str:
    code = FORKED.format(when=when, work=work)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.parametrize(
    "work",
    [
        "graph.count('triangle')",
        "list(graph.list('triangle'))",
        "graph.local('triangle')",
        "graph.frequent(10)",
        "next(rows)",
        "ml.Graph.generate('karate')",
        "ml.Graph.from_edges([(0, 1), (1, 2)])",
        "ml.Graph.from_edges([('a', 'b')], labels=['x', 'y'])",
        "ml.Graph.from_csr([0, 1, 2], [1, 0])",
        "ml.Graph.read(os.devnull)",
        "graph.save('/nowhere/graph.csr')",
        "ml.fsm(ml.Database.from_smiles(['CC']), 1)",
        "ml.set_threads(2)",
    ],
)
def test_a_forked_process_says_so(work: str) -> None:
    assert child_of("after", work) == "3"


def test_a_process_forked_before_works() -> None:
    assert child_of("before", "assert ml.Graph.generate('karate').count('triangle') == 45") == "0"


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="threads are told by Linux")
def test_jobs_take_the_thread_of_the_job_before() -> None:
    graph = ml.Graph.generate("karate")
    for _ in range(3):
        graph.count("triangle")
    threads = set(os.listdir("/proc/self/task"))
    for _ in range(50):
        graph.count("triangle")
        list(graph.list("triangle", limit=1))
    assert set(os.listdir("/proc/self/task")) == threads
