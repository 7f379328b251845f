"""The end of a game for two, once the bag is empty: nothing is hidden, so the best line can be worked out.

Values are points of final spread still to come, for the side on turn, settling up included. The search goes
one ply deeper at a time (negamax with null windows and a table of positions); below its horizon both sides
play what looks best on the spot, so that there is always an answer, and a better one with more time. When no
line was cut off by the horizon the value is proven.
"""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:  # pragma: no cover
    from quixotry.lexicon import nocython as cython

if cython.compiled:
    from cython.cimports.quixotry.engine.end_moves import EndMoves
    from cython.cimports.quixotry.engine.position_table import PositionTable
    from cython.cimports.quixotry.lexicon.bits import M32, uint32_t, uint64_t
else:
    from quixotry.engine.end_moves import EndMoves
    from quixotry.engine.position_table import PositionTable
    from quixotry.lexicon.bits import M32, uint32_t, uint64_t

from quixotry.engine.line_plays import LIST_BITS

PLIES_MAX = 40
TABLE_BITS = 18
# 400000 stands for a value no game reaches; a literal, for module variables are Python objects.


@cython.final
@cython.cclass
class Endgame(EndMoves):
    """A solver for one ruleset and lexicon; one thread uses it. It keeps its table between questions."""

    def __init__(self, ruleset, graph, table_bits=TABLE_BITS, list_bits=LIST_BITS):
        EndMoves.__init__(self, ruleset, graph, list_bits)
        self.table = PositionTable(table_bits if cython.compiled else 12)

    def set_position(self, cells, own, other, endings):
        EndMoves.set_position(self, cells, own, other, endings)
        self.table.next_question()
        for ply in range(128):
            self.killers[ply] = 0
        self.best_tag = 0
        self.top = 0

    def deepen(self, depth, nodes_max, seconds, guess=None):
        """Search to a depth from the position set: (value, whole, finished), or None if nothing came of it
        before the budget ran out. What an unfinished search says is still better than what was known: it began
        with the best move known. A guess at the value makes it quicker if it is near."""
        self.allow(nodes_max, seconds)
        self.whole = False
        self.top = 0
        self.best_value = -400000
        low: cython.int = -400000
        high: cython.int = 400000
        wide: cython.int = 3
        value: cython.int
        plies: cython.int = depth
        if guess is not None:
            low, high = guess - wide, guess + wide
        while True:
            if cython.compiled:
                with cython.nogil:
                    value = self.search(0, low, high, plies, 0, self.root_left, self.now_settles)
            else:
                value = self.search(0, low, high, plies, 0, self.root_left, self.now_settles)
            if self.stopped or low < value < high:
                break
            wide *= 5
            if value <= low:
                low = value - wide if wide < 100 else -400000
            else:
                high = value + wide if wide < 100 else 400000
        if self.best_value == -400000:
            return None
        return self.best_value, bool(self.whole) and not self.stopped, not self.stopped

    def line(self, depth, seconds):
        """The best line as far as it was worked out: [(squares and cells laid, score)], () for a pass."""
        found = []
        side, left, settles = 0, self.root_left, self.now_settles
        tag = self.best_tag
        mark = self.log_top
        while tag and len(found) < PLIES_MAX:
            self.top = 0
            count = self.look(side, 0)
            if tag == 2:
                left = self.after_pass(left)
                found.append(((), 0))
                if self.is_over(left) or not (count or self.can_play(1 - side)):
                    break
                side = 1 - side
            else:
                self.push(side, 0, 0)
                moves = [self.move_play[move] for move in range(self.top)]
                play = next((move for move in moves if move != M32 and self.play_tag[move] == tag), None)
                if play is None:
                    break
                found.append((self.described(play), self.play_score[play]))
                left = self.after_play(left, self.play_score[play])
                settles = self.settles_after(settles, self.play_score[play])
                self.play(play, side)
                if not self.rack[side] or self.is_over(left):
                    break
                side = 1 - side
            if len(found) >= depth:
                break
            known = self.table.look_up(self.state(side, left, settles))
            if not known or known[2] != 3:
                # What the table has lost is soon found again, if there is time.
                self.top = 0
                self.allow(self.nodes + 20000, seconds)
                if seconds > 0:
                    self.search(side, -400000, 400000, depth - len(found), 1, left, settles)
                known = self.table.look_up(self.state(side, left, settles))
            tag = known[1] if known and known[2] == 3 else 0
        self.lift(mark)
        self.rack[0], self.rack[1] = self.full[0], self.full[1]
        self.top = 0
        return found

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def playout(self, side: cython.int, left: cython.int, settles: cython.int) -> cython.int:
        """Both sides play what looks best on the spot until the end."""
        total: cython.int = 0
        sign: cython.int = 1
        mover: cython.int = side
        stuck: cython.bint = False
        mark: cython.int = self.log_top
        racks0: uint32_t = self.rack[0]
        racks1: uint32_t = self.rack[1]
        line: cython.int
        slot: uint32_t
        best: uint32_t
        guess: cython.int
        out: cython.int
        while not self.out_of_budget():
            self.make_room()
            best = M32
            guess = -1000000
            out = 2 * self.worth[(1 - mover) * 1024 + self.rack[1 - mover]]
            for line in range(48):
                if self.line_key[line]:
                    slot = self.list_of(line, mover, self.rack[mover])
                    if self.list_stay_guess[slot] > guess:
                        guess = self.list_stay_guess[slot]
                        best = self.list_stay[slot]
                    if self.list_out_score[slot] + out > guess:
                        guess = self.list_out_score[slot] + out
                        best = self.list_out[slot]
            if best == M32:
                if stuck:
                    total += sign * (
                        self.settled(mover) if self.no_play else self.idled(mover, left, settles)
                    )
                    break
                stuck = True
                left = self.after_pass(left)
                if self.is_over(left):
                    total += sign * self.idled(mover, left, settles)
                    break
            else:
                stuck = False
                left = self.rest_left
                settles = self.after_settles
                total += sign * self.play_score[best]
                if self.play_used[best] == self.rack[mover]:
                    total += sign * out
                    break
                self.play(best, mover)
            sign = -sign
            mover = 1 - mover
        self.lift(mark)
        self.rack[0] = racks0
        self.rack[1] = racks1
        return total

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def search(
        self,
        side: cython.int,
        alpha: cython.int,
        beta: cython.int,
        depth: cython.int,
        ply: cython.int,
        left: cython.int,
        settles: cython.int,
    ) -> cython.int:
        """The value for `side` within the window; `whole` says whether the horizon played no part."""
        value: cython.int = 0
        first: uint32_t = self.best_tag if ply == 0 else 0
        if self.out_of_budget():
            return 0
        state: uint64_t = self.state(side, left, settles)
        if self.table.find(state):
            if not first:
                first = self.table.best
            if self.table.depth >= depth and ply > 0:
                value = self.table.value
                if (
                    self.table.bound == 3
                    or (self.table.bound == 1 and value >= beta)
                    or (self.table.bound == 2 and value <= alpha)
                ):
                    self.whole = self.table.depth == 255
                    return value
        if depth <= 0 or ply >= 40:
            value = self.playout(side, left, settles)
            self.whole = False
            if not self.stopped:
                self.table.put(state, value, first, 3, 0)
            return value
        count: cython.int = self.look(side, ply)
        if count == 0 and not self.can_play(1 - side):
            self.whole = True
            value = self.settled(side) if self.no_play else self.idled(side, left, settles)
            if ply == 0:
                self.best_tag = 2
                self.best_value = value
            return value
        rack: uint32_t = self.rack[side]
        out: cython.int = 2 * self.worth[(1 - side) * 1024 + self.rack[1 - side]]
        if self.out_score + out >= beta:
            self.whole = True
            value = self.out_score + out
            self.table.put(state, value, self.play_tag[self.out_play], 1, 255)
            return value
        base: cython.size_t = self.top
        self.push(side, ply, first)
        end: cython.size_t = self.top
        self.look_out(1 - side, ply)
        best: cython.int = -400000
        best_tag: uint32_t = 0
        low: cython.int = alpha
        whole: cython.bint = True
        mark: cython.int = self.log_top
        play: uint32_t
        score: cython.int
        after: cython.int
        tag: uint32_t
        move: cython.size_t = base
        while move < end:
            if move < base + 6:
                play = self.pick(move, end)
            else:
                if move == base + 6:
                    self.sort(move, end)
                play = self.move_play[move]
            if play == M32:
                tag = 2
                after = self.after_pass(left)
                if self.is_over(after):
                    value = self.idled(side, after, settles)
                    self.whole = True
                else:
                    value = 400000
                    if self.threats[ply]:
                        value = -self.threat_score[ply * 8] - 2 * self.worth[side * 1024 + rack]
                        self.whole = True
                    if value > low:
                        value = -self.deeper(1 - side, low, beta, depth, ply, after, settles, best > -400000)
            else:
                score = self.play_score[play]
                tag = self.play_tag[play]
                if self.play_used[play] == rack:
                    value = score + out
                    self.whole = True
                else:
                    after = self.after_play(left, score)
                    value = 400000
                    if self.threats[ply] and not self.is_over(after):
                        value = self.most(play, side, ply)
                        self.whole = True
                    if value > low:
                        self.play(play, side)
                        if self.is_over(after):
                            value = self.idled(side, after, settles)
                            self.whole = True
                        else:
                            value = score - self.deeper(
                                1 - side,
                                low - score,
                                beta - score,
                                depth,
                                ply,
                                after,
                                self.settles_after(settles, score),
                                best > -400000,
                            )
                        self.lift(mark)
                        self.rack[side] = rack
            if self.stopped:
                self.top = base
                return 0
            if value > best:
                best = value
                best_tag = tag
                if ply == 0 and best > alpha:
                    self.best_value = best
                    self.best_tag = tag
            if value >= beta:
                # A refutation stands on its own, whatever the others would have shown.
                whole = self.whole
                if tag != self.killers[2 * ply]:
                    self.killers[2 * ply + 1] = self.killers[2 * ply]
                    self.killers[2 * ply] = tag
                break
            whole = whole and self.whole
            if value > low:
                low = value
            move += 1
        self.top = base
        self.table.put(
            state,
            best,
            best_tag,
            1 if best >= beta else (2 if best <= alpha else 3),
            255 if whole else depth,
        )
        self.whole = whole
        return best

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def deeper(
        self,
        side: cython.int,
        low: cython.int,
        high: cython.int,
        depth: cython.int,
        ply: cython.int,
        left: cython.int,
        settles: cython.int,
        narrow: cython.bint,
    ) -> cython.int:
        """The child's value for `side`, where low and high are the parent's window: first, for all but the
        first child, only whether it beats `low` at all."""
        value: cython.int
        if narrow and low + 1 < high:
            value = self.search(side, -low - 1, -low, depth - 1, ply + 1, left, settles)
            if self.stopped or -value <= low or -value >= high:
                return value
        return self.search(side, -high, -low, depth - 1, ply + 1, left, settles)
