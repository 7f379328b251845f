"""Whole games between two static players, without leaving compiled code.

Both seats take the candidate of highest equity (the order of moves.py). What the rules say is data handed in:
refilling, exchanges, passes, runs that end the game, settling up; tests replay these games through the referee.
A game follows from its seed alone: tiles come from splitmix64 started with it (games between people draw by
fair/draws.py instead, which can be proved fair but is a hundred times slower).
"""

from __future__ import annotations

try:
    import cython
except ModuleNotFoundError:  # pragma: no cover
    from quixotry.lexicon import nocython as cython

if cython.compiled:
    from cython.cimports.quixotry.engine.chooser import Chooser
    from cython.cimports.quixotry.engine.leaves import Leaves
    from cython.cimports.quixotry.lexicon.bits import (
        M64,
        MIX_A,
        MIX_B,
        MIX_STEP,
        popcount,
        uint32_t,
        uint64_t,
    )
else:
    from quixotry.engine.chooser import Chooser
    from quixotry.engine.leaves import Leaves
    from quixotry.lexicon.bits import M64, MIX_A, MIX_B, MIX_STEP, popcount

FIGURES = (
    "games",
    "points",
    "points_squared",
    "turns",
    "bingos",
    "plays",
    "exchanges",
    "passes",
    "starter_points",
    "starter_wins",
    "starter_ties",
    "tiles_played",
    "ended_out",
    "winner_points",
    "loser_points",
)
"""What `run` adds up, in its order."""

RUN_KINDS = ("passes", "exchanges", "scoreless", "tileless")


