"""The statistics of many pairs, added up one pair at a time in whole numbers.

What is held does not grow with the number of games. The same pairs give the same figures in any order.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from quixotry.arena.played import PlayedGame, PlayedPair

TURNS_SHOWN = 30
"""How far the course of a game is drawn: few games have more turns of one player."""
BIN_POINTS = 20
"""Spreads are counted in classes of so many points."""
REASONS_MAX = 12
"""Different reasons of failures that are kept."""
NORMAL_95 = 1.959964


@dataclass
class PlayerFigures:
    """What one player of a pairing did in all games."""

    wins: int = 0
    points: int = 0
    points_squared: int = 0
    best: int = 0
    turns: int = 0
    bingos: int = 0
    started: int = 0
    started_wins: int = 0
    used_ms: int = 0
    slowest_ms: int = 0
    overtime: int = 0
    matches: int = 0
    """Won, by E-S11."""
    course: list[list[int]] = field(default_factory=lambda: [[0, 0] for _ in range(TURNS_SHOWN)])
    """By turn: points so far, summed, and in how many games there was such a turn."""
    failures: Counter[str] = field(default_factory=Counter)

    def add(self, game: PlayedGame, player: int) -> None:
        score = game.scores[player]
        self.wins += game.winner == player
        self.points += score
        self.points_squared += score * score
        self.best = max(self.best, score)
        self.turns += len(game.turn_scores[player])
        self.bingos += game.bingos[player]
        if game.starter == player:
            self.started += 1
            self.started_wins += game.winner == player
        self.used_ms += game.used_ms[player]
        self.slowest_ms = max(self.slowest_ms, game.slowest_ms[player])
        self.overtime += game.overtime[player]
        so_far = 0
        for turn, points in zip(self.course, game.turn_scores[player], strict=False):
            so_far += points
            turn[0] += so_far
            turn[1] += 1
        for failure in game.failures:
            if failure.player == player:
                known = failure.why in self.failures or len(self.failures) < REASONS_MAX
                self.failures[failure.why if known else "other reasons"] += 1


@dataclass
class Pairing:
    """All pairs of games between two players."""

    first: str
    second: str
    halves: list[int] = field(default_factory=lambda: [0] * 5)
    """How many pairs brought the first player 0, 1, 2, 3, 4 half points."""
    drawn: int = 0
    matches_tied: int = 0
    spread: list[int] = field(default_factory=lambda: [0, 0])
    """The first player's, summed over all first and all second games of a pair."""
    spread_squared: list[int] = field(default_factory=lambda: [0, 0])
    spread_product: int = 0
    """First game's times second game's, summed: how much luck the two games share."""
    classes: Counter[int] = field(default_factory=Counter)
    """Spreads of single games."""
    reasons: Counter[str] = field(default_factory=Counter)
    players: tuple[PlayerFigures, PlayerFigures] = field(
        default_factory=lambda: (PlayerFigures(), PlayerFigures())
    )

    def add(self, pair: PlayedPair) -> None:
        """One more pair."""
        self.halves[pair.halves] += 1
        outcome = pair.outcome
        if len(outcome.winners) == 1:
            self.players[outcome.winners[0]].matches += 1
        else:
            self.matches_tied += 1
        one, two = pair.games
        self.spread_product += one.spread * two.spread
        for place, game in enumerate(pair.games):
            self.drawn += game.winner < 0
            self.spread[place] += game.spread
            self.spread_squared[place] += game.spread**2
            self.classes[game.spread // BIN_POINTS] += 1
            self.reasons[game.reason] += 1
            for player, figures in enumerate(self.players):
                figures.add(game, player)

    @property
    def pairs(self) -> int:
        return sum(self.halves)

    @property
    def games(self) -> int:
        return 2 * self.pairs

    @property
    def share(self) -> float:
        """The first player's part of all wins, 0 to 1."""
        return sum(n * count for n, count in enumerate(self.halves)) / (4 * self.pairs)

    @property
    def share_variance(self) -> float:
        """Of one pair's share, about the mean."""
        mean = self.share
        squares = sum((n / 4 - mean) ** 2 * count for n, count in enumerate(self.halves))
        return squares / max(1, self.pairs - 1)

    @property
    def share_interval(self) -> tuple[float, float]:
        """With 95 % confidence. Pairs count, not games: the two games of a pair share their luck.

        One pair won and one lost are added (after Agresti and Coull), or a clean sweep would leave no doubt.
        """
        counts = [count + (n in (0, 4)) for n, count in enumerate(self.halves)]
        pairs = sum(counts)
        mean = sum(n * count for n, count in enumerate(counts)) / (4 * pairs)
        squares = sum((n / 4 - mean) ** 2 * count for n, count in enumerate(counts))
        error = NORMAL_95 * math.sqrt(squares / (pairs - 1) / pairs)
        return max(0.0, min(self.share, mean - error)), min(1.0, max(self.share, mean + error))

    @property
    def mean_spread(self) -> float:
        """The first player's points less the second's, in an average game."""
        return sum(self.spread) / self.games

    @property
    def spread_error(self) -> float:
        """Half the width of the 95 % interval of the mean spread."""
        mean = sum(self.spread) / self.pairs
        squares = sum(self.spread_squared) + 2 * self.spread_product
        variance = max(0.0, squares / self.pairs - mean * mean) * self.pairs / max(1, self.pairs - 1)
        return NORMAL_95 * math.sqrt(variance / self.pairs) / 2

    @property
    def luck_left(self) -> float | None:
        """The variance of a pair's spread, as a share of what two games with tiles of their own would have.

        None where it cannot be said: fewer than two pairs, or games that are all alike.
        """
        if self.pairs < 2:
            return None
        n = self.pairs
        means = [total / n for total in self.spread]
        alone = sum(s / n - m * m for s, m in zip(self.spread_squared, means, strict=True))
        shared = self.spread_product / n - means[0] * means[1]
        return (alone + 2 * shared) / alone if alone > 0 else None

    def plain(self) -> dict[str, Any]:
        """Everything, for JSON."""
        low, high = self.share_interval
        luck = self.luck_left
        return {
            "players": [self.first, self.second],
            "pairs": self.pairs,
            "games": self.games,
            "wins": [player.wins for player in self.players],
            "drawn": self.drawn,
            "matches": [player.matches for player in self.players],
            "matches_tied": self.matches_tied,
            "pairs_by_half_points": list(self.halves),
            "share": round(self.share, 6),
            "share_interval": [round(low, 6), round(high, 6)],
            "spread": round(self.mean_spread, 4),
            "spread_error": round(self.spread_error, 4),
            "luck_left": None if luck is None else round(luck, 4),
            "ended": dict(sorted(self.reasons.items())),
            "spread_classes": {str(BIN_POINTS * key): n for key, n in sorted(self.classes.items())},
            "figures": [self._plain_player(player) for player in self.players],
        }

    def _plain_player(self, player: PlayerFigures) -> dict[str, Any]:
        games, turns = self.games, max(1, player.turns)
        variance = max(0.0, player.points_squared / games - (player.points / games) ** 2)
        return {
            "points": round(player.points / games, 3),
            "points_deviation": round(math.sqrt(variance), 3),
            "best_score": player.best,
            "turns": round(player.turns / games, 3),
            "points_a_turn": round(player.points / turns, 3),
            "bingos": round(player.bingos / games, 4),
            "started": player.started,
            "started_wins": player.started_wins,
            "seconds": round(player.used_ms / 1000 / games, 4),
            "slowest_ms": player.slowest_ms,
            "overtime_points": player.overtime,
            "failures": dict(player.failures.most_common()),
            "course": [round(total / n, 2) for total, n in player.course if 2 * n >= games],
        }


@dataclass
class Tally:
    """All pairings of a run, in the order in which they first met."""

    pairings: dict[tuple[str, str], Pairing] = field(default_factory=dict)

    def add(self, pair: PlayedPair) -> None:
        key = (pair.first, pair.second)
        if key not in self.pairings:
            self.pairings[key] = Pairing(*key)
        self.pairings[key].add(pair)
