"""Games nobody plays yet: alphabets of two to fifty letters with made-up words, racks of up to ten tiles with up
to four blanks, boards of any shape up to 21 by 21 with premiums up to fourfold, played on or strewn with tiles."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from quixotry.lexicon import Lexicon
from quixotry.lexicon.gaddag import Gaddag
from quixotry.lexicon.gaddag_build import build_gaddag
from quixotry.lexicon.gaddag_file import encode_words
from quixotry.rules.alphabet import BLANK_BIT, Alphabet
from quixotry.rules.board import Board, Layout
from quixotry.rules.ruleset import BonusRule, RackRule, Ruleset, WordRule
from quixotry.rules.ruleset_file import preset
from quixotry.rules.tiles import Tiles, TileSet
from tests.engine.games import Situation, turns_of_game, with_facets

SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ"
WORDS_MAX = (3000, 1500, 500, 150, 80)
"""Words in a list by blanks on the rack: with many of both, the oracle takes minutes."""


class Case(NamedTuple):
    situation: Situation
    lexicon: Lexicon
    graph: Gaddag


def cases(seed: int) -> Iterator[Case]:
    """Some positions of one made-up game."""
    rng = random.Random(seed)
    size, blanks = rng.choice([1, 2, 4, 6, 7, 8, 9, 10, 10]), rng.choice([0, 0, 1, 2, 3, 4])
    letters = rng.choice([2, 3, 3, 12, 26, 31, 32, 33, 50, 50, 50])
    alphabet = Alphabet("".join(rng.sample(SIGNS, letters)))
    # The nth commonest letter is found a tenth as often as the first when n is ten, in words and in the bag.
    often = [1 / place for place in range(1, letters + 1)]
    lexicon = Lexicon.of(made_up_words(rng, alphabet.letters, often, WORDS_MAX[blanks]))
    graph = build_gaddag(encode_words(lexicon, alphabet.letters), letters)
    counts = [4, *(1 + int(60 * each / sum(often)) for each in often)]
    values = [rng.choice([0, 0, 0, 3]), *(rng.choice([0, 1, 1, 2, 5, 10]) for _ in often)]
    ruleset = with_facets(
        preset("classic"),
        layout=made_up_layout(rng, 21 if letters > 3 else 9),
        tiles=TileSet("made-up", alphabet, Tiles(tuple(counts)), tuple(values)),
        rack=RackRule(size=size),
        bonus=BonusRule(tiles=rng.randint(1, 10), points=rng.choice([0, 35, 50])),
        words=WordRule(shortest=rng.choice([2, 2, 3]), longest=rng.choice([5, 15, 21])),
    )
    bag = [tile for tile in ruleset.tiles.counts if tile]
    boards = strewn(rng, ruleset, bag) if rng.random() < 0.4 else played(rng, ruleset, graph)
    for board in boards:
        rack = [0] * min(blanks, size)
        rack += rng.sample(bag, min(size - len(rack), rng.randint(size // 2, size)))
        held = ruleset.tiles.tiles(rack or bag[:1])
        yield Case(Situation(ruleset, board, held, ruleset.tiles.none), lexicon, graph)


def made_up_words(rng: random.Random, letters: str, often: list[float], amount: int) -> list[str]:
    if len(letters) <= 3:
        # Nearly everything is a word, so that full boards have plays too.
        spelt = ["".join(each) for size in range(2, 7) for each in product(letters, repeat=size)]
        return rng.sample(spelt, min(len(spelt) * 3 // 4, amount))
    words: list[str] = []
    while len(words) < amount:
        fresh = "".join(rng.choices(letters, often, k=min(21, 2 + int(rng.expovariate(0.35)))))
        old = rng.choice(words) if words else fresh
        cut = rng.randrange(1, len(old))
        anagram = "".join(rng.sample(old, len(old)))
        words.append(rng.choice([fresh, fresh, old[:cut] + fresh, fresh + old[cut:], anagram])[:21])
    return words


def made_up_layout(rng: random.Random, side_max: int) -> Layout:
    height, width = (rng.choice([1, 2, 5, 9, 13, 20, 21, 21]) for _ in range(2))
    height, width = min(height, side_max), min(max(width, 3), side_max)
    squares = height * width
    return Layout(
        name="made-up",
        height=height,
        width=width,
        letter_multipliers=bytes(rng.choice([1, 1, 1, 2, 3, 4]) for _ in range(squares)),
        word_multipliers=bytes(rng.choice([*[1] * 17, 2, 3, 4]) for _ in range(squares)),
        start=rng.randrange(squares),
    )


def strewn(rng: random.Random, ruleset: Ruleset, bag: list[int]) -> Iterator[Board]:
    """Boards on which tiles lie anyhow, words or not, from nearly none to nearly all squares."""
    for density in (0.05, 0.3, 0.7, 0.95):
        yield Board.empty(ruleset.layout).with_cells(
            (square, rng.choice(bag) | (BLANK_BIT if rng.random() < 0.1 else 0))
            for square in ruleset.layout.squares
            if rng.random() < density
        )


def played(rng: random.Random, ruleset: Ruleset, graph: Gaddag) -> Iterator[Board]:
    for turn, situation in enumerate(turns_of_game(rng, ruleset, graph)):
        if turn in (0, 1, 4, 10, 25, 50):
            yield situation.board
