"""Over HTTP: what can be looked up and set up."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from quixotry.__main__ import run as run_command
from quixotry.notation.gcg import export_gcg
from quixotry.rules.shipped import shipped_names
from tests.fair.games import drawn_game
from tests.web.running import LONG_GAME, Browser, Server


@pytest.fixture
def browser(server: Server) -> Browser:
    return server.client()


def error_of(browser: Browser, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, Any]:
    answer = browser.request(method, path, body, **headers)
    return answer.status_code, answer.json()["error"]


def test_every_preset_is_listed_with_all_its_facets(browser: Browser) -> None:
    rulesets = [each for each in browser.get("/api/rulesets")["rulesets"] if not each["is_own"]]
    assert [each["name"] for each in rulesets] == list(shipped_names("presets"))
    party = browser.get("/api/rulesets/party")
    assert party["controls"]["placing"] == "reachable"
    assert party["controls"]["restart"] == "Restart Turn"
    assert party["board"]["premiums"][0][0] == "TW"
    friends = browser.get("/api/rulesets/friends")
    assert friends["board"]["columns"][0] == "-7"
    assert friends["board"]["rows"][0] == "+7"
    assert sum(each["count"] for each in friends["tiles"]["set"]) == friends["tiles"]["total"] == 100


def test_house_rules_are_checked_saved_played_and_deleted(browser: Browser) -> None:
    wrong = {"plain": {"extends": "classic", "name": "ours", "words": {"longest": 99}}}
    status, error = error_of(browser, "POST", "/api/rulesets/check", wrong)
    assert (status, error["code"], error["details"]["key"]) == (422, "bad_ruleset", "words.longest")
    ours = {"plain": {"extends": "classic", "name": "ours", "bonus": {"points": 60}}}
    assert browser.post("/api/rulesets/check", ours)["bonus"]["points"] == 60
    assert browser.request("GET", "/api/rulesets/ours").status_code == 404
    assert browser.request("POST", "/api/rulesets", ours).status_code == 201
    assert "ours" in [each["name"] for each in browser.get("/api/rulesets")["rulesets"]]
    game = browser.begin("ours", "person", "person")
    assert game["ruleset"]["name"] == "ours"
    assert browser.request("DELETE", "/api/rulesets/ours").status_code == 204
    assert browser.request("DELETE", "/api/rulesets/ours").status_code == 404
    assert error_of(browser, "DELETE", "/api/rulesets/classic")[1]["code"] == "ruleset_reserved"
    taken = {"plain": {"extends": "classic", "name": "classic"}}
    assert error_of(browser, "POST", "/api/rulesets", taken)[1]["code"] == "ruleset_reserved"


def test_the_form_offers_every_facet_with_its_limits(browser: Browser) -> None:
    form = browser.get("/api/ruleset-form")
    facets = {facet["key"]: facet for group in form["groups"] for facet in group["facets"]}
    assert facets["words.longest"]["most"] == 21
    assert "double" in facets["words.challenge"]["choices"]
    assert facets["clock.minutes"]["optional"]
    assert facets["end.runs"]["kind"] == "runs"
    assert form["boards"] == ["friends", "standard"]


def test_levels_and_word_lists_are_there_to_choose_from(browser: Browser) -> None:
    levels = browser.get("/api/levels")
    assert levels["default"] in [each["name"] for each in levels["levels"]]
    lists = browser.get("/api/lexicons")
    assert lists["default"] in [each["id"] for each in lists["lexicons"]]


def test_a_word_is_looked_up_with_meaning_and_hooks(browser: Browser) -> None:
    found = browser.get("/api/words/cat")
    assert found["word"] == "CAT"
    assert found["is_word"]
    assert found["definitions"]
    assert "S" in found["hooks"]["back"]
    assert not browser.get("/api/words/QXZQ")["is_word"]
    assert error_of(browser, "GET", "/api/words/c4t")[0] == 422
    assert error_of(browser, "GET", "/api/words/cat?lexicon=nope")[1]["code"] == "unknown_lexicon"


def test_a_word_list_is_never_a_path(browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "words.txt"
    file.write_text("SECRET\n")
    assert error_of(browser, "GET", f"/api/words/SECRET?lexicon={file}")[1]["code"] == "unknown_lexicon"


def test_anagrams_are_found_and_bounded(browser: Browser) -> None:
    found = browser.get("/api/anagrams?letters=RETINA%3F&lexicon=common")
    assert all(len(each["word"]) == 7 for each in found["words"])
    many = browser.get("/api/anagrams?letters=AEINRST%3F%3F&least=2")
    assert len(many["words"]) == 500
    assert many["more"] > 0


def test_a_game_is_begun_and_listed(browser: Browser) -> None:
    game = browser.begin("classic", "person", "computer")
    assert game["seats"] == [0]
    assert game["players"][1]["kind"] == "computer"
    assert browser.get(f"/api/games/{game['id']}")["id"] == game["id"]
    page = browser.get("/api/games?state=unfinished&limit=100")
    assert game["id"] in [each["id"] for each in page["games"]]
    assert browser.get("/api/games?state=unfinished&limit=1")["before"]


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"ruleset": "nope", "players": []}, "unknown_ruleset"),
        ({"ruleset": "solo", "players": [{"kind": "person", "name": "A"}]}, "wrong_seat_count"),
        ({"ruleset": "solo", "players": [{"kind": "person", "name": "A"}] * 2}, "player_name_twice"),
        (
            {
                "ruleset": "solo",
                "players": [{"kind": "person", "name": "A"}, {"kind": "computer", "level": "x"}],
            },
            "unknown_level",
        ),
        (
            {
                "ruleset": "solo",
                "lexicon": "x",
                "players": [{"kind": "person", "name": "A"}, {"kind": "person", "name": "B"}],
            },
            "unknown_lexicon",
        ),
        ({"ruleset": "solo"}, "bad_request"),
        ({"ruleset": "solo", "players": "x"}, "bad_request"),
        ([], "bad_request"),
    ],
)
def test_a_game_that_cannot_be_is_refused_with_a_reason(browser: Browser, body: Any, code: str) -> None:
    status, error = error_of(browser, "POST", "/api/games", body)
    assert 400 <= status < 500
    assert error["code"] == code
    assert error["sentence"]


def test_a_record_is_given_only_when_the_game_is_over(browser: Browser) -> None:
    game = browser.begin("friends", "person", "person")
    for what in ("gcg", "replay"):
        assert error_of(browser, "GET", f"/api/games/{game['id']}/{what}")[1]["code"] == "game_not_over"
    with browser.open(game["id"]) as table:
        seq = table.hello()["view"]["seq"]
        table.move(0, seq, {"kind": "resign"})
    answer = browser.request("GET", f"/api/games/{game['id']}/gcg")
    assert answer.text.startswith("#character-encoding UTF-8")
    assert "attachment" in answer.headers["content-disposition"]
    replay = browser.get(f"/api/games/{game['id']}/replay")
    assert replay["frames"][0]["kind"] == "start"
    assert replay["frames"][-1]["kind"] == "end"
    assert replay["game"]["state"] == "finished"
    # And back again as an import.
    imported = browser.request("POST", "/api/import/gcg", answer.content, **{"content-type": "text/plain"})
    assert imported.status_code == 201
    game_id = imported.json()["game"]["id"]
    assert browser.request("GET", f"/api/games/{game_id}/gcg").content == answer.content
    assert browser.get(f"/api/games/{game_id}/replay")["frames"]


GCG = b"""#character-encoding UTF-8
#player1 ann Ann
#player2 bob Bob
>ann: AEINRT? 8G TRAINEd +66 66
>bob: CATDOGS H8 (A)CT +5 5
"""


def test_an_imported_file_is_kept_with_its_warnings_and_replayed(browser: Browser) -> None:
    answer = browser.request("POST", "/api/import/gcg", GCG, **{"content-type": "text/plain"})
    assert answer.status_code == 201
    assert answer.json()["game"]["imported"]
    replay = browser.get(f"/api/games/{answer.json()['game']['id']}/replay")
    assert [frame["kind"] for frame in replay["frames"]][:2] == ["start", "play"]
    assert replay["frames"][1]["board"][7] == "......TRAINEd.."
    assert replay["check"] == answer.json()["check"]
    assert replay["check"]["findings"]
    assert answer.json()["game"]["id"] in [
        each["id"] for each in browser.get("/api/games?state=finished&limit=100")["games"]
    ]


@pytest.mark.parametrize(
    ("rack", "score", "scores_right", "legal", "finding"),
    [
        ("AEINRST", 66, True, True, None),
        ("AEINRST", 67, False, True, "Line 3: The score is 66, not 67."),
        ("AEINRSX", 66, True, False, "Line 3: The rack AEINRSX does not have T."),
    ],
)
def test_an_imported_file_gets_a_verdict_on_its_scores_and_one_on_its_legality(
    browser: Browser, rack: str, score: int, scores_right: bool, legal: bool, finding: str | None
) -> None:
    text = f"#player1 ann Ann\n#player2 bob Bob\n>ann: {rack} 8D RETAINS +{score} {score}\n"
    answer = browser.request("POST", "/api/import/gcg", text.encode(), **{"content-type": "text/plain"})
    check = answer.json()["check"]
    assert (check["scores_right"], check["legal"]) == (scores_right, legal)
    assert check["findings"][:1] == ([finding] if finding else [])
    assert check["warnings"] == []


def test_an_imported_file_says_whether_its_draw_was_checked(browser: Browser) -> None:
    told = export_gcg(drawn_game().game)
    seed = re.search(rb'"seed":"([0-9a-f]{64})"', told)
    assert seed
    changed = told.replace(seed[1], seed[1][::-1])
    untold = b"#player1 ann Ann\n#player2 bob Bob\n>ann: AEINRST 8D RETAINS +66 66\n"
    for text, expected in ((told, True), (changed, False), (untold, None)):
        answer = browser.request("POST", "/api/import/gcg", text, **{"content-type": "text/plain"})
        assert answer.json()["check"]["draw_follows"] is expected


def test_an_imported_file_with_other_tiles_gets_one_sentence_and_no_verdicts(browser: Browser) -> None:
    text = b"#player1 ann Ann\n#player2 bob Bob\n#tile-distribution french\n>ann: WXYZ 8H WXYZ +90 90\n"
    answer = browser.request("POST", "/api/import/gcg", text, **{"content-type": "text/plain"})
    check = answer.json()["check"]
    assert (check["scores_right"], check["legal"]) == (None, None)
    assert len(check["findings"]) == 1


def test_what_is_no_gcg_is_refused(browser: Browser) -> None:
    status, error = error_of(
        browser, "POST", "/api/import/gcg", b"dear aunt", **{"content-type": "text/plain"}
    )
    assert (status, error["code"]) == (422, "gcg_no_game")
    huge = browser.request("POST", "/api/import/gcg", b"x" * 300_000, **{"content-type": "text/plain"})
    assert huge.status_code == 413


def test_a_save_of_the_terminal_can_be_played_on(browser: Browser, tmp_path: Path) -> None:
    from quixotry.lexicon import load
    from quixotry.store.files import FileGameLog
    from tests.store.contract import a_header, first_events

    header = replace(a_header(), lexicon_digest=load("default").digest, lexicon_id="default")
    FileGameLog(tmp_path).create(header, first_events(header))
    content = next(tmp_path.glob("*.jsonl")).read_bytes()
    answer = browser.request("POST", "/api/import/save", content, **{"content-type": "text/plain"})
    assert answer.status_code == 201, answer.text
    game = answer.json()
    assert game["seats"] == [0]
    with browser.open(game["id"]) as table:
        snapshot = table.hello()
        assert table.move(0, snapshot["view"]["seq"], {"kind": "exchange", "tiles": ""})["type"] == "ack"
    broken = browser.request("POST", "/api/import/save", content[:-20], **{"content-type": "text/plain"})
    assert broken.status_code == 422
    gifted = content.replace(b'"tiles":[', b'"tiles":[0,', 1)
    status, error = error_of(browser, "POST", "/api/import/save", gifted, **{"content-type": "text/plain"})
    assert (status, error["code"]) == (422, "impossible_event")
    assert "its tiles are not the ones that come out of the bag there" in str(error)


def test_a_seat_given_by_invitation_is_never_taken_over(server: Server) -> None:
    """At home, opening a game's address in another browser took every seat of it without a question."""
    ada, ben = server.client(), server.client()
    game = ada.begin("friends", "person", "invited")
    assert (game["seats"], game["open_seats"]) == ([0], [1])
    key = ada.post(f"/api/games/{game['id']}/invitations", {"seat": 1})["key"]
    assert ben.post("/api/join", {"key": key})["seats"] == [1]
    assert ada.get(f"/api/games/{game['id']}")["seats"] == [0]
    assert ben.request("POST", "/api/join", {"key": key}).status_code == 404
    assert error_of(ben, "POST", f"/api/games/{game['id']}/invitations", {"seat": 0})[0] == 403
    other = server.client()
    assert other.get(f"/api/games/{game['id']}/claim")["seats"] == [0]
    assert ada.get(f"/api/games/{game['id']}/claim")["seats"] == []
    assert other.post(f"/api/games/{game['id']}/claim", {})["seats"] == [0]
    assert ben.get(f"/api/games/{game['id']}")["seats"] == [1]
    assert ada.get(f"/api/games/{game['id']}")["seats"] == []
    assert ada.get(f"/api/games/{game['id']}/claim")["seats"] == [0]


