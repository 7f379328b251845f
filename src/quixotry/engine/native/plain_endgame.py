"""Endgames worked out to the end by alpha and beta alone: no table, no order, no threats, no lists kept.

What `Endgame` is checked against where a minimax that leaves nothing out would take too long.
"""

from __future__ import annotations

from collections.abc import Sequence

from quixotry.engine.endings import Endings
from quixotry.engine.native.board import Board
from quixotry.engine.native.end_position import EndPosition
from quixotry.engine.native.journal import Journal
from quixotry.engine.native.layout import LINES
from quixotry.engine.native.line_plays import LinePlays
from quixotry.engine.native.move_order import INFINITE
from quixotry.engine.native.play_store import PlayStore
from quixotry.lexicon.cdefs import Readonly, bint, cint, native, nogil, uint32_t
from quixotry.lexicon.gaddag import Gaddag
from quixotry.rules.ruleset import Ruleset


@native
class PlainEndgame:
    """Values of endgames, slowly."""

    board: Board
    lines: LinePlays
    plays: PlayStore
    position: Readonly[EndPosition]

    def __init__(self, ruleset: Ruleset, graph: Gaddag) -> None:
        self.board = Board(ruleset, graph, journal=Journal())
        self.lines = LinePlays(self.board)
        self.plays = self.lines.plays
        self.position = EndPosition(self.lines, ruleset.end.no_play)

    def set_position(
        self,
        cells: bytes,
        own: Sequence[int],
        other: Sequence[int],
        endings: Endings,
        *,
        bag: Sequence[int] = (),
        rack_size: int = 0,
    ) -> None:
        """A board, the rack on turn and the other one, how the game may end, and what may be left in the bag."""
        self.position.set_position(cells, own, other, endings, bag=bag, rack_size=rack_size)

    def value(self, nodes_max: int, seconds: float) -> int | None:
        """The value of the position set, or None when the budget ran out."""
        self.position.allow(nodes_max, seconds)
        self.plays.top = 0
        value: cint = 0
        with nogil:
            value = self.search(0, -INFINITE, INFINITE, self.position.root_left, self.position.now_settles)
        return None if self.position.stopped else value

    @native
    def search(self, side: cint, alpha: cint, beta: cint, left: cint, settles: cint) -> cint:
        if self.position.out_of_budget():
            return 0
        base: uint32_t = self.plays.top
        line: cint
        for line in range(LINES):
            if self.board.line_key[line]:
                self.lines.find_line(line, 1 - side, self.position.rack[1 - side])
        can_other: bint = self.plays.top > base
        self.plays.top = base
        for line in range(LINES):
            if self.board.line_key[line]:
                self.lines.find_line(line, side, self.position.rack[side])
        end: uint32_t = self.plays.top
        if end == base and not can_other:
            return (
                self.position.settled(side)
                if self.position.no_play
                else self.position.idled(side, left, settles)
            )
        rack: uint32_t = self.position.rack[side]
        source: uint32_t = self.lines.whole[side]
        drawn: cint = self.position.drawn
        is_last: bint = self.position.is_bag_empty()
        mark: cint = self.board.journal.top
        best: cint = -INFINITE
        value: cint
        score: cint
        after: cint
        play: uint32_t
        for play in range(base, end + 1):
            if play == end:
                after = self.position.after_pass(left)
                if self.position.is_over(after):
                    value = self.position.idled(side, after, settles)
                else:
                    value = -self.search(1 - side, -beta, -alpha, after, settles)
            else:
                score = self.plays.score(play)
                after = self.position.after_play(left, score)
                if is_last and self.plays.used(play) == rack:
                    value = score + 2 * self.position.held_worth(1 - side)
                else:
                    self.position.play(play, side)
                    if self.position.is_over(after):
                        value = self.position.idled(side, after, settles)
                    else:
                        value = score - self.search(
                            1 - side,
                            score - beta,
                            score - alpha,
                            after,
                            self.position.settles_after(settles, score),
                        )
                    self.position.take_back(mark, side, rack, source, drawn)
            if self.position.stopped:
                break
            if value > best:
                best = value
            if best > alpha:
                alpha = best
            if alpha >= beta:
                break
        self.plays.top = base
        return best
