"""Counts beside those of random graphs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, fields
from typing import TYPE_CHECKING, Any

from motherlode._html import SHOWN, short, table
from motherlode._null import Mixing, mixing_of

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    import polars as pl
    import pyarrow as pa
    from matplotlib.axes import Axes

    from motherlode._motherlode import _BesideSamples

__all__ = ["Judged", "Significance"]


@dataclass(frozen=True)
class Judged:
    """A count beside those of the samples.

    Attributes
    ----------
    name, pattern : str
        What the pattern is called, and its edges.
    count : int
        How often it is in the graph.
    mean, deviation : float
        Of its counts in the samples: the mean and the standard deviation.
    z : float or None
        By how many deviations the count is above the mean; none if it never varies.
    p : float
        The chance that a sample has a count at least as large: ``(r + 1) / (n + 1)`` where r of n samples have.
    p_low, p_high : float
        The interval that holds the chance with 95% confidence.
    q : float
        The rate of false discoveries if all patterns up to this one are called over-represented (Benjamini and Hochberg).
    profile, ratio_profile : float or None
        Its parts of the significance profile and of the subgraph ratio profile, each of length 1.

    Examples
    --------
    >>> import motherlode as ml
    >>> ml.Graph.generate("star:5").motifs(3, null="switching", samples=9)["wedge"].z is None
    True
    """

    name: str
    pattern: str
    count: int
    mean: float
    deviation: float
    z: float | None
    p: float
    p_low: float
    p_high: float
    q: float
    profile: float | None
    ratio_profile: float | None


class Significance:
    """The counts of a graph beside those of random graphs: a row for each motif, or each pattern that was asked for.

    Attributes
    ----------
    rows : tuple of Judged
        The motifs, by rising number of edges; or the patterns as they were given.
    columns : tuple of str
        What is told of each.
    samples_asked : int
        How many samples were asked for; there are fewer where the deadline came before.
    mixing : Mixing or None
        How far the switchings of edges came: ``switches_per_edge``, of which the part ``accepted`` exchanged ends, after which the part ``left`` of the edges are the
        graph's, and ``is_mixed``. None for a model that switches none.

    Examples
    --------
    >>> import motherlode as ml
    >>> found = ml.Graph.generate("karate").motifs(3, null="switching", samples=20)
    >>> found["triangle"].count, found.samples, len(found)
    (45, 20, 2)
    """

    columns = tuple(field.name for field in fields(Judged))

    def __init__(
        self,
        rows: Sequence[Judged],
        counts: Sequence[Sequence[int]],
        samples_asked: int,
        mixing: Mixing | None,
        *,
        by_pattern: bool = False,
    ) -> None:
        self.rows = tuple(rows)
        self.samples_asked = samples_asked
        self.mixing = mixing
        self._counts = counts
        self._by_pattern = by_pattern

    @classmethod
    def _of(cls, beside: _BesideSamples, samples_asked: int, *, by_pattern: bool = False) -> Significance:
        """Of what the native module counted. Rows of coloured motifs, of which many have one name, go ``by_pattern``."""
        rows, counts, mixing = beside
        judged = [
            Judged(name, edges, count, *spread, *chance, *profiles)
            for name, edges, count, spread, chance, profiles in rows
        ]
        return cls(judged, counts, samples_asked, mixing_of(mixing), by_pattern=by_pattern)

    @property
    def samples(self) -> int:
        """How many samples there are.

        Examples
        --------
        >>> import motherlode as ml
        >>> ml.Graph.generate("karate").motifs(3, null="gnm", samples=7).samples
        7
        """
        return len(self._counts)

    @property
    def sample_counts(self) -> np.ndarray:
        """The counts of each sample: a row for each, a column for each pattern; uint64, or integers of Python's if one does not fit.

        Examples
        --------
        >>> import motherlode as ml
        >>> ml.Graph.generate("karate").motifs(3, null="gnm", samples=7).sample_counts.shape
        (7, 2)
        """
        import numpy as np

        fits = all(count < 1 << 64 for row in self._counts for count in row)
        return np.array(self._counts, dtype="uint64" if fits else object)

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[Judged]:
        return iter(self.rows)

    def __getitem__(self, pattern: str) -> Judged:
        """The row of a pattern, by its name or its edges."""
        for row in self.rows:
            if pattern in (self._called(row), row.pattern):
                return row
        raise KeyError(
            f"no pattern is called {pattern!r}: there are {', '.join(map(self._called, self.rows))}"
        )

    def _called(self, row: Judged) -> str:
        """What tells a row from the others."""
        return row.pattern if self._by_pattern else row.name

    def to_dict(self, column: str = "z") -> dict[str, Any]:
        """What one column says, by the pattern's name, or by the pattern of coloured motifs.

        Parameters
        ----------
        column : str
            One of ``columns``.

        Raises
        ------
        KeyError
            If there is no such column.

        Examples
        --------
        >>> import motherlode as ml
        >>> ml.Graph.generate("karate").motifs(3, null="gnm", samples=7).to_dict("count")
        {'wedge': 393, 'triangle': 45}
        """
        if column not in self.columns:
            raise KeyError(f"no column is called {column!r}: there are {', '.join(self.columns)}")
        return {self._called(row): getattr(row, column) for row in self.rows}

    def to_pandas(self) -> pd.DataFrame:
        """A data frame whose index are the patterns' names, or the patterns of coloured motifs; what is not there is missing.

        Examples
        --------
        >>> import motherlode as ml
        >>> ml.Graph.generate("karate").motifs(3, null="gnm", samples=7).to_pandas()["count"].to_dict()
        {'wedge': 393, 'triangle': 45}
        """
        import pandas as pd

        frame = pd.DataFrame([asdict(row) for row in self.rows], columns=list(self.columns))
        return frame.set_index("pattern" if self._by_pattern else "name")

    def to_arrow(self) -> pa.Table:
        """A table of pyarrow.

        Examples
        --------
        >>> import motherlode as ml
        >>> ml.Graph.generate("karate").motifs(3, null="gnm", samples=7).to_arrow()["count"].to_pylist()
        [393, 45]
        """
        import pyarrow as pa

        return pa.table({name: [getattr(row, name) for row in self.rows] for name in self.columns})

    def to_polars(self) -> pl.DataFrame:
        """A data frame of polars.

        Examples
        --------
        >>> import motherlode as ml
        >>> ml.Graph.generate("karate").motifs(3, null="gnm", samples=7).to_polars()["count"].to_list()
        [393, 45]
        """
        import polars as pl

        return pl.DataFrame(self.to_arrow())

    def plot(self, ax: Axes | None = None, *, label: str | None = None, column: str = "profile") -> Axes:
        """Draws the significance profile, with matplotlib: a point for each pattern, joined by a line. Several networks may be drawn over each other.

        Parameters
        ----------
        ax : matplotlib.axes.Axes, optional
            Where to draw; otherwise on new ones.
        label : str, optional
            What the network is called in a legend.
        column : {"profile", "ratio_profile", "z"}
            What is drawn. A pattern that has none, as it never varies, is left out.

        Returns
        -------
        matplotlib.axes.Axes

        Raises
        ------
        KeyError
            If there is no such column.

        Examples
        --------
        >>> import motherlode as ml
        >>> axes = ml.Graph.generate("karate").motifs(3, null="gnm", samples=7).plot(label="karate")
        >>> [tick.get_text() for tick in axes.get_xticklabels()]
        ['wedge', 'triangle']
        """
        values = self.to_dict(column)
        if ax is None:
            from matplotlib import pyplot

            _, ax = pyplot.subplots(layout="constrained")
        places = [place for place, value in enumerate(values.values()) if value is not None]
        heights = [value for value in values.values() if value is not None]
        ax.plot(places, heights, marker="o", label=label)
        ax.axhline(0, color="black", linewidth=0.8)
        ax.set_xticks(range(len(values)), list(values), rotation=90)
        ax.set_ylabel(_AXES.get(column, column))
        if label is not None:
            ax.legend()
        return ax

    def _repr_html_(self) -> str:
        heads = ("pattern" if self._by_pattern else "name", *_SHOWN)
        cells = [[short(getattr(row, head)) for head in heads] for row in self.rows[:SHOWN]]
        return table(repr(self), heads, cells, len(self) - len(cells))

    def __repr__(self) -> str:
        of = f" of {self.samples_asked}" if self.samples < self.samples_asked else ""
        return f"Significance({len(self)} patterns, {self.samples}{of} samples)"


_SHOWN = ("count", "mean", "deviation", "z", "p", "q")
_AXES = {"profile": "normalised z", "ratio_profile": "normalised ratio"}