def test_an_open_seat_waits_for_whoever_is_invited_even_if_the_game_is_taken_over(server: Server) -> None:
    ada, other = server.client(), server.client()
    game = ada.begin("friends", "person", "invited")
    taken = other.post(f"/api/games/{game['id']}/claim", {})
    assert (taken["seats"], taken["open_seats"], taken["hosting"]) == ([0], [1], True)
    ben = server.client()
    assert other.invite(game, ben)["seats"] == [1]
    assert error_of(ada, "POST", f"/api/games/{game['id']}/invitations", {"seat": 1})[0] == 403


def test_the_cookie_cannot_be_read_by_scripts_or_sent_by_other_sites(server: Server) -> None:
    browser = server.client()
    body = {"ruleset": "party", "players": [{"kind": "person", "name": "A"}, {"kind": "person", "name": "B"}]}
    cookie = browser.request("POST", "/api/games", body).headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "samesite=strict" in cookie.lower()
    key = cookie.split(";")[0].split("=", 1)[1]
    database = b"".join(path.read_bytes() for path in server.data.glob("quixotry.sqlite3*"))
    assert key.encode() not in database


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "", "http://127.0.0.1:1"])
def test_changes_from_other_sites_are_refused(browser: Browser, origin: str) -> None:
    status, error = error_of(browser, "POST", "/api/games", {}, origin=origin)
    assert (status, error["code"]) == (403, "wrong_origin")


