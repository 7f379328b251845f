"""House rules, and whose they are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from sqlalchemy import delete, select

from quixotry.store.database import Database
from quixotry.store.schema import rulesets


class SqlHouseRules:
    """`HouseRules` in a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def all(self) -> Sequence[dict[str, Any]]:
        with self._database.reading() as connection:
            found = connection.scalars(select(rulesets.c.plain).order_by(rulesets.c.name)).all()
        return [msgspec.json.decode(plain, type=dict[str, Any]) for plain in found]

    def owners(self) -> Mapping[str, str]:
        with self._database.reading() as connection:
            found = connection.execute(select(rulesets.c.name, rulesets.c.owner)).all()
        return {row.name: row.owner for row in found}

    def save(self, name: str, plain: dict[str, Any], owner: str) -> bool:
        kept = msgspec.json.encode(plain).decode()
        statement = self._database.insert(rulesets).values(name=name, plain=kept, owner=owner)
        statement = statement.on_conflict_do_update(
            index_elements=["name"], set_={"plain": kept}, where=rulesets.c.owner == owner
        ).returning(rulesets.c.name)
        return self._database.write(lambda connection: connection.scalar(statement) is not None)

    def delete(self, name: str, owner: str) -> bool:
        statement = delete(rulesets).where((rulesets.c.name == name) & (rulesets.c.owner == owner))
        return bool(self._database.write(lambda connection: connection.execute(statement).rowcount))
