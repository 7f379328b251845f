"""An endgame as it stands: a board, what both sides still hold, how near the end by passes is, and the budget.

Passes. A run of idle turns ends the game, after two, three, four or twelve of them. As long as every play scores
it does not matter how many are left if they are two or more: whoever gains by playing plays at once, and if
neither does, both pass until the end. So 2 or 1 is all that is counted. Where a play may score nothing, turns
are counted in full, those without a score and those without tiles apart (`counting`).
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
    from cython.cimports.quixotry.lexicon.bits import M64, MIX_STEP, uint32_t, uint64_t
else:
    import time

    from quixotry.engine.end_board import mix
    from quixotry.engine.line_plays import LinePlays
    from quixotry.lexicon.bits import M64, MIX_STEP, uint32_t, uint64_t

from quixotry.engine.line_plays import LIST_BITS


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def monotonic() -> cython.double:
    if cython.compiled:
        now: timespec
        clock_gettime(CLOCK_MONOTONIC, cython.address(now))  # noqa: F821
        return now.tv_sec + now.tv_nsec * 1e-9  # noqa: F821
    return time.monotonic()


@cython.cclass
class EndPosition(LinePlays):
    """A position both sides know all about, and the rules it ends by."""

    def __init__(self, ruleset, graph, list_bits=LIST_BITS):
        LinePlays.__init__(self, ruleset, graph, list_bits)
        self.no_play = ruleset.end.no_play
        if not cython.compiled:
            self.rack, self.moving_key, self.waiting_key = [0, 0], [0] * 2048, [0] * 2048
            self.nodes = 0
        self.cancelled = False

    def set_position(self, cells, own, other, endings):
        """A board, the rack on turn and the other one, and how the game may end (`endings.Endings`)."""
        self.set_tiles(cells, own, other)
        for side in range(2):
            self.rack[side] = self.full[side]
            for rack in range(self.full[side] + 1):
                held = 0
                for place in range(self.sizes[side]):
                    if rack >> place & 1:
                        held = (held + mix((1 << 40) + self.tile[side * 16 + place])) & M64
                self.moving_key[side * 1024 + rack] = mix(held)
                self.waiting_key[side * 1024 + rack] = mix(held ^ MIX_STEP)
        # So many turns without tiles, and so many without a score in the bits above: 60 is never reached.
        self.counting = endings.counts_in_full
        self.root_left, self.rest_left = (
            min(60, tileless) | min(60, scoreless) << 8
            for tileless, scoreless in (endings.now, endings.after)
        )
        self.now_settles, self.after_settles = (
            tileless | scoreless << 1 for tileless, scoreless in (endings.now_settles, endings.after_settles)
        )
        self.scoreless_first = endings.scoreless_first

    def allow(self, nodes_max, seconds):
        """A new budget: so many nodes, counted from the first question on, and so much time."""
        self.nodes_max = nodes_max
        self.deadline = monotonic() + seconds
        self.stopped = False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def state(self, side: cython.int, left: cython.int, settles: cython.int) -> uint64_t:
        """The key of the position with who is on turn and how near the end by passes is."""
        key: uint64_t = self.board_key ^ self.moving_key[side * 1024 + self.rack[side]]
        key ^= self.waiting_key[(1 - side) * 1024 + self.rack[1 - side]]
        return key ^ mix((cython.cast(uint64_t, 3) << 40) + left * 4 + settles)

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
    def settled(self, side: cython.int) -> cython.int:
        """What settling up brings a side when nobody goes out."""
        return self.worth[(1 - side) * 1024 + self.rack[1 - side]] - self.worth[side * 1024 + self.rack[side]]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def idled(self, side: cython.int, left: cython.int, settles: cython.int) -> cython.int:
        """What the end brings a side when from here on, or until here, nobody does anything."""
        tileless: cython.int = left & 255
        scoreless: cython.int = left >> 8
        if scoreless < tileless or (scoreless == tileless and self.scoreless_first):
            settles >>= 1
        return self.settled(side) if settles & 1 else 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def after_pass(self, left: cython.int) -> cython.int:
        """How near the end is one idle turn later; the end has come when either count is 0."""
        return left - 257 if self.counting else left - 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def after_play(self, left: cython.int, score: cython.int) -> cython.int:
        """How near the end is after a play."""
        if score == 0 and self.counting:
            return (left & 0xFF00) - 256 + (self.rest_left & 255)
        return self.rest_left

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def settles_after(self, settles: cython.int, score: cython.int) -> cython.int:
        """Which ends settle tiles after a play; one without a score leaves the run without scores as it was."""
        if score == 0 and self.counting:
            return (settles & 2) | (self.after_settles & 1)
        return self.after_settles

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def is_over(self, left: cython.int) -> cython.bint:
        return left & 255 == 0 or left >> 8 == 0

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
