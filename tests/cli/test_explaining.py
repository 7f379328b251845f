"""The facts about moves, as people read them."""

from __future__ import annotations

import io

import pytest
from click.testing import CliRunner
from rich.console import Console

from quixotry.__main__ import run
from quixotry.analysis.advice import MoveAdvice, advise, view_of_cgp
from quixotry.analysis.lanes import Lane
from quixotry.cli import cli
from quixotry.lexicon import load
from quixotry.notation.cgp import parse_cgp
from quixotry.players.champion import Champion
from quixotry.players.levels import level_named, player_for
from quixotry.rules.move import Placement, Play
from quixotry.rules.ruleset_file import preset
from quixotry.rules.view import View
from quixotry.terminal.move_table import moves_table, sentence
from quixotry.terminal.thinking_bar import show_thinking

RULES = preset("tournament")
EMPTY = "/".join(["15"] * 15)


def view() -> View:
    return view_of_cgp(parse_cgp(f"{EMPTY} QUIXOTE/ 0/0 0", RULES.layout, RULES.tiles.alphabet), RULES)


def advised(**facts: object) -> MoveAdvice:
    alphabet = RULES.tiles.alphabet
    play = Play(tuple(Placement(112 + n, alphabet.cell(sign) or 0) for n, sign in enumerate("QUOTE")))
    return MoveAdvice(play, 48, (9, 24), **facts)  # type: ignore[arg-type]


def test_a_sentence_names_what_a_move_opens_and_closes() -> None:
    said = sentence(
        view(),
        advised(
            equity=50.0,
            opened=(RULES.layout.squares[0],),
            lanes_opened=(Lane(False, 0), Lane(True, 1)),
            lanes_closed=(Lane(False, 7),),
            reply_score=31.4,
            reply_bingo=0.2,
            next_bingo=0.1,
            win_chance=0.61,
        ),
    )
    assert said == (
        "Scores 48 and keeps IX (worth +2.0); it opens 1A; it makes room for a bingo in row 1 and column B; "
        "it closes row 8 to bingos; the reply scores 31 on average and is a bingo 20% of the time; "
        "you have a bingo next turn 10% of the time; it wins 61% of the time."
    )


def test_an_end_says_what_comes_out_and_whether_that_is_proven() -> None:
    assert sentence(view(), advised(win_chance=1.0, spread=112.0, is_proven=True)).endswith(
        "it wins 100% of the time; the expected lead at the end is +112, which is proven."
    )


def test_lanes_of_a_board_counted_from_the_centre_are_named_so() -> None:
    rules = preset("friends")
    friends = view_of_cgp(parse_cgp(f"{EMPTY} QUIXOTE/ 0/0 0", rules.layout, rules.tiles.alphabet), rules)
    said = sentence(friends, advised(lanes_opened=(Lane(True, 3), Lane(False, 3))))
    assert "a bingo in column x-4 and row y+4" in said


def test_a_move_nobody_had_time_to_try_out_has_no_chance_to_win() -> None:
    far = advise(view(), load("default"), budget_ms=0)
    assert far.method == "static"
    assert all(each.win_chance is None and each.spread is None for each in far.moves)


@pytest.mark.parametrize(
    ("options", "sentence_of_refusal"),
    [
        (["--count", "--explain"], "--count and --explain cannot be combined"),
        (["--all", "--top", "3"], "--all and --top cannot be combined"),
        (["--rack", "QUIXOTEE"], "A rack has at most 7 tiles here, not 8"),
        (["--rack", "QQ"], "more of Q than the tile set has"),
    ],
)
def test_options_that_contradict_each_other_are_refused(
    options: list[str], sentence_of_refusal: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["moves", "--cgp", f"{EMPTY} QUIXOTE/ 0/0 0", *options]) == 2
    assert sentence_of_refusal in capsys.readouterr().err


def test_moves_and_solve_refuse_the_same_positions(capsys: pytest.CaptureFixture[str]) -> None:
    for racks in ("QUIXOTE/QQ 0/0 0", "QUIXOTE 0 0", "QUIXOTE/// 0/0/0/0 0", "/ 0/0 0"):
        said = []
        for command in ("moves", "solve"):
            assert run([command, "--cgp", f"{EMPTY} {racks}"]) == 2, racks
            said.append(capsys.readouterr().err)
        assert said[0] == said[1]


def test_many_lanes_are_counted_not_named() -> None:
    lanes = tuple(Lane(True, column) for column in range(9))
    assert "room for a bingo in 9 lines;" in sentence(view(), advised(lanes_opened=lanes, win_chance=0.5))


def test_a_table_lines_up_and_has_a_dash_for_what_nobody_knows() -> None:
    head, row, other = moves_table(
        view(), [advised(), advised(win_chance=1.0, lanes_opened=(Lane(True, 3),))]
    )
    assert head.split() == ["move", "score", "keeps", "worth", "win", "hit", "back", "next", "opens"]
    assert row.split() == ["8H", "QUOTE", "48", "IX", "-", "-", "-", "-", "-"]
    assert other.split()[-1] == "+D"
    assert head.index("opens") == other.index("+D")


def test_moves_are_explained_on_the_command_line() -> None:
    arguments = ["moves", "--cgp", f"{EMPTY} QUIXOTE/ 0/0 0", "--top", "2", "--explain", "--budget-ms", "50"]
    done = CliRunner().invoke(cli, arguments)
    assert done.exit_code == 0, done.output
    assert "hit back" in done.output
    assert "it closes row 8 to bingos" in done.output
    refused = CliRunner().invoke(cli, [*arguments, "--json"])
    assert refused.exit_code == 2


def test_thinking_is_shown_in_a_terminal_and_nowhere_else() -> None:
    for is_terminal in (True, False):
        console = Console(file=io.StringIO(), force_terminal=is_terminal, width=100)
        player = Champion(level_named("champion"), load("default"))
        with show_thinking(console, "Computer", player, 3000):
            assert (player.watch is not None) == is_terminal
            if player.watch is not None:
                player.watch(0, 1200)
        assert player.watch is None
        text = console.file.getvalue()  # type: ignore[attr-defined]
        assert ("1,200 rollouts so far" in text) == is_terminal
        assert (text == "") != is_terminal


def test_thinking_of_the_lower_levels_is_shown_too() -> None:
    console = Console(file=io.StringIO(), force_terminal=True, width=100)
    with show_thinking(console, "Computer", player_for("casual", load("default")), 3000):
        pass
    assert "Computer is thinking" in console.file.getvalue()  # type: ignore[attr-defined]
