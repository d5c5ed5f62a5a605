"""Which files of the repository are pages, and where each of them lies on the site.

A page keeps its path in the repository as its source, so that links between pages are right as they are written.
"""

import re
from pathlib import Path, PurePosixPath

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

ROOT = Path(__file__).parents[3]
REPOSITORY = re.search(r'^repository = "(.+)"$', (ROOT / "Cargo.toml").read_text(), re.M)[1]

START = "docs/site/pages/start.md"
PAGES = [
    START,
    "*.md",
    "docs/*.md",
    "docs/*.svg",
    "docs/notebooks/pictures/*.png",
    "crates/python/README.md",
    "crates/python/docs/*.md",
    "benches/results/*.md",
    "benches/peers/README.md",
]
# Of these, the file's own name says too little.
NAMES = {
    START: "",
    "README.md": "overview",
    "benches/results/notes.md": "experiments",
    "benches/peers/README.md": "peers-how",
}


def on_config(config: MkDocsConfig) -> None:
    config.edit_uri_template = REPOSITORY + "/blob/main/{path}"
    config.extra["social"] = [
        {"icon": "fontawesome/brands/git-alt", "link": REPOSITORY, "name": "The sources"}
    ]


def on_files(files: Files, config: MkDocsConfig) -> Files:
    for page in list(files.documentation_pages()):
        files.remove(page)
    for path in sorted(path for pattern in PAGES for path in ROOT.glob(pattern)):
        source = path.relative_to(ROOT).as_posix()
        file = File(source, str(ROOT), config.site_dir, True, dest_uri=_place(source))
        if source in NAMES:
            # The menu knows by it which page stands for a whole section.
            file.name = NAMES[source] or "index"
        files.append(file)
    return files


def _place(source: str) -> str:
    path = PurePosixPath(source)
    if path.suffix != ".md":
        return path.name
    folder = "python" if source.startswith("crates/python/") else ""
    name = NAMES.get(source, "" if path.stem == "README" else path.stem.lower())
    return str(PurePosixPath(folder, name, "index.html"))
