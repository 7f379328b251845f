"""Do the tiles a GCG file shows exist? Everything here is a warning: people mistype racks."""

from __future__ import annotations

from dataclasses import dataclass, field

from quixotry.notation.errors import UnknownLetter
from quixotry.notation.gcg.encoding import Remark
from quixotry.notation.moves import parse_tiles
from quixotry.rules.board import Board
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.tiles import Tiles
from quixotry.wording.phrases import quoted


@dataclass(slots=True)
class TileCount:
    ruleset: Ruleset
    remarks: list[Remark]
    """Where findings go."""
    overused: set[int] = field(default_factory=set)
    """Tiles seen more often than the set has them; each is reported once."""

    def read(self, line: int, text: str) -> Tiles | None:
        """The tiles of a text, or None if there is none or it cannot be read."""
        if not text:
            return None
        try:
            return self.ruleset.tiles.tiles(parse_tiles(text, self.ruleset.tiles.alphabet))
        except UnknownLetter as error:
            self._remark(line, str(error))
            return None

    def check_rack(self, line: int, rack: Tiles | None, board: Board) -> None:
        if rack is None:
            return
        if len(rack) > self.ruleset.rack.size:
            self._remark(line, f"The rack has {len(rack)} tiles, more than {self.ruleset.rack.size}.")
        self.check_overuse(line, rack, board)

    def check_held(self, line: int, used: Tiles, rack: Tiles | None) -> None:
        if rack is not None and used not in rack:
            self._remark(line, f"The rack {self._text(rack)} does not have {self._text(used)}.")

    def check_overuse(self, line: int, rack: Tiles, board: Board) -> None:
        """More of a tile on board and rack than the whole set has."""
        seen, tiles = rack.plus(board.tiles()), self.ruleset.tiles
        for tile, (count, there) in enumerate(zip(seen.counts, tiles.counts.counts, strict=True)):
            if count > there and tile not in self.overused:
                self.overused.add(tile)
                sign = tiles.alphabet.tile_sign(tile)
                self._remark(line, f"{count} {sign} tiles are in play, but the set has only {there}.")

    def check_left_over(self, line: int, tiles: Tiles, board: Board) -> None:
        """Going out needs an empty bag, so what is not on the board is what the others hold."""
        left = self.left_over(board)
        if left != tiles:
            self._remark(
                line, f"The tiles not on the board are {quoted(self._text(left))}, not {self._text(tiles)}."
            )

    def left_over(self, board: Board) -> Tiles:
        tiles = self.ruleset.tiles
        on_board = tiles.tiles(board.tiles()).counts
        return Tiles(tuple(max(0, n - used) for n, used in zip(tiles.counts.counts, on_board, strict=True)))

    def _text(self, tiles: Tiles) -> str:
        return tiles.text(self.ruleset.tiles.alphabet)

    def _remark(self, line: int, text: str) -> None:
        self.remarks.append(Remark(line, text))
