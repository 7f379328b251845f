"""What the rules ask of others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

from quixotry.rules.board import Board
from quixotry.rules.tiles import Tiles

if TYPE_CHECKING:
    from quixotry.rules.move import Move
    from quixotry.rules.ruleset import Ruleset
    from quixotry.rules.view import View


THINKING_MS = 3000
"""How long a computer may think about a move when nobody says otherwise."""


class Words(Protocol):
    """The words this game accepts."""

    def __contains__(self, word: object, /) -> bool: ...


class CanPlay(Protocol):
    """Can any legal play be made with this rack?"""

    def __call__(self, board: Board, rack: Tiles, /) -> bool: ...


class TileSource(Protocol):
    """Where drawn tiles come from: draw `number` of this game, out of this bag.

    It keeps no state, so that the same game draws the same tiles however often it is replayed.
    """

    def __call__(self, number: int, bag: Tiles, /) -> int: ...


class Player(Protocol):
    """Somebody who chooses moves: sees what a seat may see, and answers within a budget."""

    def choose(self, view: View, budget_ms: int, /) -> Move: ...


@runtime_checkable
class Prepares(Protocol):
    """A player that can load what it needs before the clock runs."""

    def prepare(self, ruleset: Ruleset, /) -> None: ...
