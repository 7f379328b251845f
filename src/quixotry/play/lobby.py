"""Games as lists show them, and what is agreed before one begins."""

from __future__ import annotations

import secrets
from typing import Any

from quixotry.notation import wire
from quixotry.play.ports import Listed, ServerLog, UnknownGame
from quixotry.rules.match import game_ids, judge_match
from quixotry.rules.outcome import Outcome

Plain = dict[str, Any]


def new_id() -> str:
    """An id nobody can guess: who does not know it cannot look at the game."""
    return secrets.token_hex(12)


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
    for game_id in game_ids(match_id, 2):
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
