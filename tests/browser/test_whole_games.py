"""A whole game of each ruleset, from the start page to the result, by mouse, by keyboard alone, by touch, and by ear.

With few tiles on each run, with the full set by `make soak`.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import WebSocket, expect

from tests.browser.conftest import NewPage
from tests.browser.driver import OVER, Finger, Hands, Keyboard, Listener, Mouse, play_to_the_end, start_game
from tests.rules.build import PRESETS

HANDS: dict[str, type[Hands]] = {"mouse": Mouse, "keyboard": Keyboard, "touch": Finger, "ear": Listener}

# Each way to lay tiles with two pairs of hands, and each pair with two ways or more; tiles are laid as freely in
# friends and match as in tournament. To listen to every row takes its time: here where squares count from the centre
# and where plays are accepted. All by all with `make soak`.
PLAYED_BY = {
    "classic": ("mouse", "keyboard"),
    "solo": ("keyboard", "touch"),
    "party": ("mouse", "touch"),
    "friends": ("ear",),
    "match": ("mouse",),
    "tournament": ("keyboard", "touch", "ear"),
}


@pytest.mark.parametrize(
    ("preset", "hands_name"), [(preset, name) for preset in PRESETS for name in PLAYED_BY[preset]]
)
def test_a_whole_game_from_the_start_page_to_the_result(
    preset: str, hands_name: str, new_page: NewPage, rulesets: dict[str, dict[str, Any]]
) -> None:
    play_a_game(rulesets[preset], hands_name, new_page)


@pytest.mark.soak
@pytest.mark.parametrize("hands_name", HANDS)
@pytest.mark.parametrize("preset", PRESETS)
def test_a_whole_game_with_all_its_tiles(
    preset: str, hands_name: str, new_page: NewPage, presets: dict[str, dict[str, Any]]
) -> None:
    play_a_game(presets[preset], hands_name, new_page)


def play_a_game(rules: dict[str, Any], hands_name: str, new_page: NewPage) -> None:
    page = new_page(phone=hands_name == "touch")
    told: list[dict[str, Any]] = []

    def hear(socket: WebSocket) -> None:
        socket.on("framereceived", lambda text: told.append(json.loads(text)))

    page.on("websocket", hear)
    hands = HANDS[hands_name](page)
    start_game(hands, rules["title"])
    play_to_the_end(hands, rules["plain"])

    result = page.locator(OVER)
    expect(result.locator(".settlement tbody tr")).to_have_count(2)
    final = [int(text) for text in result.locator(".settlement tbody td:last-child").all_inner_texts()]
    ended = [frame for frame in told if frame["type"] == "events" and frame["view"]["outcome"]]
    assert final == ended[-1]["view"]["outcome"]["scores"]
    for frame in told:
        if frame.get("hand_over"):
            assert frame["view"]["rack"] is None, "the server sent a rack to the hand-over screen"
