"""Points that do not come from plays: challenges, overtime, tiles left over.

Each function gives the points by the rules, as far as they follow without a clock and a word list.
"""

from __future__ import annotations

from collections.abc import Iterator

from quixotry.notation.gcg.file import GcgFile, MoveLine
from quixotry.notation.gcg.move_text import MoveText, WrittenEndRack
from quixotry.notation.gcg.rules import ChosenRules
from quixotry.rules.challenge import ChallengeRule
from quixotry.rules.ruleset import OutRule, Ruleset
from quixotry.rules.runs import runs_for

COMMON_CHALLENGE_STEP = 5
"""Five points, ten, or five a word: which it was, a file without named rules does not say."""


def challenge_points(written: int, rules: ChosenRules) -> int:
    """What a play gained from a failed challenge."""
    step = COMMON_CHALLENGE_STEP
    if rules.are_certain:
        rule = rules.ruleset.words.challenge or ChallengeRule()
        if not rule.per_word:
            return rule.points
        step = rule.per_word
    return written if written > 0 and written % step == 0 else step


def time_points(written: int, ruleset: Ruleset) -> int:
    """The overtime penalty: a multiple of the one in these rules, if they have a clock."""
    each = ruleset.clock.overtime_points if ruleset.clock.minutes is not None else 0
    if each == 0:
        return 0
    return written if written < 0 and written % each == 0 else -each


def is_gain(text: MoveText) -> bool:
    """`(RACK) +x` is a gain for others' tiles, `RACK (RACK) -x` a loss for one's own."""
    assert isinstance(text.move, WrittenEndRack)
    return text.score >= 0 and sorted(text.rack) != sorted(text.move.tiles)


def has_gain(file: GcgFile) -> bool:
    """Does the end of the file say that somebody went out?"""
    return any(True for _ in _gains(file))


def out_rule(file: GcgFile, rules: ChosenRules) -> OutRule:
    """What going out brings: what the rules say, or where none are named, what the file is settled by.

    Records settle in several ways: twice the others' tiles; once, while the others lose theirs; only the gain, or
    only the losses.
    """
    tiles = rules.ruleset.tiles
    if not rules.are_certain:
        for says in _gains(file):
            assert isinstance(says.move, WrittenEndRack)
            worth = [tiles.alphabet.tile(sign) for sign in says.move.tiles]
            if says.score == tiles.value(tile for tile in worth if tile is not None):
                return "gains-others"
    return rules.ruleset.end.out


def _gains(file: GcgFile) -> Iterator[MoveText]:
    for line in file.lines:
        if isinstance(line, MoveLine) and isinstance(line.says.move, WrittenEndRack) and is_gain(line.says):
            yield line.says


def gain_points(value: int, out: OutRule) -> int:
    return 2 * value if out == "gains-double" else value


def loss_points(
    value: int, ruleset: Ruleset, out: OutRule, *, after_going_out: bool, ended_by: str | None
) -> int:
    """What one's own tiles cost; nothing where going out counts double, or where the run says so."""
    if after_going_out:
        return 0 if out == "gains-double" else -value
    return 0 if any(run.settling == "nothing" for run in runs_for(ruleset, ended_by)) else -value
