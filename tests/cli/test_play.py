from __future__ import annotations

import re
from pathlib import Path

import pytest

from quixotry.analysis.hints import best_moves
from quixotry.cli.options import load_ruleset
from quixotry.lexicon import load
from quixotry.notation.moves import format_move
from quixotry.rules.ruleset_file import preset
from quixotry.rules.shipped import shipped_names
from quixotry.store.files import FileGameLog
from tests.cli.terminal import CONFIRM, ESCAPES, SHORT_TILES, WINNER, Terminal, play_by_hints


@pytest.fixture
def tiles(tmp_path: Path) -> str:
    file = tmp_path / "tiles.txt"
    file.write_text(SHORT_TILES)
    return str(file)


def start(home: Path, *args: str, columns: int = 100, rows: int = 50) -> Terminal:
    return Terminal(home, "play", "--lexicon", "common", *args, columns=columns, rows=rows)


FOUR = (
    "--player",
    "Evangelina",
    "--player",
    "Bartholomew",
    "--player",
    "Christopher",
    "--player",
    "computer",
)


@pytest.mark.parametrize(
    ("rules", "players"),
    [*((rules, ()) for rules in shipped_names("presets")), ("classic", FOUR), ("party", FOUR)],
)
def test_a_newcomer_can_finish_every_preset_at_80_by_24(
    tmp_path: Path, tiles: str, rules: str, players: tuple[str, ...]
) -> None:
    options = ["--rules", rules, "--tiles", tiles, "--seed", "2a", *players]
    terminal = start(tmp_path, *options, columns=80, rows=24)

    def look() -> None:
        """Board, scores, rack and prompt are in view together."""
        lines = terminal.screen.splitlines()
        edges = [at for at, line in enumerate(lines) if "-7 -6 -5" in line or " A  B  C" in line]
        assert edges[-2] == edges[-1] - 16, terminal.screen
        assert "Your rack" in terminal.screen
        assert len(re.findall(r"\d tiles", terminal.screen)) == (len(players) or 4) // 2, terminal.screen
        assert terminal.line.endswith(">")

    log = FileGameLog(tmp_path / "games")

    def think() -> str:
        game = log.read(next(log.list())).game
        view = game.view(game.position.turn)
        best = best_moves(view, load("default"), 1)
        return format_move(view.board, best[0].move, view.ruleset.tiles.alphabet) if best else "pass"

    assert play_by_hints(terminal, look=look, think=think) == 0, terminal.text
    assert WINNER.search(terminal.text)
    games = [log.read(game_id).game for game_id in log.list()]
    assert len(games) == preset(rules).match.games
    assert all(game.position.is_over for game in games)
    if rules == "match":
        assert re.search(r"the match|The match", terminal.text)


def test_people_and_computers_sit_at_one_table(tmp_path: Path, tiles: str) -> None:
    players = ["--player", "Left", "--player", "computer", "--player", "Right", "--player", "computer:expert"]
    terminal = start(tmp_path, "--rules", "classic", "--tiles", tiles, *players)
    assert play_by_hints(terminal) == 0, terminal.text
    assert "Expert" in terminal.text


def test_the_hand_over_screen_shows_no_rack(tmp_path: Path) -> None:
    terminal = start(tmp_path, "--rules", "party", "--player", "Left", "--player", "Right")
    for _ in range(4):
        terminal.wait_for("press Enter")
        screen = terminal.shown.rpartition("\x1b[3J")[2]
        assert screen != terminal.shown, "the screen was not cleared"
        assert "rack" not in screen
        terminal.type("")
        terminal.wait_for(r"\w> ")
        assert "rack" in terminal.shown
        terminal.type("skip")
        terminal.wait_for(CONFIRM)
        terminal.type("end turn")
    terminal.child.close()


def test_nothing_is_final_before_it_is_confirmed(tmp_path: Path) -> None:
    terminal = start(
        tmp_path, "--rules", "friends", "--player", "Left", "--player", "computer", "--seed", "00"
    )
    terminal.wait_for("Left> ")
    before = FileGameLog(tmp_path / "games").read(next(FileGameLog(tmp_path / "games").list()))
    terminal.type("hint")
    terminal.wait_for("Left> ")
    terminal.type("8H CEL")
    terminal.wait_for(CONFIRM, "Left> ")
    terminal.type("undo")
    terminal.wait_for("Left> ")
    assert FileGameLog(tmp_path / "games").read(before.game.header.id) == before
    terminal.type("quit")
    assert terminal.end() == 0
    assert "--resume" in terminal.text


@pytest.mark.parametrize("stop", ["\x03", "\x04"])
def test_an_interrupted_game_is_saved_and_goes_on_where_it_was(tmp_path: Path, tiles: str, stop: str) -> None:
    terminal = start(tmp_path, "--rules", "solo", "--tiles", tiles)
    terminal.wait_for("You> ")
    assert terminal.stop_by(stop) == 2
    assert "The game is saved as" in terminal.text
    resumed = Terminal(tmp_path, "play", "--resume")
    assert play_by_hints(resumed) == 0
    assert WINNER.search(resumed.text)


