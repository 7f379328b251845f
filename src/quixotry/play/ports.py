"""What the services ask of a store."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from typing import Protocol, TypeVar

from quixotry.fair.ledger import Entry
from quixotry.play.errors import PlayError
from quixotry.play.figures import SeatFigures, figures_of
from quixotry.play.operator import Orders
from quixotry.play.presence import Presences
from quixotry.play.quotas import NOBODY, Keeper, Kind
from quixotry.protocol.games import RulesetName
from quixotry.protocol.rulesets import RulesetTables
from quixotry.protocol.views import Outcome, show_outcome
from quixotry.rules.board import Board
from quixotry.rules.event import Event
from quixotry.rules.game import Game, GameHeader, SeatedPlayer
from quixotry.rules.move import Move
from quixotry.rules.ports import Words
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.tiles import Tiles
from quixotry.rules.view import View
from quixotry.values import frozen

T = TypeVar("T")

WRITE_S = 30.0
"""How long anybody waits for something to be saved."""

NO_ANSWER = "the database does not answer"


SEATS = "seats:"
"""Before the id of a table, in what processes tell each other: its seats have changed hands."""


Rename = Callable[[GameHeader, int], GameHeader]
"""A header in which a seat's player is called something else."""


class GameLogError(PlayError):
    """The root of what can go wrong with a record of games."""

    code = "game_log"


class UnknownGame(GameLogError):
    code = "unknown_game"
    kind = "unknown"
    game_id: str


class GameExists(GameLogError):
    code = "game_exists"
    kind = "conflict"
    game_id: str


class OutOfSync(GameLogError):
    """Somebody else wrote first; nothing of this append was kept."""

    code = "out_of_sync"
    kind = "conflict"
    game_id: str
    expected_seq: int
    next_seq: int


class SeatGone(GameLogError):
    """The seat was given to somebody else before this was written."""

    code = "not_your_seat"
    message = "seat_of_another"
    kind = "forbidden"


class SomebodyCameBack(GameLogError):
    """A seat that was absent was seen again before this was written."""

    code = "came_back"
    message = "came_back"
    kind = "conflict"


class DamagedGame(GameLogError):
    """Nothing of the record can be read, not even its header."""

    code = "damaged_game"
    kind = "conflict"
    game_id: str
    why: str


class ImpossibleGame(GameLogError):
    """The record can be read, but the game cannot have been played like that: somebody has edited it."""

    code = "impossible_game"
    kind = "conflict"
    game_id: str
    line: int
    seq: int
    why: str


class CannotSave(GameLogError):
    """The disk is full, the folder cannot be written, the database does not answer. Nothing was kept."""

    code = "cannot_save"
    kind = "unavailable"
    why: str


class OverQuota(GameLogError):
    """A browser, or an address, has as much here as it may. Nothing was kept."""

    code = "over_quota"
    kind = "conflict"
    things: str
    most: int


class BadDatabase(GameLogError):
    """What was given as the address of a database is none that a server can use."""

    code = "bad_database"
    why: str


class NewerDatabase(GameLogError):
    code = "newer_database"
    found: str
    known: str


class OtherVersion(GameLogError):
    code = "other_version"
    found: str
    known: str


@frozen
class StoredGame:
    game: Game
    damage: str = ""
    """What was wrong after the last whole event, if anything was. It may hold tiles, and is for the operator."""


class GameLog(Protocol):
    """An append-only record of games. What `append` has returned from survives a crash."""

    def create(self, header: GameHeader, events: Sequence[Event], /) -> None:
        """Record a new game with its first events, or raise `GameExists`."""

    def append(self, game_id: str, expected_seq: int, events: Sequence[Event], /) -> None:
        """Add events, all or none, if `expected_seq` is the next number; else raise `OutOfSync`."""

    def read(self, game_id: str, /) -> StoredGame:
        """The game as far as it can be read, or `UnknownGame`, `DamagedGame` or `ImpossibleGame`."""

    def list(self) -> Iterator[str]:
        """The ids of all games, newest first."""


async def saved(write: Future[T]) -> T:
    """Wait until something is saved, or raise `CannotSave`. One that comes too late may have been kept: the next
    append finds out, because it expects another sequence number."""
    try:
        async with asyncio.timeout(WRITE_S):
            return await asyncio.wrap_future(write)
    except TimeoutError:
        raise CannotSave(NO_ANSWER) from None


def waited(write: Future[T]) -> T:
    """The same for a thread."""
    try:
        return write.result(WRITE_S)
    except TimeoutError:
        write.cancel()
        raise CannotSave(NO_ANSWER) from None


