"""Nobody can have more games made than the house can keep."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from litestar.datastructures import State
from litestar.handlers import BaseRouteHandler

from quixotry.web import limits, routes
from quixotry.web.errors import TooFast
from quixotry.web.rate_limit import RateLimit, TokenBuckets
from quixotry.web.state import AppState, anagram_limit, look_up_limit
from tests.web.running import PATIENCE_S, Server


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_so_many_at_once_and_then_as_many_in_each_window() -> None:
    clock = Clock()
    buckets = TokenBuckets(4, 60, clock)
    assert [buckets.wait_s("ada") for _ in range(5)] == [0, 0, 0, 0, 15]
    assert buckets.wait_s("ben") == 0
    clock.now += 14
    assert buckets.wait_s("ada") == 1
    clock.now += 1
    assert [buckets.wait_s("ada"), buckets.wait_s("ada")] == [0, 15]
    clock.now += 3600
    assert [buckets.wait_s("ada") for _ in range(5)] == [0, 0, 0, 0, 15]


def test_who_asked_longest_ago_is_forgotten_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "CLIENTS_MAX", 2)
    buckets = TokenBuckets(1, 60, Clock())
    assert buckets.wait_s("ada") == 0
    assert buckets.wait_s("ben") == 0
    assert buckets.wait_s("ada") > 0
    assert buckets.wait_s("eve") == 0
    assert buckets.wait_s("ada") > 0
    assert len(buckets._left) == 2


def test_made_up_sessions_from_one_address_come_to_an_end() -> None:
    clock = Clock()
    limit = RateLimit(TokenBuckets(2, 60, clock), TokenBuckets(3, 60, clock))
    assert [limit.wait_s(f"session {number}", "10.0.0.1") for number in range(4)] == [0, 0, 0, 20]
    assert limit.wait_s("", "10.0.0.1") > 0
    assert limit.wait_s("", "10.0.0.2") == 0


def test_one_address_has_so_many_games_made_in_a_day() -> None:
    """Games begun and resigned count as none of one's unfinished ones: a disk was full of them in some days."""
    clock = Clock()
    limit = RateLimit(TokenBuckets(9, 60, clock), TokenBuckets(9, 60, clock), TokenBuckets(4, 86_400, clock))
    assert [limit.wait_s("eve", "10.0.0.1") for _ in range(5)] == [0, 0, 0, 0, 21_600]
    assert limit.wait_s("", "10.0.0.2") == 0
    clock.now += 21_600
    assert limit.wait_s("eve", "10.0.0.1") == 0


@pytest.mark.parametrize("path", ["/api/games", "/api/import/gcg", "/api/import/save"])
def test_a_session_that_asks_for_too_many_games_is_told_to_wait(server: Server, path: str) -> None:
    eve, ada = server.client(), server.client()
    eve.begin("friends", "person", "person")
    headers = {"origin": server.origin, "cookie": eve.cookie, "content-type": "text/plain"}
    with httpx.Client(base_url=server.origin, headers=headers, timeout=PATIENCE_S) as client:
        asked = (client.post(path, content=b"no game") for _ in range(10 * limits.MADE_MAX))
        refused = next(answer for answer in asked if answer.status_code == 429)
    error = refused.json()["error"]
    assert error["code"] == "too_fast"
    assert error["sentence"].endswith(f"try again in {error['details']['wait_s']} s.")
    assert refused.headers["retry-after"] == str(error["details"]["wait_s"])
    # Others are served, and so is everything else she asks.
    ada.begin("friends", "person", "person")
    assert eve.get("/api/games?limit=1")["games"]


@pytest.mark.parametrize(
    ("route", "guard", "most"),
    [
        (routes.look_up, look_up_limit, limits.LOOKED_UP_MAX),
        (routes.show_invitation, look_up_limit, limits.LOOKED_UP_MAX),
        (routes.find_anagrams, anagram_limit, limits.ANAGRAMS_MAX),
    ],
    ids=["words", "invitations", "anagrams"],
)
def test_one_address_looks_up_and_searches_so_much_and_no_more(
    route: BaseRouteHandler, guard: Callable[[Any, Any], None], most: int
) -> None:
    """Anybody could have whole word lists searched without end, and everybody else waited."""
    assert guard in (route.guards or ())
    nothing: Any = None
    app = AppState(
        tables=nothing,
        lobby=nothing,
        library=nothing,
        catalogue=nothing,
        word_tools=nothing,
        sockets=nothing,
        is_at_home=False,
        version="",
        engine="",
        licences=(),
        look_ups=TokenBuckets(limits.LOOKED_UP_MAX, limits.ASKED_WINDOW_S, Clock()),
        anagrams=TokenBuckets(limits.ANAGRAMS_MAX, limits.ASKED_WINDOW_S, Clock()),
    )

    def asking(address: str) -> Any:
        return SimpleNamespace(
            app=SimpleNamespace(state=State({"app": app})), client=SimpleNamespace(host=address)
        )

    for _ in range(most):
        guard(asking("192.0.2.1"), None)
    with pytest.raises(TooFast):
        guard(asking("192.0.2.1"), None)
    guard(asking("192.0.2.2"), None)
