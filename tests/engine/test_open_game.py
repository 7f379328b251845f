"""A game laid open ends when the rules end it, and not before."""

from __future__ import annotations

from quixotry.engine.moves import Candidate, Engine
from quixotry.engine.open_game import Budget, LaidMove, OpenGame
from quixotry.rules.exchange import pass_move
from quixotry.rules.position import Turn
from quixotry.rules.ruleset_file import preset
from tests.engine.endgames import ended_game
from tests.engine.games import graph_of, small_lexicon

LONG = Budget(1 << 40, float("inf"))


def value_of_a_third_scoreless_turn(scores: tuple[int, int]) -> int | None:
    """In `friends` three turns without a score end the game and settle nothing, but not while nobody has a point
    (D7)."""
    rules = preset("friends")
    board, own, other = ended_game(rules, 1, 3)
    turns = (Turn(0, "exchange", 0, False), Turn(1, "exchange", 0, False))
    game = OpenGame(rules, graph_of(small_lexicon()))
    game.set_position(board, own, other, (5,), turns=turns, scores=scores)
    idle = Candidate(pass_move(rules), 0, tuple(own), 0.0)
    return game.value(LaidMove.of(idle, rules.layout.width), 0, LONG)


def test_a_run_of_scoreless_turns_ends_the_game() -> None:
    assert value_of_a_third_scoreless_turn((20, 5)) == 0


def test_while_nobody_has_a_point_scoreless_turns_do_not_end_it() -> None:
    value = value_of_a_third_scoreless_turn((0, 0))
    assert value is not None
    assert value < 0


def test_who_wins_and_by_how_much_agree() -> None:
    rules = preset("tournament")
    graph = graph_of(small_lexicon())
    for seed in range(6):
        board, own, other = ended_game(rules, seed, 4)
        game = OpenGame(rules, graph)
        game.set_position(board, own, other, (), turns=(), scores=(1, 1))
        idle = LaidMove.of(Candidate(pass_move(rules), 0, tuple(own), 0.0), rules.layout.width)
        value = game.value(idle, 0, LONG)
        assert value is not None
        assert game.compare(idle, value, LONG) == 0
        assert game.compare(idle, value - 1, LONG) == 1
        assert game.compare(idle, value + 1, LONG) == -1


def test_what_second_sight_calls_proven_is_what_the_whole_search_says() -> None:
    rules = preset("tournament")
    graph = graph_of(small_lexicon())
    engine = Engine(rules, graph)
    proven, mistaken = set(), 0
    for seed in range(12):
        board, own, other = ended_game(rules, seed, 6)
        for bag in ((), (5, 20)):
            game, whole = OpenGame(rules, graph), OpenGame(rules, graph)
            for each in (game, whole):
                each.set_position(board, own, other, bag, turns=(), scores=(1, 1))
            for candidate in list(engine.search(board, own, bag=len(bag)))[:6]:
                move = LaidMove.of(candidate, rules.layout.width)
                for target in (-20, 0, 20):
                    found = game.second_sight(move, target, LONG)
                    assert found is not None
                    sign, is_proven = found
                    if is_proven:
                        proven.add(sign)
                        assert sign == whole.compare(move, target, LONG)
                    else:
                        mistaken += sign != whole.compare(move, target, LONG)
    assert proven >= {-1, 1}
    assert mistaken


def test_second_sight_says_nothing_when_its_budget_is_too_small() -> None:
    rules = preset("tournament")
    board, own, other = ended_game(rules, 1, 6)
    game = OpenGame(rules, graph_of(small_lexicon()))
    game.set_position(board, own, other, (), turns=(), scores=(1, 1))
    idle = LaidMove.of(Candidate(pass_move(rules), 0, tuple(own), 0.0), rules.layout.width)
    assert game.second_sight(idle, 0, Budget(1, float("inf"))) is None
