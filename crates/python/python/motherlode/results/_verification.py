"""Counts by all methods, held against each other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Verification:
    """Counts by all methods, and by an oracle that looks at one vertex after another: true if they agree.

    Attributes
    ----------
    comparisons : list of dict
        For the graph, or samples of it: its ``subject``, ``vertices``, ``edges``, and ``counts`` by who counted.

    Examples
    --------
    >>> import motherlode as ml
    >>> verified = ml.Graph.generate("karate").verify("triangle")
    >>> bool(verified), set(verified.comparisons[0]["counts"].values())
    (True, {45})
    """

    comparisons: list[dict[str, Any]]

    def __bool__(self) -> bool:
        return all(len(set(compared["counts"].values())) == 1 for compared in self.comparisons)

    def __str__(self) -> str:
        lines = ["all counts agree" if self else "the counts differ: please report it"]
        for compared in self.comparisons:
            lines.append(
                f"{compared['subject']} ({compared['vertices']} vertices, {compared['edges']} edges)"
            )
            lines.extend(f"  {count}  {who}" for who, count in compared["counts"].items())
        return "\n".join(lines)
