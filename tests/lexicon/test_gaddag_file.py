"""A graph file that is not what it was is refused, and one made to mislead is never followed out of itself."""

from __future__ import annotations

import os
import random
import struct
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from quixotry.engine.generators import CompiledGenerator
from quixotry.lexicon import Lexicon
from quixotry.lexicon.checksum import checksum
from quixotry.lexicon.errors import GraphRefused
from quixotry.lexicon.gaddag import PADDING
from quixotry.lexicon.gaddag_build import build_gaddag
from quixotry.lexicon.gaddag_file import (
    GRAPHS_KEPT,
    HEADER_BYTES,
    anagrams_path,
    encode_words,
    graph_key,
    kept_path,
    load_gaddag,
    load_or_build,
    remove_unused,
    save_graph,
)
from quixotry.rules.board import Board
from quixotry.rules.ruleset_file import preset

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
WORDS = Lexicon.of(["AT", "CAT", "CATS", "SCAT", "QUIXOTRY", "ZA", "TA", "AARDVARKS", "INTERNATIONALISATION"])
KEY = graph_key(WORDS, LETTERS)
# Where the header's fields lie: see graph_file.py.
VERSION, LETTER_COUNT, FORWARD, BACK, SIZES = 16, 52, 60, 64, 68


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "g.graph"
    save_graph(build_gaddag(encode_words(WORDS, LETTERS), 26), KEY, path)
    return path


def sealed(contents: bytearray) -> bytes:
    """The same with the checksum it ought to have."""
    contents[8:16] = struct.pack("<Q", checksum(contents[16:]))
    return bytes(contents)


def put(contents: bytearray, at: int, number: int, form: str = "<I") -> None:
    struct.pack_into(form, contents, at, number)


def nodes_of(contents: bytes) -> Iterator[tuple[int, range]]:
    """Where each node and its arcs lie in a file, as byte offsets."""
    at, end = HEADER_BYTES + 8, len(contents) - 4 * PADDING
    while at < end:
        (mask,) = struct.unpack_from("<Q", contents, at)
        after = at + 8 + 4 * mask.bit_count()
        yield at, range(at + 8, after, 4)
        at = after


def test_a_graph_is_the_same_after_it_was_saved(path: Path) -> None:
    assert list(load_gaddag(path, KEY).words()) == [
        bytes(LETTERS.index(letter) + 1 for letter in word) for word in WORDS.words
    ]


def test_a_graph_without_words_is_sound(tmp_path: Path) -> None:
    save_graph(build_gaddag(b"", 26), KEY, tmp_path / "none.graph")
    assert list(load_gaddag(tmp_path / "none.graph", KEY).words()) == []


def test_a_graph_of_other_words_is_refused(path: Path) -> None:
    with pytest.raises(GraphRefused, match="different word list"):
        load_gaddag(path, graph_key(Lexicon.of(["AT"]), LETTERS))


