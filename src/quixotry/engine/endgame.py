"""The end of a game for two, once the bag is empty: nothing is hidden, so the best line can be worked out.

Values are points of final spread still to come, for the side on turn, settling up included. The search goes
one ply deeper at a time (negamax with null windows and a table of positions); below its horizon both sides
play what looks best on the spot, so that there is always an answer, and a better one with more time. When no
line was cut off by the horizon the value is proven.

Threats. If the other side could go out at once, then after any move that leaves the line of that play as it is
it still can, and what the move can bring at most is known without trying it. That refutes most moves.

Passes. A run of idle turns ends the game, after two, three, four or twelve of them. With two or more still to
go it does not matter how many: whoever gains by playing plays at once, and if neither does, both pass until
the end. So `left` counts only 2 or 1, which is exact unless a play can score nothing (`inexact` says so).
"""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:  # pragma: no cover
    from quixotry.lexicon import nocython as cython

if cython.compiled:
    from cython.cimports.posix.time import CLOCK_MONOTONIC, clock_gettime, timespec
    from cython.cimports.quixotry.engine.end_board import mix
    from cython.cimports.quixotry.engine.line_plays import LinePlays
    from cython.cimports.quixotry.engine.position_table import PositionTable
    from cython.cimports.quixotry.lexicon.bits import (
        M32,
        M64,
        MIX_STEP,
        ONE,
        free,
        int32_t,
        memcpy,
        uint32_t,
        uint64_t,
        zeroed,
    )
else:
    import time

    from quixotry.engine.end_board import mix
    from quixotry.engine.line_plays import LinePlays
    from quixotry.engine.position_table import PositionTable
    from quixotry.lexicon.bits import M32, M64, MIX_STEP, ONE, uint32_t, uint64_t

PLIES_MAX = 40
MOVES_MAX = 1 << 17
"""Moves kept at once, of all plies of one line; a position that needs more is answered, not proven."""
TABLE_BITS = 18
# 400000 stands for a value no game reaches, `M32` for no play (the pass, whose tag is 2; 0 is no tag);
# literals, for module variables are Python objects.


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def monotonic() -> cython.double:
    if cython.compiled:
        now: timespec
        clock_gettime(CLOCK_MONOTONIC, cython.address(now))  # noqa: F821
        return now.tv_sec + now.tv_nsec * 1e-9  # noqa: F821
    return time.monotonic()


