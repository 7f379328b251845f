"""Messages with parameters: a small part of ICU MessageFormat.

    {name}                                          the parameter as it is
    {n, plural, =0{none} one{# tile} other{# tiles}}    by number, or by the length of a list; # is the number
    {kind, select, a{...} b{...} other{...}}        by value; true, false and none are written so
    {words, list} and {words, list, or}             A, B and C; A, B or C
    {text, quoted}                                  somebody else's text, short, printable and in quotes

Branches nest. A parameter may be a path into tables: `{exchange.least}`. An apostrophe before a brace makes the
text up to the next apostrophe literal: `'{'`. The browser formats the same messages with
`web/static/js/message-format.js`; tests/wording/message_cases.json holds both to the same answers (`quoted` is
for the server alone).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from quixotry.values import frozen
from quixotry.wording.phrases import listed, quoted

Parameters = Mapping[str, Any]

_PLURALS: dict[str, Callable[[int], str]] = {"en": lambda n: "one" if n == 1 else "other"}
"""Which plural form a number takes, by language (CLDR's rules); the browser has them built in."""

_ARGUMENT = re.compile(r"\{\s*([\w.]+)\s*(?:,\s*(plural|select|list|quoted)\s*)?(?:,\s*)?")
_STYLE = re.compile(r"\w+")
_BRANCH = re.compile(r"\s*([^\s{}]+)\s*\{")


class BadMessage(ValueError):
    """A message in one of our own files that cannot be read: a mistake of ours."""


@frozen
class Argument:
    name: str
    kind: str
    style: str
    branches: Mapping[str, Message]


Message = tuple[str | Argument, ...]


@frozen
class Language:
    """What formatting needs to know of a language beside its messages."""

    code: str
    conjunctions: Mapping[str, str]
    """` and ` and ` or `, by the style of a list."""

    def format(self, message: str, parameters: Parameters) -> str:
        return self._format(parse(message), parameters, None)

    def _format(self, message: Message, parameters: Parameters, number: int | None) -> str:
        return "".join(
            self._argument(part, parameters, number)
            if isinstance(part, Argument)
            else part
            if number is None
            else part.replace("#", str(number))
            for part in message
        )

    def _argument(self, argument: Argument, parameters: Parameters, number: int | None) -> str:
        value = _look_up(argument.name, parameters)
        match argument.kind:
            case "plural":
                number = len(value) if isinstance(value, list | tuple) else int(value)
                keys = [f"={number}", _PLURALS[self.code](number)]
            case "select":
                keys = [_key(value)]
            case "list":
                return listed([str(each) for each in value], self.conjunctions[argument.style or "and"])
            case "quoted":
                return quoted(value)
            case _:
                return str(value)
        chosen = next((key for key in keys if key in argument.branches), "other")
        return self._format(argument.branches[chosen], parameters, number)


def parameter_names(message: str) -> set[str]:
    """The parameters a message asks for."""
    return _names(parse(message))


def _names(message: Message) -> set[str]:
    found: set[str] = set()
    for part in message:
        if isinstance(part, Argument):
            found |= {part.name}.union(*map(_names, part.branches.values()))
    return found


@lru_cache(maxsize=1024)
def parse(text: str) -> Message:
    message, end = _parse(text, 0)
    if end != len(text):
        raise BadMessage(f"a brace too many at {end}: {text}")
    return message


def _parse(text: str, at: int) -> tuple[Message, int]:
    """The message from `at` to its closing brace, or to the end of the text."""
    parts: list[str | Argument] = []
    while at < len(text) and text[at] != "}":
        if text[at] == "{":
            argument, at = _parse_argument(text, at)
            parts.append(argument)
        elif text[at] == "'" and text[at + 1 : at + 2] in ("{", "}"):
            end = text.index("'", at + 1)
            parts.append(text[at + 1 : end])
            at = end + 1
        else:
            parts.append(text[at])
            at += 1
    return _joined(parts), at


def _joined(parts: list[str | Argument]) -> Message:
    """Neighbouring texts become one."""
    joined: list[str | Argument] = []
    for part in parts:
        if joined and isinstance(part, str) and isinstance(joined[-1], str):
            joined[-1] += part
        else:
            joined.append(part)
    return tuple(joined)


def _parse_argument(text: str, at: int) -> tuple[Argument, int]:
    head = _ARGUMENT.match(text, at)
    if head is None:
        raise BadMessage(f"not a parameter at {at}: {text}")
    name, kind = head[1], head[2] or ""
    at, style = head.end(), ""
    branches: dict[str, Message] = {}
    if kind in ("plural", "select"):
        while branch := _BRANCH.match(text, at):
            branches[branch[1]], at = _parse(text, branch.end())
            at += 1
        if "other" not in branches:
            raise BadMessage(f"{name} has no branch for other: {text}")
    elif style_found := _STYLE.match(text, at) if kind == "list" else None:
        style, at = style_found[0], style_found.end()
    at += len(text[at:]) - len(text[at:].lstrip())
    if text[at : at + 1] != "}":
        raise BadMessage(f"{name} is not closed at {at}: {text}")
    return Argument(name, kind, style, branches), at + 1


def _look_up(name: str, parameters: Parameters) -> Any:
    value: Any = parameters
    for key in name.split("."):
        value = value[key]
    return value


def _key(value: Any) -> str:
    """A value as a branch of a select names it."""
    return str(value).lower() if value is None or isinstance(value, bool) else str(value)
