"""The subgraphs that are frequent in a database."""

from __future__ import annotations

import os
from typing import Union

from motherlode._arguments import flag
from motherlode._job import Memory, Progress, job
from motherlode.database._database import Database
from motherlode.errors import UsageError
from motherlode.frequent import FrequentPattern, found, kept, wanted


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
    >>> import motherlode as ml
    >>> molecules = ml.Database.from_smiles(["CCO", "CCN", "CC(=O)O", "OC1CC1"])
    >>> for pattern in ml.fsm(molecules, support=3, closed=True):
    ...     print(pattern)
    C C: 0-1-1 (support 4)
    C C O: 0-1-1, 1-1-2 (support 3)
    >>> drugs = ml.Database.from_smiles(["CCO", "CCN", "CC(=O)O", "CCCN"], classes=["acid", "base", "acid", "base"])
    >>> first = ml.fsm(drugs, support=2, discriminative=True)[0]
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
