"""Which of the plays found a player sees who overlooks some: always the same ones in the same position.

Two things must come together. A word must come to mind, which is harder the more tiles it takes and the harder it is
itself; once it has not, it does so nowhere on the board. And a place must be seen, which is harder the more words it
makes at once.
Both are decided by hashes of the position's key and the word or place: no dice are thrown over moves.
"""

from __future__ import annotations

from heapq import nlargest

from quixotry.engine.native.layout import LETTER, STRIDE, length_of, place_of, rest_of, start_of
from quixotry.engine.native.play_list import PlayList
from quixotry.engine.perception import Perception
from quixotry.lexicon.cdefs import cint, double, native, popcount, size_t, splitmix, uint32_t, uint64_t


def seen_plays(plays: PlayList, perception: Perception, amount: int) -> list[int]:
    """The numbers of the best `amount` plays that are seen, best first. When nothing is seen, the play that comes
    nearest to it is."""
    which = range(plays.count) if perception.is_complete else _perceived(plays, perception)
    # With two blanks there are tens of thousands; most are out by equity alone.
    enough = min(nlargest(amount, [plays.equity[index] for index in which]), default=0)
    ranked = [
        (-plays.equity[index], -plays.score[index], place_of(plays.where[index]), index)
        for index in which
        if plays.equity[index] >= enough
    ]
    ranked.sort()
    return [index for _, _, _, index in ranked[:amount]]


def _perceived(plays: PlayList, perception: Perception) -> list[int]:
    """The numbers of all plays that are seen; else of those that come nearest to it."""
    index: size_t
    eases = []
    for index in range(plays.count):
        letters = bytes([letter_at(plays, index, i) for i in range(length_of(plays.where[index]))])
        by_word = perception.chance(tiles_laid(plays, index), letters)
        by_place = perception.chance_of_place(words_crossed(plays, index))
        eases.append(ease(plays, index, by_word, by_place, perception.key))
    least = min(0.0, max(eases, default=0.0))
    return [index for index in range(plays.count) if eases[index] >= least]


@native
def tiles_laid(plays: PlayList, index: size_t) -> cint:
    """How many tiles of the rack a play takes."""
    return plays.rack.size - popcount(rest_of(plays.where[index]))


@native
def letter_at(plays: PlayList, index: size_t, i: cint) -> cint:
    """The letter at a place of the word a play makes, laid or there before."""
    cell: cint = plays.board.cell[start_of(plays.where[index]) + i]
    if cell == 0:
        cell = plays.strips[STRIDE * index + i]
    return cell & LETTER


@native
def words_crossed(plays: PlayList, index: size_t) -> cint:
    """How many further words a play makes."""
    at: cint = start_of(plays.where[index])
    further: cint = 0
    i: cint
    for i in range(length_of(plays.where[index])):
        if plays.board.cell[at + i] == 0:
            further += plays.board.crossed[at + i]
    return further


@native
def ease(plays: PlayList, index: size_t, found: double, seen: double, key: uint64_t) -> double:
    """How easily a play comes whose word and place have these chances: 0 or more is seen, and less by how much it is
    not."""
    where: uint32_t = plays.where[index]
    word: uint64_t = key
    i: cint
    for i in range(length_of(where)):
        word = splitmix(word + letter_at(plays, index, i))
    place: uint64_t = splitmix(key ^ place_of(where))
    by_word: double = found - (word >> 11) * (1.0 / 9007199254740992.0)
    by_place: double = seen - (place >> 11) * (1.0 / 9007199254740992.0)
    return by_word if by_word < by_place else by_place
