"""What a client is told, and what it may ask: plain values for JSON.

Only views and seen events have an encoder here, so nothing a seat may not know leaves by this door. The
messages are described in docs/reference/protocol.md.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any

from quixotry.errors import QuixotryError
from quixotry.rules import event as happened
from quixotry.rules.alphabet import BLANK, Alphabet
from quixotry.rules.board import Board, Layout
from quixotry.rules.errors import IllegalMove
from quixotry.rules.event import Event
from quixotry.rules.match import MatchOutcome
from quixotry.rules.move import Accept, Challenge, Exchange, Move, Pass, Placement, Play, Resign
from quixotry.rules.outcome import Outcome
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.ruleset_file import ruleset_digest, ruleset_to_plain
from quixotry.rules.scoring import WordScore
from quixotry.rules.tiles import Tiles
from quixotry.rules.view import SeenDraw, SeenEvent, SeenExchange, View
from quixotry.wording.phrases import quoted

Plain = dict[str, Any]

PLACEMENTS_MAX = 32
WORDS_MAX = 32
WORD_LETTERS_MAX = 32


@dataclass(eq=False)
class BadCommand(QuixotryError):
    """A request that is not a move at all, whatever the position."""

    code = "bad_command"
    reason: str


class BadFrame(BadCommand):
    """A message that cannot be read."""

    code = "bad_frame"


@dataclass(frozen=True, slots=True)
class Told:
    """An event with the two things about it that follow from the public position before it."""

    event: Event
    text: str = ""
    """A play as people write it: `8H t(RA)IN`."""
    total: int | None = None
    """The seat's score after it, where it changed one."""


# Out: rulesets


def ruleset_plain(ruleset: Ruleset, *, is_own: bool = False) -> Plain:
    """A ruleset with all facets, its board and its tiles as a page needs them."""
    plain = ruleset_to_plain(ruleset)
    shown: Plain = {
        "name": ruleset.name,
        "title": ruleset.title or ruleset.name,
        "summary": ruleset.summary,
        "is_own": is_own,
        "digest": ruleset_digest(ruleset),
    }
    for item in fields(ruleset):
        if item.name not in ("name", "title", "summary", "layout", "tiles"):
            shown[item.name] = asdict(getattr(ruleset, item.name))
    shown["words"]["challenge"] = plain["words"]["challenge"]
    shown["board"] = layout_plain(ruleset.layout)
    shown["tiles"] = _tile_set(ruleset)
    shown["plain"] = plain
    return shown


_PREMIUMS = {(1, 1): "", (2, 1): "DL", (3, 1): "TL", (4, 1): "QL", (1, 2): "DW", (1, 3): "TW", (1, 4): "QW"}


def layout_plain(layout: Layout) -> Plain:
    names = [
        _PREMIUMS.get((letter, word), f"{letter}L{word}W")
        for letter, word in zip(layout.letter_multipliers, layout.word_multipliers, strict=True)
    ]
    top, left = layout.row(layout.start), layout.column(layout.start)
    if layout.coordinates == "centre":
        rows = [f"{top - row:+d}" if row != top else "0" for row in range(layout.height)]
        columns = [f"{column - left:+d}" if column != left else "0" for column in range(layout.width)]
    else:
        rows = [str(row + 1) for row in range(layout.height)]
        columns = [chr(ord("A") + column) for column in range(layout.width)]
    return {
        "name": layout.name,
        "height": layout.height,
        "width": layout.width,
        "start": layout.start,
        "coordinates": layout.coordinates,
        "premiums": [names[row * layout.width : (row + 1) * layout.width] for row in range(layout.height)],
        "rows": rows,
        "columns": columns,
    }


def _tile_set(ruleset: Ruleset) -> Plain:
    tiles = ruleset.tiles
    order = (*range(1, tiles.kinds), BLANK)
    return {
        "name": tiles.name,
        "letters": tiles.alphabet.letters,
        "total": len(tiles.counts),
        "set": [
            {
                "sign": tiles.alphabet.tile_sign(tile),
                "count": tiles.counts.counts[tile],
                "value": tiles.values[tile],
            }
            for tile in order
        ],
    }


# Out: views and events


def board_rows(board: Board, alphabet: Alphabet) -> list[str]:
    width = board.layout.width
    signs = "".join(alphabet.cell_sign(cell) if cell else "." for cell in board.cells)
    return [signs[at : at + width] for at in range(0, len(signs), width)]


