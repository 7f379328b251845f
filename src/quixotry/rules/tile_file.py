"""Tile sets as text: TOML, or lines of `letter value count` (B5)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from quixotry.rules.alphabet import BLANK_SIGN, Alphabet
from quixotry.rules.errors import RulesetError
from quixotry.rules.plain import check_keys, check_size, key_path, parse_toml, text_value, whole_number
from quixotry.rules.tiles import TILES_MAX, VALUE_MAX, Tiles, TileSet
from quixotry.wording.phrases import quoted

BLANK_SPELLINGS = ("?", "_", "*")
"""How tile files of all kinds write the blank."""
ENGLISH = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def parse_tile_set(text: str) -> TileSet:
    """A tile set from TOML, or from lines of `letter value count` (B5)."""
    check_size(text)
    lines = (line.strip() for line in text.splitlines())
    first = next((line for line in lines if line and not line.startswith("#")), "")
    if "=" in first or first.startswith("["):
        return tile_set_from_plain(parse_toml(text))
    return _parse_tile_lines(text)


def _parse_tile_lines(text: str) -> TileSet:
    letters: dict[str, dict[str, int]] = {}
    for number, line in enumerate(text.splitlines(), 1):
        parts = line.split()
        if not parts or parts[0].startswith("#"):
            continue
        where = f"line {number}"
        if len(parts) != 3:
            raise RulesetError(where, f"must be a letter, a value and a count, not {quoted(line.strip())}")
        sign = BLANK_SIGN if parts[0] in BLANK_SPELLINGS else parts[0].upper()
        if len(sign) != 1:
            raise RulesetError(where, f"{quoted(sign)} is not a single letter")
        if sign in letters:
            raise RulesetError(where, f"{quoted(sign)} is listed twice")
        figures = [
            int(part) if part.isascii() and part.isdigit() and len(part) < 7 else None for part in parts[1:]
        ]
        if figures[0] is None or figures[1] is None:
            raise RulesetError(
                where, f"value and count must be whole numbers, not {quoted(' '.join(parts[1:]))}"
            )
        letters[sign] = {
            "value": whole_number(figures[0], f"{where}, value", 0, VALUE_MAX),
            "count": whole_number(figures[1], f"{where}, count", 0, TILES_MAX),
        }
    return tile_set_from_plain({"name": "own", "letters": letters})


def tile_set_from_plain(plain: Mapping[str, Any]) -> TileSet:
    check_keys(plain, ("name", "alphabet", "letters"), "tiles")
    letters = plain.get("letters")
    if not isinstance(letters, dict) or not letters:
        raise RulesetError(
            "tiles.letters", "must be a table with entries such as A = { value = 1, count = 9 }"
        )
    single = {sign for sign in letters if len(sign) == 1 and sign != BLANK_SIGN}
    default = "".join(sorted(single.union(ENGLISH)))
    alphabet = Alphabet(text_value(plain.get("alphabet", default), "tiles.alphabet"))
    for sign in letters:
        if sign != BLANK_SIGN and (sign not in alphabet.letters or len(sign) != 1):
            raise RulesetError(key_path("tiles.letters", sign), "is not a letter of the alphabet")
    values, counts = [], []
    for sign in BLANK_SIGN + alphabet.letters:
        key = f"tiles.letters.{sign}"
        entry = letters.get(sign, {"value": 0, "count": 0})
        if not isinstance(entry, dict):
            raise RulesetError(key, "must look like { value = 1, count = 9 }")
        check_keys(entry, ("value", "count"), key)
        values.append(whole_number(entry.get("value"), f"{key}.value", 0, VALUE_MAX))
        counts.append(whole_number(entry.get("count"), f"{key}.count", 0, TILES_MAX))
    return TileSet(
        text_value(plain.get("name", "own"), "tiles.name"), alphabet, Tiles(tuple(counts)), tuple(values)
    )


def tile_set_to_plain(tiles: TileSet) -> dict[str, Any]:
    signs = BLANK_SIGN + tiles.alphabet.letters
    rows = zip(signs, tiles.values, tiles.counts.counts, strict=True)
    return {
        "name": tiles.name,
        "alphabet": tiles.alphabet.letters,
        "letters": {sign: {"value": value, "count": count} for sign, value, count in rows},
    }
