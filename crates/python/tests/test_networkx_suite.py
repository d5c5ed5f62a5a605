"""NetworkX's own tests pass with its calls dispatched to the backend."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

#: The modules of NetworkX that test what the backend has.
MODULES = [
    "networkx.algorithms.tests.test_cluster",
    "networkx.algorithms.tests.test_clique",
    "networkx.algorithms.tests.test_max_weight_clique",
    "networkx.algorithms.approximation.tests.test_clique",
    "networkx.algorithms.community.tests.test_kclique",
    "networkx.algorithms.isomorphism.tests.test_vf2pp",
    "networkx.algorithms.tests.test_core",
    "networkx.algorithms.tests.test_triads",
    "networkx.algorithms.tests.test_structuralholes",
    "networkx.algorithms.tests.test_link_prediction",
    "networkx.algorithms.bipartite.tests.test_cluster",
]


def run(tmp_path: Path, *, fallback: bool) -> dict[str, int]:
    """Run the tests in a new process, and return how many had each outcome."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith("NETWORKX_")}
    environment["NETWORKX_TEST_BACKEND"] = "motherlode"
    if fallback:
        environment["NETWORKX_FALLBACK_TO_NX"] = "True"
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-rfE", "-p", "no:cacheprovider", "--pyargs", *MODULES],
        capture_output=True,
        text=True,
        cwd=tmp_path,  # not here, where pytest would take our configuration
        env=environment,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-4000:]
    return {
        outcome: int(number) for number, outcome in re.findall(r"(\d+) (\w+)", done.stdout.splitlines()[-1])
    }


@pytest.mark.parametrize("fallback", [True, False])
def test_networkx_own_tests(tmp_path: Path, fallback: bool) -> None:
    outcomes = run(tmp_path, fallback=fallback)
    # Without falling back, NetworkX marks what is left to it (weights, chosen nodes, other functions) as
    # expected to fail.
    assert outcomes["passed"] >= (220 if fallback else 120), outcomes
    assert outcomes.get("xfailed", 0) == 0 or not fallback
