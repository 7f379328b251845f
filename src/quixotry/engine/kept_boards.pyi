from quixotry.engine.chooser import Chooser

class KeptBoards:
    renumbered: int
    """How often the letters played through got new numbers."""
    def __init__(self, gen: Chooser) -> None: ...
