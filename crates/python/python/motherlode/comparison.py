"""Networks compared by their graphlets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from motherlode import _motherlode
from motherlode._arguments import listed, string
from motherlode._directions import warn_of_directions
from motherlode._html import SHOWN, short, table
from motherlode._job import Memory, Progress, job
from motherlode._modes import Measure
from motherlode.errors import ArgumentTypeError, UsageError
from motherlode.graph import Graph

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

__all__ = ["Comparison", "compare"]


def compare(
    graphs: Sequence[Graph] | Mapping[str, Graph],
    measure: Measure = "gcd-11",
    *,
    names: Sequence[str] | None = None,
    device: str | None = None,
    memory: Memory = None,
    deadline: float | None = None,
    progress: Progress = None,
) -> Comparison:
    """How alike each two graphs are in what their nodes are part of, whatever these are called and however many there are.

    Parameters
    ----------
    graphs : sequence of Graph, or mapping of str to Graph
        What is compared; a mapping says what each is called.
    measure : {"gcd-11", "gcd-73", "gdda-arithmetic", "gdda-geometric", "dgcd-13", "dgcd-33", "dgcd-129", "dgcd-730", "dgdda-arithmetic", "dgdda-geometric"}
        The graphlet correlation distance of 11 or of all 73 orbits of up to five vertices, which is 0 for the same (Yaveroğlu et al. 2014); or the agreement of graphlet degree
        distributions on their arithmetic or geometric mean, which is 1 for the same (Pržulj 2007). Those that begin with a d are of directed graphlets of up to four
        vertices (Sarajlić et al. 2016): 13 and 129 orbits without mutual pairs, 33 and 730 with them. The others do not look at directions, and directed graphs are warned of.
    names : sequence of str, optional
        What the graphs are called, if they are no mapping; otherwise they are ``"0"``, ``"1"``, and so on.
    device, memory, deadline, progress
        As for :meth:`Graph.count`. The deadline is of all graphs together; progress is told of each.

    Returns
    -------
    Comparison
        A matrix with a row and a column for each graph.

    Examples
    --------
    >>> import motherlode as ml
    >>> club, star = ml.Graph.generate("karate"), ml.Graph.generate("star:33")
    >>> found = ml.compare({"club": club, "star": star})
    >>> found
    Comparison(gcd-11: 2 graphs, 0 is the same)
    >>> round(found["club", "star"], 4), found["club", "club"]
    (5.0126, 0.0)
    """
    called, given = _named(graphs, names)
    string("measure", measure)
    if not measure.startswith("d"):
        for graph in given:
            warn_of_directions(graph, "compare")
    with job(device, memory, deadline, progress) as how:
        matrix, correlations = _motherlode.compare([graph._native for graph in given], measure, how)
    return Comparison(measure, called, matrix, correlations)


def _named(graphs: Any, names: Any) -> tuple[tuple[str, ...], list[Graph]]:
    """What each graph is called, and the graphs."""
    if isinstance(graphs, Mapping):
        if names is not None:
            raise UsageError("names: the keys of a mapping of graphs are their names; leave names out")
        called, given = listed("graphs", graphs), list(graphs.values())
    elif isinstance(graphs, Graph) or not isinstance(graphs, Sequence) or isinstance(graphs, str):
        raise ArgumentTypeError(
            f"graphs is a list of graphs, or a dictionary of them by name, not {graphs!r}"
        )
    else:
        given = list(graphs)
        called = [str(place) for place in range(len(given))] if names is None else listed("names", names)
    for graph in given:
        if not isinstance(graph, Graph):
            raise ArgumentTypeError(f"each of graphs is a motherlode.Graph, not {graph!r}")
    if len(called) != len(given):
        raise UsageError(f"there are {len(called)} names, and {len(given)} graphs")
    twice = {name for name in called if called.count(name) > 1}
    if twice:
        raise UsageError(f"names: two graphs are called {min(twice)!r}")
    return tuple(called), given


class Comparison:
    """How alike each two of some graphs are: a matrix that is the same by rows and by columns.

    Attributes
    ----------
    measure : str
        How they were compared.
    names : tuple of str
        What the graphs are called, in the order of rows and columns.

    Examples
    --------
    >>> import motherlode as ml
    >>> graphs = {"club": ml.Graph.generate("karate"), "ring": ml.Graph.generate("cycle:12"), "path": ml.Graph.generate("path:12")}
    >>> found = ml.compare(graphs, "gdda-arithmetic")
    >>> found.names, found["ring", "path"] > found["ring", "club"]
    (('club', 'ring', 'path'), True)
    """

    def __init__(
        self,
        measure: str,
        names: tuple[str, ...],
        matrix: Sequence[Sequence[float]],
        correlations: Sequence[tuple[list[str], list[list[float]]]],
    ) -> None:
        self.measure = measure
        self.names = names
        self._matrix = matrix
        self._correlations = correlations

    @property
    def is_distance(self) -> bool:
        """Whether less is more alike, and 0 the same; for agreements it is 1.

        Examples
        --------
        >>> import motherlode as ml
        >>> ml.compare([ml.Graph.generate("karate")]).is_distance
        True
        """
        return "gcd" in self.measure

    def __len__(self) -> int:
        return len(self.names)

    def __getitem__(self, pair: tuple[str, str]) -> float:
        """Of two graphs, by their names."""
        if not isinstance(pair, tuple) or len(pair) != 2:
            raise KeyError(f"{pair!r}: give the names of two graphs")
        first, second = (self._place(name) for name in pair)
        return self._matrix[first][second]

    def _place(self, name: Any) -> int:
        if name not in self.names:
            raise KeyError(f"no graph is called {name!r}: there are {', '.join(self.names)}")
        return self.names.index(name)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        import numpy as np

        return np.array(self._matrix, dtype=dtype or "float64").reshape(len(self), len(self))

    def to_numpy(self) -> np.ndarray:
        """The matrix: float64.

        Examples
        --------
        >>> import motherlode as ml
        >>> ml.compare([ml.Graph.generate("karate"), ml.Graph.generate("karate")]).to_numpy().tolist()
        [[0.0, 0.0], [0.0, 0.0]]
        """
        return self.__array__()

    def to_pandas(self) -> pd.DataFrame:
        """The matrix as a data frame, with the names of the graphs as index and columns.

        Examples
        --------
        >>> import motherlode as ml
        >>> ml.compare({"club": ml.Graph.generate("karate"), "star": ml.Graph.generate("star:33")}).to_pandas().round(2)
              club  star
        club  0.00  5.01
        star  5.01  0.00
        """
        import pandas as pd

        return pd.DataFrame(self.__array__(), index=list(self.names), columns=list(self.names))

    def correlations(self, name: str) -> pd.DataFrame:
        """How often being in one orbit goes with being in another, in one of the graphs: Spearman's correlations over its nodes, of which distances are made.

        Parameters
        ----------
        name : str
            One of ``names``.

        Returns
        -------
        pandas.DataFrame
            A row and a column for each orbit; 0 where one of both never varies.

        Raises
        ------
        UsageError
            If the measure is no distance.

        Examples
        --------
        >>> import motherlode as ml
        >>> found = ml.compare({"club": ml.Graph.generate("karate")}).correlations("club")
        >>> found.shape, round(float(found.loc["edge:a+b", "wedge:b"]), 2)
        ((11, 11), 0.91)
        """
        import pandas as pd

        place = self._place(name)
        if not self._correlations:
            raise UsageError(
                f"{self.measure} is of distributions: only measures with gcd in their names are of correlations"
            )
        orbits, rows = self._correlations[place]
        return pd.DataFrame(rows, index=orbits, columns=orbits)

    def __iter__(self) -> Iterator[tuple[str, str, float]]:
        """Each two graphs once, and how alike they are."""
        for place, first in enumerate(self.names):
            for other in range(place + 1, len(self)):
                yield first, self.names[other], self._matrix[place][other]

    def _repr_html_(self) -> str:
        shown = zip(self.names[:SHOWN], self._matrix)
        rows = [(name, *map(short, row)) for name, row in shown]
        return table(repr(self), ("", *self.names), rows, len(self) - len(rows))

    def __repr__(self) -> str:
        same = 0 if self.is_distance else 1
        return f"Comparison({self.measure}: {len(self)} graphs, {same} is the same)"
