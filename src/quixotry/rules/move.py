"""Moves: what a seat asks for. A move knows nothing of the position; the referee says whether it is legal."""

from __future__ import annotations

from typing import Literal, NamedTuple

from quixotry.values import frozen


class Placement(NamedTuple):
    """One tile laid on one square.

    >>> import quixotry as qx
    >>> qx.Game("tournament", seed="3d3").best_moves(1)[0].move.placements[0]
    Placement(square=108, cell=10)
    """

    square: int
    cell: int
    """The letter's number, plus 128 when a blank stands for it."""


@frozen
class Play:
    """Tiles laid on the board in one turn. The order in which they were laid means nothing.

    >>> import quixotry as qx
    >>> qx.Play((qx.Placement(112, 9), qx.Placement(111, 17)))
    Play(placements=(Placement(square=111, cell=17), Placement(square=112, cell=9)))
    """

    placements: tuple[Placement, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "placements", tuple(sorted(self.placements)))


@frozen
class Exchange:
    """Tiles given back for as many new ones; none at all is a move only where the rules have no pass.

    >>> import quixotry as qx
    >>> qx.Game("tournament", seed="3d3").view().parse_move("exchange JF")
    Exchange(tiles=(6, 10))
    """

    tiles: tuple[int, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "tiles", tuple(sorted(self.tiles)))


@frozen
class Pass:
    """Nothing this turn.

    >>> import quixotry as qx
    >>> game = qx.Game("tournament", seed="3d3")
    >>> game.push(qx.Pass())
    >>> game.turn
    1
    """


@frozen
class Challenge:
    """Dispute the play just made, before doing anything else.

    >>> import quixotry as qx
    >>> game = qx.Game("tournament", seed="3d3")
    >>> game.push("8D JIFFEIS")
    >>> game.push(qx.Challenge(("JIFFEIS",)))
    >>> game.scores
    (0, 0)
    """

    words: tuple[str, ...] = ()
    """The words disputed; empty means all the play formed."""


@frozen
class Accept:
    """Let the play just made stand, before taking one's own turn.

    >>> import quixotry as qx
    >>> game = qx.Game("tournament", seed="3d3")
    >>> game.push("8D JIFFIES")
    >>> game.push(qx.Accept())
    >>> game.turn, game.scores
    (1, (106, 0))
    """


@frozen
class Resign:
    """Leave the game; possible at any time.

    >>> import quixotry as qx
    >>> game = qx.Game("tournament", seed="3d3")
    >>> game.push(qx.Resign(), seat=1)
    >>> game.is_over, game.outcome.winners
    (True, (0,))
    """


@frozen
class Forfeit:
    """The house's word, never a player's: a seat has lost by the clock, or by staying away."""

    why: Literal["time", "absence"]


@frozen
class Adjudicate:
    """The house's word: the game ends here, by the scores as they stand, because a seat stays away."""

    why: Literal["adjudicated", "abandoned"]
    """Did somebody who stayed want it, or has everybody gone?"""


Move = Play | Exchange | Pass | Challenge | Accept | Resign
Ruling = Forfeit | Adjudicate
"""How a game goes on when a seat makes no move at all."""
