from collections.abc import Iterable

from quixotry.engine.line_plays import Laid, LinePlays
from quixotry.lexicon.graph import Graph
from quixotry.rules.ruleset import Ruleset

PLIES_MAX: int
MOVES_MAX: int

class Endgame(LinePlays):
    cancelled: bool
    stopped: bool
    inexact: bool
    nodes: int
    def __init__(self, ruleset: Ruleset, graph: Graph, table_bits: int = ...) -> None: ...
    def set_position(
        self,
        cells: bytes,
        own: Iterable[int],
        other: Iterable[int],
        root_ending: tuple[int, bool],
        rest_ending: tuple[int, bool],
        scoreless_run: bool,
    ) -> None: ...
    def deepen(self, depth: int, nodes_max: int, seconds: float) -> tuple[int, bool, bool] | None: ...
    def line(self, depth: int, seconds: float) -> list[tuple[Laid, int]]: ...
