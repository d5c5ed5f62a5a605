"""Motifs."""

from __future__ import annotations

from typing import overload

from motherlode._arguments import flag, string, whole
from motherlode._directions import warn_of_directions
from motherlode._job import Memory, Progress, job
from motherlode._modes import Induced
from motherlode._null import NullModel, null_samples
from motherlode.errors import LabelError
from motherlode.graph._structure import Structure
from motherlode.significance import Significance


class Motifs(Structure):
    """All small patterns together."""

    @overload
    def motifs(
        self,
        k: int,
        *,
        directed: bool = ...,
        coloured: bool = ...,
        induced: Induced = ...,
        null: None = ...,
        samples: int = ...,
        seed: int = ...,
        device: str | None = ...,
        memory: Memory = ...,
        deadline: float | None = ...,
        progress: Progress = ...,
    ) -> dict[str, int]: ...
    @overload
    def motifs(
        self,
        k: int,
        *,
        directed: bool = ...,
        coloured: bool = ...,
        induced: Induced = ...,
        null: str | NullModel,
        samples: int = ...,
        seed: int = ...,
        device: str | None = ...,
        memory: Memory = ...,
        deadline: float | None = ...,
        progress: Progress = ...,
    ) -> Significance: ...
    def motifs(
        self,
        k: int,
        *,
        directed: bool = False,
        coloured: bool = False,
        induced: Induced = "vertex",
        null: str | NullModel | None = None,
        samples: int = 1000,
        seed: int = 1,
        device: str | None = None,
        memory: Memory = None,
        deadline: float | None = None,
        progress: Progress = None,
    ) -> dict[str, int] | Significance:
        """How often each connected pattern of ``k`` vertices is there, by its name, or by its edges where it has none; or which are more frequent than in random graphs.

        Parameters
        ----------
        k : int
            The size of the patterns: 3 to 6 vertices; 3 to 5 if they are directed or coloured.
        directed : bool
            Whether the patterns are directed graphs: 13 of three vertices, 199 of four, and of the 9,364 of five those that are there. Without it,
            directions are not looked at, and a directed graph is warned of.
        coloured : bool
            Whether motifs are told apart by the labels of vertices and edges. Those that occur are there, by their patterns, which :meth:`count` takes, in the order of the plain
            motifs and the most frequent first. If the graph is directed, so are they. With ``null`` those are compared that the graph or a random graph has.
        induced : {"vertex", "edge"}
            As for :meth:`count`; here ``"vertex"`` is what is meant if nothing is said.
        null : str or NullModel, optional
            Which random graphs the counts are compared with: ``"switching"`` for those in which every vertex has the degree that it has here, and others that :class:`NullModel` names.
        samples : int
            How many random graphs; with a deadline, those are taken that are counted by then.
        seed : int
            What names the random graphs: the same seed gives the same on every device.
        device, memory, deadline, progress
            As for :meth:`count`.

        Returns
        -------
        dict of str to int
            The counts; with ``null`` a :class:`Significance`, which has them beside those of the random graphs.

        Examples
        --------
        >>> import motherlode as ml
        >>> ml.Graph.generate("karate").motifs(3)
        {'wedge': 393, 'triangle': 45}
        >>> found = ml.Graph.generate("karate").motifs(3, null="gnm", samples=99)
        >>> found["triangle"].p, found["triangle"].z > 5
        (0.01, True)
        >>> loop = ml.Graph.from_edges([(1, 2), (1, 3), (2, 3), (3, 4)], directed=True)
        >>> {name: count for name, count in loop.motifs(3, directed=True).items() if count}
        {'021C': 2, '030T': 1}
        >>> cells = ml.Graph.from_edges([(1, 2), (1, 3), (2, 3), (3, 4)], labels={1: "E", 2: "E", 3: "I", 4: "E"})
        >>> cells.motifs(3, coloured=True)
        {'(a:E)-(b:I), b-(c:E)': 2, '(a:E)-(b:E), b-(c:I), c-a': 1}
        >>> cells.motifs(3, coloured=True, null="gnm", samples=99)["(a:E)-(b:E), b-(c:I), c-a"].count
        1
        """
        directed, coloured = flag("directed", directed), flag("coloured", coloured)
        if coloured and directed and not self.is_directed:
            raise LabelError("directed: the graph is undirected, and so are its coloured motifs")
        if not directed and not coloured:
            warn_of_directions(self, "motifs")
        with job(device, memory, deadline, progress) as how:
            size, kind = whole("k", k, 3), string("induced", induced)
            if null is not None:
                beside = null_samples(null, samples, seed)
                if coloured:
                    found = self._native.coloured_motif_significance(size, kind, beside, how)
                else:
                    found = self._native.motif_significance(size, directed, kind, beside, how)
                return Significance._of(found, beside.samples, by_pattern=coloured)
            if coloured:
                return {pattern: count for _, pattern, count in self._native.coloured_motifs(size, kind, how)}
            if directed:
                triads = self._native.directed_motifs(size, kind, how)
                # A triad has the arcs that its name says and no others.
                by_name = kind == "vertex"
                return {name if by_name else arcs: count for name, _, _, arcs, count in triads}
            return {name: count for name, _, count in self._native.motifs(size, kind, how)}

    def triad_census(
        self,
        *,
        device: str | None = None,
        memory: Memory = None,
        deadline: float | None = None,
        progress: Progress = None,
    ) -> dict[str, int]:
        """How many sets of three nodes are joined in each of 16 ways, by the names of the triad census.

        Parameters
        ----------
        device, memory, deadline, progress
            As for :meth:`count`.

        Returns
        -------
        dict of str to int
            From ``"003"``, without an arc, to ``"300"``.

        Examples
        --------
        >>> import motherlode as ml
        >>> loop = ml.Graph.from_edges([(1, 2), (1, 3), (2, 3), (3, 4)], directed=True)
        >>> {name: count for name, count in loop.triad_census().items() if count}
        {'012': 1, '021C': 2, '030T': 1}
        """
        with job(device, memory, deadline, progress) as how:
            return dict(self._native.triad_census(how))
