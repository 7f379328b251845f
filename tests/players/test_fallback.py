"""The move that is played when nobody is left to look for a good one."""

from __future__ import annotations

import asyncio
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from quixotry.engine.leaves_file import shipped_leaves
from quixotry.engine.moves import Engine
from quixotry.lexicon.gaddag_file import graph_key, kept_path, load_or_build
from quixotry.lexicon.wordlist import Lexicon
from quixotry.players import fallback
from quixotry.players.fallback import FallbackEngines, without_tiles
from quixotry.players.worker_pool import WorkerPool
from quixotry.rules.move import Accept, Exchange, Pass, Play
from quixotry.rules.position import Pending
from tests.engine.games import small_lexicon
from tests.players.test_worker import WORDS, a_view


@pytest.fixture
def lexicon(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Lexicon:
    monkeypatch.setenv("QUIXOTRY_HOME", str(tmp_path))
    load_or_build.cache_clear()
    return small_lexicon()


def keep_graph(lexicon: Lexicon) -> Path:
    letters = a_view().ruleset.tiles.alphabet.letters
    load_or_build(lexicon, letters)
    return kept_path(graph_key(lexicon, letters))


@pytest.mark.parametrize("rules", ["friends", "solo", "tournament"])
def test_it_is_the_best_play_at_first_sight_kept_tiles_counted(lexicon: Lexicon, rules: str) -> None:
    keep_graph(lexicon)
    view = a_view(rules)
    move = FallbackEngines(lambda _: lexicon).move(view, "small")
    assert view.rack is not None
    engine = Engine(view.ruleset, lexicon, leaves=shipped_leaves(view.ruleset))
    found = engine.search(view.board, view.rack, bag=view.bag_count)
    assert move == next(each.move for each in found if isinstance(each.move, Play))


def test_what_a_fallback_move_needs_can_be_loaded_beforehand(lexicon: Lexicon) -> None:
    keep_graph(lexicon)
    engines, asked = FallbackEngines(lambda _: lexicon), a_view()
    engines.prepare(asked.ruleset, "small")
    kept_path(graph_key(lexicon, asked.ruleset.tiles.alphabet.letters)).unlink()
    assert isinstance(engines.move(asked, "small"), Play)


def test_no_graph_is_built_for_a_fallback_move(lexicon: Lexicon, tmp_path: Path) -> None:
    assert FallbackEngines(lambda _: lexicon).move(a_view(), "small") is None
    assert not list(tmp_path.rglob("*"))


def test_a_graph_that_is_made_later_is_used_and_a_damaged_one_is_not(lexicon: Lexicon) -> None:
    engines = FallbackEngines(lambda _: lexicon)
    assert engines.move(a_view(), "small") is None
    kept = keep_graph(lexicon)
    content = kept.read_bytes()
    kept.write_bytes(content[:-1])
    assert engines.move(a_view(), "small") is None
    kept.write_bytes(content)
    assert isinstance(engines.move(a_view(), "small"), Play)


def test_plain_python_looks_at_short_words_alone(lexicon: Lexicon, monkeypatch: pytest.MonkeyPatch) -> None:
    keep_graph(lexicon)
    monkeypatch.setattr(fallback, "COMPILED", False)
    assert FallbackEngines(lambda _: lexicon).move(a_view(), "small") is None


def test_so_many_engines_are_kept_and_no_more(lexicon: Lexicon) -> None:
    keep_graph(lexicon)
    engines = FallbackEngines(lambda _: lexicon)
    view = a_view()
    for points in range(fallback.ENGINES_MAX + 2):
        ruleset = replace(view.ruleset, bonus=replace(view.ruleset.bonus, points=points))
        assert engines.move(replace(view, ruleset=ruleset), "small")
    assert len(engines._engines) == fallback.ENGINES_MAX


def test_without_a_play_tiles_are_exchanged_or_the_turn_is_passed(lexicon: Lexicon) -> None:
    nothing = Lexicon.of(["ZZZZZ"], id="nothing")
    keep_graph(nothing)
    engines = FallbackEngines(lambda _: nothing)
    assert isinstance(engines.move(a_view(), "nothing"), Exchange)
    assert engines.move(a_view("classic"), "nothing") == Pass()
    assert engines.move(replace(a_view(), pending=Pending(1, (), (), 0)), "nothing") == Accept()


def test_a_worker_that_dies_costs_its_game_little_when_the_graph_is_at_hand(
    lexicon: Lexicon, caplog: pytest.LogCaptureFixture
) -> None:
    keep_graph(lexicon)
    engines = FallbackEngines(lambda _: lexicon)

    async def ask() -> object:
        pool = WorkerPool(1, lambda _: WORDS, (sys.executable, "-c", ""), engines)
        try:
            return await pool.choose("club", "small", a_view(), 300)
        finally:
            await pool.close()

    assert asyncio.run(ask()) == engines.move(a_view(), "small")
    assert "a worker gave no move" in caplog.text


def test_where_passing_is_exchanging_nothing_a_turn_without_tiles_is_that() -> None:
    view = a_view("match")
    assert without_tiles(replace(view, bag_count=0)) == Exchange(())


def test_an_exchange_used_up_is_not_made_again() -> None:
    view = a_view("solo")
    assert isinstance(without_tiles(view), Exchange)
    assert without_tiles(replace(view, exchanges=(2, 2))) == Pass()
