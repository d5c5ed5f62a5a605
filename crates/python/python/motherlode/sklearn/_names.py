"""Patterns as text, whatever their size."""

from __future__ import annotations

import re

from motherlode.sklearn._occurrences import Code

_WORD = re.compile(r"[A-Za-z0-9_]+\Z")


def text_of(code: Code) -> str:
    """A code in the pattern language; other codes give other texts.

    Examples
    --------
    >>> text_of(((0, 1, "C", "1", "C"), (1, 2, "C", "2", "O"), (1, 3, "C", "1", "N")))
    '(a:C)-[:1]-(b:C)-[:2]-(c:O), b-[:1]-(d:N)'
    """
    said: set[int] = set()

    def vertex(number: int, label: str) -> str:
        name = "abcdefghijklmnopqrstuvwxyz"[number] if number < 26 else f"v{number}"
        if number in said:
            return name
        said.add(number)
        return f"({name}:{_quoted(label)})"

    text, last = "", None
    for u, v, label_u, label, label_v in code:
        # A step that goes on from where the one before came to is written after it.
        if u != last:
            text += (", " if text else "") + vertex(u, label_u)
        text += f"-[:{_quoted(label)}]-{vertex(v, label_v)}"
        last = v
    return text


def _quoted(label: str) -> str:
    if _WORD.match(label):
        return label
    return '"' + label.replace("\\", "\\\\").replace('"', '\\"') + '"'
