from array import array
from collections.abc import Iterable, Sequence

from quixotry.engine.leaves import Leaves
from quixotry.lexicon.graph import Graph
from quixotry.rules.ruleset import Ruleset

CANDIDATES_MAX: int
FIGURES: int

class Simulation:
    cancelled: bool
    def __init__(
        self,
        ruleset: Ruleset,
        graph: Graph,
        leaves: Leaves | None,
        worth: Sequence[float],
        vowels: Iterable[int],
    ) -> None: ...
    def set_win_table(self, scale: Sequence[float], lead: Sequence[float]) -> None: ...
    def set_position(
        self,
        cells: bytes,
        own: Sequence[int],
        unseen: Sequence[int],
        opp_sizes: Sequence[int],
        bag_count: int,
        scores: Sequence[int],
        plies: int,
    ) -> None: ...
    def add(
        self,
        laid: Iterable[tuple[int, int]],
        score: int,
        leave: int,
        kept: Sequence[int],
        given: Sequence[int],
    ) -> int: ...
    def run(self, arms: array[int], samples: array[int], out: array[float], seconds: float) -> int: ...
