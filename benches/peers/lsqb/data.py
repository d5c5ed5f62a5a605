"""LSQB's data as arrays: a table for each type of vertex and of edge."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from ..graphs import DATA, Numbers

FOLDER = DATA / "lsqb"

#: By the name of the file: a column of ids for a type of vertex, two for a type of edge, `From_link_To`.
Tables = dict[str, Numbers]


def read(folder: Path = FOLDER) -> Tables:
    return {
        path.stem: np.loadtxt(path, dtype=np.int64, delimiter="|", skiprows=1, ndmin=2)
        for path in sorted(folder.glob("*.csv"))
    }


def truth(folder: Path = FOLDER) -> dict[str, int]:
    """The counts that are known of the data as it is, by question."""
    rows = json.loads((folder / "truth.json").read_text())["counts"]
    return {f"lsqb-{row['query']}": row["count"] for row in rows}


def save(tables: Tables, path: Path) -> None:
    arrays: dict[str, Any] = dict(tables)
    np.savez(path, **arrays)


def load(path: Path) -> Tables:
    with np.load(path) as stored:
        return dict(stored)


def kinds(tables: Tables) -> list[str]:
    """The types of vertices."""
    return [name for name in tables if "_" not in name]


def links(tables: Tables) -> dict[str, tuple[str, str, str]]:
    """The types of edges, each as the type that it leads from, its name, and the type that it leads to."""
    found = {}
    for name in tables:
        if "_" in name:
            tail, link, head = name.split("_")
            found[name] = (tail, link, head)
    return found


def described(tables: Tables) -> str:
    vertices = sum(len(tables[kind]) for kind in kinds(tables))
    return f"{vertices:,} vertices, {sum(len(tables[name]) for name in links(tables)):,} edges"
