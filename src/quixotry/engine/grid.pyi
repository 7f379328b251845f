from quixotry.lexicon.graph import Graph
from quixotry.rules.ruleset import Ruleset

class Grid:
    height: int
    width: int
    letters: int
    tiles_down: int
    def __init__(self, ruleset: Ruleset, graph: Graph) -> None: ...
    def set_cells(self, cells: bytes) -> None: ...
    def cells(self) -> bytes: ...
