from collections.abc import Iterable, Sequence

UNIT: int

class Leaves:
    kinds: int
    longest: int
    count: int
    tile_counts: tuple[int, ...]
    def __init__(
        self, tile_counts: Sequence[int], longest: int, values: bytes | bytearray | None = None
    ) -> None: ...
    def index(self, tiles: Iterable[int]) -> int: ...
    def value(self, tiles: Iterable[int]) -> int: ...
    def table(self) -> bytes: ...
