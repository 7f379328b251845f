"""What house and seats give to a draw: digests that anybody can make again, and what depends on what."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from quixotry.fair import agreement
from quixotry.fair.draws import SeededDraws, draws_of
from quixotry.rules.draw import Draw
from quixotry.rules.tiles import Tiles
from tests.fair.games import drawn_header, secret
from tests.rules.build import RULES

VECTORS: dict[str, Any] = json.loads((Path(__file__).parent / "vectors.json").read_text("utf-8"))
PAGE = Path(__file__).parents[2] / "docs" / "reference" / "draw.md"


def vector_draw() -> Draw:
    own = (
        VECTORS["number"],
        VECTORS["previous"],
        VECTORS["commitment"],
        VECTORS["attempt"],
        VECTORS["terms"],
    )
    return Draw(*own, tuple(VECTORS["pledges"]), tuple(VECTORS["shares"]))


def test_the_vectors_come_out() -> None:
    seed, link = VECTORS["seed"], VECTORS["link"]
    assert agreement.commitment_of(seed) == VECTORS["commitment"]
    assert agreement.link_of(VECTORS["number"], agreement.FIRST_LINK, VECTORS["commitment"]) == link
    assert agreement.link_of(2, link, agreement.commitment_of(VECTORS["next_seed"])) == VECTORS["next_link"]
    pledges = [
        share and agreement.pledge_of(link, seat, share) for seat, share in enumerate(VECTORS["shares"])
    ]
    assert pledges == VECTORS["pledges"]
    assert agreement.terms_of(VECTORS["terms_text"]) == VECTORS["terms"]
    assert agreement.mixed_seed(seed, vector_draw()) == VECTORS["mix"]
    source, bag, drawn = SeededDraws(VECTORS["mix"]), Tiles(tuple(count for _, count in VECTORS["tiles"])), ""
    for number in range(len(VECTORS["drawn"])):
        tile = source(number, bag)
        bag, drawn = bag.minus((tile,)), drawn + VECTORS["tiles"][tile][0]
    assert drawn == VECTORS["drawn"]


def test_the_page_has_the_vectors_and_the_scheme() -> None:
    page = PAGE.read_text("utf-8")
    told = page.partition("```json\n")[2].partition("```")[0]
    assert json.loads(told) == VECTORS
    assert f"`{agreement.SCHEME}`" in page
    for kind in ("commitment", "link", "pledge", "terms", "mix"):
        assert f"{agreement.SCHEME} {kind}\n" in page


def test_a_digest_is_of_lines_of_text() -> None:
    lines = f"quixotry-draw-1 commitment\n{VECTORS['seed']}\n"
    assert hashlib.sha256(lines.encode()).hexdigest() == VECTORS["commitment"]


def test_a_secret_is_as_long_as_a_digest_and_never_the_same() -> None:
    made = {agreement.new_secret() for _ in range(50)}
    assert len(made) == 50
    assert all(map(agreement.is_digits, made))
    assert not any(map(agreement.is_digits, ("", "0" * 63, "0" * 65, "G" + "0" * 63, "A" * 64)))


@pytest.mark.parametrize(
    "change",
    [
        {"number": 9},
        {"previous": secret("x")},
        {"commitment": secret("x")},
        {"attempt": 7},
        {"terms": secret("x")},
        {"shares": (secret("x"), secret("share 0 1"))},
        {"shares": (secret("share 0 1"), secret("share 0 0"))},
        {"shares": (secret("share 0 0"), "")},
    ],
    ids=str,
)
def test_every_part_of_the_agreement_decides_the_tiles(change: dict[str, Any]) -> None:
    header = drawn_header(RULES["classic"])
    assert header.draw is not None
    other = replace(header, draw=replace(header.draw, **change))
    assert draws_of(other).seed != draws_of(header).seed
    assert draws_of(replace(header, seed=secret("x"))).seed != draws_of(header).seed


def test_the_terms_name_all_that_was_agreed() -> None:
    header = drawn_header(RULES["classic"])
    texts = {
        agreement.terms_text(each)
        for each in (
            header,
            replace(header, id="another"),
            replace(header, ruleset=RULES["tournament"]),
            replace(header, lexicon_id="another"),
            replace(header, lexicon_digest="1" * 64),
            replace(header, started_at="2027-01-01T12:00:00+00:00"),
            replace(header, match_id="a"),
            replace(header, match_game=2),
            replace(header, players=header.players[::-1]),
        )
    }
    assert len(texts) == 9
    assert agreement.terms_text(header, "0" * 64) != agreement.terms_text(header)


def test_a_computers_seat_adds_nothing_and_pledges_nothing() -> None:
    header = drawn_header(RULES["classic"], computers=True)
    assert header.draw is not None
    assert header.draw.shares[1] == header.draw.pledges[1] == ""
    assert header.draw.shares[0]


def test_nothing_is_drawn_before_every_seat_has_given_its_share() -> None:
    header = drawn_header(RULES["classic"])
    assert header.draw is not None
    with pytest.raises(AssertionError, match="before every seat has given its share"):
        draws_of(replace(header, draw=replace(header.draw, shares=())))


def test_games_of_one_seed_are_drawn_as_ever() -> None:
    header = replace(drawn_header(RULES["classic"]), draw=None)
    assert draws_of(header) == SeededDraws(header.seed)
