"""Who is thought for next: everybody in turn, however many games one of them has begun.

First come, first served would let one person with fifty games hold up everybody else. So there is a round robin over
addresses, and within an address over sessions: whoever makes up sessions, or opens games, only waits for themselves.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import NamedTuple

TELL_S = 1.0
"""How often those who wait hear of their place."""

BUDGET_LEAST_MS = 100
"""However many wait."""


class Party(NamedTuple):
    """For whom a computer thinks."""

    address: str = ""
    session: str = ""


NOBODY = Party()
"""Nobody is there to see the move: all such games together are one party."""

ToldPlace = Callable[[int], None]
"""Told which place in the queue one has, 1 for whoever is next; 0 when one's turn has come."""


@dataclass(eq=False)
class _Ticket:
    told: ToldPlace | None
    granted: asyncio.Future[None]
    place: int = 0
    """What was told last."""

    def tell(self, place: int) -> None:
        if place != self.place:
            self.place = place
            if self.told is not None:
                self.told(place)


@dataclass(eq=False)
class TurnQueue:
    """So many places, and a fair order for those who wait for one."""

    places: int
    _taken: int = 0
    _waiting: OrderedDict[str, OrderedDict[str, deque[_Ticket]]] = field(default_factory=OrderedDict)
    """By address, then by session; whoever comes first in each is next."""
    _telling: asyncio.TimerHandle | None = None

    def __len__(self) -> int:
        """How many wait."""
        return sum(len(tickets) for sessions in self._waiting.values() for tickets in sessions.values())

    @asynccontextmanager
    async def place(self, party: Party = NOBODY, told: ToldPlace | None = None) -> AsyncIterator[None]:
        """A place, once it is this party's turn."""
        if self._taken < self.places:
            self._taken += 1
        else:
            await self._wait(party, told)
        try:
            yield
        finally:
            self._free()

    async def _wait(self, party: Party, told: ToldPlace | None) -> None:
        ticket = _Ticket(told, asyncio.get_running_loop().create_future())
        sessions = self._waiting.setdefault(party.address, OrderedDict())
        sessions.setdefault(party.session, deque()).append(ticket)
        ticket.tell(list(self._order()).index(ticket) + 1)
        if self._telling is None:
            self._tell_later()
        try:
            await ticket.granted
        except asyncio.CancelledError:
            if ticket.granted.done() and not ticket.granted.cancelled():
                self._free()  # its turn had come just then
            else:
                self._forget(party, ticket)
            raise

    def _forget(self, party: Party, ticket: _Ticket) -> None:
        sessions = self._waiting.get(party.address, OrderedDict())
        if ticket not in sessions.get(party.session, ()):
            return  # passed over already
        sessions[party.session].remove(ticket)
        if not sessions[party.session]:
            del sessions[party.session]
        if not sessions:
            del self._waiting[party.address]

    def _free(self) -> None:
        """Somebody has left a place: it goes to whoever is next."""
        while self._waiting:
            ticket = self._next()
            if not ticket.granted.cancelled():
                ticket.tell(0)
                ticket.granted.set_result(None)
                return
        self._taken -= 1

    def _next(self) -> _Ticket:
        address, sessions = self._waiting.popitem(last=False)
        session, tickets = sessions.popitem(last=False)
        ticket = tickets.popleft()
        if tickets:
            sessions[session] = tickets
        if sessions:
            self._waiting[address] = sessions
        return ticket

    def _order(self) -> Iterator[_Ticket]:
        """All who wait, whoever is next first, if nobody else came."""
        waiting = deque(
            deque(deque(tickets) for tickets in sessions.values()) for sessions in self._waiting.values()
        )
        while waiting:
            sessions = waiting.popleft()
            tickets = sessions.popleft()
            yield tickets.popleft()
            if tickets:
                sessions.append(tickets)
            if sessions:
                waiting.append(sessions)

    def _tell_later(self) -> None:
        self._telling = asyncio.get_running_loop().call_later(TELL_S, self._tell)

    def _tell(self) -> None:
        self._telling = None
        for place, ticket in enumerate(self._order(), 1):
            ticket.tell(place)
        if self._waiting:
            self._tell_later()

    def budget_ms(self, wanted_ms: int) -> int:
        """How long one may think while others wait: a queue of any length is through after a few whole budgets."""
        shared = wanted_ms * self.places // (self.places + len(self))
        return max(shared, min(wanted_ms, BUDGET_LEAST_MS))
