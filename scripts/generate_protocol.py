"""What others need of the protocols, made from their types: the browser's types, tables and schemas.

    python -m scripts.generate_protocol [--check]

Writes `src/quixotry/web/protocol.d.ts` and `docs/reference/bot-protocol.schema.json`, and in
`docs/reference/protocol.md` and `docs/reference/bot-protocol.md` everything between a line `<!-- generated: NAME -->`
and the next `<!-- end -->`. With `--check` nothing is written; the exit code is 1 where something would be.
"""

from __future__ import annotations

import ast
import inspect
import json
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from pathlib import Path
from types import ModuleType, NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
from litestar import Response
from litestar.handlers import HTTPRouteHandler

from quixotry.protocol import (
    arena,
    bots,
    catalogue,
    client,
    errors,
    events,
    games,
    moves,
    rulesets,
    server,
    views,
)
from quixotry.web.routes import ROUTES

ROOT = Path(__file__).parents[1]
TYPES = ROOT / "src" / "quixotry" / "web" / "protocol.d.ts"
DOCUMENT = ROOT / "docs" / "reference" / "protocol.md"
BOT_DOCUMENT = ROOT / "docs" / "reference" / "bot-protocol.md"
BOT_SCHEMA = ROOT / "docs" / "reference" / "bot-protocol.schema.json"

MODULES = (views, events, rulesets, games, catalogue, arena, moves, client, server, errors)
UNIONS: dict[str, Any] = {
    "AnyMove": moves.AnyMove,
    "ClientMessage": client.ClientMessage,
    "SeenEvent": events.SeenEvent,
    "ServerMessage": server.ServerMessage,
}
_NAMES = {
    str: "string",
    int: "number",
    float: "number",
    bool: "boolean",
    NoneType: "null",
    Any: "any",
    bytes: "string",
    msgspec.Raw: "object",
}
_ALIASES = {frozenset(get_args(union)): name for name, union in UNIONS.items()}


_READ = (client._ClientMessage, *get_args(bots.AnyAnswer))
"""What others write and we read: a field with a default may be missing."""


@dataclass(frozen=True)
class FieldType:
    name: str
    kind: Any
    is_optional: bool
    """May it be missing?"""
    meaning: str
    limits: str = ""


# Reading the types


@cache
def _comments(module: ModuleType) -> dict[tuple[str, str], str]:
    """The text under each attribute, by class and name."""
    found = {}
    for node in ast.parse(inspect.getsource(module)).body:
        if isinstance(node, ast.ClassDef):
            for item, below in zip(node.body, node.body[1:], strict=False):
                if isinstance(item, ast.AnnAssign) and isinstance(below, ast.Expr):
                    assert isinstance(item.target, ast.Name)
                    text = ast.literal_eval(below.value)
                    found[node.name, item.target.id] = " ".join(text.split())
    return found


def _meaning(kind: type, name: str) -> str:
    for owner in kind.__mro__:
        module = inspect.getmodule(owner)
        if module is not None and owner is not object and name in inspect.get_annotations(owner):
            return _comments(module).get((owner.__name__, name), "")
    return ""


def about(kind: type) -> str:
    text = " ".join((kind.__doc__ or "").partition(">>>")[0].split())
    # A dataclass without a docstring is given its signature for one.
    return "" if text.startswith(f"{kind.__name__}(") else text


def tag_of(kind: type) -> tuple[str, str] | None:
    """The field that says which message it is, and what it says there."""
    config = getattr(kind, "__struct_config__", None)
    return (config.tag_field, config.tag) if config is not None and config.tag else None


def fields_of(kind: Any) -> list[FieldType]:
    hints = get_type_hints(kind, include_extras=True)
    if not issubclass(kind, msgspec.Struct):
        return [
            FieldType(item.name, hints[item.name], False, _meaning(kind, item.name)) for item in fields(kind)
        ]
    is_read = kind.__struct_config__.forbid_unknown_fields or issubclass(kind, _READ)
    found = []
    for item in msgspec.structs.fields(kind):
        parts = get_args(hints[item.name]) if _is_union(hints[item.name]) else (hints[item.name],)
        may_be_missing = msgspec.UnsetType in parts or (is_read and not item.required)
        found.append(
            FieldType(
                item.name,
                hints[item.name],
                may_be_missing,
                _meaning(kind, item.name),
                _limits(hints[item.name]),
            )
        )
    return found


def _is_union(kind: Any) -> bool:
    return get_origin(kind) in (Union, UnionType)


def _limits(kind: Any) -> str:
    if get_origin(kind) is not Annotated:
        return ""
    meta = get_args(kind)[1]
    if meta.le is not None:
        return f"{meta.ge} to {meta.le}."
    least = f"{meta.min_length} to " if meta.min_length is not None else "at most "
    return f"Length: {least}{meta.max_length}."


