"""A move as a client sends it, and to and from the rules' own moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta, Struct

from quixotry.protocol.errors import BadCommand
from quixotry.rules import move as rules
from quixotry.rules.alphabet import Alphabet, ForeignSign
from quixotry.wording.phrases import quoted

PLACEMENTS_MAX = 32
WORDS_MAX = 32
WORD_LETTERS_MAX = 32


class Placement(Struct, frozen=True, forbid_unknown_fields=True):
    """A tile on a square."""

    square: int
    sign: str


class _Move(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind"):
    """The root of all moves."""


class PlayMove(_Move, frozen=True, tag="play"):
    """Lay tiles on the board, in this order."""

    placements: list[Placement]


class ExchangeMove(_Move, frozen=True, tag="exchange"):
    """Put tiles back for others."""

    tiles: str
    """A string of signs; `?` is the blank."""


class PassMove(_Move, frozen=True, tag="pass"):
    """Give up the turn."""


class ChallengeMove(_Move, frozen=True, tag="challenge"):
    """Doubt words of the last play."""

    words: Annotated[list[Annotated[str, Meta(max_length=WORD_LETTERS_MAX)]], Meta(max_length=WORDS_MAX)] = []
    """None named: all of them."""


class AcceptMove(_Move, frozen=True, tag="accept"):
    """Let the last play stand."""


class ResignMove(_Move, frozen=True, tag="resign"):
    """Give up the game."""


AnyMove = PlayMove | ExchangeMove | PassMove | ChallengeMove | AcceptMove | ResignMove


def move_from(sent: AnyMove, alphabet: Alphabet) -> rules.Move:
    """The move a client means."""
    match sent:
        case PlayMove(placements=placements):
            return rules.Play(placements_from(placements, alphabet))
        case ExchangeMove(tiles=tiles):
            return rules.Exchange(tiles_from(tiles, alphabet))
        case ChallengeMove(words=words):
            return rules.Challenge(tuple(words))
        case PassMove():
            return rules.Pass()
        case AcceptMove():
            return rules.Accept()
        case ResignMove():
            return rules.Resign()


def placements_from(laid: Sequence[Placement], alphabet: Alphabet) -> tuple[rules.Placement, ...]:
    """Tiles laid; lower case is a blank."""
    if len(laid) > PLACEMENTS_MAX:
        raise BadCommand(f"A play of {len(laid)} tiles is more than a rack can hold.")
    found = []
    for tile in laid:
        cell = alphabet.cell(tile.sign)
        if cell is None:
            raise BadCommand(
                f"{quoted(tile.sign)} is not a letter of this game; a blank is a lower-case letter."
            )
        found.append(rules.Placement(tile.square, cell))
    return tuple(found)


def tiles_from(text: str, alphabet: Alphabet) -> tuple[int, ...]:
    """Rack tiles from their signs; `?` is the blank."""
    if len(text) > PLACEMENTS_MAX:
        raise BadCommand(f"{len(text)} tiles are more than a rack can hold.")
    try:
        return alphabet.tiles(text)
    except ForeignSign as error:
        raise BadCommand(f"{quoted(error.sign)} is not a tile of this game.") from error


def show_move(move: rules.Move, alphabet: Alphabet) -> AnyMove:
    """A move as a client would send it."""
    match move:
        case rules.Play(placements=placements):
            return PlayMove(show_placements(placements, alphabet))
        case rules.Exchange(tiles=tiles):
            return ExchangeMove(alphabet.text(tiles))
        case rules.Pass():
            return PassMove()
        case rules.Challenge(words=words):
            return ChallengeMove(list(words))
        case rules.Accept():
            return AcceptMove()
        case _:
            return ResignMove()


def show_placements(placements: Sequence[rules.Placement], alphabet: Alphabet) -> list[Placement]:
    return [Placement(square, alphabet.cell_sign(cell)) for square, cell in placements]


NO_MOVE = "This is not a move: it needs a kind and the fields of that kind."
