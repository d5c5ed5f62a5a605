"""Rows listed: homomorphisms from the engine, a row for each choice of relationships, what is left of the
conditions, and the optional parts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from ._host import Counts, Labelled, at_least_one, rows, times, total
from ._plan import Link, Plan
from ._table import Table
from ._where import Frame, Mask, evaluate, variables

# Rows of the engine that are expanded at a time.
_BLOCK = 1 << 16


def list_rows(plan: Plan, options: Mapping[str, Any]) -> Iterator[Frame]:
    """All rows of a plan, as frames that are not empty."""
    frames = _required(plan, options)
    for part in plan.parts:
        frames = Table(part, list_rows(part.plan, options)).extend(frames)
    return frames


def count_listed(plan: Plan, options: Mapping[str, Any]) -> int:
    """The number of rows of a plan. Parts that no other needs are not listed with the rest, but multiplied."""
    needed = {number for part in plan.parts for number in part.clause.needs}
    listed = [part for part in plan.parts if part.clause.number in needed]
    others = [part for part in plan.parts if part.clause.number not in needed]
    frames = list_rows(replace(plan, parts=listed), options)
    tables = [Table(part, list_rows(part.plan, options)) for part in others]
    counted = 0
    for frame in frames:
        rows: Counts = np.ones(frame.size, np.int64)
        for table in tables:
            rows = times(rows, at_least_one(table.matches(frame)[1]))
        counted += total(rows)
    return counted


def _required(plan: Plan, options: Mapping[str, Any]) -> Iterator[Frame]:
    for links in plan.ways():
        labelled = Labelled(plan.host, plan.search(links))
        semantics = "embeddings" if plan.all_different(links) else "homomorphisms"
        for batch in rows(labelled, [], semantics=semantics, options=options):
            for start in range(0, len(batch), _BLOCK):
                frame = _expanded(plan, links, batch[start : start + _BLOCK])
                if frame.size:
                    yield frame


def _expanded(plan: Plan, links: list[Link], batch: np.ndarray[Any, np.dtype[np.int64]]) -> Frame:
    keep = np.ones(len(batch), np.bool_)
    for one, other in plan.unequal:
        keep &= batch[:, one] != batch[:, other]
    for tail, head, mask in plan.absent:
        if mask is not None:
            found = plan.pairs.find(batch[:, tail], batch[:, head])
            keep &= ~((found >= 0) & plan.pairs.some(mask)[found])
    batch = batch[keep]
    frame = Frame(len(batch), {name: batch[:, vertex] for name, vertex in plan.vertices.items()}, {})
    waiting = list(plan.filters)
    frame, waiting = _filtered(plan, frame, waiting)
    done: list[Link] = []
    for link in links:
        tails, heads = _ends(plan, link, frame)
        which, edges = plan.pairs.edges_of(plan.pairs.find(tails, heads), link.edges)
        different = np.ones(len(which), np.bool_)
        for before in done:
            if before.clause == link.clause:
                different &= frame.edges[before.name][which] != edges
        frame = frame.taken(which[different])
        frame = Frame(frame.size, frame.vertices, {**frame.edges, link.name: edges[different]})
        done.append(link)
        frame, waiting = _filtered(plan, frame, waiting)
    return frame


def _ends(plan: Plan, link: Link, frame: Frame) -> tuple[Any, Any]:
    names = {number: name for name, number in plan.vertices.items()}
    return frame.vertices[names[link.tail]], frame.vertices[names[link.head]]


def _filtered(plan: Plan, frame: Frame, waiting: list[Any]) -> tuple[Frame, list[Any]]:
    """Apply the filters whose variables are all known."""
    later = []
    for one in waiting:
        if variables(one) <= {*frame.vertices, *frame.edges}:
            if frame.size:
                kept: Mask = evaluate(one, frame, plan.names) == 1
                frame = frame.taken(np.flatnonzero(kept))
        else:
            later.append(one)
    return frame, later
