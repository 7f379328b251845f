"""Endgames worked out to the end by alpha and beta alone: no table, no order, no threats, no lists kept.

What `Endgame` is checked against where a minimax that leaves nothing out would take too long.
"""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:  # pragma: no cover
    from quixotry.lexicon import nocython as cython

if cython.compiled:
    from cython.cimports.quixotry.engine.end_position import EndPosition
    from cython.cimports.quixotry.lexicon.bits import uint32_t
else:
    from quixotry.engine.end_position import EndPosition
    from quixotry.lexicon.bits import uint32_t


@cython.final
@cython.cclass
class PlainEndgame(EndPosition):
    """Values of endgames, slowly."""

    def value(self, nodes_max, seconds):
        """The value of the position set, or None when the budget ran out."""
        self.allow(nodes_max, seconds)
        self.play_top = 0
        value: cython.int = 0
        if cython.compiled:
            with cython.nogil:
                value = self.search(0, -400000, 400000, self.root_left, self.now_settles)
        else:
            value = self.search(0, -400000, 400000, self.root_left, self.now_settles)
        return None if self.stopped else value

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def search(
        self, side: cython.int, alpha: cython.int, beta: cython.int, left: cython.int, settles: cython.int
    ) -> cython.int:
        if self.out_of_budget():
            return 0
        base: uint32_t = self.play_top
        line: cython.int
        for line in range(48):
            if self.line_key[line]:
                self.find_line(line, 1 - side, self.rack[1 - side])
        can_other: cython.bint = self.play_top > base
        self.play_top = base
        for line in range(48):
            if self.line_key[line]:
                self.find_line(line, side, self.rack[side])
        end: uint32_t = self.play_top
        if end == base and not can_other:
            return self.settled(side) if self.no_play else self.idled(side, left, settles)
        rack: uint32_t = self.rack[side]
        mark: cython.int = self.log_top
        best: cython.int = -400000
        value: cython.int
        score: cython.int
        after: cython.int
        play: uint32_t
        for play in range(base, end + 1):
            if play == end:
                after = self.after_pass(left)
                if self.is_over(after):
                    value = self.idled(side, after, settles)
                else:
                    value = -self.search(1 - side, -beta, -alpha, after, settles)
            else:
                score = self.plays[4 * play + 2]
                after = self.after_play(left, score)
                if cython.cast(uint32_t, self.plays[4 * play + 1]) == rack:
                    value = score + 2 * self.worth[(1 - side) * 1024 + self.rack[1 - side]]
                else:
                    self.play(play, side)
                    if self.is_over(after):
                        value = self.idled(side, after, settles)
                    else:
                        value = score - self.search(
                            1 - side,
                            score - beta,
                            score - alpha,
                            after,
                            self.settles_after(settles, score),
                        )
                    self.lift(mark)
                    self.rack[side] = rack
            if self.stopped:
                break
            if value > best:
                best = value
            if best > alpha:
                alpha = best
            if alpha >= beta:
                break
        self.play_top = base
        return best
