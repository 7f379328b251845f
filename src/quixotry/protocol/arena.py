"""The arena: matches between computers that a server plays, one pair of games after the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from quixotry.protocol.catalogue import Level
from quixotry.protocol.games import Frame, RulesetName
from quixotry.protocol.rulesets import Ruleset


class MatchRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A match somebody wants to see. What is wrong with it is a 422 whose `details.field` names one of these."""

    first: str
    second: str
    """Names of `Arena.players`."""
    ruleset: str = "match"
    lexicon: str = "default"
    pairs: int = 10
    """Pairs of games: the same tiles twice, with the start swapped."""
    seconds: float = 60.0
    """For each player and game; overtime costs points."""
    seed: int = 1
    """Of the first pair's tiles; the next ones follow."""


class MatchScore(Struct, frozen=True):
    """The score so far."""

    pairs: int
    wins: tuple[int, int]
    drawn: int
    share: float
    """The first player's part of all wins, 0 to 1."""
    low: float
    high: float
    """The ends of its 95 % interval."""
    spread: float
    """The first player's points less the second's, in an average game."""
    spread_error: float
    """Half the width of its 95 % interval."""


class GamePlace(Struct, frozen=True):
    """A game of a match."""

    pair: int
    """From 1."""
    game: int
    """1 or 2."""


class ArenaMatch(Struct, frozen=True):
    """A match of this server."""

    id: str
    players: tuple[str, str]
    """As people read them."""
    ruleset: RulesetName
    lexicon: str
    pairs: int
    seconds: float | None
    """For each player and game; null without a clock."""
    seed: int
    begun_at: str
    state: Literal["running", "finished", "stopped", "interrupted", "failed"]
    """`interrupted`: the server was stopped; like `stopped`, it can go on."""
    why: str
    """A sentence where it has failed."""
    score: MatchScore | None
    """Null before the first pair is finished."""
    newest: GamePlace | None
    """The game that is being played, or was played last."""
    has_report: bool
    is_own: bool
    """May whoever asks stop, resume and delete it?"""


class Arena(Struct, frozen=True):
    """Who can be sent into a match, how far matches go, and those there are, newest first."""

    players: Sequence[Level]
    pairs_max: int
    seconds_max: int
    running_max: int
    matches: list[ArenaMatch]


class ArenaGame(Struct, frozen=True):
    """A game of a match, turn by turn: finished, or as far as it has come."""

    pair: int
    game: int
    players: tuple[str, ...]
    """By seat."""
    is_over: bool
    ruleset: Ruleset
    frames: list[Frame]
