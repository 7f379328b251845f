"""What somebody has saved is theirs, and there is an end to how much of it there can be."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from quixotry.play import limits as play_limits
from quixotry.play.catalogue import (
    RULESETS_EACH_MAX,
    Catalogue,
    RulesetOfAnother,
    RulesetTooLarge,
    TooManyRulesets,
    UnknownRuleset,
)
from quixotry.store.sql import SqlGameLog
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
    for number in range(RULESETS_EACH_MAX):
        catalogue.save(rules(f"eve-{number}"), "eve")
    with pytest.raises(TooManyRulesets):
        catalogue.save(rules("one-more"), "eve")
    catalogue.save(rules("eve-0", bonus={"points": 1}), "eve")
    catalogue.save(rules("ours"), "ada")


def test_house_rules_have_a_size(catalogue: Catalogue) -> None:
    with pytest.raises(RulesetTooLarge):
        catalogue.save(rules("long", summary="x" * 20_000), "eve")


def test_people_who_only_watch_never_keep_a_player_out() -> None:
    """Sixty-four pages of a stranger filled a table, and its players could not come back."""

    sockets: Any = Sockets(_unused)  # type: ignore[arg-type]
    table = SimpleNamespace(audience=[Page("", ())] * play_limits.WATCHERS_MAX)
    assert sockets._is_crowded(table)
    table.audience = [Page("ada", (0,))] * play_limits.WATCHERS_MAX
    assert not sockets._is_crowded(table)
