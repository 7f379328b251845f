"""The lines between us and a program that plays: what is read is what was sent, and nonsense is told so."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from pathlib import Path

import pytest

from quixotry.lexicon import Lexicon
from quixotry.players.bot_server import BotServer
from quixotry.players.levels import player_for
from quixotry.players.worker import Worker
from quixotry.protocol import bots as messages
from quixotry.rules.move import Accept, Challenge, Exchange, Move, Pass, Placement, Play, Resign
from quixotry.rules.outcome import Outcome
from quixotry.rules.ruleset_file import preset
from quixotry.rules.view import View, view_of
from tests.engine.made_up import cases
from tests.players.test_worker import WORDS, a_view
from tests.rules.build import RULES
from tests.rules.random_games import RandomGame

LEXICON = messages.LexiconFile("given", "")
NEW_GAME = messages.new_game(
    a_view().ruleset, seat=0, players=[], lexicon=LEXICON, deadline_ms=500, level="expert"
)
TURN = messages.YourTurn(deadline_ms=500, view=messages.send_view(a_view()))


def sent_and_read(view: View) -> View:
    game = messages.new_game(view.ruleset, seat=0, players=[], lexicon=LEXICON, deadline_ms=100)
    turn = messages.YourTurn(deadline_ms=100, view=messages.send_view(view))
    lines = [messages.encode_line(request) for request in (game, turn)]
    assert all(line.count(b"\n") == 1 and len(line) < messages.REQUEST_BYTES_MAX for line in lines)
    read_game, read_turn = map(messages.decode_request, lines)
    assert isinstance(read_game, messages.NewGame)
    assert isinstance(read_turn, messages.YourTurn)
    ruleset = messages.read_ruleset(read_game)
    assert ruleset == view.ruleset
    return messages.read_view(read_turn.view, ruleset)


@pytest.mark.parametrize("rules", RULES)
def test_every_view_of_a_game_arrives_as_it_was(rules: str) -> None:
    ruleset = RULES[rules]
    kinds = set()
    for seed in range(3):
        seats = ruleset.seats.min + seed % (ruleset.seats.max - ruleset.seats.min + 1)
        game = RandomGame(ruleset, seats, seed)
        for before, _ in game.decisions():
            for seat in (*range(seats), None):
                view = view_of(before, seat)
                assert sent_and_read(view) == view
        ended = view_of(game.position, 0, carried=(5,) * seats)
        assert sent_and_read(ended) == ended
        kinds |= {turn.kind for turn in game.position.turns}
    assert {"play"} < kinds


def test_foreign_alphabets_and_odd_boards_arrive_too() -> None:
    for seed in range(10):
        for case in cases(seed):
            ruleset, board, rack, unseen = case.situation
            # No board file has squares that multiply both letter and word, so no game has them.
            pairs = zip(board.layout.letter_multipliers, board.layout.word_multipliers, strict=True)
            letter_multipliers = bytes(1 if word > 1 else letter for letter, word in pairs)
            layout = replace(board.layout, letter_multipliers=letter_multipliers)
            view = replace(
                a_view(),
                ruleset=replace(ruleset, layout=layout),
                board=replace(board, layout=layout),
                rack=rack,
                unseen=unseen,
                turns=(),
            )
            assert sent_and_read(view) == view


@pytest.mark.parametrize(
    "move",
    [
        Play((Placement(112, 3), Placement(113, 1 | 128))),
        Exchange((0, 5)),
        Exchange(()),
        Pass(),
        Challenge(("CAT",)),
        Accept(),
        Resign(),
    ],
    ids=repr,
)
def test_every_move_arrives_as_it_was(move: Move) -> None:
    ruleset = preset("tournament")
    answer = messages.decode_answer(messages.encode_line(messages.chosen(move, ruleset)))
    assert isinstance(answer, messages.Chosen)
    assert messages.read_move(answer, ruleset) == move


def changed(request: messages.Request, **fields: object) -> bytes:
    return json.dumps({**json.loads(messages.encode_line(request)), **fields}).encode()


def changed_view(**fields: object) -> bytes:
    return changed(TURN, view={**json.loads(messages.encode_line(TURN))["view"], **fields})


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"{",
        b"null",
        b"[" * 100_000,
        b'{"type":"fly"}',
        changed(TURN, view=None),
        changed_view(board=["."]),
        changed_view(rack="+"),
        changed_view(board=["+" * 15] * 15),
        changed_view(unseen={"A": 10**12}),
        changed(NEW_GAME, ruleset={"name": "x"}),
        changed(NEW_GAME, ruleset=7),
        changed(NEW_GAME, level="wizard"),
        changed(NEW_GAME, lexicon={"id": "given", "digest": "other", "file": "/nowhere/at/all"}),
        changed(TURN, deadline_ms="soon"),
    ],
)
def test_a_line_that_is_no_request_is_answered_with_an_error(line: bytes) -> None:
    worker = BotServer(Worker(lambda _: Lexicon.of(WORDS)))
    assert worker.answer(messages.encode_line(NEW_GAME)) == messages.Ready()
    answer = worker.answer(line)
    assert isinstance(answer, messages.Failure)
    assert answer.message


def test_a_turn_before_any_game_is_answered_with_an_error() -> None:
    answer = BotServer(Worker(lambda _: Lexicon.of(WORDS))).answer(messages.encode_line(TURN))
    assert answer == messages.Failure("a turn before any game")


def test_a_worker_answers_line_by_line() -> None:
    hello = messages.Hello(deadline_ms=500, protocol=messages.PROTOCOL, host="test")
    result = messages.Result(deadline_ms=500, outcome=Outcome("out", (0,), (9, 8), (9, 8), "none"))
    lines = [messages.encode_line(request) for request in (hello, NEW_GAME, TURN, result)]
    sink = io.BytesIO()
    BotServer(Worker(lambda _: Lexicon.of(WORDS))).serve([*lines, b"nonsense\n"], sink)
    who, ready, move, heard, failure = map(messages.decode_answer, sink.getvalue().splitlines())
    assert isinstance(who, messages.Introduction)
    assert who.protocol == messages.PROTOCOL
    assert ready == heard == messages.Ready()
    assert isinstance(move, messages.Chosen)
    view = a_view()
    expected = player_for("expert", Lexicon.of(WORDS)).choose(view, 500)
    assert messages.read_move(move, view.ruleset) == expected
    assert isinstance(failure, messages.Failure)


def test_a_worker_that_lacks_the_word_list_reads_the_file_it_is_told_of(tmp_path: Path) -> None:
    file = tmp_path / "words.txt"
    file.write_text("".join(f"{word}\n" for word in WORDS))
    lexicon = messages.LexiconFile("somebody's own", "abc", str(file))
    game = messages.new_game(
        a_view().ruleset, seat=0, players=[], lexicon=lexicon, deadline_ms=500, level="expert"
    )
    worker = BotServer(Worker())
    assert worker.answer(messages.encode_line(game)) == messages.Ready()
    move = worker.answer(messages.encode_line(TURN))
    assert isinstance(move, messages.Chosen)
    expected = player_for("expert", Lexicon.of(WORDS)).choose(a_view(), 500)
    assert messages.read_move(move, a_view().ruleset) == expected
