"""Docstrings are written for Sphinx: its roles, links and examples, in Markdown."""

import re
from typing import Any

from griffe import Extension, Object

ROLE = re.compile(r":[a-z]+:`~?([^`]+)`")
LINK = re.compile(r"`([^`<]+) <([^`>]+)>`__?")
EXAMPLE = re.compile(r"^>>> .*\n?(?:.+\n?)*", re.M)
FLAG = re.compile(r" *# doctest: .*")


class Roles(Extension):
    def on_object(self, *, obj: Object, **_: Any) -> None:
        if obj.docstring:
            text = ROLE.sub(r"`\1`", obj.docstring.value)
            text = LINK.sub(r"[\1](\2)", text)
            obj.docstring.value = EXAMPLE.sub(lambda example: f"```pycon\n{FLAG.sub('', example[0]).rstrip()}\n```\n", text)