def typed(kind: Any) -> str:
    """A type as TypeScript writes it."""
    if get_origin(kind) is Annotated:
        return typed(get_args(kind)[0])
    if kind in _NAMES:
        return _NAMES[kind]
    origin, parts = get_origin(kind), get_args(kind)
    if _is_union(kind):
        parts = tuple(part for part in parts if part is not msgspec.UnsetType)
        return _ALIASES.get(frozenset(parts)) or " | ".join(dict.fromkeys(map(typed, parts)))
    if origin is Literal:
        return " | ".join(f'"{part}"' for part in parts)
    if origin is dict:
        return f"Record<{typed(parts[0])}, {typed(parts[1])}>"
    if origin in (list, tuple, Sequence):
        inner = typed(parts[0])
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    if isinstance(kind, type):
        return kind.__name__
    raise TypeError(f"nobody said how to write {kind!r}")


def _inside(kind: Any) -> Iterator[type]:
    """The structs and dataclasses a type is made of."""
    if get_origin(kind) is not None:
        for part in get_args(kind):
            yield from _inside(part)
    elif isinstance(kind, type) and (issubclass(kind, msgspec.Struct) or is_dataclass(kind)):
        yield kind


def all_types() -> list[type]:
    """Every type of the protocol, each after those it is made of."""
    ours = [
        kind
        for module in MODULES
        for kind in vars(module).values()
        if isinstance(kind, type) and kind.__module__ == module.__name__ and not kind.__name__.startswith("_")
    ]
    return _with_parts([kind for kind in ours if issubclass(kind, msgspec.Struct)])


def _with_parts(kinds: Sequence[type]) -> list[type]:
    found: dict[type, None] = {}

    def add(kind: type) -> None:
        if kind not in found:
            for item in fields_of(kind):
                for part in _inside(item.kind):
                    if part is not kind:
                        add(part)
            found[kind] = None

    for kind in kinds:
        add(kind)
    return list(found)


# The browser's types

_HEAD = """\
/**
 * The protocol as types. Made by `python -m scripts.generate_protocol` from src/quixotry/protocol; do not edit.
 * docs/reference/protocol.md says how the messages follow each other. Only the type checker reads this file.
 */

type Keys<U> = U extends unknown ? keyof U : never;
/** A union whose members may be asked for each other's fields. */
type Open<U, A = U> = U extends unknown ? U & { [K in Exclude<Keys<A>, keyof U>]?: undefined } : never;
"""


def browser_types() -> str:
    """The types that the app's modules name, and those they are made of."""
    modules = sorted((TYPES.parent / "static" / "js").rglob("*.js"))
    named = {name for file in modules for name in _NAMED.findall(file.read_text("utf-8"))}
    members = [member for name, union in UNIONS.items() if name in named for member in get_args(union)]
    parts = [_HEAD]
    for kind in _with_parts([kind for kind in all_types() if kind.__name__ in named or kind in members]):
        lines = [f"/** {about(kind)} */"] if about(kind) else []
        lines.append(f"export interface {kind.__name__} {{")
        tag = tag_of(kind)
        if tag is not None:
            lines.append(f'  {tag[0]}: "{tag[1]}";')
        for item in fields_of(kind):
            if item.meaning:
                lines.append(f"  /** {item.meaning} */")
            lines.append(f"  {item.name}{'?' if item.is_optional else ''}: {typed(item.kind)};")
        parts.append("\n".join([*lines, "}"]) + "\n")
    for name, union in UNIONS.items():
        told = " | ".join(member.__name__ for member in get_args(union))
        parts.append(f"export type {name} = Open<{told}>;\n")
    return "\n".join(parts)


_NAMED = re.compile(r'protocol\.js"\)\.(\w+)')


# The document's tables


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _table(kind: Any) -> list[str]:
    rows = ["| field | type | |", "| --- | --- | --- |"]
    for item in fields_of(kind):
        notes = [
            item.meaning,
            item.limits,
            "May be missing." if item.is_optional else "",
        ]
        rows.append(
            f"| `{item.name}` | `{_cell(typed(item.kind))}` | {_cell(' '.join(filter(None, notes)))} |"
        )
    return [*rows, ""] if len(rows) > 2 else []


def _messages(union: Any) -> str:
    lines = []
    for kind in get_args(union):
        tag = tag_of(kind)
        assert tag is not None
        lines += [f"**`{tag[1]}`** {about(kind)}", "", *_table(kind)]
    return "\n".join(lines)


def _seen_events() -> str:
    rows = ["| kind | more fields | |", "| --- | --- | --- |"]
    for kind in get_args(events.SeenEvent):
        more = [item for item in fields_of(kind) if item.name not in ("seq", "seat", "at_ms")]
        told = [f"`{item.name}{'?' if item.is_optional else ''}: {_cell(typed(item.kind))}`" for item in more]
        notes = [f"`{item.name}`: {item.meaning}" for item in more if item.meaning]
        rows.append(f"| `{kind.__name__}` | {', '.join(told)} | {_cell(' '.join([about(kind), *notes]))} |")
    return "\n".join([*rows, ""])


