"""What jobs return."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from motherlode import _motherlode
from motherlode._html import table
from motherlode._local_table import LocalTable
from motherlode._properties import chosen, property_columns
from motherlode.pattern import native

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    import polars as pl
    import pyarrow as pa

    from motherlode._nodes import Nodes
    from motherlode.graph._matches import Listing

__all__ = ["Estimate", "LocalCounts", "Matches", "MaximalCliques", "Plan", "Verification"]


class Matches:
    """The matches of a pattern, in an order that is the same on every device. Nothing is mined before rows are asked for; each
    iteration, and each stream, mines anew and holds no more than a batch.

    Attributes
    ----------
    columns : tuple of str
        The names of the pattern's vertices: a row has a node of the graph for each.

    Examples
    --------
    >>> import motherlode as ml
    >>> matches = ml.Graph.from_edges([("ann", "bob"), ("bob", "cid")]).list("a-b")
    >>> list(matches)
    [('bob', 'ann'), ('bob', 'cid')]
    """

    def __init__(
        self,
        columns: tuple[str, ...],
        nodes: Nodes,
        begin: Callable[[], _motherlode.NativeRows],
        asked: tuple[Listing, str, dict[str, Any]],
    ) -> None:
        self.columns = columns
        self._nodes = nodes
        self._begin = begin
        self._asked = asked

    def batches(self) -> Iterator[np.ndarray]:
        """Batches of rows of vertex numbers: arrays of uint32, a column for each vertex of the pattern.

        Examples
        --------
        >>> import motherlode as ml
        >>> [batch.shape for batch in ml.Graph.generate("karate").list("5-clique").batches()]
        [(2, 5)]
        """
        return iter(self._begin())

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        if self._nodes.are_numbers:
            for batch in self.batches():
                yield from map(tuple, batch.tolist())
            return
        objects = self._nodes.as_objects()
        for batch in self.batches():
            yield from map(tuple, objects[batch].tolist())

    def dicts(self) -> Iterator[dict[str, Any]]:
        """The matches as dictionaries, from the pattern's vertices to nodes of the graph.

        Examples
        --------
        >>> import motherlode as ml
        >>> list(ml.Graph.from_edges([("ann", "bob")]).list("a-b").dicts())
        [{'a': 'ann', 'b': 'bob'}]
        """
        return (dict(zip(self.columns, row)) for row in self)

    def to_numpy(self) -> np.ndarray:
        """All rows, of vertex numbers: uint32.

        Returns
        -------
        numpy.ndarray of uint32, of shape (matches, vertices of the pattern)

        Examples
        --------
        >>> import motherlode as ml
        >>> ml.Graph.from_edges([("ann", "bob"), ("bob", "cid")]).list("a-b").to_numpy().tolist()
        [[1, 0], [1, 2]]
        """
        import numpy as np

        batches = list(self.batches())
        return np.concatenate(batches) if batches else np.empty((0, len(self.columns)), dtype="uint32")

    def to_pandas(self, properties: bool | str | Sequence[str] = False) -> pd.DataFrame:
        """All rows as a data frame of nodes, and of what they and the edges between them have.

        Parameters
        ----------
        properties : bool, str or sequence of str
            The properties of the graph that are columns, too, or whether all are: as ``a.age`` of a node, and as ``a->b.paid`` or ``a-b.paid``
            of the edges of the pattern. Where several edges of the graph join two nodes, a value is the list of theirs, whatever the pattern asks of
            edges; ``DataFrame.explode`` makes a row of each.

        Raises
        ------
        UsageError
            If the graph has no such property.

        Examples
        --------
        >>> import motherlode as ml
        >>> ml.Graph.from_edges([("ann", "bob"), ("bob", "cid")]).list("a-b").to_pandas()
             a    b
        0  bob  ann
        1  bob  cid
        >>> paid = {"paid": [3, 4]}
        >>> shop = ml.Graph.from_edges([("ann", "bob"), ("bob", "cid")], directed=True, edge_properties=paid)
        >>> shop.list("a->b->c").to_pandas(properties="paid")
             a    b    c  a->b.paid  b->c.paid
        0  ann  bob  cid          3          4
        """
        import pandas as pd

        graph, pattern, _ = self._asked
        names = chosen(graph, properties)
        rows = self.to_numpy()
        frame = pd.DataFrame(self._nodes.as_objects()[rows], columns=list(self.columns))
        if not names:
            return frame
        told = dict(property_columns(graph, native(pattern), rows, names))
        return pd.concat([frame, pd.DataFrame(told)], axis=1)

    def to_arrow(self) -> pa.Table:
        """All rows as a table of pyarrow.

        Examples
        --------
        >>> import motherlode as ml
        >>> ml.Graph.from_edges([("ann", "bob"), ("bob", "cid")]).list("a-b").to_arrow().to_pylist()
        [{'a': 'bob', 'b': 'ann'}, {'a': 'bob', 'b': 'cid'}]
        """
        import pyarrow as pa

        return pa.RecordBatchReader.from_stream(self).read_all()

    def to_polars(self) -> pl.DataFrame:
        """All rows as a data frame of polars.

        Examples
        --------
        >>> import motherlode as ml
        >>> ml.Graph.from_edges([("ann", "bob"), ("bob", "cid")]).list("a-b").to_polars().rows()
        [('bob', 'ann'), ('bob', 'cid')]
        """
        import polars as pl

        return pl.DataFrame(self.to_arrow())

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """The rows as an Arrow stream (Arrow PyCapsule Interface), mined as it is read. Nodes that are integers or texts are
        themselves; others are vertex numbers."""
        return self._begin().arrow_stream(list(self.columns), self._nodes.for_arrow())

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        return _as_asked(self.to_numpy(), dtype, copy)

    def __reduce__(self) -> tuple[Any, ...]:
        # What is asked for, and not the rows: whoever has it mines on a device of their own.
        return _listed, self._asked

    def _repr_html_(self) -> str:
        graph, pattern, _ = self._asked
        hint = "nothing is mined before rows are asked for: iterate, or take to_pandas()"
        return table(f"Matches of {pattern} in {graph!r}", self.columns, [], 0) + f"<p>{hint}</p>"

    def __repr__(self) -> str:
        return f"Matches(columns={self.columns}): iterate, or take to_pandas(), to_arrow(), to_polars(), to_numpy()"


class MaximalCliques:
    """Maximal cliques, in an order that is the same on every device. Nothing is mined before they are asked for; each iteration mines
    anew and holds no more than a batch.

    Examples
    --------
    >>> import motherlode as ml
    >>> cliques = ml.Graph.from_edges([("ann", "bob"), ("bob", "cid"), ("cid", "ann"), ("cid", "dan")]).maximal_cliques()
    >>> list(cliques)
    [('ann', 'bob', 'cid'), ('cid', 'dan')]
    """

    def __init__(self, nodes: Nodes, begin: Callable[[], _motherlode.NativeCliques]) -> None:
        self._nodes = nodes
        self._begin = begin

    def batches(self) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        """Batches of cliques: where each ends, and the vertex numbers of all of them one after another.

        Examples
        --------
        >>> import motherlode as ml
        >>> [(ends.tolist(), ids.tolist()) for ends, ids in ml.Graph.from_edges([(0, 1), (1, 2), (2, 0)]).maximal_cliques().batches()]
        [([3], [0, 1, 2])]
        """
        return iter(self._begin())

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        objects = None if self._nodes.are_numbers else self._nodes.as_objects()
        for ends, ids in self.batches():
            named = (ids if objects is None else objects[ids]).tolist()
            start = 0
            for end in ends.tolist():
                yield tuple(named[start:end])
                start = end

    def __repr__(self) -> str:
        return "MaximalCliques: iterate, or take batches()"


def _listed(graph: Listing, pattern: str, asked: dict[str, Any]) -> Matches:
    return graph.list(pattern, **asked)


def _as_asked(array: np.ndarray, dtype: Any, copy: bool | None) -> np.ndarray:
    """What ``__array__`` returns of an array that nobody else has."""
    import numpy as np

    return (
        array.astype(dtype or array.dtype, copy=bool(copy)) if copy is not False else np.asarray(array, dtype)
    )


class LocalCounts(LocalTable):
    """At how many matches each vertex, or each edge, is: a row for each, and a column for each orbit of the pattern. The edges of a directed graph
    are its arcs, of which two between the same nodes have a row each.

    Attributes
    ----------
    columns : tuple of str
        The orbits, called by their members, as ``"a+c"``.
    values : numpy.ndarray
        A row for each vertex in the order of ``nodes``, or for each edge in the order of ``edges``: uint64, or integers of Python's
        (``dtype=object``) if a count does not fit in 64 bits. Data frames and Arrow tables have such a dtype, or decimals, only in the columns
        that need it.
    matches : int or None
        All matches of the pattern; none for graphlets, which are many patterns.

    Examples
    --------
    >>> import motherlode as ml
    >>> graph = ml.Graph.from_edges([("ann", "bob"), ("bob", "cid"), ("cid", "ann"), ("cid", "dan")])
    >>> triangles = graph.local("triangle")
    >>> triangles.to_dict()
    {'ann': 1, 'bob': 1, 'cid': 1, 'dan': 0}
    >>> triangles.at["cid"], graph.local("wedge").at["cid"], list(triangles)[0]
    (1, {'a+c': 2, 'b': 3}, ('ann', 1))
    """

    def __init__(
        self,
        columns: tuple[str, ...],
        values: np.ndarray,
        matches: int | None,
        nodes: Nodes,
        edges: Callable[[], tuple[np.ndarray, np.ndarray]] | None,
        directed: bool = False,
    ) -> None:
        super().__init__(nodes, edges, directed)
        self.columns = columns
        self.values = values
        self.matches = matches

    def __len__(self) -> int:
        return len(self.values)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        return self.values if dtype is None and not copy else _as_asked(self.values, dtype, copy)

    def _column(self, place: int) -> np.ndarray:
        return self.values[:, place]

    def _told(self, row: int) -> Any:
        counts = self.values[row].tolist()
        return counts[0] if len(counts) == 1 else dict(zip(self.columns, counts))

    def _arrays(self) -> list[np.ndarray]:
        """The columns: of uint64 where all fit, else of Python's integers."""
        import numpy as np

        def narrowed(column: np.ndarray) -> np.ndarray:
            wide = column.dtype == object and max(column) >= 1 << 64
            return np.ascontiguousarray(column, dtype=object if wide else np.uint64)

        return [narrowed(column) for column in self.values.T]

    def _frame(self) -> Any:
        return self.values if self.values.dtype != object else super()._frame()

    def __repr__(self) -> str:
        rows = "vertices" if self._edges is None else "arcs" if self._directed else "edges"
        return f"LocalCounts({len(self)} {rows}, columns={self.columns})"


