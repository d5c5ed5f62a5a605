"""The functions of the backend, each with the arguments that it takes and the size from which it is worth
it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from inspect import Signature, signature
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

#: Says by a text why a call is left to NetworkX, or None if it is not. It is given the arguments by name.
Refusal = Callable[[dict[str, Any]], "str | None"]


@dataclass(frozen=True)
class Implementation:
    """A function of NetworkX's that the backend has.

    Attributes
    ----------
    call
        The function itself, with NetworkX's name and parameters.
    refuse
        Why a call cannot be taken exactly as NetworkX would, or None.
    min_edges
        From how many edges on it is faster than NetworkX with the conversion included.
    few_nodes
        Whether it is so for a few nodes, too.
    """

    call: Callable[..., Any]
    refuse: Refusal
    min_edges: int
    few_nodes: bool
    signature: Signature

    def bind(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> dict[str, Any]:
        """Return the arguments by name, with defaults; TypeError if they do not fit."""
        bound = self.signature.bind(*args, **kwargs)
        bound.apply_defaults()
        return bound.arguments


#: By NetworkX's name of the function.
implementations: dict[str, Implementation] = {}


def implements(*refusals: Refusal, min_edges: int, few_nodes: bool = False) -> Callable[[F], F]:
    """Enter a function into the backend, under its own name.

    Parameters
    ----------
    *refusals
        Each may say why a call is left to NetworkX; the first that does is heard.
    min_edges
        From how many edges on the function is worth it.
    few_nodes
        Whether it is worth it for a few nodes, too.
    """

    def first(arguments: dict[str, Any]) -> str | None:
        return next((why for refusal in refusals if (why := refusal(arguments))), None)

    def enter(function: F) -> F:
        implementations[function.__name__] = Implementation(
            function, first, min_edges, few_nodes, signature(function)
        )
        return function

    return enter


def no_directed(arguments: dict[str, Any]) -> str | None:
    """Refuse directed graphs, for which NetworkX's function means something else, or is an error."""
    return "the graph is directed" if arguments["G"].is_directed() else None


def no_undirected(arguments: dict[str, Any]) -> str | None:
    """Refuse undirected graphs, an error in NetworkX."""
    return None if arguments["G"].is_directed() else "the graph is undirected"


def no_multigraph(arguments: dict[str, Any]) -> str | None:
    """Refuse multigraphs, an error in NetworkX's function."""
    return "the graph is a multigraph" if arguments["G"].is_multigraph() else None


def only_without(name: str) -> Refusal:
    """Refuse calls that give the parameter `name`, that is, ask for a few vertices only."""

    def refuse(arguments: dict[str, Any]) -> str | None:
        return (
            None
            if arguments[name] is None
            else f"`{name}` is left to NetworkX, which looks at those vertices only"
        )

    return refuse