def test_a_match_goes_on_with_its_second_game_after_leaving_between_the_two(
    tmp_path: Path, tiles: str
) -> None:
    players = ["--player", "computer", "--player", "You"]
    terminal = start(tmp_path, "--rules", "match", "--tiles", tiles, *players)
    terminal.wait_for("You> ")
    terminal.type("resign")
    terminal.wait_for(CONFIRM)
    terminal.type("")
    terminal.wait_for("Press Enter to start")
    terminal.child.send("\x04")
    assert terminal.end() == 2
    resumed = Terminal(tmp_path, "play", "--resume")
    resumed.wait_for("Press Enter to start")
    resumed.type("")
    resumed.wait_for("You> ")
    resumed.type("resign")
    resumed.wait_for(CONFIRM)
    resumed.type("")
    assert resumed.end() == 0
    assert "Casual wins the match by games: 2 to 0 in games" in resumed.text


def test_a_game_open_in_another_window_is_not_opened_twice(tmp_path: Path) -> None:
    first = start(tmp_path, "--rules", "solo")
    first.wait_for("You> ")
    second = Terminal(tmp_path, "play", "--resume")
    assert second.end() == 2
    assert "open in another window" in second.text
    first.type("quit")
    assert first.end() == 0


def test_bad_words_and_bad_moves_are_refused_in_a_sentence(tmp_path: Path) -> None:
    terminal = start(tmp_path, "--rules", "solo", "--seed", "00")
    terminal.wait_for("You> ")
    for typed, answer in {
        "8H CLT": "is not in the word list",
        "1A CE": "must cover the start square 8H",
        "8H QQ": "does not have QQ",
        "8Z CE": "There is no square",
        "exchange CE": "whole rack",
        "nonsense": "is not a move",
        "challenge": "no play to accept or challenge",
        "": "no move to confirm",
        "define zzzz": "ZZZZ is not in the word list",
    }.items():
        terminal.type(typed)
        while terminal.wait_for(CONFIRM, "You> ") == 0:
            terminal.type("yes")
        assert answer in terminal.text, typed
    terminal.type("quit")
    terminal.end()


def test_without_options_it_asks_for_rules_and_players(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "play")
    terminal.wait_for(r"\[solo\] ")
    terminal.type("99")
    terminal.wait_for(r"\[solo\] ")
    assert "Type a number from 1 to 6" in terminal.shown
    terminal.type("1")
    terminal.wait_for(r"Players \[Player 1, Player 2\] ")
    terminal.type("Left, Right, computer")
    terminal.wait_for("press Enter")
    assert "drew" in terminal.text
    terminal.type("")
    terminal.wait_for(r"\w> ")
    terminal.type("help")
    terminal.wait_for(r"\w> ")
    assert "Give Up Turn" in terminal.text
    terminal.child.close()


def test_a_narrow_terminal_gets_a_narrow_board_and_a_narrower_one_a_sentence(tmp_path: Path) -> None:
    narrow = start(tmp_path, "--rules", "solo", columns=40)
    narrow.wait_for("You> ")
    lines = [line for line in narrow.text.splitlines() if "★" in line]
    assert lines
    assert max(map(len, lines)) <= 40
    narrow.type("quit")
    narrow.end()
    hopeless = start(tmp_path, "--rules", "solo", columns=20)
    assert hopeless.end() == 2
    assert "columns" in hopeless.text


def test_a_ruleset_of_ones_own_plays_as_well_as_ours(tmp_path: Path, tiles: str) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('extends = "party"\nname = "mine"\n[bonus]\npoints = 99\n[seats]\nmax = 2\n')
    assert load_ruleset(str(file)).bonus.points == 99
    players = ["--player", "computer", "--player", "computer"]
    terminal = start(tmp_path, "--rules", str(file), "--tiles", tiles, *players)
    assert terminal.end() == 0, terminal.text
    assert WINNER.search(terminal.text)


def test_after_a_play_that_goes_out_nobody_is_told_to_move(tmp_path: Path) -> None:
    tiles = tmp_path / "tiles.txt"
    tiles.write_text("A 1 14")
    terminal = start(
        tmp_path, "--rules", "tournament", "--tiles", str(tiles), "--player", "Left", "--player", "Right"
    )
    terminal.wait_for("Left, it is your turn")
    terminal.type("")
    terminal.wait_for("Left> ")
    terminal.type("8h aaaaaaa")
    terminal.wait_for(CONFIRM)
    terminal.type("")
    terminal.wait_for("Right, the last play ends the game unless you challenge it")
    terminal.type("")
    terminal.wait_for("Right> ")
    assert "It ends the game: `challenge` it or `accept` it." in terminal.text
    assert "make your move" not in terminal.text
    for typed in ("pass", "9H AA", "exchange A"):
        terminal.type(typed)
        terminal.wait_for("Right> ")
        assert "The last play ends the game if it stands" in terminal.shown
    terminal.type("accept")
    assert terminal.end() == 0
    assert "Left wins." in terminal.text


