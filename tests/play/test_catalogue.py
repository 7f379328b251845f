"""What there is to choose from, when a part of it is damaged."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest
from sqlalchemy import update

from quixotry.play.catalogue import Catalogue, DamagedRuleset
from quixotry.rules.shipped import shipped_names
from quixotry.store.schema import rulesets
from quixotry.store.sql import SqlGameLog
from tests.play.support import WORDS


def test_damaged_house_rules_are_left_out_of_the_list_and_named_in_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    log = SqlGameLog.at(tmp_path / "games.sqlite3")
    catalogue = Catalogue(log, lambda _: WORDS, tuple, str, "casual")
    for name in ("ours", "theirs"):
        catalogue.save({"extends": "friends", "name": name}, "ada")
    damaged = update(rulesets).where(rulesets.c.name == "ours").values(plain='{"name": "ours", "bo')
    log.database.write(lambda connection: connection.execute(damaged))
    with caplog.at_level(logging.WARNING):
        names = [each.name for each in catalogue.rulesets().rulesets]
    assert names == [*shipped_names("presets"), "theirs"]
    assert [record.getMessage().partition(":")[0] for record in caplog.records] == [
        "the house rules 'ours' are damaged, and left out"
    ]
    caplog.clear()
    with pytest.raises(DamagedRuleset, match=r"are damaged on the server, .* Save them anew"):
        catalogue.ruleset("ours")
    assert catalogue.ruleset("theirs").name == "theirs"
    catalogue.save({"extends": "friends", "name": "ours"}, "ada")
    assert catalogue.ruleset("ours").name == "ours"
    log.close()
