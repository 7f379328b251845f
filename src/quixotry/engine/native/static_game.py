"""One game between two static players as it goes, without leaving compiled code.

Both seats take the candidate of highest equity (the order of moves.py). What the rules say is data handed in:
refilling, exchanges, passes, runs that end the game, settling up; tests replay these games through the referee.
"""

from __future__ import annotations

from typing import Final, Literal

from quixotry.engine.native.bag import Bag
from quixotry.engine.native.best_play import BestPlay
from quixotry.engine.native.game_record import GameRecord
from quixotry.engine.native.game_rules import (
    ALTERNATING,
    DRAWN,
    EXCHANGED,
    PASSED,
    PLAYED,
    RUNS_MAX,
    GameRules,
)
from quixotry.engine.native.late_values import LateValues
from quixotry.engine.native.layout import BLANK_FACE, LOWEST, RACK_ROOM, Rack16, length_of, rest_of, start_of
from quixotry.engine.native.leaves import Leaves
from quixotry.engine.native.rack import Rack
from quixotry.engine.static_values import StaticValues, static_values
from quixotry.lexicon.cdefs import (
    Array,
    bint,
    cint,
    native,
    on_stack,
    popcount,
    uint8_t,
    uint32_t,
    uint64_t,
)
from quixotry.lexicon.gaddag import Gaddag
from quixotry.rules.ruleset import Ruleset

# Why a game ended, where it was not a run.
OUT: Final = -1
NO_PLAY: Final = -2


