"""The end of a game for two, once the bag is empty: nothing is hidden, so the best line can be worked out.

Values are points of final spread still to come, for the side on turn, settling up included. The search goes
one ply deeper at a time (negamax with null windows and a transposition table); below its horizon both sides
play what looks best on the spot, so that there is always an answer, and a better one with more time. When no
line was cut off by the horizon the value is proven.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from quixotry.engine.endings import Endings
from quixotry.engine.native.board import Board
from quixotry.engine.native.claims import Claims
from quixotry.engine.native.end_position import EndPosition
from quixotry.engine.native.journal import Journal
from quixotry.engine.native.layout import BLANK, LINES, square_at
from quixotry.engine.native.line_plays import (
    BEST_GUESS,
    BEST_KEEPING,
    BEST_OUT,
    GOES_OUT,
    LIST,
    LIST_BITS,
    OUT_SCORE,
    LinePlays,
)
from quixotry.engine.native.move_order import INFINITE, PASS, THREATS, MoveOrder
from quixotry.engine.native.play_list import Laid
from quixotry.engine.native.play_store import LAID, PASS_TAG, PlayStore
from quixotry.engine.native.transposition_table import (
    AT_LEAST,
    AT_MOST,
    EXACT,
    WHOLE,
    TranspositionTable,
    best_in,
    bound_in,
    depth_in,
    value_in,
)
from quixotry.lexicon.cdefs import (
    Array,
    Pointer,
    Readonly,
    bint,
    cast,
    cint,
    inline,
    int32_t,
    native,
    nogil,
    size_t,
    uint8_t,
    uint32_t,
    uint64_t,
)
from quixotry.lexicon.gaddag import Gaddag
from quixotry.rules.ruleset import Ruleset

PLIES_MAX: Final = 40
PICKED: Final = 6
"""The first moves are picked one by one, because mostly one of them will do; then the others are sorted."""
PICKED_MAX: Final = 32
"""Where no more than so many are tried, none are sorted."""
TABLE_BITS = 18


@native
class Endgame:
    """A solver for one ruleset and lexicon; one thread uses it. It keeps its table between questions.

    Those made `beside` another search the same positions with it, each in a thread of its own; those `sharing` its
    table search others."""

    board: Board
    lines: Readonly[LinePlays]
    plays: PlayStore
    position: Readonly[EndPosition]
    order: MoveOrder
    table: TranspositionTable
    claims: Readonly[Claims]
    is_first: bint
    is_alone: bint
    # So many moves of each position are searched, those that look best.
    width: cint
    # Was the move just tried put off, because another thread is at it?
    put_off: bint
    # Did the horizon play no part in the value just found?
    whole: bint
    # The best move of the root by its tag, and its value.
    best_tag: uint32_t
    best_value: cint
    # What two threads write all the time must not lie on one line of the cache.
    gap: Array[uint64_t, Literal[64]]

    def __init__(
        self,
        ruleset: Ruleset,
        graph: Gaddag,
        table_bits: int = TABLE_BITS,
        list_bits: int = LIST_BITS,
        *,
        beside: Endgame | None = None,
        sharing: Endgame | None = None,
    ) -> None:
        self.board = Board(ruleset, graph, journal=Journal())
        self.lines = LinePlays(self.board, list_bits)
        self.plays = self.lines.plays
        self.position = EndPosition(self.lines, ruleset.end.no_play)
        self.order = MoveOrder(self.position)
        self.is_first = self.is_alone = beside is None
        self.put_off = False
        self.width = INFINITE
        if sharing is not None:
            self.table, self.claims = sharing.table, Claims()
        elif beside is None:
            self.table, self.claims = TranspositionTable(table_bits), Claims()
        else:
            beside.is_alone = False
            self.table, self.claims = beside.table, beside.claims

    def set_position(
        self,
        cells: bytes,
        own: Sequence[int],
        other: Sequence[int],
        endings: Endings,
        *,
        after_idle: Endings | None = None,
        bag: Sequence[int] = (),
        rack_size: int = 0,
    ) -> None:
        """A board, the rack on turn and the other one, how the game may end, and what may be left in the bag."""
        self.position.set_position(
            cells, own, other, endings, after_idle=after_idle, bag=bag, rack_size=rack_size
        )
        if self.is_first:
            self.table.next_question()
        self.order.clear()
        self.best_tag = 0

    def deepen(
        self, depth: int, nodes_max: int, seconds: float, guess: int | None = None
    ) -> tuple[int, bool, bool] | None:
        """Search to a depth from the position set: (value, whole, finished), or None if nothing came of it
        before the budget ran out. What an unfinished search says is still better than what was known: it began
        with the best move known. A guess at the value makes it quicker if it is near."""
        self.position.allow(nodes_max, seconds)
        self.whole = False
        self.order.top = 0
        self.best_value = -INFINITE
        low: cint = -INFINITE
        high: cint = INFINITE
        wide: cint = 3
        value: cint
        plies: cint = depth
        if guess is not None:
            low, high = guess - wide, guess + wide
        while True:
            with nogil:
                value = self.search(
                    0, low, high, plies, 0, self.position.root_left, self.position.now_settles, False
                )
            if self.position.stopped or low < value < high:
                break
            wide *= 5
            if value <= low:
                low = value - wide if wide < 100 else -INFINITE
            else:
                high = value + wide if wide < 100 else INFINITE
        self.claims.is_over = True
        if self.best_value == -INFINITE:
            return None
        return self.best_value, bool(self.whole) and not self.position.stopped, not self.position.stopped

    def take_best(self, other: Endgame) -> None:
        """The best move known is the one another search found."""
        self.best_tag = other.best_tag

    def try_move(
        self,
        first: int,
        is_down: bool,
        cells: bytes,
        score: int,
        *,
        low: int,
        high: int,
        depth: int,
        width: int,
        nodes_max: int,
        seconds: float,
    ) -> tuple[int, bool] | None:
        """What one move of the side on turn brings, its own points included: (value, whole), or None if the budget ran
        out. A play lays `cells` from its first square on; none at all is a pass. Outside the window the value is a
        bound. With depth 0 both sides play on by what looks best on the spot. Of each position `width` moves are tried,
        those that look best."""
        value: cint
        below: cint = score - high
        above: cint = score - low
        plies: cint = depth
        left: cint = self.position.root_left
        settles: cint = self.position.now_settles
        self.position.allow(self.position.nodes + nodes_max, seconds)
        self.width = width
        self.order.top = 0
        self.order.make_room()
        if cells:
            self.lay_first(square_at(first // self.board.width, first % self.board.width), is_down, cells)
            settles = self.position.settles_after(settles, score)
            left = self.position.after_play(left, score)
        else:
            left = self.position.idle_left
        self.whole = True
        if not self.position.rack[0]:
            value = -2 * self.position.held_worth(1)
        elif self.position.is_over(left):
            value = -self.position.idled(0, left, settles)
        else:
            with nogil:
                value = self.search(1, below, above, plies, 1, left, settles, False)
        self.width = INFINITE
        self.position.start_again()
        self.order.top = 0
        if self.position.stopped:
            return None
        return score - value, bool(self.whole) and not self.plays.failed

    def lay_first(self, at: int, is_down: bool, cells: bytes) -> None:
        """Lay a play that is not on any list, and fill up the rack."""
        scratch: Pointer[uint8_t] = self.plays.laid + LAID * cast(size_t, self.plays.top)
        held: uint32_t = self.position.rack[0]
        kind: uint32_t
        tiles: cint = 0
        for cell in cells:
            scratch[tiles] = cell
            kind = held & self.lines.own.copies[0 if cell & BLANK else cell]
            held &= ~(kind & (~kind + 1))
            tiles += 1
        self.board.lay_tiles(self.board.twin[at] if is_down else at, tiles, scratch)
        self.position.rack[0] = self.lines.canonical[held]
        self.position.draw(0)

    def line(self, depth: int, seconds: float) -> list[tuple[Laid, int]]:
        """The best line as far as it was worked out: [(squares and cells laid, score)], () for a pass."""
        found: list[tuple[Laid, int]] = []
        self.claims.is_over = False
        side, left, settles = 0, self.position.root_left, self.position.now_settles
        tag = self.best_tag
        while tag and len(found) < PLIES_MAX:
            self.order.top = 0
            count = self.order.look(side, 0, INFINITE)
            if tag == PASS_TAG:
                left = self.position.after_pass(left)
                found.append(((), 0))
                if self.position.is_over(left) or not (count or self.order.can_play(1 - side)):
                    break
                side = 1 - side
            else:
                self.order.push(side, 0, 0)
                moves = [self.order.move_play[move] for move in range(self.order.top)]
                play = next((move for move in moves if move != PASS and self.plays.tag(move) == tag), None)
                if play is None:
                    break
                found.append((self.plays.described(play), self.plays.score(play)))
                left = self.position.after_play(left, self.plays.score(play))
                settles = self.position.settles_after(settles, self.plays.score(play))
                self.position.play(play, side)
                if not self.position.rack[side] or self.position.is_over(left):
                    # A rack without tiles is one the bag had none for.
                    break
                side = 1 - side
            if len(found) >= depth:
                break
            known = self.table.look_up(self.position.state(side, left, settles))
            if not known or known[2] != EXACT:
                # What the table has lost is soon found again, if there is time.
                self.order.top = 0
                self.position.allow(self.position.nodes + 20000, seconds)
                if seconds > 0:
                    self.search(side, -INFINITE, INFINITE, depth - len(found), 1, left, settles, False)
                known = self.table.look_up(self.position.state(side, left, settles))
            tag = known[1] if known and known[2] == EXACT else 0
        self.position.start_again()
        self.order.top = 0
        return found

    @native
    def playout(self, side: cint, left: cint, settles: cint) -> cint:
        """Both sides play what looks best on the spot until the end."""
        total: cint = 0
        sign: cint = 1
        mover: cint = side
        lists: Pointer[int32_t] = self.lines.lists
        stuck: bint = False
        mark: cint = self.board.journal.top
        racks0: uint32_t = self.position.rack[0]
        racks1: uint32_t = self.position.rack[1]
        whole0: uint32_t = self.lines.whole[0]
        whole1: uint32_t = self.lines.whole[1]
        drawn: cint = self.position.drawn
        line: cint
        slot: uint32_t
        best: uint32_t
        guess: cint
        out: cint
        while not self.position.out_of_budget():
            self.order.make_room()
            self.lines.expect(mover, self.position.rack[mover])
            best = PASS
            guess = -GOES_OUT
            # Who lays all tiles while there are others in the bag is not out, but need not keep any.
            out = 2 * self.position.held_worth(1 - mover) if self.position.is_bag_empty() else 0
            for line in range(LINES):
                if self.board.line_key[line]:
                    slot = self.lines.list_of(line, mover, self.position.rack[mover])
                    if lists[LIST * slot + BEST_GUESS] > guess:
                        guess = lists[LIST * slot + BEST_GUESS]
                        best = lists[LIST * slot + BEST_KEEPING]
                    if lists[LIST * slot + OUT_SCORE] + out > guess:
                        guess = lists[LIST * slot + OUT_SCORE] + out
                        best = lists[LIST * slot + BEST_OUT]
            if best == PASS:
                if stuck:
                    total += sign * (
                        self.position.settled(mover)
                        if self.position.no_play
                        else self.position.idled(mover, left, settles)
                    )
                    break
                stuck = True
                left = self.position.after_pass(left)
                if self.position.is_over(left):
                    total += sign * self.position.idled(mover, left, settles)
                    break
            else:
                stuck = False
                left = self.position.rest_left
                settles = self.position.after_settles
                total += sign * self.plays.score(best)
                if self.plays.used(best) == self.position.rack[mover] and self.position.is_bag_empty():
                    total += sign * out
                    break
                self.position.play(best, mover)
            sign = -sign
            mover = 1 - mover
        self.position.take_back(mark, 0, racks0, whole0, drawn)
        self.position.take_back(mark, 1, racks1, whole1, drawn)
        return total

    @native
    def search(
        self,
        side: cint,
        alpha: cint,
        beta: cint,
        depth: cint,
        ply: cint,
        left: cint,
        settles: cint,
        may_wait: bint,
    ) -> cint:
        """The value for `side` within the window; `whole` says whether the horizon played no part. If it may wait and
        another thread is at this position, it is `put_off`."""
        first: uint32_t = self.best_tag if ply == 0 else 0
        if self.is_told_to_stop():
            return 0
        state: uint64_t = self.position.state(side, left, settles)
        known: uint64_t = self.table.find(state)
        if known:
            if not first:
                first = best_in(known)
            if ply > 0 and self.is_answer(known, alpha, beta, depth):
                return value_in(known)
        if self.is_alone or ply == 0:
            return self.look_into(side, alpha, beta, depth, ply, left, settles, state, first)
        if may_wait and self.claims.is_taken(state):
            self.put_off = True
            return 0
        self.claims.take(state)
        value: cint = self.look_into(side, alpha, beta, depth, ply, left, settles, state, first)
        self.claims.give_back(state)
        return value

    @native
    def look_into(
        self,
        side: cint,
        alpha: cint,
        beta: cint,
        depth: cint,
        ply: cint,
        left: cint,
        settles: cint,
        state: uint64_t,
        first: uint32_t,
    ) -> cint:
        """The value of a position the table has no answer for: try its moves, `first` before all others."""
        value: cint = 0
        if depth <= 0 or ply >= PLIES_MAX:
            value = self.playout(side, left, settles)
            self.whole = False
            if not self.position.stopped:
                self.table.put(state, value, first, EXACT, 0)
            return value
        is_last: bint = self.position.is_bag_empty()
        out: cint = 2 * self.position.held_worth(1 - side) if is_last else 0
        count: cint = self.order.look(side, ply, beta - out if is_last else INFINITE)
        if is_last and self.order.out_score + out >= beta:
            self.whole = True
            value = self.order.out_score + out
            self.table.put(state, value, self.plays.tag(self.order.out_play), AT_LEAST, WHOLE)
            return value
        if count == 0 and not self.order.can_play(1 - side):
            self.whole = True
            value = (
                self.position.settled(side)
                if self.position.no_play
                else self.position.idled(side, left, settles)
            )
            if ply == 0:
                self.best_tag = PASS_TAG
                self.best_value = value
            return value
        rack: uint32_t = self.position.rack[side]
        source: uint32_t = self.lines.whole[side]
        drawn: cint = self.position.drawn
        base: size_t = self.order.top
        self.order.push(side, ply, first)
        end: size_t = self.order.top
        self.order.threats[ply] = 0
        if is_last:
            self.order.look_out(1 - side, ply)
        best: cint = -INFINITE
        best_tag: uint32_t = 0
        low: cint = alpha
        whole: bint = True
        mark: cint = self.board.journal.top
        play: uint32_t
        score: cint
        after: cint
        tag: uint32_t
        move: size_t = base
        waiting: size_t = base
        is_second: bint = False
        tried: cint = 0
        picked: size_t = base + (self.width if self.width <= PICKED_MAX else PICKED)
        while True:
            if tried >= self.width:
                whole = False
                break
            if move == end:
                if waiting == base:
                    break
                # Now those put off, which take the places of the first that were tried.
                end = waiting
                move = waiting = base
                is_second = True
            if is_second:
                play = self.order.move_play[move]
            elif move < picked:
                play = self.order.pick(move, end)
            else:
                if move == picked:
                    self.order.sort(move, end)
                play = self.order.move_play[move]
            if (
                play == PASS
                and ply == 0
                and depth == 1
                and end > base + 1
                and not self.position.is_over(self.position.after_pass(left))
            ):
                # Without a look at the reply it is not known what giving a turn away costs.
                whole = False
                move += 1
                continue
            if play == PASS:
                tag = PASS_TAG
                after = self.position.after_pass(left)
                if self.position.is_over(after):
                    value = self.position.idled(side, after, settles)
                    self.whole = True
                else:
                    value = INFINITE
                    if self.order.threats[ply]:
                        value = -self.order.threat_score[ply * THREATS] - 2 * self.lines.worth_of(side, rack)
                        self.whole = True
                    if value > low:
                        tried += 1
                        value = -self.deeper(
                            1 - side,
                            low,
                            beta,
                            depth,
                            ply,
                            after,
                            settles,
                            best > -INFINITE,
                            not is_second,
                        )
            else:
                score = self.plays.score(play)
                tag = self.plays.tag(play)
                if is_last and self.plays.used(play) == rack:
                    value = score + out
                    self.whole = True
                else:
                    after = self.position.after_play(left, score)
                    value = INFINITE
                    if self.order.threats[ply] and not self.position.is_over(after):
                        value = self.order.most(play, side, ply)
                        self.whole = True
                    if value > low:
                        tried += 1
                        self.position.play(play, side)
                        if self.position.is_over(after):
                            value = self.position.idled(side, after, settles)
                            self.whole = True
                        else:
                            value = score - self.deeper(
                                1 - side,
                                low - score,
                                beta - score,
                                depth,
                                ply,
                                after,
                                self.position.settles_after(settles, score),
                                best > -INFINITE,
                                not is_second,
                            )
                        self.position.take_back(mark, side, rack, source, drawn)
            if self.position.stopped:
                self.order.top = base
                return 0
            if self.put_off:
                self.put_off = False
                self.order.move_play[waiting] = self.order.move_play[move]
                waiting += 1
                move += 1
                continue
            if value > best:
                best = value
                best_tag = tag
                if ply == 0 and best > alpha:
                    self.best_value = best
                    self.best_tag = tag
            if value >= beta:
                # A refutation stands on its own, whatever the others would have shown.
                whole = self.whole
                if tag != self.order.killers[2 * ply]:
                    self.order.killers[2 * ply + 1] = self.order.killers[2 * ply]
                    self.order.killers[2 * ply] = tag
                break
            whole = whole and self.whole
            if value > low:
                low = value
            move += 1
            if not self.is_alone and ply > 0:
                known = self.table.find(state)
                if known and self.is_answer(known, alpha, beta, depth):
                    # Another thread was here too, and has finished.
                    self.order.top = base
                    return value_in(known)
        self.order.top = base
        self.whole = whole
        self.table.put(
            state,
            best,
            best_tag,
            AT_LEAST if best >= beta else (AT_MOST if best <= alpha else EXACT),
            WHOLE if whole else depth,
        )
        return best

    @native
    def deeper(
        self,
        side: cint,
        low: cint,
        high: cint,
        depth: cint,
        ply: cint,
        left: cint,
        settles: cint,
        narrow: bint,
        may_wait: bint,
    ) -> cint:
        """The child's value for `side`, where low and high are the parent's window: first, for all but the
        first child, only whether it beats `low` at all; and such a child may wait if another thread is at it."""
        value: cint
        may_wait = may_wait and narrow
        if narrow and low + 1 < high:
            value = self.search(side, -low - 1, -low, depth - 1, ply + 1, left, settles, may_wait)
            if self.position.stopped or self.put_off or -value <= low or -value >= high:
                return value
            may_wait = False
        return self.search(side, -high, -low, depth - 1, ply + 1, left, settles, may_wait)

    @inline
    def is_answer(self, known: uint64_t, alpha: cint, beta: cint, depth: cint) -> bint:
        """Does what the table knows of a position say enough?"""
        bound: cint = bound_in(known)
        value: cint = value_in(known)
        if depth_in(known) < depth:
            return False
        self.whole = depth_in(known) == WHOLE
        return (
            bound == EXACT or (bound == AT_LEAST and value >= beta) or (bound == AT_MOST and value <= alpha)
        )

    @inline
    def is_told_to_stop(self) -> bint:
        """Count a node; is the budget spent, or has another thread come to the end?"""
        if not self.is_alone and self.claims.is_over:
            self.position.stopped = True
            return True
        return self.position.out_of_budget()
