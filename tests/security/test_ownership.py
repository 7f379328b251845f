"""What somebody has saved is theirs, and there is an end to how much of it there can be."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from quixotry.play import limits as play_limits
from quixotry.play.admission import RulesetTooLarge
from quixotry.play.catalogue import Catalogue, RulesetOfAnother, UnknownRuleset
from quixotry.play.ports import OverQuota
from quixotry.play.quotas import QUOTAS
from quixotry.store.sql import SqlGameLog
from quixotry.web import limits
from quixotry.web.socket import Page, Sockets


@pytest.fixture
def catalogue(tmp_path: Path) -> Iterator[Catalogue]:
    log = SqlGameLog.at(tmp_path / "games.sqlite3")
    yield Catalogue(log, _unused, _unused, _unused, "")
    log.close()


def _unused(*_: Any) -> Any:
    raise NotImplementedError


def rules(name: str, **changes: object) -> dict[str, Any]:
    return {"extends": "classic", "name": name, **changes}


def test_house_rules_are_changed_and_deleted_by_who_saved_them_alone(catalogue: Catalogue) -> None:
    """Anybody could change the rules another's games were to be begun by, or delete them."""
    catalogue.save(rules("ours", bonus={"points": 60}), "ada")
    with pytest.raises(RulesetOfAnother):
        catalogue.save(rules("ours", bonus={"points": 0}), "eve")
    with pytest.raises(RulesetOfAnother):
        catalogue.delete("ours", "eve")
    assert catalogue.ruleset("ours").bonus.points == 60
    catalogue.save(rules("ours", bonus={"points": 70}), "ada")
    assert catalogue.ruleset("ours").bonus.points == 70
    catalogue.delete("ours", "ada")
    with pytest.raises(UnknownRuleset):
        catalogue.delete("ours", "ada")


def test_one_session_cannot_use_up_the_room_for_house_rules(catalogue: Catalogue) -> None:
    for number in range(QUOTAS["ruleset"].by_session):
        catalogue.save(rules(f"eve-{number}"), "eve")
    with pytest.raises(OverQuota):
        catalogue.save(rules("one-more"), "eve")
    catalogue.save(rules("eve-0", bonus={"points": 1}), "eve")
    catalogue.save(rules("ours"), "ada")


def test_house_rules_have_a_size(catalogue: Catalogue) -> None:
    with pytest.raises(RulesetTooLarge):
        catalogue.save(rules("long", summary="x" * 20_000), "eve")


def crowd(*pages: Page, here: int = 0) -> Any:
    """Is a page turned away while these are open, so many of them at its table?"""
    sockets: Any = Sockets(_unused)  # type: ignore[arg-type]
    sockets._pages.update(pages)
    table = SimpleNamespace(audience=list(pages)[:here])
    return lambda page: sockets._is_crowded(table, page)


PLAYER, STRANGER = Page("ada", (0,), "192.0.2.1"), Page("eve", (), "192.0.2.9")


def test_people_who_only_watch_never_keep_a_player_out() -> None:
    """Sixty-four pages of a stranger filled a table, and its players could not come back."""
    watching = [Page(f"w{number}", ()) for number in range(play_limits.WATCHERS_MAX)]
    is_crowded = crowd(*watching, here=len(watching))
    assert is_crowded(STRANGER)
    assert not is_crowded(PLAYER)
    playing = [Page(f"p{number}", (0,)) for number in range(play_limits.WATCHERS_MAX)]
    assert not crowd(*playing, here=len(playing))(STRANGER)


def test_watchers_of_one_browser_and_one_address_are_counted_and_leave_room_for_its_players() -> None:
    """A club's players could not connect, because one of them had 400 games open to watch."""
    browser = [Page("eve", (), "198.51.100.1") for _ in range(limits.WATCHERS_BY_SESSION_MAX)]
    assert crowd(*browser)(STRANGER)
    address = [Page(f"w{number}", (), "192.0.2.9") for number in range(limits.WATCHERS_BY_ADDRESS_MAX)]
    assert crowd(*address)(STRANGER)
    assert not crowd(*address)(Page("ben", (1,), "192.0.2.9"))
    assert not crowd(*[Page(each.session, (), "127.0.0.1") for each in address])(Page("x", (), "127.0.0.1"))
    assert limits.WATCHERS_BY_ADDRESS_MAX < limits.CONNECTIONS_BY_ADDRESS_MAX
    assert limits.WATCHERS_MAX < limits.SOCKETS_MAX


def test_one_browser_cannot_take_all_connections_with_its_own_seat() -> None:
    pages = [Page("ada", (0,), "192.0.2.1") for _ in range(limits.PAGES_BY_SESSION_MAX)]
    assert crowd(*pages)(PLAYER)
    assert not crowd(*pages[1:])(PLAYER)


def test_one_browser_has_few_pages_at_one_table() -> None:
    """What one of them asked was shown to all of them: fifty pages made fifty times the work of each message."""
    pages = [Page("ada", (0,), "192.0.2.1") for _ in range(limits.PAGES_AT_TABLE_MAX)]
    assert crowd(*pages, here=len(pages))(PLAYER)
    assert not crowd(*pages, here=len(pages) - 1)(PLAYER)
    assert not crowd(*pages, here=len(pages))(Page("ben", (1,), "192.0.2.1"))


class Wire:
    """A socket whose client has sent the same message so many times."""

    def __init__(self, count: int) -> None:
        self.left, self.answers = count, 0

    async def receive(self) -> Any:
        if not self.left:
            await asyncio.Event().wait()
        self.left -= 1
        return {"type": "websocket.receive", "text": '{"type":"ping"}'}

    async def send_data(self, data: bytes, mode: str) -> None:
        self.answers += 1


def test_messages_from_one_address_are_counted_at_all_its_tables_together(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Four hundred sockets of one address, each within its own limit, had 2,000 previews made a second."""
    monkeypatch.setattr(limits, "MESSAGES_BY_ADDRESS_MAX", 5)
    monkeypatch.setattr(limits, "ASKED_WINDOW_S", 3600)

    async def welcome(_: Page) -> None:
        await asyncio.sleep(0)

    async def story() -> None:
        sockets: Any = Sockets(_unused)  # type: ignore[arg-type]
        table = SimpleNamespace(welcome=welcome)
        wires = [Wire(3), Wire(3), Wire(3)]
        pages = [Page("", (), "192.0.2.1"), Page("", (), "192.0.2.1"), Page("", (), "192.0.2.2")]
        playing = [
            asyncio.ensure_future(task)
            for wire, page in zip(wires, pages, strict=True)
            for task in (sockets._read(wire, table, page), page.write_to(wire))  # type: ignore[arg-type]
        ]
        for _ in range(100):
            await asyncio.sleep(0)
        assert wires[0].answers + wires[1].answers == 5
        assert wires[2].answers == 3
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)

    asyncio.run(story())
