"""How much one browser, and one address, may have kept on a server for strangers."""

from __future__ import annotations

from typing import Literal

from quixotry.values import frozen

Kind = Literal["game", "import", "ruleset"]


@frozen
class Keeper:
    """For whom something is kept; whoever sits at the server's own computer is nobody, and has no quota."""

    session: str = ""
    address: str = ""


NOBODY = Keeper()


@frozen
class Quota:
    """Sessions cost nothing to make up, so there is one for an address too; a club may share one."""

    kind: Kind
    things: str
    """What is counted, in a user's words."""
    by_session: int
    by_address: int


QUOTAS: dict[Kind, Quota] = {
    quota.kind: quota
    for quota in (
        Quota("game", "unfinished games", 100, 1000),
        Quota("import", "imported games", 100, 500),
        Quota("ruleset", "house rules", 20, 60),
    )
}


def quota_table() -> str:
    """The quotas as the docs show them."""
    rows = [f"| {each.things} | {each.by_session} | {each.by_address} |" for each in QUOTAS.values()]
    return "\n".join(["| what | of one browser | from one address |", "| --- | --- | --- |", *rows])
