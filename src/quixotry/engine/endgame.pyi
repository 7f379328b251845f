from quixotry.engine.end_moves import EndMoves
from quixotry.engine.line_plays import Laid
from quixotry.lexicon.graph import Graph
from quixotry.rules.ruleset import Ruleset

PLIES_MAX: int

class Endgame(EndMoves):
    def __init__(
        self,
        ruleset: Ruleset,
        graph: Graph,
        table_bits: int = ...,
        list_bits: int = ...,
        is_plain: bool = ...,
    ) -> None: ...
    def deepen(
        self, depth: int, nodes_max: int, seconds: float, guess: int | None = None
    ) -> tuple[int, bool, bool] | None: ...
    def line(self, depth: int, seconds: float) -> list[tuple[Laid, int]]: ...