def _parts() -> str:
    """The types that are parts of others: all but messages, moves and events."""
    told = {member for union in UNIONS.values() for member in get_args(union)}
    lines = []
    for kind in sorted(all_types(), key=lambda kind: kind.__name__):
        if kind not in told:
            lines += [f"**{kind.__name__}** {about(kind)}".rstrip(), "", *_table(kind)]
    return "\n".join(lines)


def _routes() -> str:
    rows = ["| request | body | answer | |", "| --- | --- | --- | --- |"]
    for route in ROUTES:
        if isinstance(route, HTTPRouteHandler):
            hints = get_type_hints(route.fn)
            (method,), (path,) = route.http_methods, route.paths
            query = [name for name in inspect.signature(route.fn).parameters if f"{{{name}:" not in path]
            asked = "&".join(
                _QUERY.get(name, name) for name in query if name not in ("request", "state", "data")
            )
            shown = re.sub(r"\{(?:game_|match_)?(\w+):(?:str|int)\}", lambda found: found[1].upper(), path)
            body = f"`{typed(hints['data'])}`" if "data" in hints else ""
            address = f"`{method} {shown}{'?' if asked else ''}{asked}`"
            rows.append(
                f"| {address} | {body} | {route.status_code} {_answer(hints['return'])} | {route.summary} |"
            )
    return "\n".join([*rows, ""])


_QUERY = {"games": "state"}
"""Query parameters whose name is another in the function."""


def _answer(kind: Any) -> str:
    if kind is NoneType:
        return ""
    if get_origin(kind) is Response:
        (kind,) = get_args(kind)
    return "a file" if kind is bytes else f"`{typed(kind)}`"


# Programs that play


def is_list(kind: type) -> bool:
    """Is it written as a list of its fields?"""
    return bool(getattr(getattr(kind, "__struct_config__", None), "array_like", False))


def _bot_types() -> str:
    """What the requests of the bot protocol are made of."""
    lines = []
    for kind in _with_parts(get_args(bots.AnyRequest)):
        if kind not in get_args(bots.AnyRequest):
            shape = "A list of these: " if is_list(kind) else ""
            lines += [f"**{kind.__name__}** {shape}{about(kind)}".rstrip(), "", *_table(kind)]
    return "\n".join(lines)


def bot_schema() -> str:
    """The lines of the bot protocol as JSON schemas, by the name of the type."""
    kinds = (*get_args(bots.AnyRequest), *get_args(bots.AnyAnswer))
    _, components = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    for kind in _with_parts(kinds):
        components[kind.__name__]["description"] = about(kind)
        properties = components[kind.__name__].get("properties", {})
        for item in fields_of(kind):
            if item.meaning and item.name in properties:
                properties[item.name]["description"] = item.meaning
    told = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"The bot protocol of Quixotry, version {bots.PROTOCOL}",
        "oneOf": [
            {"title": title, "oneOf": [{"$ref": f"#/$defs/{kind.__name__}"} for kind in get_args(union)]}
            for title, union in (("request", bots.AnyRequest), ("answer", bots.AnyAnswer))
        ],
        "$defs": components,
    }
    return json.dumps(told, indent=1, ensure_ascii=False) + "\n"


SECTIONS = {
    "routes": _routes,
    "client messages": lambda: _messages(client.ClientMessage),
    "moves": lambda: _messages(moves.AnyMove),
    "server messages": lambda: _messages(server.ServerMessage),
    "events": _seen_events,
    "types": _parts,
}
BOT_SECTIONS = {
    "requests": lambda: _messages(bots.AnyRequest),
    "answers": lambda: _messages(bots.AnyAnswer),
    "moves": lambda: _messages(moves.AnyMove),
    "types": _bot_types,
}
_SECTION = re.compile(r"(<!-- generated: ([a-z ]+) -->\n).*?(<!-- end -->)", re.DOTALL)


def document(text: str, sections: Mapping[str, Callable[[], str]] = SECTIONS) -> str:
    """The document with its tables as they should be."""
    return _SECTION.sub(lambda found: f"{found[1]}\n{sections[found[2]]()}\n{found[3]}", text)


def main(words: Sequence[str]) -> int:
    made = {
        TYPES: browser_types(),
        DOCUMENT: document(DOCUMENT.read_text("utf-8")),
        BOT_DOCUMENT: document(BOT_DOCUMENT.read_text("utf-8"), BOT_SECTIONS),
        BOT_SCHEMA: bot_schema(),
    }
    stale = [
        file for file, content in made.items() if not file.exists() or file.read_text("utf-8") != content
    ]
    for file in stale:
        print(f"{file.relative_to(ROOT)} {'is out of date' if '--check' in words else 'is written anew'}")
        if "--check" not in words:
            file.write_text(made[file], "utf-8")
    return 1 if stale and "--check" in words else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
