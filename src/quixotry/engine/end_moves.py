"""The moves of an endgame in the order they are worth trying, and what each can bring at most.

Threats. If the other side could go out at once, then after any move that leaves the line of that play as it is
it still can, and what the move can bring at most is known without trying it. That refutes most moves.
"""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:  # pragma: no cover
    from quixotry.lexicon import nocython as cython

if cython.compiled:
    from cython.cimports.quixotry.engine.end_position import EndPosition
    from cython.cimports.quixotry.lexicon.bits import (
        M32,
        ONE,
        free,
        int32_t,
        memcpy,
        uint32_t,
        uint64_t,
        zeroed,
    )
else:
    from quixotry.engine.end_position import EndPosition
    from quixotry.lexicon.bits import M32, ONE, uint32_t, uint64_t

from quixotry.engine.line_plays import LIST_BITS

MOVES_MAX = 1 << 17
"""Moves kept at once, of all plies of one line; a position that needs more is answered, not proven."""
# `M32` stands for no play: the pass, whose tag is 2; 0 is no tag.


@cython.cclass
class EndMoves(EndPosition):
    """An endgame position and the moves of the plies that led to it."""

    def __init__(self, ruleset, graph, list_bits=LIST_BITS):
        EndPosition.__init__(self, ruleset, graph, list_bits)
        if not cython.compiled:
            self.move_play, self.move_guess = [0] * MOVES_MAX, [0] * MOVES_MAX
            self.slots, self.killers = [0] * 2048, [0] * 128
            self.threat_score, self.threat_line, self.threats = [0] * 512, [0] * 512, [0] * 64
        else:
            self.move_play = cython.cast(cython.pointer(uint32_t), zeroed(MOVES_MAX * 4))
            self.move_guess = cython.cast(cython.pointer(int32_t), zeroed(MOVES_MAX * 4))
            self.saved = cython.cast(cython.pointer(uint32_t), zeroed(MOVES_MAX * 32))
            if not (self.move_play and self.move_guess and self.saved):
                raise MemoryError
        self.top = 0

    def __dealloc__(self):
        if cython.compiled:
            free(self.move_play)
            free(self.move_guess)
            free(self.saved)

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
                self.play_where[kept], self.play_used[kept], self.play_score[kept], self.play_tag[kept] = (
                    copy[kept]
                )
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
                memcpy(
                    cython.address(self.saved[8 * kept + 4]), cython.address(self.play_laid[play * 16]), 16
                )
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