@frozen
class Receipt:
    """The command a decision came from, and the answer it got: kept with it, so it counts exactly once."""

    key: str
    """The idempotency key: the seat and the id the client gave the command."""
    answer: bytes
    by: tuple[str, int] | None = None
    """The session that must still hold this seat. None for a computer."""
    absent: tuple[int, int] | None = None
    """Which seat must not have been seen again since when, by the store's clock."""


@frozen
class Status:
    """What a list of games says of one without reading its events. All of it is public."""

    turn: int | None
    scores: tuple[int, ...]
    outcome: Outcome | None
    waits_for_computer: bool
    """Is a computer on turn in a game somebody plays in?"""
    figures: tuple[SeatFigures, ...] = ()
    """Of each seat, once the game is over; games from before they were kept have none."""


@frozen
class Brief:
    """What the header of a game says and a list shows."""

    ruleset: RulesetName
    lexicon: str
    players: tuple[SeatedPlayer, ...]
    started_at: str
    match_id: str = ""
    """Empty for a game that is no part of a match."""
    match_game: int = 1
    has_challenges: bool = False
    """Do words stand until challenged?"""
    retry_of: str = ""
    """The game this one was begun from, at one of its turns."""
    rules: str = ""
    """The ruleset named for an imported file that names none itself."""
    host: str = ""
    """The session that began it."""
    is_uploaded: bool = False


@frozen
class StoredSummary:
    """One line in a list of games."""

    id: str
    brief: Brief
    status: Status
    next_seq: int
    played_at: str
    gcg: bytes = b""
    """The file this game was imported from; such a game is a record to look at, not a game to play on."""


def brief_of(header: GameHeader, *, host: str = "", is_uploaded: bool = False) -> Brief:
    ruleset = header.ruleset
    return Brief(
        ruleset=RulesetName(ruleset.name, ruleset.title or ruleset.name),
        lexicon=header.lexicon_id,
        players=header.players,
        started_at=header.started_at,
        match_id=header.table_id if ruleset.match.games > 1 and not header.retry_of else "",
        match_game=header.match_game,
        has_challenges=ruleset.allows_challenges,
        retry_of=header.retry_of,
        host=host,
        is_uploaded=is_uploaded,
    )


def status_of(game: Game) -> Status:
    position = game.position
    on_turn = None if position.turn is None else game.header.players[position.turn]
    outcome = None if position.outcome is None else show_outcome(position.outcome, position.ruleset)
    # Computers among themselves wait for a watcher, not the other way round.
    has_people = any(player.kind == "person" for player in game.header.players)
    waits = has_people and on_turn is not None and on_turn.kind == "computer"
    figures = () if outcome is None else figures_of(game.events, len(game.header.players))
    return Status(position.turn, position.scores, outcome, waits_for_computer=waits, figures=figures)


class Seats(Protocol):
    """Who holds which seat of a table (a game, or all games of a match)."""

    def held_by(self, session: str, table_id: str, /) -> tuple[int, ...]:
        """The seats a session holds at a table."""

    def holders(self, table_id: str, /) -> Mapping[int, str]:
        """The sessions that hold seats of a table."""

    def grant(self, session: str, table_id: str, seats: Sequence[int], /) -> None:
        """Give seats to a session; whoever held them no longer does."""

    def invite(self, key: str, table_id: str, seat: int, /) -> None:
        """Keep a key that gives one seat to whoever brings it first."""

    def invited_to(self, key: str, /) -> tuple[str, int] | None:
        """The table and seat a key gives, without using it; None when there is no such key."""

    def join(self, key: str, session: str, renamed: Rename | None = None, /) -> tuple[str, int] | None:
        """Use a key: the table and seat it gives, or None when there is no such key.

        A game without events yet gets the header that `renamed` makes of its own; what that raises undoes it all.
        """

    def hand_on(self, table_id: str, giver: str, taker: str, /) -> None:
        """Move all seats one session holds at a table, and the right to invite if it has it, to another session."""

    def keep_way_back(self, key: str, table_id: str, session: str, /) -> bool:
        """Keep a key that moves all seats a session holds at a table; False if it holds none.

        The session's key before is worthless then, and this one as soon as one of its seats changes hands.
        """

    def come_back(self, key: str, session: str, /) -> str | None:
        """Use such a key: the table whose seats the session holds now, or None when there is no such key."""


