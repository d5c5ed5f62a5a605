"""Graphs, and what is mined in them."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, Union, overload

from motherlode._arguments import file_path, flag, is_boolean, listed, number, optional, string, whole
from motherlode._directions import warn_of_directions, without_directions
from motherlode._job import Memory, Progress, job
from motherlode._modes import At, Induced, Method, Order, Semantics
from motherlode._motherlode import NativeGraph
from motherlode._nodes import Nodes
from motherlode._sides import left_side
from motherlode._structure import Path, Structure
from motherlode.errors import LabelError, UsageError
from motherlode.frequent import FrequentPattern, found, kept, wanted
from motherlode.pattern import PatternLike, native
from motherlode.results import Estimate, LocalCounts, Matches, MaximalCliques, Plan, Verification
from motherlode.significance import Judged, NullModel, Significance, null_samples
from motherlode.tasks import Tasks

if TYPE_CHECKING:
    import igraph
    import networkx as nx
    import numpy as np
    import pandas as pd
    import scipy.sparse

    from motherlode.convert.arrays import EdgeArrays

__all__ = ["Graph"]

#: Properties by name: values in order, or by node or pair of nodes.
Columns = Mapping[str, Union[Sequence[Any], Mapping[Any, Any]]]
#: The class has a method called `list`.
_List = list


class Graph(Structure):
    """A graph: simple, undirected or directed, with or without labels and properties.

    It is made by one of its ``from_`` methods, which keep what the user calls the vertices (:attr:`nodes`), or by :meth:`read` or
    :meth:`generate`; ``Graph(data)`` finds the ``from_`` method for what it is given. It does not change. A device to which a job takes it keeps it, so that the next job there starts at once.
    The options that jobs have in common, such as ``device`` and ``deadline``, are explained at :meth:`count`.

    Self-loops are dropped, and so are parallel edges, but for their labels and properties: :attr:`dropped` says how many.

    Examples
    --------
    >>> import motherlode as ml
    >>> graph = ml.Graph.from_edges([("ann", "bob"), ("bob", "cid"), ("cid", "ann"), ("cid", "dan")])
    >>> graph.count("triangle"), graph.exists("4-cycle")
    (1, False)
    >>> list(graph.list("tailed-triangle"))
    [('cid', 'ann', 'bob', 'dan')]
    """

    def __init__(self, data: Any, **options: Any) -> None:
        """The graph of anything that one of the ``from_`` constructors takes, which it finds by what ``data`` is.

        Parameters
        ----------
        data : object
            Pairs of nodes, an array of shape (edges, 2), a data frame, a sparse matrix, or a graph of NetworkX, python-igraph or
            PyTorch Geometric.
        **options
            Those of the constructor that is found.

        Raises
        ------
        ArgumentTypeError
            If no constructor takes it.

        Examples
        --------
        >>> Graph([("ann", "bob"), ("bob", "cid")], directed=True)
        Graph(3 vertices, 2 arcs)
        """
        from motherlode.convert import constructor_for

        if isinstance(data, Graph):
            raise UsageError("this is a Graph already, and does not change: use it as it is")
        self.__dict__.update(getattr(type(self), constructor_for(data))(data, **options).__dict__)

    @classmethod
    def _of(cls, native_graph: NativeGraph, nodes: Nodes) -> Graph:
        made = cls.__new__(cls)
        made._native, made._nodes = native_graph, nodes
        return made

    # Making graphs.

    @classmethod
    def from_edges(
        cls,
        edges: Iterable[Any] | np.ndarray,
        *,
        directed: bool = False,
        nodes: Iterable[Hashable] | None = None,
        labels: Mapping[Any, Any] | Sequence[Any] | np.ndarray | None = None,
        edge_labels: Mapping[Any, Any] | Sequence[Any] | np.ndarray | None = None,
        vertex_properties: Columns | None = None,
        edge_properties: Columns | None = None,
    ) -> Graph:
        """The graph of pairs of nodes.

        Parameters
        ----------
        edges : iterable of pairs, or array of shape (edges, 2)
            The ends of each edge, any hashable objects. If all are integers, vertices are numbered in ascending order, otherwise
            as they first appear.
        directed : bool
            Whether an edge is an arc, from its first node to its second.
        nodes : iterable, optional
            Nodes to number first, in this order; nodes without edges are given so.
        labels : mapping or sequence, optional
            The label of each node, or several in a list, tuple or set: by node, or in the order of :attr:`nodes`. A Series of pandas
            goes by its index, unless that is 0, 1, 2, … and the nodes are others. What is given for nodes that the graph does not have is
            left, with a warning that names the first; so it is with edges and properties.
        edge_labels : mapping or sequence, optional
            The label of each edge: by pair of nodes, or in the order of ``edges``. One that is given several times, with different
            labels, has all of them.
        vertex_properties, edge_properties : mapping, optional
            Columns by name, each by node or by pair of nodes, or in order, as labels are; ``None`` or NaN where there is no value.

        Raises
        ------
        GraphError
            If a node or an edge has no label where others have one, or two labels that differ have the same text, as 1 and ``"1"``.

        Examples
        --------
        >>> calls = Graph.from_edges([(3, 1), (1, 7)], directed=True, labels={1: "A", 3: "B", 7: "B"})
        >>> calls.nodes, calls.count("(x:A)->(y:B)")
        (Nodes([1, 3, 7]), 1)
        """
        from motherlode.convert.edges import of_edges

        arrays = of_edges(edges, nodes, flag("directed", directed))
        arrays.attach(labels, edge_labels, vertex_properties, edge_properties)
        return cls._of_arrays(arrays)

    @classmethod
    def from_arrays(
        cls,
        source: Any,
        target: Any,
        n: int | None = None,
        *,
        directed: bool = False,
        nodes: Sequence[Hashable] | None = None,
        labels: Mapping[Any, Any] | Sequence[Any] | np.ndarray | None = None,
        edge_labels: Mapping[Any, Any] | Sequence[Any] | np.ndarray | None = None,
        vertex_properties: Columns | None = None,
        edge_properties: Columns | None = None,
    ) -> Graph:
        """The graph of edges between vertex numbers, in arrays of integers.

        Parameters
        ----------
        source, target : array of integers
            The ends of each edge: two arrays of the same length, of any width of integers, with numbers from 0 to before ``n``.
        n : int, optional
            How many vertices there are: otherwise as many as ``nodes``, or one more than the greatest number.
        nodes : sequence, optional
            What the vertices are called, one for each, if it is not by their numbers.
        directed, labels, edge_labels, vertex_properties, edge_properties
            As for :meth:`from_edges`.

        Raises
        ------
        UsageError
            If there are not ``n`` of ``nodes``.
        GraphError
            If a number is not below ``n``.

        Examples
        --------
        >>> import numpy as np
        >>> graph = Graph.from_arrays(np.array([0, 1, 2]), np.array([1, 2, 0]), 4)
        >>> graph, graph.count("triangle")
        (Graph(4 vertices, 3 edges), 1)
        """
        import numpy as np

        from motherlode.convert.arrays import EdgeArrays, integers

        source, target = integers(source), integers(target)
        n = optional(whole, "n", n)
        if n is None:
            n = (
                len(nodes)
                if nodes is not None
                else max((int(ends.max()) + 1 for ends in (source, target) if len(ends)), default=0)
            )
        if nodes is not None and len(nodes) != n:
            raise UsageError(f"{len(nodes)} nodes for {n} vertices")
        named = Nodes(n) if nodes is None else Nodes(nodes if isinstance(nodes, np.ndarray) else list(nodes))
        arrays = EdgeArrays(source, target, named, flag("directed", directed))
        arrays.attach(labels, edge_labels, vertex_properties, edge_properties)
        return cls._of_arrays(arrays)

    @classmethod
    def from_csr(cls, offsets: Any, neighbors: Any, *, nodes: Sequence[Hashable] | None = None) -> Graph:
        """The undirected graph of adjacency lists, as :meth:`to_arrays` returns them: each edge stands in the lists of both its
        ends, which ascend. Lists in an array that is read-only, such as one in Ray's object store, are used where they are.

        Parameters
        ----------
        offsets : array of integers
            Where the list of each vertex starts in ``neighbors``, and at last where the last one ends: one more than vertices.
        neighbors : array of integers
            All lists one after another, by vertex number. To be used where they are, they are of uint32, and ``offsets`` of uint64.
        nodes : sequence, optional
            What the vertices are called, if it is not by their numbers.

        Raises
        ------
        GraphError
            If these are not the lists of a graph.

        Examples
        --------
        >>> Graph.from_csr([0, 1, 3, 4], [1, 0, 2, 1]).count("wedge")
        1
        """
        import numpy as np

        offsets, neighbors = np.asarray(offsets), np.asarray(neighbors)
        lent = offsets.dtype == "uint64" and neighbors.dtype == "uint32" and len(neighbors) > 0
        if lent and not _writeable(neighbors):
            made = NativeGraph.of_lent_csr(offsets, neighbors)
        else:
            from motherlode.convert.arrays import integers

            made = NativeGraph.of_csr(integers(offsets), integers(neighbors))
        return cls._of(made, Nodes(made.n if nodes is None else list(nodes)))

    @classmethod
    def from_networkx(
        cls,
        graph: nx.Graph,
        *,
        label: str | None = None,
        edge_label: str | None = None,
        properties: bool | Sequence[str] = False,
    ) -> Graph:
        """The graph of a NetworkX graph: its nodes keep their order. A ``DiGraph`` is directed.

        Parameters
        ----------
        graph : networkx.Graph
            Any kind of graph.
        label, edge_label : str, optional
            The attribute that is the label of a node, or of an edge; all must have it.
        properties : bool or sequence of str
            Whether all attributes that are numbers, texts or booleans are properties, for conditions in patterns; or which of them.
            Parallel edges then are several edges.

        Raises
        ------
        GraphError
            If a label is missing, or the values of an attribute are of several kinds, as 3 and ``"three"``.

        Examples
        --------
        >>> import networkx as nx
        >>> Graph.from_networkx(nx.petersen_graph()).count("5-cycle")
        12
        """
        from motherlode.convert.networkx import of_networkx

        wanted = (
            flag("properties", properties) if is_boolean(properties) else listed("properties", properties)
        )
        return cls._of_arrays(of_networkx(graph, label, edge_label, wanted))

    @classmethod
    def from_scipy(cls, matrix: scipy.sparse.sparray, *, directed: bool | None = None) -> Graph:
        """The graph of a sparse adjacency matrix.

        Parameters
        ----------
        matrix : scipy.sparse array or matrix
            Square: each entry that is not 0 is an edge from its row to its column. The numbers of rows are the nodes.
        directed : bool, optional
            Whether edges are arcs; otherwise they are unless the matrix is symmetric.

        Examples
        --------
        >>> import numpy, scipy.sparse
        >>> Graph.from_scipy(scipy.sparse.csr_array(numpy.ones((4, 4)))).count("triangle")
        4
        """
        from motherlode.convert.sparse import of_scipy

        made = of_scipy(matrix, optional(flag, "directed", directed))
        return cls._of(made, Nodes(made.n))

    @classmethod
    def from_arrow(
        cls,
        table: Any,
        *,
        source: str = "source",
        target: str = "target",
        directed: bool = False,
        edge_label: str | None = None,
        properties: Sequence[str] | str = (),
    ) -> Graph:
        """The graph of a table with an edge in each row: of anything that speaks the Arrow PyCapsule Interface (pyarrow, polars,
        pandas, DuckDB, …).

        Parameters
        ----------
        table : object with ``__arrow_c_stream__``
            The table.
        source, target : str
            The columns of the ends: both of integers, or both of texts.
        directed : bool
            Whether an edge is an arc, from source to target.
        edge_label : str, optional
            The column of the edges' labels.
        properties : str or sequence of str
            The column, or columns, that are properties of the edges.

        Examples
        --------
        >>> import pyarrow
        >>> table = pyarrow.table({"source": ["ann", "bob"], "target": ["bob", "cid"], "kind": ["calls", "pays"]})
        >>> Graph.from_arrow(table, edge_label="kind").edge_labels
        ['calls', 'pays']
        """
        from motherlode.convert.tables import of_table

        names = listed("properties", properties)
        made = of_table(table, source, target, flag("directed", directed), edge_label, names)
        if isinstance(made, tuple):
            return cls._called_as_read(made[0])
        return cls._of_arrays(made)

    @classmethod
    def from_polars(cls, frame: Any, **options: Any) -> Graph:
        """The graph of a polars data frame with an edge in each row.

        Parameters
        ----------
        frame : polars.DataFrame
            The frame.
        **options
            Those of :meth:`from_arrow`.

        Examples
        --------
        >>> import polars
        >>> frame = polars.DataFrame({"caller": ["ann", "bob"], "called": ["bob", "cid"]})
        >>> Graph.from_polars(frame, source="caller", target="called", directed=True)
        Graph(3 vertices, 2 arcs)
        """
        return cls.from_arrow(frame, **options)

    @classmethod
    def from_pandas(
        cls,
        frame: pd.DataFrame,
        *,
        source: str = "source",
        target: str = "target",
        directed: bool = False,
        edge_label: str | None = None,
        properties: Sequence[str] | str = (),
        labels: Mapping[Any, Any] | Sequence[Any] | np.ndarray | None = None,
        vertex_properties: Columns | None = None,
    ) -> Graph:
        """The graph of a pandas data frame with an edge in each row, between any objects.

        Parameters
        ----------
        frame : pandas.DataFrame
            The frame.
        source, target : str
            The columns of the ends.
        directed, edge_label, properties
            As for :meth:`from_arrow`.
        labels, vertex_properties
            As for :meth:`from_edges`.

        Examples
        --------
        >>> import pandas
        >>> frame = pandas.DataFrame({"source": ["ann", "bob"], "target": ["bob", "cid"], "minutes": [3, 40]})
        >>> list(Graph.from_pandas(frame, properties="minutes").list("(a)-[{minutes > 5}]-(b)"))
        [('bob', 'cid')]
        """
        from motherlode.convert.frames import of_pandas

        names = listed("properties", properties)
        arrays = of_pandas(frame, source, target, flag("directed", directed), edge_label, names)
        arrays.attach_to_vertices(labels, vertex_properties)
        return cls._of_arrays(arrays)

    @classmethod
    def from_igraph(
        cls, graph: igraph.Graph, *, label: str | None = None, edge_label: str | None = None
    ) -> Graph:
        """The graph of a python-igraph graph, whose nodes are the names of its vertices, if they have names that differ.

        Parameters
        ----------
        graph : igraph.Graph
            The graph, directed or not.
        label, edge_label : str, optional
            The attribute that is the label of a vertex, or of an edge; all must have it.

        Raises
        ------
        UsageError
            If there is no such attribute.

        Examples
        --------
        >>> import igraph
        >>> Graph.from_igraph(igraph.Graph.Full(5)).count("triangle")
        10
        """
        from motherlode.convert.igraph import of_igraph

        return cls._of_arrays(of_igraph(graph, label, edge_label))

    @classmethod
    def from_pyg(
        cls, data: Any, *, directed: bool = False, label: str | None = None, edge_label: str | None = None
    ) -> Graph:
        """The graph of ``Data`` of PyTorch Geometric: of its ``edge_index``.

        Parameters
        ----------
        data : torch_geometric.data.Data
            What has an ``edge_index`` of shape (2, edges) and ``num_nodes``; tensors or arrays.
        directed : bool
            Whether an edge is an arc, from its first row to its second.
        label, edge_label : str, optional
            The tensor that has the labels of the nodes, or of the edges: one number for each, or one-hot rows.

        Raises
        ------
        UsageError
            If ``data`` has no ``edge_index``, or no tensor of that name.

        Examples
        --------
        >>> import numpy as np
        >>> from types import SimpleNamespace
        >>> data = SimpleNamespace(edge_index=np.array([[0, 1, 2], [1, 2, 0]]), num_nodes=3)
        >>> Graph.from_pyg(data).count("triangle")
        1
        """
        from motherlode.convert.pyg import of_pyg

        return cls._of_arrays(of_pyg(data, flag("directed", directed), label, edge_label))

    @classmethod
    def read(
        cls,
        path: Path,
        *,
        directed: bool = False,
        labels: Path | None = None,
        format: str | None = None,
        names: bool = False,
        ignore_columns: bool = False,
    ) -> Graph:
        """The graph in a file, plain or compressed by gzip or zstd, in any format that the command reads: ``motherlode count --help``
        lists them. ``.csr`` of ``motherlode convert`` is mapped, and so read at once.

        Parameters
        ----------
        path : path
            The file.
        directed : bool
            Whether an edge is an arc.
        labels : path, optional
            A file with the labels of the vertices: lines of an id and its labels.
        format : str, optional
            What the file is in, as ``--input-format`` of the command has it; otherwise its content or its name tells.
        names : bool
            Whether ids are names, even where the first are numbers.
        ignore_columns : bool
            Whether to leave columns of an edge list beyond the second, such as weights.

        Raises
        ------
        GraphError
            If there is no such file, or it is wrong: the message has the line.

        Examples
        --------
        >>> import pathlib, tempfile
        >>> file = pathlib.Path(tempfile.mkdtemp()) / "calls.el"
        >>> _ = file.write_text("ann bob\\nbob cid\\n")
        >>> Graph.read(file, directed=True).nodes
        Nodes(['ann', 'bob', 'cid'])
        """
        made = NativeGraph.read(
            file_path("path", path),
            flag("directed", directed),
            optional(file_path, "labels", labels),
            optional(string, "format", format),
            flag("names", names),
            flag("ignore_columns", ignore_columns),
        )
        return cls._called_as_read(made)

    @classmethod
    def generate(cls, recipe: str) -> Graph:
        """A graph that is made on the spot.

        Parameters
        ----------
        recipe : str
            ``"karate"``, ``"rmat:16"``, ``"gnm:20:16000000"``, ``"complete:7"``, … as ``motherlode generate --help`` has them. The
            same recipe makes the same graph.

        Raises
        ------
        UsageError
            If it is no recipe.

        Examples
        --------
        >>> Graph.generate("karate"), Graph.generate("complete:7").count("triangle")
        (Graph(34 vertices, 78 edges), 35)
        """
        return cls._called_as_read(NativeGraph.make(string("recipe", recipe)))

    # Counting.

    # A text is a sequence of texts, too: the first of the two is meant.
    @overload
    def count(  # type: ignore[overload-overlap]
        self,
        pattern: PatternLike,
        *,
        induced: Induced = ...,
        semantics: Semantics = ...,
        method: Method = ...,
        device: str | None = ...,
        memory: Memory = ...,
        deadline: float | None = ...,
        progress: Progress = ...,
    ) -> int: ...
    @overload
    def count(
        self,
        pattern: Sequence[PatternLike],
        *,
        induced: Induced = ...,
        semantics: Semantics = ...,
        method: Method = ...,
        device: str | None = ...,
        memory: Memory = ...,
        deadline: float | None = ...,
        progress: Progress = ...,
    ) -> _List[int]: ...
    def count(
        self,
        pattern: PatternLike | Sequence[PatternLike],
        *,
        induced: Induced = "edge",
        semantics: Semantics = "subgraphs",
        method: Method = "best",
        device: str | None = None,
        memory: Memory = None,
        deadline: float | None = None,
        progress: Progress = None,
    ) -> int | _List[int]:
        """How many matches a pattern has, exactly; or each of several, of which what they have in common is done once.

        Parameters
        ----------
        pattern : str, Pattern, or sequence of them
            What to count: a name, a text in the pattern language, or a :class:`Pattern`.
        induced : {"edge", "vertex"}
            Whether the pattern's edges must be there, and more do not matter; or no others may be between the same vertices.
        semantics : {"subgraphs", "embeddings", "homomorphisms"}
            Subgraphs count once, whatever the pattern's automorphisms; embeddings are injective maps; homomorphisms are all maps.
        method : {"best", "walk", "decomposition"}
            How to count: the result is the same.
        device : str, optional
            Where to count: ``"auto"``, ``"cpu"``, ``"cuda:0"``, ``"cuda:0,2"``, ``"cuda:all"`` or ``"all"``; otherwise that of
            :func:`set_device`, or ``"auto"``.
        memory : str or int, optional
            The most memory to take on each device, as ``"4GiB"``, or in bytes. On the CPU that is what a job allocates besides the
            graph, which lies where it is: many jobs need nothing.
        deadline : float, optional
            After how many seconds to give up with :class:`DeadlineError`.
        progress : bool or callable, optional
            ``True`` for a bar, where tqdm is installed; or a function that is called with how much is done and of how much.

        Returns
        -------
        int, or list of int

        Examples
        --------
        >>> karate = Graph.generate("karate")
        >>> karate.count("triangle"), karate.count("a-b, b-c, c-d, d-a", induced="vertex")
        (45, 36)
        >>> karate.count(["house", "diamond"])
        [781, 151]
        """
        several = isinstance(pattern, (list, tuple)) or (
            isinstance(pattern, Sequence) and not isinstance(pattern, str)
        )
        patterns = [native(each) for each in pattern] if several else [native(pattern)]  # type: ignore[union-attr, arg-type]
        _matching(induced, semantics)
        with job(device, memory, deadline, progress) as how:
            counts = self._native.count(patterns, induced, semantics, string("method", method), how)
        return [count for count, _ in counts] if several else counts[0][0]

    def exists(
        self,
        pattern: PatternLike,
        *,
        induced: Induced = "edge",
        semantics: Semantics = "subgraphs",
        device: str | None = None,
        memory: Memory = None,
        deadline: float | None = None,
    ) -> bool:
        """Whether there is a match.

        Parameters
        ----------
        pattern, induced, semantics, device, memory, deadline
            As for :meth:`first`.

        Examples
        --------
        >>> karate = Graph.generate("karate")
        >>> karate.exists("5-clique"), karate.exists("6-clique")
        (True, False)
        """
        how: Any = {"device": device, "memory": memory, "deadline": deadline}
        return self.first(pattern, induced=induced, semantics=semantics, **how) is not None

    def first(
        self,
        pattern: PatternLike,
        *,
        induced: Induced = "edge",
        semantics: Semantics = "subgraphs",
        device: str | None = None,
        memory: Memory = None,
        deadline: float | None = None,
    ) -> tuple[Any, ...] | None:
        """The first match: a node for each vertex of the pattern; none if there is none.

        Parameters
        ----------
        pattern : str or Pattern
            What to look for.
        induced, semantics, device, memory, deadline
            As for :meth:`count`.

        Returns
        -------
        tuple or None
            The nodes in the order of the pattern's vertices, as :meth:`list` has them.

        Examples
        --------
        >>> karate = Graph.generate("karate")
        >>> karate.first("5-clique"), karate.first("6-clique")
        ((14, 4, 2, 1, 3), None)
        """
        _matching(induced, semantics)
        with job(device, memory, deadline) as how:
            vertices = self._native.first(native(pattern), induced, semantics, how)
        return None if vertices is None else self._nodes.take(vertices)

    def list(
        self,
        pattern: PatternLike,
        *,
        limit: int | None = None,
        sample: int | None = None,
        seed: int = 1,
        induced: Induced = "edge",
        semantics: Semantics = "subgraphs",
        device: str | None = None,
        memory: Memory = None,
        deadline: float | None = None,
    ) -> Matches:
        """The matches themselves, each once, in the same order on every device.

        Parameters
        ----------
        pattern : str or Pattern
            What to list.
        limit : int, optional
            Only the first so many.
        sample, seed : int, optional
            So many at random, each set as likely as any other; the same for the same seed.
        induced, semantics, device, memory, deadline
            As for :meth:`count`.

        Returns
        -------
        Matches
            Rows of nodes, to go through, or as a data frame.

        Examples
        --------
        >>> list(Graph.generate("karate").list("5-clique"))
        [(14, 4, 2, 1, 3), (8, 4, 2, 1, 3)]
        """
        if limit is not None and sample is not None:
            raise UsageError("limit and sample: the first ones, or some at random; give one of them")
        wanted = native(pattern)
        _matching(induced, semantics)
        limit, sample = optional(whole, "limit", limit), optional(whole, "sample", sample)
        seed = whole("seed", seed)
        how = job(device, memory, deadline)
        listing = self._native.list(wanted, induced, semantics, how)
        asked = {"limit": limit, "sample": sample, "seed": seed, "induced": induced, "semantics": semantics}
        return Matches(
            tuple(wanted.vertices),
            self._nodes,
            lambda: listing.open(limit, sample, seed, how),
            (self, str(wanted), asked),
        )

    def local(
        self,
        pattern: PatternLike,
        *,
        at: At = "vertices",
        induced: Induced = "edge",
        semantics: Semantics = "subgraphs",
        device: str | None = None,
        memory: Memory = None,
        deadline: float | None = None,
        progress: Progress = None,
    ) -> LocalCounts:
        """At how many matches each vertex is, or each edge, in each orbit of the pattern.

        Parameters
        ----------
        pattern : str or Pattern
            What to count.
        at : {"vertices", "edges"}
            What has a row: each vertex, or each edge of the graph, as :attr:`edges` has them. In a directed graph these are arcs, and a
            count is of the matches in which that arc takes part: as an arc of the pattern, or as an edge, which an arc in either
            direction is.
        induced, semantics, device, memory, deadline, progress
            As for :meth:`count`.

        Returns
        -------
        LocalCounts
            A row for each vertex or edge, and a column for each orbit.

        Examples
        --------
        >>> karate = Graph.generate("karate")
        >>> karate.local("triangle").at[1], karate.local("triangle", at="edges").at[1, 2]
        (18, 7)
        >>> calls = Graph.from_edges([("ann", "bob"), ("bob", "ann"), ("bob", "cid")], directed=True)
        >>> calls.local("a->b->c", at="edges").to_dict("b->c")
        {('ann', 'bob'): 0, ('bob', 'ann'): 0, ('bob', 'cid'): 1}
        """
        wanted = native(pattern)
        _matching(induced, semantics)
        with job(device, memory, deadline, progress) as how:
            columns, matches, values = self._native.local(wanted, string("at", at), induced, semantics, how)
        directed = bool(self.is_directed)
        ends = (self._arcs if directed else self._pairs) if at == "edges" else None
        return LocalCounts(tuple(columns), values, matches, self._nodes, ends, directed)

    def graphlets(
        self,
        k: int = 4,
        *,
        at: At = "vertices",
        directed: bool = False,
        mutual: bool = True,
        device: str | None = None,
        memory: Memory = None,
        deadline: float | None = None,
        progress: Progress = None,
    ) -> LocalCounts:
        """The graphlet degree vector of each vertex, or of each edge: at how many vertex-induced matches of each
        connected pattern of 2 to ``k`` vertices it is, in each orbit.

        Parameters
        ----------
        k : int
            The most vertices of a pattern: 2 to 5; 2 to 4 if they are directed.
        at : {"vertices", "edges"}
            What has a row: each vertex, or each pair of adjacent vertices. Directed ones are counted at vertices.
        directed : bool
            Whether the patterns are directed graphs, with 3, 33 and 730 orbits of up to 2, 3 and 4 vertices. Without it, directions are not looked at, and a directed
            graph is warned of.
        mutual : bool
            For ``directed``: whether those in which arcs lead both ways between two vertices are among them. Without these there are 2, 13 and 129 orbits (Sarajlić et al. 2016).
        device, memory, deadline, progress
            As for :meth:`count`.

        Returns
        -------
        LocalCounts
            Its columns are the orbits, as ``"diamond:a+c"`` or ``"030T:b"``, in the order of :meth:`motifs`; its ``matches`` are ``None``.

        Examples
        --------
        >>> graphlets = Graph.generate("karate").graphlets(3)
        >>> graphlets.columns
        ('edge:a+b', 'wedge:a+c', 'wedge:b', 'triangle:a+b+c')
        >>> graphlets.values[0].tolist()
        [16, 17, 102, 18]
        >>> loop = Graph.from_edges([(1, 2), (1, 3), (2, 3), (3, 4)], directed=True)
        >>> degrees = loop.graphlets(3, directed=True)
        >>> {column: count for column, count in zip(degrees.columns, degrees.values[1].tolist()) if count}
        {'a->b:a': 1, 'a->b:b': 1, '021C:a': 1, '030T:b': 1}
        """
        import numpy as np

        directed, mutual = flag("directed", directed), flag("mutual", mutual)
        size, place = whole("k", k, 2), string("at", at)
        if not mutual and not directed:
            raise UsageError("mutual=False is about directed graphlets: give directed=True")
        if directed and place != "vertices":
            raise UsageError(
                f"at={place!r}: directed graphlets are counted at vertices; local(pattern, at='edges') counts one at each arc"
            )
        if not directed:
            warn_of_directions(self, "graphlets")
        with job(device, memory, deadline, progress) as how:
            if directed:
                tables = self._native.directed_graphlets(size, mutual, how)
            else:
                tables = self._native.graphlets(size, place, how)
        columns = tuple(f"{name}:{orbit}" for name, _, (orbits, _, _) in tables for orbit in orbits)
        values = np.concatenate([values for _, _, (_, _, values) in tables], axis=1)
        return LocalCounts(columns, values, None, self._nodes, self._pairs if at == "edges" else None)

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
        >>> cores = Graph.from_edges([(1, 2), (2, 3), (3, 1), (3, 4)]).cores()
        >>> cores.at[4], cores.at[3]
        ({'core': 1, 'layer': 1, 'order': 0}, {'core': 2, 'layer': 2, 'order': 3})
        >>> int(Graph.generate("karate").cores().values[:, 0].max())
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
        >>> trusses = Graph.from_edges([(1, 2), (2, 3), (3, 1), (3, 4)]).trusses()
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
        >>> likes = Graph.from_edges([("ann", "tea"), ("ann", "rye"), ("bob", "tea"), ("bob", "rye"), ("cid", "rye")])
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
        >>> nuclei = Graph.from_edges([(1, 2), (1, 3), (2, 3), (1, 4), (2, 4), (3, 4), (3, 5), (4, 5)]).nuclei()
        >>> nuclei
        {(1, 2, 3): 1, (1, 2, 4): 1, (1, 3, 4): 1, (2, 3, 4): 1, (3, 4, 5): 0}
        """
        with job(device, memory, deadline, progress) as how:
            vertices, numbers = self._native.nuclei(how)
        nodes = self._nodes.take(vertices.tolist())
        return dict(zip(zip(nodes[::3], nodes[1::3], nodes[2::3]), numbers.tolist()))

    @overload
    def butterflies(
        self,
        *,
        at: None = None,
        device: str | None = None,
        memory: Memory = None,
        deadline: float | None = None,
        progress: Progress = None,
    ) -> int: ...
    @overload
    def butterflies(
        self,
        *,
        at: At,
        device: str | None = None,
        memory: Memory = None,
        deadline: float | None = None,
        progress: Progress = None,
    ) -> LocalCounts: ...
    def butterflies(
        self,
        *,
        at: At | None = None,
        device: str | None = None,
        memory: Memory = None,
        deadline: float | None = None,
        progress: Progress = None,
    ) -> int | LocalCounts:
        """How many butterflies there are, bicliques of two and two nodes: the 4-cycles of the graph. With ``at``, at how many each vertex or each edge is.

        Parameters
        ----------
        at : {"vertices", "edges"}, optional
            What has a row: each vertex, or each pair of adjacent vertices.
        device, memory, deadline, progress
            As for :meth:`count`.

        Returns
        -------
        int or LocalCounts
            With ``at``, a table whose one column is ``"bicliques"``.

        Examples
        --------
        >>> likes = Graph.from_edges([("ann", "tea"), ("ann", "rye"), ("bob", "tea"), ("bob", "rye"), ("cid", "rye")])
        >>> likes.butterflies(), likes.butterflies(at="edges").at["ann", "tea"]
        (1, 1)
        """
        warn_of_directions(self, "butterflies")
        return self._bicliques(2, 2, None, at, job(device, memory, deadline, progress))

    @overload
    def bicliques(
        self,
        p: int,
        q: int,
        *,
        left: Iterable[Hashable] | None = None,
        at: None = None,
        device: str | None = None,
        memory: Memory = None,
        deadline: float | None = None,
        progress: Progress = None,
    ) -> int: ...
    @overload
    def bicliques(
        self,
        p: int,
        q: int,
        *,
        left: Iterable[Hashable] | None = None,
        at: At,
        device: str | None = None,
        memory: Memory = None,
        deadline: float | None = None,
        progress: Progress = None,
    ) -> LocalCounts: ...
    def bicliques(
        self,
        p: int,
        q: int,
        *,
        left: Iterable[Hashable] | None = None,
        at: At | None = None,
        device: str | None = None,
        memory: Memory = None,
        deadline: float | None = None,
        progress: Progress = None,
    ) -> int | LocalCounts:
        """How many bicliques there are: sets of ``p`` and of ``q`` nodes, each of the one joined to each of the other. With ``at``, at how many each
        vertex or each edge is.

        Parameters
        ----------
        p, q : int
            The nodes of the two sets: 1 to 32.
        left : iterable of nodes, optional
            The nodes of one side of the graph, where all edges lead to the other one: the ``p`` nodes are among these. Without it, all subgraphs count
            of any graph, whichever set is which.
        at : {"vertices", "edges"}, optional
            As for :meth:`butterflies`.
        device, memory, deadline, progress
            As for :meth:`count`.

        Returns
        -------
        int or LocalCounts
            With ``at``, a table whose one column is ``"bicliques"``.

        Examples
        --------
        >>> likes = Graph.from_edges([("ann", "tea"), ("ann", "rye"), ("bob", "tea"), ("bob", "rye"), ("cid", "rye")])
        >>> likes.bicliques(1, 2, left=["ann", "bob", "cid"]), likes.bicliques(1, 2)
        (2, 6)
        >>> likes.bicliques(3, 1, left=["ann", "bob", "cid"], at="vertices").at["rye"]
        1
        """
        warn_of_directions(self, "bicliques")
        return self._bicliques(p, q, left, at, job(device, memory, deadline, progress))

    @without_directions
    def maximal_biclique_profile(
        self,
        *,
        left: Iterable[Hashable] | None = None,
        min_left: int = 1,
        min_right: int = 1,
        device: str | None = None,
        memory: Memory = None,
        deadline: float | None = None,
        progress: Progress = None,
    ) -> dict[tuple[int, int], int]:
        """How many maximal bicliques there are of each two sizes: bicliques to which no node can be added.

        Parameters
        ----------
        left : iterable of nodes, optional
            As for :meth:`bicliques`. Without it each biclique counts once, whichever set is which, and the smaller set is told first.
        min_left, min_right : int
            The nodes on the left and on the right, at least; without ``left`` those of the smaller and of the larger set.
        device, memory, deadline, progress
            As for :meth:`count`.

        Returns
        -------
        dict of tuple of int to int
            The numbers of maximal bicliques by their nodes on the left and on the right.

        Examples
        --------
        >>> likes = Graph.from_edges([("ann", "tea"), ("ann", "rye"), ("bob", "tea"), ("bob", "rye"), ("cid", "rye")])
        >>> likes.maximal_biclique_profile(left=["ann", "bob", "cid"])
        {(2, 2): 1, (3, 1): 1}
        """
        least = _least_sides(min_left, min_right)
        side = left_side(left, self._native, self._nodes)
        with job(device, memory, deadline, progress) as how:
            sizes = self._native.maximal_biclique_profile(least, side, how)
        return {(one, other): count for (one, other), count in sizes}

    @without_directions
    def maximal_bicliques(
        self,
        *,
        left: Iterable[Hashable] | None = None,
        min_left: int = 1,
        min_right: int = 1,
        limit: int | None = None,
        device: str | None = None,
        memory: Memory = None,
        deadline: float | None = None,
        progress: Progress = None,
    ) -> _List[tuple[tuple[Any, ...], tuple[Any, ...]]]:
        """The maximal bicliques themselves, in one order on every device.

        Parameters
        ----------
        left, min_left, min_right
            As for :meth:`maximal_biclique_profile`. Without ``left`` the set is first that has the node with the least number.
        limit : int, optional
            The first so many alone.
        device, memory, deadline, progress
            As for :meth:`count`.

        Returns
        -------
        list of tuple
            For each the nodes on the left, and those on the right.

        Examples
        --------
        >>> likes = Graph.from_edges([("ann", "tea"), ("ann", "rye"), ("bob", "tea"), ("bob", "rye"), ("cid", "rye")])
        >>> sorted(likes.maximal_bicliques(left=["ann", "bob", "cid"]))
        [(('ann', 'bob'), ('tea', 'rye')), (('ann', 'bob', 'cid'), ('rye',))]
        """
        least = _least_sides(min_left, min_right)
        most = optional(whole, "limit", limit)
        side = left_side(left, self._native, self._nodes)
        with job(device, memory, deadline, progress) as how:
            listed = self._native.list_maximal_bicliques(least, side, most, how)
        return [(self._nodes.take(one), self._nodes.take(other)) for one, other in listed]

    def _bicliques(
        self, p: int, q: int, left: Iterable[Hashable] | None, at: At | None, how: Any
    ) -> int | LocalCounts:
        sizes = whole("p", p, 1, 32), whole("q", q, 1, 32)
        side = left_side(left, self._native, self._nodes)
        with how as running:
            if at is None:
                return self._native.bicliques(*sizes, side, running)
            matches, values = self._native.bicliques_at(*sizes, side, string("at", at), running)
        return LocalCounts(
            ("bicliques",), values, matches, self._nodes, self._pairs if at == "edges" else None
        )

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
        coloured: Literal[False] = ...,
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
            motifs and the most frequent first. If the graph is directed, so are they. Not with ``null``.
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
        >>> Graph.generate("karate").motifs(3)
        {'wedge': 393, 'triangle': 45}
        >>> found = Graph.generate("karate").motifs(3, null="gnm", samples=99)
        >>> found["triangle"].p, found["triangle"].z > 5
        (0.01, True)
        >>> loop = Graph.from_edges([(1, 2), (1, 3), (2, 3), (3, 4)], directed=True)
        >>> {name: count for name, count in loop.motifs(3, directed=True).items() if count}
        {'021C': 2, '030T': 1}
        >>> cells = Graph.from_edges([(1, 2), (1, 3), (2, 3), (3, 4)], labels={1: "E", 2: "E", 3: "I", 4: "E"})
        >>> cells.motifs(3, coloured=True)
        {'(a:E)-(b:I), b-(c:E)': 2, '(a:E)-(b:E), b-(c:I), c-a': 1}
        """
        directed, coloured = flag("directed", directed), flag("coloured", coloured)
        if coloured and null is not None:
            raise UsageError(
                "coloured: counts are compared with those of random graphs for motifs without colours; leave out null"
            )
        if coloured and directed and not self.is_directed:
            raise LabelError("directed: the graph is undirected, and so are its coloured motifs")
        if not directed and not coloured:
            warn_of_directions(self, "motifs")
        with job(device, memory, deadline, progress) as how:
            size, kind = whole("k", k, 3), string("induced", induced)
            if null is not None:
                beside = null_samples(null, samples, seed)
                rows, counts = self._native.motif_significance(size, directed, kind, beside, how)
                return Significance(
                    [Judged(name, edges, count, *s, *p, *parts) for name, edges, count, s, p, parts in rows],
                    counts,
                    beside.samples,
                )
            if coloured:
                return {pattern: count for _, pattern, count in self._native.coloured_motifs(size, kind, how)}
            if directed:
                triads = self._native.directed_motifs(size, kind, how)
                # A triad has the arcs that its name says and no others.
                by_name = kind == "vertex"
                return {name if by_name else arcs: count for name, _, _, arcs, count in triads}
            found = self._native.motifs(size, kind, how)
        return {name: count for name, _, count in found}

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
        >>> loop = Graph.from_edges([(1, 2), (1, 3), (2, 3), (3, 4)], directed=True)
        >>> {name: count for name, count in loop.triad_census().items() if count}
        {'012': 1, '021C': 2, '030T': 1}
        """
        with job(device, memory, deadline, progress) as how:
            return dict(self._native.triad_census(how))

    @without_directions
    def cliques(
        self,
        k: int,
        *,
        order: Order = "degree",
        device: str | None = None,
        memory: Memory = None,
        deadline: float | None = None,
        progress: Progress = None,
    ) -> int:
        """How many cliques of ``k`` vertices there are.

        Parameters
        ----------
        k : int
            Their size: 2 to 32 vertices.
        order : {"degree", "degeneracy"}
            The order by which edges are directed for the search: by degree, or near a degeneracy order, which takes longer to find and
            leaves shorter lists of neighbours. The number is the same.
        device, memory, deadline, progress
            As for :meth:`count`.

        Returns
        -------
        int

        Examples
        --------
        >>> Graph.generate("karate").cliques(4)
        11
        """
        with job(device, memory, deadline, progress) as how:
            return self._native.cliques(whole("k", k, 2, _NARROW), string("order", order), how)[0][1]

    @without_directions
    def clique_profile(
        self,
        *,
        order: Order = "degree",
        device: str | None = None,
        memory: Memory = None,
        deadline: float | None = None,
        progress: Progress = None,
    ) -> dict[int, int]:
        """How many cliques of every size there are, up to the largest.

        Parameters
        ----------
        order : {"degree", "degeneracy"}
            As for :meth:`cliques`.
        device, memory, deadline, progress
            As for :meth:`count`.

        Returns
        -------
        dict of int to int
            The numbers of cliques by their size, from single vertices on.

        Examples
        --------
        >>> Graph.generate("karate").clique_profile()
        {1: 34, 2: 78, 3: 45, 4: 11, 5: 2}
        """
        with job(device, memory, deadline, progress) as how:
            return dict(self._native.cliques(None, string("order", order), how))

    @without_directions
    def maximal_cliques(
        self,
        *,
        min_size: int = 1,
        containing: Iterable[Hashable] = (),
        top: int | None = None,
        limit: int | None = None,
        order: Order = "degeneracy",
        device: str | None = None,
        memory: Memory = None,
        deadline: float | None = None,
    ) -> MaximalCliques:
        """The maximal cliques, each once, in the same order on every device: cliques to which no node can be added.

        A node without neighbours is one, of one node, as for NetworkX.

        Parameters
        ----------
        min_size : int
            Those of so many nodes and more alone, which takes less time.
        containing : iterable of nodes
            Those alone that have all of these nodes: only what is joined to them is searched.
        top : int, optional
            Only so many of the largest; of those that are as large as the least of these, the first.
        limit : int, optional
            Only the first so many.
        order : {"degeneracy", "degree"}
            As for :meth:`cliques`; it decides in what order the cliques come.
        device, memory, deadline
            As for :meth:`count`.

        Returns
        -------
        MaximalCliques
            Tuples of nodes, to go through.

        Raises
        ------
        KeyError
            If there is no such node.

        Examples
        --------
        >>> karate = Graph.generate("karate")
        >>> list(karate.maximal_cliques(min_size=5))
        [(1, 2, 3, 4, 14), (1, 2, 3, 4, 8)]
        >>> list(karate.maximal_cliques(containing=[25, 26]))
        [(25, 26, 32)]
        """
        least = whole("min_size", min_size, most=2**32 - 1)
        held = [self._nodes.number(node) for node in containing]
        top, limit = optional(whole, "top", top), optional(whole, "limit", limit)
        order_name, how = string("order", order), job(device, memory, deadline)
        return MaximalCliques(
            self._nodes,
            lambda: self._native.list_maximal_cliques(least, held, top, limit, order_name, how),
        )

    @without_directions
    def maximal_cliques_at_nodes(
        self,
        *,
        min_size: int = 1,
        order: Order = "degeneracy",
        device: str | None = None,
        memory: Memory = None,
        deadline: float | None = None,
        progress: Progress = None,
    ) -> LocalCounts:
        """In how many maximal cliques each node is.

        Parameters
        ----------
        min_size : int
            Count those of so many nodes and more alone.
        order : {"degeneracy", "degree"}
            As for :meth:`cliques`; the counts are the same.
        device, memory, deadline, progress
            As for :meth:`count`.

        Returns
        -------
        LocalCounts
            Its column is ``"cliques"``. Its ``matches`` are ``None``.

        Examples
        --------
        >>> Graph.generate("karate").maximal_cliques_at_nodes().at[34]
        14
        """
        least = whole("min_size", min_size, most=2**32 - 1)
        with job(device, memory, deadline, progress) as how:
            counts = self._native.maximal_cliques_at_vertices(least, string("order", order), how)
            return LocalCounts(("cliques",), counts.reshape(-1, 1), None, self._nodes, None)

    @without_directions
    def maximal_clique_profile(
        self,
        *,
        min_size: int = 1,
        order: Order = "degeneracy",
        device: str | None = None,
        memory: Memory = None,
        deadline: float | None = None,
        progress: Progress = None,
    ) -> dict[int, int]:
        """How many maximal cliques there are of each size.

        Parameters
        ----------
        min_size : int
            Count those of so many nodes and more alone, which takes less time.
        order : {"degeneracy", "degree"}
            As for :meth:`cliques`; the counts are the same.
        device, memory, deadline, progress
            As for :meth:`count`.

        Returns
        -------
        dict of int to int
            The numbers of maximal cliques by their size, of the sizes that there are.

        Examples
        --------
        >>> Graph.generate("karate").maximal_clique_profile()
        {2: 11, 3: 21, 4: 2, 5: 2}
        """
        least = whole("min_size", min_size, most=2**32 - 1)
        with job(device, memory, deadline, progress) as how:
            return dict(self._native.maximal_clique_profile(least, string("order", order), how))

    @without_directions
    def max_clique(
        self,
        *,
        order: Order = "degree",
        device: str | None = None,
        memory: Memory = None,
        deadline: float | None = None,
        progress: Progress = None,
    ) -> tuple[Any, ...]:
        """The nodes of a largest clique, the same on every device.

        Parameters
        ----------
        order : {"degree", "degeneracy"}
            As for :meth:`cliques`; another order may give another one of the largest cliques.
        device, memory, deadline, progress
            As for :meth:`count`.

        Returns
        -------
        tuple

        Examples
        --------
        >>> Graph.generate("karate").max_clique()
        (1, 2, 3, 4, 14)
        """
        with job(device, memory, deadline, progress) as how:
            return self._nodes.take(self._native.max_clique(string("order", order), how))

    @without_directions
    def max_weight_clique(
        self,
        weight: str | Iterable[int],
        *,
        deadline: float | None = None,
        progress: Progress = None,
    ) -> tuple[tuple[Any, ...], int]:
        """The nodes of a clique with the largest sum of weights, and the sum.

        It is found on the CPU, with all threads, and is the same one with any number of them. Nodes that weigh 0 are left out.

        Parameters
        ----------
        weight : str or iterable of int
            A property of the nodes, or a number for each, in the order of :attr:`nodes`: whole numbers from 0 on, which add up to less than 2**128 - 1.
        deadline, progress
            As for :meth:`count`.

        Returns
        -------
        tuple of tuple and int

        Examples
        --------
        >>> graph = Graph.from_edges([("ann", "bob"), ("bob", "cid"), ("cid", "ann"), ("cid", "dee")])
        >>> graph.max_weight_clique([1, 1, 2, 5])
        (('cid', 'dee'), 7)
        """
        weights = weight if isinstance(weight, str) else _weights(weight)
        with job(None, None, deadline, progress) as how:
            vertices, heaviest = self._native.max_weight_clique(weights, how)
        return self._nodes.take(vertices), heaviest

    def estimate(
        self,
        pattern: PatternLike,
        *,
        error: float = 0.01,
        confidence: float = 0.95,
        seed: int = 1,
        induced: Induced = "edge",
        semantics: Semantics = "subgraphs",
        device: str | None = None,
        memory: Memory = None,
        deadline: float | None = None,
        progress: Progress = None,
    ) -> Estimate:
        """About how many matches there are, from matches that are drawn at random: with an interval that holds the count.

        Parameters
        ----------
        pattern : str or Pattern
            What to count.
        error : float
            How wide the interval is to be, as a part of the estimate: 0.01 is one percent to each side.
        confidence : float
            How sure it is that the interval holds the count: from 0.5 to 0.999999.
        seed : int
            Which matches are drawn; the same seed gives the same estimate on every device.
        deadline : float, optional
            After how many seconds it ends, with what is known by then.
        induced, semantics, device, memory, progress
            As for :meth:`count`.

        Returns
        -------
        Estimate

        Examples
        --------
        >>> print(Graph.generate("karate").estimate("house"))
        781 (all were counted)
        """
        wanted = native(pattern)
        _matching(induced, semantics)
        error = number("error", error, "a part above 0, as 0.01", lambda error: 0 < error < math.inf)
        confidence = number(
            "confidence",
            confidence,
            "from 0.5 to 0.999999, as 0.95",
            lambda confidence: 0.5 <= confidence <= 0.999_999,
        )
        seed = whole("seed", seed)
        with job(device, memory, deadline, progress) as how:
            about = self._native.estimate(wanted, induced, semantics, error, confidence, seed, how)
        value, (low, high), rigorous, exact, sure, draws, hits = about
        return Estimate(value, low, high, rigorous, exact, sure, draws, hits)

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
    ) -> _List[FrequentPattern]:
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
        >>> graph = Graph.from_edges([(1, 2), (2, 3), (3, 4)], labels=["A", "B", "A", "B"])
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

    def explain(
        self,
        pattern: PatternLike,
        *,
        induced: Induced = "edge",
        semantics: Semantics = "subgraphs",
        device: str | None = None,
        memory: Memory = None,
    ) -> Plan:
        """How a pattern is counted, and the plan by which it is walked; a notebook shows it as a picture.

        Parameters
        ----------
        pattern : str or Pattern
            What would be counted; nothing is.
        induced, semantics, device, memory
            As for :meth:`count`.

        Returns
        -------
        Plan

        Examples
        --------
        >>> plan = Graph.generate("karate").explain("house")
        >>> plan.method[:7]
        'formula'
        """
        _matching(induced, semantics)
        with job(device, memory) as how:
            return Plan(*self._native.explain(native(pattern), induced, semantics, how))

    def verify(
        self,
        pattern: PatternLike,
        *,
        induced: Induced = "edge",
        semantics: Semantics = "subgraphs",
        device: str | None = None,
        memory: Memory = None,
        deadline: float | None = None,
        progress: Progress = None,
    ) -> Verification:
        """Count by every method, and by an oracle that maps one vertex after another: on the graph, or on samples of a large one.

        Parameters
        ----------
        pattern : str or Pattern
            What to count.
        induced, semantics, device, memory, deadline, progress
            As for :meth:`count`.

        Returns
        -------
        Verification
            True if all agree.

        Examples
        --------
        >>> bool(Graph.generate("karate").verify("house"))
        True
        """
        _matching(induced, semantics)
        with job(device, memory, deadline, progress) as how:
            compared = self._native.verify(native(pattern), induced, semantics, how)
        names = ("subject", "vertices", "edges")
        return Verification([{**dict(zip(names, one)), "counts": dict(one[3])} for one in compared])

    def tasks(
        self,
        pattern: PatternLike,
        *,
        induced: Induced = "edge",
        semantics: Semantics = "subgraphs",
        device: str | None = None,
        memory: Memory = None,
    ) -> Tasks:
        """The tasks of a count, for several processes to share: see :mod:`motherlode.ray`.

        Parameters
        ----------
        pattern : str or Pattern
            What to count.
        induced, semantics, device, memory
            As for :meth:`count`.

        Returns
        -------
        Tasks

        Examples
        --------
        >>> tasks = Graph.generate("karate").tasks("triangle")
        >>> tasks.total(tasks.run(0, tasks.number))
        45
        """
        _matching(induced, semantics)
        with job(device, memory) as how:
            return Tasks(self._native.tasks(native(pattern), induced, semantics, how), how)

    # Inner workings.

    @classmethod
    def _of_arrays(cls, arrays: EdgeArrays) -> Graph:
        graph = cls._of(arrays.native(), arrays.nodes)
        if arrays.vertex_properties or arrays.edge_properties:
            graph._arrays = arrays
        return graph

    @classmethod
    def _called_as_read(cls, made: NativeGraph) -> Graph:
        ids = made.ids()
        return cls._of(made, Nodes(made.n if ids is None else ids))

    def __reduce__(self) -> tuple[Any, ...]:
        # Arrays are pickled out of band by protocol 5: Ray's object store shares them between processes.
        nodes = None if self._nodes.are_numbers else self._nodes._objects
        if self._arrays is not None:
            return Graph._of_arrays, (self._arrays,)
        # The copy is made of what is left, and drops nothing.
        known = {"_dropped": self.dropped}
        if not self.is_directed and self.vertex_labels is None and self.edge_labels is None:
            return _of_lists, (*self._native.csr(), nodes), known
        source, target, labels = self._native.edge_arrays()
        of_vertices = self._native.vertex_label_arrays()
        parts = (source, target, self._native.n, nodes, bool(self.is_directed), of_vertices, labels)
        return _of_parts, parts, known


