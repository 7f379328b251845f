"""The move generator without a compiler: the plays, scores and equities of the compiled one, in plain Python.

The words for a slot (a stretch of a line, `plain_board`) are an AND of word sets (`word_sets`), so blanks cost nothing
until plays are written out. Every slot has an upper bound on equity: who wants only the best few plays looks at slots
in the order of their bounds, and stops when none reaches what has been found. `bench/plain.py` measures it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from heapq import heapify, heappop
from operator import mul
from typing import NamedTuple

from quixotry.engine.hashing import M64, mix64
from quixotry.engine.perception import Perception
from quixotry.engine.plain_board import PlainBoard, Slot
from quixotry.engine.plain_leaves import LeaveTable
from quixotry.engine.static_values import static_values, vowels_of
from quixotry.engine.word_sets import WordSets, word_sets
from quixotry.lexicon.wordlist import Lexicon
from quixotry.rules.alphabet import BLANK, BLANK_BIT, letter_of
from quixotry.rules.ruleset import Ruleset

RACK_MAX = 10
_NO_BOUND = -(1 << 60)

FoundPlay = tuple[tuple[tuple[int, int], ...], bool, tuple[int, ...], int, int]
"""Squares with cells, whether it runs down, tiles kept, score, equity in thousandths: as the compiled one says it."""


class PlainPlay(NamedTuple):
    """A play as the generator holds it."""

    slot: Slot
    cells: bytes
    """For the free squares."""
    used: int
    """Which tiles are laid: the sum of their steps, see `PlainGenerator.set_rack`."""
    score: int
    equity: int

    def order(self) -> tuple[object, ...]:
        """The engine's order: equity, score, place, length, tiles."""
        return -self.equity, -self.score, self.slot.place, len(self.slot.squares), self.cells

    def order_of_perception(self) -> tuple[object, ...]:
        """The order of `perception`: among equals the shorter first, then place, then what the generator finds first;
        it lays tiles leftwards from the first run it uses, and then rightwards."""
        first_run = self.slot.through[0][0] if self.slot.through else 0
        left = sum(place < first_run for place in self.slot.free)
        laid = self.cells[:left][::-1] + self.cells[left:]
        found = [2 * letter_of(cell) + (cell >= BLANK_BIT) for cell in laid]
        return -self.equity, -self.score, len(self.slot.squares), self.slot.place, found


