from collections.abc import Iterable

from quixotry.engine.end_board import EndBoard
from quixotry.lexicon.graph import Graph
from quixotry.rules.ruleset import Ruleset

RACK_MAX: int

Laid = tuple[tuple[int, int], ...]

class LinePlays(EndBoard):
    failed: bool
    lists_made: int
    lists_filtered: int
    def __init__(self, ruleset: Ruleset, graph: Graph) -> None: ...
    def set_tiles(self, cells: bytes, own: Iterable[int], other: Iterable[int]) -> None: ...
    def plays(self, side: int, rack: int | None = None) -> list[tuple[Laid, int, int]]: ...
