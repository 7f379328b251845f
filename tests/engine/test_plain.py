"""The plain generator finds what the compiled one finds: plays, scores, leaves, order, and what a level sees."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import islice
from pathlib import Path

import pytest

from quixotry.engine import generators
from quixotry.engine.generators import CompiledGenerator, MoveGenerator
from quixotry.engine.leaves_file import load_leaves, shipped_leaves
from quixotry.engine.moves import Engine
from quixotry.engine.perception import Perception
from quixotry.engine.plain import PlainGenerator
from quixotry.engine.word_sets import word_sets
from quixotry.lexicon import Lexicon
from quixotry.players.level import LEVELS, Level
from quixotry.rules.board import Board
from quixotry.rules.move import Exchange
from quixotry.rules.ruleset_file import preset
from tests.engine.games import graph_of, situations, small_lexicon
from tests.engine.made_up import Case, cases


def generators_at(case: Case) -> tuple[MoveGenerator, MoveGenerator]:
    situation, lexicon, graph = case
    pair = CompiledGenerator(situation.ruleset, graph), PlainGenerator(situation.ruleset, lexicon)
    for generator in pair:
        generator.set_cells(situation.board.cells)
        generator.set_rack(situation.rack)
    return pair


def played(seed: int, *, blanks_max: int = 2) -> Iterator[Case]:
    lexicon = small_lexicon()
    for situation in situations(seed, graph_of(lexicon), blanks_max=blanks_max):
        yield Case(situation, lexicon, graph_of(lexicon))


def with_two_blanks(case: Case) -> Case:
    kept = list(case.situation.rack)[2:]
    rack = case.situation.ruleset.tiles.tiles([0, 0, *kept])
    return case._replace(situation=case.situation._replace(rack=rack))


@cache
def all_cases() -> tuple[tuple[str, Case], ...]:
    return tuple(_all_cases())


def _all_cases() -> Iterator[tuple[str, Case]]:
    for seed in range(12):
        for turn, case in enumerate(islice(played(seed), 0, None, 5)):
            yield f"game {seed} turn {5 * turn}", case
    for seed in range(4):
        for turn, case in enumerate(islice(played(seed, blanks_max=0), 1, None, 12)):
            yield f"game {seed} turn {12 * turn + 1} with two blanks", with_two_blanks(case)
    for seed in range(12):
        for number, case in enumerate(cases(seed)):
            if case.situation.rack.counts[0] < 3:
                yield f"made-up game {seed} board {number}", case


def test_it_finds_the_same_plays_in_the_same_order_with_the_same_worth() -> None:
    compared = rulesets = 0
    for name, case in all_cases():
        compiled, plain = generators_at(case)
        worth = [mask * 7919 % 9001 - 3000 for mask in range(1 << len(case.situation.rack))]
        compiled.weigh(worth)
        plain.weigh(worth)
        assert plain.leaves_kept() == compiled.leaves_kept(), name
        assert plain.find() == compiled.find(), name
        expected = [compiled.found(index) for index in compiled.ranked(None)]
        assert [plain.found(index) for index in plain.ranked(None)] == expected, name
        assert plain.best_plays(1) == expected[:1], name
        assert plain.best_plays(5) == expected[:5], name
        assert plain.has_play() == bool(expected), name
        compared += 1
        rulesets += case.situation.board.is_empty
    assert compared >= 120
    assert rulesets >= 16, "every game begins with an empty board, and has rules of its own"


@pytest.mark.parametrize("level", LEVELS[:4], ids=lambda level: level.name)
def test_a_level_sees_the_same_plays(level: Level) -> None:
    for key, (name, case) in enumerate(all_cases()[::9]):
        compiled, plain = generators_at(case)
        for chance in (level.found, (0.004,)):
            perception = Perception(chance, level.seen, _hard_if_long, key * 0x9E3779B97F4A7C15 % (1 << 64))
            assert plain.seen_plays(perception, 4) == compiled.seen_plays(perception, 4), name


def _hard_if_long(letters: bytes) -> float:
    return len(letters) / 4 + letters[0] / 100


@pytest.mark.parametrize("rules", ["classic", "friends", "party", "tournament", "solo", "match"])
@pytest.mark.parametrize("bag", [0, 5, 40])
def test_a_search_gives_the_same_candidates(rules: str, bag: int, monkeypatch: pytest.MonkeyPatch) -> None:
    ruleset, lexicon = preset(rules), small_lexicon()
    case = next(islice(played(3), 6, None)).situation
    board = replace(case.board, layout=ruleset.layout)
    if len(board.cells) != len(ruleset.layout.squares):
        pytest.skip("a board of another size")
    compiled = Engine(ruleset, graph_of(lexicon), leaves=shipped_leaves(ruleset))
    monkeypatch.setattr(generators, "COMPILED", False)
    plain = Engine(ruleset, lexicon, leaves=shipped_leaves(ruleset))
    for text in ("AEINRST", "QU?EETZ", "??"):
        rack = compiled.rack(text)
        assert list(plain.search(board, rack, bag=bag)) == list(compiled.search(board, rack, bag=bag))
        assert plain.search(board, rack, bag=bag).plays == compiled.search(board, rack, bag=bag).plays
        assert plain.best_plays(board, rack, 3, bag=bag) == compiled.best_plays(board, rack, 3, bag=bag)
        assert plain.can_play(board, rack) == compiled.can_play(board, rack)


def test_its_leaves_are_those_of_the_compiled_table(monkeypatch: pytest.MonkeyPatch) -> None:
    from quixotry.engine import leaves_file

    path = Path(leaves_file.__file__).parent / "trained" / "standard.qxl"
    compiled, _ = load_leaves(path)
    monkeypatch.setattr(leaves_file, "COMPILED", False)
    plain, _ = load_leaves(path)
    assert type(plain) is not type(compiled)
    for tiles in (
        [],
        [0],
        [0, 0],
        [1],
        [26],
        [5, 5, 5],
        [19, 0],
        [1, 5, 9, 14, 18, 19],
        [17, 21, 26, 24, 0, 0],
    ):
        assert plain.value(tiles) == compiled.value(tiles)
        assert plain.index(tiles) == compiled.index(tiles)
    for leaves in (plain, compiled):
        with pytest.raises(ValueError, match="no such leave"):
            leaves.value([26, 26])


def test_word_sets_answer_which_words_fit() -> None:
    sets = word_sets(Lexicon.of(["AB", "BAD", "CAB", "DAB", "DAD", "ÄB"]), "ABCD")
    assert {length: each.count for length, each in sets.items()} == {2: 1, 3: 4}
    three = sets[3]
    assert list(three.words(three.at[0][4])) == [b"\4\1\2", b"\4\1\4"]
    assert list(three.words(three.fitting(2, 1 << 2))) == [b"\3\1\2", b"\4\1\2"]
    assert list(three.words(three.spellable([0, 1, 1, 0, 1], 0))) == [b"\2\1\4", b"\4\1\2"]
    assert list(three.words(three.spellable([0, 1, 0, 0, 1], 1))) == [b"\2\1\4", b"\4\1\2", b"\4\1\4"]
    assert list(three.words(three.spellable([0] * 5, 3))) == [b"\2\1\4", b"\3\1\2", b"\4\1\2", b"\4\1\4"]


def test_a_rack_or_board_that_cannot_be_is_refused() -> None:
    generator = PlainGenerator(preset("classic"), small_lexicon())
    with pytest.raises(ValueError, match="at most 10"):
        generator.set_rack([1] * 11)
    with pytest.raises(ValueError, match="another size"):
        generator.set_cells(b"\0")


def test_candidates_hold_no_exchange_once_they_are_used_up() -> None:
    ruleset = preset("solo")
    engine = Engine(ruleset, graph_of(small_lexicon()))
    board, rack = Board.empty(ruleset.layout), engine.rack("AEINRST")
    limit = ruleset.exchange.per_game
    assert limit is not None
    for made, is_allowed in ((0, True), (limit - 1, True), (limit, False)):
        found = engine.search(board, rack, exchanges_made=made)
        assert any(isinstance(each.move, Exchange) for each in found) == is_allowed
