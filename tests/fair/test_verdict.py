"""What is told at the end against what was fixed before, and the list of all commitments."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from quixotry.fair.agreement import FIRST_LINK, begun, commitment_of, link, terms_text
from quixotry.fair.ledger import Entry, ledger_faults
from quixotry.fair.verdict import Verdict, agreement_faults
from tests.fair.games import drawn_header, secret
from tests.rules.build import RULES

HEADER = drawn_header(RULES["classic"])
OTHER = secret("another")


def faults(
    *, seed: str = "", terms: str = "", people: Sequence[bool] = (True, True), **change: Any
) -> list[str]:
    assert HEADER.draw is not None
    draw = replace(HEADER.draw, **change)
    found = agreement_faults(draw, seed or HEADER.seed, terms or terms_text(HEADER), people)
    return [fault.code for fault in found]


def test_an_agreement_that_was_kept_has_no_faults() -> None:
    assert faults() == []


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"seed": OTHER}, ["commitment"]),
        ({"commitment": OTHER}, ["commitment", "pledge", "pledge"]),
        ({"number": 77}, ["pledge", "pledge"]),
        ({"previous": OTHER}, ["pledge", "pledge"]),
        ({"terms": "[]"}, ["terms"]),
        ({"shares": (OTHER, secret("share 0 1"))}, ["pledge"]),
        ({"shares": (OTHER,)}, ["shares"]),
        ({"shares": ()}, ["shares"]),
        ({"people": (True, False)}, ["shares"]),
        ({"people": (True, True, True)}, ["shares"]),
        ({"shares": (secret("share 0 0"), "")}, ["shares"]),
        ({"pledges": (OTHER, "")}, ["pledge", "shares"]),
        ({"seed": "5eed"}, ["unreadable"]),
        ({"previous": ""}, ["unreadable"]),
        ({"number": 0}, ["unreadable"]),
        ({"attempt": 0}, ["unreadable"]),
    ],
    ids=str,
)
def test_an_agreement_that_was_not_kept_is_told_by_what_does_not_fit(
    change: dict[str, Any], expected: list[str]
) -> None:
    assert faults(**change) == expected


def test_a_draw_follows_when_it_was_checked_or_comes_of_one_seed() -> None:
    assert Verdict("checked").follows
    assert Verdict("one-seed").follows
    assert not Verdict("untold").follows
    assert not Verdict("wrong").follows


def ledger(length: int) -> list[Entry]:
    entries: list[Entry] = []
    previous = FIRST_LINK
    for number in range(1, length + 1):
        draw = begun(secret(number), number=number, previous=previous)
        previous = link(draw)
        entries.append(Entry(number, draw.commitment, previous, "over", secret(number)))
    return entries


def test_a_ledger_holds_together_from_any_number_on() -> None:
    entries = ledger(6)
    assert ledger_faults(entries) == []
    assert ledger_faults(entries[3:]) == []
    assert ledger_faults([]) == []
    assert ledger_faults([replace(entry, seed="", state="") for entry in entries]) == []


def test_a_commitment_that_was_left_out_changed_or_slipped_in_shows() -> None:
    entries = ledger(6)
    left_out = ledger_faults([*entries[:2], *entries[3:]])
    assert [(each.code, each.parameters["expected"]) for each in left_out] == [("number", 3)]
    renumbered = [
        replace(entry, number=number) for number, entry in enumerate([*entries[:2], *entries[3:]], 1)
    ]
    assert {fault.code for fault in ledger_faults(renumbered)} == {"link"}
    swapped = [*entries[:2], replace(entries[2], commitment=commitment_of(OTHER), seed=OTHER), *entries[3:]]
    assert [(each.code, each.parameters["number"]) for each in ledger_faults(swapped)] == [("link", 3)]
    lied = [replace(entries[0], seed=OTHER), *entries[1:]]
    assert [(each.code, each.parameters["number"]) for each in ledger_faults(lied)] == [("commitment", 1)]
