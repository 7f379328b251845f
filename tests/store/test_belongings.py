"""What is kept for whom is counted, over restarts and with several processes, and old things are found."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from quixotry.play import quotas
from quixotry.play.ports import Brief, OverQuota, brief_of, status_of, waited
from quixotry.play.quotas import Keeper, Quota
from quixotry.rules.game import Game
from quixotry.store.sql import SqlGameLog
from tests.postgres import empty_database
from tests.store.conftest import Open
from tests.store.contract import a_header, first_events, next_events

ADA, BEN = Keeper("ada", "192.0.2.1"), Keeper("ben", "192.0.2.1")
FEW = {kind: Quota(kind, "things", 3, 5) for kind in ("game", "import", "ruleset")}


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Quotas that are soon used up."""
    monkeypatch.setattr("quixotry.store.belongings.QUOTAS", FEW)


def begin(log: SqlGameLog, game_id: str, keeper: Keeper | None, *, is_uploaded: bool = False) -> None:
    header = a_header(game_id)
    events = first_events(header)
    status = status_of(Game.of(header, events))
    create = log.submit_create
    waited(create(header, events, status, (), host="", is_uploaded=is_uploaded, keeper=keeper))


def a_brief(game_id: str) -> Brief:
    return brief_of(a_header(game_id))


def test_a_browser_has_so_many_unfinished_games_and_an_address_so_many_over_a_restart(another: Open) -> None:
    log = another()
    for number in range(3):
        begin(log, f"a{number}", ADA)
    with pytest.raises(OverQuota) as refused:
        begin(log, "a3", ADA)
    assert "3 things" in str(refused.value)
    log.close()
    log = another()
    assert log.belongings.counts("game", ADA) == (3, 3)
    with pytest.raises(OverQuota):
        begin(log, "a3", ADA)
    for number in range(2):
        begin(log, f"b{number}", BEN)
    with pytest.raises(OverQuota):
        begin(log, "b2", BEN)  # from the same address
    begin(log, "c0", Keeper("cleo", "198.51.100.7"))
    begin(log, "mine", Keeper())  # whoever sits at the server's own computer
    log.delete("a0")
    begin(log, "a3", ADA)


def test_a_finished_game_makes_room_for_the_next(another: Open) -> None:
    log = another()
    for number in range(3):
        begin(log, f"a{number}", ADA)
    while not (game := log.read("a0").game).position.is_over:
        log.append("a0", game.position.seq, next_events(game))
    begin(log, "a3", ADA)


def test_imports_and_house_rules_have_quotas_of_their_own(another: Open) -> None:
    log = another()
    status = status_of(Game.of(a_header(), first_events(a_header())))
    for number in range(2):
        log.keep_gcg(f"g{number}", a_brief(f"g{number}"), status, b"#", ADA)
    begin(log, "u0", ADA, is_uploaded=True)
    with pytest.raises(OverQuota):
        log.keep_gcg("g2", a_brief("g2"), status, b"#", ADA)
    with pytest.raises(OverQuota):
        begin(log, "u1", ADA, is_uploaded=True)
    begin(log, "a0", ADA)
    for number in range(3):
        assert log.house_rules.save(f"r{number}", {"name": f"r{number}"}, "ada", "192.0.2.1")
    with pytest.raises(OverQuota):
        log.house_rules.save("r3", {"name": "r3"}, "ada", "192.0.2.1")
    assert log.house_rules.save("r0", {"name": "r0", "title": "changed"}, "ada", "192.0.2.1")
    assert log.house_rules.delete("r0", "ada")
    assert log.house_rules.save("r3", {"name": "r3"}, "ada", "192.0.2.1")


def test_two_processes_that_count_at_the_same_time_do_not_both_find_room(
    postgres_uri: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("quixotry.store.belongings.QUOTAS", FEW)
    empty_database(postgres_uri)
    logs = [SqlGameLog(postgres_uri), SqlGameLog(postgres_uri)]

    def attempt(number: int) -> bool:
        try:
            begin(logs[number % 2], f"a{number}", ADA)
        except OverQuota:
            return False
        return True

    try:
        with ThreadPoolExecutor(8) as threads:
            assert sum(threads.map(attempt, range(24))) == 3
    finally:
        for log in logs:
            log.close()


def test_a_refused_game_leaves_nothing_behind(another: Open) -> None:
    log = another()
    for number in range(3):
        begin(log, f"a{number}", ADA)
    with pytest.raises(OverQuota):
        begin(log, "a3", ADA)
    assert set(log.list()) == {"a0", "a1", "a2"}


def test_every_quota_has_more_room_for_an_address_than_for_one_browser() -> None:
    assert all(quota.by_session < quota.by_address for quota in quotas.QUOTAS.values())
