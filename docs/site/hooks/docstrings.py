"""Docstrings are written for Sphinx: their roles, links and examples, in Markdown."""

import re
from typing import Any

from griffe import Extension, Module, Object

ROLE = re.compile(r":[a-z]+:`~?([^`]+)`")
LINK = re.compile(r"`([^`<]+) <([^`>]+)>`__?")
EXAMPLE = re.compile(r"^>>> .*\n?(?:.+\n?)*", re.M)
FLAG = re.compile(r" *# doctest: .*")


class Docstrings(Extension):
    def on_package(self, *, pkg: Module, **_: Any) -> None:
        _translate(pkg)


def _translate(documented: Object) -> None:
    if documented.docstring:
        text = ROLE.sub(r"`\1`", documented.docstring.value)
        text = LINK.sub(r"[\1](\2)", text)
        documented.docstring.value = EXAMPLE.sub(_fenced, text)
    for member in documented.members.values():
        if not member.is_alias:
            _translate(member)


def _fenced(example: re.Match[str]) -> str:
    return f"```pycon\n{FLAG.sub('', example[0]).rstrip()}\n```\n"
