"""How games and matches came out: why, who won, and what settled a tie."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

from quixotry.rules.event import PointsAdjusted
from quixotry.rules.game import Game
from quixotry.rules.match import MatchOutcome
from quixotry.rules.outcome import Outcome
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.runs import runs_for
from quixotry.wording.catalog import catalog, say
from quixotry.wording.events import event_parameters
from quixotry.wording.winners import winner_line, winner_names


def why_ended(outcome: Outcome, names: Sequence[str], ruleset: Ruleset) -> str:
    """Why a game ended. A run of turns is told from the ruleset's numbers, whatever it is called there."""
    message_id = f"endings.reasons.{outcome.reason}"
    if message_id in catalog().messages:
        return say(message_id, {"name": names[outcome.out_seat] if outcome.out_seat is not None else ""})
    for run in runs_for(ruleset, outcome.reason):
        return say("endings.run", {"run": asdict(run)})
    return say("endings.other", {"reason": outcome.reason})


def who_won(outcome: Outcome, names: Sequence[str], ruleset: Ruleset) -> str:
    return winner_line(outcome.winners, names, ruleset.end.tie_name)


def tie_rule(outcome: Outcome, names: Sequence[str], ruleset: Ruleset) -> str:
    """What settled equal scores; empty when they were not equal."""
    parameters = {"tie": outcome.tie, "rule": ruleset.end.tie, **winner_names(outcome.winners, names)}
    return say("outcomes.tie", parameters)


def result_lines(game: Game) -> list[str]:
    """Why the game ended, who won and what settled a tie."""
    outcome = game.position.outcome
    assert outcome is not None, "the game still goes on"
    names, ruleset = [player.name for player in game.header.players], game.header.ruleset
    lines = [f(outcome, names, ruleset) for f in (why_ended, tie_rule, who_won)]
    return [line for line in lines if line]


def match_result(outcome: MatchOutcome, names: Sequence[str]) -> str:
    """The result of a match of two games."""
    parameters = {
        "decided_by": outcome.decided_by,
        **winner_names(outcome.winners, names),
        "wins": " to ".join(map(str, outcome.wins)),
        "points": " to ".join(map(str, outcome.points)),
    }
    return say("outcomes.match", parameters)


def settling_text(event: PointsAdjusted, ruleset: Ruleset) -> str:
    """`-9 unplayed tiles QV`."""
    label = say("events.entry.PointsAdjusted", event_parameters(event, ruleset.tiles.alphabet)).strip()
    return f"{event.points:+d} {label}"
