"""Which games may be played here: one judge for games begun here and games brought along."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import datetime

import msgspec

from quixotry.errors import Parameters
from quixotry.notation.errors import RecordUnreadable
from quixotry.play.errors import ComputersAlone, LexiconChanged, PlayError
from quixotry.play.limits import ID_MAX, RULESET_BYTES_MAX, SEED_MAX
from quixotry.play.ports import Wordbook
from quixotry.play.seating import LevelTitle, check_players
from quixotry.rules.errors import RulesetError
from quixotry.rules.game import GameHeader, SeatedPlayer
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.ruleset_file import ruleset_to_plain
from quixotry.values import frozen

_NAME = re.compile(r"[a-z0-9-]{1,40}")
_ID = re.compile(rf"[A-Za-z0-9-]{{0,{ID_MAX}}}")
_SEED = re.compile(rf"[0-9a-f]{{1,{SEED_MAX}}}")


class RulesetTooLarge(PlayError):
    code = "ruleset_too_large"
    kind = "too-large"
    size: int

    @property
    def wording_parameters(self) -> Parameters:
        return {"size": self.size, "most": RULESET_BYTES_MAX}


@frozen
class Admission:
    wordbook: Callable[[str], Wordbook]
    """A word list by its id; an error for an id that is not in the registry, whatever else it may name."""
    level_title: LevelTitle
    computers_alone: bool = True
    """May computers play among themselves? Not among strangers: their time belongs to those who play."""

    def judge(self, header: GameHeader) -> Wordbook:
        """The words of a game that may be played here, or the error that says why it may not."""
        check_ruleset_name(header.ruleset)
        check_ruleset_size(header.ruleset)
        check_players(header.players, header.ruleset)
        self.check_company(header.players)
        for player in header.players:
            if player.kind == "computer":
                self.level_title(player.level)
            elif player.level:
                raise RecordUnreadable("header", "it gives a person a computer's level")
        if not _SEED.fullmatch(header.seed):
            raise RecordUnreadable("header", f"its seed must have 1 to {SEED_MAX} hexadecimal digits")
        if not 1 <= header.match_game <= header.ruleset.match.games:
            raise RecordUnreadable("header", f"its match has no game {header.match_game}")
        if not _ID.fullmatch(header.retry_of):
            raise RecordUnreadable("header", "no game is called what it says that it was begun from")
        if not _is_time(header.started_at):
            raise RecordUnreadable("header", "it does not say when the game was started")
        book = self.wordbook(header.lexicon_id)
        if book.digest != header.lexicon_digest:
            raise LexiconChanged
        return book

    def check_company(self, players: Sequence[SeatedPlayer]) -> None:
        """Is there a person among them, where there must be?"""
        if not self.computers_alone and all(player.kind == "computer" for player in players):
            raise ComputersAlone


def check_ruleset_name(ruleset: Ruleset) -> None:
    if not _NAME.fullmatch(ruleset.name):
        raise RulesetError("name", "must have 1 to 40 of the characters a-z, 0-9 and -")


def check_ruleset_size(ruleset: Ruleset) -> None:
    size = len(msgspec.json.encode(ruleset_to_plain(ruleset)))
    if size > RULESET_BYTES_MAX:
        raise RulesetTooLarge(size)


def _is_time(text: str) -> bool:
    try:
        return datetime.fromisoformat(text).tzinfo is not None
    except ValueError:
        return False
