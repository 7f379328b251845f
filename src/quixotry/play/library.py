"""Games going out as files, and files coming in as games."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from quixotry.fair.draws import draws_of
from quixotry.notation.errors import RecordUnreadable
from quixotry.notation.record import events_from_json, header_from_json
from quixotry.play.admission import Admission, check_ruleset_size
from quixotry.play.errors import PlayError
from quixotry.play.hints import TURNS, NoSuchTurn
from quixotry.play.limits import NAME_MAX
from quixotry.play.lobby import new_id, people_at
from quixotry.play.names import BadPlayerName, proper_name
from quixotry.play.new_game import new_seed
from quixotry.play.ports import Brief, ServerLog, Status, status_of, waited
from quixotry.play.quotas import NOBODY, Keeper
from quixotry.play.replay import frames_of, frames_of_gcg
from quixotry.protocol.games import GameSummary, RecordCheck, Replay, RulesetName
from quixotry.protocol.rulesets import show_ruleset
from quixotry.rules.game import Game, SeatedPlayer
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.verification import verified
from quixotry.values import frozen

if TYPE_CHECKING:
    from quixotry.notation.gcg import GcgFile, GcgReplay, Remark

# What reads and writes GCG is imported by whoever does it: a server's start need not wait for it.

LINES_MAX = 5000
REMARKS_MAX = 100
"""Of each kind, in an answer."""


class RecordsError(PlayError):
    """The root of what can be wrong with asking for a record."""

    code = "records"


class GameNotOver(RecordsError):
    code = "game_not_over"
    kind = "conflict"
    game_id: str


@frozen
class Library:
    log: ServerLog
    ruleset: Callable[[str], Ruleset]
    """A ruleset by its name."""
    admission: Admission

    def finished(self, game_id: str) -> Game:
        """A game everybody may see all of."""
        game = self.log.read(game_id).game
        if not game.position.is_over:
            raise GameNotOver(game_id)
        return game

    def gcg(self, game_id: str) -> bytes:
        """A finished game as GCG; an imported one exactly as it came."""
        from quixotry.notation.gcg import export_gcg

        return self.log.find(game_id).gcg or export_gcg(self.finished(game_id))

    def replay(self, summary: GameSummary) -> Replay:
        """A finished or imported game, turn by turn."""
        if summary.imported:
            stored = self.log.find(summary.id)
            file, imported = self._replayed(stored.gcg, stored.brief.rules)
            check = check_of(file, imported)
            return Replay(summary, show_ruleset(imported.ruleset), frames_of_gcg(imported), check)
        game = self.finished(summary.id)
        return Replay(summary, show_ruleset(game.header.ruleset), frames_of(game), None)

    def retry(self, game_id: str, seq: int, session: str, keeper: Keeper = NOBODY) -> str:
        """Begin a new game from a turn of a finished one: its racks and board, and a new order in the bag."""
        game = self.finished(game_id)
        if not 0 <= seq < len(game.events) or not isinstance(game.events[seq], TURNS):
            raise NoSuchTurn(seq)
        self.admission.check_company(game.header.players)
        now = datetime.now(UTC).isoformat(timespec="seconds")
        header = replace(
            game.header,
            id=new_id(),
            seed=new_seed(),
            started_at=now,
            match_id="",
            match_game=game.header.ruleset.match.games,
            retry_of=game_id,
            retry_from=seq,
        )
        retried = Game.of(header, game.events[:seq])
        seats = [(session, seat) for seat in people_at(header.players)]
        create = self.log.submit_create
        waited(create(header, retried.events, status_of(retried), seats, host=session, keeper=keeper))
        return header.id

    def import_gcg(self, content: bytes, rules: str, keeper: Keeper = NOBODY) -> tuple[str, RecordCheck]:
        """Keep a GCG file; its id and what the check of it came to."""
        file, replayed = self._replayed(content, rules)
        ruleset = replayed.ruleset
        check_ruleset_size(ruleset)
        brief = Brief(
            ruleset=RulesetName(ruleset.name, ruleset.title or ruleset.name),
            lexicon="",
            players=tuple(SeatedPlayer(_shown_name(each.name, each.nick)) for each in replayed.players),
            started_at=datetime.now(UTC).isoformat(timespec="seconds"),
            rules=rules,
        )
        game_id = new_id()
        status = Status(None, replayed.final_scores, None, waits_for_computer=False)
        self.log.keep_gcg(game_id, brief, status, content, keeper)
        return game_id, check_of(file, replayed)

    def import_save(self, content: bytes, session: str, keeper: Keeper = NOBODY) -> str:
        """Take over a game the terminal saved, whole or not at all, under an id of its own."""
        lines = content.splitlines()
        if len(lines) > LINES_MAX:
            raise RecordUnreadable("save", f"it has {len(lines)} lines")
        if not lines:
            raise RecordUnreadable("save", "it is empty")
        header = replace(header_from_json(lines[0]), id=new_id(), match_id="")
        self.admission.judge(header)
        if header.draw is not None and not header.draw.is_complete:
            raise RecordUnreadable("header", "what its tiles were drawn from is missing")
        game = Game.of(header, ())
        tiles = draws_of(header)
        for line in lines[1:]:
            game = verified(game, events_from_json(line), tiles)
        if not game.events:
            raise RecordUnreadable("save", "nothing has happened in it yet")
        seats = [(session, seat) for seat in people_at(header.players)]
        create = self.log.submit_create
        waited(
            create(
                header,
                game.events,
                status_of(game),
                seats,
                host=session,
                is_uploaded=True,
                keeper=keeper,
            )
        )
        return header.id

    def _replayed(self, content: bytes, rules: str) -> tuple[GcgFile, GcgReplay]:
        from quixotry.notation.gcg import parse_gcg, replay_gcg

        file = parse_gcg(content)
        return file, replay_gcg(file, self.ruleset(rules) if rules else None)


def _shown_name(*names: str) -> str:
    """The first that a player here could have; a file may be cut at a name's limit, and never shown as it is."""
    for name in names:
        with suppress(BadPlayerName):
            return proper_name(name.strip()[:NAME_MAX].strip())
    raise BadPlayerName


def check_of(file: GcgFile, replay: GcgReplay) -> RecordCheck:
    """The verdicts, and as many reasons as a page can show."""
    from quixotry.play.gcg_draw_check import check_gcg_draw

    draw = check_gcg_draw(file)

    def told(remarks: tuple[Remark, ...]) -> list[str]:
        return [f"Line {line}: {text}" for line, text in remarks[:REMARKS_MAX]]

    return RecordCheck(
        replay.scores_right,
        replay.is_legal,
        None if draw.standing == "untold" else draw.follows,
        told(replay.findings()),
        told(replay.warnings),
    )
