"""What players may be called: by Unicode's profile for nicknames, with joined emoji."""

from __future__ import annotations

import pytest

from quixotry.play.names import BadPlayerName, name_key, proper_name


@pytest.mark.parametrize(
    "name",
    ["Ada", "O'Brien", "Zoë", "李小龍", "Иван", "Ἀθηνᾶ", "דוד", "Player 1", "Dr. No 7",
     "राज्‍य", "👩‍🚀", "❤️", "🇩🇪", "👍🏽", "👨‍👩‍👧 Lee", "علی\u200cرضا", "क्\u200cष", "❤️\u200d🔥", "Zoë 🧑🏽\u200d🚀",
     "田中Taro", "山田 コーヒー", "김Kim", "ʻIolani"],
)  # fmt: skip
def test_names_of_people_everywhere_stay_as_they_are(name: str) -> None:
    assert proper_name(name) == name


@pytest.mark.parametrize(
    "name",
    [
        "", " ", "\u200b", "\u3164", "A\u200bda", "A\u00adda", "Ada\u202e", "\u2066Ada", "A\u200dda", "Ada\ufe0f",
        "Ada\n",
        "Ada\x00", "\ud800", "A\U000e0041", "👩\u200d", "\u200d🚀", "👩\u200d\u200d🚀", "Аda", "Αda",
        "a\u0300\u0301\u0302\u0303", "x" * 41,
        "\u2800", "Ada\u2800", "Ada\u0489", "Ꭺda", "օpal", "ꓮda", "Ⲁda", "田中Иван",
    ],
)  # fmt: skip
def test_what_cannot_be_seen_or_passes_for_something_else_is_no_name(name: str) -> None:
    with pytest.raises(BadPlayerName):
        proper_name(name)


def test_one_name_is_kept_in_one_way() -> None:
    assert proper_name("  Zoe\u0308   B ") == "Zoë B"
    assert proper_name("ﬁnn") == "finn"


def test_names_that_people_take_for_the_same_are_the_same() -> None:
    assert name_key("ADA") == name_key("ada")
    assert name_key("Ada 👩‍🚀") == name_key("ADA 👩‍🚀")
    assert name_key("Ada") != name_key("Ida")
