"""Estimates."""

from __future__ import annotations

from dataclasses import dataclass

from motherlode._html import table


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
