"""A game: what was agreed before it began, and all that has happened since.

`Game.move` is the way of every move, whoever asks for it: terminal, server, arena, library.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from quixotry.rules.draw import Draw
from quixotry.rules.errors import CannotTakeBack
from quixotry.rules.event import Event, TurnsTakenBack
from quixotry.rules.move import Move, Ruling
from quixotry.rules.ports import CanPlay, TileSource, Words
from quixotry.rules.position import Position, evolve, replay
from quixotry.rules.referee import decide, start
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.view import View, view_of
from quixotry.values import frozen


@frozen
class SeatedPlayer:
    """Who sits at a seat."""

    name: str
    kind: Literal["person", "computer"] = "person"
    level: str = ""
    """How a computer plays; empty for a person."""


@frozen
class GameHeader:
    """What was agreed before the first tile was drawn. It never changes."""

    id: str
    ruleset: Ruleset
    lexicon_id: str
    lexicon_digest: str
    players: tuple[SeatedPlayer, ...]
    seed: str
    """Hexadecimal, and secret until the game is over: every draw follows from it, and from `draw` if there is one."""
    started_at: str
    """Date and time with zone, ISO 8601."""
    match_id: str = ""
    """The first game's id, in every later game of a match."""
    match_game: int = 1
    """1 or 2 within a match."""
    retry_of: str = ""
    """The id of the game whose events this one begins with, where it was begun from a turn of another."""
    retry_from: int = 0
    """How many events those are. They were drawn from that game's seed, the rest from this one's."""
    draw: Draw | None = None
    """What the seats gave to the draw; None where every tile follows from the seed alone."""

    @property
    def table_id(self) -> str:
        """What seats belong to: the game, or all games of its match."""
        return self.match_id or self.id


@frozen
class Arbiter:
    """What the rules ask of others to judge a game: its tiles, its words, and whether a rack can play."""

    tiles: TileSource
    words: Words
    can_play: CanPlay


@frozen
class Game:
    """`position` is always the fold of `events`."""

    header: GameHeader
    events: tuple[Event, ...]
    position: Position

    @classmethod
    def begin(cls, header: GameHeader, tiles: TileSource) -> Game:
        """A new game: who starts is decided, the racks are dealt."""
        return cls.of(header, start(header.ruleset, len(header.players), tiles=tiles, game=header.match_game))

    @classmethod
    def of(cls, header: GameHeader, events: Sequence[Event]) -> Game:
        """A game as it was recorded."""
        return cls(header, tuple(events), replay(header.ruleset, len(header.players), events))

    def move(self, seat: int, move: Move | Ruling, arbiter: Arbiter, *, now_ms: int = 0) -> Game:
        """The game after a seat's move, or an `IllegalMove`; this game stays as it is.

        What the move brought about is `after.events_since(before)`.
        """
        events = decide(
            self.position,
            seat,
            move,
            now_ms=now_ms,
            tiles=arbiter.tiles,
            words=arbiter.words,
            can_play=arbiter.can_play,
        )
        return self.after(events)

    def take_back(self, seat: int, *, now_ms: int = 0) -> Game:
        """The game with a seat's last turn taken back, or `CannotTakeBack`.

        Only a person's, when nobody but computers has answered it, and never where words are challenged.
        """
        position, players = self.position, self.header.players
        since = [turn.seat for turn in position.turns]
        turns = since[::-1].index(seat) + 1 if seat in since else 0
        answered = since[len(since) - turns + 1 :]
        if (
            not turns
            or position.turn != seat
            or players[seat].kind != "person"
            or any(players[other].kind == "person" for other in answered)
            or position.ruleset.allows_challenges
        ):
            raise CannotTakeBack
        at_ms = max(now_ms, position.at_ms)
        return self.after((TurnsTakenBack(seq=position.seq, seat=seat, at_ms=at_ms, turns=turns),))

    def after(self, events: Sequence[Event]) -> Game:
        """The game with these events added."""
        position = self.position
        for event in events:
            position = evolve(position, event)
        return replace(self, events=(*self.events, *events), position=position)

    def events_since(self, before: Game) -> tuple[Event, ...]:
        """What has happened since an earlier state of this game."""
        return self.events[len(before.events) :]

    def view(self, seat: int | None, *, carried: tuple[int, ...] = ()) -> View:
        """What a seat may know, or a spectator (None)."""
        return view_of(self.position, seat, carried=carried)
