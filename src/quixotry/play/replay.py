"""A game turn by turn, everything open: the board, scores and bag after each, the rack before it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quixotry.notation.moves import format_play
from quixotry.protocol.games import Frame, ScoredWord
from quixotry.protocol.views import board_rows
from quixotry.rules import event as happened
from quixotry.rules.board import Board
from quixotry.rules.event import Event
from quixotry.rules.game import Game
from quixotry.rules.move import Play
from quixotry.rules.position import Position, before_start, evolve

if TYPE_CHECKING:
    from quixotry.notation.gcg import GcgReplay, GcgStep


def frames_of(game: Game) -> list[Frame]:
    assert game.position.is_over, "an unfinished game shows racks to nobody"
    ruleset = game.header.ruleset
    position = before_start(ruleset, len(game.header.players))
    frames: list[Frame] = []
    for event in game.events:
        before, position = position, evolve(position, event)
        kind = _KINDS.get(type(event))
        if kind is not None:
            frames.append(_frame(before, position, event, kind))
        elif frames:
            # Tiles drawn after a turn belong to it.
            frames[-1].bag_count = len(position.bag)
    return frames


_KINDS: dict[type[Event], str] = {
    happened.StarterChosen: "start",
    happened.TilesPlayed: "play",
    happened.TilesExchanged: "exchange",
    happened.TurnPassed: "pass",
    happened.PlayChallenged: "challenge",
    happened.PlayWithdrawn: "withdrawn",
    happened.TurnLost: "lost",
    happened.PointsAdjusted: "settling",
    happened.Resigned: "resigned",
    happened.Forfeited: "forfeited",
    happened.Adjudicated: "adjudicated",
    happened.TurnsTakenBack: "taken-back",
    happened.GameEnded: "end",
}


def _frame(before: Position, after: Position, event: Event, kind: str) -> Frame:
    alphabet = before.ruleset.tiles.alphabet
    frame = Frame(
        board=board_rows(after.board, alphabet),
        scores=after.scores,
        bag_count=len(after.bag),
        rack=before.racks[event.seat].text(alphabet),
        seat=event.seat,
        kind=kind,
        text="",
        score=after.scores[event.seat] - before.scores[event.seat],
        words=[],
        squares=[],
        note="",
        seq=event.seq,
    )
    match event:
        case happened.StarterChosen():
            frame.seat, frame.rack = None, ""
        case happened.TilesPlayed():
            frame.text = format_play(before.board, Play(event.placements), alphabet)
            frame.words = [ScoredWord(word.text, word.points) for word in event.words]
            frame.squares = [square for square, _ in event.placements]
        case happened.TilesExchanged(returned=returned):
            frame.text = "".join(map(alphabet.tile_sign, returned))
        case happened.PlayChallenged(words=words, bad=bad):
            frame.text = " ".join(words)
            frame.note = f"not in the list: {' '.join(bad)}" if bad else "all in the list"
        case happened.PlayWithdrawn(placements=placements):
            frame.squares = [square for square, _ in placements]
        case happened.PointsAdjusted(why=why, tiles=tiles):
            frame.kind = {"time": "time", "challenge": "challenge"}.get(why, "settling")
            frame.text = "".join(map(alphabet.tile_sign, tiles))
            frame.note = why
        case happened.Forfeited(why=why) | happened.Adjudicated(why=why):
            frame.note = why
        case happened.GameEnded(outcome=outcome):
            frame.seat, frame.rack, frame.note = None, "", outcome.reason
        case _:
            pass
    return frame


def frames_of_gcg(replay: GcgReplay) -> list[Frame]:
    """A game that was read from a file, as far as it goes: all racks in it are known to everybody who has the file."""
    alphabet = replay.ruleset.tiles.alphabet
    scores = [0] * len(replay.players)
    racks = replay.ruleset.rack.size * len(replay.players)
    bag = len(replay.ruleset.tiles.counts) - racks

    def frame(step: GcgStep | None, board: Board) -> Frame:
        laid = step.laid if step else ()
        on_board = sum(1 for cell in board.cells if cell)
        return Frame(
            board=board_rows(board, alphabet),
            scores=tuple(scores),
            bag_count=max(0, bag - on_board),
            rack=step.rack if step else "",
            seat=step.seat if step else None,
            kind=_kind(step) if step else "start",
            text=step.text if step else "",
            score=step.score if step else 0,
            words=[],
            squares=[square for square, _ in laid],
            note="",
            seq=None,
        )

    frames = [frame(None, Board.empty(replay.ruleset.layout))]
    for step in replay.steps:
        scores[step.seat] = step.total
        frames.append(frame(step, step.board))
    return frames


def _kind(step: GcgStep) -> str:
    if step.laid:
        return "play"
    first = step.text.split(" ", 1)[0]
    return {"exchange": "exchange", "pass": "pass", "play": "withdrawn"}.get(first, "settling")
