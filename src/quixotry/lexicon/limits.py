"""The limits of everything in this room that can grow."""

LIST_BYTES_MAX = 32 * 1024 * 1024
"""Size of a word list a user brings: some thirteen times the default list."""

LETTERS_MAX = 50
"""Different letters in one list: a tile set numbers its letters within a byte, blanks included."""

WORD_LETTERS_MIN = 2
WORD_LETTERS_MAX = 32
"""Longer than any board is wide. A ruleset's own word-length limits apply on top."""

DEFINITION_CHARS_MAX = 1000
REJECTED_SHOWN_MAX = 1000
"""Rejected lines kept with number and reason; beyond that they are only counted."""

PATTERN_CHARS_MAX = 200
RACK_LETTERS_MAX = 50
