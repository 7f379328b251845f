"""What a shell offers when somebody presses Tab."""

from __future__ import annotations

from pathlib import Path

import pytest

from quixotry.cli import cli
from quixotry.cli.completion import completed
from tests.cli.command import quixotry


@pytest.mark.parametrize(
    ("arguments", "incomplete", "offered"),
    [
        (["play", "--rules"], "t", {"tournament"}),
        (["rules", "show"], "cl", {"classic"}),
        (["moves", "--rules"], "par", {"party"}),
        (["play", "--lexicon"], "", {"default", "common"}),
        (["lexicon", "check", "--lexicon"], "c", {"common"}),
        (["selfplay", "--lexicon"], "d", {"default"}),
        (["play", "--player"], "computer:ex", {"computer:expert"}),
        (["play", "--rules"], "mine.to", {"mine.to"}),
        ([], "doc", {"doctor"}),
    ],
)
def test_values_are_completed(arguments: list[str], incomplete: str, offered: set[str]) -> None:
    assert {item.value for item in completed(cli, arguments, incomplete)} == offered


def test_saved_games_are_completed_by_their_ids(home: Path) -> None:
    quixotry(home, "play", "--rules", "solo", "--lexicon", "common")
    (game_id,) = (path.stem for path in (home / "games").glob("*.jsonl"))
    for arguments in (["games", "export"], ["games", "delete"], ["play", "--resume"]):
        assert [item.value for item in completed(cli, arguments, game_id[:4])] == [game_id]
