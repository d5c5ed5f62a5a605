"""What the command can be asked, Python can be asked: each option of a job is a keyword of the function of that name, or ``OTHERWISE`` says what there is in its
stead."""

from __future__ import annotations

import inspect
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import reduce
from typing import Any

import pytest

import motherlode as ml

#: What stands under these heads of the help is for other functions: ways to make a graph, and what results can do.
ELSEWHERE = ("Options", "Input options", "Output options", "Checkpoint options")

#: There is nothing in its stead.
NOTHING = ""
#: Of all jobs.
_OF_ALL = {
    "--threads": "set_threads",
    "--host-memory": NOTHING,
    "--lists": NOTHING,
    "--without": NOTHING,
}
#: Of those that compare with random graphs.
_OF_NULL_MODELS = {
    "--switches": "NullModel.switches",
    "--keep-mutual": "NullModel.keep_mutual",
    "--within-labels": "NullModel.within_labels",
    "--connected": "NullModel.connected",
    "--position": "NullModel.position",
    "--bins": "NullModel.bins",
    "--sample-counts": "Significance.sample_counts",
    "--plot": "Significance.plot",
    "--force": NOTHING,
}
#: The keyword that an option is, the name in the package that has what it does, or nothing.
OTHERWISE: dict[str, dict[str, str]] = {
    "count": {"--or-estimate": "Graph.estimate"},
    "local": {
        "--per": "at",
        "--anchor": NOTHING,
        "--estimate": NOTHING,
        "--error": NOTHING,
        "--confidence": NOTHING,
        "--draws": NOTHING,
    },
    "cliques": {
        "--profile": "Graph.clique_profile",
        "--maximal": "Graph.maximal_cliques",
        "--min-size": "Graph.maximal_cliques",
        "--anchor": "Graph.maximal_cliques",
        "--top": "Graph.maximal_cliques",
        "--limit": "Graph.maximal_cliques",
        "--per": "Graph.maximal_cliques_at_nodes",
        "--max-clique": "Graph.max_clique",
        "--weight": "Graph.max_weight_clique",
    },
    "motifs": {"--census": "Graph.triad_census", "--beside": NOTHING},
    "graphlets": {"--per": "at", "--no-mutual": "mutual"},
    "bicliques": {
        "--columns": "left",
        "--maximal": "Graph.maximal_bicliques",
        "--min-left": "Graph.maximal_bicliques",
        "--min-right": "Graph.maximal_bicliques",
        "--per": "at",
    },
    "trusses": {"--butterflies": "Graph.bitrusses"},
    "compare": {"--correlations": "Comparison.correlations"},
    "list": {"--by-rejection": NOTHING, "--discard": NOTHING},
    "estimate": {"--motifs": NOTHING, "-k": NOTHING, "--draws": NOTHING},
    "frequent": {
        "--vertex-labels": NOTHING,
        "--edge-labels": NOTHING,
        "--exact-support": "exact",
        "--method": NOTHING,
        "--split-after": NOTHING,
    },
    "fsm": {
        "--min-vertices": NOTHING,
        "--vertex-labels": NOTHING,
        "--edge-labels": NOTHING,
        "--method": NOTHING,
    },
    "explain": {"--deadline": NOTHING},
    "verify": {
        "--subgraphs": NOTHING,
        "--subgraph-size": NOTHING,
        "--seed": NOTHING,
        "--oracle-steps": NOTHING,
    },
}


def help_of(*words: str) -> str:
    """A page of the command's help."""
    command = [sys.executable, "-m", "motherlode", *words, "-h"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def jobs() -> Iterator[tuple[str, Callable[..., Any]]]:
    """The commands of whose name there is a method of a graph, or a function: a new one is among them."""
    for line in help_of().partition("Options:")[0].splitlines():
        name = line.strip().partition(" ")[0]
        job = getattr(ml.Graph, name, getattr(ml, name, None)) if line.startswith("  ") else None
        # What takes no device is no job, as ``Graph.generate``.
        if callable(job) and "device" in inspect.signature(job).parameters:
            yield name, job


def options(name: str) -> list[str]:
    """The options of a command that are its own."""
    found, head = [], ""
    for line in help_of(name).splitlines():
        if line.endswith(":") and not line.startswith(" "):
            head = line[:-1]
        elif line.lstrip().startswith("-") and head not in ELSEWHERE:
            found.append(line.replace(",", " ").split()[0])
    return found


@pytest.mark.parametrize(("name", "job"), [pytest.param(name, job, id=name) for name, job in jobs()])
def test_options_are_keywords(name: str, job: Callable[..., Any]) -> None:
    keywords, asked = inspect.signature(job).parameters, options(name)
    own = OTHERWISE.get(name, {})
    otherwise = _OF_ALL | _OF_NULL_MODELS | own
    assert len(asked) > 3, asked
    for option in asked:
        if option.lstrip("-").replace("-", "_") in keywords:
            assert option not in own, option
            continue
        assert option in otherwise, (
            f"{name} {option}: it needs a keyword of that name, or a place in OTHERWISE"
        )
        place = otherwise[option]
        assert place == NOTHING or place in keywords or reduce(getattr, place.split("."), ml) is not ml, (
            option
        )
    assert [option for option in own if option not in asked] == []


def test_there_are_no_others() -> None:
    assert OTHERWISE.keys() <= dict(jobs()).keys()
