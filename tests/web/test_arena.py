"""The arena over HTTP: matches between computers begin, are watched, stop, go on, and outlive their server."""

from __future__ import annotations

import asyncio
import io
import json
import os
import shlex
import signal
import sys
import time
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from quixotry.app import arena
from quixotry.app.arena import ArenaHall
from quixotry.app.web import level_catalogue, lexicon
from quixotry.play.matches import ArenaFull
from quixotry.protocol.arena import MatchRequest
from quixotry.rules.ruleset_file import preset
from tests.browser.short_rules import short_ruleset
from tests.web.running import PATIENCE_S, Browser, Server

EXAMPLE = (sys.executable, str(Path(__file__).parents[2] / "examples" / "thrifty_bot.py"))
ENDLESS = {"first": "static", "second": "beginner", "ruleset": "short-match", "pairs": 1000}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with a listed program, and rules of seventeen tiles."""
    data = tmp_path_factory.mktemp("arena")
    listing = data / "bots.toml"
    listing.write_text(f'[thrifty]\ncommand = {json.dumps(shlex.join(EXAMPLE))}\ntitle = "Thrifty"\n')
    with Server(data, (f"--bots={listing}",)) as server:
        shorten(server.client())
        yield server
        assert "Traceback" not in server.log.read_text()


def shorten(browser: Browser) -> None:
    plain = browser.get("/api/rulesets/match")["plain"]
    browser.post("/api/rulesets", {"plain": short_ruleset(plain)})


@pytest.fixture
def browser(house: Server) -> Browser:
    return house.client()


def wait_for(browser: Browser, match_id: str, has_come: Callable[[Any], bool]) -> Any:
    """The match once it has come so far."""
    until = time.monotonic() + PATIENCE_S
    while not has_come(match := browser.get(f"/api/arena/matches/{match_id}")):
        assert time.monotonic() < until, match
        assert match["state"] != "failed", match
        time.sleep(0.05)
    return match


def has_score(match: Any) -> bool:
    return match["score"] is not None


def is_finished(match: Any) -> bool:
    return bool(match["state"] == "finished")


def error_of(browser: Browser, method: str, path: str, body: Any = None) -> tuple[int, str, Any]:
    answer = browser.request(method, path, body)
    error = answer.json()["error"]
    return answer.status_code, error["code"], error["details"].get("field")


def children_of(server: Server) -> list[int]:
    """The processes that play matches of this server."""
    assert server.process is not None
    folder = str(server.data / "arena")
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            line = path.read_bytes().decode()
        except OSError:
            continue
        if "hosted_match" in line and folder in line:
            found.append(int(path.parent.name))
    return found


def test_a_match_is_played_watched_and_taken_home(browser: Browser) -> None:
    asked = {"first": "casual", "second": "static", "ruleset": "short-match", "pairs": 2, "seed": 7}
    begun = browser.post("/api/arena/matches", asked)
    assert (begun["state"], begun["players"], begun["is_own"]) == ("running", ["Casual", "Static"], True)
    path = f"/api/arena/matches/{begun['id']}"
    match = wait_for(browser, begun["id"], is_finished)
    score = match["score"]
    assert score["pairs"] == 2
    assert sum(score["wins"]) + score["drawn"] == 4
    assert 0 <= score["low"] <= score["share"] <= score["high"] <= 1
    assert match["newest"] == {"pair": 2, "game": 2}
    game = browser.get(f"{path}/games/1/2")
    assert game["is_over"]
    assert sorted(game["players"]) == ["Casual", "Static"]
    assert len(game["frames"]) > 3
    results = browser.get(f"{path}/results")
    assert results["wins"] == score["wins"]
    assert (results["rules"], results["seed"]) == ("short-match", 7)
    packed = zipfile.ZipFile(io.BytesIO(browser.request("GET", f"{path}/records").content))
    assert packed.namelist() == [f"pair-00000{pair}-game-{game}.gcg" for pair in (1, 2) for game in (1, 2)]
    assert b"casual casual" in packed.read("pair-000001-game-1.gcg")
    assert browser.get("/api/arena")["matches"][0]["id"] == begun["id"]
    assert browser.request("DELETE", path).status_code == 204
    assert error_of(browser, "GET", path)[:2] == (404, "unknown_match")


def test_the_report_is_that_of_the_command_and_runs_as_a_page_of_no_site(browser: Browser) -> None:
    asked = {"first": "static", "second": "static", "ruleset": "short-match", "pairs": 1}
    begun = browser.post("/api/arena/matches", asked)
    wait_for(browser, begun["id"], is_finished)
    answer = browser.request("GET", f"/api/arena/matches/{begun['id']}/report")
    assert answer.status_code == 200
    assert "<title>static against static 2</title>" in answer.text
    policy = answer.headers.get_list("content-security-policy")
    assert len(policy) == 1
    assert policy[0].startswith("sandbox allow-scripts")
    assert "connect-src" not in policy[0]


def test_a_listed_program_plays_and_nobody_learns_its_command(browser: Browser) -> None:
    players = {each["name"]: each["title"] for each in browser.get("/api/arena")["players"]}
    assert players["bot:thrifty"] == "Thrifty"
    asked = {"first": "bot:thrifty", "second": "beginner", "ruleset": "short-match", "pairs": 1}
    begun = browser.post("/api/arena/matches", asked)
    match = wait_for(browser, begun["id"], is_finished)
    assert match["players"] == ["Thrifty", "Beginner"]
    path = f"/api/arena/matches/{begun['id']}"
    results = browser.request("GET", f"{path}/results").text
    assert json.loads(results)["figures"][0]["failures"] == {}
    told = results + browser.request("GET", f"{path}/report").text
    assert "thrifty" in told
    assert "thrifty_bot" not in told


def test_a_match_stops_keeps_what_is_finished_and_goes_on(browser: Browser) -> None:
    begun = browser.post("/api/arena/matches", ENDLESS)
    path = f"/api/arena/matches/{begun['id']}"
    try:
        assert error_of(browser, "POST", "/api/arena/matches", ENDLESS)[:2] == (409, "arena_busy")
        wait_for(browser, begun["id"], has_score)
        stopped = browser.post(f"{path}/stop", None)
        assert stopped["state"] == "stopped"
        kept = stopped["score"]["pairs"]
        assert kept >= 1
        assert browser.post(f"{path}/stop", None)["state"] == "stopped"
        assert browser.post(f"{path}/resume", None)["state"] == "running"
        wait_for(browser, begun["id"], lambda match: match["score"]["pairs"] > kept)
    finally:
        assert browser.request("DELETE", path).status_code == 204


@pytest.mark.parametrize(
    ("changed", "code", "field"),
    [
        ({"first": "nobody"}, "not_in_the_arena", "first"),
        ({"second": "bot:python -c exit()"}, "not_in_the_arena", "second"),
        ({"pairs": 0}, "wrong_match_number", "pairs"),
        ({"pairs": 10**6}, "wrong_match_number", "pairs"),
        ({"seconds": 0}, "wrong_match_number", "seconds"),
        ({"seed": -1}, "wrong_match_number", "seed"),
        ({"ruleset": "no-such-rules"}, "unknown_ruleset", None),
        ({"lexicon": "../../etc/passwd"}, "unknown_lexicon", None),
    ],
)
def test_what_is_wrong_with_a_match_is_said_with_its_field(
    browser: Browser, changed: dict[str, Any], code: str, field: str | None
) -> None:
    _, told, where = error_of(browser, "POST", "/api/arena/matches", {**ENDLESS, **changed})
    assert (told, where) == (code, field)


def test_games_and_matches_that_are_not_there_are_said_to_be_missing(browser: Browser) -> None:
    for path in (
        "/api/arena/matches/%2E%2E%2Farena",
        "/api/arena/matches/none",
        "/api/arena/matches/none/report",
    ):
        assert browser.request("GET", path).status_code == 404
    begun = browser.post("/api/arena/matches", {**ENDLESS, "pairs": 1})
    path = f"/api/arena/matches/{begun['id']}"
    wait_for(browser, begun["id"], is_finished)
    assert error_of(browser, "GET", f"{path}/games/2/1")[:2] == (404, "no_such_match_game")
    assert error_of(browser, "POST", f"{path}/resume")[:2] == (409, "match_is_over")


def test_a_server_that_stops_or_is_killed_leaves_no_process_and_the_match_goes_on(tmp_path: Path) -> None:
    server = Server(tmp_path)
    with server:
        browser = server.client()
        shorten(browser)
        match_id = browser.post("/api/arena/matches", ENDLESS)["id"]
        wait_for(browser, match_id, has_score)
        assert children_of(server)
        began = time.monotonic()
        assert server.stop() == 0
        assert time.monotonic() - began < PATIENCE_S
        assert children_of(server) == []
    server.process = None
    with server:
        browser = server.client()
        interrupted = browser.get(f"/api/arena/matches/{match_id}")
        assert interrupted["state"] == "interrupted"
        kept = interrupted["score"]["pairs"]
        assert browser.post(f"/api/arena/matches/{match_id}/resume", None)["state"] == "running"
        wait_for(browser, match_id, lambda match: match["score"]["pairs"] > kept)
        (pid,) = children_of(server)
        assert os.getpriority(os.PRIO_PROCESS, pid) >= 15
        server.kill()
        until = time.monotonic() + PATIENCE_S
        while children_of(server):
            assert time.monotonic() < until
            time.sleep(0.02)


def test_a_process_that_was_killed_leaves_a_match_that_can_go_on(browser: Browser, house: Server) -> None:
    begun = browser.post("/api/arena/matches", ENDLESS)
    wait_for(browser, begun["id"], has_score)
    for pid in children_of(house):
        os.kill(pid, signal.SIGKILL)
    wait_for(browser, begun["id"], lambda match: match["state"] == "interrupted")
    path = f"/api/arena/matches/{begun['id']}"
    assert browser.post(f"{path}/resume", None)["state"] == "running"
    assert browser.request("DELETE", path).status_code == 204


def test_a_public_server_has_no_arena_unless_its_operator_says_so(tmp_path: Path) -> None:
    with Server(tmp_path / "closed", ("--host=0.0.0.0",)) as server:
        browser = server.client()
        assert browser.get("/api/levels")["has_arena"] is False
        assert error_of(browser, "GET", "/api/arena")[:2] == (403, "arena_closed")
        assert error_of(browser, "POST", "/api/arena/matches", ENDLESS)[:2] == (403, "arena_closed")
    with Server(tmp_path / "open", ("--host=0.0.0.0", "--arena")) as server:
        ada, guest = server.client(), server.client()
        shorten(ada)
        assert ada.get("/api/levels")["has_arena"] is True
        assert ada.get("/api/arena")["pairs_max"] == 50
        begun = ada.post("/api/arena/matches", {**ENDLESS, "pairs": 50, "first": "club"})
        path = f"/api/arena/matches/{begun['id']}"
        assert guest.get(path)["is_own"] is False
        assert error_of(guest, "POST", f"{path}/stop")[:2] == (403, "match_of_another")
        assert error_of(guest, "DELETE", path)[:2] == (403, "match_of_another")
        assert ada.request("DELETE", path).status_code == 204


def test_visitors_cannot_fill_the_arena_for_good(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A hundred short matches of one stranger, and nobody else could begin another."""
    monkeypatch.setattr(arena, "KEPT_MAX", 3)

    async def not_played(self: ArenaHall, match_id: str) -> None:
        pass

    monkeypatch.setattr(ArenaHall, "_start", not_played)
    levels, _ = level_catalogue({})
    hall = ArenaHall(tmp_path, levels, {}, lexicon, preset)
    asked = MatchRequest("beginner", "casual")

    async def story() -> None:
        operators = await hall.begin(asked, "")
        eves = [await hall.begin(asked, "eve") for _ in range(2)]
        adas = await hall.begin(asked, "ada")
        kept = {each.id for each in (await hall.overview("")).matches}
        assert len(kept & {each.id for each in eves}) == 1
        assert {operators.id, adas.id} < kept
        for match_id in kept - {operators.id}:
            await hall.delete(match_id, "")
        for _ in range(2):
            await hall.begin(asked, "")
        with pytest.raises(ArenaFull):
            await hall.begin(asked, "eve")

    asyncio.run(story())
