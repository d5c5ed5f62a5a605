"""Run DotMotif's own tests with Motherlode's executor in the place of its own.

    python crates/python/tests/run_dotmotif_suite.py [--own] [SDIST] [pytest's options]

Without a file, the source distribution of DotMotif 0.17.0 is fetched from PyPI: the last that has the tests
in it. They run against a copy of the DotMotif that is installed, in a temporary folder. ``NetworkXExecutor``
and ``GrandIsoExecutor`` are both :class:`motherlode.dotmotif.MotherlodeExecutor`, wherever a test imports
them from. :data:`SKIPPED` lists the files that do not run, and why; :data:`STALE` the tests that later
releases have made wrong: DotMotif 0.18's own executors fail them, too, as ``--own`` shows, which runs
everything with them.
"""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path, PurePosixPath
from typing import Any

import pytest

VERSION = "0.17.0"

SKIPPED = {
    "test_neo4jexecutor.py": "tests Neo4jExecutor, with a Neo4j server in a container",
    "test_neuprintexecutor.py": "tests NeuPrintExecutor, with the neuPrint service and a token",
}

STALE = {
    "dotmotif/tests/test_multigraphs.py::test_complex_multigraph[": "expects 2; 0.18 looks at the "
    "edges between two vertices only, as it should, and finds 1",
    "dotmotif/parsers/v2/test_v2_parser.py::TestEdgeAliasConstraints::"
    "test_quoted_attribute_dynamic_edge_constraint": (
        "tests the parser for a form of constraints that 0.18 has changed"
    ),
}

# Neo4jExecutor writes Cypher's text in these; it needs this package, although no server.
NEEDS_PY2NEO = ("test_dm_cypher.py", "test_dm_flags.py")


class Substitute:
    """A plugin of pytest that puts Motherlode's executor where DotMotif's are, and counts its searches."""

    def __init__(self) -> None:
        import dotmotif
        import dotmotif.executors

        from motherlode.dotmotif import MotherlodeExecutor

        self.searches = 0
        plugin = self

        class Counted(MotherlodeExecutor):
            def find(self, motif: Any, limit: int | None = None) -> Any:
                plugin.searches += 1
                found = super().find(motif, limit)
                # A count goes another way, so it is tested with every search.
                assert MotherlodeExecutor.count(self, motif, limit) == len(found)
                return found

            def count(self, motif: Any, limit: int | None = None) -> int:
                plugin.searches += 1
                return super().count(motif, limit)

        # The package has a class under the name of the module that defines it: modules are taken from where
        # Python keeps them.
        names = ("NetworkXExecutor", "GrandIsoExecutor")
        modules = [
            dotmotif,
            dotmotif.executors,
            *(sys.modules[f"dotmotif.executors.{name}"] for name in names),
        ]
        for module in modules:
            for name in names:
                if hasattr(module, name):
                    setattr(module, name, Counted)

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        terminalreporter.write_line(f"searches that Motherlode ran: {self.searches}")


def lay_out(sdist: Path, folder: Path) -> None:
    """Copy the installed package, and put the tests of the distribution where they belong in it."""
    spec = importlib.util.find_spec("dotmotif")
    if spec is None or spec.origin is None:
        sys.exit("dotmotif is not installed: pip install dotmotif")
    shutil.copytree(
        Path(spec.origin).parent, folder / "dotmotif", ignore=shutil.ignore_patterns("__pycache__")
    )
    with tarfile.open(sdist) as archive:
        for member in archive.getmembers():
            path = PurePosixPath(*PurePosixPath(member.name).parts[1:])
            if (
                member.isfile()
                and path.parts[0] == "dotmotif"
                and (path.name.startswith("test_") or "tests" in path.parts)
            ):
                handle = archive.extractfile(member)
                assert handle is not None
                target = folder / path
                target.parent.mkdir(exist_ok=True)
                target.write_bytes(handle.read())


def pip(*arguments: str) -> bool:
    return subprocess.run([sys.executable, "-m", "pip", *arguments], check=False).returncode == 0


def main() -> int:
    arguments = sys.argv[1:]
    own = "--own" in arguments
    arguments = [argument for argument in arguments if argument != "--own"]
    given = Path(arguments.pop(0)) if arguments and not arguments[0].startswith("-") else None
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if given is None:
            if not pip(
                "download",
                "-q",
                "--no-binary",
                ":all:",
                "--no-deps",
                f"dotmotif=={VERSION}",
                "-d",
                str(folder),
            ):
                sys.exit(
                    f"the source distribution of dotmotif {VERSION} cannot be had; give one as an argument"
                )
            given = next(folder.glob("dotmotif-*.tar.gz"))
        lay_out(given, folder)
        skipped = dict(SKIPPED)
        if not pip("install", "-q", "--target", str(folder / "py2neo_only"), "py2neo"):
            skipped |= dict.fromkeys(NEEDS_PY2NEO, "needs the package py2neo, which cannot be installed here")
        sys.path.append(str(folder / "py2neo_only"))
        sys.path.insert(0, str(folder))
        ignored = [f"--ignore={path}" for path in folder.rglob("test_*.py") if path.name in skipped]
        options = [
            "-q",
            "-p",
            "no:cacheprovider",
            f"--rootdir={folder}",
            *ignored,
            str(folder / "dotmotif"),
            *arguments,
        ]
        if not own:
            options += [f"--deselect={test}" for test in STALE]
            skipped |= STALE
        code = int(pytest.main(options, [] if own else [Substitute()]))
        for test, why in skipped.items():
            print(f"not run: {test}: {why}")
        return code


if __name__ == "__main__":
    sys.exit(main())
