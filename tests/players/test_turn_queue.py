"""Who is thought for next: nobody's many games hold up anybody else's one."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from quixotry.players import turn_queue
from quixotry.players.turn_queue import Party, TurnQueue


def served(*waiting: tuple[str, str], places: int = 1) -> list[tuple[str, str]]:
    """In which order parties that came one after the other get a place, while somebody has them all."""

    async def serve() -> list[tuple[str, str]]:
        queue, order, is_free = TurnQueue(places), list[tuple[str, str]](), asyncio.Event()

        async def hold() -> None:
            async with queue.place():
                await is_free.wait()

        async def take(party: Party) -> None:
            async with queue.place(party):
                order.append((party.address, party.session))
                await asyncio.sleep(0)

        holders = [asyncio.ensure_future(hold()) for _ in range(places)]
        await asyncio.sleep(0)
        takers = []
        for party in waiting:
            takers.append(asyncio.ensure_future(take(Party(*party))))
            await asyncio.sleep(0)
        is_free.set()
        await asyncio.gather(*holders, *takers)
        assert not queue._waiting
        assert not queue._taken
        return order

    return asyncio.run(serve())


def test_somebody_with_fifty_games_does_not_hold_up_somebody_with_one() -> None:
    order = served(*[("a", "greedy")] * 50, ("b", "modest"))
    assert order.index(("b", "modest")) == 1


def test_made_up_sessions_of_one_address_wait_for_each_other_alone() -> None:
    order = served(*[("a", f"session {number}") for number in range(50)], ("b", "modest"), ("b", "modest"))
    assert [place for place, party in enumerate(order) if party == ("b", "modest")] == [1, 3]


def test_two_people_at_one_address_take_turns() -> None:
    order = served(*[("club", "greedy")] * 3, ("club", "modest"))
    assert order.index(("club", "modest")) == 1


def test_games_of_one_person_are_served_in_the_order_they_came() -> None:
    async def serve() -> list[int]:
        queue, order = TurnQueue(1), list[int]()

        async def take(number: int) -> None:
            async with queue.place(Party("a", "s")):
                order.append(number)
                await asyncio.sleep(0)

        await asyncio.gather(*(take(number) for number in range(5)))
        return order

    assert asyncio.run(serve()) == [0, 1, 2, 3, 4]


def told_places(story: Callable[[TurnQueue, dict[str, list[int]]], Awaitable[None]]) -> dict[str, list[int]]:
    heard: dict[str, list[int]] = {}

    async def run() -> None:
        await story(TurnQueue(1), heard)

    asyncio.run(run())
    return heard


async def waits(queue: TurnQueue, heard: dict[str, list[int]], name: str, party: Party) -> None:
    async with queue.place(party, heard.setdefault(name, []).append):
        await asyncio.sleep(0)


def test_who_waits_hears_of_their_place_and_when_their_turn_has_come(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(turn_queue, "TELL_S", 0)

    async def story(queue: TurnQueue, heard: dict[str, list[int]]) -> None:
        is_free = asyncio.Event()

        async def hold() -> None:
            async with queue.place(Party("x", "x")):
                await is_free.wait()

        waiting = [asyncio.ensure_future(hold())]
        await asyncio.sleep(0)
        for name, party in (
            ("first", Party("a", "s")),
            ("second", Party("a", "s")),
            ("other", Party("b", "t")),
        ):
            waiting.append(asyncio.ensure_future(waits(queue, heard, name, party)))
            await asyncio.sleep(0)
        for _ in range(5):
            await asyncio.sleep(0)
        is_free.set()
        await asyncio.gather(*waiting)

    heard = told_places(story)
    assert heard["first"][0] == 1
    assert heard["second"][:2] == [2, 3]  # somebody else goes before one's own second game
    assert heard["other"][0] == 2
    assert all(places[-1] == 0 for places in heard.values())


def test_who_need_not_wait_is_told_nothing() -> None:
    async def story(queue: TurnQueue, heard: dict[str, list[int]]) -> None:
        await waits(queue, heard, "alone", Party("a", "s"))

    assert told_places(story) == {"alone": []}


def test_a_game_that_is_given_up_leaves_the_queue_and_takes_no_place_with_it() -> None:
    async def run() -> None:
        queue, is_free = TurnQueue(1), asyncio.Event()

        async def hold() -> None:
            async with queue.place():
                await is_free.wait()

        holder = asyncio.ensure_future(hold())
        await asyncio.sleep(0)
        one, two = (
            asyncio.ensure_future(waits(queue, {}, name, Party("a", name))) for name in ("one", "two")
        )
        await asyncio.sleep(0)
        one.cancel()
        await asyncio.gather(one, return_exceptions=True)
        assert len(queue) == 1
        is_free.set()
        await holder
        two.cancel()  # just as its turn has come
        await asyncio.gather(two, return_exceptions=True)
        async with asyncio.timeout(30), queue.place():
            assert queue._taken == 1

    asyncio.run(run())


def test_a_server_that_stops_ends_all_who_wait_and_the_one_who_thinks_at_once() -> None:
    """The log of every busy server that was stopped said that computers could not move."""

    async def run() -> None:
        queue = TurnQueue(1)

        async def think(party: Party) -> None:
            async with queue.place(party):
                await asyncio.Event().wait()

        parties = [Party("", ""), Party("a", "s"), Party("a", "s"), Party("b", "t")]
        tasks = [asyncio.ensure_future(think(party)) for party in parties]
        await asyncio.sleep(0)
        for task in tasks:
            task.cancel()
        ends = await asyncio.gather(*tasks, return_exceptions=True)
        assert all(isinstance(end, asyncio.CancelledError) for end in ends), ends
        assert not queue._waiting
        assert not queue._taken

    asyncio.run(run())


@pytest.mark.parametrize(("waiting", "budget"), [(0, 3000), (1, 2000), (2, 1500), (14, 375), (500, 100)])
def test_budgets_shrink_with_the_queue_to_a_least(waiting: int, budget: int) -> None:
    async def run() -> int:
        queue = TurnQueue(2)
        async with queue.place(), queue.place():
            tasks = [
                asyncio.ensure_future(waits(queue, {}, str(each), Party("a", "s"))) for each in range(waiting)
            ]
            await asyncio.sleep(0)
            found = queue.budget_ms(3000)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        return found

    assert asyncio.run(run()) == budget