def test_a_name_that_is_not_this_machines_is_refused(browser: Browser) -> None:
    status, error = error_of(browser, "GET", "/api/games", host="evil.example")
    assert (status, error["code"]) == (403, "wrong_host")


def test_every_answer_keeps_pages_to_our_own_files(browser: Browser) -> None:
    for path in ("/", "/table/x", "/api/about", "/api/nowhere", "/static/nowhere.js", "/health", "/api"):
        answer = browser.request("GET", path)
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert "server" not in answer.headers


def test_unknown_addresses_and_methods_are_structured_errors(browser: Browser) -> None:
    assert error_of(browser, "GET", "/api/nowhere")[1]["code"] == "not_found"
    assert error_of(browser, "PUT", "/api/games")[1]["code"] == "wrong_method"
    assert error_of(browser, "GET", "/api/games/nobody")[1]["code"] == "unknown_game"
    assert error_of(browser, "GET", "/static/%2e%2e/%2e%2e/%2e%2e/etc/passwd")[0] == 404
    assert browser.request("POST", "/api/games", b"x" * 70_000).status_code == 413


def test_pages_come_from_the_app_and_are_not_sent_twice(browser: Browser) -> None:
    first = browser.request("GET", "/")
    assert first.headers["content-type"].startswith("text/html")
    again = browser.request("GET", "/", **{"if-none-match": first.headers["etag"]})
    assert again.status_code == 304
    assert browser.request("GET", "/table/a").content == browser.request("GET", "/table/b").content


