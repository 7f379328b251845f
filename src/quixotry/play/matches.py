"""The arena as the web room asks for it: matches between computers, and what can be wrong with asking for one."""

from __future__ import annotations

from typing import Protocol

from quixotry.play.errors import PlayError
from quixotry.protocol.arena import Arena, ArenaGame, ArenaMatch, MatchRequest


class MatchHall(Protocol):
    """Where matches are played. `owner` is a session, or empty for the server's operator, who may do everything."""

    async def overview(self, owner: str) -> Arena: ...

    async def begin(self, request: MatchRequest, owner: str) -> ArenaMatch: ...

    async def match(self, match_id: str, owner: str) -> ArenaMatch: ...

    async def stop(self, match_id: str, owner: str) -> ArenaMatch: ...

    async def resume(self, match_id: str, owner: str) -> ArenaMatch: ...

    async def delete(self, match_id: str, owner: str) -> None: ...

    async def game(self, match_id: str, pair: int, game: int) -> ArenaGame: ...

    async def report(self, match_id: str) -> bytes:
        """The HTML file of `quixotry match`."""
        ...

    async def results(self, match_id: str) -> bytes:
        """Its JSON."""
        ...

    async def records(self, match_id: str) -> bytes:
        """A ZIP file of all games as GCG."""
        ...


class MatchError(PlayError):
    """The root of what can be wrong with matches. A `field` is the field of the request it is about."""

    code = "arena"


class WrongMatchNumber(MatchError):
    code = "wrong_match_number"
    field: str
    least: str
    most: str


class NotInTheArena(MatchError):
    code = "not_in_the_arena"
    field: str
    name: str


class RulesNotForTwo(MatchError):
    code = "rules_not_for_two"
    field: str
    rules: str


class UnknownMatch(MatchError):
    code = "unknown_match"
    kind = "unknown"
    match_id: str


class NoSuchMatchGame(MatchError):
    code = "no_such_match_game"
    kind = "unknown"
    pair: int
    game: int


class NotWrittenYet(MatchError):
    code = "not_written_yet"
    kind = "unknown"


class MatchOfAnother(MatchError):
    code = "match_of_another"
    kind = "forbidden"


class MatchIsOver(MatchError):
    code = "match_is_over"
    kind = "conflict"


class ProgramChanged(MatchError):
    code = "program_changed"
    kind = "conflict"
    name: str


class ArenaBusy(MatchError):
    code = "arena_busy"
    kind = "conflict"
    most: int


class ArenaFull(MatchError):
    code = "arena_full"
    kind = "conflict"
    most: int
