"""The pages open at a table, and what each of them may see: every message that differs from page to page.

Whatever is told is made from a view or from events redacted for one seat. A session that holds several seats is
a shared screen: it sees a rack only after that seat's Continue, and until its turn is over.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Protocol

from msgspec import UNSET, UnsetType

from quixotry.play.errors import HandOverFirst, PlayError, SeatOfAnother
from quixotry.play.scoresheet import Scoresheet
from quixotry.protocol.events import SeenEvent, show_event
from quixotry.protocol.games import GameSummary
from quixotry.protocol.rulesets import show_ruleset
from quixotry.protocol.server import (
    Clocks,
    Events,
    HandOver,
    OutOfSync,
    PaceNotice,
    ServerMessage,
    Snapshot,
    Thinking,
)
from quixotry.protocol.views import View, show_view
from quixotry.rules.game import Game
from quixotry.rules.view import redact
from quixotry.values import frozen


class Watcher(Protocol):
    """One open page at a table."""

    session: str
    seats: tuple[int, ...]
    address: str
    """Where it is open; empty if that says nothing."""

    def send(self, message: ServerMessage, /) -> None:
        """Queue a message; never waits."""

    def send_away(self) -> None:
        """The game is gone; there is nothing more to see."""


@frozen
class TableState:
    """All that is true at a table at one moment."""

    game: Game
    scoresheet: Scoresheet
    clocks: Clocks
    thinking: Thinking | None
    next_game: str | None
    pace: PaceNotice | None = None


@frozen
class Scene:
    """How things stand, for one page."""

    view: View
    hand_over: HandOver | None
    thinking: Thinking | None
    clock: Clocks


@dataclass(eq=False)
class Audience:
    watchers: set[Watcher] = field(default_factory=set)
    _continued: dict[str, int] = field(default_factory=dict)
    """The seat that is at each shared screen, by session."""

    def __iter__(self) -> Iterator[Watcher]:
        return iter(list(self.watchers))

    @property
    def has_players(self) -> bool:
        return any(watcher.seats for watcher in self.watchers)

    @property
    def seats(self) -> frozenset[int]:
        """Those that have a page here."""
        return frozenset(seat for watcher in self.watchers for seat in watcher.seats)

    @property
    def party(self) -> tuple[str, str]:
        """The address and session a computer thinks for: of a player who is here, else of a watcher, else of nobody."""
        here = sorted((not each.seats, each.seats, each.address, each.session) for each in self.watchers)
        return here[0][2:] if here else ("", "")

    def tell(self, message: ServerMessage) -> None:
        """Say the same to everybody."""
        for watcher in self:
            watcher.send(message)

    def of_session(self, session: str) -> list[Watcher]:
        return [watcher for watcher in self if watcher.session == session]

    # Hand-over

    def hand_over_to(self, session: str, seat: int) -> None:
        """That person is at the shared screen now."""
        self._continued[session] = seat

    def cover(self, session: str) -> None:
        """Nobody is at the shared screen."""
        self._continued.pop(session, None)

    def turn_to(self, turn: int | None) -> None:
        """Another seat is on turn: no rack stays in sight for whoever had continued."""
        self._continued = {session: seat for session, seat in self._continued.items() if seat == turn}

    def viewing(self, watcher: Watcher) -> int | None:
        """The seat whose eyes this page has: on a shared screen only after that seat's Continue."""
        if len(watcher.seats) == 1:
            return watcher.seats[0]
        seat = self._continued.get(watcher.session)
        return seat if seat in watcher.seats else None

    def objection(self, watcher: Watcher, seat: int) -> PlayError | None:
        """Why this page may not act for a seat, if it may not."""
        if self.viewing(watcher) == seat:
            return None
        return HandOverFirst() if seat in watcher.seats else SeatOfAnother()

    # Messages

    def snapshot(self, watcher: Watcher, state: TableState, game: GameSummary) -> Snapshot:
        scene = self.scene(watcher, state)
        return Snapshot(
            game=game,
            ruleset=_shown(state.game.header.ruleset),
            seats=watcher.seats,
            is_shared=len(watcher.seats) > 1,
            view=scene.view,
            hand_over=scene.hand_over,
            thinking=scene.thinking,
            clock=scene.clock,
            events=self.events(watcher, state),
            next_game=state.next_game,
            pace=UNSET if state.pace is None else state.pace,
        )

    def news(
        self, watcher: Watcher, state: TableState, *, from_seq: int, game: GameSummary | UnsetType = UNSET
    ) -> Events:
        """What has happened from this number on; with the game's summary once it is over."""
        scene = self.scene(watcher, state)
        return Events(
            from_seq=from_seq,
            events=self.events(watcher, state, from_seq),
            view=scene.view,
            hand_over=scene.hand_over,
            thinking=scene.thinking,
            clock=scene.clock,
            game=game,
            next_game=UNSET if game is UNSET else state.next_game,
        )

    def missed(self, watcher: Watcher, state: TableState, *, command_id: str, from_seq: int) -> OutOfSync:
        """What a command did not know of."""
        scene = self.scene(watcher, state)
        return OutOfSync(
            command_id=command_id,
            seq=state.game.position.seq,
            events=self.events(watcher, state, from_seq),
            view=scene.view,
            hand_over=scene.hand_over,
            thinking=scene.thinking,
            clock=scene.clock,
        )

    def scene(self, watcher: Watcher, state: TableState) -> Scene:
        view = state.game.view(self.viewing(watcher))
        return Scene(
            view=show_view(view, state.scoresheet.last_play),
            hand_over=self._hand_over(watcher, state.game),
            thinking=state.thinking,
            clock=state.clocks,
        )

    def _hand_over(self, watcher: Watcher, game: Game) -> HandOver | None:
        turn = game.position.turn
        if turn is None or len(watcher.seats) < 2 or turn not in watcher.seats:
            return None
        if self.viewing(watcher) == turn:
            return None
        return HandOver(turn, game.header.players[turn].name)

    def events(self, watcher: Watcher, state: TableState, since: int = 0) -> list[SeenEvent]:
        seat, ruleset = self.viewing(watcher), state.game.header.ruleset
        public = state.scoresheet.events[max(0, since) :]
        return [show_event(redact(each.event, seat), each, ruleset) for each in public]


_shown = lru_cache(maxsize=64)(show_ruleset)
"""The largest part of a snapshot, and the same for every game by these rules."""