def test_the_list_of_routes_loads_nothing_from_elsewhere(browser: Browser) -> None:
    page = browser.request("GET", "/api").text
    assert "/api/games" in page
    assert "http" not in page.replace("http-equiv", "")
    assert "/api/games" in browser.get("/api/openapi.json")["paths"]


def test_every_route_is_in_the_protocol_document(browser: Browser) -> None:
    text = Path("docs/reference/protocol.md").read_text()
    for path, item in browser.get("/api/openapi.json")["paths"].items():
        named = re.sub(r"\{(game|match)_id\}", "ID", path)
        shown = re.sub(r"\{([a-z]+)\}", lambda found: found[1].upper(), named)
        for method in item:
            if method in ("get", "post", "delete"):
                assert shown in text, f"{method.upper()} {shown} is not documented"


def test_health_and_about(browser: Browser) -> None:
    assert browser.get("/health") == {"status": "ok"}
    about = browser.get("/api/about")
    assert about["is_at_home"]
    assert [each["name"].split(",")[0] for each in about["licences"]] == [
        "Quixotry",
        "Word lists",
        "Meanings of words",
    ]
    assert not [each for each in about["licences"] if each["licence"].endswith(".LICENCE")]


def test_long_games_rules_used_by_other_tests_are_good(browser: Browser) -> None:
    assert browser.post("/api/rulesets/check", {"plain": LONG_GAME})["name"] == "long"