def test_a_name_with_brackets_does_not_end_a_match_in_a_traceback(tmp_path: Path) -> None:
    terminal = start(tmp_path, "--rules", "match", "--player", "[/b]", "--player", "Right")
    for typed in ("pass", "resign", "resign"):
        while terminal.wait_for(r"[Pp]ress Enter to start|your turn", r"> ") == 0:
            terminal.type("")
        terminal.type(typed)
        terminal.wait_for(CONFIRM)
        terminal.type("")
    assert terminal.end() == 0, terminal.text
    assert "[/b] wins the match by games" in terminal.text


def test_an_accepted_play_is_said_to_stand(tmp_path: Path) -> None:
    terminal = start(
        tmp_path, "--rules", "tournament", "--seed", "05", "--player", "Left", "--player", "Right"
    )
    first = ("Left", "Right")[terminal.wait_for("Left, it is", "Right, it is")]
    terminal.type("")
    terminal.wait_for(f"{first}> ")
    # Nobody is asked whether two letters of the rack are a word: it is not challenged.
    log = FileGameLog(tmp_path / "games")
    game = log.read(next(log.list())).game
    letters = [tile for tile in game.position.racks[game.position.turn or 0] if tile]
    terminal.type(f"8H {game.header.ruleset.tiles.alphabet.text(letters[:2])}")
    terminal.wait_for(CONFIRM)
    terminal.type("")
    terminal.wait_for("it is your turn")
    terminal.type("")
    terminal.wait_for(r"\w> ")
    terminal.type("accept")
    terminal.wait_for(r"\w> ")
    assert "The play stands. Now make your move." in terminal.shown
    terminal.child.close()


def test_in_a_game_with_challenges_the_terminal_tells_nothing_about_words(tmp_path: Path) -> None:
    terminal = start(
        tmp_path, "--rules", "tournament", "--player", "Left", "--player", "Right", "--seed", "2a"
    )
    terminal.wait_for("press Enter")
    terminal.type("")
    terminal.wait_for(r"\w> ")
    for typed, answer in (
        ("hint", "closed while you play a game with challenges"),
        ("define cat", "once a play with it has stood"),
        ("define zzzz", "once a play with it has stood"),
        ("define", "Type the word after"),
    ):
        terminal.type(typed)
        terminal.wait_for(r"\w> ")
        assert answer in " ".join(ESCAPES.sub("", terminal.shown).split()), typed
    terminal.child.close()


@pytest.mark.parametrize(
    ("word", "meaning"), [("BAG", "BAG: a flexible container"), ("BGA", "BGA: no definition")]
)
def test_the_terminal_defines_a_word_once_it_has_stood_and_keeps_silent_about_the_list(
    tmp_path: Path, word: str, meaning: str
) -> None:
    terminal = start(
        tmp_path, "--rules", "tournament", "--player", "Left", "--player", "Right", "--seed", "2a"
    )
    terminal.wait_for("press Enter")
    terminal.type("")
    terminal.wait_for("Left> ")
    terminal.type(f"8H {word}")
    terminal.wait_for(CONFIRM)
    terminal.type("")
    terminal.wait_for("press Enter")
    terminal.type("")
    terminal.wait_for("Right> ")
    terminal.type(f"define {word}")
    terminal.wait_for("Right> ")
    assert "once a play with it has stood" in terminal.text
    terminal.type("challenge")
    terminal.wait_for(CONFIRM)
    assert "An unsuccessful challenge costs the challenger a turn." in " ".join(terminal.text.split())
    terminal.type("undo")
    terminal.wait_for("Right> ")
    terminal.type("accept")
    terminal.wait_for("Right> ")
    terminal.type(f"define {word}")
    terminal.wait_for("Right> ")
    assert meaning in terminal.text
    assert "word list" not in terminal.text
    terminal.child.close()


def test_a_hint_says_how_good_then_where_then_which(tmp_path: Path) -> None:
    terminal = start(tmp_path, "--rules", "solo", "--seed", "00")
    terminal.wait_for("You> ")
    for told in (
        r"Your best play scores \d+ points",
        r"It goes (across row|down column) \w+\.",
        r"keeps  worth",
    ):
        terminal.type("hint")
        terminal.wait_for("You> ")
        assert re.search(told, terminal.shown), terminal.shown
    terminal.type("quit")
    terminal.end()


def test_undo_takes_back_the_last_turn_and_the_computers_answer(tmp_path: Path) -> None:
    terminal = start(tmp_path, "--rules", "solo", "--seed", "00")
    terminal.wait_for("You> ")
    terminal.type("undo")
    terminal.wait_for("You> ")
    assert "You can only take back your last turn" in terminal.text
    terminal.type("pass")
    terminal.wait_for(CONFIRM)
    terminal.type("")
    terminal.wait_for("You> ")
    terminal.type("undo")
    terminal.wait_for("You> ")
    assert "You: took back the last turn" in terminal.text
    log = FileGameLog(tmp_path / "games")
    game = log.read(next(log.list())).game
    assert (game.position.turns, game.position.scores, game.position.turn) == ((), (0, 0), 0)
    terminal.type("quit")
    assert terminal.end() == 0
