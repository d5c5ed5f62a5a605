"""Values that may be called, as NetworkX has methods where others have attributes: ``graph.number_of_edges`` and
``graph.number_of_edges()`` are the same number."""

from __future__ import annotations


class Number(int):
    """A number that may be called, and is itself then."""

    __slots__ = ()

    def __call__(self) -> int:
        return int(self)


class Truth(int):
    """True or false, which may be called, and is a ``bool`` then."""

    __slots__ = ()

    def __call__(self) -> bool:
        return bool(self)

    def __repr__(self) -> str:
        return repr(bool(self))

    __str__ = __repr__
