"""How the tiles of a game were drawn, in a note of its GCG file: `#note Draw: {...}`.

It holds what was agreed before the first tile (`rules/draw.py`), and every tile that came out of the bag or went back,
in order. A note, because other programs show notes and give up on pragmas they do not know.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from quixotry.fair.agreement import SCHEME, terms_text
from quixotry.notation.gcg.file import GcgFile
from quixotry.rules import event as happened
from quixotry.rules.alphabet import BLANK_SIGN, tile_of
from quixotry.rules.draw import Draw
from quixotry.rules.event import Event
from quixotry.rules.game import GameHeader
from quixotry.rules.position import Position

DRAW_KEY = "Draw: "


class DrawNote(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything about the draw of a game that is over."""

    scheme: str
    terms: str
    """The game as it was agreed, as it was hashed."""
    seed: str
    draw: Draw
    tiles: list[tuple[str, int]]
    """The bag at the start: signs and how many of each, in the order in which a draw counts them; the blank first."""
    moved: list[list[str]]
    """What became of the tiles: `[kind, seat, tiles]`, seats from 1; see `TileMoves`."""


class TileMoves:
    """Every tile that moved, as the record tells it; turns that were taken back are left out, as their draws are.

    `first` a tile drawn for first play, `start` those are back in the bag, `draw` from the bag, `play` to the
    board, `back` a play that came off, `swap` tiles given back and drawn, `pass` nothing.
    """

    def __init__(self, header: GameHeader) -> None:
        self._alphabet = header.ruleset.tiles.alphabet
        self.moved: list[list[str]] = []
        self._turns: list[int] = []

    def event(self, event: Event, before: Position, after: Position) -> None:
        if len(after.turns) > len(before.turns):
            self._turns.append(len(self.moved))
        text = self._alphabet.text
        match event:
            case happened.FirstTileDrawn(tile=tile):
                self._add("first", event, text((tile,)))
            case happened.StarterChosen():
                self._add("start", event)
            case happened.TilesDrawn(tiles=tiles):
                self._add("draw", event, text(tiles))
            case happened.TilesPlayed(placements=placements):
                self._add("play", event, text(tile_of(each.cell) for each in placements))
            case happened.PlayWithdrawn(placements=placements):
                self._add("back", event, text(tile_of(each.cell) for each in placements))
            case happened.TilesExchanged(returned=returned, drawn=drawn):
                self._add("swap", event, text(returned), text(drawn))
            case happened.TurnPassed() | happened.TurnLost():
                self._add("pass", event)
            case happened.TurnsTakenBack(turns=turns):
                del self.moved[self._turns[-turns] :]
                del self._turns[-turns:]
            case _:
                pass

    def _add(self, kind: str, event: Event, *tiles: str) -> None:
        self.moved.append([kind, str(event.seat + 1), *tiles])


_NOTES = msgspec.json.Decoder(DrawNote)


def format_draw_note(header: GameHeader, draw: Draw, moved: Sequence[list[str]]) -> str:
    """The text of the note. It shows the seed, so it is for games that are over."""
    tiles = header.ruleset.tiles
    signs = (BLANK_SIGN, *tiles.alphabet.letters)
    bag = list(zip(signs, tiles.counts.counts, strict=True))
    note = DrawNote(SCHEME, terms_text(header), header.seed, draw, bag, list(moved))
    return DRAW_KEY + msgspec.json.encode(note).decode()


def parse_draw_note(file: GcgFile) -> DrawNote | str | None:
    """The draw a file tells; None where it tells none, and why it cannot be read where it cannot."""
    text = next((note.text for note in file.notes() if note.text.startswith(DRAW_KEY)), None)
    if text is None:
        return None
    try:
        return _NOTES.decode(text.removeprefix(DRAW_KEY))
    except (msgspec.MsgspecError, RecursionError) as error:
        return str(error)
