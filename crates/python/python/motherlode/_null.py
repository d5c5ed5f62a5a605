"""Random graphs that a graph is compared with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from motherlode._arguments import NARROW, flag, listed, string, whole
from motherlode._warnings import warn
from motherlode.errors import ArgumentTypeError, UsageError


@dataclass(frozen=True)
class NullModel:
    """Which random graphs a graph is compared with.

    Attributes
    ----------
    name : {"switching", "configuration", "gnm", "gnp", "blocks", "distance"}
        What they have in common with the graph: the degree of each vertex (``"switching"``, ``"configuration"``), the number of edges, how likely an edge is, the number of
        edges between each two labels, or the degrees and the lengths of edges.
    switches : int, optional
        How often two edges are drawn to switch ends, for each edge; otherwise until a pilot has mixed.
    keep_mutual : bool
        Whether mutual pairs of arcs stay mutual.
    within_labels : bool
        Whether ends are switched between vertices of the same labels only.
    connected : bool
        Whether samples fall apart no more than the graph does.
    position : sequence of str
        For ``"distance"``: the properties of vertices that are their coordinates.
    bins : int
        For ``"distance"``: into how many bins lengths are divided.

    Examples
    --------
    >>> import motherlode as ml
    >>> ring = ml.NullModel("switching", connected=True)
    >>> ml.Graph.generate("karate").motifs(3, null=ring, samples=20)["triangle"].count
    45
    """

    name: str
    switches: int | None = None
    keep_mutual: bool = False
    within_labels: bool = False
    connected: bool = False
    position: Sequence[str] = ()
    bins: int = 10


@dataclass(frozen=True)
class NullSamples:
    """What the native module reads of a null model."""

    model: str
    seed: int
    samples: int
    switches: int | None
    keep_mutual: bool
    within_labels: bool
    connected: bool
    position: list[str]
    bins: int


def null_samples(null: str | NullModel, samples: int, seed: int) -> NullSamples:
    """The samples that are wanted of a null model, whose arguments are checked here."""
    model = NullModel(null) if isinstance(null, str) else null
    if not isinstance(model, NullModel):
        raise ArgumentTypeError(f"null is the name of a null model, or a NullModel, not {null!r}")
    name, position = string("null", model.name), listed("position", model.position)
    if name == "distance" and not position:
        raise UsageError(
            "the model distance needs the properties of vertices that are coordinates: NullModel('distance', position=['x', 'y', 'z'])"
        )
    if name != "distance" and position:
        raise UsageError(f"position is for the model distance, not for {name}; leave it out")
    return NullSamples(
        name,
        whole("seed", seed),
        whole("samples", samples, 1),
        None if model.switches is None else whole("switches", model.switches, 1, NARROW),
        flag("keep_mutual", model.keep_mutual),
        flag("within_labels", model.within_labels),
        flag("connected", model.connected),
        position,
        whole("bins", model.bins, 1, NARROW),
    )


class Mixing(NamedTuple):
    """How far switchings of edges came from the graph, as a pilot sample tells.

    Attributes
    ----------
    switches_per_edge : float
        How many were tried for each edge.
    accepted : float
        Which part of these exchanged ends.
    left : float
        Which part of the graph's edges the pilot still has.
    is_mixed : bool
        Whether that part had stopped falling.

    Examples
    --------
    >>> import motherlode as ml
    >>> ml.Graph.generate("karate").motifs(3, null="switching", samples=9).mixing.is_mixed
    True
    """

    switches_per_edge: float
    accepted: float
    left: float
    is_mixed: bool


def mixing_of(told: tuple[float, float, float, bool] | None) -> Mixing | None:
    """What the native module tells of switchings, with a warning of random graphs that may not be relied on."""
    if told is None:
        return None
    mixing = Mixing(*told)
    if mixing.accepted == 0:
        warn("no edges exchanged ends: each random graph is the graph itself")
    elif not mixing.is_mixed:
        warn(
            f"the random graphs are not mixed: after {mixing.switches_per_edge:.1f} tries for each edge, {mixing.left:.1%} of the edges are the "
            "graph's; give more switches, or none for as many as it takes"
        )
    return mixing
