"""What is kept of a game that was played: figures by player, and its record."""

from __future__ import annotations

import msgspec

from quixotry.rules.match import MatchOutcome, judge_match
from quixotry.rules.outcome import Outcome


class Failed(msgspec.Struct, frozen=True, array_like=True):
    """Why a player lost a game, or a turn."""

    player: int
    turn: int
    code: str
    why: str
    """A sentence."""


class PlayedGame(msgspec.Struct, frozen=True, array_like=True):
    """Figures are by player (0 the first of the pairing), whichever seat they had."""

    starter: int
    scores: tuple[int, int]
    winner: int
    """-1 for a draw."""
    reason: str
    turn_scores: tuple[tuple[int, ...], tuple[int, ...]]
    """What each player scored, turn by turn, without settling up."""
    bingos: tuple[int, int]
    used_ms: tuple[int, int]
    """Thinking time on the clock of the match."""
    slowest_ms: tuple[int, int]
    overtime: tuple[int, int] = (0, 0)
    """Points lost by it."""
    failures: tuple[Failed, ...] = ()

    @property
    def spread(self) -> int:
        """The first player's points less the second's."""
        return self.scores[0] - self.scores[1]

    @property
    def share(self) -> float:
        """The first player's part of the win."""
        return {0: 1.0, 1: 0.0, -1: 0.5}[self.winner]

    @property
    def outcome(self) -> Outcome:
        """As far as a match asks for it (E-S11)."""
        winners = (0, 1) if self.winner < 0 else (self.winner,)
        return Outcome(self.reason, winners, self.scores, self.scores, "none")


class PlayedPair(msgspec.Struct, frozen=True, array_like=True):
    """Two games with the same tiles and swapped starts: a match, by E-S11."""

    first: str
    second: str
    number: int
    games: tuple[PlayedGame, PlayedGame]

    @property
    def outcome(self) -> MatchOutcome:
        return judge_match([game.outcome for game in self.games])

    @property
    def halves(self) -> int:
        """The first player's half points in both games: 0 to 4."""
        return round(2 * sum(game.share for game in self.games))


class PlayedChunk(msgspec.Struct, array_like=True):
    """The pairs of a chunk, and the records of their games as GCG."""

    pairs: tuple[PlayedPair, ...]
    records: tuple[tuple[int, int, str], ...] = ()
    """Pair, game (1 or 2), GCG."""
    seconds: float = 0.0
    """How long it took: the engine's own time where games are compiled."""
