"""Graphs from files and recipes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from motherlode._arguments import Path, file_path, flag, optional, string
from motherlode._motherlode import NativeGraph
from motherlode.graph._from_edges import FromEdges

if TYPE_CHECKING:
    from motherlode.graph import Graph


class FromFiles(FromEdges):
    """Graphs that are read, or made on the spot."""

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
        >>> import motherlode as ml
        >>> import pathlib, tempfile
        >>> file = pathlib.Path(tempfile.mkdtemp()) / "calls.el"
        >>> _ = file.write_text("ann bob\\nbob cid\\n")
        >>> ml.Graph.read(file, directed=True).nodes
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
        >>> import motherlode as ml
        >>> ml.Graph.generate("karate"), ml.Graph.generate("complete:7").count("triangle")
        (Graph(34 vertices, 78 edges), 35)
        """
        return cls._called_as_read(NativeGraph.make(string("recipe", recipe)))
