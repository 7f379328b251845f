"""The way of a move: decided by the referee, kept by the store, and only then part of the game."""

from __future__ import annotations

from dataclasses import dataclass

from quixotry.fair.draws import SeededDraws
from quixotry.play.ports import GameLog
from quixotry.rules.game import Game, GameHeader
from quixotry.rules.move import Move
from quixotry.rules.ports import CanPlay, Words
from quixotry.rules.referee import decide, start


@dataclass(frozen=True, slots=True)
class Referee:
    """The rules together with what they ask of others, for one game."""

    log: GameLog
    words: Words
    can_play: CanPlay

    def begin(self, header: GameHeader) -> Game:
        """Decide who starts, deal, and record the new game."""
        draws = SeededDraws(header.seed)
        events = start(header.ruleset, len(header.players), tiles=draws, game=header.match_game)
        self.log.create(header, events)
        return Game.of(header, events)

    def move(self, game: Game, seat: int, move: Move, *, now_ms: int) -> Game:
        """The game after a move, recorded; or an `IllegalMove`, and nothing has changed."""
        events = decide(
            game.position,
            seat,
            move,
            now_ms=now_ms,
            tiles=SeededDraws(game.header.seed),
            words=self.words,
            can_play=self.can_play,
        )
        self.log.append(game.header.id, game.position.seq, events)
        return game.after(events)
