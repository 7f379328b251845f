"""Games as lists show them, how one is begun, and who holds which seats."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from quixotry.fair.draws import SeededDraws
from quixotry.play.new_game import new_header, new_seed
from quixotry.play.ports import ServerLog, StoredSummary, UnknownGame, Wordbook, status_of
from quixotry.play.seating import check_players
from quixotry.protocol.games import GamePage, GameSummary, MatchProgress
from quixotry.protocol.views import outcome_from
from quixotry.rules.game import Game, GameHeader, SeatedPlayer
from quixotry.rules.match import game_ids, judge_match, match_of, next_game
from quixotry.rules.ruleset import Ruleset


def new_id() -> str:
    """An id nobody can guess: who does not know it cannot look at the game."""
    return secrets.token_hex(12)


def _now() -> datetime:
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class Lobby:
    log: ServerLog
    wordbook: Callable[[str], Wordbook]
    new_seed: Callable[[], str] = new_seed
    today: Callable[[], datetime] = _now

    # Beginning

    async def new_game(
        self, ruleset: Ruleset, lexicon_id: str, players: Sequence[SeatedPlayer], session: str
    ) -> str:
        """Begin a game; the session holds every person's seat."""
        check_players(players, ruleset)
        book = await asyncio.to_thread(self.wordbook, lexicon_id)
        header = new_header(
            ruleset, book, tuple(players), now=self.today(), game_id=new_id(), seed=self.new_seed()
        )
        await self._create(header, [(session, seat) for seat in people_at(players)])
        return header.id

    async def begin_next(self, game: Game) -> Game | None:
        """Begin the next game of a finished game's match, if there is one; `GameExists` if it is begun."""
        header = next_game(game.header, started_at=self.today().isoformat(timespec="seconds"))
        return None if header is None else await self._create(header, ())

    async def _create(self, header: GameHeader, seats: Sequence[tuple[str, int]]) -> Game:
        game = Game.begin(header, SeededDraws(header.seed))
        await asyncio.wrap_future(self.log.submit_create(header, game.events, status_of(game), seats))
        return game

    # Seats

    async def seats_of(self, session: str, game_id: str) -> tuple[int, ...]:
        if not session:
            return ()
        return await asyncio.to_thread(self.log.seats_of, session, match_of(game_id))

    async def grant(self, session: str, game_id: str, seats: Sequence[int]) -> None:
        await asyncio.to_thread(self.log.grant, session, match_of(game_id), seats)

    async def invite(self, key: str, game_id: str, seat: int) -> None:
        """Keep a key that gives one seat to whoever brings it first."""
        await asyncio.to_thread(self.log.invite, key, match_of(game_id), seat)

    async def join(self, key: str, session: str) -> str | None:
        """Use a key: the id of the game it gives a seat in, or None when there is no such key."""
        found = await asyncio.to_thread(self.log.join, key, session)
        return None if found is None else found[0]

    # Lists

    async def summary(self, game_id: str, session: str) -> GameSummary:
        def read() -> GameSummary:
            return self._summary(self.log.find(game_id), session)

        return await asyncio.to_thread(read)

    async def page(
        self, *, is_over: bool | None, session: str, all_games: bool, before: str, limit: int
    ) -> GamePage:
        def read() -> GamePage:
            found = self.log.page(
                is_over=is_over, session=None if all_games else session, before=before, limit=limit
            )
            games = [self._summary(stored, session) for stored in found]
            return GamePage(games, found[-1].played_at if len(found) == limit else None)

        return await asyncio.to_thread(read)

    def _summary(self, stored: StoredSummary, session: str) -> GameSummary:
        brief, status = stored.brief, stored.status
        return GameSummary(
            id=stored.id,
            ruleset=brief.ruleset,
            lexicon=brief.lexicon,
            players=brief.players,
            seats=self.log.seats_of(session, brief.match_id or stored.id) if session else (),
            state="unfinished" if status.outcome is None and not stored.gcg else "finished",
            turn=status.turn,
            scores=status.scores,
            seq=stored.next_seq,
            started_at=brief.started_at,
            played_at=stored.played_at,
            outcome=status.outcome,
            match=self._match(stored) if brief.match_id else None,
            retry_of=brief.retry_of,
            imported=bool(stored.gcg),
        )

    def _match(self, stored: StoredSummary) -> MatchProgress:
        match_id, all_ids = stored.brief.match_id, game_ids(stored.brief.match_id)
        begun, outcomes = [], []
        for game_id in all_ids:
            try:
                game = stored if game_id == stored.id else self.log.find(game_id)
            except UnknownGame:
                continue
            begun.append(game_id)
            if game.status.outcome is not None:
                outcomes.append(outcome_from(game.status.outcome))
        outcome = judge_match(outcomes) if len(outcomes) == len(all_ids) else None
        return MatchProgress(match_id, stored.brief.match_game, begun, outcome)


def people_at(players: Sequence[SeatedPlayer]) -> list[int]:
    """The seats of people."""
    return [seat for seat, player in enumerate(players) if player.kind == "person"]
