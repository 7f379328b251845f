"""A graph as two files, made once a word list and then only read: the nodes, and the anagram tables.

Each begins with a header that says what it is (kind, version, which words and which alphabet) and a checksum of
everything else in the file. A file that is damaged, cut short, of another version or of other words is
refused; since it can always be made again, `load_or_build` then does so. Compiled code walks the nodes without
looking where it treads, so that a file with a right checksum and wrong contents is refused too: see
`Gaddag.is_sound`.
"""

from __future__ import annotations

import hashlib
import os
import struct
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

from quixotry.lexicon.checksum import checksum
from quixotry.lexicon.compiled import require_compiled
from quixotry.lexicon.errors import GraphRefused
from quixotry.lexicon.family import playable_words
from quixotry.lexicon.gaddag import WORD_MAX, Gaddag
from quixotry.lexicon.gaddag_build import build_gaddag
from quixotry.lexicon.limits import LETTERS_MAX
from quixotry.lexicon.wordlist import Lexicon
from quixotry.paths import data_folder
from quixotry.rules.ruleset import Ruleset

VERSION = 2
MAGIC = b"QXGRAPH\n"
# magic, checksum of all that follows, version, key, letters, words, forward, back, sizes of up to five parts
_HEADER = struct.Struct("<8sQI32sIIIIQQQQQ")
HEADER_BYTES = 128
NODES_BYTES_MAX = 4 << 30
"""Places of nodes are numbers of 31 bits; more could not be named."""
FILE_BYTES_MAX = 2 * NODES_BYTES_MAX
GRAPHS_KEPT = 16
"""More than every level needs for the lists of a household; 27 MB each for the largest."""
WRITING_S_MAX = 600.0
"""Files that were begun longer ago were never finished."""


def graph_key(lexicon: Lexicon, letters: str) -> bytes:
    """What a graph is of: these words in this alphabet."""
    return hashlib.sha256(f"{lexicon.digest} {letters}".encode()).digest()


def encode_words(lexicon: Lexicon, letters: str) -> bytes:
    """The words this alphabet can spell, as letter numbers, each ended by a 0, sorted by number."""
    table = {ord(letter): number for number, letter in enumerate(letters, 1)} | {10: 0}
    longest = max(map(len, lexicon.words), default=0)
    spelt = set(lexicon.letters) <= set(letters) and longest <= WORD_MAX
    text = lexicon.text
    if not spelt:
        known = set(letters)
        text = "".join(w + "\n" for w in lexicon.words if len(w) <= WORD_MAX and known.issuperset(w))
    cells = text.translate(table).encode("latin-1")
    if "".join(sorted(letters)) != letters:
        cells = b"".join(word + b"\0" for word in sorted(cells.split(b"\0")) if word)
    return cells


def save_graph(graph: Gaddag, key: bytes, path: Path) -> None:
    """Write both files, each whole or not at all."""
    nodes, anagrams = graph.parts()
    _write(path, key, graph, [nodes])
    _write(anagrams_path(path), key, graph, list(anagrams))


def anagrams_path(path: Path) -> Path:
    return path.with_suffix(".anagrams")


def load_gaddag(path: Path, key: bytes | None = None) -> Gaddag:
    """Read a graph and its anagram tables; `key`, when given, is what they must be of."""
    require_compiled("The word graph")
    *fields, (nodes, *more) = _read(path, key)
    *others, anagrams = _read(anagrams_path(path), key)
    if others != fields:
        raise GraphRefused(anagrams_path(path), "it belongs to another graph")
    letters, count, forward, back = fields
    if any(more) or not 1 <= letters <= LETTERS_MAX or len(nodes) % 4 or len(nodes) > NODES_BYTES_MAX:
        raise GraphRefused(path, "its header is impossible")
    # Tables are asked with the highest bits of a sum: their words are a power of two, and more than one.
    if len(anagrams) != 5 or any(len(part) < 16 or len(part) & (len(part) - 1) for part in anagrams[:4]):
        raise GraphRefused(anagrams_path(path), "its header is impossible")
    graph = Gaddag(letters, count, forward, back, nodes, anagrams)
    if not graph.is_sound():
        raise GraphRefused(path, "its nodes point outside the file")
    return graph


def kept_path(key: bytes) -> Path:
    """Where the graph with this key is kept, if it is."""
    return data_folder() / "graphs" / f"{key.hex()[:24]}.graph"


