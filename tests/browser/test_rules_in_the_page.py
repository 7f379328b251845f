"""Placing and scoring are written twice, in Python and in the page, so that no tile waits for the server.

Random boards and tiles are judged by the rules here and by the page's modules in node, and both must say the same:
points, words, the sentence of a refusal, and the squares within reach (C7) after each tile.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
from scripts.build_browser_messages import REFUSALS

from quixotry.protocol.rulesets import show_ruleset
from quixotry.rules.alphabet import BLANK_BIT
from quixotry.rules.board import Board, Layout
from quixotry.rules.errors import IllegalMove
from quixotry.rules.guidance import open_squares
from quixotry.rules.legality import judge_play
from quixotry.rules.move import Placement, Play
from quixotry.rules.ruleset import BonusRule, Ruleset
from quixotry.rules.ruleset_file import preset
from tests.browser.test_modules import node
from tests.rules.build import PRESETS
from tests.soak import soak_count, soaked

COUNT = soak_count(2000, 20_000)
SEED = 8
TILES_MAX = 8
ODD_BOARD = Layout(
    "odd", 5, 8, bytes([1, 2, 3, 4, 1, 2, 1, 1] * 5), bytes([2, 1, 3, 2, 1, 1, 4, 1] * 5), 18, "centre"
)
"""Neither square nor symmetrical, with squares that multiply letter and word at once."""


def rulesets() -> list[Ruleset]:
    """The presets, and house rules with limits of their own. Words are not judged here, so none is unfit."""
    found = [preset(name) for name in PRESETS]
    short = replace(found[0].words, shortest=3, longest=5)
    found.append(replace(found[0], name="short", layout=ODD_BOARD, words=short, bonus=BonusRule(4, 35)))
    return [replace(ruleset, words=replace(ruleset.words, family=False)) for ruleset in found]


def cell(dice: random.Random, ruleset: Ruleset) -> int:
    letter = dice.randrange(1, len(ruleset.tiles.alphabet) + 1)
    return letter | BLANK_BIT if dice.random() < 0.1 else letter


def board(dice: random.Random, ruleset: Ruleset) -> Board:
    """Lines of letters across the start square and each other, as after some turns; one in ten is empty."""
    layout, made = ruleset.layout, Board.empty(ruleset.layout)
    for _ in range(0 if dice.random() < 0.1 else dice.randrange(1, 7)):
        start, down = dice.choice(layout.squares), dice.random() < 0.5
        line = [start, *layout.ahead(start, down=down)][: dice.randrange(1, 8)]
        made = made.with_cells((square, cell(dice, ruleset)) for square in line)
    return made


def within_reach(dice: random.Random, found: Board, most: int) -> list[int]:
    """Squares one after another, each within reach after those before it."""
    squares: list[int] = []
    while len(squares) < most and (reach := open_squares(found, [Placement(each, 1) for each in squares])):
        squares.append(dice.choice(sorted(reach)))
    return squares


def anywhere(dice: random.Random, found: Board, most: int) -> list[int]:
    """Free squares of a line, with a gap now and then; one in eight is off the line."""
    layout = found.layout
    start, down = dice.choice(layout.squares), dice.random() < 0.5
    line = [start, *layout.ahead(start, down=down)][: most + 2]
    if dice.random() < 0.12:
        line.append(dice.choice(layout.squares))
    free = [square for square in dict.fromkeys(line) if not found.cells[square] and dice.random() < 0.9]
    dice.shuffle(free)
    return free[:most]


def verdict(found: Board, laid: Sequence[Placement], ruleset: Ruleset) -> dict[str, Any]:
    held = ruleset.tiles.tiles(cell & ~BLANK_BIT if cell < BLANK_BIT else 0 for _, cell in laid)
    try:
        score = judge_play(found, held, Play(tuple(laid)), ruleset)
    except IllegalMove as error:
        return {"code": error.code, "sentence": str(error)}
    words = [[word.text, word.square, word.down, word.points] for word in score.words]
    return {"score": score.total, "bonus": score.bonus, "words": words}


def case(dice: random.Random, number: int, ruleset: Ruleset) -> dict[str, Any] | None:
    found = board(dice, ruleset)
    is_reached = dice.random() < 0.5
    squares = (within_reach if is_reached else anywhere)(dice, found, dice.randrange(1, TILES_MAX + 1))
    if not squares:
        return None
    laid = [Placement(square, cell(dice, ruleset)) for square in squares]
    sign = ruleset.tiles.alphabet.cell_sign
    return {
        "ruleset": number,
        "cells": "".join(sign(each) if each else "." for each in found.cells),
        "laid": [[square, sign(each)] for square, each in laid],
        "wanted": verdict(found, laid, ruleset),
        "reach": [sorted(open_squares(found, laid[:step])) for step in range(len(laid) if is_reached else 0)],
    }


@soaked
def test_the_page_says_of_tiles_what_the_rules_say() -> None:
    dice, played = random.Random(SEED), rulesets()
    cases: list[dict[str, Any]] = []
    while len(cases) < COUNT:
        number = dice.randrange(len(played))
        if (made := case(dice, number, played[number])) is not None:
            cases.append(made)
    kinds = Counter(made["wanted"].get("code", "score") for made in cases)
    assert set(kinds) == {"score", *REFUSALS}
    assert min(kinds.values()) >= COUNT / 400, kinds
    assert any(made["wanted"].get("bonus") for made in cases)
    told = {"rulesets": [show_ruleset(ruleset) for ruleset in played], "cases": cases}
    script = Path(__file__).parent / "node" / "rules-in-the-page.mjs"
    run = node(str(script), text=json.dumps(msgspec.to_builtins(told)))
    assert run.returncode == 0, run.stderr
    assert run.stdout.strip() == f"{COUNT} agree"
