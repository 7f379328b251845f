"""What a run plays: everything its games depend on, as a value that can be written down and sent elsewhere."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Literal

import msgspec

from quixotry.arena.contestants import Program
from quixotry.lexicon import load
from quixotry.lexicon.wordlist import Lexicon
from quixotry.rules.ports import THINKING_MS
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.ruleset_file import ruleset_from_plain, ruleset_to_plain


class TimeControl(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How long players may think. With neither limit set, every move has `THINKING_MS`."""

    game_ms: int | None = None
    """Of each player in each game; more costs points, by the rules' own overtime."""
    move_ms: int | None = None
    """Of each move."""
    clock: Literal["wall", "processor"] = "wall"
    """What is measured: time gone by, or processor time, which does not count the waiting on a busy machine."""

    @property
    def thinking_ms(self) -> int:
        """What a move may take where no game clock says otherwise."""
        return self.move_ms or THINKING_MS


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What every game of a run has in common."""

    rules: str
    """The whole ruleset as JSON."""
    lexicon: str
    lexicon_digest: str
    seed: int
    """Of the first pair; the next ones follow."""
    time: TimeControl = TimeControl()
    on_failure: Literal["lose", "pass"] = "lose"
    """What an illegal move or a broken program costs: the game, or the turn."""

    @classmethod
    def of(
        cls,
        ruleset: Ruleset,
        lexicon: Lexicon,
        *,
        seed: int = 1,
        time: TimeControl | None = None,
        on_failure: Literal["lose", "pass"] = "lose",
        lexicon_name: str | None = None,
    ) -> Plan:
        """`lexicon_name` is what the list is loaded by, if that is not its id."""
        rules = json.dumps(ruleset_to_plain(ruleset), sort_keys=True)
        name = lexicon_name or lexicon.id
        return cls(rules, name, lexicon.digest, seed, time or TimeControl(), on_failure)

    @property
    def ruleset(self) -> Ruleset:
        return _ruleset(self.rules)


class Chunk(msgspec.Struct, frozen=True):
    """Some pairs of games between two players: what one process plays at a time."""

    number: int
    """Within its run."""
    plan: Plan
    first: str
    second: str
    start: int
    """The first pair's place among all pairs of the run: its seed is so much higher than the plan's."""
    pairs: int
    records: int
    """So many pairs are given out with the records of their games."""
    programs: tuple[Program, ...] = ()
    """Those that are listed."""
    files: tuple[str, ...] = ()
    """Files that the programs' commands name, and that must be there wherever it is played."""
    live: str = ""
    """A folder for the games that are being played, written for who watches; none if empty."""


@lru_cache(maxsize=4)
def _ruleset(rules: str) -> Ruleset:
    return ruleset_from_plain(json.loads(rules))


@lru_cache(maxsize=2)
def lexicon_of(name: str, digest: str) -> Lexicon:
    """The word list of a plan, which must be the same on every machine."""
    from quixotry.arena.errors import OtherWords

    lexicon = load(name)
    if lexicon.digest != digest:
        raise OtherWords(name)
    return lexicon
