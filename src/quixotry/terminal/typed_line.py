"""What a person types at the table, as a move or a command."""

from __future__ import annotations

from typing import Literal

from quixotry.notation.coordinates import is_direction, looks_like_place
from quixotry.notation.errors import MoveUnreadable
from quixotry.notation.moves import parse_move, parse_tiles
from quixotry.rules.exchange import pass_kind
from quixotry.rules.move import Exchange, Move, Pass
from quixotry.rules.view import View
from quixotry.terminal.typed_play import UnnamedBlanks, parse_typed_play
from quixotry.values import frozen

CommandKind = Literal[
    "confirm", "undo", "hint", "help", "rules", "unseen", "scores", "define", "show", "quit"
]

_COMMANDS: dict[str, CommandKind] = {
    "": "confirm",
    "yes": "confirm",
    "undo": "undo",
    "no": "undo",
    "hint": "hint",
    "help": "help",
    "?": "help",
    "rules": "rules",
    "unseen": "unseen",
    "bag": "unseen",
    "scores": "scores",
    "define": "define",
    "show": "show",
    "quit": "quit",
    "save": "quit",
}
_PLAYS = ("play",)
_ANSWERS = ("accept", "challenge", "resign")
_EXCHANGES = ("exchange", "swap")
_PASSES = ("pass", "skip", "give up turn")


@frozen
class Command:
    """Something other than a move; it changes nothing in the game."""

    kind: CommandKind
    about: str = ""


def parse_typed(line: str, view: View, *, is_staged: bool = False) -> Move | Command | UnnamedBlanks:
    """A move or a command, or a `NotationError`. The ruleset's own names for actions are understood.

    `is_staged` says that a move is waiting to be confirmed. Where one button does both, "End Turn" then confirms
    that move; otherwise it passes.
    """
    line = " ".join(line.split())
    verb, _, rest = line.partition(" ")
    controls, said = view.ruleset.controls, line.casefold()
    if said in (controls.restart.casefold(), controls.take_back.casefold()):
        return Command("undo")
    if is_staged and said == controls.play.casefold():
        return Command("confirm")
    if said in (*_PASSES, controls.give_up.casefold()):
        return Pass()
    if play := _after_verb(line, (*_PLAYS, controls.play)):
        return parse_typed_play(play, view)
    if looks_like_place(rest.partition(" ")[0]):  # HINT 8H is a play of HINT
        return parse_typed_play(line, view)
    if verb.casefold() in _COMMANDS:
        return Command(_COMMANDS[verb.casefold()], rest)
    if verb.casefold() in (*_EXCHANGES, controls.exchange.casefold()):
        return _parse_exchange(rest, view)
    if verb.casefold() in _ANSWERS:
        return parse_move(line, view.board, view.ruleset.tiles.alphabet)
    return parse_typed_play(line, view)


def _after_verb(line: str, verbs: tuple[str, ...]) -> str:
    """The square and the word after a verb; empty where there are not both, as in `PLAY 8H`."""
    for verb in verbs:
        if line.casefold().startswith(f"{verb.casefold()} "):
            rest = line[len(verb) + 1 :]
            first, _, others = rest.partition(" ")
            is_square_alone = "," in first and is_direction(others)
            return rest if others and not is_square_alone else ""
    return ""


def _parse_exchange(tiles: str, view: View) -> Exchange:
    alphabet, rack = view.ruleset.tiles.alphabet, view.rack or view.ruleset.tiles.none
    if tiles or pass_kind(view.ruleset) == "exchange":
        return Exchange(parse_tiles(tiles.replace(" ", "").replace(",", ""), alphabet))
    sizes, whole = view.exchange_sizes, tuple(rack)
    if not sizes or (view.ruleset.exchanges_whole_racks and len(whole) in sizes):
        return Exchange(whole)  # where nothing may be exchanged the referee says why
    amount = str(sizes[0]) if len(sizes) == 1 else f"{sizes[0]} to {sizes[-1]}"
    short = f"; the bag holds only {sizes[-1]}" if sizes[-1] < len(whole) else ""
    example = alphabet.text(whole[: min(2, sizes[-1])] if sizes[0] == 1 else whole[: sizes[0]])
    raise MoveUnreadable("exchange", f"name {amount} of your tiles, such as `exchange {example}`{short}")
