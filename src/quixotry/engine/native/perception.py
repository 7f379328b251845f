"""Which of the plays found a player sees who overlooks some: always the same ones in the same position.

Two things must come together. A word must come to mind, which is harder the more tiles it takes; once it has
not, it does so nowhere on the board. And a place must be seen, which is harder the more words it makes at once.
Both are decided by hashes of the position's key and the word or place: no dice are thrown over moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import nlargest

from quixotry.engine.native.layout import LETTER, STRIDE, Rack16, length_of, place_of, rest_of, start_of
from quixotry.engine.native.play_list import PlayList
from quixotry.lexicon.cdefs import (
    Pointer,
    cint,
    double,
    native,
    on_stack,
    popcount,
    size_t,
    splitmix,
    uint32_t,
    uint64_t,
)

CHANCES = 12
"""How many chances are told apart; the last stands for all beyond."""


def seen_plays(
    plays: PlayList, found: Sequence[float], seen: Sequence[float], key: int, amount: int
) -> list[int]:
    """The numbers of the best `amount` plays that are seen, best first.

    `found` are chances by tiles laid from 1 on, `seen` by further words made from 0 on. When nothing is seen,
    the play that comes nearest to it is.
    """
    by_tiles: Rack16[double] = on_stack()
    by_words: Rack16[double] = on_stack()
    for place in range(CHANCES):
        by_tiles[place] = found[min(place, len(found) - 1)]
        by_words[place] = seen[min(place, len(seen) - 1)]
    index: size_t
    eases = []
    for index in range(plays.count):
        eases.append(ease(plays, index, by_tiles, by_words, key))
    least = min(0.0, max(eases, default=0.0))
    which = [index for index in range(plays.count) if eases[index] >= least]
    # With two blanks there are tens of thousands; most are out by equity alone.
    enough = min(nlargest(amount, [plays.equity[index] for index in which]), default=0)
    ranked = [
        (-plays.equity[index], -plays.score[index], place_of(plays.where[index]), index)
        for index in which
        if plays.equity[index] >= enough
    ]
    ranked.sort()
    return [index for _, _, _, index in ranked[:amount]]


@native
def ease(
    plays: PlayList, index: size_t, found: Pointer[double], seen: Pointer[double], key: uint64_t
) -> double:
    """How easily a play comes: 0 or more is seen, and less by how much it is not."""
    where: uint32_t = plays.where[index]
    at: cint = start_of(where)
    tiles: cint = plays.rack.size - popcount(rest_of(where))
    word: uint64_t = key
    further: cint = 0
    i: cint
    cell: cint
    for i in range(length_of(where)):
        cell = plays.board.cell[at + i]
        if cell == 0:
            cell = plays.strips[STRIDE * index + i]
            further += plays.board.crossed[at + i]
        word = splitmix(word + (cell & LETTER))
    place: uint64_t = splitmix(key ^ place_of(where))
    by_word: double = found[tiles - 1] - (word >> 11) * (1.0 / 9007199254740992.0)
    by_place: double = seen[further] - (place >> 11) * (1.0 / 9007199254740992.0)
    return by_word if by_word < by_place else by_place
