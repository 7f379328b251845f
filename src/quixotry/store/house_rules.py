"""House rules, and whose they are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, delete, select

from quixotry.play.ports import KeptRuleset
from quixotry.play.quotas import Keeper
from quixotry.rules.errors import RulesetError
from quixotry.rules.ruleset_file import ruleset_from_plain
from quixotry.store.belongings import SqlBelongings
from quixotry.store.database import Database
from quixotry.store.schema import rulesets


class SqlHouseRules:
    """`HouseRules` in a database."""

    def __init__(self, database: Database) -> None:
        self._database, self._belongings = database, SqlBelongings(database)

    def all(self) -> Sequence[KeptRuleset]:
        with self._database.reading() as connection:
            rows = connection.execute(
                select(rulesets.c.name, rulesets.c.plain).order_by(rulesets.c.name)
            ).all()
        return [_read(row.name, row.plain) for row in rows]

    def owners(self) -> Mapping[str, str]:
        with self._database.reading() as connection:
            found = connection.execute(select(rulesets.c.name, rulesets.c.owner)).all()
        return {row.name: row.owner for row in found}

    def save(self, name: str, plain: dict[str, Any], owner: str, address: str = "") -> bool:
        kept = msgspec.json.encode(plain).decode()
        statement = self._database.insert(rulesets).values(name=name, plain=kept, owner=owner)
        statement = statement.on_conflict_do_update(
            index_elements=["name"], set_={"plain": kept}, where=rulesets.c.owner == owner
        ).returning(rulesets.c.name)
        is_there = select(rulesets.c.name).where(rulesets.c.name == name)

        def write(connection: Connection) -> bool:
            keeper, is_new = Keeper(owner, address), connection.scalar(is_there) is None
            if is_new:
                self._belongings.check(connection, "ruleset", keeper)
            is_saved = connection.scalar(statement) is not None
            if is_new and is_saved:
                self._belongings.add(connection, "ruleset", name, keeper)
            return is_saved

        return self._database.write(write)

    def delete(self, name: str, owner: str) -> bool:
        statement = delete(rulesets).where((rulesets.c.name == name) & (rulesets.c.owner == owner))

        def write(connection: Connection) -> bool:
            is_deleted = bool(connection.execute(statement).rowcount)
            if is_deleted:
                self._belongings.remove(connection, ("ruleset",), (name,))
            return is_deleted

        return self._database.write(write)


def _read(name: str, kept: str) -> KeptRuleset:
    """One damaged row does not hide the others."""
    try:
        ruleset = ruleset_from_plain(msgspec.json.decode(kept, type=dict[str, Any]))
    except (msgspec.MsgspecError, RulesetError) as error:
        return KeptRuleset(name, None, str(error))
    if ruleset.name != name:
        return KeptRuleset(name, None, f"they are called {ruleset.name!r} inside")
    return KeptRuleset(name, ruleset)
