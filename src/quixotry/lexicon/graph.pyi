from collections.abc import Iterator, Sequence

COMPILED: bool
PADDING: int
WORD_MAX: int

def letter_codes(letters: int) -> list[int]: ...

class Graph:
    letters: int
    size: int
    count: int
    forward: int
    back: int
    def __init__(
        self,
        letters: int,
        count: int,
        forward: int,
        back: int,
        nodes: memoryview,
        anagrams: Sequence[memoryview],
    ) -> None: ...
    def parts(self) -> tuple[memoryview, tuple[memoryview, ...]]: ...
    def is_sound(self) -> bool: ...
    def has_word(self, word: bytes) -> bool: ...
    def has_word_through(self, word: bytes, turn: int) -> bool: ...
    def may_have_anagram(self, letters: bytes, blanks: int) -> bool: ...
    def anagrams(self, letters: bytes) -> list[bytes]: ...
    def words(self) -> Iterator[bytes]: ...
