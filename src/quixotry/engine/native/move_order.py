"""The moves of an endgame in the order they are worth trying, and what each can bring at most.

Threats. If the other side could go out at once, then after any move that leaves the line of that play as it is
it still can, and what the move can bring at most is known without trying it. That refutes most moves.
"""

from __future__ import annotations

from typing import Final, Literal

from quixotry.engine.native.board import Board
from quixotry.engine.native.end_position import EndPosition
from quixotry.engine.native.layout import LINES, length_of, start_of
from quixotry.engine.native.line_plays import (
    BEST_OUT,
    FIRST_ITEM,
    GOES_OUT,
    ITEM,
    ITEM_GUESS,
    ITEM_TAG,
    ITEMS,
    KEY_HIGH,
    LIST,
    NO_GUESS,
    OUT_SCORE,
    LinePlays,
)
from quixotry.engine.native.play_store import LAID, PASS_TAG, PLAY, PlayStore
from quixotry.lexicon.cdefs import (
    ONE,
    Array,
    Pointer,
    bint,
    cast,
    cint,
    ctz,
    free,
    inline,
    int32_t,
    memcpy,
    native,
    size_t,
    uint8_t,
    uint32_t,
    uint64_t,
    zeroed,
)

MOVES_MAX: Final = 131072
"""Moves kept at once, of all plies of one line; a position that needs more is answered, not proven."""
INFINITE: Final = 400000
"""More than any endgame is worth."""
PASS: Final = 0x7FFFFFFF
"""Stands for a play in a list of moves."""
THREATS: Final = 8
FIRST_GUESS: Final = 3000000
KILLER_GUESS: Final = 2000000


