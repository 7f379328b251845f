"""The rules a GCG game was played by.

GCG has no line for that. Our exports say it in notes before the first move, `#note Rules: NAME sha256:...`, and
for rules that do not come with the package also `#note Ruleset: {...}`, the rules themselves: other programs
simply show the notes, where an unknown pragma would make some of them give up. How a game ended without a move is
written the same way: `#note Resigned: nick`, `#note Forfeited: nick (time)`, `#note Adjudicated: nick (abandoned)`.

Files of other programs may name a board, tiles and a kind of game. Those that are known here are used. If something
is not known, the game was played with something else than it can be checked by.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field, replace
from typing import NamedTuple

import msgspec

from quixotry.notation.gcg.encoding import Remark
from quixotry.notation.gcg.file import GcgFile, Line, MoveLine, NoteLine, PragmaLine
from quixotry.rules.errors import RulesetError
from quixotry.rules.move import Adjudicate, Forfeit, Ruling
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.ruleset_file import (
    preset,
    ruleset_digest,
    ruleset_from_plain,
    ruleset_to_short_plain,
    shipped_layout,
    shipped_tiles,
    with_tiles,
)
from quixotry.rules.shipped import shipped_names
from quixotry.values import frozen
from quixotry.wording.phrases import listed, printable, quoted

STANDARD = "tournament"
"""The rules assumed for files of other programs, which name none."""

RULES_KEY = "Rules: "
RULESET_KEY = "Ruleset: "
RESIGNED_KEY = "Resigned: "
FORFEITED_KEY = "Forfeited: "
ADJUDICATED_KEY = "Adjudicated: "
_DIGEST_KEY = "sha256:"

_NOT_TOLD = ("summary", "controls")
"""Nothing that happens in a game follows from these."""
_BOARDS = {"crosswordgame": "standard"}
"""What other programs call our boards."""
_GAMES = ("", "classic", "standard")
"""What other programs call the game whose words are read in their order."""
_NOTES = {"BoardLayout:": "board-layout", "LetterDistribution:": "tile-distribution", "Variant:": "game-type"}
"""How macondo wrote these pragmas before it knew them."""


_RULINGS: tuple[Ruling, ...] = (
    Forfeit("time"),
    Forfeit("absence"),
    Adjudicate("adjudicated"),
    Adjudicate("abandoned"),
)


class HouseNote(NamedTuple):
    """The word of the house on a seat that did not move."""

    nick: str
    ruling: Ruling


def house_note(text: str) -> HouseNote | None:
    """What a note says of how a game ended for a seat, if that is what it says."""
    for ruling in _RULINGS:
        key, end = FORFEITED_KEY if isinstance(ruling, Forfeit) else ADJUDICATED_KEY, f" ({ruling.why})"
        if text.startswith(key) and text.endswith(end):
            return HouseNote(text.removeprefix(key).removesuffix(end).strip(), ruling)
    return None


class Unknown(NamedTuple):
    """Something the game was played with that is not known here."""

    line: int
    what: str
    """`with other tiles ('french')`."""


@frozen
class ChosenRules:
    ruleset: Ruleset
    are_certain: bool
    """Named by the file or by the caller, not assumed."""
    unknown: tuple[Unknown, ...] = ()
    blanks: dict[int, str] = field(default_factory=dict)
    """Other signs than the usual lower case for blanks, as `str.translate` takes them."""


def rules_notes(ruleset: Ruleset) -> Iterator[str]:
    """The texts of the notes that name a ruleset, and tell it where others may not know it."""
    name, digest = " ".join(ruleset.name.split()) or "own", ruleset_digest(ruleset)
    yield f"{RULES_KEY}{name} {_DIGEST_KEY}{digest}"
    if name not in shipped_names("presets") or ruleset_digest(preset(name)) != digest:
        told = {key: value for key, value in ruleset_to_short_plain(ruleset).items() if key not in _NOT_TOLD}
        yield RULESET_KEY + msgspec.json.encode(told).decode()


def choose_rules(file: GcgFile) -> ChosenRules:
    """The rules a file tells, else those it names, else the standard ones."""
    notes = [line for line in _before_moves(file) if isinstance(line, NoteLine)]
    named = next((line for line in notes if line.text.startswith(RULES_KEY)), None)
    told = next((line for line in notes if line.text.startswith(RULESET_KEY)), None)
    chosen = ChosenRules(preset(STANDARD), are_certain=False)
    if told is not None:
        chosen = _told(told)
        if chosen.are_certain:
            return chosen
    elif named is not None:
        chosen = _named(named)
    return _with_pragmas(chosen, file, notes)


def played_otherwise(unknown: tuple[Unknown, ...]) -> Remark:
    """All that is unknown in one sentence."""
    return Remark(
        min(each.line for each in unknown),
        f"This game was played {listed([each.what for each in unknown])} than it is checked by.",
    )


def _before_moves(file: GcgFile) -> Iterator[Line]:
    for line in file.lines:
        if isinstance(line, MoveLine):
            return
        yield line


def _told(note: NoteLine) -> ChosenRules:
    try:
        plain = msgspec.json.decode(note.text.removeprefix(RULESET_KEY), type=dict)
        return ChosenRules(ruleset_from_plain(plain), are_certain=True)
    except (msgspec.MsgspecError, RecursionError):
        reason = "they are not written as JSON"
    except RulesetError as error:
        reason = printable(f"{error.key} {error.reason}")
    unknown = Unknown(note.number, f"by other rules (the file does not tell them right: {reason})")
    return ChosenRules(preset(STANDARD), are_certain=False, unknown=(unknown,))


def _named(note: NoteLine) -> ChosenRules:
    name, digest = _split(note.text.removeprefix(RULES_KEY))
    is_known = name in shipped_names("presets")
    ruleset = preset(name if is_known else STANDARD)
    if is_known and digest in ("", ruleset_digest(ruleset)):
        return ChosenRules(ruleset, are_certain=True)
    endless = replace(ruleset, clock=replace(ruleset.clock, overtime_minutes=None))
    if is_known and digest == ruleset_digest(endless):
        # Written down before overtime had an end.
        return ChosenRules(endless, are_certain=True)
    unknown = Unknown(note.number, f"by other rules ({quoted(name)})")
    return ChosenRules(ruleset, are_certain=False, unknown=(unknown,))


def _split(text: str) -> tuple[str, str]:
    """Name and digest; the digest may be missing in a file written by hand."""
    words = text.split()
    digest = words.pop().removeprefix(_DIGEST_KEY) if words and words[-1].startswith(_DIGEST_KEY) else ""
    return " ".join(words), digest


def _with_pragmas(chosen: ChosenRules, file: GcgFile, notes: list[NoteLine]) -> ChosenRules:
    """The board, the tiles and the game other programs name, as far as they are known."""
    ruleset, unknown = chosen.ruleset, list(chosen.unknown)
    for line, pragma, value in _pragmas(file, notes):
        name = value.casefold()
        match pragma:
            case "board-layout":
                name = _BOARDS.get(name, name)
                if name in shipped_names("boards"):
                    ruleset = replace(ruleset, layout=shipped_layout(name))
                else:
                    unknown.append(Unknown(line, f"on another board ({quoted(value)})"))
            case "tile-distribution" if name in shipped_names("tilesets"):
                ruleset = with_tiles(ruleset, shipped_tiles(name))
            case "tile-distribution":
                unknown.append(Unknown(line, f"with other tiles ({quoted(value)})"))
            case _ if name not in _GAMES:
                unknown.append(Unknown(line, f"as another game ({quoted(value)})"))
    blanks, foreign = _declared_tiles(file, ruleset)
    if foreign is not None and not any("tiles" in each.what for each in unknown):
        unknown.append(foreign)
    return replace(chosen, ruleset=ruleset, unknown=tuple(unknown), blanks=blanks)


def _pragmas(file: GcgFile, notes: list[NoteLine]) -> Iterator[tuple[int, str, str]]:
    """Line, name and value of what says how the game was played, each name once."""
    for key, name in _NOTES.items():
        pragma = file.pragma(name)
        if pragma is not None:
            found = [(pragma.number, pragma.value.strip())]
        else:
            found = [
                (note.number, note.text.removeprefix(key).strip())
                for note in notes
                if note.text.startswith(key)
            ]
        for line, value in found[:1]:
            if value:
                yield line, name, value


def _declared_tiles(file: GcgFile, ruleset: Ruleset) -> tuple[dict[int, str], Unknown | None]:
    """`#tile UPPER lower` says how a tile is written, and how a blank that stands for it; the first unknown one."""
    blanks: dict[int, str] = {}
    for line in file.lines:
        if not isinstance(line, PragmaLine) or line.name != "tile":
            continue
        upper, lower, *_ = *line.value.split(), "", ""
        if len(upper) != 1 or len(lower) != 1 or upper not in ruleset.tiles.alphabet.letters:
            return blanks, Unknown(line.number, f"with other tiles ({quoted(upper)})")
        if ruleset.tiles.alphabet.cell(lower) is None:
            blanks[ord(lower)] = upper.lower()
    return blanks, None
