"""The triadic census of a directed graph."""

from __future__ import annotations

from typing import Any

import numpy as np

from motherlode.networkx._graph import BackendGraph
from motherlode.networkx._options import options
from motherlode.networkx._registry import implements, no_undirected

#: The closed triads, vertex-induced: only these are mined.
CLOSED = {
    "030T": "a->b, b->c, a->c",
    "030C": "a->b, b->c, c->a",
    "120D": "a->b, a->c, b->c, c->b",
    "120U": "b->a, c->a, b->c, c->b",
    "120C": "a->b, b->c, a->c, c->a",
    "210": "a->b, b->c, c->b, a->c, c->a",
    "300": "a->b, b->a, b->c, c->b, a->c, c->a",
}

#: The wedges, by the two dyads at their middle vertex: an arc from it, an arc to it, or both.
WEDGES = {
    "021D": ("from", "from"),
    "021U": ("to", "to"),
    "021C": ("from", "to"),
    "111D": ("both", "to"),
    "111U": ("both", "from"),
    "201": ("both", "both"),
}

#: All, in NetworkX's order.
NAMES = ["003", "012", "102", *list(WEDGES)[:5], "030T", "030C", "201", "120D", "120U", "120C", "210", "300"]


def _dyads(name: str) -> list[str]:
    """Return the three kinds of dyad, as a name tells them: mutual, asymmetric and null ones."""
    mutual, asymmetric, null = (int(digit) for digit in name[:3])
    return ["mutual"] * mutual + ["asymmetric"] * asymmetric + ["null"] * null


def _wedges_within(closed: str) -> dict[str, int]:
    """Count the wedges of each type in a closed triad, which has one at each of its vertices."""
    arcs = {tuple(arc.split("->")) for arc in CLOSED[closed].split(", ")}
    within = dict.fromkeys(WEDGES, 0)
    for middle, *others in (list("abc"), list("bca"), list("cab")):
        seen = sorted(
            "both"
            if {(middle, other), (other, middle)} <= arcs
            else "from"
            if (middle, other) in arcs
            else "to"
            for other in others
        )
        within[next(name for name, ends in WEDGES.items() if sorted(ends) == seen)] += 1
    return within


def _wedges(graph: BackendGraph) -> dict[str, int]:
    """Count the wedges of each type, closed or not, from the degrees."""
    both = graph.mutual_degrees
    degrees = {"from": graph.out_degrees - both, "to": graph.in_degrees - both, "both": both}
    return {
        name: int(
            (degrees[one] * (degrees[one] - 1) // 2 if one == two else degrees[one] * degrees[two]).sum()
        )
        for name, (one, two) in WEDGES.items()
    }


@implements(no_undirected, min_edges=300)
def triadic_census(G: BackendGraph, nodelist: Any = None, *, device: str | None = None) -> dict[str, int]:
    """Count the triples of nodes of each of the 16 types; with `nodelist`, those with a node in it: all, less
    those of the other nodes among themselves."""
    census = _census(G, device)
    if nodelist is None:
        return census
    chosen = set(G.select(nodelist))
    if len(nodelist) != len(chosen):
        raise ValueError("nodelist includes duplicate nodes or nodes not in G")
    if len(G.loops):
        raise NotImplementedError("with `nodelist`, NetworkX counts self-loops here")
    others = _census(G.without(chosen), device)
    return {name: count - others[name] for name, count in census.items()}


def _census(G: BackendGraph, device: str | None) -> dict[str, int]:
    """Count the triples of nodes of each type.

    Only the seven closed ones are mined. The open wedges are those of the degrees, less the ones within
    closed triads; the triads of one dyad are the dyads times the other vertices, less those in connected
    triads; the rest are null.
    """
    n = len(G)
    census = dict.fromkeys(NAMES, 0)
    if len(G.source):
        counts = G.mined.count(list(CLOSED.values()), induced="vertex", **options(device))
        census.update(zip(CLOSED, counts))
    open_wedges = _wedges(G)
    for closed in CLOSED:
        for name, times in _wedges_within(closed).items():
            open_wedges[name] -= times * census[closed]
    census.update(open_wedges)
    mutual = int(np.sum(G.mutual_degrees)) // 2
    dyads = {"mutual": mutual, "asymmetric": len(G.source) - 2 * mutual}
    connected = [*CLOSED, *WEDGES]
    for name, kind in (("012", "asymmetric"), ("102", "mutual")):
        within = sum(_dyads(other).count(kind) * census[other] for other in connected)
        census[name] = dyads[kind] * (n - 2) - within
    census["003"] = n * (n - 1) * (n - 2) // 6 - sum(census.values())
    return census