#: The largest number of 32 bits.
_NARROW = 2**32 - 1


def _matching(induced: Any, semantics: Any) -> None:
    """Refuses what are no texts; the native module knows the words."""
    if type(induced) is not str or type(semantics) is not str:
        string("induced", induced)
        string("semantics", semantics)


def _of_lists(offsets: np.ndarray, neighbors: np.ndarray, nodes: Any) -> Graph:
    return Graph.from_csr(offsets, neighbors, nodes=nodes)


def _of_parts(
    source: np.ndarray,
    target: np.ndarray,
    n: int,
    nodes: Any,
    directed: bool,
    vertex_labels: Any,
    edge_labels: Any,
) -> Graph:
    from motherlode.convert.arrays import EdgeArrays

    arrays = EdgeArrays(
        source, target, Nodes(n if nodes is None else nodes), directed, vertex_labels, edge_labels
    )
    return Graph._of_arrays(arrays)


def _writeable(array: Any) -> bool:
    while array is not None and hasattr(array, "flags"):
        # An array that owns its memory may be made writeable again by whoever has it.
        if array.flags.writeable or array.flags.owndata:
            return True
        array = array.base
    return False


def _weights(weights: Any) -> list[int]:
    """What each node weighs, as numbers of the native module."""
    if not isinstance(weights, Iterable):
        raise UsageError(f"weight is a property of the nodes, or a number for each, not {weights!r}")
    return [whole("each weight", own, most=2**128 - 1) for own in weights]


def _least_sides(min_left: int, min_right: int) -> tuple[int, int]:
    most = 2**32 - 1
    return whole("min_left", min_left, 1, most), whole("min_right", min_right, 1, most)
