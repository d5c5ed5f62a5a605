"""Links to what is no page of the site lead to the repository, and links to the repository's pages stay on the site."""

import posixpath
import re

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page

from sources import REPOSITORY, ROOT

LINK = re.compile(r"(?<=\]\()[^)\s]+(?=\))")
BLOB = f"{REPOSITORY}/blob/main/"


def on_page_markdown(markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
    return LINK.sub(lambda link: _led(link[0], page.file.src_uri, files), markdown)


def _led(link: str, source: str, files: Files) -> str:
    here = posixpath.dirname(source)
    path, mark, anchor = link.partition("#")
    if link.startswith(BLOB):
        target = path.removeprefix(BLOB)
        return posixpath.relpath(target, here or ".") + mark + anchor if target in files.src_uris else link
    target = posixpath.normpath(posixpath.join(here, path))
    if not path or ":" in path or target in files.src_uris or not (ROOT / target).exists():
        return link
    return f"{REPOSITORY}/{'tree' if (ROOT / target).is_dir() else 'blob'}/main/{target}{mark}{anchor}"
