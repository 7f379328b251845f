"""The report of a match is one file that shows what was played and asks nobody for anything."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from quixotry.arena.match import Match
from quixotry.arena.plan import Plan
from quixotry.arena.report import charts
from quixotry.arena.report.match import match_report
from quixotry.lexicon import load
from quixotry.rules.ruleset_file import preset


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("match")
    match = Match("casual", "beginner", Plan.of(preset("match"), load("default")), folder, pairs=2)
    match.play()
    return match_report(match, made_by="a test")


def test_a_report_leads_nowhere_else(report: str) -> None:
    content = report.replace('xmlns="http://www.w3.org/2000/svg"', "")
    assert not re.search(r"https?:|//[a-z]+\.|@import|url\(|src=", content)


def test_a_report_has_every_chart_and_every_game(report: str) -> None:
    for label in ("Spread distribution", "Average score over turns", "Time used", "Bingos", "Rating of"):
        assert f'aria-label="{label}' in report
    data = re.search(r'<script id="games" type="application/json">(.*?)</script>', report, re.DOTALL)
    assert data is not None
    games = json.loads(data[1])
    assert [game["name"] for game in games["games"]] == [
        f"pair {pair}, game {game}" for pair in (1, 2) for game in (1, 2)
    ]
    assert all(">casual:" in game["gcg"] for game in games["games"])
    assert (len(games["layout"]), games["layout"][0][0]) == (15, "TW")


def test_every_element_of_a_report_is_closed(report: str) -> None:
    class Nesting(HTMLParser):
        open_elements: list[str]

        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            if tag not in ("meta", "input"):
                self.open_elements.append(tag)

        def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            pass

        def handle_endtag(self, tag: str) -> None:
            assert self.open_elements.pop() == tag

    parser = Nesting()
    parser.open_elements = []
    parser.feed(report)
    assert parser.open_elements == []


def test_names_cannot_break_out_of_a_report(tmp_path: Path) -> None:
    name = '<b>"&'
    chart = charts.bars([(name, 1.0, name)], label=name)
    assert "<b>" not in chart
    assert "&lt;b&gt;" in chart


def test_axes_have_round_numbers() -> None:
    assert charts.steps(480) == [0, 100, 200, 300, 400, 500]
    assert charts.steps(3) == [0, 1, 2, 3]
    assert charts.steps(0) == [0, 1]


def test_a_report_of_an_unfinished_match_says_how_far_it_has_come(tmp_path: Path) -> None:
    match = Match("casual", "beginner", Plan.of(preset("match"), load("default")), tmp_path, pairs=1)
    match.play()
    match.pairs = 9
    assert "Still being played: 1 of 9 pairs so far." in match_report(match, made_by="a test", running=True)
    assert "Still being played" not in match_report(match, made_by="a test")
