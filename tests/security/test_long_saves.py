"""Saves that take long to check: whoever uploads many of them waits, and nobody else."""

from __future__ import annotations

import json
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from pathlib import Path

from quixotry.rules.ruleset_file import ruleset_from_plain, ruleset_to_plain
from tests.security.saves import a_header, a_save
from tests.web.running import LONG_GAME, Server

UPLOADS = 12
PASSES = 1200
"""In a save: making them again takes a third of a second."""


def long_save() -> bytes:
    ruleset = ruleset_from_plain(ruleset_to_plain(a_header().ruleset) | {"name": "long"} | _endless())
    save = a_save(ruleset=ruleset)
    *_, dealt = save.splitlines()
    first, seq = json.loads(dealt)[0]["seat"], len(json.loads(dealt))
    passes = (
        {"kind": "TurnPassed", "seq": seq + turn, "seat": (first + turn) % 2, "at_ms": 0}
        for turn in range(PASSES)
    )
    return save + b"".join(json.dumps([each]).encode() + b"\n" for each in passes)


def _endless() -> dict[str, object]:
    end = ruleset_to_plain(a_header().ruleset)["end"]
    (run,) = LONG_GAME["end"]["runs"]  # type: ignore[index]
    return {"end": end | {"runs": [run]}}


def test_a_dozen_long_saves_uploaded_at_once_do_not_hold_up_a_move(tmp_path: Path) -> None:
    save = long_save()
    with Server(tmp_path / "server", ("--seed=5eed",)) as server, ThreadPoolExecutor(UPLOADS) as threads:
        browser = server.client()
        game = browser.begin("friends", "person", "person")
        with browser.open(game["id"]) as table:
            seen = table.hello()["view"]
            table.send({"type": "continue", "seat": seen["turn"]})
            table.until("snapshot")
            uploads = [
                threads.submit(server.client().request, "POST", "/api/import/save", save)
                for _ in range(UPLOADS)
            ]
            first, _ = wait(uploads, return_when=FIRST_COMPLETED)
            assert first.pop().result().status_code == 201
            table.pass_over()
            assert table.move(seen["turn"], seen["seq"], {"kind": "pass"})["type"] == "ack"
            answered = sum(upload.done() for upload in uploads)
        server.kill()  # the rest need not be waited for
        wait(uploads)
    assert answered < UPLOADS // 2, "the move waited for them"


def test_a_long_save_that_was_taken_over_can_be_played_on(server: Server) -> None:
    """It was kept as one line of more events than a line may have, and so was damaged from the first."""
    browser = server.client()
    game = browser.post("/api/import/save", long_save())
    with browser.open(game["id"]) as table:
        view = table.hello()["view"]
        assert view["seq"] == game["seq"] > PASSES
        assert table.move(view["turn"], view["seq"], {"kind": "pass"})["type"] == "ack"
