"""Replaying a GCG file: does every score and every total follow from the moves?

No word list is needed: a record says what was played and what was taken back. Scores and totals that do not
follow are discrepancies; whatever else is odd is a warning. Nothing is corrected: a play counts its computed
score, and a play that cannot be made where it is written counts its written score.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from quixotry.notation.coordinates import parse_lettered
from quixotry.notation.errors import CoordinateError, MoveTextError, NoNewTile
from quixotry.notation.gcg.encoding import Remark
from quixotry.notation.gcg.file import GcgFile, Line, MoveLine, NoteLine, RackLine, UnreadLine
from quixotry.notation.gcg.move_text import (
    TURNS,
    MoveText,
    WrittenChallenge,
    WrittenEndRack,
    WrittenExchange,
    WrittenPass,
    WrittenPlay,
    WrittenTime,
    WrittenWithdrawal,
)
from quixotry.notation.gcg.report import Discrepancy, GcgReplay, GcgStep
from quixotry.notation.gcg.rules import RESIGNED_KEY, ChosenRules, choose_rules
from quixotry.notation.gcg.seats import SeatFinder
from quixotry.notation.gcg.settlement import (
    challenge_points,
    gain_points,
    has_gain,
    is_gain,
    loss_points,
    out_rule,
    time_points,
)
from quixotry.notation.gcg.tiles import TileCount
from quixotry.notation.moves import format_play, lay_tiles
from quixotry.rules.alphabet import tile_of
from quixotry.rules.board import Board
from quixotry.rules.errors import IllegalMove
from quixotry.rules.exchange import pass_kind
from quixotry.rules.legality import check_shape, fits_length
from quixotry.rules.move import Placement, Play
from quixotry.rules.position import Turn
from quixotry.rules.ruleset import OutRule, Ruleset
from quixotry.rules.runs import full_run
from quixotry.rules.scoring import score_play
from quixotry.rules.tiles import Tiles
from quixotry.wording.phrases import quoted


def replay_gcg(file: GcgFile, ruleset: Ruleset | None = None) -> GcgReplay:
    """Check a file by the rules it names, by those given here instead, or by the standard ones."""
    rules = choose_rules(file) if ruleset is None else ChosenRules(ruleset, are_certain=True)
    replayer = _Replayer(file, rules)
    for line in file.lines:
        replayer.line(line)
    replayer.finish()
    return GcgReplay(
        ruleset=rules.ruleset,
        players=tuple(replayer.seats.players),
        steps=tuple(replayer.steps),
        final_scores=tuple(replayer.totals),
        board=replayer.board,
        discrepancies=tuple(replayer.discrepancies),
        warnings=tuple(sorted((*file.remarks, *rules.remarks, *replayer.remarks))),
    )


@dataclass(slots=True)
class _LineResult:
    """What a move line amounts to."""

    text: str
    score: int
    laid: tuple[Placement, ...] = ()


@dataclass(slots=True)
class _LastPlay:
    """A play that can still come off."""

    seat: int
    before: Board
    score: int


@dataclass(slots=True)
class _Replayer:
    file: GcgFile
    rules: ChosenRules
    remarks: list[Remark] = field(default_factory=list)
    discrepancies: list[Discrepancy] = field(default_factory=list)
    steps: list[GcgStep] = field(default_factory=list)
    seats: SeatFinder = field(init=False)
    board: Board = field(init=False)
    after_going_out: bool = field(init=False)
    out: OutRule = field(init=False)
    totals: list[int] = field(default_factory=list)
    differences: list[int] = field(default_factory=list)
    """Written total less computed total of each seat, as of its last line."""
    turns: list[Turn] = field(default_factory=list)
    last_play: _LastPlay | None = None
    ended_by: str | None = None
    """The reason, if the last turn completed a run of turns that ends the game."""
    went_out_at: int | None = None
    """The line of a play that used up a whole rack with nothing left to draw."""
    count: TileCount = field(init=False)

    def __post_init__(self) -> None:
        self.seats = SeatFinder.of(self.file, self.remarks)
        self.count = TileCount(self.ruleset, self.remarks)
        self.board = Board.empty(self.ruleset.layout)
        self.after_going_out = has_gain(self.file)
        self.out = out_rule(self.file, self.rules)
        self._make_room()
        rule = self.ruleset.seats
        if self.rules.are_certain and not rule.min <= len(self.totals) <= rule.max:
            self.remark(1, f"{len(self.totals)} players are named, but the rules are not for that many.")

    @property
    def ruleset(self) -> Ruleset:
        return self.rules.ruleset

    def remark(self, line: int, text: str) -> None:
        self.remarks.append(Remark(line, text))

    def line(self, line: Line) -> None:
        match line:
            case MoveLine(number=number, says=says) if self.seats.has_room(says.nick):
                self.move(number, says)
            case MoveLine(number=number, says=says):
                self.discrepancies.append(
                    Discrepancy(number, "line", says.nick, "there are too many players")
                )
            case UnreadLine(number=number, text=text, reason=reason) if text.startswith(">"):
                self.discrepancies.append(Discrepancy(number, "line", text, reason))
            case NoteLine(text=text) if text.startswith(RESIGNED_KEY):
                self.seats.resign(text.removeprefix(RESIGNED_KEY).strip())
            case RackLine(number=number, player=player, rack=rack):
                if player > len(self.totals):
                    self.remark(number, f"There is no player {player}.")
                self.count.check_rack(number, self.count.read(number, rack), self.board)

    def move(self, line: int, says: MoveText) -> None:
        seat = self.seat(line, says)
        if not says.is_signed:
            self.remark(line, "The score should have a sign.")
        rack = self.count.read(line, says.rack)
        # Lines about the previous play show the rack from before that play or after it, depending on the program.
        if isinstance(says.move, (*TURNS, WrittenEndRack)):
            self.count.check_rack(line, rack, self.board)
        match says.move:
            case WrittenPlay():
                done = self.play(line, seat, says, says.move, rack)
            case WrittenPass():
                done = self.give_up(line, seat, says)
            case WrittenExchange():
                done = self.exchange(line, seat, says.move, rack)
            case WrittenWithdrawal():
                done = self.withdraw(line, seat)
            case WrittenChallenge():
                done = _LineResult("challenge bonus", challenge_points(says.score, self.rules))
            case WrittenTime():
                done = _LineResult("time penalty", time_points(says.score, self.ruleset))
            case _:
                done = self.settle(line, says, says.move)
        self.book(line, seat, says, done)

    def seat(self, line: int, says: MoveText) -> int:
        if isinstance(says.move, TURNS):
            seat = self.seats.for_turn(says.nick, line, self.remarks)
        else:
            fits = {seat: total + says.score == says.total for seat, total in enumerate(self.totals)}
            if self.last_play is not None and isinstance(says.move, WrittenWithdrawal | WrittenChallenge):
                fits = {self.last_play.seat: True}
            seat = self.seats.for_points(says.nick, line, fits, self.remarks)
        self._make_room()
        return seat

    def _make_room(self) -> None:
        """Players first named by a move start with 0."""
        missing = len(self.seats.players) - len(self.totals)
        self.totals += [0] * missing
        self.differences += [0] * missing

    def book(self, line: int, seat: int, says: MoveText, done: _LineResult) -> None:
        """Compare score and total, and go on with what was computed."""
        if says.score != done.score:
            self.discrepancies.append(Discrepancy(line, "score", says.score, done.score))
        total = self.totals[seat] = self.totals[seat] + done.score
        if isinstance(says.move, (*TURNS, WrittenWithdrawal)):
            # Before settling up, which changes the scores that may decide it.
            run = full_run(self.ruleset, self.turns, self.totals, resigned=self.seats.resigned)
            self.ended_by = None if run is None else run.reason
        if says.total is None:
            self.remark(line, "The line has no total.")
        else:
            self.check_total(line, seat, says.total)
        self.steps.append(GcgStep(line, seat, says.rack, done.text, done.score, total, self.board, done.laid))

    def check_total(self, line: int, seat: int, written: int) -> None:
        # A wrong total stays wrong for the rest of the game. The line where it went wrong is the discrepancy;
        # later lines that carry it on are only remarked.
        computed = self.totals[seat]
        difference = written - computed
        if difference and difference == self.differences[seat]:
            self.remark(line, f"The total carries forward an earlier difference of {difference:+d}.")
        elif difference:
            self.discrepancies.append(Discrepancy(line, "total", written, computed))
        self.differences[seat] = difference

    def play(
        self, line: int, seat: int, says: MoveText, move: WrittenPlay, rack: Tiles | None
    ) -> _LineResult:
        self.last_play = None
        if not says.rack:
            self.remark(line, "The line has no rack.")
        if move.coordinate != move.coordinate.upper():
            self.remark(line, f"The square {quoted(move.coordinate)} is in lower case.")
        alphabet, before = self.ruleset.tiles.alphabet, self.board
        bag_empty = self.bag_is_empty()
        try:
            laid = lay_tiles(move.tiles, parse_lettered(move.coordinate, before.layout), before, alphabet)
            if not laid.placements:
                raise NoNewTile(move.tiles)
        except (CoordinateError, MoveTextError) as error:
            written = f"{move.coordinate} {move.tiles}"
            self.discrepancies.append(Discrepancy(line, "play", written, str(error)))
            self.turns.append(Turn(seat, "play", says.score, bag_empty))
            return _LineResult(written, says.score)
        if laid.spelled_out:
            self.remark(line, "Tiles already on the board are spelled out; they should be dots.")
        play = Play(laid.placements)
        score = self.score(line, play)
        used = self.ruleset.tiles.tiles(tile_of(cell) for _, cell in play.placements)
        self.count.check_held(line, used, rack)
        self.board = before.with_cells(play.placements)
        self.count.check_overuse(line, self.ruleset.tiles.none, self.board)
        self.turns.append(Turn(seat, "play", score, bag_empty))
        self.last_play = _LastPlay(seat, before, score)
        self.went_out_at = line if bag_empty and rack == used else None
        return _LineResult(format_play(before, play, alphabet), score, play.placements)

    def score(self, line: int, play: Play) -> int:
        """The score of a play; remarks on its shape and on the length of its words."""
        try:
            check_shape(self.board, play)
        except IllegalMove as error:
            self.remark(line, str(error))
        scored = score_play(self.board, play.placements, self.ruleset)
        if not scored.words:
            self.remark(line, "The play does not form a word.")
        odd = [word.text for word in scored.words if not fits_length(word.text, self.ruleset.words)]
        for word in odd:
            self.remark(line, f"{word} is too short or too long for these rules.")
        return scored.total

    def give_up(self, line: int, seat: int, says: MoveText) -> _LineResult:
        self.last_play = None
        if not says.rack:
            self.remark(line, "The line has no rack.")
        self.turns.append(Turn(seat, pass_kind(self.ruleset), 0, self.bag_is_empty()))
        return _LineResult("pass", 0)

    def exchange(self, line: int, seat: int, move: WrittenExchange, rack: Tiles | None) -> _LineResult:
        self.last_play = None
        if move.amount > self.ruleset.rack.size:
            self.remark(
                line, f"{move.amount} tiles are more than a rack of {self.ruleset.rack.size} can hold."
            )
        given = self.count.read(line, move.tiles)
        if given is not None:
            self.count.check_held(line, given, rack)
        self.turns.append(Turn(seat, "exchange", 0, self.bag_is_empty()))
        return _LineResult(f"exchange {move.tiles or move.amount}", 0)

    def withdraw(self, line: int, seat: int) -> _LineResult:
        last = self.last_play
        if last is None or last.seat != seat:
            self.remark(line, "This player has no play to withdraw.")
            return _LineResult("nothing withdrawn", 0)
        self.board, self.last_play, self.went_out_at = last.before, None, None
        self.turns[-1] = Turn(seat, "withdrawn", 0, self.turns[-1].bag_empty)
        return _LineResult("play withdrawn", -last.score)

    def settle(self, line: int, says: MoveText, move: WrittenEndRack) -> _LineResult:
        self.went_out_at = None
        tiles = self.count.read(line, move.tiles) or self.ruleset.tiles.none
        value = self.ruleset.tiles.value(tiles)
        text = f"tiles left {move.tiles}"
        if is_gain(says):
            if not self.seats.resigned:
                self.count.check_left_over(line, tiles, self.board)
            return _LineResult(text, gain_points(value, self.out))
        score = loss_points(
            value, self.ruleset, self.out, after_going_out=self.after_going_out, ended_by=self.ended_by
        )
        return _LineResult(text, score)

    def finish(self) -> None:
        # Whoever resigns instead of answering a play that goes out leaves nothing to settle.
        is_open = self.file.pragma("incomplete") is not None or self.seats.resigned
        if self.went_out_at is None or is_open:
            return
        if self.count.left_over(self.board):
            self.remark(
                self.went_out_at, "This play went out, but the remaining tiles are not accounted for."
            )

    def bag_is_empty(self) -> bool:
        """Judged by the tiles on the board, with every rack full."""
        out_of_bag = sum(map(bool, self.board.cells)) + len(self.totals) * self.ruleset.rack.size
        return out_of_bag >= len(self.ruleset.tiles.counts)
