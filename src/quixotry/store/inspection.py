"""Going through all of a database: every game is replayed, every ruleset read, and the chain of draws followed link by
link."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import select

from quixotry.fair.agreement import FIRST_LINK, link_of
from quixotry.play.ports import DamagedGame, UnknownGame
from quixotry.store.database import Database
from quixotry.store.schema import draws, games
from quixotry.store.sql import SqlGameLog
from quixotry.values import frozen


@frozen
class Damage:
    """Something that cannot be read, or does not follow."""

    game_id: str
    """Empty where it is no game."""
    why: str
    ruleset: str = ""
    """The name of house rules; empty where it is none."""

    @property
    def where(self) -> str:
        if self.ruleset:
            return f"the house rules {self.ruleset!r}"
        return f"game {self.game_id}" if self.game_id else "the draws"


@frozen
class Inspection:
    games: int
    """How many were replayed from their first decision to their last."""
    draws: int
    damages: tuple[Damage, ...]


def inspect_games(log: SqlGameLog) -> Inspection:
    """Read every game as a table would, all house rules, and every commitment. Changes nothing."""
    found, replayed = list(_draws_that_do_not_follow(log.database)), 0
    found += [Damage("", kept.damage, kept.name) for kept in log.house_rules.all() if kept.ruleset is None]
    with log.database.reading() as connection:
        rows = connection.execute(select(games.c.id, games.c.gcg != b"").order_by(games.c.id)).all()
        draw_count = len(connection.execute(select(draws.c.number)).all())
    for game_id, is_imported in rows:
        try:
            log.find(game_id)
            damage = "" if is_imported else log.read(game_id).damage
        except DamagedGame as error:
            damage = error.why
        except UnknownGame:  # deleted since
            continue
        if damage:
            found.append(Damage(game_id, damage))
        else:
            replayed += not is_imported
    return Inspection(replayed, draw_count, tuple(found))


def _draws_that_do_not_follow(database: Database) -> Iterator[Damage]:
    with database.reading() as connection:
        rows = connection.execute(
            select(draws.c.number, draws.c.commitment, draws.c.link).order_by(draws.c.number)
        ).all()
    previous = FIRST_LINK
    for expected, row in enumerate(rows, 1):
        if row.number != expected:
            yield Damage("", f"number {expected} is missing")
            return
        if row.link != link_of(row.number, previous, row.commitment):
            yield Damage("", f"number {row.number} does not follow from the one before")
            return
        previous = row.link
