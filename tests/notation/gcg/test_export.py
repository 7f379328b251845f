"""Games of ours as GCG."""

from __future__ import annotations

from dataclasses import replace

import pytest

from quixotry.fair.draws import SeededDraws
from quixotry.notation.gcg import export_gcg, format_gcg, parse_gcg, replay_gcg
from quixotry.rules.event import PointsAdjusted
from quixotry.rules.game import Arbiter, Game, SeatedPlayer
from quixotry.rules.move import Exchange, Pass, Placement, Play
from quixotry.rules.ruleset_file import preset, ruleset_digest
from tests.notation.games import challenge_games, ended_by_the_house, play_game, some_games
from tests.rules.build import PRESETS, AnyWord, always, header_for


def check(game: Game) -> None:
    """An export replays without a word, to the same scores and the same board."""
    content = export_gcg(game)
    file = parse_gcg(content)
    assert format_gcg(file) == content
    report = replay_gcg(file)
    assert report.findings() == ()
    assert report.warnings == ()
    assert ruleset_digest(report.ruleset) == ruleset_digest(game.header.ruleset)
    assert report.board == game.position.board
    scores = {
        player.name: score for player, score in zip(game.header.players, game.position.scores, strict=True)
    }
    assert {p.name: score for p, score in zip(report.players, report.final_scores, strict=True)} == scores


def test_games_of_every_preset_replay_without_a_word() -> None:
    for game in some_games():
        check(game)


def test_games_with_every_kind_of_challenge_replay_without_a_word() -> None:
    whys = set()
    for game in challenge_games():
        check(game)
        whys |= {event.why for event in game.events if isinstance(event, PointsAdjusted)}
    assert whys == {"challenge", "time", "own-tiles", "others-tiles"}


@pytest.mark.soak
@pytest.mark.parametrize("name", PRESETS)
def test_many_games_of_a_preset_replay_without_a_word(name: str) -> None:
    ruleset = preset(name)
    for seed in range(500):
        seats = ruleset.seats.min + seed % (ruleset.seats.max - ruleset.seats.min + 1)
        check(play_game(ruleset, seats, 1_000_000 + seed))


def test_an_unfinished_game_shows_the_racks_and_says_so() -> None:
    game = play_game(preset("classic"), 3, 1, decisions_max=2)
    lines = export_gcg(game).decode().splitlines()
    alphabet = game.header.ruleset.tiles.alphabet
    racks = {rack.text(alphabet) for rack in game.position.racks}
    assert lines[-1] == "#incomplete"
    assert {line.split()[1] for line in lines[-4:-1]} == racks
    check(game)


def test_a_game_nobody_has_begun_can_be_exported() -> None:
    lines = export_gcg(Game.of(header_for(preset("solo"), 2), ())).decode().splitlines()
    assert lines[1:3] == ["#player1 First First", "#player2 Second Second"]
    assert lines[-1] == "#incomplete"


def test_the_heading_names_rules_words_and_game() -> None:
    ruleset = preset("match")
    text = export_gcg(play_game(ruleset, 2, 1)).decode()
    assert text.startswith("#character-encoding UTF-8\n#player1 Second Second\n#player2 First First\n")
    assert "#title Match, game 2 of 2\n#id quixotry game-1\n#lexicon checksums\n" in text
    assert f"#note Rules: match sha256:{ruleset_digest(ruleset)}\n" in text
    assert "#board-layout" not in text


def test_another_board_and_other_tiles_are_named_for_other_programs() -> None:
    rules = preset("friends")
    own = replace(rules, name="own", tiles=replace(rules.tiles, name="my tiles"), title="")
    text = export_gcg(Game.of(header_for(own, 2), ())).decode()
    assert "#title own\n" in text
    assert "#board-layout friends\n#tile-distribution my tiles\n" in text


def test_names_that_would_break_a_line_are_made_harmless() -> None:
    names = ("Two Words", "Two Words", "a:b\n#player9 x\x1b[0m", "\n")
    header = header_for(preset("classic"), 4, players=tuple(map(SeatedPlayer, names)))
    lines = export_gcg(Game.of(header, ())).decode().splitlines()
    assert lines[1:5] == [
        "#player1 Two_Words Two Words",
        "#player2 Two_Words_2 Two Words",
        "#player3 ab_#player9_x_[0m a:b #player9 x [0m",
        "#player4 Player4 Player4",
    ]


def test_nothing_gained_from_empty_racks_is_not_worth_a_line() -> None:
    nothing = PointsAdjusted(seq=0, seat=0, at_ms=0, points=0, why="others-tiles")
    assert ">" not in export_gcg(Game.of(header_for(preset("party"), 2), (nothing,))).decode()


def test_a_turn_that_was_taken_back_is_left_out_and_a_note_says_so() -> None:
    header = header_for(
        preset("friends"), players=(SeatedPlayer("Left"), SeatedPlayer("Casual", "computer", "casual"))
    )
    source = SeededDraws("5eed")
    game = Game.begin(header, source)
    arbiter = Arbiter(source, AnyWord(), always)
    rack = tuple(game.position.racks[0])
    laid = Play(tuple(Placement(112 + n, tile) for n, tile in enumerate(tile for tile in rack[-3:])))
    back = game.move(0, laid, arbiter).move(1, Pass(), arbiter).take_back(0)
    check(back)
    check(back.move(0, Exchange(rack[:1]), arbiter))
    lines = export_gcg(back).decode().splitlines()
    assert not [line for line in lines if line.startswith(">")]
    assert "#note Left took back a turn." in lines


def test_a_game_ended_by_the_house_says_so_in_a_note_and_is_read_back_as_ended() -> None:
    absent, abandoned = ended_by_the_house()
    first, second = (export_gcg(game).decode() for game in (absent, abandoned))
    nick = first.partition("#player1 ")[2].split()[0]
    assert f"#note Forfeited: {nick} (absence)" in first
    assert f"#note Adjudicated: {nick} (abandoned)" in second
    for text in (first, second):
        assert not replay_gcg(parse_gcg(text.encode())).discrepancies
