"""A property graph as columns, and searches in it: what DotMotif and openCypher have in common.

A :class:`Host` keeps a graph with properties as arrays: the edges, and one :class:`Column` for each property
that a query names. A :class:`Search` says what is sought as masks over vertices and over pairs of vertices.
The masks become labels of a :class:`motherlode.Graph` (:class:`Labelled`), so that the engine does the
matching whatever Python values the properties have. This package imports neither ``dotmotif`` nor ``lark``.
"""

from ._column import MISSING, OPERATORS, Column, compare
from ._count import TooManyCounts, count, glue
from ._exact import Counts, at_least_one, exact, times, total
from ._host import Host
from ._labelled import MOST_VERTICES, Labelled, Shape
from ._pairs import Pairs
from ._rows import Filter, rows
from ._search import Search
from ._trees import is_tree

__all__ = [
    "MISSING",
    "MOST_VERTICES",
    "OPERATORS",
    "Column",
    "Counts",
    "Filter",
    "Host",
    "Labelled",
    "Pairs",
    "Search",
    "Shape",
    "TooManyCounts",
    "at_least_one",
    "compare",
    "count",
    "exact",
    "glue",
    "is_tree",
    "rows",
    "times",
    "total",
]
