"""What a person types at the table, as a move or a wish."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from quixotry.notation.moves import parse_move, parse_tiles
from quixotry.rules.move import Exchange, Move, Pass
from quixotry.rules.view import View

WishKind = Literal["confirm", "undo", "hint", "help", "rules", "unseen", "scores", "define", "show", "quit"]

_WISHES: dict[str, WishKind] = {
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
class Wish:
    """Something that is not a move: nothing in the game changes by it."""

    kind: WishKind
    about: str = ""


def parse_typed(line: str, view: View, *, is_staged: bool = False) -> Move | Wish:
    """A move or a wish; else the notation room's error. The ruleset's own names of things are understood.

    `is_staged` says that a move waits to be confirmed: where one button does both, "End Turn" then means that
    move, and else a turn with nothing done.
    """
    line = " ".join(line.split())
    verb, _, rest = line.partition(" ")
    controls, said = view.ruleset.controls, line.casefold()
    if said in (controls.restart.casefold(), controls.take_back.casefold()):
        return Wish("undo")
    if is_staged and said == controls.play.casefold():
        return Wish("confirm")
    if said in (*_PASSES, controls.give_up.casefold()):
        return Pass()
    if verb.casefold() in _WISHES:
        return Wish(_WISHES[verb.casefold()], rest)
    if verb.casefold() in (*_EXCHANGES, controls.exchange.casefold()):
        if not rest and view.ruleset.exchange.whole_rack and view.rack is not None:
            return Exchange(tuple(view.rack) if len(view.rack) <= view.bag_count else ())
        return Exchange(parse_tiles(rest.replace(" ", ""), view.ruleset.tiles.alphabet))
    return parse_move(line, view.board, view.ruleset.tiles.alphabet)