class BadShare(GameLogError):
    """The bytes of a seat are not those it has pledged, or somebody else has not pledged yet."""

    code = "bad_share"
    kind = "conflict"


@frozen
class DrawStand:
    """What has been given to a draw that waits, by those who hold the seats now."""

    people: tuple[int, ...]
    pledges: Mapping[int, str]
    shares: Mapping[int, str]

    @property
    def all_pledged(self) -> bool:
        return all(seat in self.pledges for seat in self.people)

    @property
    def is_complete(self) -> bool:
        return all(seat in self.shares for seat in self.people)


class Draws(Protocol):
    """The commitments of this house, and what seats give to draws that wait. Words about another draw than the one that
    waits are passed over: it has begun anew, and everybody is told."""

    def stand(self, game_id: str, /) -> DrawStand: ...

    def pledge(self, game_id: str, draw: int, seat: int, session: str, pledge: str, /) -> None:
        """Keep a seat's pledge, or `SeatGone`. After the first share the draw begins anew instead."""

    def share(self, game_id: str, draw: int, seat: int, session: str, share: str, /) -> None:
        """Keep a seat's share, once all have pledged; or `SeatGone`, `BadShare`."""

    def entries(self, after: int, limit: int, /) -> Sequence[Entry]:
        """The commitments after a number, in order."""


@frozen
class KeptRuleset:
    """House rules as they are found in a store."""

    name: str
    ruleset: Ruleset | None
    """None if they are damaged."""
    damage: str = ""


class HouseRules(Protocol):
    def all(self) -> Sequence[KeptRuleset]:
        """All house rules, by name."""

    def owners(self) -> Mapping[str, str]:
        """Whose each of them is: a session, or nobody but the operator."""

    def save(self, name: str, plain: RulesetTables, owner: str, address: str = "", /) -> bool:
        """Save house rules; False if there are such of another owner, and nothing is changed; or `OverQuota`."""

    def delete(self, name: str, owner: str, /) -> bool:
        """Delete them; False if this owner has none of that name."""


class Belongings(Protocol):
    """For whom things are kept."""

    def counts(self, kind: Kind, keeper: Keeper, /) -> tuple[int, int]:
        """How many things of a kind a session, and an address, have here now."""

    def older(self, kind: Kind, before: str, limit: int, /) -> Sequence[str]:
        """Things of a kind that were made or used before a time."""


class Leases(Protocol):
    """Which process thinks for a computer."""

    def take(self, game_id: str, holder: str, for_ms: int, /) -> bool:
        """Take the lease on a computer's turn, or prolong it; False while another process holds it."""

    def release(self, game_id: str, holder: str, /) -> None:
        """Give back a lease, if it is still this holder's: another process may take it at once."""


@frozen
class Reading:
    """A look at a game's stopwatch. It says nothing of another state of the game: a process that has not heard of a
    move yet counts on, and would charge the next player for the time it took to save it."""

    seq: int
    at_ms: int


class PlayedTimes(Protocol):
    """How long games with a clock have been played, kept while they are: a crash costs nobody their time, and gives
    nobody any."""

    def keep(self, holder: str, readings: Mapping[str, Reading], gap_ms: int, /) -> Mapping[str, Reading]:
        """Keep readings; what counts for each game: that, or what another process counts. One that has said nothing
        for `gap_ms` counts no longer, and none that has not heard of a move."""

    def read(self, game_id: str, /) -> Reading | None:
        """What was kept of a game, if anything was."""


