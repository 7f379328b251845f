"""The judge of moves that is no search: games are played on after them, by players who see their own rack alone.

The tiles nobody can see are dealt anew for every game, the same deals for every move. Both sides use rollouts while the
bag holds tiles and then the endgame search, so that the judge shares nothing with going through the draws.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from statistics import mean

from quixotry.arena.game import FixedOrder, can_play_by
from quixotry.lexicon.wordlist import Lexicon
from quixotry.players.champion import Champion
from quixotry.players.levels import level_named
from quixotry.rules.game import Arbiter, Game
from quixotry.rules.move import Move
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.tiles import Tiles

UNHURRIED_MS = 10**9
ROLLOUTS, NODES = 200, 2000
"""For a move: few, since the tiles are dealt anew many times."""


class Judge:
    """Plays on after moves of games by one ruleset."""

    def __init__(self, ruleset: Ruleset, words: Lexicon) -> None:
        level = level_named("champion")
        assert level.search is not None
        simulating = replace(level, search=replace(level.search, draws_ms=1 << 60))
        self._player = Champion(simulating, words, rollouts_max=ROLLOUTS, nodes_max=NODES)
        self._player.prepare(ruleset)
        self._words, self._can_play = words, can_play_by(ruleset, words)

    def played_out(self, game: Game, move: Move, seed: int) -> int:
        """The final spread of who is on turn after this move under this deal."""
        seat = game.position.turn
        assert seat is not None
        game, tiles = dealt(game, seed)
        arbiter = Arbiter(tiles, self._words, self._can_play)
        game = game.move(seat, move, arbiter)
        while (turn := game.position.turn) is not None:
            game = game.move(turn, self._player.choose(game.view(turn), UNHURRIED_MS), arbiter)
        return game.position.scores[seat] - game.position.scores[1 - seat]


def dealt(game: Game, seed: int) -> tuple[Game, FixedOrder]:
    """The game with the hidden tiles dealt anew, and the order of its bag."""
    position = game.position
    assert position.turn is not None
    other = 1 - position.turn
    hidden = [*position.bag, *position.racks[other]]
    random.Random(seed).shuffle(hidden)
    kinds, size = len(position.bag.counts), len(position.racks[other])
    racks = list(position.racks)
    racks[other] = Tiles.of(hidden[:size], kinds)
    bag = hidden[size:]
    seen = list(position.ruleset.tiles.counts.minus(bag))
    redealt = replace(position, racks=tuple(racks), bag=Tiles.of(bag, kinds))
    return replace(game, position=redealt), FixedOrder((*seen, *bag))


def share_won(spreads: Sequence[int]) -> float:
    """A tie counts as half a win."""
    return mean((spread > 0) + (spread == 0) / 2 for spread in spreads)
