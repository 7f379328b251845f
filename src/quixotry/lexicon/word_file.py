"""The words of a game as a plain file, for programs that are not ours."""

from __future__ import annotations

import os
from pathlib import Path

from quixotry.lexicon.family import playable_words
from quixotry.lexicon.wordlist import Lexicon
from quixotry.paths import data_folder
from quixotry.rules.ruleset import Ruleset

FOLDER = "word-files"


def word_file(lexicon: Lexicon, ruleset: Ruleset) -> Path:
    """A file with the words these rules accept, one per line; written once, and kept under the digest of its words.

    An `OSError` says why it cannot be written.
    """
    words, rule = playable_words(lexicon, ruleset), ruleset.words
    path = data_folder() / FOLDER / f"{words.digest[:24]}-{rule.shortest}-{rule.longest}.txt"
    if not path.exists():
        fitting = (word for word in words.words if rule.shortest <= len(word) <= rule.longest)
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_suffix(f".{os.getpid()}")
        part.write_text("".join(f"{word}\n" for word in fitting), "utf-8")
        part.replace(path)  # whole or not at all: another process may be reading
    return path