@cython.cclass
class SelfPlay(Chooser):
    """Plays games by seed. One thread owns it; several may play at once, each with its own."""

    def __init__(self, ruleset, graph, leaves=None):
        Chooser.__init__(self, ruleset, graph)
        if not ruleset.seats.min <= 2 <= ruleset.seats.max:
            raise ValueError("self-play is for rulesets of two players")
        if not cython.compiled:
            self.run_of, self.run_turns, self.run_bag_empty = [0] * 8, [0] * 8, [0] * 8
            self.run_unless_zero, self.run_settles, self.run_now = [0] * 8, [0] * 8, [0] * 8
            self.whole_bag, self.bag, self.rack = [0] * 1024, [0] * 1024, [0] * 32
            self.rack_count, self.scores, self.scores_before = [0, 0], [0, 0], [0, 0]
            self.exchanges, self.emptied, self.bingos = [0, 0], [0, 0], [0, 0]
            self.draws, self.record_of, self.sums = [0] * 32768, [0] * 65536, [0] * 32
        self.has_leaves = leaves is not None
        self.leaves = leaves if leaves is not None else Leaves((1, 1), 1)
        if leaves is not None and tuple(leaves.tile_counts) != tuple(ruleset.tiles.counts.counts):
            raise ValueError("the leaves are of another tile set")
        self.refill_first = ruleset.rack.refill == "start-of-turn"
        rule = ruleset.exchange
        self.exchange_allowed, self.whole_rack = rule.allowed, rule.whole_rack
        self.exchange_least, self.bag_least, self.per_game = rule.least, rule.bag_least, rule.per_game or 0
        self.pass_as_exchange = ruleset.passing.kind == "as-exchange"
        self.pass_late = ruleset.passing.kind == "after-first-play"
        self.no_play = ruleset.end.no_play
        self.gains_double = ruleset.end.out == "gains-double"
        self.first_rule = ("seat-1", "drawn", "alternating").index(ruleset.seats.first)
        self.runs = len(ruleset.end.runs)
        if self.runs > 8:
            raise ValueError("at most 8 runs may end a game here")
        for i, run in enumerate(ruleset.end.runs):
            self.run_of[i] = RUN_KINDS.index(run.of)
            self.run_turns[i] = run.length(2)
            self.run_bag_empty[i] = run.bag_empty
            self.run_unless_zero[i] = run.unless_all_zero
            self.run_settles[i] = run.settling == "each-loses-own"
        self.whole_count = 0
        for tile in ruleset.tiles.counts:
            self.whole_bag[self.whole_count] = tile
            self.whole_count += 1
        self.recording = self.sampling = False

    def set_leaves_table(self, leaves):
        """Play by another table from now on."""
        self.leaves = leaves
        self.has_leaves = True

    def run(self, seed, games):
        """Play games `seed`, `seed + 1` and so on; returns the figures of FIGURES, added up."""
        first: uint64_t = seed
        amount: cython.int = games
        i: cython.int
        for i in range(32):
            self.sums[i] = 0
        if cython.compiled:
            with cython.nogil:
                for i in range(amount):
                    self.play_game(first + i, 1)
        else:
            for i in range(amount):
                self.play_game(first + i, 1)
        return {name: self.sums[place] for place, name in enumerate(FIGURES)}

    def run_sampling(self, seed, games, sums, counts):
        """The same, and on each turn try a random rack out of what the mover cannot see: what its best
        candidate is worth goes into `sums` and `counts` under every leave it contains."""
        self.sample_sum, self.sample_count = sums, counts
        self.sampling = True
        try:
            return self.run(seed, games)
        finally:
            self.sampling = False

    def game(self, seed, number=1):
        """One game with everything that happened: (draws, turns, scores, scores before settling, reason).

        A turn is (kind, seat, score, placements or tiles, rack before it), kind one of play, exchange, pass;
        reason is `out`, `no-play` or the number of the run that ended it."""
        self.recording = True
        self.record_full = False
        self.play_game(seed, number)
        self.recording = False
        turns = []
        for turn in range(self.turns):
            at = turn * 48
            kind, seat, score, count, start = (self.record_of[at + i] for i in range(5))
            cells = [self.record_of[at + 5 + i] for i in range(count)]
            if kind == 0:
                laid = []
                for i, cell in enumerate(cells):
                    if cell:
                        there = start + i if start < 528 else self.other(start + i)
                        laid.append((there // 24 * self.width + there % 24 - 1, cell))
                what = ("play", seat, score, tuple(laid))
            else:
                what = ("exchange" if kind == 1 else "pass", seat, 0, tuple(cells))
            rack = [self.record_of[at + 31 + i] for i in range(self.record_of[at + 30])]
            turns.append((*what, tuple(rack)))
        reason = self.reason if self.reason >= 0 else {-1: "out", -2: "no-play"}[self.reason]
        return (
            bytes([self.draws[i] for i in range(self.draw_count)]),
            turns,
            (self.scores[0], self.scores[1]),
            (self.scores_before[0], self.scores_before[1]),
            reason,
        )

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def below(self, limit: uint32_t) -> uint32_t:
        """An even choice among `limit` (to one part in four thousand million)."""
        z: uint64_t
        self.state = (self.state + MIX_STEP) & M64
        z = self.state
        z = ((z ^ (z >> 30)) * MIX_A) & M64
        z = ((z ^ (z >> 27)) * MIX_B) & M64
        z ^= z >> 31
        return ((z >> 32) * limit) >> 32

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def draw(self) -> cython.int:
        """A tile out of the bag."""
        place: uint32_t = self.below(self.bag_count)
        tile: cython.int = self.bag[place]
        self.bag_count -= 1
        self.bag[place] = self.bag[self.bag_count]
        if self.recording:
            if self.draw_count < 32768:
                self.draws[self.draw_count] = tile
                self.draw_count += 1
            else:
                self.record_full = True
        return tile

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def fill_rack(self, seat: cython.int) -> cython.void:
        while self.bag_count and self.rack_count[seat] < self.rack_size:
            self.rack[seat * 16 + self.rack_count[seat]] = self.draw()
            self.rack_count[seat] += 1
        if self.rack_count[seat]:
            self.emptied[seat] = -1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def take_rack(self, seat: cython.int) -> cython.void:
        """Search with this seat's rack: sorted, blanks last."""
        i: cython.int
        j: cython.int
        tile: cython.int
        self.size = self.rack_count[seat]
        for i in range(self.size):
            tile = self.rack[seat * 16 + i]
            j = i
            while j and tile and (self.tile[j - 1] > tile or not self.tile[j - 1]):
                self.tile[j] = self.tile[j - 1]
                j -= 1
            self.tile[j] = tile
        self.hold()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def value_leaves(self, seat: cython.int) -> cython.void:
        i: cython.int
        tile: cython.int
        others: cython.int = 0
        kept: uint32_t
        if not self.bag_count:
            for i in range(self.rack_count[1 - seat]):
                tile = self.rack[(1 - seat) * 16 + i]
                others += self.face[tile] if tile else self.face[129]
            self.value_end(others)
        elif self.has_leaves:
            self.leaves.fill(self.tile, self.size, self.leave)
        else:
            for kept in range(self.full + 1):
                self.leave[kept] = 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def may_exchange(self, seat: cython.int, amount: cython.int) -> cython.bint:
        """Do the rules let this seat give back so many tiles (one or more)?"""
        most: cython.int = self.rack_count[seat]
        if most > self.bag_count:
            most = self.bag_count
        return (
            self.exchange_allowed
            and amount >= 1
            and amount >= self.exchange_least
            and amount <= most
            and self.bag_count >= self.bag_least
            and not (self.per_game and self.exchanges[seat] >= self.per_game)
            and not (self.whole_rack and amount != most)
        )

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def can_act(self, seat: cython.int) -> cython.bint:
        """Could this seat ever do anything but pass?"""
        amount: cython.int = self.exchange_least if self.exchange_least > 1 else 1
        kept: uint32_t
        if self.whole_rack:
            amount = self.rack_count[seat] if self.rack_count[seat] < self.bag_count else self.bag_count
        if self.may_exchange(seat, amount):
            return True
        if self.bag_count and self.rack_count[seat] < self.rack_size:
            return True
        self.take_rack(seat)
        for kept in range(self.full + 1):
            self.leave[kept] = 0
        self.choose_play(-2000000000)
        return self.has_best

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def ended(self, seat: cython.int) -> cython.bint:
        """Is the game over, now that `seat` has made its turn (or filled its rack)? Then `reason` says why."""
        i: cython.int
        if not self.bag_count and self.emptied[seat] >= 0:
            self.reason = -1
            self.out_seat = seat
            if self.emptied[1 - seat] >= 0 and self.emptied[1 - seat] < self.emptied[seat]:
                self.out_seat = 1 - seat
            return True
        for i in range(self.runs):
            if self.run_unless_zero[i] and not self.scores[0] and not self.scores[1]:
                continue
            if self.run_now[i] >= self.run_turns[i]:
                self.reason = i
                return True
        if (
            self.no_play
            and not (self.bag_count and (self.turns == 0 or self.last_was_play))
            and not self.can_act(0)
            and not self.can_act(1)
        ):
            self.reason = -2
            return True
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def settle_up(self) -> cython.void:
        seat: cython.int
        i: cython.int
        tile: cython.int
        held: cython.int[2]
        if not cython.compiled:
            held = [0, 0]
        for seat in range(2):
            held[seat] = 0
            self.scores_before[seat] = self.scores[seat]
            for i in range(self.rack_count[seat]):
                tile = self.rack[seat * 16 + i]
                held[seat] += self.face[tile] if tile else self.face[129]
        if self.reason == -1:
            if self.gains_double:
                self.scores[self.out_seat] += 2 * held[1 - self.out_seat]
                return
            self.scores[self.out_seat] += held[1 - self.out_seat]
        elif self.reason >= 0 and not self.run_settles[self.reason]:
            return
        self.scores[0] -= held[0]
        self.scores[1] -= held[1]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def note_turn(self, kind: cython.int, seat: cython.int, score: cython.int) -> cython.void:
        """Count a turn for the runs that end games; kind 0 is a play, 1 an exchange, 2 a pass."""
        i: cython.int
        counts: cython.bint
        for i in range(self.runs):
            if self.run_of[i] == 0:
                counts = kind == 2
            elif self.run_of[i] == 1:
                counts = kind == 1
            elif self.run_of[i] == 2:
                counts = score == 0
            else:
                counts = kind != 0
            if self.run_bag_empty[i] and self.bag_count:
                counts = False
            self.run_now[i] = self.run_now[i] + 1 if counts else 0
        self.last_was_play = kind == 0
        if self.recording and self.turns < 1360:
            self.record_of[self.turns * 48] = kind
            self.record_of[self.turns * 48 + 1] = seat
            self.record_of[self.turns * 48 + 2] = score
        elif self.recording:
            self.record_full = True
        self.turns += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def idle_choice(self, seat: cython.int, passes: cython.bint) -> cython.int:
        """The mask of tiles to keep of the best exchange (all of them: a pass), or -1 when neither may be."""
        kept: uint32_t
        best: cython.int = -1
        amount: cython.int
        may: cython.bint[16]
        if not cython.compiled:
            may = [False] * 16
        for amount in range(self.size + 1):
            may[amount] = self.may_exchange(seat, amount)
        for kept in range(self.full):
            if (
                self.canonical[kept]
                and may[self.size - popcount(kept)]
                and (best < 0 or self.leave[kept] > self.leave[best])
            ):
                best = kept
        if passes and (best < 0 or self.leave[self.full] > self.leave[best]):
            best = self.full
        return best

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def take_turn(self, seat: cython.int) -> cython.void:
        """Choose and make the move of a seat, up to but without the drawing of new tiles."""
        idle: cython.int
        floor: cython.int = -2000000000
        i: cython.int
        j: cython.int
        at: cython.int
        length: cython.int
        count: cython.int
        kept: uint32_t
        base: cython.int = self.turns * 48 if self.recording and self.turns < 1360 else 0
        passes: cython.bint = not (self.pass_late and self.tiles_down == 0)
        self.take_rack(seat)
        if self.recording:
            self.record_of[base + 30] = self.size
            for i in range(self.size):
                self.record_of[base + 31 + i] = self.tile[i]
        self.value_leaves(seat)
        idle = self.idle_choice(seat, passes)
        if idle >= 0:
            floor = self.leave[idle]
        self.choose_play(floor)
        if self.has_best:
            at = self.best_where & 0xFFF
            length = self.best_where >> 12 & 0x1F
            kept = self.best_where >> 17
            if self.recording:
                self.record_of[base + 3] = length
                self.record_of[base + 4] = at
                for i in range(length):
                    self.record_of[base + 5 + i] = self.best_strip[i]
            self.scores[seat] += self.best_score
            count = self.size - popcount(kept)
            if self.bonus[count]:
                self.bingos[seat] += 1
            self.sums[11] += count
            self.note_turn(0, seat, self.best_score)
            self.lay(at, length, self.best_strip)
            j = 0
            for i in range(self.size):
                if kept >> i & 1:
                    self.rack[seat * 16 + j] = self.tile[i]
                    j += 1
            self.rack_count[seat] = j
            self.emptied[seat] = self.turns if j == 0 else -1
            self.sums[5] += 1
            return
        if idle < 0:
            # Only a first turn that may not be given up and has no play comes here: then a pass is legal.
            idle = self.full
        kept = idle
        if kept == self.full and not self.pass_as_exchange:
            if self.recording:
                self.record_of[base + 3] = 0
            self.note_turn(2, seat, 0)
            self.sums[7] += 1
            return
        self.note_turn(1, seat, 0)
        self.exchanges[seat] += 1
        self.sums[6 if kept != self.full else 7] += 1
        j = 0
        length = 0
        for i in range(self.size):
            if kept >> i & 1:
                self.rack[seat * 16 + j] = self.tile[i]
                j += 1
            elif self.recording:
                self.record_of[base + 5 + length] = self.tile[i]
                length += 1
        if self.recording:
            self.record_of[base + 3] = length
        # New tiles come out before the old ones go in, unless racks fill at the start of a turn.
        if not self.refill_first:
            while j < self.size:
                self.rack[seat * 16 + j] = self.draw()
                j += 1
        self.rack_count[seat] = j
        for i in range(self.size):
            if not kept >> i & 1:
                self.bag[self.bag_count] = self.tile[i]
                self.bag_count += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def sample(self) -> cython.void:
        """What a rack drawn at random from all tiles not on the board could do here."""
        pool: cython.uchar[1088]
        count: cython.int = 0
        seat: cython.int
        i: cython.int
        j: cython.int
        place: cython.int
        tile: cython.int
        kept: uint32_t
        equity: cython.int
        at: uint32_t
        if not cython.compiled:
            pool = [0] * 1088
        for i in range(self.bag_count):
            pool[count] = self.bag[i]
            count += 1
        for seat in range(2):
            for i in range(self.rack_count[seat]):
                pool[count] = self.rack[seat * 16 + i]
                count += 1
        self.size = self.rack_size
        for i in range(self.size):
            place = self.below(count)
            tile = pool[place]
            count -= 1
            pool[place] = pool[count]
            j = i
            while j and tile and (self.tile[j - 1] > tile or not self.tile[j - 1]):
                self.tile[j] = self.tile[j - 1]
                j -= 1
            self.tile[j] = tile
        self.hold()
        self.value_leaves(0)
        equity = self.leave[self.full]
        for kept in range(self.full):
            if self.bag_count >= self.size - popcount(kept) and self.leave[kept] > equity:
                equity = self.leave[kept]
        self.choose_play(equity)
        if self.has_best:
            equity = self.best_equity
        # Every subset of places counts, equal tiles too: keeping one of two Es is likelier than keeping the Z.
        for kept in range(self.full + 1):
            if popcount(kept) <= self.leaves.longest:
                at = self.leaves.rank(self.tile, self.size, kept)
                self.sample_sum[at] += equity
                self.sample_count[at] += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def play_game(self, seed: uint64_t, number: cython.int) -> cython.void:
        """One game; `number` is its place in a match."""
        i: cython.int
        seat: cython.int
        tiles: cython.int[2]
        aside: cython.int = 0
        over: cython.bint
        if not cython.compiled:
            tiles = [0, 0]
        self.state = seed
        self.below(2)
        self.state ^= seed << 1 & M64
        self.clear()
        self.bag_count = self.whole_count
        for i in range(self.whole_count):
            self.bag[i] = self.whole_bag[i]
        for seat in range(2):
            self.rack_count[seat] = self.scores[seat] = self.exchanges[seat] = self.bingos[seat] = 0
            self.emptied[seat] = -1
        for i in range(8):
            self.run_now[i] = 0
        self.turns = self.draw_count = 0
        self.last_was_play = False
        self.starter = 0
        if self.first_rule == 2:
            self.starter = (number - 1) % 2
        elif self.first_rule == 1:
            # A3: the tile nearest to the first letter starts, a blank before all; equal tiles draw again.
            while self.bag_count >= 2:
                tiles[0] = self.draw()
                tiles[1] = self.draw()
                # They stay out, behind the tiles still in the bag, until it is decided.
                self.bag[self.bag_count] = tiles[0]
                self.bag[self.bag_count + 1] = tiles[1]
                aside += 2
                if tiles[0] != tiles[1]:
                    self.starter = 0 if tiles[0] < tiles[1] else 1
                    break
            self.bag_count += aside
        seat = self.starter
        self.fill_rack(seat)
        self.fill_rack(1 - seat)
        while True:
            if self.sampling and self.bag_count >= self.rack_size:
                self.sample()
            self.take_turn(seat)
            if not self.refill_first:
                self.fill_rack(seat)
            over = self.ended(seat)
            seat = 1 - seat
            if not over and self.refill_first:
                self.fill_rack(seat)
                over = self.ended(seat)
            if over:
                break
        self.settle_up()
        self.sums[0] += 1
        for seat in range(2):
            self.sums[1] += self.scores[seat]
            self.sums[2] += self.scores[seat] * self.scores[seat]
            self.sums[4] += self.bingos[seat]
        self.sums[3] += self.turns
        self.sums[8] += self.scores[self.starter]
        self.sums[9] += self.scores[self.starter] > self.scores[1 - self.starter]
        self.sums[10] += self.scores[0] == self.scores[1]
        self.sums[12] += self.reason == -1
        seat = 0 if self.scores[0] >= self.scores[1] else 1
        self.sums[13] += self.scores[seat]
        self.sums[14] += self.scores[1 - seat]
