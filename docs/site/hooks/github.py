"""Markdown as GitHub reads it, for Python-Markdown: that wants a blank line before a list, four blanks for each level, and no backslash
before a bar in code within a table."""

import re
from typing import Any

CODE = re.compile(r"`[^`]+`")
ITEM = re.compile(r"( *)([-*] |\d+\. )")


def on_page_markdown(markdown: str, **_: Any) -> str:
    made: list[str] = []
    fenced = False
    for line in markdown.split("\n"):
        fenced ^= line.lstrip().startswith("```")
        item = None if fenced else ITEM.match(line)
        if item and item[1]:
            line = "    " + line.lstrip()
        elif item and made and made[-1] and not _in_list(made):
            made.append("")
        elif not fenced and line.startswith("|"):
            line = CODE.sub(lambda code: code[0].replace("\\|", "|"), line)
        made.append(line)
    return "\n".join(made)


def _in_list(lines: list[str]) -> bool:
    """Whether the last paragraph of `lines` is one of a list."""
    for line in reversed(lines):
        if not line or line.startswith(("#", "```")):
            return False
        if ITEM.match(line):
            return True
    return False
