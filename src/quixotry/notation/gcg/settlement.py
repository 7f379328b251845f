"""Points that do not come from plays: challenges, overtime, tiles left over.

Each function gives the points by the rules, as far as they follow without a clock and a word list.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from quixotry.notation.gcg.encoding import Remark
from quixotry.notation.gcg.file import GcgFile, MoveLine
from quixotry.notation.gcg.move_text import MoveText, WrittenEndRack
from quixotry.notation.gcg.rules import ChosenRules
from quixotry.notation.gcg.tiles import SettledRack, TileCount
from quixotry.rules.board import Board
from quixotry.rules.challenge import ChallengeRule
from quixotry.rules.ruleset import OutRule, Ruleset
from quixotry.rules.runs import runs_for
from quixotry.wording.phrases import quoted

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


@dataclass(slots=True)
class Settlement:
    """The lines about tiles left over: what each should bring, and whether they are the tiles that were left."""

    rules: ChosenRules
    count: TileCount
    faults: list[Remark]
    """Where findings go."""
    out: OutRule
    somebody_went_out: bool
    """Does the file say so anywhere?"""
    gains: list[SettledRack] = field(default_factory=list)
    losses: list[SettledRack] = field(default_factory=list)

    @classmethod
    def of(cls, file: GcgFile, rules: ChosenRules, count: TileCount, faults: list[Remark]) -> Settlement:
        return cls(rules, count, faults, out_rule(file, rules), any(True for _ in _gains(file)))

    def points(self, line: int, seat: int, says: MoveText, board: Board, *, ended_by: str | None) -> int:
        """What a line brings or costs."""
        assert isinstance(says.move, WrittenEndRack)
        ruleset = self.rules.ruleset
        tiles = self.count.read(line, says.move.tiles) or ruleset.tiles.none
        settled = SettledRack(line, seat, tiles)
        value = ruleset.tiles.value(tiles)
        if is_gain(says):
            self.gains.append(settled)
            return 2 * value if self.out == "gains-double" else value
        if any(each.seat == seat for each in self.losses):
            self._fault(line, f"The rack of {quoted(says.nick)} has already been settled.")
        self.losses.append(settled)
        self.count.check_settled(line, seat, tiles, self.count.read(line, says.rack))
        self.count.show(line, seat, tiles, board)
        if self.somebody_went_out:
            return 0 if self.out == "gains-double" else -value
        return 0 if any(run.settling == "nothing" for run in runs_for(ruleset, ended_by)) else -value

    def check(self, board: Board, *, went_out: bool) -> None:
        """Were these the tiles left over? Only where somebody went out is it certain which those are."""
        if len({each.seat for each in self.gains}) > 1:
            self._fault(self.gains[-1].line, "Only one player can go out.")
        elif self.gains:
            self.count.check_left_over(self.gains, board)
        elif self.losses and went_out:
            self.count.check_left_over(self.losses, board)

    def _fault(self, line: int, text: str) -> None:
        self.faults.append(Remark(line, text))
