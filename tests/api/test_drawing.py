"""Pictures: right colours, every tile once, and text of others that cannot break out."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

import quixotry as qx
from quixotry.api.palette import COLOURS, FONT

TOKENS = Path(qx.__file__).parent / "web" / "static" / "css" / "tokens.css"
SVG = "{http://www.w3.org/2000/svg}"


def game() -> qx.Game:
    made = qx.Game("tournament", seed="3d3", players=("Ann & <b>", "Ben"))
    made.push("8D JIFFIES")
    return made


def elements(svg: str, kind: str) -> list[ElementTree.Element]:
    return [each for each in ElementTree.fromstring(svg).iter() if kind in each.get("class", "").split()]


@pytest.mark.parametrize("name", COLOURS)
def test_a_picture_has_the_colours_of_the_app(name: str) -> None:
    found = re.search(rf"--{name}: (?:light-dark\((\S+), (\S+)\)|(\S+));", TOKENS.read_text("utf-8"))
    assert found is not None
    light, dark, both = found.groups()
    assert COLOURS[name] == (light or both, dark or both)


def test_a_picture_has_the_font_of_the_app() -> None:
    assert f"--font: {FONT};" in TOKENS.read_text("utf-8")


def test_a_board_shows_each_tile_with_its_value_and_outlines_the_last_play() -> None:
    svg = game().board.svg()
    assert [each.text for each in elements(svg, "qx-letter")] == list("JIFFIES")
    assert [each.text for each in elements(svg, "qx-value")] == ["8", "1", "4", "4", "1", "1", "1"]
    assert len(elements(svg, "qx-last")) == 7
    assert len(elements(svg, "qx-square")) == 225


def test_an_empty_board_shows_its_star_and_its_premiums() -> None:
    svg = qx.Game("tournament", seed="3d3").board.svg()
    assert len(elements(svg, "qx-star")) == 1
    assert len(elements(svg, "qx-label")) == 60


def test_a_blank_is_its_letter_without_a_value_and_on_a_rack_it_is_bare() -> None:
    blank = qx.Game.from_cgp("15/" * 7 + "6CaT6/" + "15/" * 6 + "15 AB?/ 0/0 0")
    assert [each.text for each in elements(blank.board.svg(), "qx-letter")] == ["C", "A", "T"]
    assert len(elements(blank.board.svg(), "qx-blank")) == 1
    assert [each.text for each in elements(blank.rack.svg(), "qx-letter")] == ["A", "B"]
    assert len(elements(blank.rack.svg(), "qx-blank")) == 1


def test_a_game_shows_players_scores_the_rack_on_turn_and_the_last_move() -> None:
    svg = game().svg()
    assert [each.text for each in elements(svg, "qx-name")] == ["Ann & <b>", "Ben"]
    assert [each.text for each in elements(svg, "qx-score")] == ["106", "0"]
    assert [each.text for each in elements(svg, "qx-note")] == [
        "Ann & <b>: 8D JIFFIES +106",
        "86 tiles in the bag",
    ]
    assert "".join(str(each.text) for each in elements(svg, "qx-letter")) == "JIFFIES" + "ACEEIMR"


def test_a_name_cannot_break_out_of_a_picture() -> None:
    assert "<b>" not in game().svg()


@pytest.mark.parametrize("rules", ["classic", "friends"])
def test_everything_small_shows_itself_in_a_notebook(rules: str) -> None:
    made = qx.Game(rules, seed="3d3")
    for shown in (made, made.view(), made.view_of_spectator(), made.board, made.rack, made.bag):
        root = ElementTree.fromstring(shown._repr_svg_())
        assert root.tag == f"{SVG}svg"
    assert "<table>" in made.best_moves(2)._repr_html_()


def test_a_board_of_text_names_rows_and_columns_as_its_players_do() -> None:
    friends = str(qx.Game("friends", seed="3d3").board).splitlines()
    assert friends[0].split()[:2] == ["-7", "-6"]
    assert friends[1].split()[0] == "+7"
    letters = str(game().board).splitlines()
    assert letters[8] == " 8 = . . J I F F I E S . ' . . ="
