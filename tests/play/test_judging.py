"""Moves whose judgement needs a search: the computers are asked, and nobody waits for them but the game itself."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path

import pytest

from quixotry.play.judging import judged
from quixotry.play.ports import QuickCanPlay
from quixotry.rules.board import Board
from quixotry.rules.errors import IllegalMove
from quixotry.rules.game import Game
from quixotry.rules.move import Pass
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.tiles import Tiles
from tests.play.support import Greedy, House, TinyBook, greedy, house, send


@dataclass(frozen=True)
class HardBook(TinyBook):
    """A word list that never says by itself whether a rack can play."""

    def can_play(self, ruleset: Ruleset) -> QuickCanPlay:  # type: ignore[override]
        return lambda board, rack: None


async def passed(here: House, *, session: str = "s") -> Game:
    table = await here.game("classic", session=session)
    first = table.game.position.turn
    assert first is not None
    pages = {seat: here.sit(table, seat, session=f"{session} {seat}") for seat in (0, 1)}
    await send(table, pages[first], greedy(table.game.view(first)))
    await send(table, pages[1 - first], Pass())
    return table.game


@pytest.mark.parametrize("finds_play", [True, False])
def test_whether_a_rack_can_play_is_what_the_computers_found(tmp_path: Path, finds_play: bool) -> None:
    async def run() -> None:
        computers = Greedy(finds_play=finds_play)
        async with house(tmp_path / "games.sqlite3", computers=computers, digest_of=HardBook()) as here:
            game = await passed(here)
            assert computers.asked == (1 if finds_play else 2), "one who can play is enough"
            outcome = game.position.outcome
            assert (outcome.reason if outcome else "") == ("" if finds_play else "no-play")

    asyncio.run(run())


def test_others_move_while_a_game_waits_to_hear_whether_a_rack_can_play(tmp_path: Path) -> None:
    heard, asked = asyncio.Event(), asyncio.Event()

    class Slow(Greedy):
        async def can_play(self, *_: object) -> bool:
            asked.set()
            await heard.wait()
            return True

    async def run() -> None:
        async with house(tmp_path / "games.sqlite3", computers=Slow(), digest_of=HardBook()) as here:
            # More than there are threads of referees.
            waiting = [asyncio.ensure_future(passed(here, session=f"s{number}")) for number in range(4)]
            await asked.wait()
            table = await here.game("friends", session="other")
            page = here.sit(table, 0, session="other")
            assert (await send(table, page, greedy(table.game.view(0))))["type"] == "ack"
            assert not any(task.done() for task in waiting)
            heard.set()
            for game in await asyncio.gather(*waiting):
                assert not game.position.is_over

    asyncio.run(run())


def test_a_move_that_is_refused_is_refused_after_the_question_too(tmp_path: Path) -> None:
    """By these rules nobody passes before the first play, unless they cannot play."""

    async def run() -> None:
        async with house(tmp_path / "games.sqlite3", digest_of=HardBook()) as here:
            game = (await here.game("classic")).game

            async def ask(_board: Board, _rack: Tiles) -> bool:
                return True

            assert game.position.turn is not None
            with pytest.raises(IllegalMove):
                await judged(game, game.position.turn, Pass(), HardBook(), ask, now_ms=0)

    asyncio.run(run())
