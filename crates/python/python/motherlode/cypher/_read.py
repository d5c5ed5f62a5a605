"""The text of a query, parsed."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import Any, NoReturn

from ._syntax import (
    Exists,
    Expression,
    HasLabels,
    IsNull,
    Item,
    Literal,
    Logic,
    Match,
    Node,
    Parameter,
    Path,
    Place,
    Property,
    Query,
    Relationship,
    Test,
    Truth,
    Variable,
)

try:
    from lark import Lark, Token, Transformer, v_args
    from lark.exceptions import UnexpectedEOF, UnexpectedInput, VisitError
except ImportError as error:  # pragma: no cover - the message is what matters
    raise ImportError(
        "motherlode.cypher reads queries with lark, which is not installed: pip install lark"
    ) from error

SUPPORTED = (
    "supported are MATCH and OPTIONAL MATCH with paths of nodes and relationships, WHERE, RETURN of "
    "variables, properties, count(*) or *, and LIMIT"
)

# What may stand where the parser stops, and what to say of it: the first that fits.
_UNSUPPORTED = [
    (
        r"DISTINCT\b",
        "DISTINCT is not supported: every assignment is a row of its own; take the set of the rows",
    ),
    (r"ORDER\b", "ORDER BY is not supported: sort the rows that run() returns"),
    (r"SKIP\b", "SKIP is not supported: rows have no order to skip in"),
    (
        r"WITH\b",
        "WITH is not supported: a query is MATCH and OPTIONAL MATCH, each with its WHERE, and RETURN; filter or "
        "count again the rows that run() returns",
    ),
    (r"UNION\b", "UNION is not supported: run the queries one by one"),
    (
        r"UNWIND\b|CALL\b|CREATE\b|MERGE\b|DELETE\b|DETACH\b|SET\b|REMOVE\b",
        "only MATCH is supported: graphs are read, not written",
    ),
    (r"\*", "relationships of variable length are not supported: write the path out"),
    (
        r"=?~",
        "regular expressions are not supported: use STARTS WITH, ENDS WITH or CONTAINS, or filter the rows",
    ),
    (
        r"(?:SUM|AVG|MIN|MAX|COLLECT|STDEV)\b",
        "of the aggregations only count is supported: aggregate the rows that run() returns",
    ),
    (r"[-+/%^](?!\[)", "arithmetic is not supported: compare properties and values as they are"),
    (r"\(", "functions are not supported, but for count: apply them to what run() returns"),
]


def read(text: str) -> Query:
    """Parse a query.

    Raises
    ------
    motherlode.PatternError
        With line and column, if the text is not of the supported part of openCypher.

    Examples
    --------
    >>> query = read("MATCH (a:Neuron)-[s]->(b) WHERE a.size > 3 RETURN a.name, s LIMIT 5")
    >>> [item.name for item in query.items], query.limit
    (['a.name', 's'], 5)
    """
    if not isinstance(text, str):
        raise TypeError(f"a query is a text, not {type(text).__name__}")
    try:
        tree = _parser().parse(text)
    except UnexpectedEOF:
        lines = text.split("\n")
        _fail(text, len(lines), len(lines[-1]) + 1, "the query ends too early")
    except UnexpectedInput as error:
        _fail(
            text,
            error.line,
            error.column,
            _meant(text[error.pos_in_stream or 0 :], text[: error.pos_in_stream or 0]),
        )
    try:
        query: Query = _Reader().transform(tree)
    except VisitError as error:
        raise error.orig_exc from None
    return query


def error_at(place: Place, message: str) -> Exception:
    """An error about a place in a query."""
    from motherlode import PatternError

    return PatternError(f"{message}, at line {place.line}, column {place.column} of the query")


@cache
def _parser() -> Lark:
    grammar = files(__package__).joinpath("cypher.lark").read_text(encoding="utf-8")
    return Lark(grammar, parser="earley", propagate_positions=True, maybe_placeholders=True)


def _meant(rest: str, before: str) -> str:
    if re.search(r"\bOPTIONAL\s*$", before, re.IGNORECASE):
        return "OPTIONAL is followed by MATCH"
    for pattern, message in _UNSUPPORTED:
        if re.match(pattern, rest, re.IGNORECASE):
            return message
    word = re.match(r"\w+|.", rest, re.DOTALL)
    stopped = f"`{word.group()}` is not understood here" if word else "the query ends too early"
    return (
        f"{stopped}; {SUPPORTED}" if before.strip() else f"{stopped}: a query begins with MATCH; {SUPPORTED}"
    )


def _fail(text: str, line: int, column: int, message: str) -> NoReturn:
    from motherlode import PatternError

    shown = text.split("\n")[line - 1]
    raise PatternError(f"{message}, at line {line}, column {column}\n  {shown}\n  {' ' * (column - 1)}^")


def _place(meta: Any) -> Place:
    return Place(meta.line, meta.column)


def _keep(children: list[Any], kind: type | tuple[type, ...]) -> list[Any]:
    return [child for child in children if isinstance(child, kind)]


class _Labels(tuple[str, ...]):
    """Labels or types that were written together, apart from other tuples."""


class _Properties(tuple[tuple[str, Any], ...]):
    """Properties between braces."""


@v_args(meta=True)
class _Reader(Transformer[Token, Query]):
    def start(self, meta: Any, children: list[Any]) -> Query:
        limits = _keep(children, int)
        items = next(child for child in children if isinstance(child, list))
        return Query(tuple(_keep(children, Match)), tuple(items), limits[0] if limits else None)

    def match(self, meta: Any, children: list[Any]) -> Match:
        return Match(tuple(_keep(children, Path)), children[-1], children[0] is not None)

    def where(self, meta: Any, children: list[Any]) -> Expression:
        expression: Expression = children[1]
        return expression

    def pattern(self, meta: Any, children: list[Any]) -> Path:
        return Path(tuple(_keep(children, Node)), tuple(_keep(children, Relationship)))

    def exists(self, meta: Any, children: list[Any]) -> Exists:
        return Exists(self.pattern(meta, children))

    def node(self, meta: Any, children: list[Any]) -> Node:
        return Node(*_described(children, several=True), _place(meta))

    def labels(self, meta: Any, children: list[str]) -> _Labels:
        return _Labels(children)

    types = labels

    def properties(self, meta: Any, children: list[Any]) -> _Properties:
        return _Properties(child for child in children if child is not None)

    def property_value(self, meta: Any, children: list[Any]) -> tuple[str, Any]:
        return children[0], children[1]

    def detail(self, meta: Any, children: list[Any]) -> list[Any]:
        return children

    def to_right(self, meta: Any, children: list[Any]) -> Relationship:
        return _relationship(meta, children, ">")

    def to_left(self, meta: Any, children: list[Any]) -> Relationship:
        return _relationship(meta, children, "<")

    def either(self, meta: Any, children: list[Any]) -> Relationship:
        return _relationship(meta, children, "-")

    def either_or(self, meta: Any, children: list[Any]) -> Logic:
        return Logic("or", tuple(child for child in children if not isinstance(child, Token)))

    def exclusive(self, meta: Any, children: list[Any]) -> Logic:
        return Logic("xor", tuple(child for child in children if not isinstance(child, Token)))

    def all(self, meta: Any, children: list[Any]) -> Logic:
        return Logic("and", tuple(child for child in children if not isinstance(child, Token)))

    def negation(self, meta: Any, children: list[Any]) -> Logic:
        return Logic("not", (children[1],))

    def comparison(self, meta: Any, children: list[Any]) -> Expression:
        # 1 < a.size < 5 is 1 < a.size AND a.size < 5.
        tests = [
            Test(str(children[at + 1]), children[at], children[at + 2], _place(meta))
            for at in range(0, len(children) - 2, 2)
        ]
        return tests[0] if len(tests) == 1 else Logic("and", tuple(tests))

    def membership(self, meta: Any, children: list[Any]) -> Test:
        return Test("in", children[0], children[2], _place(meta))

    def text_test(self, meta: Any, children: list[Any]) -> Test:
        sign = " ".join(str(child).lower() for child in children[1:-1])
        return Test(sign, children[0], children[-1], _place(meta))

    def null_test(self, meta: Any, children: list[Any]) -> Expression:
        negated = children[2] is not None
        test = IsNull(children[0])
        return Logic("not", (test,)) if negated else test

    def has_labels(self, meta: Any, children: list[Any]) -> HasLabels:
        return HasLabels(children[0], tuple(tuple(labels) for labels in children[1:]))

    def truth(self, meta: Any, children: list[Any]) -> Truth:
        return Truth(children[0])

    def property(self, meta: Any, children: list[str]) -> Property:
        return Property(children[0], children[1], _place(meta))

    def variable(self, meta: Any, children: list[str]) -> Variable:
        return Variable(children[0], _place(meta))

    def parameter(self, meta: Any, children: list[str]) -> Parameter:
        return Parameter(children[0], _place(meta))

    def number(self, meta: Any, children: list[Any]) -> Literal:
        text = str(children[1])
        value = int(text) if text.isdigit() else float(text)
        return Literal(value if children[0] is None else -value)

    def text(self, meta: Any, children: list[Token]) -> Literal:
        return Literal(_unescaped(str(children[0])[1:-1], _place(meta)))

    def boolean(self, meta: Any, children: list[Token]) -> Literal:
        return Literal(children[0].type == "TRUE")

    def null(self, meta: Any, children: list[Token]) -> Literal:
        return Literal(None)

    def listed(self, meta: Any, children: list[Any]) -> Literal:
        values = [child for child in children if child is not None]
        if any(isinstance(value, Parameter) for value in values):
            raise error_at(_place(meta), "a parameter cannot stand in a list; give the list as a parameter")
        return Literal(tuple(value.value for value in values))

    def name(self, meta: Any, children: list[Token]) -> str:
        text = str(children[0])
        return text[1:-1] if text.startswith("`") else text

    def returns(self, meta: Any, children: list[Any]) -> list[Item]:
        return _keep(children, Item)

    def item(self, meta: Any, children: list[Any]) -> Item:
        item: Item = children[0] if isinstance(children[0], Item) else _item(children[0])
        alias = children[2] if len(children) > 2 else None
        return item if alias is None else Item(item.what, item.counted, alias)

    def everything(self, meta: Any, children: list[Any]) -> Item:
        return Item(None, False, "*")

    def count_all(self, meta: Any, children: list[Any]) -> Item:
        return Item(None, True, "count(*)")

    def count_values(self, meta: Any, children: list[Any]) -> Item:
        plain = _item(children[1])
        return Item(plain.what, True, f"count({plain.name})")

    def limit(self, meta: Any, children: list[Any]) -> int:
        return int(children[1])


def _item(what: Variable | Property) -> Item:
    name = what.name if isinstance(what, Variable) else f"{what.variable}.{what.key}"
    return Item(what, False, name)


def _described(children: list[Any], *, several: bool) -> tuple[Any, Any, Any]:
    """The name, the labels or types and the properties of a node or relationship."""
    names = [child for child in children if type(child) is str]
    labels = [tuple(child) for child in children if isinstance(child, _Labels)]
    properties = next((tuple(child) for child in children if isinstance(child, _Properties)), ())
    return (
        names[0] if names else None,
        tuple(labels) if several else (labels[0] if labels else ()),
        properties,
    )


def _relationship(meta: Any, children: list[Any], direction: str) -> Relationship:
    detail = next((child for child in children if isinstance(child, list)), [])
    return Relationship(*_described(detail, several=False), direction, _place(meta))


_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "\\": "\\", "'": "'", '"': '"', "`": "`"}


def _unescaped(text: str, place: Place) -> str:
    def one(found: re.Match[str]) -> str:
        if found.group(1):
            return chr(int(found.group(1), 16))
        if found.group(2) in _ESCAPES:
            return _ESCAPES[found.group(2)]
        raise error_at(place, f"`\\{found.group(2)}` is no escape; a backslash is written `\\\\`")

    return re.sub(r"\\(?:u([0-9a-fA-F]{4})|(.))", one, text, flags=re.DOTALL)
