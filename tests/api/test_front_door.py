"""`import quixotry as qx`: what is there, what it costs, and that the five lines of the plan run."""

from __future__ import annotations

import ast
import json
import pickle
import subprocess
import sys
from pathlib import Path

import pytest
from scripts.build_api_reference import ALIASES, CHAPTERS, PAGE, page

import quixotry as qx

SOURCE = Path(qx.__file__)

HEAVY = {
    "litestar", "sqlalchemy", "rich", "click", "msgspec", "uvicorn",
    "quixotry.api", "quixotry.rules", "quixotry.engine", "quixotry.lexicon", "quixotry.players", "quixotry.web",
    "typing", "dataclasses", "tomllib", "lzma",
}  # fmt: skip


LOADED = """
import sys
sys.path.insert(0, {source!r})
before = set(sys.modules)
{program}
loaded = set(sys.modules) - before
import json
print(json.dumps(sorted(loaded)))
"""


def loaded_after(program: str) -> set[str]:
    """The modules a fresh interpreter has loaded after a program, but not before it."""
    text = LOADED.format(source=str(SOURCE.parents[1]), program=program)
    return set(json.loads(subprocess.check_output([sys.executable, "-I", "-c", text])))


def test_importing_quixotry_loads_nothing_heavy() -> None:
    assert not loaded_after("import quixotry") & HEAVY


def test_a_game_needs_no_web_framework_no_database_and_no_terminal() -> None:
    loaded = loaded_after("import quixotry as qx; qx.Game('tournament', seed='3d3').push('pass')")
    assert not {name.partition(".")[0] for name in loaded} & {
        "litestar",
        "sqlalchemy",
        "rich",
        "click",
        "uvicorn",
    }
    assert "quixotry.engine.moves" not in loaded


def test_no_word_list_is_loaded_before_it_is_needed() -> None:
    loaded = loaded_after("import quixotry as qx; qx.ruleset('classic'), qx.Pass(), qx.QuixotryError")
    assert "quixotry.rules.ruleset" in loaded
    assert not {name for name in loaded if name.startswith("quixotry.lexicon")}


def test_every_name_of_all_is_there_and_listed_by_dir() -> None:
    assert list(qx.__all__) == sorted(set(qx.__all__))
    for name in qx.__all__:
        assert getattr(qx, name) is not None
    assert set(qx.__all__) <= set(dir(qx))


def test_the_names_for_type_checkers_are_those_of_the_run() -> None:
    tree = ast.parse(SOURCE.read_text("utf-8"))
    (block,) = [
        node for node in tree.body if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
    ]
    imported = {
        (alias.asname, node.module)
        for node in block.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert imported == set(qx._HOME_OF.items())


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'Gmae'"):
        qx.Gmae  # type: ignore[attr-defined]  # noqa: B018


@pytest.mark.parametrize("name", [name for name in qx.__all__ if name not in ALIASES])
def test_every_public_name_has_a_docstring_with_an_example(name: str) -> None:
    assert ">>> " in (getattr(qx, name).__doc__ or ""), f"{name} has no example"


def test_the_reference_names_everything_that_is_public() -> None:
    told = [name for names in CHAPTERS.values() for name in names]
    assert sorted(told) == list(qx.__all__)


def test_the_reference_is_what_the_docstrings_say() -> None:
    assert PAGE.read_text("utf-8") == page(), "run: python scripts/build_api_reference.py"


FIVE_LINES = """
import quixotry as qx
game = qx.Game("tournament", seed="2a")
game.push("8D QUIXOTE")            # IllegalMove says which rule refuses it
game.best_moves(5)
while not game.is_over:
    game.push(qx.Computer("expert").choose(game.view()))
game.outcome, game.to_gcg()
"""


def test_the_five_lines_of_the_plan_run_as_they_stand() -> None:
    names: dict[str, object] = {}
    refused = []
    for statement in ast.parse(FIVE_LINES).body:
        try:
            exec(compile(ast.Module([statement], []), "five lines", "exec"), names)
        except qx.IllegalMove as error:
            refused.append((error.code, error.clause))
    assert refused == [("tiles_not_held", "A5")]
    game = names["game"]
    assert isinstance(game, qx.Game)
    assert game.outcome is not None
    assert qx.Game.from_gcg(game.to_gcg()).outcome == game.outcome


def test_a_rack_of_ones_own_is_a_rack_like_any_other() -> None:
    rack = qx.Rack("qux?it")
    assert rack == "IQTUX?"
    assert "<svg" in rack._repr_svg_()
    assert pickle.loads(pickle.dumps(rack)).tiles == rack.tiles
    with pytest.raises(qx.QuixotryError, match="1") as caught:
        qx.Rack("AB1")
    assert caught.value.code == "unknown_letter"


def test_a_whole_game_in_place_of_a_path_is_refused_in_one_short_line() -> None:
    with pytest.raises(qx.QuixotryError) as caught:
        qx.read_gcg(qx.Game("tournament", seed="3d3").to_gcg())
    assert caught.value.code == "unreadable_file"
    assert len(str(caught.value)) < 200
    assert "\n" not in str(caught.value)
