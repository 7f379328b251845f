"""Checking the draw of a saved game: it is played again by the rules, from what house and seats gave.

What a GCG file tells of its draw is checked by `gcg_draw_check.py`.
"""

from __future__ import annotations

import msgspec

from quixotry.fair.agreement import terms_text
from quixotry.fair.draws import draws_of
from quixotry.fair.verdict import Fault, Standing, Verdict, agreement_faults
from quixotry.notation.errors import RecordUnreadable
from quixotry.notation.record import events_from_json, header_from_json
from quixotry.rules.errors import ImpossibleEvent
from quixotry.rules.game import Game, GameHeader
from quixotry.rules.verification import verified
from quixotry.values import frozen

LINES_MAX = 5000
"""More decisions than any game has."""


@frozen
class CheckedRecord:
    header: GameHeader
    verdict: Verdict
    is_over: bool


class _RulesDigest(msgspec.Struct):
    ruleset_digest: str


_DIGESTS = msgspec.json.Decoder(_RulesDigest)


def check_record(content: bytes) -> CheckedRecord:
    """The verdict on a saved game, or a `RecordError` for what is none."""
    lines = content.splitlines()
    if not lines or len(lines) > LINES_MAX:
        raise RecordUnreadable("save", f"it has {len(lines)} lines")
    header = header_from_json(lines[0])
    decisions = [events_from_json(line) for line in lines[1:]]
    faults: list[Fault] = []
    if header.draw is not None:
        rules = _DIGESTS.decode(lines[0]).ruleset_digest
        people = [player.kind == "person" for player in header.players]
        faults += agreement_faults(header.draw, header.seed, terms_text(header, rules), people)
        if not header.draw.is_complete:
            return CheckedRecord(header, Verdict("wrong", tuple(faults)), is_over=False)
    game, tiles = Game.of(header, ()), draws_of(header)
    try:
        for events in decisions:
            game = verified(game, events, tiles)
    except ImpossibleEvent as error:
        faults.append(Fault("event", {"seq": error.seq, "why": error.why}))
    if not game.events and not faults:
        faults.append(Fault("nothing"))
    standing: Standing = "wrong" if faults else "one-seed" if header.draw is None else "checked"
    return CheckedRecord(header, Verdict(standing, tuple(faults)), game.position.is_over)