@dataclass(frozen=True)
class Estimate:
    """About how many matches there are.

    Attributes
    ----------
    value : float
        The estimate, without bias.
    low, high : float
        The interval that holds the count with the confidence that was asked for, at whatever time one looks.
    rigorous : tuple of float
        The interval by bounds that hold for any number of draws; it is wider.
    exact : int or None
        The count, where all was counted.
    confidence : float
        How surely.
    draws, hits : int
        How many matches were drawn at random, and how many of the draws found one.

    Examples
    --------
    >>> import motherlode as ml
    >>> about = ml.Graph.generate("karate").estimate("house")
    >>> float(about), about.exact
    (781.0, 781)
    """

    value: float
    low: float
    high: float
    rigorous: tuple[float, float]
    exact: int | None
    confidence: float
    draws: int
    hits: int

    def __float__(self) -> float:
        return self.value

    def __str__(self) -> str:
        if self.exact is not None:
            return f"{self.exact} (all were counted)"
        return f"about {self.value:.4g}, from {self.low:.4g} to {self.high:.4g} with {self.confidence:.0%} confidence"

    def _repr_html_(self) -> str:
        return table("Estimate", (), [("matches", self), ("draws", self.draws), ("of which hits", self.hits)])


class Plan:
    """How a pattern is counted: ``print`` it, look at it in a notebook, or take ``to_dict()``.

    Attributes
    ----------
    method : str
        The method that is used.

    Examples
    --------
    >>> import motherlode as ml
    >>> plan = ml.Graph.generate("karate").explain("house")
    >>> plan.method[:7], plan.to_dict()["automorphisms"]
    ('formula', 2)
    """

    def __init__(self, method: str, text: str, as_json: str, picture: str) -> None:
        self.method = method
        self._text = text
        self._json = as_json
        self._picture = picture

    def to_dict(self) -> dict[str, Any]:
        """The plan as dictionaries and lists, as ``motherlode explain --format json`` has it.

        Examples
        --------
        >>> import motherlode as ml
        >>> ml.Graph.generate("karate").explain("house").to_dict()["pattern"]
        'a-b, b-c, c-d, d-a, a-e, e-b'
        """
        return json.loads(self._json)

    def __str__(self) -> str:
        return f"method        {self.method}\n{self._text}"

    def __repr__(self) -> str:
        return f"Plan(method={self.method!r})"

    def _repr_svg_(self) -> str:
        return self._picture


@dataclass(frozen=True)
class Verification:
    """Counts by all methods, and by an oracle that looks at one vertex after another: true if they agree.

    Attributes
    ----------
    comparisons : list of dict
        For the graph, or samples of it: its ``subject``, ``vertices``, ``edges``, and ``counts`` by who counted.

    Examples
    --------
    >>> import motherlode as ml
    >>> verified = ml.Graph.generate("karate").verify("triangle")
    >>> bool(verified), set(verified.comparisons[0]["counts"].values())
    (True, {45})
    """

    comparisons: list[dict[str, Any]]

    def __bool__(self) -> bool:
        return all(len(set(compared["counts"].values())) == 1 for compared in self.comparisons)

    def __str__(self) -> str:
        lines = ["all counts agree" if self else "the counts differ: please report it"]
        for compared in self.comparisons:
            lines.append(
                f"{compared['subject']} ({compared['vertices']} vertices, {compared['edges']} edges)"
            )
            lines.extend(f"  {count}  {who}" for who, count in compared["counts"].items())
        return "\n".join(lines)
