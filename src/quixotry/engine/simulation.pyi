from array import array
from collections.abc import Iterable, Sequence

from quixotry.engine.turns import Turns

CANDIDATES_MAX: int
FIGURES: int
HANDS_MAX: int

class Simulation(Turns):
    cancelled: bool
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
    def set_hands(self, seat: int, hands: Sequence[Sequence[int]]) -> None: ...
    def add(
        self,
        laid: Iterable[tuple[int, int]],
        score: int,
        leave: int,
        kept: Sequence[int],
        given: Sequence[int],
    ) -> int: ...
    def run(
        self, arms: array[int], samples: array[int], out: array[float] | memoryview[float], seconds: float
    ) -> int: ...
