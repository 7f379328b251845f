"""Help for a person on turn, a grade at a time, and what would have been best."""

from __future__ import annotations

from pathlib import Path

import pytest

from quixotry.engine.reference import best_score
from quixotry.play.errors import HandOverFirst, NoTakeBack, SeatOfAnother
from quixotry.play.hints import NoHintNow, NoSuchTurn
from quixotry.play.ports import OutOfSync
from quixotry.play.word_tools import WordToolsClosed
from quixotry.rules.move import Exchange, Play
from quixotry.rules.view import View
from tests.play.support import WORDS, greedy, house, send, until

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


def best_of(view: View) -> tuple[Play, int]:
    assert view.rack is not None
    best = best_score(view.board, view.rack, view.ruleset, WORDS.words)
    assert best is not None
    return best


async def test_each_grade_of_a_hint_tells_only_so_much(tmp_path: Path) -> None:
    async with house(tmp_path / "games") as here:
        table = await here.game("friends")
        page = here.sit(table, 0)
        best, score = best_of(table.game.view(0))
        assert isinstance(best, Play)
        squares = [square for square, _ in best.placements]
        await table.hint(page, 0, 1)
        assert (page.last["kind"], page.last["score"]) == ("play", score)
        assert (page.last["place"], page.last["text"], page.last["move"]) == (None, "", None)
        await table.hint(page, 0, 2)
        assert page.last["place"]["squares"] == squares
        assert (page.last["text"], page.last["move"]) == ("", None)
        await table.hint(page, 0, 3)
        assert [each["square"] for each in page.last["move"]["placements"]] == squares
        assert page.last["text"]


async def test_hints_are_for_ones_own_turn_and_seat(tmp_path: Path) -> None:
    async with house(tmp_path / "games") as here:
        table = await here.game("friends")
        page, other, shared = here.sit(table, 0), here.sit(table, 1), here.sit(table, 0, 1)
        with pytest.raises(NoHintNow):
            await table.hint(other, 1, 1)
        with pytest.raises(SeatOfAnother):
            await table.hint(other, 0, 1)
        with pytest.raises(HandOverFirst):
            await table.hint(shared, 0, 1)
        assert page.sent == other.sent == shared.sent == []


async def test_there_are_no_hints_with_challenges_nor_elsewhere_for_who_plays_with_them(
    tmp_path: Path,
) -> None:
    async with house(tmp_path / "games") as here:
        other = await here.game("friends", session="s")
        page = here.sit(other, 0, session="s")
        await other.hint(page, 0, 1)
        table = await here.game("tournament", session="s")
        for seat, where in ((0, other), (table.game.position.turn or 0, table)):
            sitting = here.sit(where, seat, session="s")
            for grade in (1, 2, 3):
                with pytest.raises(WordToolsClosed):
                    await where.hint(sitting, seat, grade)
            with pytest.raises(WordToolsClosed):
                await where.best_move(sitting, seat, 0)
            assert sitting.sent == []


async def test_after_a_turn_its_seat_is_told_what_would_have_been_best(tmp_path: Path) -> None:
    async with house(tmp_path / "games") as here:
        table = await here.game("friends")
        page, other = here.sit(table, 0), here.sit(table, 1)
        _, score = best_of(table.game.view(0))
        seq = table.game.position.seq
        await send(table, page, Exchange(tuple(table.game.position.racks[0])[:1]))
        await table.best_move(page, 0, seq)
        assert (page.last["seq"], page.last["score"], page.last["played_score"]) == (seq, score, 0)
        assert not page.last["is_played"]
        for seat, asked in ((1, seq), (1, 0), (1, 10_000)):
            with pytest.raises(NoSuchTurn):
                await table.best_move(other, seat, asked)
        seq = table.game.position.seq
        await send(table, other, greedy(table.game.view(1)))
        await table.best_move(other, 1, seq)
        assert other.last["is_played"]


async def test_a_turn_is_taken_back_for_everybody_and_after_a_restart(tmp_path: Path) -> None:
    async with house(tmp_path / "games") as here:
        table = await here.game("solo", ("person", "computer"))
        page, watcher = here.sit(table, 0), here.sit(table)
        with pytest.raises(NoTakeBack):
            await table.take_back(page, 0, table.game.position.seq)
        before = table.game.position
        await send(table, page, greedy(table.game.view(0)))
        await until(lambda: table.game.position.turn == 0)
        with pytest.raises(SeatOfAnother):
            await table.take_back(watcher, 0, table.game.position.seq)
        with pytest.raises(OutOfSync):
            await table.take_back(page, 0, before.seq)
        await table.take_back(page, 0, table.game.position.seq)
        assert (table.game.position.board, table.game.position.racks) == (before.board, before.racks)
        for each in (page, watcher):
            assert [event["kind"] for event in each.last["events"]] == ["TurnsTakenBack"]
            assert each.last["view"]["last_play"] is None
            assert each.last["view"]["scores"] == [0, 0]
        assert here.log.read(table.id).game == table.game
