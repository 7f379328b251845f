"""First plays that are mirror images of others."""

from __future__ import annotations

from dataclasses import replace

from quixotry.analysis.advice import view_of_cgp
from quixotry.analysis.hints import best_moves
from quixotry.engine.moves import Candidate
from quixotry.notation.cgp import parse_cgp
from quixotry.notation.moves import format_move
from quixotry.players.champion import Champion
from quixotry.players.levels import level_named
from quixotry.rules.board import Board
from quixotry.rules.move import Play
from quixotry.rules.ruleset_file import preset
from quixotry.rules.view import View
from tests.engine.games import small_lexicon

RULES = preset("tournament")


def view_of(board: str, rack: str) -> View:
    return view_of_cgp(parse_cgp(f"{board} {rack}/ 0/0 0", RULES.layout, RULES.tiles.alphabet), RULES)


def is_down(view: View, candidate: Candidate) -> bool:
    """A play whose place begins with its column."""
    text = format_move(view.board, candidate.move, RULES.tiles.alphabet)
    return isinstance(candidate.move, Play) and text[0].isalpha()


def test_a_first_play_is_tried_out_and_hinted_at_across_alone() -> None:
    view = view_of("/".join(["15"] * 15), "CATSINE")
    tried = Champion(level_named("champion"), small_lexicon()).candidates(view)
    hinted = best_moves(view, small_lexicon(), 5)
    assert len(tried) == 10
    assert len(hinted) == 5
    assert not any(is_down(view, each) for each in (*tried, *hinted))


def test_every_other_play_is_tried_out_in_both_directions() -> None:
    later = view_of("/".join(["15"] * 7 + ["6CAT6"] + ["15"] * 7), "CATSINE")
    assert {is_down(later, each) for each in best_moves(later, small_lexicon(), 40)} == {False, True}


def test_where_rows_and_columns_differ_first_plays_are_hinted_at_in_both_directions() -> None:
    view = view_of("/".join(["15"] * 15), "CATSINE")
    times = bytes((1, 2, *RULES.layout.word_multipliers[2:]))
    rules = replace(RULES, layout=replace(RULES.layout, word_multipliers=times))
    lopsided = replace(view, ruleset=rules, board=Board.empty(rules.layout))
    assert {is_down(lopsided, each) for each in best_moves(lopsided, small_lexicon(), 10)} == {False, True}
