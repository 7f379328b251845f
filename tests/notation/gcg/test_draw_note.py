"""`#note Draw:` in a GCG file: every tile that moved, also where turns were taken back or plays came off."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from quixotry.fair.draws import draws_of
from quixotry.notation.gcg import DrawNote, export_gcg, parse_draw_note, parse_gcg
from quixotry.rules.game import Arbiter, Game
from quixotry.rules.move import Challenge, Exchange, Move, Pass, Resign
from tests.fair.games import drawn_game, drawn_header
from tests.rules.build import RULES, AnyWord
from tests.rules.random_games import HashedWords, some_play


def note_of(game: Game) -> DrawNote:
    note = parse_draw_note(parse_gcg(export_gcg(game)))
    assert isinstance(note, DrawNote)
    return note


def test_a_note_is_read_back_as_it_was_written() -> None:
    drawn = drawn_game("party", 3, 5)
    note = note_of(drawn.game)
    assert (note.seed, note.draw) == (drawn.game.header.seed, drawn.game.header.draw)
    assert sum(count for _, count in note.tiles) == len(drawn.game.header.ruleset.tiles.counts)
    assert note.moved[0][0] in ("first", "start")


def test_a_turn_that_was_taken_back_leaves_no_draw_behind() -> None:
    header = drawn_header(RULES["solo"], computers=True)
    tiles = draws_of(header)
    arbiter = Arbiter(tiles, AnyWord(), lambda *_: True)
    game = Game.begin(header, tiles)
    rack = tuple(game.position.racks[0])
    game = game.move(0, Exchange(rack), arbiter).move(1, Pass(), arbiter).take_back(0)
    game = game.move(0, Resign(), arbiter)
    assert [kind for kind, *_ in note_of(game).moved] == ["start", "draw", "draw"]


def test_a_play_that_comes_off_is_told() -> None:
    header = drawn_header(RULES["tournament"])
    tiles = draws_of(header)
    every, none = HashedWords(8), HashedWords(0)
    game = Game.begin(header, tiles)

    def moved(game: Game, move: Move, words: HashedWords) -> Game:
        seat = game.position.turn
        assert seat is not None
        return game.move(seat, move, Arbiter(tiles, words, lambda *_: True))

    def play(game: Game) -> Game:
        seat = game.position.turn
        assert seat is not None
        laid = some_play(
            game.position.board, game.position.racks[seat], header.ruleset, every, Random(1), tries=500
        )
        assert laid is not None
        return moved(game, laid, every)

    game = moved(play(game), Challenge(), none)
    seat = game.position.turn
    assert seat is not None
    game = game.move(seat, Resign(), Arbiter(tiles, every, lambda *_: True))
    kinds = [kind for kind, *_ in note_of(game).moved]
    assert kinds[-2:] == ["play", "back"]
    (_, _, played), (_, _, back) = note_of(game).moved[-2:]
    assert played == back


def test_a_file_without_a_note_tells_none_and_one_that_cannot_be_read_says_why() -> None:
    drawn = drawn_game()
    gcg = export_gcg(replace(drawn.game, header=replace(drawn.game.header, draw=None)))
    assert parse_draw_note(parse_gcg(gcg)) is None
    bad = gcg.replace(b"#note Rules", b'#note Draw: {"scheme":1}\n#note Rules', 1)
    assert "str" in str(parse_draw_note(parse_gcg(bad)))
    deep = gcg.replace(b"#note Rules", b"#note Draw: " + b"[" * 5000 + b"\n#note Rules", 1)
    assert isinstance(parse_draw_note(parse_gcg(deep)), str)
