"""Plain values (what TOML and JSON hold) into dataclasses and back, with the key in every error."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, get_args, get_origin, get_type_hints

from quixotry.rules.errors import RulesetError
from quixotry.wording.phrases import listed, quoted

FILE_CHARACTERS_MAX = 65_536
KEY_PARTS_MAX = 90

T = TypeVar("T")


def limits(least: int, most: int) -> dict[str, tuple[int, int]]:
    """The least and most a whole number in a file may be, as metadata of its field."""
    return {"limits": (least, most)}


def parse_toml(text: str) -> dict[str, Any]:
    check_size(text)
    # tomllib takes time quadratic in the parts of a dotted key: 7 s for one that fills the file. The `..` of
    # a board's rows are no such dots.
    if any(line.replace("..", "").count(".") > KEY_PARTS_MAX for line in text.splitlines()):
        raise RulesetError("file", f"has a line with more than {KEY_PARTS_MAX} dots: nested too deeply")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise RulesetError("file", f"is not TOML: {error}") from error
    except ValueError as error:
        raise RulesetError("file", "has a number with thousands of digits") from error
    except RecursionError:
        raise RulesetError("file", "is nested too deeply") from None


def check_size(text: str) -> None:
    if len(text) > FILE_CHARACTERS_MAX:
        raise RulesetError("file", f"has {len(text)} characters; the limit is {FILE_CHARACTERS_MAX}")


def key_path(where: str, key: str) -> str:
    """The full name of a key; one nobody could read on a screen is quoted and cut."""
    name = key if key.isprintable() and 0 < len(key) <= 40 else quoted(key)
    return f"{where}.{name}" if where else name


def check_keys(plain: Mapping[str, Any], keys: tuple[str, ...], where: str) -> None:
    for key in plain:
        if key not in keys:
            raise RulesetError(key_path(where, key), f"is not a known key; use {listed(keys, ' or ')}")


def read_table(kind: type[T], plain: Mapping[str, Any], where: str, given: Mapping[str, Any]) -> T:
    hints = get_type_hints(kind)
    known = {item.name: item for item in fields(kind) if item.name not in given}  # type: ignore[arg-type]
    check_keys(plain, tuple(known), where)
    values = dict(given)
    for name, item in known.items():
        path = key_path(where, name)
        if name in plain:
            values[name] = _value(hints[name], plain[name], path, item)
        elif item.default is MISSING:
            raise RulesetError(path, "is missing")
    return kind(**values)


def _value(hint: Any, value: Any, path: str, item: Field[Any]) -> Any:
    origin, choices = get_origin(hint), get_args(hint)
    presets = item.metadata.get("presets")
    if presets is not None and isinstance(value, str):
        if value not in presets():
            raise RulesetError(path, f"must be {listed(tuple(presets()), ' or ')}, not {quoted(value)}")
        return presets()[value]
    if origin is UnionType:
        return (
            None
            if value is None
            else _value(next(c for c in choices if c is not NoneType), value, path, item)
        )
    if is_dataclass(hint):
        if not isinstance(value, dict):
            raise RulesetError(path, "must be a table")
        return read_table(hint, value, path, {})  # type: ignore[arg-type]
    if origin is tuple:
        if not isinstance(value, list):
            raise RulesetError(path, "must be a list")
        return tuple(_value(choices[0], each, f"{path}[{n}]", item) for n, each in enumerate(value))
    if origin is Literal:
        if value not in choices:
            raise RulesetError(path, f"must be {listed(choices, ' or ')}, not {quoted(value)}")
        return value
    if hint is bool:
        if not isinstance(value, bool):
            raise RulesetError(path, f"must be true or false, not {quoted(value)}")
        return value
    if hint is int:
        return whole_number(value, path, *item.metadata["limits"])
    return text_value(value, path)


def whole_number(value: Any, path: str, least: int, most: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise RulesetError(path, f"must be a whole number from {least} to {most}, not {quoted(value)}")
    return value


def text_value(value: Any, path: str) -> str:
    if not isinstance(value, str) or not value.isprintable():
        raise RulesetError(path, f"must be one line of text in quotes, not {quoted(value)}")
    return value


def to_plain(value: Any) -> Any:
    if is_dataclass(value):
        plain = {item.name: _field_to_plain(item, getattr(value, item.name)) for item in fields(value)}
        return {key: each for key, each in plain.items() if each is not None}
    return [to_plain(each) for each in value] if isinstance(value, tuple) else value


def _field_to_plain(item: Field[Any], value: Any) -> Any:
    """A field's value; one that has a name among its presets is called by it."""
    presets = item.metadata.get("presets")
    names = [] if presets is None else [name for name, preset in presets().items() if preset == value]
    return names[0] if names else to_plain(value)
