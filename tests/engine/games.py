"""Positions to try things on, from seeded games with all that rulesets can differ in."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from quixotry.engine.generators import CompiledGenerator
from quixotry.lexicon import Lexicon
from quixotry.lexicon.gaddag import Gaddag
from quixotry.lexicon.gaddag_build import build_gaddag
from quixotry.lexicon.gaddag_file import encode_words
from quixotry.rules.board import Board, Layout
from quixotry.rules.errors import RulesetError
from quixotry.rules.ruleset import BonusRule, RackRule, Ruleset, WordRule
from quixotry.rules.ruleset_file import preset
from quixotry.rules.tiles import Tiles, TileSet

SMALL_WORDS = Path(__file__).parents[1] / "golden" / "small_words.txt"


class Situation(NamedTuple):
    ruleset: Ruleset
    board: Board
    rack: Tiles
    unseen: Tiles


@cache
def small_lexicon() -> Lexicon:
    """Every ninetieth word of the default list, and every word of two or three letters, so that boards fill up. As the
    list was before its review: golden endgames took an hour to work out, and must not change with every word."""
    return Lexicon.of(SMALL_WORDS.read_text("utf-8").split(), id="small")


@cache
def graph_of(lexicon: Lexicon) -> Gaddag:
    letters = preset("classic").tiles.alphabet.letters
    return build_gaddag(encode_words(lexicon, letters), len(letters))


def with_facets(ruleset: Ruleset, **facets: Any) -> Ruleset:
    """The ruleset with these facets, and milder word premiums where a play could score more than any may."""
    try:
        return replace(ruleset, **facets)
    except RulesetError:
        layout = facets.get("layout", ruleset.layout)
        milder = bytes(min(times, 2) for times in layout.word_multipliers)
        return replace(ruleset, **facets | {"layout": replace(layout, word_multipliers=milder)})


def some_ruleset(rng: random.Random) -> Ruleset:
    """A shipped ruleset, or one with another board, rack, tile set, bonus or limits of length."""
    ruleset = preset(rng.choice(["classic", "friends", "party", "tournament"]))
    facets: dict[str, Any] = {}
    if rng.random() < 0.35:
        height, width = rng.randint(7, 21), rng.randint(7, 21)
        squares = height * width
        layout = Layout(
            name="odd",
            height=height,
            width=width,
            letter_multipliers=bytes(rng.choice([1, 1, 1, 2, 3, 4]) for _ in range(squares)),
            word_multipliers=bytes(rng.choice([*[1] * 17, 2, 3, 4]) for _ in range(squares)),
            start=height // 2 * width + width // 2,
        )
        facets["layout"] = layout
    if rng.random() < 0.3:
        facets["rack"] = RackRule(size=rng.choice([1, 2, 3, 4, 5, 6, 8, 9, 10]))
    if rng.random() < 0.2:
        facets["words"] = WordRule(shortest=rng.choice([2, 3]), longest=rng.choice([4, 6, 8]))
    if rng.random() < 0.2:
        facets["bonus"] = BonusRule(tiles=rng.randint(1, 6), points=rng.randint(1, 80))
    if rng.random() < 0.2:
        counts = list(ruleset.tiles.counts.counts)
        values = list(ruleset.tiles.values)
        counts[0] = rng.choice([0, 1, 4])
        values[0] = rng.choice([0, 0, 2])
        facets["tiles"] = TileSet("odd", ruleset.tiles.alphabet, Tiles(tuple(counts)), tuple(values))
    return with_facets(ruleset, **facets)


def situations(seed: int, graph: Gaddag, *, blanks_max: int = 1) -> Iterator[Situation]:
    """The turns of one game in which random legal plays are made; racks with more blanks than that are
    skipped, because the oracle takes minutes over them."""
    rng = random.Random(seed)
    ruleset = some_ruleset(rng)
    return (each for each in turns_of_game(rng, ruleset, graph) if each.rack.counts[0] <= blanks_max)


def turns_of_game(rng: random.Random, ruleset: Ruleset, graph: Gaddag) -> Iterator[Situation]:
    """One seat plays any legal play with all the tiles, until they are gone."""
    generator = CompiledGenerator(ruleset, graph)
    bag = list(ruleset.tiles.counts)
    rng.shuffle(bag)
    board = Board.empty(ruleset.layout)
    rack: list[int] = []
    for _ in range(60):
        while bag and len(rack) < ruleset.rack.size:
            rack.append(bag.pop())
        if not rack:
            return
        yield Situation(ruleset, board, ruleset.tiles.tiles(rack), ruleset.tiles.tiles(bag))
        generator.set_cells(board.cells)
        generator.set_rack(rack)
        count = generator.find()
        if not count:
            bag[:0] = rack
            rack = [bag.pop() for _ in range(min(ruleset.rack.size, len(bag)))]
            continue
        laid = generator.found(rng.randrange(count))[0]
        board = board.with_cells(laid)
        for _, cell in laid:
            rack.remove(0 if cell & 128 else cell)
