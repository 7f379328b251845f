"""Each person's record over the games kept on a server."""

from __future__ import annotations

import asyncio
from pathlib import Path

from quixotry.play.figures import SeatFigures, figures_of
from quixotry.play.statistics import person_records
from quixotry.rules import event as happened
from quixotry.rules.game import SeatedPlayer
from quixotry.rules.move import Resign
from quixotry.rules.ruleset_file import preset
from quixotry.rules.scoring import WordScore
from tests.play.support import House, greedy, house, send


def played(seat: int, word: str, score: int, bonus: int = 0) -> happened.TilesPlayed:
    words = (WordScore(word, 112, False, score),)
    return happened.TilesPlayed(
        seq=0, seat=seat, at_ms=0, placements=(), words=words, bonus=bonus, score=score
    )


def test_the_figures_of_a_game_leave_out_what_came_off_the_board_or_was_taken_back() -> None:
    events = (
        played(0, "CAt", 20),
        played(1, "QUIXOTE", 120, bonus=50),
        happened.PlayWithdrawn(seq=0, seat=1, at_ms=0, placements=(), score=120),
        played(0, "DOG", 90, bonus=50),
        happened.TurnPassed(seq=0, seat=1, at_ms=0),
        happened.TurnsTakenBack(seq=0, seat=0, at_ms=0, turns=2),
        played(0, "EMU", 12),
    )
    assert figures_of(events, 2) == (SeatFigures(2, 0, "CAT", 20), SeatFigures(1))


def test_a_persons_record_counts_their_games_under_one_name(tmp_path: Path) -> None:
    async def game(ours: House, first: str, second: str, session: str) -> None:
        players = (SeatedPlayer(first), SeatedPlayer(second))
        table = await ours.tables.table(
            await ours.tables.new_game(preset("friends"), "tiny", players, session)
        )
        page = ours.sit(table, 0, session=session)
        await send(table, page, greedy(table.game.view(0)))
        page.seats = (1,)
        await send(table, page, Resign(), seat=1)
        assert table.game.position.is_over

    async def story() -> None:
        async with house(tmp_path / "games.sqlite3") as ours:
            await game(ours, "Ada", "Ben", "s1")
            await game(ours, "ADA", "Cyd", "s2")
            everybody = {each.name: each for each in person_records(ours.log, None).people}
            assert set(everybody) == {"ADA", "Ben", "Cyd"}  # as it was written last
            ada = everybody["ADA"]
            assert (ada.games, ada.won) == (2, 2)
            assert ada.best_score == ada.best_game == ada.points // 2 > 0
            assert len(ada.best_word) > 1
            assert everybody["Ben"].won == 0
            assert [each.name for each in person_records(ours.log, "s2").people] == ["ADA", "Cyd"]

    asyncio.run(story())
