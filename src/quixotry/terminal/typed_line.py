"""What a person types at the table, as a move or a command."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from quixotry.notation.moves import parse_move, parse_tiles
from quixotry.rules.move import Exchange, Move, Pass
from quixotry.rules.view import View

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
_EXCHANGES = ("exchange", "swap")
_PASSES = ("pass", "skip", "give up turn")


@dataclass(frozen=True, slots=True)
class Command:
    """Something other than a move; it changes nothing in the game."""

    kind: CommandKind
    about: str = ""


def parse_typed(line: str, view: View, *, is_staged: bool = False) -> Move | Command:
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
    if verb.casefold() in _COMMANDS:
        return Command(_COMMANDS[verb.casefold()], rest)
    if verb.casefold() in (*_EXCHANGES, controls.exchange.casefold()):
        if not rest and view.ruleset.exchanges_whole_racks and view.rack is not None:
            return Exchange(tuple(view.rack) if len(view.rack) <= view.bag_count else ())
        return Exchange(parse_tiles(rest.replace(" ", ""), view.ruleset.tiles.alphabet))
    return parse_move(line, view.board, view.ruleset.tiles.alphabet)