def test_a_finished_game_can_be_played_on_from_any_of_its_turns(browser: Browser) -> None:
    game = browser.begin("friends", "person", "person")
    retry = f"/api/games/{game['id']}/retry"
    assert error_of(browser, "POST", retry, {"seq": 3})[1]["code"] == "game_not_over"
    assert error_of(browser, "GET", f"/api/games/{game['id']}/best-moves")[1]["code"] == "game_not_over"
    with browser.open(game["id"]) as table:
        table.hello()
        table.send({"type": "continue", "seat": 0})
        view = table.until("snapshot")["view"]
        rack, seq = view["rack"], view["seq"]
        table.move(0, seq, {"kind": "exchange", "tiles": rack[:2]})
        table.move(1, table.hello()["view"]["seq"], {"kind": "resign"})
    (best,) = browser.get(f"/api/games/{game['id']}/best-moves")["turns"]
    assert (best["seat"], best["seq"], best["played_score"]) == (0, seq, 0)
    assert best["text"], "a play, or an exchange where no play is better"
    assert error_of(browser, "POST", retry, {"seq": 0})[1]["code"] == "no_such_turn"
    again = browser.post(retry, {"seq": seq})
    assert (again["retry_of"], again["state"], again["turn"], again["seats"]) == (
        game["id"],
        "unfinished",
        0,
        [0, 1],
    )
    with browser.open(again["id"]) as table:
        table.send({"type": "continue", "seat": 0})
        assert table.until("snapshot")["view"]["rack"] == rack
    assert browser.get(f"/api/games/{game['id']}")["state"] == "finished"


def test_a_game_is_deleted_over_http_and_its_table_says_that_it_is_gone(server: Server) -> None:
    ada = server.client()
    game = ada.begin("friends", "person", "person")
    with ada.open(game["id"]) as table:
        table.hello()
        assert ada.request("DELETE", f"/api/games/{game['id']}").status_code == 204
        with pytest.raises(ConnectionClosed) as closed:
            table.receive()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4404
    assert ada.request("DELETE", f"/api/games/{game['id']}").status_code == 404


def test_house_rules_are_told_in_sentences_before_they_are_saved(browser: Browser) -> None:
    ours = {"plain": {"extends": "classic", "name": "new", "bonus": {"points": 61}}}
    sections = browser.post("/api/rulesets/explain", ours)["sections"]
    assert any("61 points" in sentence for each in sections for sentence in each["sentences"])
    assert browser.request("GET", "/api/rulesets/new").status_code == 404
    status, error = error_of(browser, "POST", "/api/rulesets/read", {"part": "tiles", "text": "A 1"})
    assert (status, error["code"], error["details"]["key"]) == (422, "bad_ruleset", "line 1")
    assert browser.post("/api/rulesets/read", {"part": "board", "text": "DW .. DW"})["plain"]["rows"] == [
        "DW .. DW"
    ]


def test_a_word_list_is_added_at_home_with_a_report(browser: Browser) -> None:
    answer = browser.request(
        "POST", "/api/lexicons?title=Pets", b"cat\ndog\n7\n", **{"content-type": "text/plain"}
    )
    assert answer.status_code == 201
    assert (answer.json()["lexicon"]["id"], answer.json()["left_out"]) == ("pets", 1)
    assert browser.get("/api/words/CAT?lexicon=pets")["is_word"]
    assert not browser.get("/api/words/EMU?lexicon=pets")["is_word"]


def test_every_commitment_is_listed_and_a_game_that_is_over_can_be_checked(
    browser: Browser, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = browser.begin("friends", "person", "person")
    listed = browser.request("GET", "/api/draws").content
    entry = json.loads(listed.splitlines()[-1])
    assert (entry["state"], entry["seed"]) == ("waiting", "")
    with browser.open(game["id"]) as table:
        table.move(0, table.hello()["view"]["seq"], {"kind": "resign"})
    listed = browser.request("GET", f"/api/draws?after={entry['number'] - 1}").content
    over = json.loads(listed.splitlines()[0])
    assert (over["state"], over["link"]) == ("over", entry["link"])
    gcg = browser.request("GET", f"/api/games/{game['id']}/gcg").content
    assert over["seed"].encode() in gcg
    for content in (gcg, listed):
        file = tmp_path / "file"
        file.write_bytes(content)
        assert run_command(["verify", str(file)]) == 0
    assert "Player 1 and Player 2 gave afterwards" in capsys.readouterr().out
