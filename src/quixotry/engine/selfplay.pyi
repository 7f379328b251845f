from typing import Literal

from quixotry.engine.chooser import Chooser
from quixotry.engine.leaves import Leaves
from quixotry.lexicon.graph import Graph
from quixotry.rules.ruleset import Ruleset

FIGURES: tuple[str, ...]

Turn = tuple[
    Literal["play", "exchange", "pass"],
    int,
    int,
    tuple[tuple[int, int], ...] | tuple[int, ...],
    tuple[int, ...],
]

class SelfPlay(Chooser):
    record_full: bool
    def __init__(self, ruleset: Ruleset, graph: Graph, leaves: Leaves | None = None) -> None: ...
    def set_leaves_table(self, leaves: Leaves) -> None: ...
    def run(self, seed: int, games: int) -> dict[str, int]: ...
    def run_sampling(
        self, seed: int, games: int, sums: memoryview[int], counts: memoryview[int]
    ) -> dict[str, int]: ...
    def game(
        self, seed: int, number: int = 1
    ) -> tuple[bytes, list[Turn], tuple[int, int], tuple[int, int], str | int]: ...
