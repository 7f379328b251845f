"""Leave tables as files: one line that says what they are for and how they were made, then the numbers.

The tables that come with the package were made by `quixotry train leaves`; their first line names the seed and
the number of games, so that anybody can make them again.
"""

from __future__ import annotations

import hashlib
import json
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

from quixotry.engine.errors import LeavesRefused
from quixotry.engine.plain_leaves import PlainLeaves
from quixotry.lexicon.compiled import COMPILED
from quixotry.lexicon.wordlist import Lexicon
from quixotry.paths import data_folder
from quixotry.rules.ruleset import Ruleset

if COMPILED:
    from quixotry.engine.native.leaves import Leaves

FORMAT = "quixotry leaves 2"
PACKED_FORMAT = "quixotry leaves 1"
"""Its numbers are packed, which saved a tenth and cost every command a tenth of a second; still read."""
SUFFIX = ".qxl"
_HEADER_BYTES_MAX = 65536
_TABLE_BYTES_MAX = 1 << 26


def leaves_key(ruleset: Ruleset) -> str:
    """What leave values depend on: the board, the tiles, the rack and the bonus."""
    layout, tiles = ruleset.layout, ruleset.tiles
    parts = [
        layout.height,
        layout.width,
        layout.letter_multipliers.hex(),
        layout.word_multipliers.hex(),
        layout.start,
        tiles.counts.counts,
        tiles.values,
        ruleset.rack.size,
        ruleset.bonus.tiles,
        ruleset.bonus.points,
    ]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:24]


def save_leaves(leaves: Leaves, ruleset: Ruleset, recipe: dict[str, Any], path: Path) -> None:
    """Write a table with the recipe it was made by, whole or not at all."""
    table = leaves.table()
    header = {
        "format": FORMAT,
        "key": leaves_key(ruleset),
        "tiles": list(leaves.tile_counts),
        "rack": ruleset.rack.size,
        "longest": leaves.longest,
        "digest": hashlib.sha256(table).hexdigest(),
        "recipe": recipe,
    }
    content = json.dumps(header).encode() + b"\n" + table
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.new")
    temporary.write_bytes(content)
    temporary.replace(path)


def load_leaves(path: Path) -> tuple[Leaves, dict[str, Any]]:
    """A table and its header."""
    try:
        first, _, table = path.read_bytes().partition(b"\n")
        header = json.loads(first[:_HEADER_BYTES_MAX])
        if header["format"] not in {FORMAT, PACKED_FORMAT}:
            raise LeavesRefused(path.name, "it is not a leave table this program can read")
        if header["format"] == PACKED_FORMAT:
            import lzma

            try:
                table = lzma.LZMADecompressor().decompress(table, _TABLE_BYTES_MAX)
            except lzma.LZMAError as error:
                raise LeavesRefused(path.name, str(error)) from error
        if hashlib.sha256(table).hexdigest() != header["digest"]:
            raise LeavesRefused(path.name, "it is damaged: its digest is wrong")
        made: Any = Leaves if COMPILED else PlainLeaves
        return made(header["tiles"], header["longest"], table), header
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise LeavesRefused(path.name, str(error)) from error


@lru_cache(maxsize=8)
def _shipped() -> tuple[tuple[str, dict[str, Any], Path], ...]:
    found = []
    for entry in sorted((Path(__file__).parent / "trained").iterdir(), key=lambda entry: entry.name):
        if entry.name.endswith(SUFFIX):
            with entry.open("rb") as file:
                found.append((entry.name, json.loads(file.readline(_HEADER_BYTES_MAX)), entry))
    return tuple(found)


@lru_cache(maxsize=4)
def _loaded(name: str) -> Leaves:
    return load_leaves(next(entry for found, _, entry in _shipped() if found == name))[0]


def kept_leaves_path(ruleset: Ruleset, lexicon_digest: str) -> Path:
    """Where a table of one's own is kept: by what leave values depend on, and the word list it was trained with."""
    return data_folder() / "leaves" / f"{leaves_key(ruleset)}-{lexicon_digest[:24]}{SUFFIX}"


def keep_leaves(path: Path, ruleset: Ruleset, lexicon_digest: str) -> Path:
    """Keep a table where the engine looks for it; returns where."""
    kept = kept_leaves_path(ruleset, lexicon_digest)
    kept.parent.mkdir(parents=True, exist_ok=True)
    temporary = kept.with_name(f".{kept.name}.new")
    temporary.write_bytes(path.read_bytes())
    temporary.replace(kept)
    return kept


def leaves_from(path: Path, ruleset: Ruleset) -> Leaves:
    """A table somebody names; refused unless it was made for these tiles and this rack."""
    leaves, header = load_leaves(path)
    if not _fits(header, ruleset):
        raise LeavesRefused(path.name, "it was trained for other tiles or another rack")
    return leaves


def leaves_for(ruleset: Ruleset, lexicon: Lexicon) -> Leaves | None:
    """One's own table for this ruleset and word list, if there is one; else a shipped one."""
    return _own_leaves(kept_leaves_path(ruleset, lexicon.digest), ruleset) or shipped_leaves(ruleset)


@lru_cache(maxsize=4)
def _own_leaves(path: Path, ruleset: Ruleset) -> Leaves | None:
    # A damaged table of one's own is no reason not to play; `--leaves` says what is wrong with it.
    with suppress(LeavesRefused):
        return leaves_from(path, ruleset)
    return None


def _fits(header: dict[str, Any], ruleset: Ruleset) -> bool:
    return tuple(header["tiles"]) == ruleset.tiles.counts.counts and header["rack"] == ruleset.rack.size


def shipped_leaves(ruleset: Ruleset) -> Leaves | None:
    """The table trained for this board, tiles, rack and bonus; else, with the same tiles and rack, another
    board's; else none, and then kept tiles count for nothing."""
    fitting = [
        (header["key"] != leaves_key(ruleset), name)
        for name, header, _ in _shipped()
        if _fits(header, ruleset)
    ]
    # A board of its own first; among strangers the standard one, whose name sorts last on purpose.
    exact = [name for is_other, name in fitting if not is_other]
    others = sorted((name for is_other, name in fitting if is_other), reverse=True)
    return _loaded((exact + others)[0]) if fitting else None
