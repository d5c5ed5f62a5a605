"""A search as a labelled graph and a pattern in Motherlode's language."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from ._column import Mask, Numbers
from ._search import Search

if TYPE_CHECKING:
    from ._host import Host

# A label is a number of 64 bits, of which none is the sign.
_MOST_MASKS = 62

# Motherlode's limit.
MOST_VERTICES = 12

# Graphs of connectomes are large; a loop over a few motifs keeps its own.
_MOST_GRAPHS = 4


@dataclass(frozen=True)
class Shape:
    """A pattern whose vertices and arcs ask for sets of masks, each a bit.

    Attributes
    ----------
    vertices
        For each vertex the bits of the masks that it must be in.
    arcs
        ``(tail, head, bits)``, sorted, each pair once.
    apart
        ``(tail, head)``, sorted.
    """

    vertices: tuple[int, ...]
    arcs: tuple[tuple[int, int, int], ...]
    apart: tuple[tuple[int, int], ...] = ()

    def parts(self) -> list[list[int]]:
        """The vertices of each part that arcs connect, in order of the smallest."""
        part = list(range(len(self.vertices)))
        for tail, head, _ in self.arcs:
            one, other = sorted((part[tail], part[head]))
            part = [one if number == other else number for number in part]
        return [[v for v, number in enumerate(part) if number == root] for root in sorted(set(part))]

    def restrict(self, vertices: list[int]) -> Shape:
        """The pattern of these vertices alone, in the order given."""
        place = {vertex: position for position, vertex in enumerate(vertices)}
        return Shape(
            tuple(self.vertices[vertex] for vertex in vertices),
            tuple(
                sorted((place[t], place[h], bits) for t, h, bits in self.arcs if t in place and h in place)
            ),
            tuple(sorted((place[t], place[h]) for t, h in self.apart if t in place and h in place)),
        )


class Labelled:
    """A :class:`Search` whose masks have become labels.

    A vertex or a pair of the host that is in the masks 0 and 2 has the one label ``5``. The pattern asks for
    all labels that the graph has whose bits include those it wants. So each vertex and edge has one label,
    however many masks there are.

    Parameters
    ----------
    host
        The graph; it keeps the graphs made for its last searches.
    search
        What is sought.
    further
        Masks of pairs that other shapes than the search's will ask for; :meth:`bits_of_pairs` tells their
        bits.
    """

    def __init__(self, host: Host, search: Search, further: Sequence[Mask | None] = ()) -> None:
        search.settle()
        self.host = host
        self.pairs = search.pairs
        self.directed = search.directed
        self.arrows = search.directed or search.oriented
        self.possible = search.possible and (host.n > 0 or not search.size)
        self.possible = self.possible and (len(search.pairs) > 0 or not search.joined)
        vertex_masks: list[Mask] = []
        vertices = tuple(_bit(vertex_masks, mask) for mask in search.allowed)
        pair_masks: list[Mask] = []
        arcs = tuple(sorted((t, h, _bit(pair_masks, mask)) for (t, h), mask in search.joined.items()))
        self._further = [_bit(pair_masks, mask) for mask in further]
        self.shape = Shape(vertices, arcs, tuple(sorted(search.apart)))
        self.vertex_codes = _codes(vertex_masks, host.n)
        self.pair_codes = _codes(pair_masks, len(search.pairs))
        self._vertex_labels = np.unique(self.vertex_codes).tolist() if vertex_masks else None
        self._has_edge_labels = bool(pair_masks)
        # Absent edges need all edges; so may shapes that were not foreseen.
        self.prunes = not self.shape.apart

    @cached_property
    def graph(self) -> Any:
        """The :class:`motherlode.Graph` with the labels."""
        graphs, key = self.host.graphs, self._key()
        if key not in graphs:
            graphs[key] = self._made()
            while len(graphs) > _MOST_GRAPHS:
                del graphs[next(iter(graphs))]
        return graphs[key]

    @cached_property
    def _kept(self) -> Mask:
        """The pairs that the graph has."""
        pairs = self.pairs
        keep = (pairs.source != pairs.target) if self.arrows else (pairs.source < pairs.target)
        return keep & self._useful() if self._is_labelled and self.prunes else keep

    @cached_property
    def _edge_labels(self) -> list[int] | None:
        # A pattern may only ask for labels that the graph has.
        return np.unique(self.pair_codes[self._kept]).tolist() if self._has_edge_labels else None

    @property
    def _is_labelled(self) -> bool:
        return self._vertex_labels is not None or self._has_edge_labels

    def bits_of_pairs(self, place: int) -> int:
        """The bits of the mask at a place of ``further``."""
        return self._further[place]

    def candidates(self, bits: int) -> Mask:
        """The vertices of the host that are in all masks of ``bits``."""
        return np.asarray((self.vertex_codes & bits) == bits)

    def text(self, shape: Shape) -> str | None:
        """The shape, connected and of two vertices or more, in Motherlode's language; None if nothing can
        match it.
        """
        if not self._kept.any():
            return None
        if len(shape.vertices) > MOST_VERTICES:
            raise _refusal(
                f"the pattern has {len(shape.vertices)} vertices in one part; Motherlode's patterns have at most "
                f"{MOST_VERTICES}"
            )
        met: set[int] = set()

        def name(vertex: int) -> str | None:
            if vertex in met or self._vertex_labels is None or not shape.vertices[vertex]:
                plain = f"v{vertex}" if vertex in met else f"(v{vertex})"
                met.add(vertex)
                return plain
            met.add(vertex)
            labels = _including(self._vertex_labels, shape.vertices[vertex])
            return f"(v{vertex}:{labels})" if labels else None

        said = []
        for tail, head, bits in shape.arcs:
            one, other = name(tail), name(head)
            kinds = _including(self._edge_labels, bits) if bits and self._edge_labels is not None else None
            if one is None or other is None or kinds == "":
                return None
            link = f"-[:{kinds}]-" if kinds else "-"
            said.append(f"{one}{link}{'>' if self.arrows else ''}{other}")
        apart = set(shape.apart)
        for tail, head in shape.apart:
            if not self.directed or (head, tail) in apart:
                if tail < head or (head, tail) not in apart:
                    said.append(f"v{tail}!v{head}")
            else:
                said.append(f"v{tail}!>v{head}")
        return ", ".join(said)

    def _key(self) -> tuple[int, bool, bytes]:
        key = b""
        if self._is_labelled:
            digest = hashlib.blake2b(self.vertex_codes.tobytes(), digest_size=16)
            digest.update(self.pair_codes.tobytes())
            digest.update(np.packbits(self._kept).tobytes())
            key = digest.digest()
        return id(self.pairs), self.arrows, key

    def _made(self) -> Any:
        from motherlode import Graph

        keep = self._kept
        return Graph.from_arrays(
            self.pairs.source[keep],
            self.pairs.target[keep],
            self.host.n,
            directed=self.arrows,
            labels=self.vertex_codes if self._vertex_labels is not None else None,
            edge_labels=self.pair_codes[keep] if self._has_edge_labels else None,
        )

    def _useful(self) -> Mask:
        """The pairs that some arc of the pattern can be; absent edges would need the others, too."""
        pairs = self.pairs
        useful = np.zeros(len(pairs), np.bool_)
        for tail, head, bits in self.shape.arcs:
            fits = (self.pair_codes & bits) == bits
            for one, other in ((tail, head), (head, tail)) if not self.arrows else ((tail, head),):
                ends = self.candidates(self.shape.vertices[one])[pairs.source]
                useful |= fits & ends & self.candidates(self.shape.vertices[other])[pairs.target]
        return useful


def _bit(masks: list[Mask], mask: Mask | None) -> int:
    """The bit of a mask, after those known; none for a mask that has everything."""
    if mask is None or mask.all():
        return 0
    for place, known in enumerate(masks):
        if np.array_equal(known, mask):
            return 1 << place
    if len(masks) == _MOST_MASKS:
        raise _refusal(f"the pattern has more than {_MOST_MASKS} different conditions")
    masks.append(mask)
    return 1 << (len(masks) - 1)


def _codes(masks: list[Mask], size: int) -> Numbers:
    codes = np.zeros(size, np.int64)
    for place, mask in enumerate(masks):
        codes |= mask.astype(np.int64) << place
    return codes


def _including(labels: list[int], bits: int) -> str:
    return "|".join(str(code) for code in labels if code & bits == bits)


def _refusal(message: str) -> Exception:
    from motherlode import PatternError

    return PatternError(message)
