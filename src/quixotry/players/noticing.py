"""What somebody overlooks: always the same in the same position, another thing in the next.

Two things must come together. A word must come to mind, which is harder the more tiles it takes; once it has
not, it does so nowhere on the board. And a place must be seen, which is harder the more words it makes at once.
Both are decided by hashes of the seed, the position and the word or place: no dice are thrown over moves.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from quixotry.players.level import Level
from quixotry.rules.board import Board
from quixotry.rules.move import Play
from quixotry.rules.view import View


@dataclass(frozen=True, slots=True)
class Noticing:
    """One look at one position."""

    level: Level
    key: int

    @classmethod
    def of(cls, level: Level, view: View, seed: int) -> Noticing:
        assert view.rack is not None
        text = b"%d %s %s" % (seed, view.board.cells, bytes(view.rack.counts))
        return cls(level, int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "big"))

    def ease(self, board: Board, play: Play) -> float:
        """How easily a play comes to this player: 0 or more is seen, and less by how much it is not."""
        line, place, further = described(board, play)
        found = self.level.find_chance(len(play.placements)) - self._chance(b"word", line)
        seen = self.level.see_chance(further) - self._chance(b"place", place)
        return min(found, seen)

    def doubts(self, word: str) -> bool:
        """Would this player challenge a word that is not in the list?"""
        return self._chance(b"doubt", word.encode()) < self.level.doubts

    def _chance(self, of: bytes, what: bytes) -> float:
        digest = hashlib.blake2b(what, digest_size=7, key=self.key.to_bytes(8, "big"), person=of).digest()
        return int.from_bytes(digest, "big") / (1 << 56)


def described(board: Board, play: Play) -> tuple[bytes, bytes, int]:
    """The letters of the word along the play's line, its place, and how many further words it makes."""
    layout, laid = board.layout, dict(play.placements)
    squares = [square for square, _ in play.placements]
    down = len(squares) > 1 and layout.column(squares[0]) == layout.column(squares[-1])
    if len(squares) == 1:
        across, upright = (len(board.run(squares[0], down=way)) for way in (False, True))
        line = board.run(squares[0], down=upright > across)
        return _letters(board, laid, line), b"%d" % squares[0], int(min(across, upright) > 1)
    first, last = board.run(squares[0], down=down)[0], board.run(squares[-1], down=down)[-1]
    line = range(first, last + 1, layout.step(down=down))
    further = sum(len(board.run(square, down=not down)) > 1 for square in squares)
    place = b"%d %d %d" % (down, squares[0], squares[-1])
    return _letters(board, laid, line), place, further


def _letters(board: Board, laid: dict[int, int], line: range) -> bytes:
    return bytes((laid.get(square) or board.cells[square]) & 127 for square in line)
