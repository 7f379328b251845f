"""Who sits where in the games of a pair, and what is agreed before each."""

from __future__ import annotations

from quixotry.arena.contestants import shown_name, shown_names
from quixotry.arena.plan import Plan
from quixotry.rules.game import GameHeader, SeatedPlayer
from quixotry.rules.match import game_id
from quixotry.rules.ruleset import Ruleset

EPOCH = "1970-01-01T00:00:00+00:00"
"""Games of the arena carry no date: the same seed gives the same record on any day."""


def seat_order(ruleset: Ruleset, place: int) -> tuple[int, int]:
    """Which player sits at seat 1 and 2 of the first or second game of a pair."""
    return (1, 0) if place == 2 and ruleset.match.games == 1 else (0, 1)


def header(plan: Plan, ruleset: Ruleset, names: tuple[str, str], number: int, *, place: int) -> GameHeader:
    """What was agreed before a game of a pair."""
    shown = shown_names(*names)
    is_match = ruleset.match.games > 1
    match_id = f"pair-{plan.seed + number}"
    return GameHeader(
        id=game_id(match_id, place),
        ruleset=ruleset,
        lexicon_id=plan.lexicon,
        lexicon_digest=plan.lexicon_digest,
        players=tuple(
            SeatedPlayer(shown[player], "computer", shown_name(names[player]))
            for player in seat_order(ruleset, place)
        ),
        seed=f"{plan.seed + number:x}",
        started_at=EPOCH,
        match_id=match_id if is_match and place > 1 else "",
        match_game=place if is_match else 1,
    )
