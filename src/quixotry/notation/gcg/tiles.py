"""Can the tiles a GCG file shows have been there?

A rack in a file may be whole, in part or missing, so what is known of a rack grows: what a line shows, what was
played from it, what was kept before. The file tells the impossible when that is more than a rack holds, or when
all racks and the board have more of a tile than the set.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from quixotry.notation.errors import UnknownLetter
from quixotry.notation.gcg.encoding import Remark
from quixotry.notation.moves import parse_tiles
from quixotry.rules.board import Board
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.tiles import Tiles
from quixotry.wording.phrases import quoted


class SettledRack(NamedTuple):
    """Tiles left over, as a line settles them."""

    line: int
    seat: int
    """Who gains or loses by them."""
    tiles: Tiles


@dataclass(slots=True)
class TileCount:
    ruleset: Ruleset
    faults: list[Remark]
    """Where findings go."""
    is_silent: bool = False
    """The game was played with other tiles: nothing can be said about them."""
    held: dict[int, Tiles] = field(default_factory=dict)
    """What each seat is known to hold."""
    overused: set[int] = field(default_factory=set)
    """Tiles seen more often than the set has them; each is reported once."""

    def read(self, line: int, text: str) -> Tiles | None:
        """The tiles of a text, or None if there is none or it cannot be read."""
        if not text:
            return None
        try:
            return self.ruleset.tiles.tiles(parse_tiles(text, self.ruleset.tiles.alphabet))
        except UnknownLetter as error:
            self._fault(line, str(error))
            return None

    def show(
        self, line: int, seat: int, rack: Tiles | None, board: Board, used: Tiles | None = None
    ) -> Tiles:
        """A rack as a line shows it, and what is used from it; all that is known of it now."""
        size, none = self.ruleset.rack.size, self.ruleset.tiles.none
        shown = (rack or none) | (used or none)
        kept = self.held.get(seat, none)
        known = kept | shown
        before = len(self.faults)
        if rack is not None and len(rack) > size:
            self._fault(line, f"The rack has {len(rack)} tiles, more than {size}.")
        elif rack is not None and used is not None and used not in rack:
            missing = self._text(used.beyond(rack))
            self._fault(line, f"The rack {self._text(rack)} does not have {missing}.")
        elif len(known) > size:
            text = f"{self._text(kept)} was kept, and a rack has {size} tiles"
            self._fault(line, f"The rack {self._text(shown)} cannot be: {text}.")
        if len(self.faults) > before:
            # What would follow from a wrong rack is no fault of its own.
            self.forget(seat)
        else:
            self.held[seat] = known
            self._check_overuse(line, board)
        return known

    def use(self, seat: int, used: Tiles) -> None:
        """Tiles leave a rack."""
        self.held[seat] = self.held.get(seat, used).beyond(used)

    def forget(self, seat: int) -> None:
        """Nothing is known of a rack any more."""
        self.held.pop(seat, None)

    def _check_overuse(self, line: int, board: Board) -> None:
        """More of a tile on the board and all racks than the whole set has."""
        tiles = self.ruleset.tiles
        seen = tiles.tiles(board.tiles())
        for rack in self.held.values():
            seen += rack
        for tile, (count, there) in enumerate(zip(seen.counts, tiles.counts.counts, strict=True)):
            if count > there and tile not in self.overused:
                self.overused.add(tile)
                sign = tiles.alphabet.tile_sign(tile)
                self._fault(line, f"{count} {sign} tiles are in play, but the set has only {there}.")

    def check_settled(self, line: int, seat: int, tiles: Tiles, rack: Tiles | None) -> None:
        """Are these the tiles of the rack they are said to be?"""
        kept = self.held.get(seat, tiles)
        if rack is not None and rack != tiles:
            self._fault(line, f"The rack is {self._text(rack)}, but {self._text(tiles)} is settled.")
        elif kept not in tiles:
            self._fault(line, f"{self._text(kept)} was kept, but {quoted(self._text(tiles))} is settled.")

    def check_left_over(self, racks: Sequence[SettledRack], board: Board) -> None:
        """Going out needs an empty bag, so what is not on the board is what the others hold."""
        left, settled = self.left_over(board), self.ruleset.tiles.none
        for rack in racks:
            settled += rack.tiles
        if left != settled:
            self._fault(
                racks[-1].line,
                f"The tiles not on the board are {quoted(self._text(left))}, not {quoted(self._text(settled))}.",
            )

    def left_over(self, board: Board) -> Tiles:
        tiles = self.ruleset.tiles
        return tiles.counts.beyond(tiles.tiles(board.tiles()))

    def _text(self, tiles: Tiles) -> str:
        return tiles.text(self.ruleset.tiles.alphabet)

    def _fault(self, line: int, text: str) -> None:
        if not self.is_silent:
            self.faults.append(Remark(line, text))