def load_kept(lexicon: Lexicon, letters: str) -> Gaddag | None:
    """The graph of these words if it is kept in the data folder; for those who cannot wait for it to be built."""
    key = graph_key(lexicon, letters)
    with suppress(GraphRefused):
        graph = load_gaddag(kept_path(key), key)
        _mark_used(kept_path(key))
        return graph
    return None


@lru_cache(maxsize=4)
def load_or_build(lexicon: Lexicon, letters: str) -> Gaddag:
    """The graph of these words, read from the data folder when it is there, else built and kept there."""
    require_compiled("The word graph")
    kept = load_kept(lexicon, letters)
    if kept is not None:
        return kept
    key = graph_key(lexicon, letters)
    graph = build_gaddag(encode_words(lexicon, letters), len(letters))
    # Nowhere to keep it is no reason not to play.
    with suppress(OSError):
        save_graph(graph, key, kept_path(key))
        remove_unused(kept_path(key).parent)
    return graph


def graph_for(ruleset: Ruleset, words: Lexicon | Gaddag) -> Gaddag:
    """The graph of the words this ruleset is played with; a graph stays what it is."""
    if not isinstance(words, Lexicon):
        return words
    return load_or_build(playable_words(words, ruleset), ruleset.tiles.alphabet.letters)


def _mark_used(path: Path) -> None:
    """Let it count as used now; a folder that cannot be written is never tidied up either."""
    with suppress(OSError):
        os.utime(path)


def remove_unused(folder: Path) -> int:
    """Remove all but the graphs used last, and what was half written when a program was killed; returns how many.

    Whoever has read one goes on with it, and whoever misses one makes it again.
    """
    dated = []
    for path in folder.iterdir():
        with suppress(FileNotFoundError):  # another process tidies up too
            dated.append((path.stat().st_mtime, path))
    graphs = sorted(((used, path) for used, path in dated if path.suffix == ".graph"), reverse=True)
    stay = {path for _, path in graphs[:GRAPHS_KEPT]}
    stay |= {anagrams_path(path) for path in stay}
    newest = max((used for used, _ in dated), default=0.0)
    # What is being written at this moment has a hidden name, and is no more than seconds old.
    stay |= {path for used, path in dated if path.name.startswith(".") and newest - used < WRITING_S_MAX}
    old = [path for _, path in dated if path not in stay]
    for path in old:
        with suppress(OSError):  # Windows removes no file that somebody has open
            path.unlink(missing_ok=True)
    return len(old)


def _write(path: Path, key: bytes, graph: Gaddag, parts: list[memoryview]) -> None:
    sizes = [part.nbytes for part in parts] + [0] * (5 - len(parts))
    fields = (VERSION, key, graph.letters, graph.count, graph.forward, graph.back, *sizes)
    whole = bytearray(_HEADER.pack(MAGIC, 0, *fields).ljust(HEADER_BYTES, b"\0"))
    for part in parts:
        whole += part
    whole[8:16] = checksum(memoryview(whole)[16:]).to_bytes(8, "little")
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}-{os.getpid()}-{os.urandom(4).hex()}")
    try:
        with temporary.open("xb") as file:
            file.write(whole)
        os.replace(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)


def _read(path: Path, key: bytes | None) -> tuple[int, int, int, int, list[memoryview]]:
    try:
        # Read, not mapped: a mapped file that somebody else cuts short kills the process at the next look (SIGBUS).
        with path.open("rb") as file:
            whole = memoryview(file.read(min(os.fstat(file.fileno()).st_size, FILE_BYTES_MAX)))
    except (OSError, MemoryError) as error:
        raise GraphRefused(path, str(error)) from error
    if len(whole) < HEADER_BYTES or whole[:8] != MAGIC:
        raise GraphRefused(path, "it is not a word graph")
    _, check, version, made_of, letters, count, forward, back, *sizes = _HEADER.unpack_from(whole)
    if version != VERSION:
        raise GraphRefused(path, f"it has version {version}, but this program reads {VERSION}")
    if HEADER_BYTES + sum(sizes) != len(whole):
        raise GraphRefused(path, "it is too short or too long")
    if checksum(whole[16:]) != check:
        raise GraphRefused(path, "its checksum is wrong")
    if key is not None and made_of != key:
        raise GraphRefused(path, "it was built from a different word list")
    parts, at = [], HEADER_BYTES
    for size in sizes:
        parts.append(whole[at : at + size])
        at += size
    return letters, count, forward, back, parts
