"""The games of a match: how the next one follows from the first, and who wins the whole (E-S11)."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from quixotry.rules.game import GameHeader
from quixotry.rules.outcome import Outcome
from quixotry.rules.ruleset import GAMES_MAX
from quixotry.values import frozen


def game_id(match_id: str, number: int) -> str:
    """The id of a game of a match; the first game's is the match's own."""
    return match_id if number == 1 else f"{match_id}-{number}"


def game_ids(match_id: str, games: int = GAMES_MAX) -> tuple[str, ...]:
    """The ids of all games of a match, first to last."""
    return tuple(game_id(match_id, number) for number in range(1, games + 1))


def match_of(game_id: str) -> str:
    """The match (or single game) a game belongs to, by its id alone."""
    match_id, dash, number = game_id.rpartition("-")
    return match_id if dash and number == "2" else game_id


def next_game(header: GameHeader, *, started_at: str, seed: str = "") -> GameHeader | None:
    """The header of the match's next game, or None after its last; nobody has given anything to its draw yet.

    Its id follows from the first game alone. Without a seed of its own, so does its seed: whoever goes on with a match,
    and however often, comes to the same next game. A game whose seed is shown at its end needs a new one for the next.
    """
    number = header.match_game + 1
    if number > header.ruleset.match.games:
        return None
    return replace(
        header,
        id=game_id(header.table_id, number),
        seed=seed or hashlib.sha256(f"{header.seed}:game {number}".encode()).hexdigest(),
        started_at=started_at,
        match_id=header.table_id,
        match_game=number,
        draw=None,
    )


@frozen
class MatchOutcome:
    """E-S11: more games won wins; equal there, more points in all; equal there too, a tie.

    >>> import quixotry as qx
    >>> qx.Match("expert", "beginner", ruleset="match", seed="1").play().outcome
    MatchOutcome(wins=(2, 0), points=(1069, 433), winners=(0,), decided_by='games')
    """

    wins: tuple[int, ...]
    points: tuple[int, ...]
    winners: tuple[int, ...]
    decided_by: Literal["games", "points", "tie"]


def carried_points(first: Outcome) -> tuple[int, ...]:
    """What each seat brings from a match's first game into the second: with this added to the scores of the
    second, who has more wins the match (E-S11).

    It is the first winner's lead. One who won from behind, because the other resigned, brings nothing: another
    win decides by games, and after a loss the points of both games are behind."""
    if len(first.winners) != 1:
        return (0,) * len(first.scores)
    (winner,) = first.winners
    lead = first.scores[winner] - max(s for seat, s in enumerate(first.scores) if seat != winner)
    return tuple(max(0, lead) if seat == winner else 0 for seat in range(len(first.scores)))


def judge_match(games: Sequence[Outcome]) -> MatchOutcome:
    """The result of a whole match. A drawn game counts for neither side, but its points count."""
    seats = range(len(games[0].scores))
    wins = tuple(sum(game.winners == (seat,) for game in games) for seat in seats)
    points = tuple(sum(game.scores[seat] for game in games) for seat in seats)
    leaders = [seat for seat in seats if wins[seat] == max(wins)]
    if len(leaders) == 1:
        return MatchOutcome(wins, points, tuple(leaders), "games")
    best = max(points[seat] for seat in leaders)
    winners = tuple(seat for seat in leaders if points[seat] == best)
    return MatchOutcome(wins, points, winners, "points" if len(winners) == 1 else "tie")
