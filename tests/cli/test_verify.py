"""`quixotry verify`: verdicts in sentences, and exit codes."""

from __future__ import annotations

import io
import json
import sys
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from quixotry.__main__ import run
from quixotry.fair.agreement import FIRST_LINK, begun, link
from quixotry.fair.draws import draws_of
from quixotry.fair.ledger import Entry
from quixotry.notation.gcg import export_gcg
from quixotry.notation.record import events_to_json, header_to_json
from quixotry.rules.game import Game
from tests.fair.games import drawn_game, secret

GCG_OF_ANOTHER = Path(__file__).parent.parent / "golden" / "gcg" / "classic.gcg"


def written(tmp_path: Path, content: bytes, name: str = "game") -> str:
    file = tmp_path / name
    file.write_bytes(content)
    return str(file)


def test_a_game_that_follows_ends_with_exit_code_0_and_says_what_it_follows_from(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    drawn = drawn_game(seed=1)
    assert drawn.game.header.draw is not None
    for content in (drawn.record, export_gcg(drawn.game)):
        assert run(["verify", written(tmp_path, content)]) == 0
        shown = capsys.readouterr().out
        assert "every tile follows from what the house fixed before the game as draw 3" in shown
        assert "First and Second gave afterwards" in shown
        assert link(drawn.game.header.draw) in shown
        assert "The draw of this game was begun 2 times." in shown


def test_a_record_that_was_changed_ends_with_exit_code_1_and_says_what_does_not_follow(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    drawn = drawn_game()
    assert run(["verify", written(tmp_path, drawn.record.replace(b'"First"', b'"Third"'))]) == 1
    shown = capsys.readouterr().out
    assert "this record has been changed, or the tiles were not drawn fairly" in shown
    assert "The players, the rules or the words are not those the draw was agreed for." in shown
    assert (
        run(["verify", written(tmp_path, export_gcg(drawn.game).replace(b"#id quixotry ", b"#id x "))]) == 1
    )
    assert "and this file is of another" in capsys.readouterr().out


def test_a_game_of_one_seed_follows_but_not_strictly(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    header = replace(drawn_game().game.header, draw=None)
    begun_game = Game.begin(header, draws_of(header))
    file = written(tmp_path, header_to_json(header) + b"\n" + events_to_json(begun_game.events) + b"\n")
    assert run(["verify", file]) == 0
    shown = capsys.readouterr().out
    assert "drawn from one seed, not committed to beforehand" in shown
    assert "The game is not over; this holds so far." in shown
    assert run(["verify", "--strict", "--json", file]) == 1
    told = json.loads(capsys.readouterr().out)
    assert (told["ok"], told["follows"], told["committed"]) == (False, True, False)


def test_a_gcg_file_that_tells_nothing_of_its_draw_ends_with_exit_code_1(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["verify", str(GCG_OF_ANOTHER)]) == 1
    assert "This file does not tell how its tiles were drawn" in capsys.readouterr().out


@pytest.mark.parametrize(
    "content", [b"", b"no game", b'{"format":"quixotry-game"}\n', b'{"number":1,"commitment":2}']
)
def test_what_is_no_game_ends_with_exit_code_2_and_a_sentence(
    tmp_path: Path, content: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["verify", written(tmp_path, content)]) == 2
    assert capsys.readouterr().err.startswith("quixotry: ")


def test_a_file_that_is_not_there_and_one_too_large_are_told_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["verify", str(tmp_path / "none")]) == 2
    assert "cannot be read" in capsys.readouterr().err
    assert run(["verify", "a\0b"]) == 2
    assert "is not a file name" in capsys.readouterr().err
    assert run(["verify", written(tmp_path, b" " * (8 * 1024 * 1024 + 1))]) == 2
    assert "more than any game needs" in capsys.readouterr().err


def test_a_game_at_the_terminal_is_checked_by_its_id(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("QUIXOTRY_HOME", str(tmp_path))
    for _ in range(2):
        monkeypatch.setattr(sys, "stdin", io.StringIO("resign\nyes\n"))
        assert run(["play", "--rules", "solo", "--lexicon", "common"]) == 0
    shown = capsys.readouterr().out
    assert "Draw 1 is fixed (" in shown
    game_id = shown.strip().splitlines()[-1].removeprefix("To check the draw: quixotry verify ")
    assert run(["verify", game_id]) == 0
    assert "as draw 2 and from what You gave afterwards" in capsys.readouterr().out
    assert run(["verify", str(tmp_path / "draws.chain")]) == 0
    assert "2 commitments, numbers 1 to 2" in capsys.readouterr().out


def test_a_list_of_draws_tells_which_were_thrown_away_and_what_was_slipped_in(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    entries, previous = [], FIRST_LINK
    for number in range(1, 4):
        draw = begun(secret(number), number=number, previous=previous)
        previous = link(draw)
        entries.append(Entry(number, draw.commitment, previous, "thrown-away" if number == 2 else "over"))

    def file(entries: list[Entry]) -> str:
        return written(tmp_path, b"".join(msgspec.json.encode(entry) + b"\n" for entry in entries))

    assert run(["verify", file(entries)]) == 0
    assert "Number 2 was thrown away before a tile was drawn." in capsys.readouterr().out
    assert run(["verify", file([entries[0], entries[2]])]) == 1
    assert "Number 2 is missing; 3 comes next." in capsys.readouterr().out
