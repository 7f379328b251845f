"""What the operator of a server has ordered, as its processes hear of it: through the store."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable, Sequence
from typing import Protocol

from quixotry.values import frozen

Network = ipaddress.IPv4Network | ipaddress.IPv6Network

BAN, UNBAN, DELETE, RULES, RESTORE = "ban", "unban", "delete", "rules", "restore"
"""What an order can be."""


@frozen
class Order:
    """Something an operator did; numbered, and never forgotten."""

    number: int
    made_at: str
    what: str
    subject: str
    """A game, house rules, a session, an address or a network."""
    detail: str


@frozen
class Bans:
    """Who is shut out: sessions, and networks of addresses."""

    sessions: frozenset[str] = frozenset()
    networks: tuple[Network, ...] = ()

    @classmethod
    def of(cls, subjects: Iterable[str]) -> Bans:
        networks, sessions = [], set()
        for subject in subjects:
            network = network_of(subject)
            if network is None:
                sessions.add(subject)
            else:
                networks.append(network)
        return cls(frozenset(sessions), tuple(networks))

    def __bool__(self) -> bool:
        return bool(self.sessions or self.networks)

    def hit(self, session: str, address: str) -> bool:
        if session in self.sessions:
            return True
        if not self.networks:
            return False
        try:
            found = ipaddress.ip_address(address)
        except ValueError:
            return False
        # A server that listens to both kinds sees an old address in the dress of a new one.
        known = getattr(found, "ipv4_mapped", None) or found
        return any(known in network for network in self.networks)


def network_of(subject: str) -> Network | None:
    """The addresses meant; None if it is no address."""
    try:
        return ipaddress.ip_network(subject, strict=False)
    except ValueError:
        return None


class Orders(Protocol):
    def last(self) -> int:
        """The number of the newest order; 0 before the first."""

    def after(self, number: int, /) -> Sequence[Order]:
        """What was ordered since, in order."""

    def bans(self) -> Bans: ...
