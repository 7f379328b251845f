from __future__ import annotations

import json

from click.testing import CliRunner

from quixotry.cli import cli

EMPTY = "/".join(["15"] * 15)


def test_an_endgame_is_proven_and_shows_its_line() -> None:
    rows = ["15"] * 7 + ["7CAT5"] + ["15"] * 7
    cgp = f"{'/'.join(rows)} S/Q 100/90 0"
    done = CliRunner().invoke(cli, ["solve", "--cgp", cgp, "--lexicon", "common", "--json"])
    # The tiles not on the board are all in the bag: nothing is proven here, it is tried out.
    assert done.exit_code == 0, done.output
    answer = json.loads(done.output)
    assert answer["method"] == "simulation"
    assert {"move", "score", "win_chance", "opens"} <= set(answer["moves"][0])


def test_a_position_is_explained_in_sentences() -> None:
    arguments = ["solve", "--cgp", f"{EMPTY} QUIXOTE/ 0/0 0", "--budget-ms", "50", "--explain", "--top", "2"]
    done = CliRunner().invoke(cli, arguments)
    assert done.exit_code == 0, done.output
    assert "QUIXOTE" in done.output
    assert "Scores" in done.output
    assert "of the time" in done.output


def test_a_position_for_one_player_or_without_a_rack_is_refused() -> None:
    alone = CliRunner().invoke(cli, ["solve", "--cgp", f"{EMPTY} ABC 0 0"])
    assert alone.exit_code == 2
    assert "two players" in alone.output
    empty = CliRunner().invoke(cli, ["solve", "--cgp", f"{EMPTY} / 0/0 0"])
    assert empty.exit_code == 2
    many = CliRunner().invoke(cli, ["solve", "--cgp", f"{EMPTY} QQQ/ 0/0 0"])
    assert "than the set has" in many.output
