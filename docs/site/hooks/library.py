"""The reference of the library: rustdoc's pages, which stand on the site where RUSTDOC names them."""

import os
import re
import shutil
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import Files

import reference

PAGE = "reference/library.md"
RUSTDOC = os.environ.get("RUSTDOC")
ROOM = re.compile(
    r'<a class="mod" href="([a-z_/]+)index.html" title="mod [^"]+">(?:[^<]|<wbr>)+</a></dt><dd>(.+?)</dd>',
    re.S,
)
TEXT = """# The library

The crate `motherlode` has a room for each thing that it knows. [The README](../README.md#the-library) shows how to depend on it, and a first
count; [the architecture](../docs/architecture.md#layers) says which room stands on which.

"""
ELSEWHERE = "`cargo doc --package motherlode --no-deps --open` shows the reference.\n"


def on_files(files: Files, config: MkDocsConfig) -> None:
    reference.add(files, config, PAGE, TEXT + (_rooms() if RUSTDOC else ELSEWHERE))


def on_post_build(config: MkDocsConfig) -> None:
    if RUSTDOC:
        shutil.copytree(RUSTDOC, Path(config.site_dir, "rust"), dirs_exist_ok=True)


def _rooms() -> str:
    # As HTML, since MkDocs knows nothing of rustdoc's pages; check.py looks at these links.
    rooms = ROOM.findall(Path(RUSTDOC, "motherlode/index.html").read_text())
    if not rooms:
        raise PluginError(f"no rooms are found in {RUSTDOC}: rustdoc writes otherwise than this page expects")
    rows = [
        f'<dt><a href="../../rust/motherlode/{path}index.html">{path[:-1]}</a></dt><dd>{what}</dd>'
        for path, what in rooms
    ]
    return "<dl>" + "\n".join(rows) + "</dl>\n"
