"""What everybody at a table may write down: each event, with the play in words and the score after it."""

from __future__ import annotations

from collections.abc import Sequence

from quixotry.notation.moves import format_play
from quixotry.protocol.events import PublicEvent
from quixotry.protocol.views import LastPlay
from quixotry.rules import event as happened
from quixotry.rules.event import Event
from quixotry.rules.game import Game
from quixotry.rules.move import Play


class Scoresheet:
    def __init__(self, game: Game) -> None:
        self.events: list[PublicEvent] = []
        self.last_play: LastPlay | None = None
        """The last play still on the board."""
        self.note(Game.of(game.header, ()), game, game.events)

    def note(self, game: Game, then: Game, events: Sequence[Event]) -> None:
        """Write down what is public about the events between two states of a game, with the board and scores as they
        were at each of them."""
        for number, event in enumerate(events, 1):
            after = then if number == len(events) else game.after((event,))
            text, total = "", after.position.scores[event.seat]
            if isinstance(event, happened.TilesPlayed):
                alphabet = game.header.ruleset.tiles.alphabet
                text = format_play(game.position.board, Play(event.placements), alphabet)
                self.last_play = LastPlay(event.seat, tuple(square for square, _ in event.placements))
            elif isinstance(event, happened.PlayWithdrawn):
                self.last_play = None
            elif isinstance(event, happened.TurnsTakenBack):
                laid = [turn for turn in after.position.turns if turn.placements]
                squares = tuple(square for square, _ in laid[-1].placements) if laid else ()
                self.last_play = LastPlay(laid[-1].seat, squares) if laid else None
            self.events.append(PublicEvent(event, text, total))
            game = after
