"""Docstrings name each parameter, and have an example. That examples are true is what ``--doctest-modules`` finds out."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest

MODULES = (
    "motherlode",
    "motherlode.cypher",
    "motherlode.dotmotif",
    "motherlode.isomorphism",
    "motherlode.molecules",
    "motherlode.networkx",
    "motherlode.ray",
    "motherlode.sklearn",
)
#: Classes of objects that users are given, and cannot name: where they are, and where such an object is met.
MET = (
    ("motherlode._nodes", "Nodes"),
    ("motherlode._edges", "Edges"),
    ("motherlode._null", "Mixing"),
    ("motherlode.networkx.interface", "Backend"),
)

_MADE_BY_METHODS = "made by methods, which have the parameters"
#: What is documented otherwise, and why.
WITHOUT_PARAMETERS = {
    "motherlode.Comparison": "made by a function, which has the parameters",
    "motherlode.Database": _MADE_BY_METHODS,
    "motherlode.LocalCounts": _MADE_BY_METHODS,
    "motherlode.LocalSignificance": _MADE_BY_METHODS,
    "motherlode.Matches": _MADE_BY_METHODS,
    "motherlode.MaximalCliques": _MADE_BY_METHODS,
    "motherlode.Plan": _MADE_BY_METHODS,
    "motherlode.Significance": _MADE_BY_METHODS,
    "motherlode.Tasks": _MADE_BY_METHODS,
    "motherlode._edges.Edges": _MADE_BY_METHODS,
    "motherlode.networkx.BackendGraph": _MADE_BY_METHODS,
    "motherlode.dotmotif.MotherlodeExecutor": "its parameters are **kwargs, as DotMotif's are; it names those that it takes",
}
WITHOUT_EXAMPLES = {
    "motherlode.devices": "a function of the native module; cards are others on each machine",
}


def sections(docstring: str) -> dict[str, str]:
    """The sections of a docstring by their heads."""
    parts = re.split(r"^(\w[\w ]*)\n-+$", docstring, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2]))


def parameters(documented: Any) -> dict[str, str]:
    """What is said of each parameter, by its name. A class may say it in its own docstring, where attributes are parameters of the
    same name, or in that of ``__init__``."""
    said = {}
    for one in (documented, documented.__init__) if inspect.isclass(documented) else (documented,):
        found = sections(inspect.getdoc(one) or "")
        for head in ("Parameters", "Attributes"):
            entries = re.split(r"^(?=\S)", found.get(head, ""), flags=re.MULTILINE)
            for names, _, text in (entry.strip().partition("\n") for entry in entries if entry.strip()):
                for name in names.partition(" : ")[0].split(", "):
                    said[name.lstrip("*")] = text
    return said


def documented() -> Iterator[tuple[str, Any]]:
    """The functions, classes, methods and properties that users see, by name."""
    found = [(module, name) for module in MODULES for name in import_module(module).__all__]
    for module, name in (*found, *MET):
        thing = getattr(import_module(module), name)
        if inspect.isclass(thing) and issubclass(thing, Exception):
            continue
        if callable(thing):
            yield f"{module}.{name}", thing
        if inspect.isclass(thing):
            yield from methods(f"{module}.{name}", thing)


def methods(name: str, of: type) -> Iterator[tuple[str, Any]]:
    """The public methods and properties of a class that are not those of another library."""
    for owner in of.__mro__:
        if owner.__module__.partition(".")[0] == "motherlode":
            for method in vars(owner):
                found = getattr(of, method)
                if not method.startswith("_") and (callable(found) or isinstance(found, property)):
                    yield f"{name}.{method}", found


DOCUMENTED = dict(documented())
NAMES = sorted(DOCUMENTED)
CALLED = [name for name in NAMES if not isinstance(DOCUMENTED[name], property)]


def unnamed(name: str) -> list[str]:
    """The parameters of which nothing is said."""
    said = {"self", *parameters(DOCUMENTED[name])}
    return [
        parameter for parameter in inspect.signature(DOCUMENTED[name]).parameters if parameter not in said
    ]


def has_example(name: str) -> bool:
    """Whether examples are the last section."""
    head, text = [("", ""), *sections(inspect.getdoc(DOCUMENTED[name]) or "").items()][-1]
    return head == "Examples" and ">>> " in text


@pytest.mark.parametrize("name", [name for name in CALLED if name not in WITHOUT_PARAMETERS])
def test_each_parameter_is_named(name):
    assert unnamed(name) == []


@pytest.mark.parametrize("name", [name for name in CALLED if not inspect.isclass(DOCUMENTED[name])])
def test_no_parameter_is_made_up(name):
    takes = inspect.signature(DOCUMENTED[name]).parameters
    assert [parameter for parameter in parameters(DOCUMENTED[name]) if parameter not in takes] == []


@pytest.mark.parametrize("name", NAMES)
def test_what_is_said_elsewhere_is_said_there(name):
    for parameter, text in parameters(DOCUMENTED[name]).items():
        for place in re.findall(r"As (?:for|in) (?::\w+:)?`+([\w.]+)`", text):
            there = [parameters(DOCUMENTED[other]) for other in NAMES if f".{other}".endswith(f".{place}")]
            assert any(parameter in said for said in there), (parameter, place)


@pytest.mark.parametrize("name", [name for name in NAMES if name not in WITHOUT_EXAMPLES])
def test_there_is_an_example(name):
    assert has_example(name)


def test_exceptions_are_needed():
    assert [name for name in WITHOUT_PARAMETERS if not unnamed(name)] == []
    assert [name for name in WITHOUT_EXAMPLES if has_example(name)] == []
