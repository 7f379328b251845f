"""Rulesets as TOML, and back to plain values.

A file may say `extends = "classic"` and then only what it changes. `board` and `tiles` are either the name of
one that ships with the package or a table of their own. Every mistake is a `RulesetError` with its key.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import MISSING, fields, replace
from functools import cache
from typing import Any, Literal

from quixotry.rules.board import Layout
from quixotry.rules.board_file import layout_from_plain, layout_to_plain
from quixotry.rules.errors import RulesetError
from quixotry.rules.plain import parse_toml, read_table, to_plain
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.shipped import shipped_names, shipped_text
from quixotry.rules.tile_file import tile_set_from_plain, tile_set_to_plain
from quixotry.rules.tiles import TileSet

_WORDING = ("name", "title", "summary", "controls")
_WORDING_WITHIN = (("board", "name"), ("tiles", "name"), ("seats", "default"), ("end", "tie_name"))
"""What a ruleset's digest leaves out, because it decides nothing."""
_WHEN_SET = (("words", "family"),)
"""Facets newer than digests people have written down: they count where they are set, so that old digests stay."""


def parse_ruleset(text: str) -> Ruleset:
    """A ruleset from TOML."""
    return ruleset_from_plain(parse_toml(text))


@cache
def preset(name: str) -> Ruleset:
    """One of the rulesets that come with the package, read once: every game record asks for one."""
    return parse_ruleset(shipped_text("presets", name, key="rules"))


def ruleset_from_plain(plain: Mapping[str, Any]) -> Ruleset:
    """A ruleset from tables and values, as in TOML or in the header of a saved game."""
    plain = dict(plain)
    extended = plain.pop("extends", None)
    if extended is not None:
        if not isinstance(extended, str):
            raise RulesetError("extends", "must be the name of a ruleset in quotes")
        base = parse_toml(shipped_text("presets", extended, key="extends"))
        plain = _merged(base, plain)
    for key in ("name", "board", "tiles"):
        if key not in plain:
            raise RulesetError(key, "is missing")
    layout = _named_or_table(plain.pop("board"), "board")
    tiles = _named_or_table(plain.pop("tiles"), "tiles")
    given = {"layout": layout_from_plain(layout), "tiles": tile_set_from_plain(tiles)}
    return read_table(Ruleset, plain, "", given)


def ruleset_to_plain(ruleset: Ruleset) -> dict[str, Any]:
    """The whole ruleset as tables and values; `ruleset_from_plain` gives the same ruleset back."""
    plain = {item.name: to_plain(getattr(ruleset, item.name)) for item in fields(ruleset)}
    plain["board"] = layout_to_plain(ruleset.layout)
    plain["tiles"] = tile_set_to_plain(ruleset.tiles)
    del plain["layout"]
    return plain


def ruleset_to_short_plain(ruleset: Ruleset) -> dict[str, Any]:
    """The same without what is as usual, and with the names of a shipped board and shipped tiles.

    It does not extend a preset: presets may change, and what is written down must not.
    """
    short: dict[str, Any] = {"name": ruleset.name}
    for item in fields(ruleset):
        if item.default is MISSING:
            continue
        value, usual = to_plain(getattr(ruleset, item.name)), to_plain(item.default)
        if isinstance(value, dict):
            value = {key: each for key, each in value.items() if each != usual.get(key)}
        if value and value != usual:
            short[item.name] = value
    layout, tiles = ruleset.layout, ruleset.tiles
    is_shipped = layout.name in shipped_names("boards") and layout == shipped_layout(layout.name)
    short["board"] = layout.name if is_shipped else layout_to_plain(layout)
    is_shipped = tiles.name in shipped_names("tilesets") and tiles == shipped_tiles(tiles.name)
    short["tiles"] = tiles.name if is_shipped else tile_set_to_plain(tiles)
    return short


def shipped_layout(name: str) -> Layout:
    """A board that comes with the package."""
    return layout_from_plain(_named_or_table(name, "board"))


def shipped_tiles(name: str) -> TileSet:
    """A tile set that comes with the package."""
    return tile_set_from_plain(_named_or_table(name, "tiles"))


def ruleset_digest(ruleset: Ruleset) -> str:
    """SHA-256 of all that decides play; titles, default players and the names of buttons do not."""
    return plain_digest(ruleset_to_plain(ruleset))


def plain_digest(plain: Mapping[str, Any]) -> str:
    """The digest of a ruleset as somebody wrote it down.

    A save is checked by this one: facets that came into the rules after it was written are not in it.
    """
    kept = {key: value for key, value in plain.items() if key not in _WORDING}
    for table, key in _WORDING_WITHIN:
        if isinstance(kept.get(table), dict):
            kept[table] = {name: value for name, value in kept[table].items() if name != key}
    for table, key in _WHEN_SET:
        if isinstance(kept.get(table), dict) and not kept[table].get(key):
            kept[table] = {name: value for name, value in kept[table].items() if name != key}
    canonical = json.dumps(kept, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()


def with_tiles(ruleset: Ruleset, tiles: TileSet) -> Ruleset:
    """The same rules with another tile set (B5)."""
    return replace(ruleset, tiles=tiles)


def _named_or_table(value: Any, key: Literal["board", "tiles"]) -> Mapping[str, Any]:
    if isinstance(value, str):
        return parse_toml(shipped_text("boards" if key == "board" else "tilesets", value, key=key))
    if not isinstance(value, dict):
        raise RulesetError(key, "must be a name in quotes or a table")
    return value


def _merged(base: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """`base` with `changes` over it, tables merged, everything else replaced; a board is never merged."""
    merged = dict(base)
    for key, value in changes.items():
        below = merged.get(key)
        merged[key] = _merged(below, value) if isinstance(below, dict) and isinstance(value, dict) else value
    return merged