@native
class MoveOrder:
    """The moves of the plies that led to a position, what threatens it, and which moves to try first."""

    board: Board
    lines: LinePlays
    plays: PlayStore
    position: EndPosition
    # Moves of all plies of the line being searched, one after the other: a play (PASS is the pass) and how good
    # it looks. `saved` is room to put plays in while lists are forgotten.
    top: size_t
    move_play: Pointer[uint32_t]
    move_guess: Pointer[int32_t]
    saved: Pointer[int32_t]
    saved_laid: Pointer[uint8_t]
    # Slots of the lists of the side on turn, [ply * LINES + line].
    slots: Array[uint32_t, Literal[2048]]
    # The other side's best plays that would go out, best first, [ply * THREATS + number], and how many there are.
    threat_score: Array[int32_t, Literal[512]]
    threat_line: Array[uint64_t, Literal[512]]
    threats: Array[cint, Literal[64]]
    # Moves that refuted others at a ply, by their tags.
    killers: Array[uint32_t, Literal[128]]
    # The best play that goes out of those last looked at, and its score.
    out_score: cint
    out_play: uint32_t

    def __init__(self, position: EndPosition) -> None:
        self.position, self.lines = position, position.lines
        self.board, self.plays = position.board, position.lines.plays
        self.move_play = cast(Pointer[uint32_t], zeroed(MOVES_MAX * 4))
        self.move_guess = cast(Pointer[int32_t], zeroed(MOVES_MAX * 4))
        self.saved = cast(Pointer[int32_t], zeroed(MOVES_MAX * PLAY * 4))
        self.saved_laid = cast(Pointer[uint8_t], zeroed(MOVES_MAX * LAID))
        if not (self.move_play and self.move_guess and self.saved and self.saved_laid):
            raise MemoryError
        self.top = 0

    def __dealloc__(self) -> None:
        free(self.move_play)
        free(self.move_guess)
        free(self.saved)
        free(self.saved_laid)

    def clear(self) -> None:
        """Another position: no moves, and none has refuted any."""
        self.top = 0
        for place in range(128):
            self.killers[place] = 0

    @native
    def make_room(self) -> None:
        """Forget all lists when their room runs out; only the moves of the line being searched are kept."""
        if (
            self.plays.top < self.plays.room - self.plays.room // 4
            and self.lines.item_top < self.lines.item_room - self.lines.item_room // 4
            and self.lines.list_count < self.lines.list_slots // 2
        ):
            return
        move: size_t
        play: size_t
        kept: size_t = 0
        for move in range(self.top):
            if self.move_play[move] != PASS:
                play = self.move_play[move]
                memcpy(self.saved + PLAY * kept, self.plays.plays + PLAY * play, PLAY * 4)
                memcpy(self.saved_laid + LAID * kept, self.plays.laid + LAID * play, LAID)
                self.move_play[move] = kept
                kept += 1
        memcpy(self.plays.plays, self.saved, kept * PLAY * 4)
        memcpy(self.plays.laid, self.saved_laid, kept * LAID)
        self.lines.forget_lists()
        self.plays.top = kept

    @native
    def look(self, side: cint, ply: cint, enough: cint) -> cint:
        """Find the lists of a side's plays, and the best of them that goes out; how many plays there are.

        Lists that are there already come first: if one has a play that goes out for `enough` points, nobody needs the
        others, and to find them would take most of the time."""
        lists: Pointer[int32_t] = self.lines.lists
        line: cint
        slot: uint32_t
        count: cint = 0
        missing: uint64_t = 0
        self.make_room()
        self.lines.expect(side, self.position.rack[side])
        self.out_score = -GOES_OUT
        for line in range(LINES):
            if self.board.line_key[line]:
                slot = self.lines.slot_of(line, side, self.position.rack[side])
                if lists[LIST * slot + KEY_HIGH]:
                    count += self.take_list(ply, line, slot)
                else:
                    missing |= ONE << line
        while missing and self.out_score < enough:
            line = ctz(missing)
            missing &= missing - 1
            count += self.take_list(ply, line, self.lines.list_of(line, side, self.position.rack[side]))
        return count

    @inline
    def take_list(self, ply: cint, line: cint, slot: uint32_t) -> cint:
        """The list of a line is in this slot: how many plays it has."""
        list_at: Pointer[int32_t] = self.lines.lists + LIST * slot
        self.slots[ply * LINES + line] = slot
        if list_at[OUT_SCORE] > self.out_score:
            self.out_score = list_at[OUT_SCORE]
            self.out_play = list_at[BEST_OUT]
        return list_at[ITEMS]

    @native
    def can_play(self, side: cint) -> bint:
        """Has a side any play?"""
        line: cint
        for line in range(LINES):
            if (
                self.board.line_key[line]
                and self.lines.lists[LIST * self.lines.list_of(line, side, self.position.rack[side]) + ITEMS]
            ):
                return True
        return False

    @native
    def push(self, side: cint, ply: cint, first: uint32_t) -> None:
        """Put the moves of the lists just looked at on top of the others, the pass last, with how good they
        look: the best known before all, then what refuted a sibling."""
        lists: Pointer[int32_t] = self.lines.lists
        line: cint
        items: Pointer[int32_t] = self.lines.items
        item: size_t
        start: size_t
        last: size_t
        slot: uint32_t
        tag: uint32_t
        guess: cint
        out: cint = 2 * self.position.held_worth(1 - side) if self.position.is_bag_empty() else 0
        top: size_t = self.top
        moves_max: size_t = MOVES_MAX if self.plays.room > MOVES_MAX else self.plays.room
        for line in range(LINES):
            if not self.board.line_key[line]:
                continue
            slot = self.slots[ply * LINES + line]
            # Each of them must find room among the plays again when lists are forgotten.
            if top + lists[LIST * slot + ITEMS] + 1 >= moves_max:
                self.plays.failed = True
                break
            start = lists[LIST * slot + FIRST_ITEM]
            last = start + lists[LIST * slot + ITEMS]
            for item in range(start, last):
                guess = items[ITEM * item + ITEM_GUESS]
                tag = cast(uint32_t, items[ITEM * item + ITEM_TAG])
                if guess > GOES_OUT // 2:
                    guess += out - GOES_OUT
                if tag == first:
                    guess = FIRST_GUESS
                elif tag == self.killers[2 * ply]:
                    guess = KILLER_GUESS + 1
                elif tag == self.killers[2 * ply + 1]:
                    guess = KILLER_GUESS
                self.move_play[top] = items[ITEM * item]
                self.move_guess[top] = guess
                top += 1
        self.move_play[top] = PASS
        self.move_guess[top] = FIRST_GUESS if first == PASS_TAG else NO_GUESS
        self.top = top + 1

    @native
    def look_out(self, side: cint, ply: cint) -> None:
        """The plays with which a side could go out now, the best of each line, best first."""
        lists: Pointer[int32_t] = self.lines.lists
        line: cint
        slot: uint32_t
        i: cint
        count: cint = 0
        base: cint = ply * THREATS
        self.lines.expect(side, self.position.rack[side])
        for line in range(LINES):
            if not self.board.line_key[line]:
                continue
            slot = self.lines.list_of(line, side, self.position.rack[side])
            if lists[LIST * slot + OUT_SCORE] < 0:
                continue
            if count < THREATS:
                count += 1
            elif self.threat_score[base + THREATS - 1] >= lists[LIST * slot + OUT_SCORE]:
                continue
            i = count - 1
            while i > 0 and self.threat_score[base + i - 1] < lists[LIST * slot + OUT_SCORE]:
                self.threat_score[base + i] = self.threat_score[base + i - 1]
                self.threat_line[base + i] = self.threat_line[base + i - 1]
                i -= 1
            self.threat_score[base + i] = lists[LIST * slot + OUT_SCORE]
            self.threat_line[base + i] = ONE << line
        self.threats[ply] = count

    @native
    def most(self, play: uint32_t, side: cint, ply: cint) -> cint:
        """What a play that does not go out can bring at most, given the other side's threats."""
        lines: uint64_t
        i: cint
        kept: uint32_t = self.position.rack[side] & ~self.plays.used(play)
        where: uint32_t = self.plays.where(play)
        lines = self.board.changed_lines(start_of(where), length_of(where))
        for i in range(ply * THREATS, ply * THREATS + self.threats[ply]):
            if not self.threat_line[i] & lines:
                return self.plays.score(play) - self.threat_score[i] - 2 * self.lines.worth_of(side, kept)
        return INFINITE

    @native
    def pick(self, at: size_t, end: size_t) -> uint32_t:
        """Bring the best-looking of the moves from `at` on to that place."""
        best: size_t = at
        move: size_t
        play: uint32_t
        guess: cint
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

    @native
    def sort(self, base: size_t, end: size_t) -> None:
        """Order moves by how good they look."""
        i: size_t
        k: size_t
        gap: size_t = 1
        play: uint32_t
        guess: cint
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
