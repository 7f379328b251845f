"""What every `GameLog` must do. A store's tests inherit this and say how to make one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from quixotry.fair.draws import SeededDraws
from quixotry.play.ports import GameExists, GameLog, OutOfSync, UnknownGame
from quixotry.rules.event import Event
from quixotry.rules.game import Arbiter, Game, GameHeader, SeatedPlayer
from quixotry.rules.move import Exchange, Resign
from tests.rules.build import RULES, header_for


def a_header(game_id: str = "game-1") -> GameHeader:
    players = (SeatedPlayer("First"), SeatedPlayer("Second", "computer", "casual"))
    return header_for(RULES["match"], id=game_id, match_id=game_id, players=players)


def first_events(header: GameHeader) -> tuple[Event, ...]:
    return Game.begin(header, SeededDraws(header.seed)).events


def next_events(game: Game) -> tuple[Event, ...]:
    """An exchange of one tile by whoever is on turn."""
    seat = game.position.turn
    assert seat is not None
    tile = next(iter(game.position.racks[seat]))
    move = Exchange((tile,)) if game.position.seq < 6 else Resign()
    arbiter = Arbiter(SeededDraws(game.header.seed), frozenset[str](), lambda *_: True)
    return game.move(seat, move, arbiter, now_ms=game.position.at_ms + 1000).events_since(game)


class GameLogContract:
    @pytest.fixture
    def log(self) -> GameLog:
        raise NotImplementedError

    def test_a_created_game_reads_back_as_it_was(self, log: GameLog) -> None:
        header = a_header()
        events = first_events(header)
        log.create(header, events)
        stored = log.read(header.id)
        assert stored.game == Game.of(header, events)
        assert stored.damage == ""

    def test_a_second_game_of_the_same_id_is_refused_and_the_first_is_kept(self, log: GameLog) -> None:
        header = a_header()
        log.create(header, first_events(header))
        other = replace(header, seed="11")
        with pytest.raises(GameExists, match="game-1"):
            log.create(other, first_events(other))
        assert log.read(header.id).game.header == header

    def test_appended_events_follow_the_first_ones_to_the_end_of_the_game(self, log: GameLog) -> None:
        header = a_header()
        game = Game.of(header, first_events(header))
        log.create(header, game.events)
        while not game.position.is_over:
            events = next_events(game)
            log.append(header.id, game.position.seq, events)
            game = game.after(events)
            assert log.read(header.id).game == game

    def test_an_append_at_a_number_gone_by_changes_nothing(self, log: GameLog) -> None:
        header = a_header()
        game = Game.of(header, first_events(header))
        log.create(header, game.events)
        events = next_events(game)
        log.append(header.id, game.position.seq, events)
        with pytest.raises(OutOfSync) as refused:
            log.append(header.id, game.position.seq, events)
        assert refused.value.expected_seq == game.position.seq
        assert refused.value.next_seq == game.position.seq + len(events)
        assert log.read(header.id).game == game.after(events)

    def test_an_append_ahead_of_time_changes_nothing(self, log: GameLog) -> None:
        header = a_header()
        game = Game.of(header, first_events(header))
        log.create(header, game.events)
        with pytest.raises(OutOfSync):
            log.append(header.id, game.position.seq + 1, next_events(game))
        assert log.read(header.id).game == game

    @pytest.mark.parametrize("game_id", ["nobody", "", "../game-1", "game 1", "x" * 300])
    def test_a_game_that_is_not_there_is_unknown(self, log: GameLog, game_id: str) -> None:
        with pytest.raises(UnknownGame):
            log.read(game_id)
        with pytest.raises(UnknownGame):
            log.append(game_id, 0, ())

    def test_games_are_listed_newest_first(self, log: GameLog) -> None:
        assert list(log.list()) == []
        for number in (1, 2, 3):
            header = a_header(f"game-{number}")
            log.create(header, first_events(header))
        assert list(log.list()) == ["game-3", "game-2", "game-1"]
