"""Games going out as files, and files coming in as games."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from quixotry.notation import wire
from quixotry.notation.errors import RecordUnreadable
from quixotry.notation.gcg import GcgReplay, GcgStep, export_gcg, parse_gcg, replay_gcg
from quixotry.notation.record import events_from_json, header_from_json
from quixotry.play import lobby
from quixotry.play.errors import PlayError
from quixotry.play.ports import ServerLog, Status, status_of
from quixotry.play.seating import check_players
from quixotry.rules.board import Board
from quixotry.rules.game import Game
from quixotry.rules.ruleset import Ruleset

Plain = dict[str, Any]
Rules = Callable[[str], Ruleset]

LINES_MAX = 5000


class RecordsError(PlayError):
    """The root of what can be wrong with asking for a record."""

    code = "records"


@dataclass(eq=False)
class GameNotOver(RecordsError):
    code = "game_not_over"
    kind = "conflict"
    game_id: str


def finished(log: ServerLog, game_id: str) -> Game:
    """A game everybody may see all of."""
    game = log.read(game_id).game
    if not game.position.is_over:
        raise GameNotOver(game_id)
    return game


def gcg_of(log: ServerLog, game_id: str) -> bytes:
    """A finished game as GCG; an imported one exactly as it came."""
    return log.find(game_id).gcg or export_gcg(finished(log, game_id))


def import_gcg(log: ServerLog, rules: Rules, content: bytes, rules_name: str) -> tuple[str, list[str]]:
    """Keep a GCG file; its id and what is odd about it."""
    replay = replay_gcg(parse_gcg(content), rules(rules_name) if rules_name else None)
    game_id, now = lobby.new_id(), datetime.now(UTC).isoformat(timespec="seconds")
    brief = {
        "ruleset": {"name": replay.ruleset.name, "title": replay.ruleset.title or replay.ruleset.name},
        "lexicon": "",
        "players": [
            {"name": each.name or each.nick, "kind": "person", "level": ""} for each in replay.players
        ],
        "started_at": now,
        "match_id": "",
        "match_game": 1,
        "rules": rules_name,
    }
    log.keep_gcg(game_id, brief, Status(None, replay.final_scores, None, waits_for_computer=False), content)
    return game_id, warnings_of(replay)


def replay_imported(log: ServerLog, rules: Rules, game_id: str) -> Plain:
    listed = log.find(game_id)
    named = listed.brief.get("rules", "")
    replay = replay_gcg(parse_gcg(listed.gcg), rules(named) if named else None)
    return {
        "ruleset": wire.ruleset_plain(replay.ruleset),
        "frames": _frames(replay),
        "warnings": warnings_of(replay),
    }


def warnings_of(replay: GcgReplay) -> list[str]:
    found = [(line, text) for line, text in replay.warnings]
    found += [
        (each.line, f"{each.what}: the file says {each.written}, it comes to {each.computed}")
        for each in replay.discrepancies
    ]
    return [f"line {line}: {text}" for line, text in sorted(found)[:200]]


def _frames(replay: GcgReplay) -> list[Plain]:
    alphabet = replay.ruleset.tiles.alphabet
    scores = [0] * len(replay.players)
    racks = replay.ruleset.rack.size * len(replay.players)
    bag = len(replay.ruleset.tiles.counts) - racks

    def frame(step: GcgStep | None, board: Board) -> Plain:
        laid = step.laid if step else ()
        on_board = sum(1 for cell in board.cells if cell)
        return {
            "board": wire.board_rows(board, alphabet),
            "scores": tuple(scores),
            "bag_count": max(0, bag - on_board),
            "rack": step.rack if step else "",
            "seat": step.seat if step else None,
            "kind": _kind(step) if step else "start",
            "text": step.text if step else "",
            "score": step.score if step else 0,
            "words": [],
            "squares": [square for square, _ in laid],
            "note": "",
        }

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


def import_save(log: ServerLog, content: bytes, session: str) -> str:
    """Take over a game the terminal saved, whole or not at all, under an id of its own."""
    lines = content.splitlines()
    if len(lines) > LINES_MAX:
        raise RecordUnreadable("save", f"it has {len(lines)} lines")
    if not lines:
        raise RecordUnreadable("save", "it is empty")
    header = replace(header_from_json(lines[0]), id=lobby.new_id(), match_id="")
    check_players(header.players, header.ruleset)
    game = Game.of(header, ())
    for line in lines[1:]:
        game = game.after(events_from_json(line))
    if not game.events:
        raise RecordUnreadable("save", "nothing has happened in this game yet")
    people = [seat for seat, player in enumerate(header.players) if player.kind == "person"]
    seats = [(session, seat) for seat in people]
    log.submit_create(header, game.events, status_of(game), seats).result()
    return header.id
