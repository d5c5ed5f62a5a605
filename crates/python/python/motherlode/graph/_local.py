"""Counts at vertices and edges."""

from __future__ import annotations

from typing import Literal, overload

from motherlode._arguments import flag, string, whole
from motherlode._directions import warn_of_directions
from motherlode._job import Memory, Progress, job
from motherlode._modes import At, Induced, Semantics
from motherlode._null import NullModel, NullSamples, null_samples
from motherlode.errors import UsageError
from motherlode.graph._structure import Structure
from motherlode.local_significance import LocalSignificance
from motherlode.pattern import PatternLike, sought
from motherlode.results import LocalCounts


class Local(Structure):
    """At how many matches each vertex or edge is."""

    @overload
    def local(
        self,
        pattern: PatternLike,
        *,
        at: At = ...,
        induced: Induced = ...,
        semantics: Semantics = ...,
        null: None = ...,
        samples: int = ...,
        seed: int = ...,
        device: str | None = ...,
        memory: Memory = ...,
        deadline: float | None = ...,
        progress: Progress = ...,
    ) -> LocalCounts: ...
    @overload
    def local(
        self,
        pattern: PatternLike,
        *,
        at: Literal["vertices"] = ...,
        induced: Induced = ...,
        semantics: Semantics = ...,
        null: str | NullModel,
        samples: int = ...,
        seed: int = ...,
        device: str | None = ...,
        memory: Memory = ...,
        deadline: float | None = ...,
        progress: Progress = ...,
    ) -> LocalSignificance: ...
    def local(
        self,
        pattern: PatternLike,
        *,
        at: At = "vertices",
        induced: Induced = "edge",
        semantics: Semantics = "subgraphs",
        null: str | NullModel | None = None,
        samples: int = 1000,
        seed: int = 1,
        device: str | None = None,
        memory: Memory = None,
        deadline: float | None = None,
        progress: Progress = None,
    ) -> LocalCounts | LocalSignificance:
        """At how many matches each vertex is, or each edge, in each orbit of the pattern; or which vertices are at more than in random graphs.

        Parameters
        ----------
        pattern : str or Pattern
            What to count.
        at : {"vertices", "edges"}
            What has a row: each vertex, or each edge of the graph, as :attr:`edges` has them. In a directed graph these are arcs, and a
            count is of the matches in which that arc takes part: as an arc of the pattern, or as an edge, which an arc in either
            direction is.
        null : str or NullModel, optional
            As for :meth:`motifs`: random graphs with whose vertices these are compared, each with the same one. Models to which all
            vertices are alike, ``"gnm"`` and ``"gnp"``, are refused, and so are edges, as each sample has others.
        samples, seed : int
            As for :meth:`motifs`.
        induced, semantics, device, memory, deadline, progress
            As for :meth:`count`.

        Returns
        -------
        LocalCounts
            A row for each vertex or edge, and a column for each orbit; with ``null`` a :class:`LocalSignificance`.

        Examples
        --------
        >>> import motherlode as ml
        >>> karate = ml.Graph.generate("karate")
        >>> karate.local("triangle").at[1], karate.local("triangle", at="edges").at[1, 2]
        (18, 7)
        >>> calls = ml.Graph.from_edges([("ann", "bob"), ("bob", "ann"), ("bob", "cid")], directed=True)
        >>> calls.local("a->b->c", at="edges").to_dict("b->c")
        {('ann', 'bob'): 0, ('bob', 'ann'): 0, ('bob', 'cid'): 1}
        >>> beside = karate.local("triangle", null="switching", samples=99)
        >>> beside.at[1].count, beside.at[12].z is None
        (18, True)
        """
        wanted, place = sought(pattern, induced, semantics), string("at", at)
        if null is not None:
            beside = _beside(null, samples, seed, place)
            with job(device, memory, deadline, progress) as how:
                told = self._native.local_significance(wanted, beside, how)
            return LocalSignificance._of(told, beside.samples, self._nodes, named=False)
        with job(device, memory, deadline, progress) as how:
            columns, matches, values = self._native.local(wanted, place, how)
        directed = bool(self.is_directed)
        ends = (self._arcs if directed else self._pairs) if at == "edges" else None
        return LocalCounts(tuple(columns), values, matches, self._nodes, ends, directed)

    @overload
    def graphlets(
        self,
        k: int = ...,
        *,
        at: At = ...,
        directed: bool = ...,
        mutual: bool = ...,
        null: None = ...,
        samples: int = ...,
        seed: int = ...,
        device: str | None = ...,
        memory: Memory = ...,
        deadline: float | None = ...,
        progress: Progress = ...,
    ) -> LocalCounts: ...
    @overload
    def graphlets(
        self,
        k: int = ...,
        *,
        at: Literal["vertices"] = ...,
        directed: bool = ...,
        mutual: bool = ...,
        null: str | NullModel,
        samples: int = ...,
        seed: int = ...,
        device: str | None = ...,
        memory: Memory = ...,
        deadline: float | None = ...,
        progress: Progress = ...,
    ) -> LocalSignificance: ...
    def graphlets(
        self,
        k: int = 4,
        *,
        at: At = "vertices",
        directed: bool = False,
        mutual: bool = True,
        null: str | NullModel | None = None,
        samples: int = 1000,
        seed: int = 1,
        device: str | None = None,
        memory: Memory = None,
        deadline: float | None = None,
        progress: Progress = None,
    ) -> LocalCounts | LocalSignificance:
        """The graphlet degree vector of each vertex, or of each edge: at how many vertex-induced matches of each
        connected pattern of 2 to ``k`` vertices it is, in each orbit; or which vertices are at more than in random graphs.

        Parameters
        ----------
        k : int
            The most vertices of a pattern: 2 to 5; 2 to 4 if they are directed.
        at : {"vertices", "edges"}
            What has a row: each vertex, or each pair of adjacent vertices; with ``directed``, a pair is one arc, from tail to head, or two
            that lead both ways.
        directed : bool
            Whether the patterns are directed graphs, with 3, 33 and 730 orbits of up to 2, 3 and 4 vertices; at edges there are 2, 26 and
            812. Without it, directions are not looked at, and a directed graph is warned of.
        mutual : bool
            For ``directed``: whether those in which arcs lead both ways between two vertices are among them. Without these there are 2, 13
            and 129 orbits (Sarajlić et al. 2016), and 1, 9 and 125 at edges.
        null, samples, seed
            As for :meth:`local`.
        device, memory, deadline, progress
            As for :meth:`count`.

        Returns
        -------
        LocalCounts
            Its columns are the orbits, as ``"diamond:a+c"`` or ``"030T:b"``, in the order of :meth:`motifs`; its ``matches`` are ``None``.
            With ``null`` a :class:`LocalSignificance`.

        Examples
        --------
        >>> import motherlode as ml
        >>> graphlets = ml.Graph.generate("karate").graphlets(3)
        >>> graphlets.columns
        ('edge:a+b', 'wedge:a+c', 'wedge:b', 'triangle:a+b+c')
        >>> graphlets.values[0].tolist()
        [16, 17, 102, 18]
        >>> loop = ml.Graph.from_edges([(1, 2), (1, 3), (2, 3), (3, 4)], directed=True)
        >>> degrees = loop.graphlets(3, directed=True)
        >>> {column: count for column, count in zip(degrees.columns, degrees.values[1].tolist()) if count}
        {'a->b:a': 1, 'a->b:b': 1, '021C:a': 1, '030T:b': 1}
        >>> at_ties = loop.graphlets(3, directed=True, at="edges")
        >>> {column: count for column, count in at_ties.at[3, 4].items() if count}
        {'a->b:a->b': 1, '021C:b->c': 2}
        >>> beside = ml.Graph.generate("karate").graphlets(3, null="switching", samples=99)
        >>> beside.at[1]["triangle:a+b+c"].count, beside.at[1]["edge:a+b"].deviation
        (18, 0.0)
        >>> beside = loop.graphlets(3, directed=True, null="switching", samples=9)
        >>> beside.at[1]["030T:a"].count, beside.at[1]["a->b:a"].deviation
        (1, 0.0)
        """
        import numpy as np

        directed, mutual = flag("directed", directed), flag("mutual", mutual)
        size, place = whole("k", k, 2), string("at", at)
        if not mutual and not directed:
            raise UsageError("mutual=False is about directed graphlets: give directed=True")
        if not directed:
            warn_of_directions(self, "graphlets")
        if null is not None:
            beside = _beside(null, samples, seed, place)
            with job(device, memory, deadline, progress) as how:
                if directed:
                    told = self._native.directed_graphlet_significance(size, mutual, beside, how)
                else:
                    told = self._native.graphlet_significance(size, beside, how)
            return LocalSignificance._of(told, beside.samples, self._nodes, named=True)
        with job(device, memory, deadline, progress) as how:
            if directed:
                tables = self._native.directed_graphlets(size, place, mutual, how)
            else:
                tables = self._native.graphlets(size, place, how)
        columns = tuple(f"{name}:{orbit}" for name, _, (orbits, _, _) in tables for orbit in orbits)
        values = np.concatenate([values for _, _, (_, _, values) in tables], axis=1)
        ends = self._ties if directed else self._pairs
        return LocalCounts(columns, values, None, self._nodes, ends if place == "edges" else None)


def _beside(null: str | NullModel, samples: int, seed: int, place: str) -> NullSamples:
    """The samples whose counts at vertices are wanted."""
    if place != "vertices":
        raise UsageError(f"at={place!r}: random graphs have other edges; null compares vertices")
    return null_samples(null, samples, seed)
