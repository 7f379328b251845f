"""Taking a turn back: the game is as it was before it, and the record says so."""

from __future__ import annotations

from dataclasses import replace

import pytest

from quixotry.rules.errors import CannotTakeBack, ImpossibleEvent
from quixotry.rules.event import TurnsTakenBack
from quixotry.rules.game import Arbiter, Game, SeatedPlayer
from quixotry.rules.move import Pass
from quixotry.rules.position import Position
from quixotry.rules.ruleset import Ruleset
from tests.rules.build import RULES, AnyWord, always, deal, header_for, play

FRIENDS, PARTY, TOURNAMENT = RULES["friends"], RULES["party"], RULES["tournament"]
ADA, BEN, COMPUTER = SeatedPlayer("Ada"), SeatedPlayer("Ben"), SeatedPlayer("Casual", "computer", "casual")


def begun(rules: Ruleset, *players: SeatedPlayer) -> tuple[Game, Arbiter]:
    source = deal(rules, "CATDOGS")
    game = Game.begin(header_for(rules, players=players), source)
    return game, Arbiter(source, AnyWord(), always)


def as_before(position: Position, then: Position) -> bool:
    """Is all the same but for number and time?"""
    return replace(position, seq=then.seq, at_ms=then.at_ms, clock=then.clock) == then


def test_a_turn_and_the_computers_answer_are_taken_back_and_stay_in_the_record() -> None:
    game, arbiter = begun(FRIENDS, ADA, COMPUTER)
    after = game.move(0, play(FRIENDS, "8H CATS"), arbiter, now_ms=10).move(1, Pass(), arbiter, now_ms=20)
    back = after.take_back(0, now_ms=30)
    assert back.events[-1] == TurnsTakenBack(seq=after.position.seq, seat=0, at_ms=30, turns=2)
    assert back.events[:-1] == after.events
    assert as_before(back.position, game.position)
    assert back.position.clock.used_ms == (20, 10), "time that was used is used"
    assert back == Game.of(back.header, back.events)
    # The same tiles come again: taking back is no second draw.
    again = back.move(0, play(FRIENDS, "8H CATS"), arbiter, now_ms=40)
    assert again.position.racks == after.position.racks


def test_turns_can_be_taken_back_one_after_another_to_the_beginning() -> None:
    game, arbiter = begun(PARTY, ADA, COMPUTER)
    later = game.move(0, play(PARTY, "8H CATS"), arbiter).move(1, Pass(), arbiter).move(0, Pass(), arbiter)
    with pytest.raises(CannotTakeBack):
        later.take_back(0)  # the computer has not answered yet
    back = later.move(1, Pass(), arbiter).take_back(0).take_back(0)
    assert as_before(back.position, game.position)
    with pytest.raises(CannotTakeBack):
        back.take_back(0)


def test_nobody_takes_a_turn_back_that_a_person_has_answered() -> None:
    game, arbiter = begun(FRIENDS, ADA, BEN)
    after = game.move(0, play(FRIENDS, "8H CATS"), arbiter).move(1, Pass(), arbiter)
    with pytest.raises(CannotTakeBack):
        after.take_back(0)


def test_a_computer_takes_nothing_back() -> None:
    game, arbiter = begun(FRIENDS, COMPUTER, SeatedPlayer("Expert", "computer", "expert"))
    after = game.move(0, Pass(), arbiter).move(1, Pass(), arbiter)
    with pytest.raises(CannotTakeBack):
        after.take_back(0)


def test_nothing_is_taken_back_where_words_are_challenged() -> None:
    game, arbiter = begun(TOURNAMENT, ADA, COMPUTER)
    first = game.position.turn
    assert first is not None
    after = game.move(first, Pass(), arbiter).move(1 - first, Pass(), arbiter)
    with pytest.raises(CannotTakeBack):
        after.take_back(0)
    event = TurnsTakenBack(seq=after.position.seq, seat=first, at_ms=after.position.at_ms, turns=2)
    with pytest.raises(ImpossibleEvent):
        after.after((event,))


@pytest.mark.parametrize(("seat", "turns"), [(0, 0), (0, 1), (1, 2), (0, 3), (0, -1)])
def test_a_record_that_takes_back_what_was_not_is_refused(seat: int, turns: int) -> None:
    game, arbiter = begun(FRIENDS, ADA, COMPUTER)
    after = game.move(0, Pass(), arbiter).move(1, Pass(), arbiter)
    event = TurnsTakenBack(seq=after.position.seq, seat=seat, at_ms=after.position.at_ms, turns=turns)
    with pytest.raises(ImpossibleEvent):
        after.after((event,))
