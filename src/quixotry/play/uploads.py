"""What people bring along as text: tiles, boards, whole rulesets, and word lists."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Literal

from quixotry.lexicon import catalogue as lists
from quixotry.lexicon.list_parser import parse_list
from quixotry.protocol.catalogue import ImportedLexicon, LexiconEntry, LineLeftOut
from quixotry.protocol.rulesets import RulesetTables
from quixotry.rules.board_file import layout_from_plain, layout_to_plain
from quixotry.rules.plain import check_size, parse_toml
from quixotry.rules.ruleset_file import parse_ruleset, ruleset_to_plain
from quixotry.rules.tile_file import parse_tile_set, tile_set_to_plain

Part = Literal["tiles", "board", "ruleset"]

LINES_SHOWN_MAX = 100
TITLE_MAX = 60


def read_part(part: Part, text: str) -> RulesetTables:
    """A part of a ruleset from a file's text, as tables and values; `RulesetError` says what is wrong where."""
    if part == "tiles":
        return tile_set_to_plain(parse_tile_set(text))
    if part == "board":
        return layout_to_plain(layout_from_plain(_board_tables(text)))
    return ruleset_to_plain(parse_ruleset(text))


def _board_tables(text: str) -> RulesetTables:
    """TOML, or the rows alone, one a line."""
    check_size(text)
    rows = [line.strip() for line in text.splitlines() if line.strip() and not line.strip().startswith("#")]
    if any("=" in row for row in rows):
        tables = parse_toml(text)
        inner = tables.get("board")
        return inner if isinstance(inner, dict) else tables
    return {"rows": [row.strip("\"',") for row in rows]}


def import_lexicon(content: bytes, title: str) -> ImportedLexicon:
    """Add a list to the registry under a free id; lines that cannot be words are left out and reported."""
    title = " ".join(title.split())[:TITLE_MAX] or "Own words"
    read = parse_list(content, path=Path(re.sub(r"[/\\]", "-", title)))
    entry = lists.keep(read, lexicon_id=_free_id(title), title=title)
    return ImportedLexicon(
        lexicon=LexiconEntry(
            entry.id, entry.title, entry.words, entry.digest, entry.source, entry.is_bundled
        ),
        duplicates=read.duplicates,
        left_out=read.rejected_count,
        lines=[
            LineLeftOut(each.line, each.text[:80], each.reason) for each in read.rejected[:LINES_SHOWN_MAX]
        ],
    )


def _free_id(title: str) -> str:
    base = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")[:32] or "own"
    known, number, found = set(lists.known_ids()), 1, base
    while found in known:
        number += 1
        found = f"{base}-{number}"
    return found