class PlainGenerator:
    """A board and a rack, and the plays there are. One thread owns it."""

    def __init__(self, ruleset: Ruleset, lexicon: Lexicon) -> None:
        self._tiles = ruleset.tiles
        self._late, self._vowels = static_values(ruleset), vowels_of(ruleset.tiles)
        self._board = PlainBoard(ruleset, lexicon)
        self._sets = word_sets(lexicon, ruleset.tiles.alphabet.letters)
        self._plays: list[PlainPlay] = []
        self.set_rack(())

    def set_cells(self, cells: bytes) -> None:
        """Take a board's cells."""
        self._board.set_cells(cells)

    def set_rack(self, tiles: Iterable[int]) -> None:
        """Take a rack: tile numbers in any order, 0 the blank. Leaves are worth 0 until told otherwise."""
        rack = sorted(tiles, key=lambda tile: (tile == BLANK, tile))
        if len(rack) > RACK_MAX:
            raise ValueError(f"a rack holds at most {RACK_MAX} tiles")
        self.size, kinds, values = len(rack), self._tiles.kinds, self._tiles.values
        self._counts = [rack.count(tile) for tile in range(kinds)]
        self._letters = sum(
            1 << letter for letter in range(1, kinds) if self._counts[letter] or BLANK in rack
        )
        self._dearest = sorted((values[tile] for tile in rack), reverse=True)
        # Tiles laid add up to a number: one digit per kind of tile, which counts up to those on the rack.
        self._step, everything = [], 1
        for count in self._counts:
            self._step.append(everything)
            everything *= count + 1
        self._kept: dict[int, tuple[int, tuple[int, ...]]] = {}
        for mask in range(1 << self.size):
            kept = tuple(tile for place, tile in enumerate(rack) if mask >> place & 1)
            # Of equal tiles the lowest bit is laid first: the highest mask with these tiles stands for all.
            self._kept[everything - 1 - sum(self._step[tile] for tile in kept)] = mask, kept
        self._spelt: dict[tuple[int, bytes], int] = {}
        self.weigh([0] * (1 << self.size))

    def weigh(self, values: Sequence[int], vowel_cost: int = 0) -> None:
        """Give every mask of kept tiles its value, and vowels beside premium squares what they cost in a first play, in
        thousandths of a point."""
        self._vowel_cost = vowel_cost if self._board.is_empty else 0
        self._values = self._idle = list(values)
        self._leave = {used: values[mask] for used, (mask, _) in self._kept.items()}
        self._leave_max = [_NO_BOUND] * (self.size + 1)
        for mask, kept in self._kept.values():
            laid = self.size - len(kept)
            self._leave_max[laid] = max(self._leave_max[laid], values[mask])

    def set_leaves(self, leaves: LeaveTable) -> None:
        """Give every leave of the rack its value from a table. A larger one than the table knows is worth the mean
        of what it is with one tile less."""
        known: dict[tuple[int, ...], int] = {}
        for kept in sorted((kept for _, kept in self._kept.values()), key=len):
            if len(kept) <= leaves.longest:
                known[kept] = leaves.value(kept)
            else:
                fewer = [known[kept[:place] + kept[place + 1 :]] for place in range(len(kept))]
                known[kept] = sum(fewer) // len(fewer)
        self._weigh_kept(known)

    def value_leaves(self, leaves: LeaveTable | None, unseen: Sequence[int], bag: int) -> None:
        """Value leaves by a table, what can be drawn, and what a play leaves in the bag, which holds so many now."""
        if leaves is not None:
            self.set_leaves(leaves)
            pool = self._late.pool(self._tiles, leaves, unseen)
            self._weigh_kept(
                {
                    kept: self._values[mask] + pool.change(kept, self.size - len(kept))
                    for mask, kept in self._kept.values()
                }
            )
        idle, value = self._values, self._tiles.value
        self._weigh_kept(
            {
                kept: self._late.after(bag - self.size + len(kept), idle[mask], value(kept))
                for mask, kept in self._kept.values()
            },
            self._late.first_vowel,
        )
        self._idle = idle

    def set_end(self, others: int, tiles: int) -> None:
        """Leaves for an empty bag, when the other holds so many tiles, worth `others`."""
        value = self._tiles.value
        self._weigh_kept(
            {
                kept: self._late.at_end(value(kept), others, tiles, is_out=not kept)
                for _, kept in self._kept.values()
            }
        )

    def _weigh_kept(self, worth: dict[tuple[int, ...], int], vowel_cost: int = 0) -> None:
        values = [0] * (1 << self.size)
        for mask, kept in self._kept.values():
            values[mask] = worth[kept]
        self.weigh(values, vowel_cost)

    def leaves_kept(self) -> list[tuple[int, tuple[int, ...], int, int]]:
        """Every different leave: (mask, tiles kept, value in thousandths after a play, and after an exchange)."""
        return sorted(
            (mask, kept, self._values[mask], self._idle[mask]) for mask, kept in self._kept.values()
        )

    def find(self) -> int:
        """Find all plays of this board and rack; returns how many."""
        self._plays = [play for slot in self._slots() for play in self._plays_in(slot, _NO_BOUND)]
        return len(self._plays)

    def has_play(self) -> bool:
        """Is there any play? Stops at the first."""
        return any(True for slot in self._slots() for _ in self._words(slot))

    def found(self, index: int) -> FoundPlay:
        """Play `index` of those found."""
        return self._described(self._plays[index])

    def ranked(self, limit: int | None) -> list[int]:
        """The numbers of the plays found, best first."""
        return sorted(range(len(self._plays)), key=lambda index: self._plays[index].order())[:limit]

    def best_plays(self, amount: int) -> list[FoundPlay]:
        """The best plays, without looking at most others."""
        plays = self._best(amount, PlainPlay.order, lambda _: True)
        return [self._described(play) for play in plays]

    def seen_plays(self, perception: Perception, amount: int) -> list[FoundPlay]:
        """The best plays that somebody sees who overlooks some, as the compiled `perception` has it. When nothing is
        seen, the play that comes nearest to it is."""

        def ease(play: PlainPlay) -> float:
            return self._ease(play, perception)

        overlooks = not perception.is_complete
        plays = self._best(
            amount, PlainPlay.order_of_perception, lambda play: not overlooks or ease(play) >= 0
        )
        if not plays and overlooks:
            self.find()
            easiest = max(map(ease, self._plays), default=0.0)
            nearest = [play for play in self._plays if ease(play) == easiest]
            plays = sorted(nearest, key=PlainPlay.order_of_perception)[:amount]
        return [self._described(play) for play in plays]

    def _best(
        self,
        amount: int,
        order: Callable[[PlainPlay], tuple[object, ...]],
        is_seen: Callable[[PlainPlay], bool],
    ) -> list[PlainPlay]:
        """The best plays, looking only at slots that may hold one."""
        queue = [(-self._bound(slot), number, slot) for number, slot in enumerate(self._slots())]
        heapify(queue)
        plays: list[PlainPlay] = []
        enough = _NO_BOUND
        while queue and -queue[0][0] >= enough:
            for play in self._plays_in(heappop(queue)[2], enough):
                if play.equity >= enough and is_seen(play):
                    plays.append(play)
            if len(plays) >= amount:
                plays = sorted(plays, key=order)[:amount]
                enough = plays[-1].equity
        return sorted(plays, key=order)[:amount]

    def _bound(self, slot: Slot) -> int:
        """No play there has more equity: the dearest tiles where they count most, and the best leave."""
        points: int = sum(map(mul, sorted(slot.weights, reverse=True), self._dearest), slot.base)
        return 1000 * points + self._leave_max[len(slot.free)]

    def _described(self, play: PlainPlay) -> FoundPlay:
        squares, (down, _, _) = play.slot.squares, play.slot.place
        laid = tuple((squares[place], cell) for place, cell in zip(play.slot.free, play.cells, strict=True))
        return laid, down, self._kept[play.used][1], play.score, play.equity

    def _slots(self) -> Iterator[Slot]:
        return self._board.slots(self.size, self._letters)

    def _words(self, slot: Slot) -> Iterator[bytes]:
        """The words that fit a slot and can be spelt."""
        sets = self._sets.get(len(slot.squares))
        if sets is None:
            return
        found = self._spellable(sets, bytes(sorted(letter_of(cell) for _, cell in slot.through)))
        for place, cell in slot.through:
            found &= sets.at[place][letter_of(cell)]
        for place, letters in slot.crossed:
            if not found:
                return
            found &= sets.fitting(place, letters)
        yield from sets.words(found)

    def _spellable(self, sets: WordSets, through: bytes) -> int:
        """The words that the rack and these letters on the board can spell."""
        key = sets.length, through
        if key not in self._spelt:
            counts = list(self._counts)
            for letter in through:
                counts[letter] += 1
            self._spelt[key] = sets.spellable(counts, self._counts[BLANK])
        return self._spelt[key]

    def _plays_in(self, slot: Slot, enough: int) -> Iterator[PlainPlay]:
        """The plays of a slot; left out are words with which no play has equity enough."""
        values, step, leave = self._tiles.values, self._step, self._leave
        has_blank, blank_value = self._counts[BLANK] > 0, values[BLANK]
        points_least = (enough - self._leave_max[len(slot.free)]) / 1000
        for word in self._words(slot):
            letters = bytes([word[place] for place in slot.free])
            score = slot.base
            for letter, weight in zip(letters, slot.weights, strict=True):
                score += values[letter] * weight
            if has_blank:
                if score >= points_least or blank_value:
                    yield from self._with_blanks(slot, letters)
            else:
                used = sum([step[letter] for letter in letters])
                yield PlainPlay(
                    slot, letters, used, score, 1000 * score + leave[used] - self._exposure(slot, letters)
                )

    def _with_blanks(self, slot: Slot, letters: bytes) -> Iterator[PlainPlay]:
        """Every way to lay a word, each letter by its tile or by a blank."""
        values, step, counts = self._tiles.values, self._step, self._counts
        begun = [(b"", 0, slot.base)]
        for letter, weight in zip(letters, slot.weights, strict=True):
            begun = [
                (cells + bytes((cell,)), used + step[tile], score + values[tile] * weight)
                for cells, used, score in begun
                for tile, cell in ((letter, letter), (BLANK, letter | BLANK_BIT))
                if used // step[tile] % (counts[tile] + 1) < counts[tile]
            ]
        for cells, used, score in begun:
            yield PlainPlay(
                slot, cells, used, score, 1000 * score + self._leave[used] - self._exposure(slot, cells)
            )

    def _exposure(self, slot: Slot, cells: bytes) -> int:
        """What a first play costs by its vowels beside premium squares."""
        if not self._vowel_cost:
            return 0
        beside = self._board.beside_premium(slot)
        exposed = [
            is_beside and letter_of(cell) in self._vowels
            for is_beside, cell in zip(beside, cells, strict=True)
        ]
        return self._vowel_cost * sum(exposed)

    def _ease(self, play: PlainPlay, perception: Perception) -> float:
        """How easily a play comes: 0 or more is seen. The same hashes as in `perception`, so the same is seen."""
        slot, (down, line, first) = play.slot, play.slot.place
        cells = dict(slot.through) | dict(zip(slot.free, play.cells, strict=True))
        letters = bytes(letter_of(cells[place]) for place in range(len(slot.squares)))
        word = key = perception.key
        for letter in letters:
            word = mix64((word + letter) & M64)
        # The place as the compiled board packs it: lines of 24 with a border, columns from 528 on.
        at = mix64(key ^ (528 * down + 24 * line + first + 1 | len(slot.squares) << 12))
        by_word = perception.chance(len(slot.free), letters) - (word >> 11) / (1 << 53)
        by_place = perception.chance_of_place(len(slot.crossed)) - (at >> 11) / (1 << 53)
        return min(by_word, by_place)
