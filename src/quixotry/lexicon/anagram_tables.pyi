WORDS_MAX: int

def anagram_tables(
    cells: bytes, letters: int
) -> tuple[memoryview, memoryview, memoryview, memoryview, memoryview]: ...