@native
class StaticGame:
    """A board, a bag, two racks, and whose turn it is. One thread owns it."""

    best: BestPlay
    rack: Rack
    rules: GameRules
    record: GameRecord
    leaves: Leaves
    has_leaves: bint
    # How each seat values what it keeps when the bag runs out.
    late: LateValues
    bag: Bag
    # Racks, RACK_ROOM tiles each; of each seat its exchanges, and the turn in which it ran out of tiles, or -1.
    racks: Array[uint8_t, Literal[32]]
    rack_count: Array[cint, Literal[2]]
    scores: Array[cint, Literal[2]]
    scores_before: Array[cint, Literal[2]]
    exchanges: Array[cint, Literal[2]]
    emptied: Array[cint, Literal[2]]
    bingos: Array[cint, Literal[2]]
    run_now: Array[cint, Literal[8]]
    starter: cint
    turns: cint
    reason: cint
    out_seat: cint
    on_turn: cint
    # Plays, passes (exchanges of nothing too), and tiles laid.
    plays: cint
    passes: cint
    tiles_played: cint
    last_was_play: bint

    def __init__(
        self,
        ruleset: Ruleset,
        graph: Gaddag,
        leaves: Leaves | None = None,
        values: StaticValues | None = None,
        others_values: StaticValues | None = None,
    ) -> None:
        if not ruleset.seats.min <= 2 <= ruleset.seats.max:
            raise ValueError("self-play is for rulesets of two players")
        if len(ruleset.end.runs) > RUNS_MAX:
            raise ValueError(f"self-play knows at most {RUNS_MAX} runs that end a game")
        if leaves is not None and tuple(leaves.tile_counts) != tuple(ruleset.tiles.counts.counts):
            raise ValueError("the leaves are of another tile set")
        self.best = BestPlay(ruleset, graph)
        self.rack = self.best.rack
        self.rules, self.record = GameRules(ruleset), GameRecord()
        self.has_leaves = leaves is not None
        self.leaves = leaves if leaves is not None else Leaves((1, 1), 1)
        self.bag = Bag(ruleset.tiles.counts)
        values = values or static_values(ruleset)
        self.late = LateValues(ruleset.tiles, leaves, values, others_values or values)

    @native
    def begin(self, seed: uint64_t, number: cint) -> None:
        """A new game, which follows from its seed; `number` is its place in a match."""
        i: cint
        seat: cint
        tiles: Array[cint, Literal[2]] = on_stack()
        aside: cint = 0
        self.best.board.clear()
        self.record.clear()
        self.bag.refill(seed)
        for seat in range(2):
            self.rack_count[seat] = self.scores[seat] = self.exchanges[seat] = self.bingos[seat] = 0
            self.emptied[seat] = -1
        for i in range(self.rules.runs):
            self.run_now[i] = 0
        self.turns = self.plays = self.passes = self.tiles_played = 0
        self.last_was_play = False
        self.starter = 0
        if self.rules.first_rule == ALTERNATING:
            self.starter = (number - 1) % 2
        elif self.rules.first_rule == DRAWN:
            # A3: the tile nearest to the first letter starts, a blank before all; equal tiles draw again.
            while self.bag.count >= 2:
                tiles[0] = self.draw()
                tiles[1] = self.draw()
                # They stay out, behind the tiles still in the bag, until it is decided.
                self.bag.tiles[self.bag.count] = tiles[0]
                self.bag.tiles[self.bag.count + 1] = tiles[1]
                aside += 2
                if tiles[0] != tiles[1]:
                    self.starter = 0 if tiles[0] < tiles[1] else 1
                    break
            self.bag.count = self.bag.count + aside
        self.on_turn = self.starter
        self.fill_rack(self.starter)
        self.fill_rack(1 - self.starter)

    @native
    def play_turn(self) -> bint:
        """The turn of whoever is on turn; is the game over then? If so, it is settled up."""
        seat: cint = self.on_turn
        over: bint
        self.take_turn(seat)
        if not self.rules.refill_first:
            self.fill_rack(seat)
        over = self.ended(seat)
        seat = self.on_turn = 1 - seat
        if not over and self.rules.refill_first:
            self.fill_rack(seat)
            over = self.ended(seat)
        if over:
            self.settle_up()
        return over

    @native
    def draw(self) -> cint:
        """A tile out of the bag."""
        tile: cint = self.bag.draw()
        self.record.add_draw(tile)
        return tile

    @native
    def fill_rack(self, seat: cint) -> None:
        """Draw as many tiles as a rack has room for."""
        while self.bag.count and self.rack_count[seat] < self.rules.rack_size:
            self.racks[seat * RACK_ROOM + self.rack_count[seat]] = self.draw()
            self.rack_count[seat] += 1
        if self.rack_count[seat]:
            self.emptied[seat] = -1

    @native
    def face(self, tile: cint) -> cint:
        """What a tile on a rack is worth."""
        return self.best.board.face[tile] if tile else self.best.board.face[BLANK_FACE]

    @native
    def held_worth(self, seat: cint) -> cint:
        """The points on a rack."""
        i: cint
        total: cint = 0
        for i in range(self.rack_count[seat]):
            total += self.face(self.racks[seat * RACK_ROOM + i])
        return total

    @native
    def take_rack(self, seat: cint) -> None:
        """Search with this seat's rack: sorted, blanks last."""
        i: cint
        self.rack.size = self.rack_count[seat]
        for i in range(self.rack.size):
            self.rack.sort_in(i, self.racks[seat * RACK_ROOM + i])
        self.rack.hold()

    @native
    def value_leaves(self, seat: cint) -> None:
        """Value the leaves of the rack taken, which is this seat's."""
        if not self.bag.count:
            self.late.value_end(self.rack, self.held_worth(1 - seat), self.rack_count[1 - seat], seat)
            return
        if self.has_leaves:
            self.leaves.fill(self.rack.tile, self.rack.size, self.rack.leave)
            self.count_pool(1 - seat)
            self.late.weigh_pool(self.rack, seat)
        else:
            self.rack.clear_leaves()
        self.late.apply(self.rack, self.bag.count, seat)

    @native
    def count_pool(self, other: cint) -> None:
        """What whoever plays against this seat cannot see: its rack and the bag."""
        i: cint
        self.late.clear_pool()
        for i in range(self.bag.count):
            self.late.add_unseen(self.bag.tiles[i])
        for i in range(self.rack_count[other]):
            self.late.add_unseen(self.racks[other * RACK_ROOM + i])

    @native
    def may_exchange(self, seat: cint, amount: cint) -> bint:
        """Do the rules let this seat give back so many tiles (one or more)?"""
        return self.rules.may_exchange(amount, self.rack_count[seat], self.bag.count, self.exchanges[seat])

    @native
    def can_act(self, seat: cint) -> bint:
        """Could this seat ever do anything but pass?"""
        amount: cint = self.rules.exchange_least if self.rules.exchange_least > 1 else 1
        if self.rules.whole_rack:
            amount = self.rack_count[seat] if self.rack_count[seat] < self.bag.count else self.bag.count
        if self.may_exchange(seat, amount):
            return True
        if self.bag.count and self.rack_count[seat] < self.rules.rack_size:
            return True
        self.take_rack(seat)
        self.rack.clear_leaves()
        self.best.choose_play(LOWEST)
        return self.best.winner.exists

    @native
    def ended(self, seat: cint) -> bint:
        """Is the game over, now that `seat` has made its turn (or filled its rack)? Then `reason` says why."""
        i: cint
        if not self.bag.count and self.emptied[seat] >= 0:
            self.reason = OUT
            self.out_seat = seat
            if self.emptied[1 - seat] >= 0 and self.emptied[1 - seat] < self.emptied[seat]:
                self.out_seat = 1 - seat
            return True
        for i in range(self.rules.runs):
            if self.rules.run_unless_zero[i] and not self.scores[0] and not self.scores[1]:
                continue
            if self.run_now[i] >= self.rules.run_turns[i]:
                self.reason = i
                return True
        if (
            self.rules.no_play
            and not (self.bag.count and (self.turns == 0 or self.last_was_play))
            and not self.can_act(0)
            and not self.can_act(1)
        ):
            self.reason = NO_PLAY
            return True
        return False

    @native
    def settle_up(self) -> None:
        """Move the points of what is left on the racks."""
        seat: cint
        held: Array[cint, Literal[2]] = on_stack()
        for seat in range(2):
            self.scores_before[seat] = self.scores[seat]
            held[seat] = self.held_worth(seat)
        if self.reason == OUT:
            if self.rules.gains_double:
                self.scores[self.out_seat] += 2 * held[1 - self.out_seat]
                return
            self.scores[self.out_seat] += held[1 - self.out_seat]
        elif self.reason >= 0 and not self.rules.run_settles[self.reason]:
            return
        self.scores[0] -= held[0]
        self.scores[1] -= held[1]

    @native
    def note_turn(self, kind: cint, seat: cint, score: cint) -> None:
        """Count a turn for the runs that end games."""
        i: cint
        for i in range(self.rules.runs):
            self.run_now[i] = self.run_now[i] + 1 if self.rules.counts(i, kind, score, self.bag.count) else 0
        self.last_was_play = kind == PLAYED
        self.record.close_turn(kind, seat, score)
        self.turns += 1

    @native
    def idle_choice(self, seat: cint, passes: bint) -> cint:
        """The mask of tiles to keep of the best exchange (all of them: a pass), or -1 when neither may be."""
        kept: uint32_t
        best: cint = -1
        amount: cint
        may: Rack16[bint] = on_stack()
        full: uint32_t = self.rack.full
        for amount in range(self.rack.size + 1):
            may[amount] = self.may_exchange(seat, amount)
        for kept in range(full):
            if (
                self.rack.canonical[kept]
                and may[self.rack.size - popcount(kept)]
                and (best < 0 or self.rack.idle_worth(kept) > self.rack.idle_worth(best))
            ):
                best = kept
        if passes and (best < 0 or self.rack.leave[full] > self.rack.idle_worth(best)):
            best = full
        return best

    @native
    def keep_tiles(self, seat: cint, kept: uint32_t) -> cint:
        """What of the rack searched with a seat keeps; returns how many tiles."""
        i: cint
        amount: cint = 0
        for i in range(self.rack.size):
            if kept >> i & 1:
                self.racks[seat * RACK_ROOM + amount] = self.rack.tile[i]
                amount += 1
        return amount

    @native
    def take_turn(self, seat: cint) -> None:
        """Choose and make the move of a seat, up to but without the drawing of new tiles."""
        idle: cint
        floor: cint = LOWEST
        full: cint
        passes: bint = not (self.rules.pass_late and self.best.board.tiles_down == 0)
        self.take_rack(seat)
        self.record.open_turn(self.rack.size, self.rack.tile)
        self.value_leaves(seat)
        idle = self.idle_choice(seat, passes)
        full = self.rack.full
        if idle >= 0:
            floor = self.rack.leave[full] if idle == full else self.rack.idle_worth(idle)
        self.best.choose_play(floor)
        if self.best.winner.exists:
            self.make_play(seat)
        elif idle >= 0:
            self.make_exchange(seat, idle)
        else:
            # Only a first turn that may not be given up and has no play comes here: then a pass is legal.
            self.make_exchange(seat, self.rack.full)

    @native
    def make_play(self, seat: cint) -> None:
        """Lay the best play."""
        where: uint32_t = self.best.winner.where
        count: cint = self.rack.size - popcount(rest_of(where))
        left: cint
        self.record.set_play(start_of(where), length_of(where), self.best.winner.strip)
        self.scores[seat] += self.best.winner.score
        if self.best.board.bonus[count]:
            self.bingos[seat] += 1
        self.tiles_played += count
        self.note_turn(PLAYED, seat, self.best.winner.score)
        self.best.board.lay(start_of(where), length_of(where), self.best.winner.strip)
        left = self.keep_tiles(seat, rest_of(where))
        self.rack_count[seat] = left
        self.emptied[seat] = self.turns if left == 0 else -1
        self.plays += 1

    @native
    def make_exchange(self, seat: cint, kept: uint32_t) -> None:
        """Give back what is not kept; who keeps everything passes."""
        i: cint
        count: cint
        if kept == self.rack.full and not self.rules.pass_as_exchange:
            self.note_turn(PASSED, seat, 0)
            self.passes += 1
            return
        for i in range(self.rack.size):
            if not kept >> i & 1:
                self.record.add_tile(self.rack.tile[i])
        self.note_turn(EXCHANGED, seat, 0)
        self.exchanges[seat] += 1
        if kept == self.rack.full:
            self.passes += 1
        count = self.keep_tiles(seat, kept)
        # New tiles come out before the old ones go in, unless racks fill at the start of a turn.
        if not self.rules.refill_first:
            while count < self.rack.size:
                self.racks[seat * RACK_ROOM + count] = self.draw()
                count += 1
        self.rack_count[seat] = count
        for i in range(self.rack.size):
            if not kept >> i & 1:
                self.bag.put(self.rack.tile[i])
