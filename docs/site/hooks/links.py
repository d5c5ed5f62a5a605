"""Links to what is no page of the site lead to the repository, and links to the repository's pages stay on the site."""

import posixpath
import re

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page

from sources import REPOSITORY, ROOT

LINK = re.compile(r"\[([^\[\]]+)\]\(([^)\s]+)\)")
BLOB = f"{REPOSITORY}/blob/main/"
TITLE = re.compile(r"^# (.+)$", re.M)


def on_page_markdown(markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
    return LINK.sub(lambda link: _led(link[1], link[2], page.file.src_uri, files), markdown)


def _led(text: str, link: str, source: str, files: Files) -> str:
    here = posixpath.dirname(source)
    path, mark, anchor = link.partition("#")
    in_repository = (
        path.removeprefix(BLOB) if path.startswith(BLOB) else posixpath.normpath(posixpath.join(here, path))
    )
    if path and in_repository in files.src_uris:
        path = posixpath.relpath(in_repository, here or ".")
        # A page is called by its title, where it was by its file.
        title = (
            TITLE.search(files.get_file_from_path(in_repository).content_string)
            if text.endswith(".md")
            else None
        )
        text = title[1] if title else text
    elif path and ":" not in path and (ROOT / in_repository).exists():
        path = f"{REPOSITORY}/{'tree' if (ROOT / in_repository).is_dir() else 'blob'}/main/{in_repository}"
    return f"[{text}]({path}{mark}{anchor})"
