"""While a game with challenges runs, nobody seated there learns from us whether a word is good."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from typing import Any

import pytest

from quixotry.lexicon import catalogue
from tests.web.running import Browser, Server, Socket

CENTRE = 112


@pytest.fixture
def browser(server: Server) -> Browser:
    return server.client()


def refusal(browser: Browser, path: str) -> tuple[int, str]:
    answer = browser.request("GET", path)
    return answer.status_code, answer.json()["error"]["code"] if answer.status_code >= 400 else ""


def shared_screen(table: Socket, view: dict[str, Any]) -> dict[str, Any]:
    """The view of whoever is on turn at a screen that two people share."""
    table.send({"type": "continue", "seat": view["turn"]})
    seen: dict[str, Any] = table.until("snapshot")["view"]
    return seen


def lay(text: str) -> dict[str, Any]:
    placements = [{"square": CENTRE + at, "sign": sign} for at, sign in enumerate(text)]
    return {"kind": "play", "placements": placements}


def strings(rack: str, *, good: bool) -> Iterator[str]:
    """Two or more tiles of a rack, in every order the list has, or has not."""
    words = catalogue.load()
    signs = [sign for sign in rack if sign != "?"]
    made = ("".join(some) for size in (2, 3, 4) for some in permutations(signs, size))
    return (text for text in made if (text in words) == good)


def begin_with_a_word(browser: Browser, ruleset: str) -> Any:
    """A game of two at one screen, whose first rack has a short word: one rack in some hundred has none."""
    while True:
        game = browser.begin(ruleset, "person", "person")
        with browser.open(game["id"]) as table:
            if any(strings(shared_screen(table, table.hello()["view"])["rack"], good=True)):
                return game


@pytest.mark.parametrize("good", [True, False])
def test_no_route_tells_whether_a_pending_word_is_good(browser: Browser, good: bool) -> None:
    game = begin_with_a_word(browser, "tournament")
    with browser.open(game["id"]) as table:
        view = shared_screen(table, table.hello()["view"])
        text = next(strings(view["rack"], good=good))
        # Tentative: not yet played.
        for path in (f"/api/words/{text}", f"/api/words/{text.lower()}?lexicon=common", "/api/words/CAT"):
            assert refusal(browser, path) == (403, "word_tools_closed")
        assert refusal(browser, f"/api/anagrams?letters={text}") == (403, "word_tools_closed")
        assert refusal(browser, f"/api/games/{game['id']}/words/{text}") == (403, "word_has_not_stood")
        assert table.move(view["turn"], view["seq"], lay(text))["type"] == "ack"
        # Pending.
        assert refusal(browser, f"/api/games/{game['id']}/words/{text}") == (403, "word_has_not_stood")
        assert refusal(browser, f"/api/words/{text}") == (403, "word_tools_closed")
        assert refusal(browser, f"/api/games/{game['id']}/replay")[0] == 409
        # Stood: what it means, and not whether the list has it.
        view = shared_screen(table, table.hello()["view"])
        assert table.move(view["turn"], view["seq"], {"kind": "accept"})["type"] == "ack"
        meaning = browser.get(f"/api/games/{game['id']}/words/{text}")
        assert meaning["is_word"] is None
        assert set(meaning) == {"word", "is_word", "lexicon", "definitions"}
        assert refusal(browser, f"/api/words/{text}") == (403, "word_tools_closed")


def test_a_withdrawn_word_is_not_explained_before_the_game_is_over(browser: Browser) -> None:
    game = browser.begin("tournament", "person", "person")
    with browser.open(game["id"]) as table:
        view = shared_screen(table, table.hello()["view"])
        text = next(strings(view["rack"], good=False))
        table.move(view["turn"], view["seq"], lay(text))
        view = shared_screen(table, table.hello()["view"])
        table.move(view["turn"], view["seq"], {"kind": "challenge", "words": [text]})
        assert refusal(browser, f"/api/games/{game['id']}/words/{text}") == (403, "word_has_not_stood")


def test_word_tools_say_why_they_are_closed_and_open_when_the_game_is_over(browser: Browser) -> None:
    assert browser.get("/api/word-tools") == {"closed_by": None, "sentence": ""}
    game = browser.begin("tournament", "person", "person")
    state = browser.get("/api/word-tools")
    assert state["closed_by"] == game["id"]
    assert "game with challenges (Tournament)" in state["sentence"]
    with browser.open(game["id"]) as table:
        table.move(0, table.hello()["view"]["seq"], {"kind": "resign"})
    assert browser.get("/api/word-tools")["closed_by"] is None
    assert browser.get("/api/words/CAT")["is_word"] is True
    assert browser.get(f"/api/games/{game['id']}/words/QXZQ")["is_word"] is False


def test_closed_tools_are_closed_to_that_session_alone(server: Server) -> None:
    ada, ben, guest = server.client(), server.client(), server.client()
    game = ada.begin("tournament", "person", "invited")
    key = ada.post(f"/api/games/{game['id']}/invitations", {"seat": 1})["key"]
    assert ben.get("/api/words/CAT")["is_word"]
    ben.post("/api/join", {"key": key})
    assert refusal(ada, "/api/words/CAT") == refusal(ben, "/api/words/CAT") == (403, "word_tools_closed")
    guest.begin("solo", "person", "person")
    assert guest.get("/api/words/CAT")["is_word"]


def test_a_preview_never_says_whether_a_word_is_good_to_who_plays_with_challenges(browser: Browser) -> None:
    """Neither at that table nor at any other: a game of one's own would be a look-up."""
    other = begin_with_a_word(browser, "friends")
    with browser.open(other["id"]) as table:
        view = shared_screen(table, table.hello()["view"])
        asked = {"type": "preview", "id": 1, "seat": view["turn"]}
        asked["placements"] = lay(next(strings(view["rack"], good=True)))["placements"]
        table.send(asked)
        assert [word["is_word"] for word in table.until("preview")["words"]] == [True]
        game = begin_with_a_word(browser, "tournament")
        table.send(asked)
        assert [word["is_word"] for word in table.until("preview")["words"]] == [None]
    with browser.open(game["id"]) as table:
        view = shared_screen(table, table.hello()["view"])
        for good in (True, False):
            text = next(strings(view["rack"], good=good))
            table.send(
                {"type": "preview", "id": 2, "seat": view["turn"], "placements": lay(text)["placements"]}
            )
            preview = table.until("preview")
            assert preview["score"] > 0
            assert [word["is_word"] for word in preview["words"]] == [None]


def test_an_imported_record_is_no_way_to_look_words_up(browser: Browser) -> None:
    gcg = b"#player1 a A\n#player2 b B\n>a: CAT 8H CAT +10 10\n"
    made = browser.request("POST", "/api/import/gcg", gcg).json()["game"]
    assert browser.get(f"/api/games/{made['id']}/words/CAT")["is_word"]
    browser.begin("tournament", "person", "computer")
    assert refusal(browser, f"/api/games/{made['id']}/words/CAT") == (403, "word_tools_closed")


def test_a_word_of_a_game_without_challenges_is_looked_up_at_its_table(browser: Browser) -> None:
    game = browser.begin("friends", "person", "person")
    assert browser.get(f"/api/games/{game['id']}/words/cat")["is_word"] is True
    assert refusal(browser, f"/api/games/{game['id']}/words/c4t") == (422, "bad_word")
    assert refusal(browser, "/api/games/nobody/words/cat") == (404, "unknown_game")
