from collections.abc import Iterable

from quixotry.lexicon.graph import Graph
from quixotry.rules.ruleset import Ruleset

PLIES_MAX: int
MOVES_MAX: int

Laid = tuple[tuple[int, int], ...]

class Endgame:
    cancelled: bool
    stopped: bool
    inexact: bool
    failed: bool
    nodes: int
    def __init__(
        self, ruleset: Ruleset, graph: Graph, plain: bool = False, table_bits: int = ...
    ) -> None: ...
    def set_position(
        self,
        cells: bytes,
        own: Iterable[int],
        other: Iterable[int],
        root_ending: tuple[int, bool],
        rest_ending: tuple[int, bool],
        scoreless_run: bool,
    ) -> None: ...
    def deepen(self, depth: int, nodes_max: int, seconds: float) -> tuple[int, bool, bool]: ...
    def best(self) -> int: ...
    def moves(self) -> list[tuple[Laid, int, int]]: ...
    def line(self) -> list[tuple[Laid, int]]: ...
