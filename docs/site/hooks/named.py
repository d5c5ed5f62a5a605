"""The page of all patterns that have names, with pictures."""

import re
from collections.abc import Iterable

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import Files

import reference
from pictures import gallery, picture
from sources import ROOT

PAGE = "patterns/names.md"
SOURCE = "host/planning/pattern/names.rs"
SINGLE = re.compile(r'^    \("([a-z-]+)", "([\d ]+)"\),$', re.M)
TRIAD = re.compile(r'^    \("(\d{3}[A-Z]?)", "[\d ]+"\),$', re.M)
FAMILY = re.compile(r'PatternFamily \{ name: "([a-z-]+)", smallest: (\d+), largest: ([^,]+),')
# Of each family the member of so many.
SHOWN = 5
TEXT = f"""# Patterns with names

Whatever takes a pattern takes one of these names. They are made from [{SOURCE}](../{SOURCE}); edges of your own are written in
[the language](../docs/patterns.md).

## Single patterns
"""
FAMILIES = """
## Families

A number says how large the pattern is: its vertices, or of a star its leaves, and of a book its pages. `m-n-biclique` joins each of m vertices to each
of n.
"""

TRIADS = """
## Directed triads

Those of a triad census that are connected, by their names there. A triad has the arcs that are drawn and no others; what must be absent is dashed.
"""


def on_files(files: Files, config: MkDocsConfig) -> None:
    source = (ROOT / SOURCE).read_text()
    # A pattern may have several names.
    singles: dict[str, list[str]] = {}
    for name, edges in SINGLE.findall(source):
        singles.setdefault(edges, []).append(name)
    triads = TRIAD.findall(source)
    if not singles or not triads:
        raise PluginError(f"no names are found in {SOURCE}: it is written otherwise than this page expects")
    families = [f"{SHOWN}-{name}" for name, _, _ in FAMILY.findall(source)] + ["2-3-biclique"]
    text = TEXT + _pictures(singles.values()) + FAMILIES + _pictures([name] for name in families)
    text += TRIADS + _pictures([name] for name in triads)
    reference.add(files, config, PAGE, text)


def _pictures(patterns: Iterable[list[str]]) -> str:
    return gallery(
        [(_drawn(names[0]), " or ".join(f"<code>{name}</code>" for name in names)) for names in patterns]
    )


def _drawn(name: str) -> str:
    image = picture(name)
    if image is None:
        raise PluginError(f"the command does not know the pattern {name}: it is not built from these sources")
    return image
