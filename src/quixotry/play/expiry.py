"""What a server does not keep for good, and for how long it does: the whole policy, in one place."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from quixotry.play import limits
from quixotry.play.ports import ServerLog
from quixotry.values import frozen


@frozen
class Expiry:
    things: str
    days: int
    since: str
    """From when the days are counted."""
    everywhere: bool = False
    """Also on a server at home? There, what somebody has played stays."""

    def before(self, now: datetime) -> str:
        """What was touched last before this time is due."""
        return (now - timedelta(days=self.days)).isoformat()


POINTLESS = Expiry(
    "games in which nobody has a point and nobody else takes part", 1, "last touched", everywhere=True
)
WAITING = Expiry(
    "games in which nobody has a point, where somebody else plays or is invited",
    30,
    "last touched",
    everywhere=True,
)
IMPORTS = Expiry("imported and uploaded games", 90, "last touched")
GAMES = Expiry("all other games, with their seats and invitations", 400, "last played")
RULESETS = Expiry("house rules of visitors", 400, "saved, or a game was last begun by them")

POLICY = (POINTLESS, WAITING, IMPORTS, GAMES, RULESETS)
"""Cookies last 400 days: after that no browser could find its games in a list."""


def policy_table() -> str:
    """The policy as the docs show it."""
    rows = [
        f"| {each.things} | {each.days} day{'s' * (each.days > 1)} after they were {each.since} | "
        f"{'everywhere' if each.everywhere else 'on public servers'} |"
        for each in POLICY
    ]
    return "\n".join(["| what | is deleted | where |", "| --- | --- | --- |", *rows])


def outdated_games(log: ServerLog, now: datetime) -> Sequence[str]:
    """Games, by their match, that a public server has kept long enough."""
    due = IMPORTS.before(now)
    brought = log.belongings.older("import", due, limits.EXPIRED_MAX)
    imports = [each for each in brought if log.find(each).played_at < due]
    return [*imports, *log.older(GAMES.before(now), limits.EXPIRED_MAX)]


def delete_outdated_rulesets(log: ServerLog, now: datetime) -> None:
    """House rules that no game was begun by for long; those of the operator stay."""
    owners = log.house_rules.owners()
    for name in log.belongings.older("ruleset", RULESETS.before(now), limits.EXPIRED_MAX):
        if owners.get(name):
            log.house_rules.delete(name, owners[name])
