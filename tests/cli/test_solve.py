from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from quixotry.__main__ import run
from quixotry.analysis.advice import Advice, MoveAdvice, NotLegalHere, view_of_cgp
from quixotry.cli import cli
from quixotry.cli.options import load_ruleset, parse_position
from quixotry.cli.solve import plain, show
from quixotry.engine.preendgame_result import DrawOutcome
from quixotry.rules.move import Pass
from tests.cli.terminal import Terminal

EMPTY = "/".join(["15"] * 15)
CAT = "/".join(["15"] * 7 + ["7CAT5"] + ["15"] * 7)


@pytest.fixture
def few_tiles(tmp_path: Path) -> str:
    """A ruleset whose bag is nearly empty from the start: two racks of three, and CAT on the board."""
    counts = {"C": 1, "A": 2, "T": 2, "S": 2, "E": 1, "R": 1, "?": 0}
    letters = "\n".join(f'"{sign}" = {{ value = 1, count = {n} }}' for sign, n in counts.items() if n)
    file = tmp_path / "few.toml"
    file.write_text(
        'extends = "match"\nname = "few"\n[rack]\nsize = 3\n[tiles]\nname = "few"\nalphabet = "ACERST"\n'
        f"[tiles.letters]\n{letters}\n"
    )
    return str(file)


def solved(cgp: str, *options: str) -> dict[str, Any]:
    done = CliRunner().invoke(cli, ["solve", "--cgp", cgp, "--lexicon", "common", "--json", *options])
    assert done.exit_code == 0, done.output
    answer: dict[str, Any] = json.loads(done.output)
    return answer


def test_the_taste_of_analysis_in_the_readme_is_what_the_command_prints() -> None:
    readme = Path(__file__).parents[2].joinpath("README.md").read_text("utf-8")
    found = re.search(r"^\$ quixotry (solve .*)\n((?s:.*?))^```", readme, re.MULTILINE)
    assert found is not None
    # It ends when all is proven; only a slow machine needs more time than a user would give it.
    done = CliRunner().invoke(cli, [*shlex.split(found[1]), "--budget-ms", "120000"])
    assert done.output == found[2]


def test_a_full_bag_is_simulated() -> None:
    # On a busy machine a tenth of a second may be over before the first rollout.
    answer = solved(f"{CAT} S/Q 100/90 0", "--budget-ms", "1000")
    assert answer["method"] == "simulation"
    assert not answer["proven"]
    assert {"move", "score", "win_chance", "opens"} <= set(answer["moves"][0])
    shown = [round(move["win_chance"], 3) for move in answer["moves"]]
    assert shown == sorted(shown, reverse=True), "sorted by what is shown"


def test_an_endgame_is_proven_and_shows_its_line_and_other_moves(few_tiles: str) -> None:
    # The six tiles that are not on the board lie on two racks.
    answer = solved(f"{CAT} ERS/ATS 10/12 0", "--rules", few_tiles, "--budget-ms", "20000")
    assert (answer["method"], answer["proven"], answer["bag"]) == ("endgame", True, 0)
    assert answer["line"][0]["move"] == answer["moves"][0]["move"]
    assert len(answer["moves"]) > 1
    assert all(move["proven"] for move in answer["moves"])
    spreads = [move["spread"] for move in answer["moves"]]
    assert spreads[0] == max(spreads)
    assert answer["moves"][0]["win_chance"] in (0, 0.5, 1)


def test_an_opponent_may_be_one_who_does_not_know_the_rack(few_tiles: str) -> None:
    asked = (f"{CAT} ER/TS 18/12 0", "--rules", few_tiles, "--budget-ms", "20000", "--only", "8H CATER")
    opened, blind = solved(*asked), solved(*asked, "--opponent", "blind")
    assert (opened["opponent"], blind["opponent"]) == ("open", "blind")
    [seen], [unseen] = opened["moves"], blind["moves"]
    assert seen["proven"]
    assert 0 < seen["win_chance"] < 1
    assert unseen["win_chance"] == seen["win_chance"], "once the bag is empty both know every tile"
    done = CliRunner().invoke(cli, ["solve", "--cgp", *asked, "--lexicon", "common", "--opponent", "blind"])
    assert "after a move and a reply both sides are taken to know every tile" in done.output


