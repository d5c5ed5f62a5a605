"""Databases of labelled graphs, and the subgraphs that are frequent in them."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Union

from motherlode._arguments import NARROW, file_path, flag, optional, string, whole
from motherlode._job import Memory, Progress, job
from motherlode._motherlode import NativeDatabase
from motherlode.convert.given import in_order, is_missing, texts
from motherlode.errors import ArgumentTypeError, GraphError, UsageError
from motherlode.frequent import FrequentPattern, found, kept, wanted

if TYPE_CHECKING:
    import networkx as nx
    import numpy as np

    from motherlode.graph import Graph

__all__ = ["Database", "fsm"]


class Database:
    """A database of labelled graphs, such as molecules. It is made by one of its ``from_`` methods, or read from a file.

    Examples
    --------
    >>> import motherlode as ml
    >>> molecules = ml.Database.from_smiles(["CCO", "CCN", "CC(=O)O"])
    >>> len(molecules)
    3
    >>> [str(pattern) for pattern in ml.fsm(molecules, support=3)]
    ['C C: 0-1-1 (support 3)']
    """

    def __init__(self, native: NativeDatabase) -> None:
        self._native = native

    @classmethod
    def read(
        cls,
        path: str | os.PathLike[str],
        *,
        format: str | None = None,
        skip_bad: bool = False,
        directed: bool = False,
    ) -> Database:
        """The database in a file, compressed or not: gSpan text, JSON Lines, SDF or SMILES.

        Parameters
        ----------
        path : path
            The file.
        format : {"gspan", "jsonl", "sdf", "smiles"}, optional
            What it is in; otherwise its name or its first line tells.
        skip_bad : bool
            Whether to leave out graphs that are wrong: :attr:`skipped` says how many.
        directed : bool
            Whether an edge is an arc, from its first vertex to its second. Two vertices may have one in each direction; molecules have
            none.

        Raises
        ------
        GraphError
            If there is no such file, or a graph is wrong and not left out: the message has the line.

        Examples
        --------
        >>> import pathlib, tempfile
        >>> file = pathlib.Path(tempfile.mkdtemp()) / "molecules.smi"
        >>> _ = file.write_text("CCO ethanol\\nC1CC broken\\n")
        >>> database = Database.read(file, skip_bad=True)
        >>> database.names, database.skipped
        (['ethanol'], 1)
        """
        name = file_path("path", path)
        made = NativeDatabase.read(
            name,
            optional(string, "format", format),
            flag("skip_bad", skip_bad),
            flag("directed", directed),
        )
        return cls(made)

    @classmethod
    def from_text(cls, text: str, format: str, *, skip_bad: bool = False, directed: bool = False) -> Database:
        """The database in a text.

        Parameters
        ----------
        text : str
            What would be in the file.
        format, skip_bad, directed
            As for :meth:`read`; the format must be said.

        Examples
        --------
        >>> Database.from_text("CCO ethanol\\nCCN\\n", "smiles").names
        ['ethanol', '2']
        """
        made = NativeDatabase.parse(
            string("text", text),
            string("format", format),
            flag("skip_bad", skip_bad),
            flag("directed", directed),
        )
        return cls(made)

    @classmethod
    def from_gspan(cls, text: str, *, directed: bool = False) -> Database:
        """The database in gSpan's text: ``t # id``, ``v id label``, ``e id id label``.

        Parameters
        ----------
        text : str
            The lines.
        directed : bool
            As for :meth:`read`.

        Examples
        --------
        >>> database = Database.from_gspan("t # 0\\nv 0 A\\nv 1 B\\ne 0 1 x\\n")
        >>> [str(pattern) for pattern in fsm(database, support=1)]
        ['A B: 0-x-1 (support 1)']
        """
        return cls.from_text(text, "gspan", directed=directed)

    @classmethod
    def from_smiles(
        cls, smiles: Iterable[str], *, classes: Sequence[Any] | None = None, skip_bad: bool = False
    ) -> Database:
        """Molecules: atoms are labelled by their elements, bonds by their types (1, 2, 3, and 4 for aromatic ones).

        Parameters
        ----------
        smiles : iterable of str
            A word for each molecule.
        classes : sequence, optional
            The class of each word, whether its molecule is left out or not.
        skip_bad : bool
            As for :meth:`read`.

        Raises
        ------
        GraphError
            If one cannot be read, and is not left out.

        Examples
        --------
        >>> database = Database.from_smiles(["CCO", "CCN"], classes=["alcohol", "amine"])
        >>> len(database), database.classes
        (2, ['alcohol', 'amine'])
        """
        lines = in_order(smiles, "smiles")
        broken = next(
            (
                line
                for line in lines
                if not isinstance(line, str) or not line.strip() or len(line.split()) > 1
            ),
            None,
        )
        if broken is not None:
            raise GraphError(f"a SMILES is one word: {broken!r} is not")
        made = cls.from_text(
            "".join(f"{line} {number}\n" for number, line in enumerate(lines)), "smiles", skip_bad=skip_bad
        )
        if classes is None:
            return made
        given = in_order(classes, "classes")
        if len(given) != len(lines):
            raise UsageError(f"{len(given)} classes for {len(lines)} molecules")
        return made._with_classes([given[int(number)] for number in made.names])

    @classmethod
    def from_networkx(
        cls,
        graphs: Iterable[nx.Graph],
        *,
        label: str | None = "label",
        edge_label: str | None = "label",
        names: Sequence[str] | None = None,
        classes: Sequence[Any] | None = None,
    ) -> Database:
        """NetworkX graphs, simple, all undirected or all directed.

        Parameters
        ----------
        graphs : iterable of networkx.Graph or DiGraph
            The graphs.
        label, edge_label : str or None
            The attributes that are labels; where there is ``None``, or no node or edge has it, all have the same label.
        names : sequence of str, optional
            What each graph is called, if it is not by its number.
        classes : sequence, optional
            The class of each graph.

        Raises
        ------
        GraphError
            If a graph is a multigraph, or of another kind than those before it, or only some of its nodes or edges have a label.

        Examples
        --------
        >>> import networkx as nx
        >>> database = Database.from_networkx([nx.path_graph(3), nx.cycle_graph(3)], names=["path", "cycle"])
        >>> database.names, [len(graph) for graph in database]
        (['path', 'cycle'], [3, 3])
        """
        offsets, labels, edge_labels = [0], list[Any](), list[Any]()
        directed = False
        ends: list[tuple[int, int]] = []
        if hasattr(graphs, "is_directed"):
            raise ArgumentTypeError("graphs are several graphs in a list, not one graph")
        for place, graph in enumerate(graphs):
            if not hasattr(graph, "is_directed"):
                raise ArgumentTypeError(f"graph {place} is no graph of NetworkX, but {graph!r}")
            if graph.is_multigraph():
                raise GraphError(f"graph {place} is a {type(graph).__name__}: a database has simple graphs")
            if place > 0 and graph.is_directed() != directed:
                raise GraphError(
                    f"graph {place} is a {type(graph).__name__}, and those before it are "
                    f"{'' if directed else 'not '}directed: a database has graphs of one kind"
                )
            directed = graph.is_directed()
            number = {node: offsets[-1] + at for at, node in enumerate(graph)}
            offsets.append(offsets[-1] + len(number))
            labels.extend(
                _attributes(((node, graph.nodes[node]) for node in graph), label, f"node of graph {place}")
            )
            edges = [(edge, attributes) for *edge, attributes in graph.edges(data=True)]
            ends.extend((number[source], number[target]) for (source, target), _ in edges)
            edge_labels.extend(_attributes(edges, edge_label, f"edge of graph {place}"))
        return cls.from_arrays(
            offsets, labels, ends, edge_labels, names=names, classes=classes, directed=directed
        )

    @classmethod
    def from_arrays(
        cls,
        offsets: Sequence[int] | np.ndarray,
        vertex_labels: Sequence[Any] | np.ndarray,
        edges: Sequence[tuple[int, int]] | np.ndarray,
        edge_labels: Sequence[Any] | np.ndarray,
        *,
        names: Sequence[str] | None = None,
        classes: Sequence[Any] | None = None,
        directed: bool = False,
    ) -> Database:
        """The database whose graphs lie one after another in arrays.

        Parameters
        ----------
        offsets : sequence of int
            Graph ``g`` has the vertices ``offsets[g]`` to before ``offsets[g + 1]``: from 0, and one more than graphs.
        vertex_labels : sequence
            The label of each vertex of the whole database.
        edges : sequence of pairs, or array of shape (edges, 2)
            Pairs of vertices of the whole database, in the order of their graphs.
        edge_labels : sequence
            The label of each edge.
        names, classes : sequence, optional
            As for :meth:`from_networkx`.
        directed : bool
            Whether an edge is an arc, from its first vertex to its second.

        Raises
        ------
        UsageError
            If the lengths of the arrays do not go together.
        GraphError
            If edges are not in the order of their graphs.

        Examples
        --------
        >>> database = Database.from_arrays([0, 2, 5], "ABABB", [(0, 1), (2, 3), (3, 4)], "xxx")
        >>> [str(pattern) for pattern in fsm(database, support=2)]
        ['A B: 0-x-1 (support 2)']
        """
        starts = [int(start) for start in offsets]
        graphs = len(starts) - 1
        for what, given in (("names", names), ("classes", classes)):
            if given is not None and len(in_order(given, what)) != graphs:
                raise UsageError(f"{len(given)} {what} for {graphs} graphs")
        vertices = list(texts(vertex_labels, lambda vertex: f"vertex {vertex}"))
        if graphs < 0 or starts[0] != 0 or starts[-1] != len(vertices) or starts != sorted(starts):
            raise UsageError(f"offsets rise from 0 to the number of vertices, which is {len(vertices)}")
        of_edges = list(texts(edge_labels, lambda edge: f"edge {edge}"))
        if classes is not None:
            classes = list(texts(classes, lambda graph: f"graph {graph}", "class"))
        pairs = [(int(source), int(target)) for source, target in edges]
        if len(of_edges) != len(pairs):
            raise UsageError(f"{len(of_edges)} edge labels for {len(pairs)} edges")
        lines, edge = [], 0
        for graph in range(graphs):
            first, end = starts[graph], starts[graph + 1]
            record: dict[str, Any] = {"id": str(names[graph]) if names is not None else str(graph)}
            if classes is not None:
                record["class"] = classes[graph]
            record["vertices"] = vertices[first:end]
            inner = []
            while edge < len(pairs) and first <= pairs[edge][0] < end:
                source, target = pairs[edge]
                inner.append([source - first, target - first, of_edges[edge]])
                edge += 1
            record["edges"] = inner
            lines.append(json.dumps(record))
        if edge < len(pairs):
            raise GraphError(
                f"edge {edge} is {pairs[edge][0]}-{pairs[edge][1]}: edges go in the order of their graphs"
            )
        return cls.from_text("\n".join(lines) + "\n", "jsonl", directed=directed)

    def __len__(self) -> int:
        return len(self._native)

    def __getitem__(self, place: Any) -> Any:
        """A graph by its number, as :class:`~motherlode.Graph`; or, by a slice or several numbers, a database of those."""
        if isinstance(place, slice):
            return self._part(range(len(self))[place])
        if hasattr(place, "__iter__"):
            numbers = list(place)
            if numbers and all(
                isinstance(number, bool) or str(getattr(number, "dtype", "")) == "bool" for number in numbers
            ):
                if len(numbers) != len(self):
                    raise IndexError(f"{len(numbers)} booleans for {len(self)} graphs")
                numbers = [number for number, chosen in enumerate(numbers) if chosen]
            return self._part([range(len(self))[int(number)] for number in numbers])
        return self.graph(range(len(self))[place])

    def graph(self, number: int) -> Graph:
        """A graph by its number.

        Parameters
        ----------
        number : int
            From 0 to before ``len``.

        Returns
        -------
        Graph
            Its nodes are 0, 1, 2, …

        Examples
        --------
        >>> Database.from_smiles(["CCO", "CCN"]).graph(0)
        Graph(3 vertices, 2 edges, 2 vertex labels, 1 edge labels)
        """
        from motherlode.graph import Graph

        labels, edges = self._native.graph(whole("number", number, 0, NARROW))
        pairs = [(source, target) for source, target, _ in edges]
        return Graph.from_edges(
            pairs,
            directed=self.is_directed,
            nodes=range(len(labels)),
            labels=labels,
            edge_labels=[label for *_, label in edges] or None,
        )

    @property
    def is_directed(self) -> bool:
        """Whether edges are arcs.

        Examples
        --------
        >>> Database.from_smiles(["CCO"]).is_directed
        False
        """
        return self._native.is_directed

    @property
    def names(self) -> list[str]:
        """What each graph is called.

        Examples
        --------
        >>> Database.from_smiles(["CCO", "CCN"]).names
        ['0', '1']
        """
        return self._native.names

    @property
    def classes(self) -> list[str] | None:
        """The class of each graph, if they have classes.

        Examples
        --------
        >>> Database.from_smiles(["CCO", "CCN"], classes=["alcohol", "amine"]).classes
        ['alcohol', 'amine']
        """
        return self._native.classes

    @property
    def skipped(self) -> int:
        """How many graphs were left out, as they were wrong.

        Examples
        --------
        >>> Database.from_smiles(["CCO", "C1CC"], skip_bad=True).skipped
        1
        """
        return self._native.skipped

    def to_arrays(self) -> tuple[np.ndarray, list[str], np.ndarray, list[str]]:
        """What :meth:`from_arrays` takes.

        Returns
        -------
        offsets : numpy.ndarray of uint32
        vertex_labels : list of str
        edges : numpy.ndarray of uint32, of shape (edges, 2)
        edge_labels : list of str

        Examples
        --------
        >>> offsets, vertex_labels, edges, edge_labels = Database.from_smiles(["CCO", "CN"]).to_arrays()
        >>> offsets.tolist(), vertex_labels, edges.tolist(), edge_labels
        ([0, 3, 5], ['C', 'C', 'O', 'C', 'N'], [[0, 1], [1, 2], [3, 4]], ['1', '1', '1'])
        """
        import numpy as np

        starts, (codes, names), source, target, (edge_codes, edge_names) = self._native.arrays()
        edges = np.stack([source, target], axis=1)
        return starts, _named(codes, names), edges, _named(edge_codes, edge_names)

    def __reduce__(self) -> tuple[Any, ...]:
        return _database, (*self.to_arrays(), self.names, self.classes, self.is_directed)

    def __repr__(self) -> str:
        return f"Database({len(self)} graphs)"

    def _part(self, numbers: Sequence[int]) -> Database:
        offsets, labels, edges, edge_labels = self.to_arrays()
        graph_of = offsets.searchsorted(edges[:, 0], side="right") - 1
        starts, chosen_labels, chosen_edge_labels = [0], list[str](), list[str]()
        chosen_edges: list[Any] = []
        for number in numbers:
            first, end = int(offsets[number]), int(offsets[number + 1])
            low, high = graph_of.searchsorted([number, number + 1])
            shift = starts[-1] - first
            chosen_labels.extend(labels[first:end])
            chosen_edges.extend((edges[low:high].astype("int64") + shift).tolist())
            chosen_edge_labels.extend(edge_labels[low:high])
            starts.append(starts[-1] + end - first)
        names, classes = self.names, self.classes
        return Database.from_arrays(
            starts,
            chosen_labels,
            chosen_edges,
            chosen_edge_labels,
            names=[names[number] for number in numbers],
            classes=None if classes is None else [classes[number] for number in numbers],
            directed=self.is_directed,
        )

    def _with_classes(self, classes: Sequence[Any]) -> Database:
        return Database.from_arrays(
            *self.to_arrays(), names=self.names, classes=classes, directed=self.is_directed
        )


def fsm(
    database: Union[Database, str, os.PathLike[str]],
    support: float,
    *,
    min_edges: int = 1,
    max_edges: int | None = None,
    max_vertices: int | None = None,
    closed: bool = False,
    maximal: bool = False,
    top: int | None = None,
    discriminative: bool = False,
    graphs: bool = False,
    directed: bool = False,
    device: str | None = None,
    memory: Memory = None,
    deadline: float | None = None,
    progress: Progress = None,
) -> list[FrequentPattern]:
    """The connected subgraphs that are in many graphs of a database, the most frequent first.

    Parameters
    ----------
    database : Database or path
        The database, or its file.
    support : int or float
        In how many graphs a pattern is to be; with a fraction, up to 1.0, in which part of them: ``1`` is one graph, ``1.0`` are all.
    min_edges, max_edges, max_vertices : int, optional
        The size of the patterns; ``None`` is no limit.
    closed, maximal : bool
        Only patterns that no larger pattern with the same support contains; or that no larger frequent one contains.
    top : int, optional
        Only so many, the most frequent; with ``discriminative``, those that tell classes apart best.
    discriminative : bool
        The patterns in the order of how well they tell the classes of the graphs apart, by their ``growth``; among equals the more
        frequent comes first. The database has classes, and neither ``closed`` nor ``maximal`` is asked for.
    graphs : bool
        Whether to tell in which graphs each pattern is.
    directed : bool
        Whether the edges of a file are arcs, as for :meth:`Database.read`; a database knows that itself.
    device, memory, deadline
        As for :meth:`Graph.count`.
    progress : bool or callable, optional
        ``True`` for a bar of tqdm, or a function that is called with how many patterns were found so far, and 0: nobody knows
        how many there are.

    Returns
    -------
    list of FrequentPattern

    Examples
    --------
    >>> molecules = Database.from_smiles(["CCO", "CCN", "CC(=O)O", "OC1CC1"])
    >>> for pattern in fsm(molecules, support=3, closed=True):
    ...     print(pattern)
    C C: 0-1-1 (support 4)
    C C O: 0-1-1, 1-1-2 (support 3)
    >>> drugs = Database.from_smiles(["CCO", "CCN", "CC(=O)O", "CCCN"], classes=["acid", "base", "acid", "base"])
    >>> first = fsm(drugs, support=2, discriminative=True)[0]
    >>> print(first, first.growth, first.class_supports)
    C N: 0-1-1 (support 2) ('base', inf) {'acid': 0, 'base': 2}
    """
    if not isinstance(database, Database):
        database = Database.read(database, directed=directed)
    elif flag("directed", directed) and not database.is_directed:
        raise UsageError("directed: the database was read as undirected; give directed=True where it is made")
    asked = wanted(
        support,
        len(database),
        "graphs",
        min_edges=min_edges,
        max_edges=max_edges,
        max_vertices=max_vertices,
        keep=kept(closed, maximal),
        top=top,
        places=graphs,
        exact=True,
        discriminative=discriminative,
    )
    if asked.discriminative and asked.keep != "all":
        raise UsageError(
            f"discriminative and {asked.keep}: patterns that tell classes apart are ranked among all; ask for one of the two"
        )
    with job(device, memory, deadline, progress) as how:
        records = database._native.frequent(asked, how)
    return found(records, directed=database.is_directed, places="graphs")


def _attributes(records: Iterable[tuple[Any, dict[str, Any]]], name: str | None, what: str) -> list[Any]:
    given = [(where, attributes.get(name) if name is not None else None) for where, attributes in records]
    missing = [where for where, value in given if is_missing(value)]
    if len(missing) == len(given):
        return ["0"] * len(given)
    if missing:
        raise GraphError(
            f"the {what} {missing[0]!r} has no attribute {name!r}, which others have: all have it, or none"
        )
    return [value for _, value in given]


def _named(codes: np.ndarray, names: list[str]) -> list[str]:
    return [names[code] for code in codes.tolist()]


def _database(
    offsets: np.ndarray,
    labels: list[str],
    edges: np.ndarray,
    edge_labels: list[str],
    names: list[str],
    classes: list[str] | None,
    directed: bool = False,
) -> Database:
    return Database.from_arrays(
        offsets, labels, edges, edge_labels, names=names, classes=classes, directed=directed
    )
