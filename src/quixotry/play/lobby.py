"""Games as lists show them, and what is agreed before one begins."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from quixotry.notation import wire
from quixotry.play import limits
from quixotry.play.ports import Listed, ServerLog, UnknownGame
from quixotry.rules.game import GameHeader, SeatedPlayer
from quixotry.rules.outcome import Outcome, judge_match
from quixotry.rules.ruleset import Ruleset

Plain = dict[str, Any]

__all__ = ["BadSeats", "LobbyError", "SeatedPlayer", "check_seats", "new_id", "next_header", "summary"]


class LobbyError(Exception):
    """The root of what can be wrong with a game somebody wants to begin."""

    code = "lobby"


@dataclass(eq=False)
class BadSeats(LobbyError):
    code = "bad_seats"
    reason: str

    def __str__(self) -> str:
        return self.reason


def check_seats(players: Sequence[SeatedPlayer], ruleset: Ruleset) -> None:
    rule = ruleset.seats
    if not rule.min <= len(players) <= rule.max:
        many = f"{rule.min}" if rule.min == rule.max else f"{rule.min} to {rule.max}"
        raise BadSeats(f"{ruleset.title or ruleset.name} is for {many} players, not {len(players)}.")
    names = [player.name for player in players]
    for name in names:
        if not 1 <= len(name) <= limits.NAME_MAX or not name.isprintable() or name != name.strip():
            raise BadSeats(f"A player's name has 1 to {limits.NAME_MAX} printable characters.")
    if len({name.casefold() for name in names}) != len(names):
        raise BadSeats("Two players have the same name.")


def new_id() -> str:
    """An id nobody can guess: who does not know it cannot look at the game."""
    return secrets.token_hex(12)


def second_game_id(table_id: str) -> str:
    return f"{table_id}-2"


def next_header(header: GameHeader, started_at: str) -> GameHeader | None:
    """The next game of a match, or None.

    It follows from the first alone, so that a server killed between the two makes the same second game.
    """
    if header.match_game >= header.ruleset.match.games:
        return None
    table_id = header.match_id or header.id
    return GameHeader(
        id=second_game_id(table_id),
        ruleset=header.ruleset,
        lexicon_id=header.lexicon_id,
        lexicon_digest=header.lexicon_digest,
        players=header.players,
        seed=hashlib.sha256(f"{header.seed}:game {header.match_game + 1}".encode()).hexdigest(),
        started_at=started_at,
        match_id=table_id,
        match_game=header.match_game + 1,
    )


def summary(log: ServerLog, listed: Listed, session: str) -> Plain:
    """A game as lists show it, to a session."""
    brief, status = listed.brief, listed.status
    match_id = brief["match_id"]
    return {
        "id": listed.id,
        "ruleset": brief["ruleset"],
        "lexicon": brief["lexicon"],
        "players": brief["players"],
        "seats": log.seats_of(session, match_id or listed.id) if session else (),
        "state": "unfinished" if status.outcome is None and not listed.gcg else "finished",
        "turn": status.turn,
        "scores": status.scores,
        "seq": listed.next_seq,
        "started_at": brief["started_at"],
        "played_at": listed.played_at,
        "outcome": status.outcome,
        "match": _match(log, listed) if match_id else None,
        "imported": bool(listed.gcg),
    }


def _match(log: ServerLog, listed: Listed) -> Plain:
    match_id = listed.brief["match_id"]
    games, outcomes = [], []
    for game_id in (match_id, second_game_id(match_id)):
        try:
            game = listed if game_id == listed.id else log.find(game_id)
        except UnknownGame:
            continue
        games.append(game_id)
        if game.status.outcome is not None:
            plain = {key: value for key, value in game.status.outcome.items() if key != "tie_name"}
            outcomes.append(Outcome(**{**plain, **{key: tuple(plain[key]) for key in _TUPLES}}))
    result = wire.match_outcome_plain(judge_match(outcomes)) if len(outcomes) == 2 else None
    return {"id": match_id, "game": listed.brief["match_game"], "games": games, "outcome": result}


_TUPLES = ("winners", "scores", "scores_before")