def test_with_a_tile_in_the_bag_every_draw_is_gone_through(few_tiles: str) -> None:
    # Four tiles are not seen, and the other player holds two of them.
    answer = solved(f"{CAT} ER/TS 10/12 0", "--rules", few_tiles, "--budget-ms", "20000")
    assert (answer["method"], answer["bag"], answer["unseen"]) == ("pre-endgame", 2, 4)
    assert answer["every_draw"]
    assert sum(draw["chance"] for draw in answer["draws"]) == pytest.approx(1, abs=0.001)
    assert {"".join(sorted(draw["bag"])) for draw in answer["draws"]} == {"AS", "AT", "SS", "ST"}
    chances = [move["win_chance"] for move in answer["moves"] if move["samples"] == move["draws"]]
    assert chances == sorted(chances, reverse=True)
    assert answer["compared"] >= len(answer["moves"]) > 1


def test_a_table_says_which_search_it_was_how_sure_it_is_and_what_each_draw_brings(few_tiles: str) -> None:
    options = ["--rules", few_tiles, "--lexicon", "common", "--budget-ms", "20000", "--explain"]
    done = CliRunner().invoke(cli, ["solve", "--cgp", f"{CAT} ER/TS 10/12 0", *options])
    assert done.exit_code == 0, done.output
    assert done.output.startswith("By pre-endgame, all draws decided")
    assert "Line if the bag holds" in done.output
    assert re.search(r"^(Wins|Ties|Loses) in \d+% of the draws: [A-Z]{2}", done.output, re.M)
    done = CliRunner().invoke(cli, ["solve", "--cgp", f"{CAT} ERS/ATS 10/12 0", *options])
    assert done.output.startswith("By endgame, proven; 3 unseen tiles, the bag is empty.")
    assert "Line: " in done.output


def test_a_search_of_a_second_shows_in_a_terminal_what_it_does_and_how_long(tmp_path: Path) -> None:
    """And leaves nothing of that behind: the table comes next."""
    terminal = Terminal(tmp_path, "solve", "--cgp", f"{EMPTY} QUIXOTE/ 0/0 0", "--budget-ms", "1000")
    terminal.wait_to_see(r"Simulating .* of 1\.0 s")
    assert terminal.end() == 0
    assert "By simulation" in terminal.screen
    assert "Simulating" not in terminal.screen


def test_what_is_written_to_a_file_has_no_bar() -> None:
    done = CliRunner().invoke(cli, ["solve", "--cgp", f"{EMPTY} QUIXOTE/ 0/0 0", "--budget-ms", "1000"])
    assert done.output.startswith("By simulation")
    assert done.stderr == ""


def test_a_position_is_explained_in_sentences() -> None:
    arguments = ["solve", "--cgp", f"{EMPTY} QUIXOTE/ 0/0 0", "--budget-ms", "500", "--explain", "--top", "2"]
    done = CliRunner().invoke(cli, arguments)
    assert done.exit_code == 0, done.output
    assert "QUIXOTE" in done.output
    assert "Scores" in done.output
    assert "of the time" in done.output


def test_a_position_for_one_player_or_without_a_rack_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    for cgp, words in (
        (f"{EMPTY} ABC 0 0", "is for 2 players"),
        (f"{EMPTY} ABC// 0/0/0 0", "is for 2 players"),
        (f"{EMPTY} / 0/0 0", "first rack is empty"),
        (f"{EMPTY} QQQ/ 0/0 0", "than the tile set has"),
        (f"{EMPTY} ABC/QQ 0/0 0", "than the tile set has"),
        (f"{EMPTY} ABCDEFGH/ 0/0 0", "at most 7 tiles"),
    ):
        assert run(["solve", "--cgp", cgp]) == 2
        said = capsys.readouterr().err
        assert words in said
        assert said.count("\n") == 1, "one line"


