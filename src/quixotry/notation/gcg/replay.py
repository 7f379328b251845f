"""Replaying a GCG file: does every score and every total follow from the moves, and could all of it have happened?

No word list is needed: a record says what was played and what was taken back. Scores and totals that do not
follow are discrepancies, what could not have happened is a fault, and whatever else is odd is a warning. Nothing is
corrected: a play counts its computed score, and a play that cannot be made where it is written counts its written
score.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from operator import attrgetter

from quixotry.notation.coordinates import parse_lettered
from quixotry.notation.errors import CoordinateError, MoveTextError, NoNewTile, NotationError, UnknownLetter
from quixotry.notation.gcg.encoding import Remark
from quixotry.notation.gcg.file import GcgFile, Line, MoveLine, NoteLine, RackLine, UnreadLine
from quixotry.notation.gcg.move_text import (
    TURNS,
    MoveText,
    WrittenChallenge,
    WrittenExchange,
    WrittenPass,
    WrittenPlay,
    WrittenTime,
    WrittenWithdrawal,
)
from quixotry.notation.gcg.order import Order
from quixotry.notation.gcg.report import Discrepancy, GcgReplay, GcgStep
from quixotry.notation.gcg.rules import (
    RESIGNED_KEY,
    ChosenRules,
    Unknown,
    choose_rules,
    house_note,
    played_otherwise,
)
from quixotry.notation.gcg.seats import SeatFinder
from quixotry.notation.gcg.settlement import Settlement, challenge_points, time_points
from quixotry.notation.gcg.tiles import TileCount
from quixotry.notation.moves import format_play, lay_tiles
from quixotry.rules.alphabet import tile_of
from quixotry.rules.board import Board
from quixotry.rules.errors import IllegalMove
from quixotry.rules.exchange import allows_exchange, pass_kind
from quixotry.rules.legality import check_shape, fits_length
from quixotry.rules.move import Forfeit, Placement, Play
from quixotry.rules.position import Turn
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.runs import full_run
from quixotry.rules.scoring import score_play
from quixotry.rules.tiles import Tiles
from quixotry.wording.phrases import quoted


def replay_gcg(file: GcgFile, ruleset: Ruleset | None = None) -> GcgReplay:
    """Check a file by the rules it names, by those given here instead, or by the standard ones."""
    rules = choose_rules(file) if ruleset is None else ChosenRules(ruleset, are_certain=True)
    replayer = _Replayer.run(file, rules)
    if replayer.foreign is not None and not rules.are_certain and not rules.unknown:
        rules = replace(rules, unknown=(replayer.foreign,))
    # By other rules than its own a game may add up all the same; if not, what does not is no mistake of the file's.
    takes_written = bool(rules.unknown and (replayer.discrepancies or replayer.foreign))
    if takes_written:
        replayer = _Replayer.run(file, rules, takes_written=True)
    return GcgReplay(
        ruleset=rules.ruleset,
        players=tuple(replayer.seats.players),
        steps=tuple(replayer.steps),
        final_scores=tuple(replayer.totals),
        board=replayer.board,
        discrepancies=tuple(replayer.discrepancies),
        faults=tuple(sorted(replayer.faults, key=attrgetter("line"))),
        warnings=tuple(sorted((*file.remarks, *replayer.remarks))),
        unknown=played_otherwise(rules.unknown) if rules.unknown else None,
        takes_written=takes_written,
    )


@dataclass(slots=True)
class _LineResult:
    """What a move line amounts to."""

    text: str
    score: int
    laid: tuple[Placement, ...] = ()


@dataclass(slots=True)
class _LastPlay:
    """A play that can still be challenged or come off."""

    seat: int
    before: Board
    score: int
    rack: Tiles | None
    """What was known of the rack it was made from."""
    has_stood: bool = False
    """It was challenged, and earned points for it."""


@dataclass(slots=True)
class _Replayer:
    file: GcgFile
    rules: ChosenRules
    takes_written: bool = False
    """Believe every score, and say nothing of board and tiles: they are not those of this game."""
    remarks: list[Remark] = field(default_factory=list)
    faults: list[Remark] = field(default_factory=list)
    discrepancies: list[Discrepancy] = field(default_factory=list)
    steps: list[GcgStep] = field(default_factory=list)
    seats: SeatFinder = field(init=False)
    count: TileCount = field(init=False)
    order: Order = field(init=False)
    board: Board = field(init=False)
    settlement: Settlement = field(init=False)
    totals: list[int] = field(default_factory=list)
    differences: list[int] = field(default_factory=list)
    """Written total less computed total of each seat, as of its last line."""
    turns: list[Turn] = field(default_factory=list)
    exchanges: dict[int, int] = field(default_factory=dict)
    """How often each seat has exchanged."""
    last_play: _LastPlay | None = None
    ended_by: str | None = None
    """The reason, if the last turn completed a run of turns that ends the game."""
    went_out_at: int | None = None
    """The line of a play that used up a whole rack with nothing left to draw."""
    foreign: Unknown | None = None
    """The first letter played that this game does not have."""

    @classmethod
    def run(cls, file: GcgFile, rules: ChosenRules, *, takes_written: bool = False) -> _Replayer:
        replayer = cls(file, rules, takes_written)
        for line in file.lines:
            replayer.line(line)
        replayer.finish()
        return replayer

    def __post_init__(self) -> None:
        self.seats = SeatFinder.of(self.file, self.remarks, self.faults)
        self.count = TileCount(self.ruleset, self.faults, is_silent=self.takes_written)
        self.order = Order(self.faults)
        self.board = Board.empty(self.ruleset.layout)
        self.settlement = Settlement.of(self.file, self.rules, self.count, self.faults)
        self._make_room()
        rule = self.ruleset.seats
        if self.rules.are_certain and not rule.min <= len(self.totals) <= rule.max:
            self.fault(1, f"{len(self.totals)} players are named, but the rules are not for that many.")

    @property
    def ruleset(self) -> Ruleset:
        return self.rules.ruleset

    def remark(self, line: int, text: str) -> None:
        self.remarks.append(Remark(line, text))

    def fault(self, line: int, text: str) -> None:
        self.faults.append(Remark(line, text))

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
                self.seats.lose_track()
            case NoteLine(text=text) if text.startswith(RESIGNED_KEY):
                self.leave(text.removeprefix(RESIGNED_KEY).strip())
            case NoteLine(text=text):
                said = house_note(text)
                if said is not None and isinstance(said.ruling, Forfeit):
                    self.leave(said.nick)
            case RackLine(number=number, player=player, rack=rack):
                self.rack_line(number, player, rack)

    def leave(self, nick: str) -> None:
        for seat in self.seats.resign(nick):
            self.count.forget(seat)

    def rack_line(self, line: int, player: int, rack: str) -> None:
        tiles = self.count.read(line, rack)
        if player > len(self.totals):
            self.fault(line, f"There is no player {player}.")
        else:
            self.count.show(line, player - 1, tiles, self.board)
        self.order.settle(f"Line {line} shows a rack as it was left: nothing is played after that.")

    def move(self, line: int, says: MoveText) -> None:
        seat = self.seat(line, says)
        if not says.is_signed:
            self.remark(line, "The score should have a sign.")
        self.order.check(line, seat, says.nick, says.move, is_turn=isinstance(says.move, TURNS))
        match says.move:
            case WrittenPlay():
                done = self.play(line, seat, says, says.move)
            case WrittenPass():
                done = self.give_up(line, seat, says)
            case WrittenExchange():
                done = self.exchange(line, seat, says, says.move)
            case WrittenWithdrawal():
                done = self.withdraw(line, seat, says)
            case WrittenChallenge():
                done = self.challenge(line, seat, says)
            case WrittenTime():
                done = _LineResult("time penalty", time_points(says.score, self.ruleset))
            case _:
                score = self.settlement.points(line, seat, says, self.board, ended_by=self.ended_by)
                done = _LineResult(f"tiles left {says.move.tiles}", score)
        if self.takes_written and not isinstance(says.move, WrittenWithdrawal):
            done.score = says.score
        self.book(line, seat, says, done)

    def seat(self, line: int, says: MoveText) -> int:
        if isinstance(says.move, TURNS):
            seat = self.seats.for_turn(says.nick, line)
        else:
            fits = {seat: total + says.score == says.total for seat, total in enumerate(self.totals)}
            if self.last_play is not None and isinstance(says.move, WrittenWithdrawal | WrittenChallenge):
                fits = {self.last_play.seat: True}
            seat = self.seats.for_points(says.nick, line, fits)
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
            self.order.turn(self.why_over(line))
        if says.total is None:
            self.remark(line, "The line has no total.")
        else:
            self.check_total(line, seat, says.total)
        self.steps.append(GcgStep(line, seat, says.rack, done.text, done.score, total, self.board, done.laid))

    def why_over(self, line: int) -> str:
        """Why no turn can follow this one; empty if one can, or nobody can tell."""
        if self.went_out_at == line and self.ruleset.refills_at_once and not self.seats.resigned:
            return f"The play in line {line} went out: the game was over."
        if self.ended_by is not None and self.rules.are_certain:
            return f"The game was over after line {line} ({self.ended_by})."
        return ""

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

    def play(self, line: int, seat: int, says: MoveText, move: WrittenPlay) -> _LineResult:
        self.last_play, self.went_out_at = None, None
        if not says.rack:
            self.remark(line, "The line has no rack.")
        if move.coordinate != move.coordinate.upper():
            self.remark(line, f"The square {quoted(move.coordinate)} is in lower case.")
        alphabet, before = self.ruleset.tiles.alphabet, self.board
        bag_empty, rack = self.bag_count() == 0, self.count.read(line, says.rack)
        tiles = move.tiles.translate(self.rules.blanks)
        try:
            laid = lay_tiles(tiles, parse_lettered(move.coordinate, before.layout), before, alphabet)
            if not laid.placements:
                raise NoNewTile(move.tiles)
        except (CoordinateError, MoveTextError) as error:
            return self.play_as_written(line, seat, says, error)
        if laid.spelled_out:
            self.remark(line, "Tiles already on the board are spelled out; they should be dots.")
        play = Play(laid.placements)
        score = says.score if self.takes_written else self.score(line, play)
        used = self.ruleset.tiles.tiles(tile_of(cell) for _, cell in play.placements)
        known = self.count.show(line, seat, rack, before, used)
        self.count.use(seat, used)
        self.board = before.with_cells(play.placements)
        self.turns.append(Turn(seat, "play", score, bag_empty))
        self.last_play = _LastPlay(seat, before, score, known)
        if bag_empty and rack == used:
            self.went_out_at = line
        return _LineResult(format_play(before, play, alphabet), score, play.placements)

    def play_as_written(self, line: int, seat: int, says: MoveText, error: NotationError) -> _LineResult:
        """A play that cannot be made where it is written."""
        assert isinstance(says.move, WrittenPlay)
        written = f"{says.move.coordinate} {says.move.tiles}"
        if isinstance(error, UnknownLetter) and error.sign.isalpha() and self.foreign is None:
            self.foreign = Unknown(line, f"with other tiles ({quoted(error.sign)})")
        if not self.takes_written:
            self.discrepancies.append(Discrepancy(line, "play", written, str(error)))
        self.count.forget(seat)
        self.turns.append(Turn(seat, "play", says.score, self.bag_count() == 0))
        self.last_play = _LastPlay(seat, self.board, says.score, None)
        return _LineResult(written, says.score)

    def score(self, line: int, play: Play) -> int:
        """The score of a play; what is wrong with its shape and with the length of its words."""
        try:
            check_shape(self.board, play)
        except IllegalMove as error:
            self.fault(line, str(error))
        scored = score_play(self.board, play.placements, self.ruleset)
        if not scored.words:
            self.fault(line, "The play does not form a word.")
        odd = [word.text for word in scored.words if not fits_length(word.text, self.ruleset.words)]
        for word in odd:
            self.fault(line, f"{word} is too short or too long for these rules.")
        return scored.total

    def give_up(self, line: int, seat: int, says: MoveText) -> _LineResult:
        self.last_play = None
        if not says.rack:
            self.remark(line, "The line has no rack.")
        self.count.show(line, seat, self.count.read(line, says.rack), self.board)
        self.turns.append(Turn(seat, pass_kind(self.ruleset), 0, self.bag_count() == 0))
        return _LineResult("pass", 0)

    def exchange(self, line: int, seat: int, says: MoveText, move: WrittenExchange) -> _LineResult:
        self.last_play = None
        rack, given = self.count.read(line, says.rack), self.count.read(line, move.tiles)
        self.count.show(line, seat, rack, self.board, given)
        if given is None:
            self.count.forget(seat)
        else:
            self.count.use(seat, given)
        if not self.takes_written:
            self.check_exchange(line, seat, move.amount, move.amount if rack is None else len(rack))
        self.exchanges[seat] = self.exchanges.get(seat, 0) + 1
        self.turns.append(Turn(seat, "exchange", 0, self.bag_count() == 0))
        return _LineResult(f"exchange {move.tiles or move.amount}", 0)

    def check_exchange(self, line: int, seat: int, amount: int, held: int) -> None:
        """Were there so many tiles to exchange, and do the rules allow it?"""
        size, made = self.ruleset.rack.size, self.exchanges.get(seat, 0)
        # Where racks are filled as a turn begins, or somebody has left, the bag may hold more.
        is_counted = self.ruleset.refills_at_once and not self.seats.resigned
        bag = self.bag_count() if is_counted else len(self.ruleset.tiles.counts)
        is_allowed = allows_exchange(self.ruleset, amount, held=held, bag=bag, made=made)
        if amount > size:
            self.fault(line, f"{amount} tiles are more than a rack of {size} can hold.")
        elif amount > bag:
            self.fault(line, f"An exchange of {amount} is more than the bag holds ({bag}).")
        elif self.rules.are_certain and not is_allowed:
            self.fault(line, f"The rules do not allow an exchange of {amount} here.")

    def withdraw(self, line: int, seat: int, says: MoveText) -> _LineResult:
        last = self.last_play
        if last is None or last.seat != seat or last.has_stood:
            self.fault(line, "This player has no play to withdraw.")
            return _LineResult("nothing withdrawn", says.score if self.takes_written else 0)
        self.board, self.last_play, self.went_out_at = last.before, None, None
        self.count.forget(seat)
        if last.rack is not None:
            self.count.held[seat] = last.rack
        # The rack is shown as it was before the play, or without the tiles of the play.
        self.count.show(line, seat, self.count.read(line, says.rack), self.board)
        self.turns[-1] = Turn(seat, "withdrawn", 0, self.turns[-1].bag_empty)
        return _LineResult("play withdrawn", -last.score)

    def challenge(self, line: int, seat: int, says: MoveText) -> _LineResult:
        last = self.last_play
        if last is None or last.seat != seat:
            self.fault(line, "This player has no play that could have been challenged.")
        elif last.has_stood:
            self.fault(line, "The play before this line has already been challenged.")
        else:
            last.has_stood = True
        return _LineResult("challenge bonus", challenge_points(says.score, self.rules))

    def finish(self) -> None:
        # Whoever resigns instead of answering a play that goes out leaves nothing to settle.
        if self.seats.resigned:
            return
        settled = self.settlement
        settled.check(self.board, went_out=self.went_out_at is not None)
        is_open = self.file.pragma("incomplete") is not None or settled.gains or settled.losses
        if self.went_out_at is not None and self.count.left_over(self.board) and not is_open:
            self.remark(
                self.went_out_at, "This play went out, but the remaining tiles are not accounted for."
            )

    def bag_count(self) -> int:
        """Judged by the tiles on the board, with every rack full."""
        out_of_bag = sum(map(bool, self.board.cells)) + len(self.totals) * self.ruleset.rack.size
        return max(0, len(self.ruleset.tiles.counts) - out_of_bag)