def view_plain(view: View, last_play: tuple[int, Sequence[int]] | None = None) -> Plain:
    """A view; `last_play` is the seat and the squares of the last play on the board, which are public."""
    alphabet, per_game = view.ruleset.tiles.alphabet, view.ruleset.exchange.per_game
    left = None
    if per_game is not None and view.seat is not None:
        left = per_game - view.exchanges[view.seat]
    return {
        "seat": view.seat,
        "seq": view.seq,
        "turn": view.turn,
        "board": board_rows(view.board, alphabet),
        "rack": None if view.rack is None else view.rack.text(alphabet),
        "rack_sizes": view.rack_sizes,
        "scores": view.scores,
        "bag_count": view.bag_count,
        "unseen": _counted(view.unseen, alphabet),
        "exchanges": view.exchanges,
        "can_exchange": view.can_exchange,
        "exchanges_left": left,
        "scoreless_turns": view.scoreless_turns,
        "resigned": sorted(view.resigned),
        "last_play": None if last_play is None else {"seat": last_play[0], "squares": list(last_play[1])},
        "pending": None
        if view.pending is None
        else {
            "seat": view.pending.seat,
            "squares": [square for square, _ in view.pending.placements],
            "words": [word_plain(word, view.ruleset) for word in view.pending.words],
            "score": view.pending.score,
        },
        "outcome": None if view.outcome is None else outcome_plain(view.outcome, view.ruleset),
    }


def _counted(tiles: Tiles, alphabet: Alphabet) -> dict[str, int]:
    order = (*range(1, len(tiles.counts)), BLANK)
    return {alphabet.tile_sign(tile): tiles.counts[tile] for tile in order if tiles.counts[tile]}


def outcome_plain(outcome: Outcome, ruleset: Ruleset) -> Plain:
    return {**asdict(outcome), "tie_name": ruleset.end.tie_name}


def match_outcome_plain(outcome: MatchOutcome) -> Plain:
    return asdict(outcome)


def word_plain(word: WordScore, ruleset: Ruleset) -> Plain:
    return {
        "text": word.text,
        "square": word.square,
        "down": word.down,
        "at": _start_name(word, ruleset.layout),
        "points": word.points,
    }


def _start_name(word: WordScore, layout: Layout) -> str:
    name = layout.square_name(word.square)
    if layout.coordinates == "centre":
        return f"{name} {'down' if word.down else 'across'}"
    row = str(layout.row(word.square) + 1)
    column = name.removeprefix(row)
    return column + row if word.down else row + column


def event_plain(seen: SeenEvent, told: Told, ruleset: Ruleset) -> Plain:
    """A seen event; `told` adds what everybody can work out for themselves."""
    if isinstance(seen, SeenDraw):
        return {"kind": "TilesDrawn", **asdict(seen)}
    if isinstance(seen, SeenExchange):
        return {"kind": "TilesExchanged", **asdict(seen)}
    event = seen.event
    plain = {"kind": type(event).__name__, "seq": event.seq, "seat": event.seat, "at_ms": event.at_ms}
    plain |= _event_fields(event, ruleset)
    if told.total is not None:
        plain["total"] = told.total
    if told.text:
        plain["text"] = told.text
    return plain


def _event_fields(event: Event, ruleset: Ruleset) -> Plain:
    alphabet = ruleset.tiles.alphabet

    def signs(tiles: Sequence[int]) -> str:
        return "".join(map(alphabet.tile_sign, tiles))

    match event:
        case happened.FirstTileDrawn(tile=tile):
            return {"tile": alphabet.tile_sign(tile)}
        case happened.TilesDrawn(tiles=tiles):
            return {"count": len(tiles), "tiles": signs(tiles)}
        case happened.TilesPlayed():
            return {
                "placements": placements_plain(event.placements, alphabet),
                "words": [word_plain(word, ruleset) for word in event.words],
                "bonus": event.bonus,
                "score": event.score,
            }
        case happened.TilesExchanged(returned=returned, drawn=drawn):
            return {"count": len(returned), "returned": signs(returned), "drawn": signs(drawn)}
        case happened.PlayChallenged(words=words, bad=bad):
            return {"words": words, "bad": bad}
        case happened.PlayWithdrawn(placements=placements, score=score):
            return {"placements": placements_plain(placements, alphabet), "score": score}
        case happened.PointsAdjusted(points=points, why=why, tiles=tiles):
            return {"points": points, "why": why, "tiles": signs(tiles)}
        case happened.GameEnded(outcome=outcome):
            return {"outcome": outcome_plain(outcome, ruleset)}
        case _:
            return {}


