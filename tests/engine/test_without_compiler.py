"""Without a compiler computers play, no word graph is built, and what cannot be done is refused in a sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.engine.without_compiler import run

EMPTY = "/".join(["15"] * 15)


def test_every_level_plays_and_builds_no_graph(tmp_path: Path) -> None:
    done = run(
        """
from quixotry.arena.game import play_game
from quixotry.engine.moves import COMPILED
from quixotry.lexicon import Lexicon, load
from quixotry.players.levels import player_for
from quixotry.rules.ruleset_file import preset
words = load("common").words
words = Lexicon.of([*words[::9], *(word for word in words if len(word) <= 3)])
for level in ("beginner", "expert", "champion"):
    game = play_game(preset("tournament"), words, [player_for(level, words)] * 2, seed=1, budget_ms=500)
    print(COMPILED, level, game.position.outcome is not None, *game.position.scores)
""",
        tmp_path,
    )
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert len(lines) == 3
    assert all(line.startswith("False ") and " True " in line for line in lines)
    assert lines[-1].split()[3:] == lines[-2].split()[3:], "a champion plays as an expert does"
    assert not list(tmp_path.rglob("*.graph"))


def test_a_level_that_cannot_look_ahead_here_says_so_and_shows_no_rating(tmp_path: Path) -> None:
    done = run(
        """
from quixotry.players.levels import describe_level, level_rating
for level in ("expert", "champion", "grandmaster"):
    print(level_rating(level), describe_level(level))
""",
        tmp_path,
    )
    expert, *others = done.stdout.splitlines()
    assert not expert.startswith("None")
    assert others == ["None Plays like the expert here: looking ahead needs the compiled engine."] * 2


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        (["solve", "--cgp", f"{EMPTY} QUIXOTE/ 0/0 0"], "Solving a position"),
        (["selfplay", "--games", "1"], "Self-play"),
        (["train", "leaves", "--folder", "leaves"], "Training"),
    ],
)
def test_what_needs_the_compiled_engine_is_refused_in_one_sentence(
    arguments: list[str], what: str, tmp_path: Path
) -> None:
    done = run(f"import sys; from quixotry.__main__ import run; sys.exit(run({arguments!r}))", tmp_path)
    assert done.returncode == 2
    expected = (
        f"quixotry: {what} needs the compiled engine. Install a C compiler, then install Quixotry again.\n"
    )
    assert (done.stdout, done.stderr) == ("", expected)


def test_moves_are_listed_and_hints_given(tmp_path: Path) -> None:
    asked = ["moves", "--cgp", f"{EMPTY} QUIXOT?/ 0/0 0", "--lexicon", "common", "--top", "1"]
    for more in ([], ["--explain"]):
        done = run(f"from quixotry.__main__ import run; run({asked + more!r})", tmp_path)
        assert done.stderr == ""
        assert "8D QUOIT" in done.stdout


def test_a_start_says_once_that_the_engine_is_not_compiled_and_what_to_do(tmp_path: Path) -> None:
    asked = ["play", "--resume"]
    code = f"import sys; from quixotry.__main__ import run; sys.exit(run({asked!r}))"
    without = run(code, tmp_path).stderr.splitlines()
    assert [line for line in without if line.startswith("The engine is not compiled here")] == without[:1]
    assert "Install a C compiler, then: pip install" in without[0]
    with_compiler = run(f"import os; os.environ['CC'] = sys.executable\n{code}", tmp_path).stderr
    assert "There is a C compiler now; to use it: pip install" in with_compiler
