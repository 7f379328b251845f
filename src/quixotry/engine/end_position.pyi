from collections.abc import Iterable

from quixotry.engine.endings import Endings
from quixotry.engine.line_plays import LinePlays

class EndPosition(LinePlays):
    cancelled: bool
    stopped: bool
    nodes: int
    def set_position(
        self, cells: bytes, own: Iterable[int], other: Iterable[int], endings: Endings
    ) -> None: ...
    def allow(self, nodes_max: int, seconds: float) -> None: ...