def test_only_the_moves_named_are_compared_and_an_illegal_one_is_refused(few_tiles: str) -> None:
    position = f"{CAT} ER/TS 10/12 0"
    answer = solved(position, "--rules", few_tiles, "--budget-ms", "20000", "--only", "pass")
    assert (answer["compared"], len(answer["moves"]), answer["proven"]) == (1, 1, False)
    twice = solved(f"{CAT} ERS/ATS 10/12 0", "--rules", few_tiles, "--only", "pass", "--only", "pass")
    assert twice["method"] == "endgame"
    assert [(move["move"], move["proven"]) for move in twice["moves"]] == [("exchange", True)], (
        "in this ruleset that is a pass"
    )
    options = ["--rules", few_tiles, "--lexicon", "common", "--only", "1A ER"]
    done = CliRunner().invoke(cli, ["solve", "--cgp", position, *options])
    assert isinstance(done.exception, NotLegalHere)
    assert str(done.exception) == "1A ER is not a legal move in this position."


def test_a_rack_that_is_known_leaves_one_draw(few_tiles: str) -> None:
    answer = solved(f"{CAT} ER/TS 10/12 0", "--rules", few_tiles, "--budget-ms", "20000", "--known-rack")
    assert [draw["bag"] for draw in answer["draws"]] in (["AS"], ["SA"])
    options = ["--rules", few_tiles, "--lexicon", "common", "--known-rack"]
    done = CliRunner().invoke(cli, ["solve", "--cgp", f"{CAT} ER/ 10/12 0", *options])
    assert done.exit_code == 2
    assert "names no whole rack" in done.output


def test_a_known_rack_is_refused_where_it_would_not_count() -> None:
    arguments = ["solve", "--cgp", f"{EMPTY} AEINRST/BDGLOTU 0/0 0", "--known-rack"]
    done = CliRunner().invoke(cli, arguments)
    assert done.exit_code == 2
    assert "--known-rack counts only where draws are gone through" in done.output


def test_what_no_draw_was_decided_for_is_shown_as_an_estimate(
    few_tiles: str, capsys: pytest.CaptureFixture[str]
) -> None:
    ruleset = load_ruleset(few_tiles)
    view = view_of_cgp(parse_position(f"{CAT} ER/TS 10/12 0", ruleset), ruleset)
    advice = Advice("pre-endgame", (MoveAdvice(Pass(), 0, (), win_chance=0.5, draws=4),), compared=1)
    show(view, advice, {**plain(view, advice, 1), "opponent": "open"}, explain=True)
    said = capsys.readouterr().out
    assert said.startswith("By pre-endgame, 0 of 4 draws decided; 4 unseen tiles, 2 of them in the bag.")
    assert re.search(r"^pass +0 +~ 50\.0 +- +0 of 4$", said, re.M)
    assert "Passes and keeps nothing; it wins about 50% of the time." in said


def test_draws_decided_so_far_are_listed_without_how_often_they_come(
    few_tiles: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Those likely lost are decided first."""
    ruleset = load_ruleset(few_tiles)
    view = view_of_cgp(parse_position(f"{CAT} ER/TS 10/12 0", ruleset), ruleset)
    lost = DrawOutcome((1, 6), 0.1, 0.0, None, True)
    advice = Advice(
        "pre-endgame", (MoveAdvice(Pass(), 0, (), win_chance=0.8, samples=1, draws=4),), draws=(lost,)
    )
    show(view, advice, {**plain(view, advice, 1), "opponent": "open"}, explain=False)
    assert capsys.readouterr().out.endswith("Loses, as far as is known, with AT\n")
