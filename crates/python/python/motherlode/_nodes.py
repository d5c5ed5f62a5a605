"""What the user calls the vertices."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from motherlode._arguments import is_boolean

if TYPE_CHECKING:
    import numpy as np


class Nodes(Sequence[Any]):
    """The user's objects, by vertex number: ``nodes[number]`` is what a vertex is called, ``nodes.number(node)`` the other way.

    Parameters
    ----------
    of : int, numpy.ndarray or sequence
        How many vertices are called by their own numbers; or the objects, all different.

    Examples
    --------
    >>> import motherlode as ml
    >>> nodes = ml.Graph.from_edges([("ann", "bob"), ("bob", "cid")]).nodes
    >>> nodes[1], nodes.number("cid"), len(nodes)
    ('bob', 2, 3)
    """

    __slots__ = ("_numbers", "_objects", "_size")

    def __init__(self, of: int | np.ndarray | Sequence[Hashable]) -> None:
        self._objects: Any = None if isinstance(of, int) else of
        self._size = of if isinstance(of, int) else len(of)
        self._numbers: dict[Hashable, int] | None = None

    def __len__(self) -> int:
        return self._size

    def __getitem__(self, number: Any) -> Any:
        if self._objects is None:
            return range(self._size)[number]
        found = self._objects[number]
        # NumPy's integers would be printed as np.int64(3).
        return (
            found.item() if hasattr(found, "item") and hasattr(found, "dtype") and found.ndim == 0 else found
        )

    def __iter__(self) -> Any:
        if self._objects is None:
            return iter(range(self._size))
        return iter(self._objects.tolist() if hasattr(self._objects, "tolist") else self._objects)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Nodes):
            return len(self) == len(other) and all(a == b for a, b in zip(self, other))
        return NotImplemented

    def __repr__(self) -> str:
        shown = ", ".join(repr(self[place]) for place in range(min(5, len(self))))
        return f"Nodes([{shown}{', ...' if len(self) > 5 else ''}])"

    @property
    def are_numbers(self) -> bool:
        """Whether each vertex is called by its own number.

        Examples
        --------
        >>> import motherlode as ml
        >>> ml.Graph.from_edges([(0, 1)]).nodes.are_numbers, ml.Graph.from_edges([(1, 2)]).nodes.are_numbers
        (True, False)
        """
        return self._objects is None

    def number(self, node: Hashable) -> int:
        """The vertex number of a node.

        Parameters
        ----------
        node : hashable
            What the vertex is called.

        Raises
        ------
        KeyError
            If there is no such node.

        Examples
        --------
        >>> import motherlode as ml
        >>> ml.Graph.from_edges([("ann", "bob")]).nodes.number("bob")
        1
        """
        if self._objects is None:
            # NumPy's integers, too; True is no number here.
            given = None if is_boolean(node) else getattr(node, "__index__", None)
            number = -1 if given is None else given()
            if 0 <= number < self._size:
                return number
            raise KeyError(node)
        number = self._index()[node]
        if is_boolean(node) and not is_boolean(self[number]):
            # It is equal to 1, and not meant.
            raise KeyError(node)
        return number

    def __contains__(self, node: object) -> bool:
        try:
            self.number(node)
        except (KeyError, TypeError):
            return False
        return True

    def _index(self) -> dict[Hashable, int]:
        if self._numbers is None:
            self._numbers = {node: number for number, node in enumerate(self)}
        return self._numbers

    def take(self, numbers: Iterable[int]) -> tuple[Any, ...]:
        """The nodes of some vertex numbers.

        Parameters
        ----------
        numbers : iterable of int
            The numbers, in any order.

        Examples
        --------
        >>> import motherlode as ml
        >>> ml.Graph.from_edges([("ann", "bob"), ("bob", "cid")]).nodes.take([2, 0])
        ('cid', 'ann')
        """
        if self._objects is None:
            return tuple(int(number) for number in numbers)
        return tuple(self[int(number)] for number in numbers)

    def as_objects(self) -> np.ndarray:
        """The nodes as an array: of integers where they are such, of objects otherwise.

        Examples
        --------
        >>> import motherlode as ml
        >>> ml.Graph.from_edges([("ann", "bob")]).nodes.as_objects()
        array(['ann', 'bob'], dtype=object)
        """
        import numpy as np

        if self._objects is None:
            return np.arange(self._size)
        if isinstance(self._objects, np.ndarray):
            return self._objects
        objects = np.empty(self._size, dtype=object)
        objects[:] = self._objects
        return objects

    def for_arrow(self) -> np.ndarray | list[str] | None:
        """The nodes where Arrow has a type for them: 64-bit integers, or texts; none where only numbers of vertices will do.

        Examples
        --------
        >>> import motherlode as ml
        >>> ml.Graph.from_edges([("ann", "bob")]).nodes.for_arrow()
        ['ann', 'bob']
        """
        import numpy as np

        objects = self._objects
        if objects is None:
            return None
        if isinstance(objects, np.ndarray) and objects.dtype.kind in "iu":
            return np.ascontiguousarray(objects, dtype="uint64" if objects.dtype.kind == "u" else "int64")
        objects = list(self)
        if all(type(node) is int for node in objects):
            try:
                return np.array(objects, dtype="int64")
            except OverflowError:
                return None
        return objects if all(isinstance(node, str) for node in objects) else None
