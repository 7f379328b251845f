"""Coming back to a seat without the cookie, by a link that was shown when one sat down."""

from __future__ import annotations

from typing import Any

from tests.web.running import Browser, Server, deal


def two_people(server: Server) -> tuple[Browser, Browser, str]:
    ada, ben = server.client(), server.client()
    game = ada.begin("friends", "person", "invited")
    ada.invite(game, ben)
    return ada, ben, str(game["id"])


def key_for(browser: Browser, game_id: str) -> str:
    path: str = browser.post(f"/api/games/{game_id}/back", {})["path"]
    start, key = path.split("#")
    assert start == "/back"
    return key


def refusal(browser: Browser, path: str, body: Any) -> tuple[int, str]:
    answer = browser.request("POST", path, body)
    return answer.status_code, answer.json()["error"]["sentence"]


USED = "This link back to a seat has already been used or replaced by a newer one, or it never existed."


def test_a_guest_comes_back_in_another_browser_and_the_old_one_only_watches(server: Server) -> None:
    ada, ben, game_id = two_people(server)
    key = key_for(ben, game_id)
    phone = server.client()
    with ada.open(game_id) as host, ben.open(game_id) as old:
        _, before = deal(host, old)
        back = phone.post("/api/back", {"key": key})
        assert (back["id"], back["seats"]) == (game_id, [1])
        assert "hosting" not in back
        shown = old.until("snapshot")
        assert (shown["seats"], shown["view"]["rack"]) == ([], None)
        assert old.move(1, shown["view"]["seq"], {"kind": "resign"})["code"] == "not_your_seat"
        with phone.open(game_id) as new:
            assert new.hello()["view"]["rack"] == before["view"]["rack"]
    assert ben.get(f"/api/games/{game_id}")["seats"] == []
    assert refusal(ben, "/api/back", {"key": key}) == (404, USED)
    assert ben.post("/api/back", {"key": key_for(phone, game_id)})["seats"] == [1]


def test_a_draw_that_waits_goes_on_with_who_came_back(server: Server) -> None:
    ada, ben, game_id = two_people(server)
    phone = server.client()
    with ada.open(game_id) as host, ben.open(game_id) as old:
        host.hello()
        old.hello()
        phone.post("/api/back", {"key": key_for(ben, game_id)})
        with phone.open(game_id) as new:
            shown = deal(host, new)
    assert [len(each["view"]["rack"]) for each in shown] == [7, 7]


def test_who_began_the_game_can_still_invite_when_they_have_come_back(server: Server) -> None:
    ada, phone, ben = server.client(), server.client(), server.client()
    game = ada.begin("friends", "person", "invited")
    back = phone.post("/api/back", {"key": key_for(ada, game["id"])})
    assert (back["seats"], back["hosting"]) == ([0], True)
    assert phone.invite(game, ben)["seats"] == [1]


def test_a_wrong_key_is_one_sentence_and_gives_no_cookie(server: Server) -> None:
    stranger = server.client()
    for key in ("", "x", "x" * 5000, "é"):
        assert refusal(stranger, "/api/back", {"key": key}) == (404, USED)
    assert stranger.cookie == ""
    assert stranger.request("POST", "/api/back", {"key": 7}).status_code == 400


def test_nobody_gets_a_link_to_somebody_elses_seat(server: Server) -> None:
    _, _, game_id = two_people(server)
    for stranger in (server.client(), server.client()):
        assert refusal(stranger, f"/api/games/{game_id}/back", {})[0] == 403
        stranger.begin("friends", "person", "person")
        assert refusal(stranger, f"/api/games/{game_id}/back", {})[0] == 403
    assert refusal(server.client(), "/api/games/nobody/back", {})[0] == 404


def test_in_a_match_one_comes_back_to_the_game_that_is_played(server: Server) -> None:
    ada, ben = server.client(), server.client()
    game = ada.begin("match", "person", "invited")
    ada.invite(game, ben)
    key = key_for(ben, game["id"])
    with ada.open(game["id"]) as host, ben.open(game["id"]) as guest:
        view = deal(host, guest)[0]["view"]
        assert host.move(0, view["seq"], {"kind": "resign"})["type"] == "ack"
        following = ada.get(f"/api/games/{game['id']}")["match"]["games"]
    assert len(following) == 2
    assert server.client().post("/api/back", {"key": key})["id"] == following[1]
