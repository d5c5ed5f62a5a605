"""A larger graph of LSQB's: copies with shifted ids, and links between them that a seed makes."""

from __future__ import annotations

import numpy as np

from ..graphs import Numbers
from .data import Tables, kinds, links

#: What people make is copied. Places, organisations and tags are there once, and shared.
COPIED = {"Person", "Forum", "Post", "Comment"}

#: Links between the copies: for each one of a table, so many on average, from a random tail to a random head of any copy.
ADDED = {
    "Person_knows_Person": 2.0,
    "Forum_hasMember_Person": 0.5,
    "Person_likes_Comment": 0.5,
    "Person_likes_Post": 0.5,
}


def scaled(tables: Tables, copies: int, seed: int = 1) -> Tables:
    """As many copies, the first of which has the ids that were there. One copy is the data itself."""
    if copies == 1:
        return tables
    chance = np.random.default_rng(seed)
    shift = 1 + max(int(tables[kind].max()) for kind in COPIED)
    made = {kind: copied(tables[kind], [kind], copies, shift) for kind in kinds(tables)}
    for name, (tail, _, head) in links(tables).items():
        edges = copied(tables[name], [tail, head], copies, shift)
        if name in ADDED:
            wanted = int(ADDED[name] * len(edges))
            ends = [chance.choice(made[kind][:, 0], wanted) for kind in (tail, head)]
            edges = np.concatenate([edges, np.stack(ends, axis=1)])
            edges = simple(edges) if tail == head else np.unique(edges, axis=0)
        made[name] = edges
    return made


def copied(rows: Numbers, types: list[str], copies: int, shift: int) -> Numbers:
    step = shift * np.array([kind in COPIED for kind in types], np.int64)
    if not step.any():
        return rows
    return np.concatenate([rows + number * step for number in range(copies)])


def simple(edges: Numbers) -> Numbers:
    """Each pair once, whichever way it leads, and none from a vertex to itself: acquaintances go both ways."""
    return np.unique(np.sort(edges[edges[:, 0] != edges[:, 1]], axis=1), axis=0)
