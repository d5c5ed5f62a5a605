"""The reference of the Python package: a page for each module that is public, from its docstrings."""

from itertools import groupby

import griffe
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files

import reference
from sources import ROOT

FOLDER = "reference/python"
PACKAGE = "motherlode"


def on_files(files: Files, config: MkDocsConfig) -> None:
    package = griffe.load(PACKAGE, search_paths=[ROOT / "crates/python/python"], allow_inspection=False)
    pages = {"index.md": _page(PACKAGE, [])}
    # What the package itself has, by the module where it is defined; what private modules define stands on the first page.
    homes = sorted(
        (package[name].target_path.split(".")[1], name) for name in package.exports if package[name].is_alias
    )
    for home, names in groupby(homes, key=lambda pair: pair[0]):
        listed = "".join(_entry(f"{PACKAGE}.{name}") for _, name in names if name != "__version__")
        if home.startswith("_"):
            pages["index.md"] += listed
        elif listed:
            pages[f"{home}.md"] = f"# {home.capitalize()}\n{listed}"
    for name, module in sorted(package.modules.items()):
        if not name.startswith("_") and module.exports and name not in dict(homes):
            pages[f"{name}.md"] = _page(module.path, module.exports)
    for name, text in pages.items():
        reference.add(files, config, f"{FOLDER}/{name}", text)
    reference.fill(config, "Python", [f"{FOLDER}/{name}" for name in pages])


def _page(module: str, exports: list[str]) -> str:
    """The module's own docstring, and all that it exports."""
    return f"# {module}\n{_entry(module, '{members: false, show_root_heading: false}')}" + "".join(
        _entry(f"{module}.{name}") for name in exports
    )


def _entry(path: str, options: str = "{}") -> str:
    return f"\n::: {path}\n    options: {options}\n"
