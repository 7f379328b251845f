"""Games as lists show them, how one is begun, and who holds which seats."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from datetime import UTC, datetime

import msgspec

from quixotry.fair.agreement import new_secret
from quixotry.fair.draws import draws_of
from quixotry.play import expiry, limits
from quixotry.play.admission import Admission
from quixotry.play.errors import OthersPlay, SeatOfAnother, TilesSeen, UploadedGame
from quixotry.play.names import proper_name
from quixotry.play.new_game import new_header
from quixotry.play.ports import (
    DamagedGame,
    OutOfSync,
    ServerLog,
    StoredSummary,
    UnknownGame,
    saved,
    status_of,
)
from quixotry.play.quotas import NOBODY, Keeper
from quixotry.play.seating import check_players
from quixotry.protocol.games import DrawStage, GamePage, GameSummary, MatchProgress
from quixotry.protocol.views import outcome_from
from quixotry.rules.game import Game, GameHeader, SeatedPlayer
from quixotry.rules.match import game_ids, judge_match, match_of, next_game
from quixotry.rules.ruleset import Ruleset
from quixotry.threads import in_thread
from quixotry.values import frozen


def new_id() -> str:
    """An id nobody can guess: who does not know it cannot look at the game."""
    return secrets.token_hex(12)


def _now() -> datetime:
    return datetime.now(UTC)


@frozen
class Lobby:
    log: ServerLog
    admission: Admission
    seed: str = ""
    """For tests and demonstrations: every game is drawn from this alone, and nobody is asked for a share."""
    today: Callable[[], datetime] = _now
    is_public: bool = False
    """Is it a server for strangers, whose things are not kept for good?"""

    # Beginning

    async def new_game(
        self,
        ruleset: Ruleset,
        lexicon_id: str,
        players: Sequence[SeatedPlayer],
        session: str,
        invited: Collection[int] = (),
        keeper: Keeper = NOBODY,
    ) -> str:
        """Begin a game; the session holds the seats of all people who are not invited."""

        def judged() -> GameHeader:
            book, seated = self.admission.wordbook(lexicon_id), tuple(players)
            header = new_header(
                ruleset, book, seated, now=self.today(), game_id=new_id(), seed=self.seed or new_secret()
            )
            self.admission.judge(header)
            return header

        header = await in_thread(judged)
        seats = [(session, seat) for seat in people_at(players) if seat not in invited]
        # Who has seen the tiles of a seat must not give it away: they are dealt when everybody is there, and has
        # given a share.
        is_waiting = not self.seed or len(seats) < len(people_at(players))
        game = Game.of(header, ()) if is_waiting else _dealt(header)
        await self._create(game, seats, host=session, is_drawn=not self.seed, keeper=keeper)
        return header.id

    async def deal(self, game: Game) -> Game:
        """Deal the tiles of a game if all its seats are taken and have given what they give to the draw, and they were
        not dealt before."""
        if game.events or await self.open_seats(game.header.id):
            return game
        if game.header.draw is not None:
            return await saved(self.log.submit_deal(game.header.id, _dealt)) or await self._read(
                game.header.id
            )
        dealt = _dealt(game.header)
        append = self.log.submit_append
        try:
            await saved(append(game.header.id, 0, dealt.events, status_of(dealt), None))
        except OutOfSync:
            return await self._read(game.header.id)
        return dealt

    async def _read(self, game_id: str) -> Game:
        return (await in_thread(self.log.read, game_id)).game

    async def draws(self, after: int, limit: int) -> bytes:
        """The commitments of this house, as `quixotry verify` reads them."""
        entries = await in_thread(self.log.draws.entries, after, limit)
        return b"".join(msgspec.json.encode(entry) + b"\n" for entry in entries)

    async def open_seats(self, game_id: str) -> tuple[int, ...]:
        return await in_thread(lambda: self._open_seats(self.log.find(game_id)))

    def _open_seats(self, stored: StoredSummary) -> tuple[int, ...]:
        if stored.next_seq or stored.gcg:
            return ()
        taken = self.log.seats.holders(match_of(stored.id))
        return tuple(seat for seat in people_at(stored.brief.players) if seat not in taken)

    async def begin_next(self, game: Game) -> Game | None:
        """Begin the next game of a finished game's match, if there is one; `GameExists` if it is begun."""
        is_drawn = game.header.draw is not None
        # The seed of a committed draw is shown with the game that is over.
        seed = new_secret() if is_drawn else ""
        started_at = self.today().isoformat(timespec="seconds")
        header = next_game(game.header, started_at=started_at, seed=seed)
        if header is None:
            return None
        brief = (await in_thread(self.log.find, game.header.id)).brief
        following = Game.of(header, ()) if is_drawn else _dealt(header)
        return await self._create(
            following, (), host=brief.host, is_uploaded=brief.is_uploaded, is_drawn=is_drawn
        )

    async def _create(
        self,
        game: Game,
        seats: Sequence[tuple[str, int]],
        *,
        host: str,
        is_uploaded: bool = False,
        is_drawn: bool = False,
        keeper: Keeper | None = None,
    ) -> Game:
        await saved(
            self.log.submit_create(
                game.header,
                game.events,
                status_of(game),
                seats,
                host=host,
                is_uploaded=is_uploaded,
                is_drawn=is_drawn,
                keeper=keeper,
            )
        )
        return game

    # Seats

    async def seats_of(self, session: str, game_id: str) -> tuple[int, ...]:
        if not session:
            return ()
        return await in_thread(self.log.seats.held_by, session, match_of(game_id))

    async def claimable(self, game_id: str, session: str) -> tuple[int, ...]:
        """The seats that somebody at the computer where it was begun may take over from another browser there."""
        _, seats = await in_thread(self._claimable, game_id, session)
        return seats

    async def claim(self, game_id: str, session: str) -> None:
        """Take them over; never a seat that was given by invitation."""

        def take() -> None:
            holder, seats = self._claimable(game_id, session)
            if seats:
                self.log.seats.hand_on(match_of(game_id), holder, session)

        await in_thread(take)

    def _claimable(self, game_id: str, session: str) -> tuple[str, tuple[int, ...]]:
        stored = self.log.find(game_id)
        if stored.gcg:
            raise UnknownGame(game_id)
        holders = self.log.seats.holders(match_of(game_id))
        # A game from before hosts were kept is one browser's own if that browser has all of it.
        host = stored.brief.host or (min(holders.values()) if len(set(holders.values())) == 1 else "")
        if not host or host == session:
            return "", ()
        return host, tuple(seat for seat, holder in holders.items() if holder == host)

    async def check_invitation(self, game_id: str, seat: int, session: str) -> None:
        """May this session give this seat to somebody else? A free one, or one's only one."""
        stored = await in_thread(self.log.find, game_id)
        if stored.brief.is_uploaded:
            raise UploadedGame
        is_free = seat in await in_thread(self._open_seats, stored)
        held = await self.seats_of(session, game_id)
        if seat not in held and not (is_free and stored.brief.host == session):
            raise SeatOfAnother
        if stored.next_seq and len(held) > 1:
            raise TilesSeen

    async def invite(self, key: str, game_id: str, seat: int) -> None:
        """Keep a key that gives one seat to whoever brings it first."""
        await in_thread(self.log.seats.invite, key, match_of(game_id), seat)

    async def invitation(self, key: str) -> tuple[Game, int, str] | None:
        """The game and seat a key gives, and who gives it; None when there is no such key."""

        def read() -> tuple[Game, int, str] | None:
            found = self.log.seats.invited_to(key)
            if found is None:
                return None
            table_id, seat = found
            game, host = self.log.read(table_id).game, self.log.find(table_id).brief.host
            hosted = [each for each, holder in self.log.seats.holders(table_id).items() if holder == host]
            return game, seat, game.header.players[hosted[0]].name if hosted else ""

        return await in_thread(read)

    async def join(self, key: str, session: str, name: str = "") -> str | None:
        """Use a key: the id of the game it gives a seat in, or None when there is no such key."""

        def renamed(header: GameHeader, seat: int) -> GameHeader:
            players = list(header.players)
            players[seat] = replace(players[seat], name=proper_name(name))
            check_players(players, header.ruleset)
            return replace(header, players=tuple(players))

        found = await in_thread(self.log.seats.join, key, session, renamed if name else None)
        return None if found is None else found[0]

    async def keep_way_back(self, key: str, game_id: str, session: str) -> None:
        """Keep a key that brings all seats of a session to whatever browser it is used in, once."""
        game = await in_thread(self.log.find, game_id)
        if not session or not await in_thread(self.log.seats.keep_way_back, key, match_of(game.id), session):
            raise SeatOfAnother

    async def come_back(self, key: str, session: str) -> str | None:
        """Use such a key: the id of the game (of a match the last that is begun), or None when there is no such key."""

        def use() -> str | None:
            table_id = self.log.seats.come_back(key, session)
            if table_id is None:
                return None
            match = self._summary(self.log.find(table_id), session).match
            return table_id if match is None else match.games[-1]

        return await in_thread(use)

    # Deleting

    async def check_deletion(self, game_id: str, session: str) -> None:
        """May this session delete this game? If nobody else plays in it."""

        def check() -> None:
            stored = self.log.find(game_id)
            others = {
                holder for holder in self.log.seats.holders(match_of(game_id)).values() if holder != session
            }
            if stored.brief.host != session or others:
                raise OthersPlay

        await in_thread(check)

    async def delete(self, game_id: str) -> None:
        await in_thread(self.log.delete, match_of(game_id))

    async def pointless(self) -> list[str]:
        """Games that have been left before anything happened in them, for as long as the limits say."""

        def read() -> list[str]:
            now = self.today()
            long_ago, yesterday = expiry.WAITING.before(now), expiry.POINTLESS.before(now)
            found = self.log.untouched(yesterday, limits.EXPIRED_MAX)
            # The first game of a match stays until the second is over.
            first = [each for each in found if each.brief.match_game == 1]
            return [each.id for each in first if each.played_at < long_ago or self._is_alone(each)]

        return await in_thread(read)

    async def outdated(self) -> Sequence[str]:
        """Games that a public server has kept long enough; at home they stay."""
        if not self.is_public:
            return ()
        await in_thread(expiry.delete_outdated_rulesets, self.log, self.today())
        return await in_thread(expiry.outdated_games, self.log, self.today())

    def _is_alone(self, stored: StoredSummary) -> bool:
        """Does one browser at most play in it, and nobody else is invited?"""
        holders = set(self.log.seats.holders(match_of(stored.id)).values())
        return len(holders) < 2 and not self._open_seats(stored)

    # Lists

    async def summary(self, game_id: str, session: str) -> GameSummary:
        def read() -> GameSummary:
            return self._summary(self.log.find(game_id), session)

        return await in_thread(read)

    async def page(
        self, *, is_over: bool | None, session: str, all_games: bool, before: str, limit: int
    ) -> GamePage:
        def read() -> GamePage:
            found = self.log.page(
                is_over=is_over, session=None if all_games else session, before=before, limit=limit
            )
            games = [self._summary(stored, session) for stored in found]
            return GamePage(games, found[-1].played_at if len(found) == limit else None)

        return await in_thread(read)

    def _summary(self, stored: StoredSummary, session: str) -> GameSummary:
        brief, status, open_seats = stored.brief, stored.status, self._open_seats(stored)
        return GameSummary(
            id=stored.id,
            ruleset=brief.ruleset,
            lexicon=brief.lexicon,
            players=brief.players,
            seats=self.log.seats.held_by(session, brief.match_id or stored.id) if session else (),
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
            uploaded=brief.is_uploaded,
            hosting=bool(open_seats and session and brief.host == session),
            open_seats=open_seats,
            draw=self._draw(stored),
        )

    def _draw(self, stored: StoredSummary) -> DrawStage | None:
        """What is shown of a draw that waits."""
        if stored.next_seq or stored.gcg:
            return None
        try:
            draw = self.log.read(stored.id).game.header.draw
        except DamagedGame:  # said to who opens it; a list has other games too
            return None
        if draw is None:
            return None
        stand = self.log.draws.stand(stored.id)
        seats = range(len(stored.brief.players))
        return DrawStage(
            number=draw.number,
            previous=draw.previous,
            commitment=draw.commitment,
            attempt=draw.attempt,
            pledges=[stand.pledges.get(seat, "") for seat in seats],
            given=[seat for seat in seats if seat in stand.shares],
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


def _dealt(header: GameHeader) -> Game:
    return Game.begin(header, draws_of(header))


def people_at(players: Sequence[SeatedPlayer]) -> list[int]:
    """The seats of people."""
    return [seat for seat, player in enumerate(players) if player.kind == "person"]
