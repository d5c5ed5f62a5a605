"""Pictures of patterns, as `motherlode explain` draws them: below the examples of the pattern language, and on a page of all names."""

import re
import shlex
from html import escape

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page

from program import ask

LANGUAGE = "docs/patterns.md"
EXAMPLES = re.compile(r"^```console\n.+?^```$", re.M | re.S)
# Of those that are no error.
COMMAND = re.compile(r"^\$ motherlode (?:count|list|exists|local|verify) (.+)\n(?!motherlode:)", re.M)
# What is longer than an edge as it is drawn would lie below the vertices.
TOO_LONG = re.compile(r"\{|\[:[^\]]{9,}\]")
# The pattern is the first group; the plan, which is right of it, is left out.
DRAWING = re.compile(r'<g transform="translate\(0 20\)">\n(.+?)</g>', re.S)
ARROW = re.compile(r"<marker.+?</marker>", re.S)
TEXT = re.compile(r'<text [^>]*\bx="([\d.]+)" y="([\d.]+)">\n(.+)\n')
# Around the centre of a vertex, and half a letter of its labels; what is shown is smaller by a quarter.
AROUND = 20
HALF_A_LETTER = 3.3
SCALE = 0.75


def on_page_markdown(markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
    if page.file.src_uri != LANGUAGE:
        return markdown
    drawn: set[str] = set()
    return EXAMPLES.sub(lambda example: example[0] + _row(example[0], drawn), markdown)


def _row(example: str, drawn: set[str]) -> str:
    """A picture of each pattern in `example` that is not `drawn` yet."""
    patterns = [shlex.split(command)[1] for command in COMMAND.findall(example)]
    new = [pattern for pattern in dict.fromkeys(patterns) if pattern not in drawn]
    drawn.update(new)
    pictures = [(picture(pattern), pattern) for pattern in new if not TOO_LONG.search(pattern)]
    return gallery([(image, f"<code>{escape(pattern)}</code>") for image, pattern in pictures if image])


def gallery(pictures: list[tuple[str, str]]) -> str:
    figures = [
        f'<figure class="pattern">{image}<figcaption>{caption}</figcaption></figure>'
        for image, caption in pictures
    ]
    return '\n\n<div class="patterns">' + "".join(figures) + "</div>\n" if figures else ""


def picture(pattern: str) -> str | None:
    """The pattern as SVG, for use within a page; None for a text that is no pattern."""
    plan = ask("explain", pattern, "--format", "svg")
    if plan is None:
        return None
    drawing = DRAWING.search(plan)[1]
    reach = [
        (float(x), float(y), max(AROUND, HALF_A_LETTER * len(text))) for x, y, text in TEXT.findall(drawing)
    ]
    left, right = min(x - r for x, _, r in reach), max(x + r for x, _, r in reach)
    top, bottom = min(y for _, y, _ in reach) - AROUND - 5, max(y for _, y, _ in reach) + AROUND - 5
    width, height = right - left, bottom - top
    return (
        f'<svg role="img" aria-label="{escape(pattern)}" viewBox="{left:.0f} {top:.0f} {width:.0f} {height:.0f}" '
        f'width="{SCALE * width:.0f}" height="{SCALE * height:.0f}">'
        f"<defs>{_one_line(ARROW.search(plan)[0])}</defs>{_one_line(drawing)}</svg>"
    )


def _one_line(svg: str) -> str:
    return svg.replace("\n", "")
