"""LSQB's queries as the benchmarks ask them, against the published counts, where its data is there."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("lark")
pytest.importorskip("motherlode")

BENCHES = Path(__file__).resolve().parents[3] / "benches"

# A process of its own, as the adapter chooses the device for all of it.
ASK = """
import json, sys
sys.path.insert(0, sys.argv[1])
from peers import lsqb
from peers.lsqb import motherlode
found = {}
if lsqb.FOLDER.is_dir():
    graph = motherlode.convert(lsqb.read())
    found = {f"lsqb-{number}": motherlode.ask(graph, query) for number, query in motherlode.QUERIES.items()}
print(json.dumps([found, lsqb.truth() if found else {}]))
"""


def test_published_counts() -> None:
    command = [sys.executable, "-c", ASK, str(BENCHES)]
    asked = subprocess.run(command, capture_output=True, text=True, check=True)
    found, truth = json.loads(asked.stdout)
    if not found:
        pytest.skip("LSQB's data is not there")
    assert truth["lsqb-7"] == 7188
    assert found == truth
