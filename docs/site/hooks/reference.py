"""Pages that are made, and their places in the menu."""

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files


def add(files: Files, config: MkDocsConfig, source: str, text: str) -> None:
    files.append(File.generated(config, source, content=text))


def fill(config: MkDocsConfig, title: str, pages: list[str]) -> None:
    """Fills the section of the menu's reference that is called `title`."""
    reference = next(part["Reference"] for part in config.nav if "Reference" in part)
    next(part for part in reference if title in part)[title][:] = pages
