"""What a notebook shows: small tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Any

#: So many rows are shown, as pandas shows of a long frame.
SHOWN = 10


def table(caption: str, heads: Sequence[str], rows: Iterable[Sequence[Any]], left: int = 0) -> str:
    """A table with a caption, its heads and its rows, and how many rows are left out."""

    def row(cells: Sequence[Any], tag: str) -> str:
        return "<tr>" + "".join(f"<{tag}>{escape(str(cell))}</{tag}>" for cell in cells) + "</tr>"

    head = f"<thead>{row(heads, 'th')}</thead>" if heads else ""
    more = f"<p>and {left} more rows</p>" if left > 0 else ""
    body = "".join(row(cells, "td") for cells in rows)
    return f"<table><caption>{escape(caption)}</caption>{head}<tbody>{body}</tbody></table>{more}"


def short(cell: Any) -> str:
    """What a cell shows: of a number with decimals a few digits, and a dash for what is not there."""
    if cell is None or cell != cell:
        return "–"
    return f"{cell:.4g}" if isinstance(cell, float) else str(cell)