def placements_plain(placements: Sequence[Placement], alphabet: Alphabet) -> list[Plain]:
    return [{"square": square, "sign": alphabet.cell_sign(cell)} for square, cell in placements]


def refusal_plain(error: IllegalMove) -> Plain:
    """An illegal move's code, sentence, clause and fields."""
    details = asdict(error) if hasattr(error, "__dataclass_fields__") else {}  # type: ignore[call-overload]
    return {"code": error.code, "sentence": str(error), "clause": error.clause, "details": details}


# In: moves


def placements_from(signs: Sequence[tuple[int, str]], alphabet: Alphabet) -> tuple[Placement, ...]:
    """Tiles laid, from squares and signs; lower case is a blank."""
    if len(signs) > PLACEMENTS_MAX:
        raise BadCommand(f"A play of {len(signs)} tiles is more than a rack can hold.")
    found = []
    for square, sign in signs:
        cell = alphabet.cell(sign)
        if cell is None:
            raise BadCommand(f"{quoted(sign)} is not a letter of this game; a blank is a lower-case letter.")
        found.append(Placement(square, cell))
    return tuple(found)


def tiles_from(text: str, alphabet: Alphabet) -> tuple[int, ...]:
    """Rack tiles from their signs; `?` is the blank."""
    if len(text) > PLACEMENTS_MAX:
        raise BadCommand(f"{len(text)} tiles are more than a rack can hold.")
    found = []
    for sign in text:
        tile = alphabet.tile(sign)
        if tile is None:
            raise BadCommand(f"{quoted(sign)} is not a tile of this game.")
        found.append(tile)
    return tuple(found)


def move_plain(move: Move, alphabet: Alphabet) -> Plain:
    """A move as a client would send it."""
    match move:
        case Play(placements=placements):
            return {"kind": "play", "placements": placements_plain(placements, alphabet)}
        case Exchange(tiles=tiles):
            return {"kind": "exchange", "tiles": "".join(map(alphabet.tile_sign, tiles))}
        case Pass():
            return {"kind": "pass"}
        case Challenge(words=words):
            return {"kind": "challenge", "words": list(words)}
        case Accept():
            return {"kind": "accept"}
        case _:
            return {"kind": "resign"}


def move_from(plain: Mapping[str, Any], alphabet: Alphabet) -> Move:
    """A move from what a client sent, however wrong that is."""
    match plain:
        case {"kind": "play", "placements": [*placements], **rest} if not rest:
            return Play(placements_from([_laid(each) for each in placements], alphabet))
        case {"kind": "exchange", "tiles": str(tiles), **rest} if not rest:
            return Exchange(tiles_from(tiles, alphabet))
        case {"kind": "challenge", **rest} if set(rest) <= {"words"}:
            words = rest.get("words", [])
            if not isinstance(words, list) or len(words) > WORDS_MAX:
                raise BadCommand("The words of a challenge must be a list of words.")
            if not all(isinstance(word, str) and len(word) <= WORD_LETTERS_MAX for word in words):
                raise BadCommand("The words of a challenge must be a list of words.")
            return Challenge(tuple(words))
        case {"kind": "pass", **rest} if not rest:
            return Pass()
        case {"kind": "accept", **rest} if not rest:
            return Accept()
        case {"kind": "resign", **rest} if not rest:
            return Resign()
        case _:
            raise BadCommand("This is not a move: it needs a kind and the fields of that kind.")


def _laid(plain: Any) -> tuple[int, str]:
    match plain:
        case {"square": int(square), "sign": str(sign), **rest} if not rest and not isinstance(square, bool):
            return square, sign
        case _:
            raise BadCommand("A tile needs a square (a number) and a sign (a letter), and nothing else.")


def laid_from(placements: Any) -> list[tuple[int, str]]:
    """The tiles of a preview."""
    if not isinstance(placements, list):
        raise BadCommand("Placements must be a list.")
    return [_laid(each) for each in placements]


__all__ = [
    "BadCommand",
    "Plain",
    "Told",
    "board_rows",
    "event_plain",
    "laid_from",
    "layout_plain",
    "match_outcome_plain",
    "move_from",
    "move_plain",
    "outcome_plain",
    "placements_from",
    "placements_plain",
    "refusal_plain",
    "ruleset_plain",
    "tiles_from",
    "view_plain",
    "word_plain",
]
