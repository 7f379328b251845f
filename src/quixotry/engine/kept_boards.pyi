from quixotry.engine.chooser import Chooser

class KeptBoards:
    def __init__(self, gen: Chooser) -> None: ...
