"""Which of the plays found a player sees who overlooks some: always the same ones in the same position.

Two things must come together. A word must come to mind, which is harder the more tiles it takes; once it has
not, it does so nowhere on the board. And a place must be seen, which is harder the more words it makes at once.
Both are decided by hashes of the position's key and the word or place: no dice are thrown over moves.
"""

from __future__ import annotations

from heapq import nlargest

try:
    import cython
except ModuleNotFoundError:  # pragma: no cover
    from quixotry.lexicon import nocython as cython

if cython.compiled:
    from cython.cimports.quixotry.engine.generator import Generator
    from cython.cimports.quixotry.lexicon.bits import M64, MIX_A, MIX_B, popcount, uint64_t
else:
    from quixotry.engine.generator import Generator
    from quixotry.lexicon.bits import M64, MIX_A, MIX_B, popcount

CHANCES = 12
"""How many chances are told apart; the last stands for all beyond."""


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def mix(word: uint64_t) -> uint64_t:
    word = ((word ^ (word >> 30)) * MIX_A) & M64
    word = ((word ^ (word >> 27)) * MIX_B) & M64
    return word ^ (word >> 31)


def weigh(generator, values):
    """Give every mask of kept tiles its value, in thousandths of a point."""
    gen: Generator = generator
    for kept, value in enumerate(values):
        gen.leave[kept] = value


def seen_plays(generator, found, seen, key, amount):
    """The best `amount` plays of a finished search that are seen, as (equity in thousandths, score, number).

    `found` are chances by tiles laid from 1 on, `seen` by further words made from 0 on. When nothing is seen,
    the play that comes nearest to it is.
    """
    gen: Generator = generator
    if cython.compiled:
        by_tiles: cython.double[12]
        by_words: cython.double[12]
    else:
        by_tiles, by_words = [0.0] * CHANCES, [0.0] * CHANCES
    for place in range(CHANCES):
        by_tiles[place] = found[min(place, len(found) - 1)]
        by_words[place] = seen[min(place, len(seen) - 1)]
    index: cython.size_t
    eases = []
    for index in range(gen.count):
        eases.append(ease(gen, index, by_tiles, by_words, key))
    least = min(0.0, max(eases, default=0.0))
    which = [index for index in range(gen.count) if eases[index] >= least]
    # With two blanks there are tens of thousands; most are out by equity alone.
    enough = min(nlargest(amount, [gen.equity[index] for index in which]), default=0)
    plays = [
        (-gen.equity[index], -gen.score[index], gen.where[index] & 0x1FFFF, index)
        for index in which
        if gen.equity[index] >= enough
    ]
    plays.sort()
    return [(-equity, -score, index) for equity, score, _, index in plays[:amount]]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def ease(
    gen: Generator,
    index: cython.size_t,
    found: cython.p_double,
    seen: cython.p_double,
    key: uint64_t,
) -> cython.double:
    """How easily a play comes: 0 or more is seen, and less by how much it is not."""
    where: cython.uint = gen.where[index]
    at: cython.int = where & 0xFFF
    length: cython.int = (where >> 12) & 0x1F
    tiles: cython.int = gen.size - popcount(where >> 17)
    word: uint64_t = key
    further: cython.int = 0
    i: cython.int
    cell: cython.int
    for i in range(length):
        cell = gen.cell[at + i]
        if cell == 0:
            cell = gen.strips[24 * index + i]
            further += gen.crossed[at + i]
        word = mix((word + (cell & 127)) & M64)
    place: uint64_t = mix(key ^ (where & 0x1FFFF))
    by_word: cython.double = found[tiles - 1] - (word >> 11) * (1.0 / 9007199254740992.0)
    by_place: cython.double = seen[further] - (place >> 11) * (1.0 / 9007199254740992.0)
    return by_word if by_word < by_place else by_place
