"""The lines between a server and its workers: what is read is what was sent, and nonsense is told so."""

from __future__ import annotations

import io
import json
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from quixotry.lexicon import Lexicon
from quixotry.players import worker_messages as messages
from quixotry.players.levels import player_for
from quixotry.players.worker import Worker, serve
from quixotry.rules.move import Accept, Challenge, Exchange, Move, Pass, Placement, Play, Resign
from quixotry.rules.ruleset_file import preset
from quixotry.rules.view import View, view_of
from tests.engine.made_up import cases
from tests.players.test_worker import WORDS, a_view, asked
from tests.rules.build import RULES
from tests.rules.random_games import RandomGame

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "worker-protocol.md"
REQUEST = messages.encode_line(messages.choose("expert", "given", a_view(), 500))


def sent_and_read(view: View) -> View:
    line = messages.encode_line(messages.choose("expert", "default", view, 100))
    assert line.count(b"\n") == 1
    assert len(line) < messages.REQUEST_BYTES_MAX
    request = messages.decode_request(line)
    assert isinstance(request, messages.Choose)
    ruleset = messages.read_ruleset(request)
    assert ruleset == view.ruleset
    return messages.read_view(request.view, ruleset)


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


def changed(**fields: object) -> bytes:
    return json.dumps({**json.loads(REQUEST), **fields}).encode()


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"{",
        b"null",
        b"[" * 100_000,
        b'{"type":"fly"}',
        changed(view=None),
        changed(view={**json.loads(REQUEST)["view"], "board": ["."]}),
        changed(view={**json.loads(REQUEST)["view"], "rack": "+"}),
        changed(view={**json.loads(REQUEST)["view"], "board": ["+" * 15] * 15}),
        changed(ruleset={"name": "x"}),
        changed(ruleset=7),
        changed(level="grandmaster"),
        changed(deadline_ms="soon"),
    ],
)
def test_a_line_that_is_no_request_is_answered_with_an_error(line: bytes) -> None:
    answer = Worker(lambda _: Lexicon.of(WORDS)).answer(line)
    assert isinstance(answer, messages.Failure)
    assert answer.message


def test_a_worker_answers_line_by_line() -> None:
    view = a_view()
    first = messages.encode_line(messages.prepare("expert", "given", view.ruleset, 500))
    sink = io.BytesIO()
    serve(io.BytesIO(first + REQUEST + b"nonsense\n"), sink, Worker(lambda _: Lexicon.of(WORDS)))
    ready, move, failure = map(messages.decode_answer, sink.getvalue().splitlines())
    assert isinstance(ready, messages.Ready)
    assert isinstance(move, messages.Chosen)
    expected = player_for("expert", Lexicon.of(WORDS)).choose(view, 500)
    assert messages.read_move(move, view.ruleset) == expected
    assert isinstance(failure, messages.Failure)


def test_the_page_names_every_message_and_field() -> None:
    page = PAGE.read_text("utf-8")
    for name in (*messages.Choose.__struct_fields__, *messages.SeatView.__struct_fields__):
        assert f"`{name}`" in page, name
    for struct in (messages.PastTurn, messages.PendingPlay):
        assert all(f"`{name}`" in page for name in struct.__struct_fields__)
    for tag in ("prepare", "choose"):
        assert f"`{tag}`" in page
    for tag in ("ready", "move", "error"):
        assert f'{{"type":"{tag}"' in page


def test_the_smallest_worker_of_the_page_works() -> None:
    code = PAGE.read_text("utf-8").partition("```python\n")[2].partition("```")[0]
    assert asked((sys.executable, "-c", code), budget_ms=20_000, times=2) == [Pass(), Pass()]
