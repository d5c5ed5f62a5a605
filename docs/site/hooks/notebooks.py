"""The notebooks as pages: what they say, their code, what is kept of what they print, and their pictures, which lie beside them."""

import json
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files

import reference
from sources import REPOSITORY, ROOT

FOLDER = "docs/notebooks"


def on_files(files: Files, config: MkDocsConfig) -> None:
    for path in sorted((ROOT / FOLDER).glob("*.ipynb")):
        reference.add(files, config, f"{FOLDER}/{path.stem}.md", _page(path))


def _page(path: Path) -> str:
    title, *cells = json.loads(path.read_text())["cells"]
    at = path.relative_to(ROOT)
    own = f"This page is a notebook: [{at}]({REPOSITORY}/blob/main/{at})."
    return "\n\n".join([_text(title), own, *(_cell(cell, path) for cell in cells)]) + "\n"


def _cell(cell: dict, path: Path) -> str:
    if cell["cell_type"] == "markdown":
        return _text(cell)
    printed = map(_printed, cell["outputs"])
    picture = path.parent / f"pictures/{path.stem}-{cell['id']}.png"
    drawn = [f"![What this cell draws](pictures/{picture.name})"] if picture.exists() else []
    return "\n\n".join([_block("python", _text(cell)), *(text for text in printed if text), *drawn])


def _printed(output: dict) -> str:
    data = output.get("data", {"text/plain": output.get("text", "")})
    return _block("text", "".join(data["text/plain"])) if "text/plain" in data else ""


def _text(cell: dict) -> str:
    return "".join(cell["source"])


def _block(language: str, text: str) -> str:
    return f"```{language}\n{text.rstrip()}\n```"
