"""Cores, trusses and nuclei."""

from __future__ import annotations

from typing import Any

from motherlode._directions import without_directions
from motherlode._job import Memory, Progress, job
from motherlode.graph._structure import Structure
from motherlode.results import LocalCounts


class Peeling(Structure):
    """How deep vertices, edges and triangles lie in dense parts."""

    @without_directions
    def cores(
        self,
        *,
        device: str | None = None,
        memory: Memory = None,
        deadline: float | None = None,
        progress: Progress = None,
    ) -> LocalCounts:
        """The core number of each vertex: the largest ``k`` whose ``k``-core has it, in which each vertex has ``k`` neighbours or more.

        Parameters
        ----------
        device, memory, deadline, progress
            As for :meth:`count`.

        Returns
        -------
        LocalCounts
            Its columns are ``"core"``, the core number; ``"layer"``, the round from 1 in which the vertex leaves, when all leave at once that
            have too few neighbours left; and ``"order"``, its place in a degeneracy order, from 0. Its ``matches`` are ``None``.

        Examples
        --------
        >>> import motherlode as ml
        >>> cores = ml.Graph.from_edges([(1, 2), (2, 3), (3, 1), (3, 4)]).cores()
        >>> cores.at[4], cores.at[3]
        ({'core': 1, 'layer': 1, 'order': 0}, {'core': 2, 'layer': 2, 'order': 3})
        >>> int(ml.Graph.generate("karate").cores().values[:, 0].max())
        4
        """
        with job(device, memory, deadline, progress) as how:
            return LocalCounts(("core", "layer", "order"), self._native.cores(how), None, self._nodes, None)

    @without_directions
    def trusses(
        self,
        *,
        device: str | None = None,
        memory: Memory = None,
        deadline: float | None = None,
        progress: Progress = None,
    ) -> LocalCounts:
        """The truss number of each edge: the largest ``k`` whose ``k``-truss has it, in which each edge is in ``k - 2`` triangles or more.

        Parameters
        ----------
        device, memory, deadline, progress
            As for :meth:`count`.

        Returns
        -------
        LocalCounts
            Its one column is ``"truss"``, and its rows are edges. An edge in no triangle has 2. Its ``matches`` are ``None``.

        Examples
        --------
        >>> import motherlode as ml
        >>> trusses = ml.Graph.from_edges([(1, 2), (2, 3), (3, 1), (3, 4)]).trusses()
        >>> trusses.to_dict()
        {(1, 2): 3, (1, 3): 3, (2, 3): 3, (3, 4): 2}
        """
        with job(device, memory, deadline, progress) as how:
            return LocalCounts(("truss",), self._native.trusses(how), None, self._nodes, self._pairs)

    @without_directions
    def bitrusses(
        self,
        *,
        device: str | None = None,
        memory: Memory = None,
        deadline: float | None = None,
        progress: Progress = None,
    ) -> LocalCounts:
        """The bitruss number of each edge: the largest ``k`` whose ``k``-bitruss has it, in which each edge is in ``k`` butterflies or more.

        Parameters
        ----------
        device, memory, deadline, progress
            As for :meth:`count`.

        Returns
        -------
        LocalCounts
            Its one column is ``"bitruss"``, and its rows are edges. An edge in no butterfly has 0. Its ``matches`` are ``None``.

        Examples
        --------
        >>> import motherlode as ml
        >>> likes = ml.Graph.from_edges([("ann", "tea"), ("ann", "rye"), ("bob", "tea"), ("bob", "rye"), ("cid", "rye")])
        >>> likes.bitrusses().at["ann", "tea"], likes.bitrusses().at["cid", "rye"]
        (1, 0)
        """
        with job(device, memory, deadline, progress) as how:
            return LocalCounts(("bitruss",), self._native.bitrusses(how), None, self._nodes, self._pairs)

    @without_directions
    def nuclei(
        self,
        *,
        device: str | None = None,
        memory: Memory = None,
        deadline: float | None = None,
        progress: Progress = None,
    ) -> dict[tuple[Any, Any, Any], int]:
        """The (3,4)-nucleus number of each triangle: the largest ``k`` for which it is in a subgraph each of whose triangles is in ``k`` of its 4-cliques or more.

        Parameters
        ----------
        device, memory, deadline, progress
            As for :meth:`count`.

        Returns
        -------
        dict of tuple to int
            The number of each triangle, by its nodes in the order of :attr:`nodes`. A triangle in no 4-clique has 0.

        Examples
        --------
        >>> import motherlode as ml
        >>> nuclei = ml.Graph.from_edges([(1, 2), (1, 3), (2, 3), (1, 4), (2, 4), (3, 4), (3, 5), (4, 5)]).nuclei()
        >>> nuclei
        {(1, 2, 3): 1, (1, 2, 4): 1, (1, 3, 4): 1, (2, 3, 4): 1, (3, 4, 5): 0}
        """
        with job(device, memory, deadline, progress) as how:
            vertices, numbers = self._native.nuclei(how)
        nodes = self._nodes.take(vertices.tolist())
        return dict(zip(zip(nodes[::3], nodes[1::3], nodes[2::3]), numbers.tolist()))
