"""Databases from files, texts, SMILES, graphs of NetworkX and arrays."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, cast

from motherlode._arguments import file_path, flag, optional, string
from motherlode._motherlode import NativeDatabase
from motherlode.convert.given import in_order
from motherlode.database._from_networkx import arrays_of
from motherlode.database._records import records_of
from motherlode.errors import GraphError, UsageError

if TYPE_CHECKING:
    import networkx as nx
    import numpy as np

    from motherlode.database._database import Database


class Sources:
    """The constructors of :class:`~motherlode.Database`."""

    def __init__(self, native: NativeDatabase) -> None:
        self._native = native

    @classmethod
    def _of(cls, native: NativeDatabase) -> Database:
        return cast("Database", cls(native))

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
        >>> import motherlode as ml
        >>> import pathlib, tempfile
        >>> file = pathlib.Path(tempfile.mkdtemp()) / "molecules.smi"
        >>> _ = file.write_text("CCO ethanol\\nC1CC broken\\n")
        >>> database = ml.Database.read(file, skip_bad=True)
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
        return cls._of(made)

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
        >>> import motherlode as ml
        >>> ml.Database.from_text("CCO ethanol\\nCCN\\n", "smiles").names
        ['ethanol', '2']
        """
        made = NativeDatabase.parse(
            string("text", text),
            string("format", format),
            flag("skip_bad", skip_bad),
            flag("directed", directed),
        )
        return cls._of(made)

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
        >>> import motherlode as ml
        >>> database = ml.Database.from_gspan("t # 0\\nv 0 A\\nv 1 B\\ne 0 1 x\\n")
        >>> [str(pattern) for pattern in ml.fsm(database, support=1)]
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
        >>> import motherlode as ml
        >>> database = ml.Database.from_smiles(["CCO", "CCN"], classes=["alcohol", "amine"])
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
        >>> import motherlode as ml
        >>> import networkx as nx
        >>> database = ml.Database.from_networkx([nx.path_graph(3), nx.cycle_graph(3)], names=["path", "cycle"])
        >>> database.names, [len(graph) for graph in database]
        (['path', 'cycle'], [3, 3])
        """
        of_graphs = arrays_of(graphs, label, edge_label)
        return cls.from_arrays(
            of_graphs.offsets,
            of_graphs.vertex_labels,
            of_graphs.edges,
            of_graphs.edge_labels,
            names=names,
            classes=classes,
            directed=of_graphs.directed,
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
        >>> import motherlode as ml
        >>> database = ml.Database.from_arrays([0, 2, 5], "ABABB", [(0, 1), (2, 3), (3, 4)], "xxx")
        >>> [str(pattern) for pattern in ml.fsm(database, support=2)]
        ['A B: 0-x-1 (support 2)']
        """
        records = records_of(offsets, vertex_labels, edges, edge_labels, names, classes)
        return cls.from_text(records, "jsonl", directed=directed)
