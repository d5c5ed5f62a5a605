"""The reference of the command: a page for each, from its help."""

import re
from collections.abc import Iterator
from html import escape
from textwrap import dedent

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import Files

import reference
from program import ask

FOLDER = "reference/command"
SECTION = re.compile(r"^(?=[A-Z][^.\n]*:$)", re.M)
TERM = re.compile(r"^ {2,6}(?=[-<\[])(.+)$", re.M)
LISTED = re.compile(r"^  ([a-z]+) {2,}(.+(?:\n {10,}.+)*)", re.M)
# What stands in single quotes is typed, an apostrophe follows a letter; and so are long options.
TYPED = re.compile(r"(?<!\w)'([^']+)'(?!\w)|(--[a-z][a-z-]*)")
PAGE = re.compile(r"docs/[a-z-]+\.md")


def on_files(files: Files, config: MkDocsConfig) -> None:
    top = ask("--help")
    commands = [name for name, _ in LISTED.findall(top.partition("Options:")[0]) if name != "help"]
    pages = {name: _page(name) for name in commands}
    reference.add(files, config, f"{FOLDER}/index.md", _index(top, pages))
    for name, text in pages.items():
        reference.add(files, config, f"{FOLDER}/{name}.md", text)
    reference.fill(config, "The command", [f"{FOLDER}/{name}.md" for name in ("index", *commands)])


def _index(top: str, pages: dict[str, str]) -> str:
    introduction, *sections = _sections(top)
    text = f"# The command\n\n{_prose(introduction)}"
    for section in sections:
        listed = [(name, what) for name, what in LISTED.findall(section) if name in pages]
        if listed:
            title = section.partition(":")[0]
            text += f"\n## {title}\n\n" + "".join(
                f"- [{name}]({name}.md): {_line(what)}\n" for name, what in listed
            )
        else:
            text += _section(section, "##")
    return text


def _page(name: str) -> str:
    help_text = ask(name, "--help")
    commands = help_text.partition("Commands:\n")[2].partition("\n\n")[0]
    below = "".join(_described(f"{name} {command}", 2) for command, _ in LISTED.findall(commands))
    return _described(name, 1, help_text) + below


def _described(name: str, level: int, help_text: str | None = None) -> str:
    introduction, *sections = _sections(help_text or ask(*name.split(), "--help"))
    mark = "#" * level
    return f"{mark} {name}\n\n{_prose(introduction)}" + "".join(
        _section(section, mark + "#") for section in sections
    )


def _sections(help_text: str) -> list[str]:
    """What stands before the first title, and what follows each of them, with it."""
    return SECTION.split(help_text.replace("\nUsage: ", "\nUsage:\n"))


def _section(section: str, mark: str) -> str:
    title, _, body = section.partition(":\n")
    if title == "Usage":
        return f"\n```text\n{body.strip()}\n```\n"
    if title == "Commands":
        return ""
    if TERM.search(body):
        return f"\n{mark} {title}\n\n" + "".join(_terms(body))
    listed, *after = re.split(r"\n\n(?=\S)", body, maxsplit=1)
    return f"\n{mark} {title}\n\n```text\n{dedent(listed).strip()}\n```\n\n" + _prose("".join(after))


def _terms(body: str) -> Iterator[str]:
    _, *parts = TERM.split(body)
    for term, text in zip(parts[::2], parts[1::2]):
        yield f"`{term.strip()}`\n:   " + _prose(dedent(text)).replace("\n", "\n    ").rstrip() + "\n\n"


def _prose(text: str) -> str:
    """Paragraphs, some of which may be lists, or commands that are indented."""
    made = ""
    for paragraph in re.split(r"\n\s*\n", text.strip("\n")):
        if paragraph.startswith("  "):
            made += f"```text\n{re.sub('(?m)^  ', '', paragraph)}\n```\n\n"
        elif paragraph.startswith("- "):
            made += "".join(f"- {_line(item)}\n" for item in re.split(r"(?m)^- ", paragraph)[1:]) + "\n"
        else:
            made += _line(paragraph) + "\n\n"
    return made


def _line(text: str) -> str:
    """A text on one line, of which nothing but what is typed is marked up."""
    plain = re.sub(r"([\\`*_\[\]|])", r"\\\1", escape(" ".join(text.split()), quote=False))
    marked = TYPED.sub(lambda typed: f"<code>{typed[1] or typed[2]}</code>", plain)
    return PAGE.sub(r"[\g<0>](../../\g<0>)", marked)