class ServerLog(GameLog, Protocol):
    """A `GameLog` that also keeps what a server needs: answers, seats, house rules, leases.

    `submit_append` returns at once; its future is done when the events are on disk. Appends that wait at the
    same time are committed together.
    """

    is_shared: bool
    """May other server processes write to it?"""

    @property
    def seats(self) -> Seats: ...

    @property
    def house_rules(self) -> HouseRules: ...

    @property
    def leases(self) -> Leases: ...

    @property
    def draws(self) -> Draws: ...

    @property
    def orders(self) -> Orders: ...

    @property
    def played_times(self) -> PlayedTimes: ...

    @property
    def presences(self) -> Presences: ...

    @property
    def belongings(self) -> Belongings: ...

    def submit_create(
        self,
        header: GameHeader,
        events: Sequence[Event],
        status: Status,
        seats: Sequence[tuple[str, int]],
        /,
        *,
        host: str = "",
        is_uploaded: bool = False,
        is_drawn: bool = False,
        keeper: Keeper | None = NOBODY,
    ) -> Future[None]:
        """Like `create`, with the sessions that hold its seats and the one that begins it, or `OverQuota`; without a
        keeper it is counted for nobody, as part of a match is that was counted. A game that is to be drawn
        has no events yet; the commitment to its seed is written with it."""

    def submit_deal(self, game_id: str, deal: Callable[[GameHeader], Game], /) -> Future[Game | None]:
        """Complete the header of a game whose seats have all given their shares, and keep what `deal` makes of it;
        None if not all have, or tiles were dealt before."""

    def submit_append(
        self,
        game_id: str,
        expected_seq: int,
        events: Sequence[Event],
        status: Status,
        receipt: Receipt | None,
        /,
    ) -> Future[Mapping[int, str]]:
        """Like `append`; `SeatGone` when the receipt's session no longer holds its seat. The result is who held which
        seat as it was written, and may know what it tells that seat."""

    def answer(self, game_id: str, key: str, /) -> bytes | None:
        """What the command with this idempotency key was answered, if it was accepted."""

    def next_seq(self, game_id: str, /) -> int:
        """The number of the next event; cheap."""

    def next_seqs(self, game_ids: Sequence[str], /) -> Mapping[str, int]:
        """The same of many."""

    def find(self, game_id: str, /) -> StoredSummary:
        """One game as a list shows it."""

    def page(
        self, *, is_over: bool | None, session: str | None, before: str, limit: int
    ) -> Sequence[StoredSummary]:
        """Games last played before `before`, newest first; with a session, those it has a seat in."""

    def waiting_for_computers(self) -> Sequence[str]:
        """Unfinished games in which a computer is on turn."""

    def keep_gcg(
        self, game_id: str, brief: Brief, status: Status, gcg: bytes, keeper: Keeper = NOBODY, /
    ) -> None:
        """Record an imported game, or `OverQuota`."""

    def delete(self, table_id: str, /) -> None:
        """Delete a game, or all games of a match, with their seats and invitations."""

    def older(self, before: str, limit: int, /) -> Sequence[str]:
        """The ids of games and matches last played before that time, the oldest first."""

    def untouched(self, before: str, limit: int, /) -> Sequence[StoredSummary]:
        """Unfinished games last played before that time in which nobody has a point."""

    def left_alone(self, before: str, limit: int, /) -> Sequence[str]:
        """Unfinished games last played before that time, the oldest first; not those that wait for their players."""

    def listen(self, heard: Callable[[str], None], /) -> None:
        """Call back (from another thread) with the id of each game another process has written to, and with `SEATS`
        and the id of each table where it has moved seats."""

    def ping(self) -> None:
        """Return once a reader and the writer have answered, or raise `CannotSave`."""

    def close(self) -> None: ...


class Wordbook(Protocol):
    """A word list and the question whether a rack can be played with it."""

    @property
    def id(self) -> str: ...

    @property
    def words(self) -> Words: ...

    @property
    def digest(self) -> str: ...

    def can_play(self, ruleset: Ruleset, /) -> QuickCanPlay: ...


class QuickCanPlay(Protocol):
    """Can any legal play be made with this rack? None where finding out takes a search that others would wait for."""

    def __call__(self, board: Board, rack: Tiles, /) -> bool | None: ...


class ComputerPlayers(Protocol):
    """Computers, somewhere else: they may take their time without holding anybody up, and always answer."""

    @property
    def are_ill(self) -> bool:
        """Do they answer only because somebody else moves for them?"""

    def thinking_ms(self, level: str, view: View, usual_ms: int, /) -> int:
        """How long a level may think here, where any may think for `usual_ms`."""

    async def choose(
        self,
        level: str,
        lexicon_id: str,
        view: View,
        budget_ms: int,
        party: tuple[str, str],
        told: Callable[[int], None],
        /,
    ) -> Move:
        """A move, thought over for whoever waits for it, by address and session. Where others come first, `told` hears
        of the place in the queue, and of 0 when its turn has come."""

    async def advise(self, lexicon_id: str, view: View, party: tuple[str, str], /) -> Move:
        """The best move somebody who asks for help could make, if only to pass; `TookTooLong` if nobody has found it in
        time. It is looked for when those who came before have had their turn."""

    async def can_play(
        self, lexicon_id: str, ruleset: Ruleset, board: Board, rack: Tiles, party: tuple[str, str], /
    ) -> bool:
        """Can any legal play be made with this rack? True, too, if nobody could say in time."""

    def instead(self, level: str, /) -> Sequence[Move]:
        """What is tried, one after the other, where the rules refuse a move; the last is always possible."""
