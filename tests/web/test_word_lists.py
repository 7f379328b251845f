"""How a server comes by its word lists."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from quixotry.app import web as house
from quixotry.lexicon.wordlist import Lexicon


def test_a_list_that_many_ask_for_at_once_is_loaded_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """After a restart all pages come back together; six threads loaded the same words, each six times as slowly."""
    loads, together = [], Barrier(6)

    def load(name: str) -> Lexicon:
        loads.append(name)
        return Lexicon.of(["AA", "AB"], id=name)

    def ask(_: int) -> Lexicon:
        together.wait(10)
        return house.lexicon("loaded-once")

    monkeypatch.setattr(house, "load_known", load)
    house._load.cache_clear()
    try:
        with ThreadPoolExecutor(6) as threads:
            found = list(threads.map(ask, range(6)))
    finally:
        house._load.cache_clear()
    assert loads == ["loaded-once"]
    assert len({id(each) for each in found}) == 1
