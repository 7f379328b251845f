"""GCG files as games: every move made again by the rules, with draws that fit the racks."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import quixotry as qx
from quixotry.rules.move import Adjudicate, Forfeit, Ruling
from tests.api.test_game import played
from tests.rules.build import PRESETS

GOLDEN = Path(__file__).parents[1] / "golden" / "gcg"
EXPECTED = json.loads((GOLDEN / "expected.json").read_text("utf-8"))
UNPLAYABLE = {
    "odd-racks": 6,
    "odd-same-player-again": 4,
    "odd-shapes": 3,
    "odd-withdrawn-twice": 5,
    "wrong-play": 4,
}
"""Files with a move no referee would allow, and the line it stands on."""


@pytest.mark.parametrize("rules", PRESETS)
def test_a_game_written_as_gcg_comes_back_with_its_moves_racks_and_outcome(rules: str) -> None:
    game = played(rules)
    again = qx.Game.from_gcg(game.to_gcg())
    assert sorted(again.scores) == sorted(game.scores)
    assert again.outcome is not None
    assert game.outcome is not None
    assert again.outcome.reason == game.outcome.reason
    told = [(step.text, step.before.rack) for step in game.steps() if step.text != "accept"]
    assert [(step.text, step.before.rack) for step in again.steps() if step.text != "accept"] == told


@pytest.mark.parametrize(
    "ruling", [Forfeit("time"), Forfeit("absence"), Adjudicate("adjudicated"), Adjudicate("abandoned")]
)
def test_a_game_the_house_has_ended_comes_back_with_its_ending(ruling: Ruling) -> None:
    game = qx.Game("tournament", seed="3d3")
    game.push("8D JIFFIES")
    game.push("pass")
    game.push(ruling, now_ms=35 * 60_000)
    again = qx.Game.from_gcg(game.to_gcg())
    assert again.outcome is not None
    assert again.outcome == game.outcome
    assert [step.text for step in again.steps()][-1] == ruling.why
    assert isinstance(again.pop(), Forfeit | Adjudicate)


@pytest.mark.parametrize("rules", ["tournament", "friends"])
def test_an_unfinished_game_goes_on_where_the_file_stops(rules: str) -> None:
    game = qx.Game(rules, seed="2a")
    for _ in range(6):
        game.push(game.best_moves(1)[0])
    again = qx.Game.from_gcg(game.to_gcg())
    assert again.rack == game.rack
    assert sorted(again.bag) == sorted(game.bag)
    while not again.is_over:
        again.push(qx.Computer("expert").choose(again))


@pytest.mark.parametrize("name", sorted(set(EXPECTED) - set(UNPLAYABLE)))
def test_a_file_is_played_by_the_rules_however_odd_it_is_written(name: str) -> None:
    game = qx.read_gcg(GOLDEN / f"{name}.gcg")
    assert game.move_count > 0
    if not EXPECTED[name]["discrepancies"] and game.is_over:
        assert list(game.scores) == EXPECTED[name]["final_scores"]


@pytest.mark.parametrize(("name", "line"), UNPLAYABLE.items())
def test_a_file_with_a_move_the_rules_refuse_names_its_line(name: str, line: int) -> None:
    with pytest.raises(qx.QuixotryError) as refused:
        qx.read_gcg(GOLDEN / f"{name}.gcg")
    assert refused.value.code == "unplayable_gcg"
    assert refused.value.parameters["line"] == line


def test_racks_a_file_leaves_out_are_filled_with_tiles_that_fit() -> None:
    lines = []
    for line in played("classic").to_gcg().splitlines():
        words = line.split()
        is_play = line.startswith(">") and len(words) == 6
        lines.append(" ".join((words[0], *words[2:])) if is_play else line)
    bare = qx.Game.from_gcg("\n".join(lines))
    assert bare.scores == played("classic").scores
    assert all(len(step.before.rack) == 7 for step in list(bare.steps())[:10])


def test_a_play_that_was_challenged_off_is_off() -> None:
    game = qx.Game("tournament", seed="3d3", players=("Ann", "Ben"))
    game.push("8D JIFFEIS")
    game.push("challenge")
    game.push("8E MICE")
    again = qx.Game.from_gcg(game.to_gcg())
    assert [step.text for step in again.steps()] == ["8D JIFFEIS", "challenge JIFFEIS", "8E MICE"]
    assert again.racks == game.racks


def test_points_for_a_challenge_in_vain_mean_rules_that_give_them() -> None:
    game = qx.Game.from_gcg(
        "#player1 a A\n#player2 b B\n>a: AEINRST 8D RETAINS +66 66\n>a: (challenge) +5 71\n"
        ">b: ACDEHLO J6 CA.E +12 12\n"
    )
    assert game.ruleset.words.challenge is not None
    assert game.ruleset.words.challenge.points == 5
    assert game.scores == (71, 12)


def test_a_file_that_settles_once_is_played_by_rules_that_do() -> None:
    text = "\n".join(
        line for line in (GOLDEN / "tournament.gcg").read_text().splitlines() if not line.startswith("#note")
    )
    once = text.replace(">Second: (ORR) +6 344", ">Second: (ORR) +3 341\n>First: ORR (ORR) -3 365")
    assert qx.Game.from_gcg(text).scores == (368, 344)
    assert qx.Game.from_gcg(once).scores == (365, 341)


def test_overtime_a_file_tells_of_is_taken_by_the_clock() -> None:
    game = played("tournament")
    lines = game.to_gcg().splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith(">") and "(" in line.split()[-3])
    nick = lines[0] and next(line.split()[1] for line in lines if line.startswith("#player1"))
    total = max(int(line.split()[-1]) for line in lines if line.startswith(f">{nick}:") and "(" not in line)
    lines.insert(at, f">{nick}: (time) -20 {total - 20}")
    again = qx.Game.from_gcg("\n".join(lines))
    assert again.is_over
    assert again.scores[0] == game.scores[0] - 20 or again.scores[1] == game.scores[1] - 20


def test_a_file_of_a_game_with_other_tiles_is_not_played_with_ours() -> None:
    text = "#player1 a A\n#player2 b B\n#tile-distribution french\n>a: AEINRST 8D RETAINS +70 70\n"
    with pytest.raises(qx.QuixotryError) as refused:
        qx.Game.from_gcg(text)
    assert refused.value.code == "unplayable_gcg"
    assert "with other tiles ('french') than it is checked by" in str(refused.value)
    assert qx.Game.from_gcg(text, ruleset="tournament").scores == (66, 0)


def test_a_game_by_rules_of_ones_own_comes_back_without_their_file(tmp_path: Path) -> None:
    rules = tmp_path / "own.toml"
    rules.write_text('name = "own"\nextends = "tournament"\n[bonus]\npoints = 60\n')
    game = qx.Game(rules, seed="3d3")
    game.push("8D JIFFIES")
    rules.unlink()
    again = qx.Game.from_gcg(game.to_gcg())
    assert again.scores == game.scores
    assert again.ruleset.bonus.points == 60


def test_a_record_is_checked_for_right_scores_and_for_legality(tmp_path: Path) -> None:
    path = tmp_path / "one.gcg"
    path.write_text("#player1 a Ann\n#player2 b Ben\n#weather fine\n>a: AEINRST 8D RETAINS +67 67\n")
    check = qx.check_gcg(path)
    assert (check.scores_right, check.is_legal, check.passes) == (False, True, False)
    assert check.findings[0] == "Line 4: The score is 66, not 67."
    assert check.warnings == ("Line 3: The pragma '#weather' is unknown; it is kept.",)
    assert (check.players, check.scores, check.ruleset.name) == (("Ann", "Ben"), (66, 0), "tournament")
    assert repr(check) == "<RecordCheck: scores wrong, legal, 2 findings>"
    other = qx.check_gcg(str(path), ruleset="friends")
    assert other.scores == (49, 0)
    french = qx.check_gcg(b"#player1 a A\n#player2 b B\n#tile-distribution french\n>a: WXYZ 8H WXYZ +90 90\n")
    assert repr(french) == "<RecordCheck: scores not checked, legality not checked, 1 finding>"
    with pytest.raises(qx.QuixotryError):
        qx.check_gcg(b"dear aunt")
    with pytest.raises(qx.QuixotryError):
        qx.check_gcg(tmp_path / "missing.gcg")


def test_a_lexicon_nobody_has_is_missed_only_when_words_are_asked_for() -> None:
    game = qx.Game.from_gcg("#lexicon CSW99\n#player1 a A\n#player2 b B\n>a: AEINRST 8D RETAINS +66 66\n")
    assert game.scores == (66, 0)
    with pytest.raises(qx.QuixotryError) as refused:
        game.legal_moves()
    assert refused.value.code == "unknown_lexicon"
    other = qx.Game.from_gcg(game.to_gcg(), lexicon="default")
    assert other.legal_moves()


def test_the_same_file_is_always_the_same_game() -> None:
    text = "#player1 a A\n#player2 b B\n>a: AEINRST 8D RETAINS +66 66\n"
    assert qx.Game.from_gcg(text).value == qx.Game.from_gcg(text).value


def test_all_games_of_a_folder_come_by_name_and_a_broken_file_is_told(tmp_path: Path) -> None:
    game = qx.Game("tournament", seed="3d3")
    (tmp_path / "b.gcg").write_text(game.to_gcg())
    (tmp_path / "a.jsonl").write_text(game.to_record())
    (tmp_path / "readme.txt").write_text("not a game")
    assert [found.rack for found in qx.games(tmp_path)] == ["EFFIIJS", "EFFIIJS"]
    (tmp_path / "c.gcg").write_text("nothing\n")
    with pytest.raises(qx.QuixotryError) as refused:
        list(qx.games(tmp_path))
    assert refused.value.__notes__ == [f"in {tmp_path / 'c.gcg'}"]
    told: list[tuple[str, str]] = []
    found = list(qx.games(tmp_path, on_error=lambda path, error: told.append((path.name, error.code))))
    assert (len(found), told) == (2, [("c.gcg", "gcg_no_game")])


@pytest.mark.parametrize("name", ["missing.gcg", "."])
def test_a_file_that_cannot_be_read_says_so(tmp_path: Path, name: str) -> None:
    with pytest.raises(qx.QuixotryError) as refused:
        qx.read_gcg(tmp_path / name)
    assert refused.value.code == "unreadable_file"
    with pytest.raises(qx.QuixotryError):
        list(qx.games(tmp_path / "missing"))
