"""Counts at vertices beside those at the same vertices of random graphs."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from motherlode._local_table import LocalTable
from motherlode._null import Mixing, mixing_of
from motherlode.errors import UsageError
from motherlode.results import LocalCounts

if TYPE_CHECKING:
    import numpy as np

    from motherlode._motherlode import _LocalBeside
    from motherlode._nodes import Nodes

__all__ = ["LocalJudged", "LocalSignificance"]

#: What is told of each count, in the order of the native module.
_FIGURES = ("mean", "deviation", "z", "p", "q")


@dataclass(frozen=True)
class LocalJudged:
    """A count at a vertex, in an orbit, beside those at the same vertex of the samples.

    Attributes
    ----------
    count : int
        At how many matches of the graph it is.
    mean, deviation : float
        Of its counts in the samples: the mean and the standard deviation.
    z : float or None
        By how many deviations the count is above the mean; none if it never varies.
    p : float
        The chance that a sample has a count at least as large there: ``(r + 1) / (n + 1)`` where r of n samples have.
    q : float
        The rate of false discoveries if all vertices up to this one are called over-represented, of those at which the orbit occurs in the graph or in a sample (Benjamini
        and Hochberg).

    Examples
    --------
    >>> import motherlode as ml
    >>> at_1 = ml.Graph.generate("karate").local("triangle", null="switching", samples=99).at[1]
    >>> at_1.count, 0 < at_1.p < 1
    (18, True)
    """

    count: int
    mean: float
    deviation: float
    z: float | None
    p: float
    q: float


class LocalSignificance(LocalTable):
    """The counts at each vertex of a graph beside those at the same vertex of random graphs.

    As a table it has a row for each vertex, and for each orbit its count and five columns more: for ``"a+b"`` these are ``"a+b_mean"``, ``"a+b_deviation"``, ``"a+b_z"``, which is
    no number where the count never varies, ``"a+b_p"`` and ``"a+b_q"``.

    Attributes
    ----------
    columns : tuple of str
        The columns of the table.
    counts : LocalCounts
        The counts of the graph, with a column for each orbit.
    mean, deviation, z, p, q : numpy.ndarray of float64
        What :class:`LocalJudged` has: a row for each vertex, and a column for each orbit.
    samples, samples_asked : int
        How many samples there are, and how many were asked for; there are fewer where the deadline came before.
    mixing : Mixing or None
        As for :class:`Significance`.

    Examples
    --------
    >>> import motherlode as ml
    >>> found = ml.Graph.generate("karate").local("triangle", null="switching", samples=99)
    >>> found.columns[:4], found.samples
    (('a+b+c', 'a+b+c_mean', 'a+b+c_deviation', 'a+b+c_z'), 99)
    >>> [node for node, z in found.to_dict("a+b+c_z").items() if z > 1.5]
    [4, 8]
    """

    def __init__(
        self,
        counts: LocalCounts,
        figures: np.ndarray,
        samples: int,
        samples_asked: int,
        mixing: Mixing | None,
    ) -> None:
        super().__init__(counts.nodes)
        self.columns = tuple(
            name
            for orbit in counts.columns
            for name in (orbit, *(f"{orbit}_{figure}" for figure in _FIGURES))
        )
        twice = [name for name, times in Counter(self.columns).items() if times > 1]
        if twice:
            raise UsageError(
                f"two columns would be called {min(twice)!r}: call the pattern's vertices otherwise"
            )
        self.counts = counts
        self.mean, self.deviation, self.z, self.p, self.q = (
            figures[:, :, place] for place in range(len(_FIGURES))
        )
        self.samples = samples
        self.samples_asked = samples_asked
        self.mixing = mixing

    @classmethod
    def _of(cls, beside: _LocalBeside, samples_asked: int, nodes: Nodes, *, named: bool) -> LocalSignificance:
        """Of what the native module counted: of several patterns, whose names are those of the columns too if they are ``named``."""
        import numpy as np

        tables, samples, mixing = beside
        columns = tuple(
            f"{name}:{orbit}" if named else orbit for name, (orbits, _, _), _ in tables for orbit in orbits
        )
        matches = None if named else tables[0][1][1]
        values = np.concatenate([values for _, (_, _, values), _ in tables], axis=1)
        figures = np.concatenate([figures for _, _, figures in tables], axis=1)
        counts = LocalCounts(columns, values, matches, nodes, None)
        return cls(counts, figures, samples, samples_asked, mixing_of(mixing))

    def __len__(self) -> int:
        return len(self.counts)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        """The table as numbers of 64 bits, or as what is asked for."""
        import numpy as np

        made = np.stack([column.astype("float64") for column in self._arrays()], axis=1)
        return made if dtype is None else made.astype(dtype)

    def _column(self, place: int) -> np.ndarray:
        orbit, figure = divmod(place, 1 + len(_FIGURES))
        return self.counts._column(orbit) if figure == 0 else self._figures(figure - 1)[:, orbit]

    def _figures(self, place: int) -> np.ndarray:
        return (self.mean, self.deviation, self.z, self.p, self.q)[place]

    def _arrays(self) -> list[np.ndarray]:
        import numpy as np

        counts = iter(self.counts._arrays())
        width = 1 + len(_FIGURES)
        return [
            np.ascontiguousarray(self._column(place)) if place % width else next(counts)
            for place in range(len(self.columns))
        ]

    def _told(self, row: int) -> LocalJudged | dict[str, LocalJudged]:
        def judged(orbit: int) -> LocalJudged:
            mean, deviation, z, p, q = (float(self._figures(place)[row, orbit]) for place in range(5))
            count = int(self.counts.values[row, orbit])
            return LocalJudged(count, mean, deviation, z if z == z else None, p, q)

        found = {name: judged(orbit) for orbit, name in enumerate(self.counts.columns)}
        return next(iter(found.values())) if len(found) == 1 else found

    def __repr__(self) -> str:
        of = f" of {self.samples_asked}" if self.samples < self.samples_asked else ""
        return f"LocalSignificance({len(self)} vertices, {len(self.counts.columns)} orbits, {self.samples}{of} samples)"
