"""Frequent patterns."""

from __future__ import annotations

from motherlode._job import Memory, Progress, job
from motherlode.frequent import FrequentPattern, found, kept, wanted
from motherlode.graph._structure import Structure


class Frequent(Structure):
    """Patterns that occur often."""

    def frequent(
        self,
        support: float,
        *,
        min_edges: int = 1,
        max_edges: int | None = None,
        max_vertices: int | None = None,
        closed: bool = False,
        maximal: bool = False,
        top: int | None = None,
        exact: bool = False,
        images: bool = False,
        device: str | None = None,
        memory: Memory = None,
        deadline: float | None = None,
        progress: Progress = None,
    ) -> list[FrequentPattern]:
        """The frequent connected patterns of the graph, by minimum image (MNI): each vertex of the pattern has at least ``support``
        images.

        Parameters
        ----------
        support : int or float
            The least support: a number of images; with a fraction, up to 1.0, that part of the vertices.
        min_edges, max_edges, max_vertices, closed, maximal, top
            As for :func:`fsm`.
        exact : bool
            Whether supports are found out to the end; otherwise they may be so much at least. With ``closed`` or
            ``top`` they are.
        images : bool
            Whether to tell the images of each vertex.
        device, memory, deadline, progress
            As for :meth:`count`.

        Returns
        -------
        list of FrequentPattern
            By their number of edges, then in the order of their codes; with ``top`` the most frequent first.

        Examples
        --------
        >>> import motherlode as ml
        >>> graph = ml.Graph.from_edges([(1, 2), (2, 3), (3, 4)], labels=["A", "B", "A", "B"])
        >>> for pattern in graph.frequent(2, exact=True):
        ...     print(pattern)
        A B: 0-0-1 (support 2)
        """
        asked = wanted(
            support,
            self.number_of_vertices,
            "vertices",
            min_edges=min_edges,
            max_edges=max_edges,
            max_vertices=max_vertices,
            keep=kept(closed, maximal),
            top=top,
            places=images,
            exact=exact,
        )
        with job(device, memory, deadline, progress) as how:
            records = self._native.frequent(asked, how)
        labelled = self.vertex_labels is not None, self.edge_labels is not None
        return found(records, bool(self.is_directed), "images", self._nodes, labelled)
