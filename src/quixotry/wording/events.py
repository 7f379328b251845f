"""What happened at a table, as lines and sentences; tiles others drew or exchanged are told by their number alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from quixotry.notation.moves import format_play
from quixotry.rules import event as happened
from quixotry.rules.alphabet import Alphabet
from quixotry.rules.board import Board
from quixotry.rules.event import Event
from quixotry.rules.game import GameHeader
from quixotry.rules.move import Play
from quixotry.wording.catalog import catalog, say

_TURNS = (happened.TilesPlayed, happened.TilesExchanged, happened.TurnPassed, happened.TurnLost)


def event_lines(events: Sequence[Event], header: GameHeader, board: Board) -> list[str]:
    """One line for each event that everybody may know; `board` is the board before them."""
    told = []
    boards: list[Board] = []
    for event in events:
        line = _line(event, header, board)
        if line:
            told.append(line)
        if isinstance(event, _TURNS):
            boards.append(board)
        if isinstance(event, happened.TilesPlayed):
            board = board.with_cells(event.placements)
        elif isinstance(event, happened.TurnsTakenBack) and event.turns <= len(boards):
            board = boards[-event.turns]
            del boards[-event.turns :]
    return told


def _line(event: Event, header: GameHeader, board: Board) -> str:
    name, kind = header.players[event.seat].name, type(event).__name__
    parameters = {"name": name, **event_parameters(event, header.ruleset.tiles.alphabet)}
    if isinstance(event, happened.FirstTileDrawn | happened.StarterChosen):
        return say(f"events.sentence.{kind}", parameters)
    if f"events.entry.{kind}" not in catalog().messages:
        return ""
    points = ""
    match event:
        case happened.TilesPlayed(placements=placements, score=score):
            parameters["text"] = format_play(board, Play(placements), header.ruleset.tiles.alphabet)
            points = f"  +{score}{_details(event)}"
        case happened.PlayWithdrawn(score=score):
            points = f"  -{score}"
        case happened.PointsAdjusted(points=moved, tiles=tiles):
            if not moved and not tiles:
                return ""
            points = f"  {moved:+d}"
    return f"{name}: {say(f'events.entry.{kind}', parameters).strip()}{points}"


def _details(play: happened.TilesPlayed) -> str:
    """The words and the bonus of a play, where the score alone does not say it."""
    parts = [f"{word.text} {word.points}" for word in play.words] if len(play.words) > 1 or play.bonus else []
    parts += [f"bonus {play.bonus}"] if play.bonus else []
    return f"  ({', '.join(parts)})" if parts else ""


def event_parameters(event: Event, alphabet: Alphabet) -> dict[str, Any]:
    """The parameters of an event's messages, beside the player's name and the text of a play."""
    match event:
        case happened.FirstTileDrawn(tile=tile):
            return {"tile": alphabet.tile_sign(tile)}
        case happened.TilesPlayed(words=words, score=score):
            return {"words": [word.text for word in words], "score": score}
        case happened.TilesExchanged(returned=returned):
            return {"count": len(returned), "returned": None}
        case happened.PlayChallenged(words=words, bad=bad):
            return {"words": words, "bad": bad}
        case happened.PlayWithdrawn(score=score):
            return {"score": score}
        case happened.Forfeited(why=why) | happened.Adjudicated(why=why):
            return {"why": why}
        case happened.PointsAdjusted(points=points, why=why, tiles=tiles):
            return {"why": why, "points": points, "tiles": "".join(map(alphabet.tile_sign, tiles))}
        case _:
            return {}
