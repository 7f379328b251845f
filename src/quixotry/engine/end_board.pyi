from quixotry.lexicon.graph import Graph
from quixotry.rules.ruleset import Ruleset

class EndBoard:
    height: int
    width: int
    letters: int
    shortest: int
    longest: int
    def __init__(self, ruleset: Ruleset, graph: Graph) -> None: ...
    def set_board(self, cells: bytes, wanted: int) -> None: ...
    def cells(self) -> bytes: ...
