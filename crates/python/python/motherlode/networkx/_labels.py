"""Which elements of a graph a match function lets be mapped to which of a pattern, as labels that Motherlode
can look up."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Any

import numpy as np
import numpy.typing as npt
from networkx.algorithms.isomorphism import categorical_node_match, numerical_node_match

#: Says whether an element of the graph, given its attributes, may be mapped to one of the pattern.
Match = Callable[[Any, Any], Any]
Attributes = dict[Any, Any]

#: Values of these types that are equal are alike for a comparison, so that one stands for all.
_PLAIN = {bool, bytes, float, int, str, type(None)}


@dataclass(frozen=True)
class Suits:
    """For each element of the graph, the set of the pattern's elements that it may be mapped to.

    Attributes
    ----------
    masks
        The sets as bits, one number an element of the graph.
    wanted
        How many elements the pattern has.
    """

    masks: list[int]
    wanted: int

    @cached_property
    def used(self) -> npt.NDArray[np.bool_]:
        """Whether an element may be mapped to anything at all."""
        return np.fromiter(map(bool, self.masks), dtype=bool, count=len(self.masks))

    def possible(self) -> bool:
        """Return whether there is something for each element of the pattern."""
        seen = 0
        for mask in set(self.masks):
            seen |= mask
        return seen == (1 << self.wanted) - 1

    def labels(self) -> list[str]:
        """Return a label for each element of the graph: one for each set."""
        names = {mask: _label(mask) for mask in set(self.masks)}
        return [names[mask] for mask in self.masks]

    def alternatives(self, wanted: int) -> str:
        """Return, for an element of the pattern, the labels that may be mapped to it, as the pattern language
        has them."""
        return "|".join(_label(mask) for mask in sorted(set(self.masks)) if mask >> wanted & 1)

    def any_will_do(self) -> bool:
        """Return whether every element may be mapped to every other, so that there is nothing to look up."""
        return set(self.masks) <= {(1 << self.wanted) - 1}

    def of(self, kept: Iterable[Any]) -> Suits:
        """Return the same for the elements that are kept."""
        return Suits([mask for mask, keep in zip(self.masks, kept) if keep], self.wanted)


def _label(mask: int) -> str:
    return f"m{mask}"


def suits(match: Match, elements: list[Attributes], wanted: list[Attributes]) -> Suits:
    """Ask a match function what suits what.

    Parameters
    ----------
    match
        Called with the attributes of an element of the graph and of one of the pattern.
    elements, wanted
        The attributes of all elements of the graph, and of the pattern.

    Returns
    -------
    Suits
        The answers.

    Examples
    --------
    >>> from motherlode.networkx._labels import suits
    >>> elements, wanted = [{"size": 1}, {"size": 3}], [{"size": 1}, {"size": 2}]
    >>> suits(lambda one, other: one["size"] >= other["size"], elements, wanted).masks
    [1, 3]
    """
    keys = _comparable(match, elements, wanted)
    if keys is None:
        return Suits([_mask(match, element, wanted) for element in elements], len(wanted))
    # Equal keys have equal answers.
    masks: dict[Any, int] = {}
    result = []
    for key, element in zip(keys, elements):
        mask = masks.get(key)
        if mask is None:
            mask = masks[key] = _mask(match, element, wanted)
        result.append(mask)
    return Suits(result, len(wanted))


def _mask(match: Match, element: Attributes, wanted: list[Attributes]) -> int:
    return sum(1 << bit for bit, other in enumerate(wanted) if match(element, other))


def _comparable(
    match: Match, elements: list[Attributes], wanted: list[Attributes]
) -> list[tuple[Any, ...]] | None:
    """Return what a match function of NetworkX's compares of each element, or None if that is not known."""
    attributes = compared(match)
    if attributes is None:
        return None
    keys = [tuple([element.get(name, default) for name, default in attributes]) for element in elements]
    others = [element.get(name, default) for name, default in attributes for element in wanted]
    return keys if set(map(type, chain(chain.from_iterable(keys), others))) <= _PLAIN else None


#: The code of the functions that `categorical_node_match`, `numerical_edge_match`, … return: for one
#: attribute, and for several.
_KNOWN = [
    made.__code__
    for make in (categorical_node_match, numerical_node_match)
    for made in (make("attribute", 0), make(["attribute"], [0]))
]


def compared(match: Match) -> list[tuple[str, Any]] | None:
    """Return the attributes that a match function made by NetworkX compares, with their defaults; None for
    any other function.

    Examples
    --------
    >>> from networkx.algorithms.isomorphism import categorical_edge_match
    >>> from motherlode.networkx._labels import compared
    >>> compared(categorical_edge_match(["kind", "size"], [None, 1]))
    [('kind', None), ('size', 1)]
    >>> compared(lambda one, other: True)
    """
    code = getattr(match, "__code__", None)
    if code is None or not any(code is known for known in _KNOWN):
        return None
    cells = getattr(match, "__closure__", None) or ()
    variables = dict(zip(code.co_freevars, (cell.cell_contents for cell in cells)))
    if "attrs" in variables:
        return list(variables["attrs"])
    return [(variables["attr"], variables["default"])]
