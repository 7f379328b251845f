"""House rules made to hurt: a hundred blanks, racks of ten, an alphabet for which no word graph is kept."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from quixotry.rules.ruleset_file import ruleset_to_plain
from tests.players.test_fallback_worker import hostile_rules
from tests.security.test_malformed import resident_bytes
from tests.web.running import Server

GROWTH_BYTES_MAX = 20 << 20


def hostile(letters: slice) -> dict[str, Any]:
    """Rules by which each pass is the question whether anybody can play."""
    plain = ruleset_to_plain(hostile_rules())
    plain["exchange"]["allowed"] = False
    plain["end"]["no_play"] = True
    ordered = list(plain["tiles"]["letters"].items())
    plain["tiles"]["letters"] = dict(ordered[letters])
    return plain | {"name": f"hostile{'-back' if letters.step else ''}"}


@pytest.mark.parametrize("letters", [slice(None), slice(None, None, -1)], ids=["usual", "backwards"])
def test_a_pass_by_house_rules_with_a_hundred_blanks_does_not_make_the_server_grow(
    tmp_path: Path, letters: slice
) -> None:
    with Server(tmp_path / "server", ("--seed=5eed",)) as server:
        browser = server.client()
        saved = browser.post("/api/rulesets", {"plain": hostile(letters)})
        game = browser.begin(saved["name"], "person", "person")
        with browser.open(game["id"]) as table:
            seen = table.hello()
            before = resident_bytes(server)
            for _ in range(3):
                turn = seen["view"]["turn"]
                table.send({"type": "continue", "seat": turn})
                seen = table.until("snapshot")
                answer = table.move(turn, seen["view"]["seq"], {"kind": "pass"})
                assert answer["type"] == "ack", answer
                table.send({"type": "hello"})
                seen = table.until("snapshot")
        assert seen["view"]["outcome"] is None, "blanks can always be played"
        assert resident_bytes(server) - before < GROWTH_BYTES_MAX
        assert "traceback" not in server.log.read_text().lower()