def test_anagram_tables_of_another_graph_are_refused(path: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.graph"
    save_graph(build_gaddag(encode_words(Lexicon.of(["AT"]), LETTERS), 26), KEY, other)
    anagrams_path(path).write_bytes(anagrams_path(other).read_bytes())
    with pytest.raises(GraphRefused, match="another graph"):
        load_gaddag(path, KEY)


def try_damage(path: Path, amount: int, seed: int) -> None:
    whole = {file: file.read_bytes() for file in (path, anagrams_path(path))}
    rng = random.Random(seed)
    for _ in range(amount):
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
            load_gaddag(path, KEY)
        file.write_bytes(whole[file])
    load_gaddag(path, KEY)


def try_forgeries(path: Path, amount: int, seed: int) -> None:
    """Change anything and make the checksum right again: what is not refused must be safe to search."""
    whole = {file: file.read_bytes() for file in (path, anagrams_path(path))}
    rng = random.Random(seed)
    ruleset = preset("classic")
    board = Board.empty(ruleset.layout).with_cells([(112, 3), (113, 1), (114, 20)])
    for _ in range(amount):
        file = rng.choice(list(whole))
        forged = bytearray(whole[file])
        for _ in range(rng.randrange(1, 4)):
            match rng.randrange(3):
                case 0:
                    at = rng.randrange(VERSION, len(forged) - 3)
                    put(forged, at, rng.choice([0, 1, rng.randrange(100), rng.getrandbits(32), 0xFFFFFFFF]))
                case 1:
                    forged[rng.randrange(HEADER_BYTES, len(forged))] ^= 1 << rng.randrange(8)
                case _:
                    at = rng.randrange(LETTER_COUNT, HEADER_BYTES - 7)
                    put(forged, at, rng.choice([0, 8, 2**63, 2**64 - 1, rng.getrandbits(64)]), "<Q")
        file.write_bytes(sealed(forged))
        try:
            graph = load_gaddag(path)
        except GraphRefused:
            pass
        else:
            if graph.letters == len(LETTERS):
                search = CompiledGenerator(ruleset, graph)
                search.set_cells(board.cells)
                search.set_rack([1, 3, 19, 20, 20, 9, 0])
                search.find()
                search.best_play()
            for word in WORDS.words:
                graph.has_word(bytes(LETTERS.index(letter) + 1 for letter in word))
        file.write_bytes(whole[file])
    load_gaddag(path, KEY)


def test_damaged_cut_and_foreign_files_are_refused(path: Path) -> None:
    try_damage(path, 1_000, seed=2)


def test_a_forged_file_is_refused_or_harmless(path: Path) -> None:
    try_forgeries(path, 1_000, seed=3)


@pytest.mark.soak
@pytest.mark.parametrize("part", range(10))
def test_ten_thousand_damaged_and_as_many_forged_files(path: Path, part: int) -> None:
    try_damage(path, 1_000, seed=100 + part)
    try_forgeries(path, 1_000, seed=200 + part)


@pytest.mark.parametrize(
    ("at", "form", "number", "why"),
    [
        (VERSION, "<I", 99, "version 99"),
        (LETTER_COUNT, "<I", 0, "header"),
        (LETTER_COUNT, "<I", 51, "header"),
        (LETTER_COUNT, "<I", 2**32 - 1, "header"),
        (FORWARD, "<I", 3, "point outside"),
        (FORWARD, "<I", 2**31, "point outside"),
        (BACK, "<I", 2**32 - 1, "point outside"),
        (SIZES, "<Q", 2**64 - 8, "too short or too long"),
        (SIZES + 8, "<Q", 2**64 - 8, "too short or too long"),
    ],
)
def test_headers_that_cannot_be_are_refused(path: Path, at: int, form: str, number: int, why: str) -> None:
    for file in (path, anagrams_path(path)):
        forged = bytearray(file.read_bytes())
        put(forged, at, number, form)
        file.write_bytes(sealed(forged))
    with pytest.raises(GraphRefused, match=why):
        load_gaddag(path, KEY)


def test_sizes_that_add_up_but_belong_to_no_graph_are_refused(path: Path) -> None:
    file = path.read_bytes()
    (size,) = struct.unpack_from("<Q", file, SIZES)
    for sizes in [(0, size, 0, 0, 0), (size - 4, 4, 0, 0, 0), (size - 3, 3, 0, 0, 0)]:
        forged = bytearray(file)
        struct.pack_into("<QQQQQ", forged, SIZES, *sizes)
        path.write_bytes(sealed(forged))
        with pytest.raises(GraphRefused):
            load_gaddag(path, KEY)


def test_anagram_tables_of_impossible_sizes_are_refused(path: Path) -> None:
    file = anagrams_path(path).read_bytes()
    sizes = struct.unpack_from("<QQQQQ", file, SIZES)
    total = sum(sizes)
    for wrong in [
        (0, *sizes[1:4], sizes[0] + sizes[4]),
        (8, 8, *sizes[2:4], total - 16 - sum(sizes[2:4])),
        (24, 24, 24, 24, total - 96),
        (total, 0, 0, 0, 0),
    ]:
        forged = bytearray(file)
        struct.pack_into("<QQQQQ", forged, SIZES, *wrong)
        anagrams_path(path).write_bytes(sealed(forged))
        with pytest.raises(GraphRefused, match="header is impossible"):
            load_gaddag(path, KEY)


def test_an_anagram_index_that_leads_out_or_has_no_end_is_refused(path: Path) -> None:
    file = anagrams_path(path).read_bytes()
    none, one, two, index, spelt = struct.unpack_from("<QQQQQ", file, SIZES)
    first = HEADER_BYTES + none + one + two
    entries = struct.unpack_from(f"<{index // 8}Q", file, first)
    place, entry = next((place, entry) for place, entry in enumerate(entries) if entry)
    words = first + index + (entry & 0xFFFFFFFF)
    forgeries = [(first + 8 * place, "<Q", entry | 0xFFFFFFFF), (first + 8 * place, "<Q", spelt - 2)]
    forgeries += [(words, "<B", 255), (words + 1, "<H", 65535)]
    for at, form, number in forgeries:
        forged = bytearray(file)
        put(forged, at, number, form)
        anagrams_path(path).write_bytes(sealed(forged))
        with pytest.raises(GraphRefused, match="point outside"):
            load_gaddag(path, KEY)
    forged = bytearray(file)
    struct.pack_into(f"<{index // 8}Q", forged, first, *[entry] * (index // 8))
    anagrams_path(path).write_bytes(sealed(forged))
    with pytest.raises(GraphRefused, match="point outside"):
        load_gaddag(path, KEY)


def test_every_arc_out_of_range_or_into_the_middle_of_a_node_is_refused(path: Path) -> None:
    file = path.read_bytes()
    beyond = (len(file) - HEADER_BYTES) // 4 - PADDING
    for _, arcs in nodes_of(file):
        for arc in arcs:
            for child in (1, 3, beyond, beyond + PADDING, 2**31 - 1):
                forged = bytearray(file)
                put(forged, arc, child << 1)
                path.write_bytes(sealed(forged))
                with pytest.raises(GraphRefused, match="point outside"):
                    load_gaddag(path, KEY)


def test_masks_with_more_letters_than_arcs_or_letters_unknown_are_refused(path: Path) -> None:
    file = path.read_bytes()
    for node, _ in nodes_of(file):
        for mask in (0, 2**27, 2**63, 2**64 - 1):
            forged = bytearray(file)
            put(forged, node, mask, "<Q")
            path.write_bytes(sealed(forged))
            with pytest.raises(GraphRefused, match="point outside"):
                load_gaddag(path, KEY)


def test_a_circle_of_arcs_is_walked_no_further_than_a_word_is_long(path: Path) -> None:
    """Not refused: to find circles takes longer than the load may, and they cost no more than wrong words."""
    file = bytearray(path.read_bytes())
    (forward,) = struct.unpack_from("<I", file, FORWARD)
    for _, arcs in nodes_of(bytes(file)):
        for arc in arcs:
            put(file, arc, forward << 1 | 1)
    path.write_bytes(sealed(file))
    graph = load_gaddag(path, KEY)
    assert graph.has_word(bytes([1, 1, 1, 1]))
    with pytest.raises(ValueError, match="circle"):
        list(graph.words())
    ruleset = preset("classic")
    search = CompiledGenerator(ruleset, graph)
    search.set_cells(bytes(225))
    search.set_rack([1, 1, 3, 3, 9, 9, 17])
    assert search.find() > 1000
    search.best_play()


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


def test_a_graph_cut_short_by_somebody_else_does_not_kill_the_process(path: Path) -> None:
    """The file was mapped: the next look at a page that is no longer there ended the server by SIGBUS."""
    program = (
        "import os, sys; from pathlib import Path\n"
        "from quixotry.lexicon.gaddag_file import anagrams_path, load_gaddag\n"
        "path = Path(sys.argv[1]); graph = load_gaddag(path)\n"
        "os.truncate(path, 0); os.truncate(anagrams_path(path), 0)\n"
        "assert sum(1 for _ in graph.words()) == 9\n"
    )
    assert subprocess.run([sys.executable, "-c", program, str(path)], timeout=60).returncode == 0


def test_only_the_graphs_used_last_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody had 830 of them, 223 MB: every list and every alphabet ever tried left two files."""
    monkeypatch.setenv("QUIXOTRY_HOME", str(tmp_path))
    graphs = tmp_path / "graphs"
    graphs.mkdir()
    old = [graphs / f"{number:024x}.graph" for number in range(GRAPHS_KEPT + 5)]
    for number, path in enumerate(old):
        for file in (path, anagrams_path(path)):
            file.write_bytes(b"of another version")
            os.utime(file, (1_000_000 + number,) * 2)
    half_written = graphs / f".{old[0].name}-17-0a0b0c0d"
    half_written.write_bytes(b"killed here")
    os.utime(half_written, (1_000_000,) * 2)
    being_written = graphs / f".{old[1].name}-18-0a0b0c0d"
    being_written.write_bytes(b"by another process")

    load_or_build.cache_clear()
    load_or_build(WORDS, LETTERS)
    kept = {*old[-(GRAPHS_KEPT - 1) :], kept_path(KEY)}
    assert {*graphs.iterdir()} == kept | {anagrams_path(path) for path in kept} | {being_written}
    assert remove_unused(graphs) == 0

    # A graph that is used again is not the next to go.
    os.utime(kept_path(KEY), (1_000_000, 1_000_000))
    load_or_build.cache_clear()
    load_or_build(WORDS, LETTERS)
    load_or_build(Lexicon.of(["QUIXOTRY"]), LETTERS)
    assert kept_path(KEY).exists()