@cython.final
@cython.cclass
class Endgame(LinePlays):
    """A solver for one ruleset and lexicon; one thread uses it. It keeps its table between questions."""

    def __init__(self, ruleset, graph, table_bits=TABLE_BITS):
        LinePlays.__init__(self, ruleset, graph)
        self.no_play = ruleset.end.no_play
        self.table = PositionTable(table_bits if cython.compiled else 12)
        if not cython.compiled:
            self.rack, self.moving_key, self.waiting_key = [0, 0], [0] * 2048, [0] * 2048
            self.move_play, self.move_guess = [0] * MOVES_MAX, [0] * MOVES_MAX
            self.slots, self.killers = [0] * 2048, [0] * 128
            self.threat_score, self.threat_line, self.threats = [0] * 512, [0] * 512, [0] * 64
            self.nodes = 0
        else:
            self.move_play = cython.cast(cython.pointer(uint32_t), zeroed(MOVES_MAX * 4))
            self.move_guess = cython.cast(cython.pointer(int32_t), zeroed(MOVES_MAX * 4))
            self.saved = cython.cast(cython.pointer(uint32_t), zeroed(MOVES_MAX * 32))
            if not (self.move_play and self.move_guess and self.saved):
                raise MemoryError
        self.cancelled = False

    def __dealloc__(self):
        if cython.compiled:
            free(self.move_play)
            free(self.move_guess)
            free(self.saved)

    def set_position(self, cells, own, other, root_ending, rest_ending, scoreless_run):
        """A board, the rack on turn and the other one; endings are (idle turns left, tiles are settled), now
        and after a play."""
        self.set_tiles(cells, own, other)
        self.table.next_question()
        for side in range(2):
            self.rack[side] = self.full[side]
            for rack in range(self.full[side] + 1):
                held = 0
                for place in range(self.sizes[side]):
                    if rack >> place & 1:
                        held = (held + mix((1 << 40) + self.tile[side * 16 + place])) & M64
                self.moving_key[side * 1024 + rack] = mix(held)
                self.waiting_key[side * 1024 + rack] = mix(held ^ MIX_STEP)
        for ply in range(128):
            self.killers[ply] = 0
        self.root_left, self.root_settles = min(2, root_ending[0]), root_ending[1]
        self.rest_left, self.rest_settles = min(2, rest_ending[0]), rest_ending[1]
        self.scoreless_run = scoreless_run
        self.inexact = False
        self.best_tag = 0
        self.top = 0

    def deepen(self, depth, nodes_max, seconds):
        """Search to a depth from the position set: (value, whole, finished), or None if time was too short for
        even one move. What an unfinished search says is still better than the depth before: it began with
        that best move."""
        self.nodes_max = nodes_max
        self.deadline = monotonic() + seconds
        self.stopped = False
        self.whole = False
        self.top = 0
        self.best_value = -400000
        ply_depth: cython.int = depth
        if cython.compiled:
            with cython.nogil:
                self.search(0, -400000, 400000, ply_depth, 0, self.root_left, self.root_settles)
        else:
            self.search(0, -400000, 400000, ply_depth, 0, self.root_left, self.root_settles)
        if self.best_value == -400000:
            return None
        return self.best_value, bool(self.whole) and not self.stopped, not self.stopped

    def line(self, depth, seconds):
        """The best line as far as it was worked out: [(squares and cells laid, score)], () for a pass."""
        found = []
        side, left, settles = 0, self.root_left, self.root_settles
        tag = self.best_tag
        mark = self.log_top
        while tag and len(found) < PLIES_MAX:
            self.top = 0
            count = self.look(side, 0)
            if tag == 2:
                left -= 1
                found.append(((), 0))
                if left == 0 or not (count or self.can_play(1 - side)):
                    break
                side = 1 - side
            else:
                self.push(side, 0, 0)
                moves = [self.move_play[move] for move in range(self.top)]
                play = next((move for move in moves if move != M32 and self.play_tag[move] == tag), None)
                if play is None:
                    break
                found.append((self.described(play), self.play_score[play]))
                self.play(play, side)
                if not self.rack[side]:
                    break
                side, left, settles = 1 - side, self.rest_left, self.rest_settles
            if len(found) >= depth:
                break
            known = self.table.look_up(self.state(side, left, settles))
            if not known or known[2] != 3:
                # What the table has lost is soon found again, if there is time.
                self.top = 0
                self.stopped = False
                self.nodes_max, self.deadline = self.nodes + 20000, monotonic() + seconds
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
    def make_room(self) -> cython.void:
        """Forget all lists when their room runs out; only the moves of the line being searched are kept."""
        if (
            self.play_top < self.play_room - self.play_room // 4
            and self.item_top < self.item_room - self.item_room // 4
            and self.list_count < self.list_slots // 2
        ):
            return
        move: cython.size_t
        play: uint32_t
        kept: uint32_t = 0
        if not cython.compiled:
            plays = [move for move in self.move_play[: self.top] if move != M32]
            copy = [
                (self.play_where[p], self.play_used[p], self.play_score[p], self.play_tag[p]) for p in plays
            ]
            laid = [self.play_laid[p * 16 : p * 16 + 16] for p in plays]
            for kept in range(len(plays)):
                self.play_where[kept], self.play_used[kept], self.play_score[kept], self.play_tag[kept] = copy[
                    kept
                ]
                self.play_laid[kept * 16 : kept * 16 + 16] = laid[kept]
            kept = 0
            for move in range(self.top):
                if self.move_play[move] != M32:
                    self.move_play[move] = kept
                    kept += 1
            self.forget_lists()
            self.play_top = kept
            return
        for move in range(self.top):
            play = self.move_play[move]
            if play != M32:
                self.saved[8 * kept] = self.play_where[play]
                self.saved[8 * kept + 1] = self.play_used[play]
                self.saved[8 * kept + 2] = cython.cast(uint32_t, self.play_score[play])
                self.saved[8 * kept + 3] = self.play_tag[play]
                memcpy(cython.address(self.saved[8 * kept + 4]), cython.address(self.play_laid[play * 16]), 16)
                self.move_play[move] = kept
                kept += 1
        for play in range(kept):
            self.play_where[play] = self.saved[8 * play]
            self.play_used[play] = self.saved[8 * play + 1]
            self.play_score[play] = cython.cast(int32_t, self.saved[8 * play + 2])
            self.play_tag[play] = self.saved[8 * play + 3]
            memcpy(cython.address(self.play_laid[play * 16]), cython.address(self.saved[8 * play + 4]), 16)
        self.forget_lists()
        self.play_top = kept

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def state(self, side: cython.int, left: cython.int, settles: cython.bint) -> uint64_t:
        """The key of the position with who is on turn and how near the end by passes is."""
        key: uint64_t = self.board_key ^ self.moving_key[side * 1024 + self.rack[side]]
        key ^= self.waiting_key[(1 - side) * 1024 + self.rack[1 - side]]
        return key ^ mix((cython.cast(uint64_t, 3) << 40) + left * 2 + settles)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def look(self, side: cython.int, ply: cython.int) -> cython.int:
        """Find the lists of a side's plays, and the best of them that goes out; how many plays there are."""
        line: cython.int
        slot: uint32_t
        count: cython.int = 0
        self.make_room()
        self.out_score = -1000000
        for line in range(48):
            if self.line_key[line]:
                slot = self.list_of(line, side, self.rack[side])
                self.slots[ply * 48 + line] = slot
                count += self.list_size[slot]
                if self.list_out_score[slot] > self.out_score:
                    self.out_score = self.list_out_score[slot]
                    self.out_play = self.list_out[slot]
        return count

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def can_play(self, side: cython.int) -> cython.bint:
        line: cython.int
        for line in range(48):
            if self.line_key[line] and self.list_size[self.list_of(line, side, self.rack[side])]:
                return True
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def push(self, side: cython.int, ply: cython.int, first: uint32_t) -> cython.void:
        """Put the moves of the lists just looked at on top of the others, the pass last, with how good they
        look: the best known before all, then what refuted a sibling."""
        line: cython.int
        item: uint32_t
        play: uint32_t
        slot: uint32_t
        tag: uint32_t
        guess: cython.int
        out: cython.int = 2 * self.worth[(1 - side) * 1024 + self.rack[1 - side]]
        top: cython.size_t = self.top
        for line in range(48):
            if not self.line_key[line]:
                continue
            slot = self.slots[ply * 48 + line]
            if top + self.list_size[slot] + 1 >= 131072:
                self.failed = True
                break
            for item in range(self.list_first[slot], self.list_first[slot] + self.list_size[slot]):
                play = self.item_play[item]
                guess = self.item_guess[item]
                tag = self.play_tag[play]
                if self.play_used[play] == self.rack[side]:
                    guess += out
                if tag == first:
                    guess = 3000000
                elif tag == self.killers[2 * ply]:
                    guess = 2000001
                elif tag == self.killers[2 * ply + 1]:
                    guess = 2000000
                self.move_play[top] = play
                self.move_guess[top] = guess
                top += 1
        self.move_play[top] = M32
        self.move_guess[top] = 3000000 if first == 2 else -2000000
        self.top = top + 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def look_out(self, side: cython.int, ply: cython.int) -> cython.void:
        """The plays with which a side could go out now, the best of each line, best first."""
        line: cython.int
        slot: uint32_t
        i: cython.int
        count: cython.int = 0
        base: cython.int = ply * 8
        for line in range(48):
            if not self.line_key[line]:
                continue
            slot = self.list_of(line, side, self.rack[side])
            if self.list_out_score[slot] < 0:
                continue
            if count < 8:
                count += 1
            elif self.threat_score[base + 7] >= self.list_out_score[slot]:
                continue
            i = count - 1
            while i > 0 and self.threat_score[base + i - 1] < self.list_out_score[slot]:
                self.threat_score[base + i] = self.threat_score[base + i - 1]
                self.threat_line[base + i] = self.threat_line[base + i - 1]
                i -= 1
            self.threat_score[base + i] = self.list_out_score[slot]
            self.threat_line[base + i] = ONE << line
        self.threats[ply] = count

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def most(self, play: uint32_t, side: cython.int, ply: cython.int) -> cython.int:
        """What a play that does not go out can bring at most, given the other side's threats."""
        lines: uint64_t
        i: cython.int
        kept: uint32_t = self.rack[side] & ~cython.cast(uint32_t, self.play_used[play])
        where: uint32_t = self.play_where[play]
        lines = self.changed_lines(where & 0xFFF, (where >> 12) & 0x1F)
        for i in range(ply * 8, ply * 8 + self.threats[ply]):
            if not self.threat_line[i] & lines:
                return self.play_score[play] - self.threat_score[i] - 2 * self.worth[side * 1024 + kept]
        return 400000

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def pick(self, at: cython.size_t, end: cython.size_t) -> uint32_t:
        """Bring the best-looking of the moves from `at` on to that place."""
        best: cython.size_t = at
        move: cython.size_t
        play: uint32_t
        guess: cython.int
        for move in range(at + 1, end):
            if self.move_guess[move] > self.move_guess[best]:
                best = move
        play = self.move_play[best]
        guess = self.move_guess[best]
        self.move_play[best] = self.move_play[at]
        self.move_guess[best] = self.move_guess[at]
        self.move_play[at] = play
        self.move_guess[at] = guess
        return play

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def sort(self, base: cython.size_t, end: cython.size_t) -> cython.void:
        """Order moves by how good they look."""
        i: cython.size_t
        k: cython.size_t
        gap: cython.size_t = 1
        play: uint32_t
        guess: cython.int
        while gap < (end - base) // 3:
            gap = gap * 3 + 1
        while gap > 0:
            for i in range(base + gap, end):
                play = self.move_play[i]
                guess = self.move_guess[i]
                k = i
                while k >= base + gap and self.move_guess[k - gap] < guess:
                    self.move_play[k] = self.move_play[k - gap]
                    self.move_guess[k] = self.move_guess[k - gap]
                    k -= gap
                self.move_play[k] = play
                self.move_guess[k] = guess
            gap //= 3

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def play(self, play: uint32_t, side: cython.int) -> cython.void:
        where: uint32_t = self.play_where[play]
        kept: uint32_t = self.rack[side] & ~cython.cast(uint32_t, self.play_used[play])
        self.rack[side] = self.canonical[side * 1024 + kept]
        if cython.compiled:
            self.lay(where & 0xFFF, where >> 17, self.play_laid + 16 * cython.cast(cython.size_t, play))
        else:
            self.lay(where & 0xFFF, where >> 17, self.play_laid[16 * play : 16 * play + 16])

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def settled(self, side: cython.int, settles: cython.bint) -> cython.int:
        """What the end brings a side when nobody goes out."""
        if not settles:
            return 0
        return self.worth[(1 - side) * 1024 + self.rack[1 - side]] - self.worth[side * 1024 + self.rack[side]]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def out_of_budget(self) -> cython.bint:
        self.nodes += 1
        if self.cancelled or self.nodes >= self.nodes_max or self.failed:
            self.stopped = True
        # Asking the clock at every node would cost more than it is worth.
        if self.nodes & 63 == 0 and monotonic() > self.deadline:
            self.stopped = True
        return self.stopped

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def playout(self, side: cython.int, left: cython.int, settles: cython.bint) -> cython.int:
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
                    total += sign * self.settled(mover, self.no_play or settles)
                    break
                stuck = True
                left -= 1
                if left == 0:
                    total += sign * self.settled(mover, settles)
                    break
            else:
                stuck = False
                left = self.rest_left
                settles = self.rest_settles
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
        settles: cython.bint,
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
                    if self.table.doubt:
                        self.inexact = True
                    return value
        if depth <= 0 or ply >= 40:
            value = self.playout(side, left, settles)
            self.whole = False
            if not self.stopped:
                self.table.put(state, value, first, 3, 0, False)
            return value
        count: cython.int = self.look(side, ply)
        if count == 0 and not self.can_play(1 - side):
            self.whole = True
            value = self.settled(side, self.no_play or settles)
            if ply == 0:
                self.best_tag = 2
                self.best_value = value
            return value
        rack: uint32_t = self.rack[side]
        out: cython.int = 2 * self.worth[(1 - side) * 1024 + self.rack[1 - side]]
        if self.out_score + out >= beta:
            self.whole = True
            value = self.out_score + out
            self.table.put(state, value, self.play_tag[self.out_play], 1, 255, self.inexact)
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
                if left <= 1:
                    value = self.settled(side, settles)
                    self.whole = True
                else:
                    value = 400000
                    if self.threats[ply]:
                        value = -self.threat_score[ply * 8] - 2 * self.worth[side * 1024 + rack]
                        self.whole = True
                    if value > low:
                        value = -self.deeper(
                            1 - side, low, beta, depth, ply, left - 1, settles, best > -400000
                        )
            else:
                score = self.play_score[play]
                tag = self.play_tag[play]
                if self.play_used[play] == rack:
                    value = score + out
                    self.whole = True
                else:
                    if score == 0 and self.scoreless_run:
                        self.inexact = True
                    value = 400000
                    if self.threats[ply]:
                        value = self.most(play, side, ply)
                        self.whole = True
                    if value > low:
                        self.play(play, side)
                        value = score - self.deeper(
                            1 - side,
                            low - score,
                            beta - score,
                            depth,
                            ply,
                            self.rest_left,
                            self.rest_settles,
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
                if ply == 0:
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
            self.inexact,
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
        settles: cython.bint,
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
