"""How patterns are counted."""

from __future__ import annotations

import json
from typing import Any


class Plan:
    """How a pattern is counted: ``print`` it, look at it in a notebook, or take ``to_dict()``.

    Attributes
    ----------
    method : str
        The method that is used.

    Examples
    --------
    >>> import motherlode as ml
    >>> plan = ml.Graph.generate("karate").explain("house")
    >>> plan.method[:7], plan.to_dict()["automorphisms"]
    ('formula', 2)
    """

    def __init__(self, method: str, text: str, as_json: str, picture: str) -> None:
        self.method = method
        self._text = text
        self._json = as_json
        self._picture = picture

    def to_dict(self) -> dict[str, Any]:
        """The plan as dictionaries and lists, as ``motherlode explain --format json`` has it.

        Examples
        --------
        >>> import motherlode as ml
        >>> ml.Graph.generate("karate").explain("house").to_dict()["pattern"]
        'a-b, b-c, c-d, d-a, a-e, e-b'
        """
        return json.loads(self._json)

    def __str__(self) -> str:
        return f"method        {self.method}\n{self._text}"

    def __repr__(self) -> str:
        return f"Plan(method={self.method!r})"

    def _repr_svg_(self) -> str:
        return self._picture
