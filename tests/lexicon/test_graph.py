"""The word graph: what goes in comes out, and a file that is not what it was is refused."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

from quixotry.lexicon import Lexicon
from quixotry.lexicon.errors import GraphRefused
from quixotry.lexicon.graph_build import build_graph
from quixotry.lexicon.graph_file import (
    anagrams_path,
    encode_words,
    graph_key,
    load_graph,
    load_or_build,
    save_graph,
)

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
WORDS = Lexicon.of(["AT", "CAT", "CATS", "SCAT", "QUIXOTRY", "ZA", "TA", "AARDVARKS", "INTERNATIONALISATION"])
DAMAGED = 10_000 if os.environ.get("QUIXOTRY_SOAK") else 1_000


def numbers(word: str) -> bytes:
    return bytes(LETTERS.index(letter) + 1 for letter in word)


def test_every_word_is_read_forwards_and_from_each_of_its_letters() -> None:
    graph = build_graph(encode_words(WORDS, LETTERS), 26)
    assert list(graph.words()) == [numbers(word) for word in WORDS.words]
    for word in WORDS.words:
        assert graph.has_word(numbers(word))
        assert all(graph.has_word_through(numbers(word), turn) for turn in range(1, len(word) + 1))
        assert not graph.has_word(numbers(word)[:-1] + b"\x11")
    assert not graph.has_word(b"")
    assert not graph.has_word(b"\xff")


def test_the_anagram_filter_never_denies_a_word() -> None:
    graph = build_graph(encode_words(WORDS, LETTERS), 26)
    rng = random.Random(1)
    for word in WORDS.words:
        letters = list(numbers(word))
        rng.shuffle(letters)
        for blanks in range(4):
            assert graph.may_have_anagram(bytes(letters[blanks:]), blanks)


def test_words_a_board_or_an_alphabet_cannot_take_are_left_out() -> None:
    assert encode_words(Lexicon.of(["AB", "AÉ", "B" * 22]), "AB") == b"\x01\x02\0"


def test_letters_in_another_order_sort_by_their_numbers() -> None:
    graph = build_graph(encode_words(Lexicon.of(["AB", "BA"]), "BA"), 2)
    assert list(graph.words()) == [b"\x01\x02", b"\x02\x01"]


@pytest.mark.parametrize("cells", [b"\x02\0\x01\0", b"\x01\0\x01\0", b"\x1b\0", b"\x01" * 22 + b"\0"])
def test_unsorted_doubled_or_foreign_words_are_our_mistake(cells: bytes) -> None:
    with pytest.raises(ValueError, match=r"word|letter"):
        build_graph(cells, 26)


def test_a_graph_is_the_same_after_it_was_saved(tmp_path: Path) -> None:
    path, key = tmp_path / "g.graph", graph_key(WORDS, LETTERS)
    save_graph(build_graph(encode_words(WORDS, LETTERS), 26), key, path)
    assert list(load_graph(path, key).words()) == [numbers(word) for word in WORDS.words]


def test_a_graph_of_other_words_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "g.graph"
    save_graph(build_graph(encode_words(WORDS, LETTERS), 26), graph_key(WORDS, LETTERS), path)
    with pytest.raises(GraphRefused, match="other words"):
        load_graph(path, graph_key(Lexicon.of(["AT"]), LETTERS))


def test_damaged_cut_and_foreign_files_are_refused(tmp_path: Path) -> None:
    path, key = tmp_path / "g.graph", graph_key(WORDS, LETTERS)
    save_graph(build_graph(encode_words(WORDS, LETTERS), 26), key, path)
    whole = {file: file.read_bytes() for file in (path, anagrams_path(path))}
    rng = random.Random(2)
    for _ in range(DAMAGED):
        file = rng.choice(list(whole))
        damaged = bytearray(whole[file])
        match rng.randrange(4):
            case 0:
                damaged[rng.randrange(len(damaged))] ^= 1 << rng.randrange(8)
            case 1:
                del damaged[rng.randrange(len(damaged)) :]
            case 2:
                damaged += rng.randbytes(rng.randrange(1, 50))
            case _:
                damaged = bytearray(rng.randbytes(rng.randrange(400)))
        file.write_bytes(damaged)
        with pytest.raises(GraphRefused):
            load_graph(path, key)
        file.write_bytes(whole[file])
    load_graph(path, key)


def test_a_refused_graph_is_built_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUIXOTRY_HOME", str(tmp_path))
    load_or_build.cache_clear()
    load_or_build(WORDS, LETTERS)
    (path,) = (tmp_path / "graphs").glob("*.graph")
    path.write_bytes(b"nonsense")
    load_or_build.cache_clear()
    assert load_or_build(WORDS, LETTERS).count == len(WORDS)
    assert path.stat().st_size > 100
    load_or_build.cache_clear()
