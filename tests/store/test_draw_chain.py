"""The commitments of games at the terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

from quixotry.fair.agreement import FIRST_LINK, link
from quixotry.fair.ledger import ledger_faults
from quixotry.machine import claim
from quixotry.play.ports import CannotSave
from quixotry.store import draw_chain
from quixotry.store.draw_chain import CHAIN, DrawChain, parse_entries
from tests.fair.games import secret


def test_every_commitment_is_numbered_and_linked_to_the_one_before(tmp_path: Path) -> None:
    chain = DrawChain(tmp_path / "games")
    first, second = chain.commit(secret(1)), chain.commit(secret(2))
    assert (first.number, first.previous) == (1, FIRST_LINK)
    assert (second.number, second.previous) == (2, link(first))
    entries = parse_entries((tmp_path / "games" / CHAIN).read_bytes())
    assert [entry.link for entry in entries] == [link(first), link(second)]
    assert not ledger_faults(entries)
    assert secret(1).encode() not in (tmp_path / "games" / CHAIN).read_bytes(), "a seed stays secret"


def test_a_line_cut_off_by_a_crash_is_a_commitment_nobody_was_shown(tmp_path: Path) -> None:
    chain, file = DrawChain(tmp_path), tmp_path / CHAIN
    chain.commit(secret(1))
    whole = file.read_bytes()
    chain.commit(secret(2))
    file.write_bytes(file.read_bytes()[:-5])
    assert chain.commit(secret(3)).number == 2
    assert file.read_bytes().startswith(whole)
    assert not ledger_faults(parse_entries(file.read_bytes()))


def test_a_chain_held_by_another_window_for_good_is_told_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(draw_chain, "TRIES_MAX", 1)
    with claim(tmp_path / CHAIN), pytest.raises(CannotSave, match="another window"):
        DrawChain(tmp_path).commit(secret(1))
