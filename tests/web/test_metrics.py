"""Figures for Prometheus: on a port for this computer alone, under documented names, without a stranger's words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from quixotry import metrics
from tests.web.running import PATIENCE_S, Server, deal

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "metrics.md"


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, str]]:
    with Server(tmp_path_factory.mktemp("metrics"), ("--metrics-port=0",)) as server:
        assert server.process is not None
        assert server.process.stdout is not None
        line = server.process.stdout.readline()
        yield server, line.rpartition(" ")[2].strip()


def figures(address: str) -> dict[str, float]:
    answer = httpx.get(address, timeout=PATIENCE_S)
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    lines = [line.rsplit(" ", 1) for line in answer.text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, value in lines}


def test_a_game_shows_in_the_figures(told: tuple[Server, str]) -> None:
    server, address = told
    before = figures(address)
    ada = server.client()
    game = ada.begin("friends", "person", "person")
    with ada.open(game["id"]) as table:
        seq = deal(table)[0]["view"]["seq"]
        table.send({"type": "nonsense"})
        table.until("error")
        assert table.move(0, seq + 99, {"kind": "pass"})["type"] in ("refused", "out_of_sync")
        now = figures(address)
    assert now['quixotry_tables{state="played"}'] == before['quixotry_tables{state="played"}'] + 1
    assert now['quixotry_sockets{of="player"}'] == before['quixotry_sockets{of="player"}'] + 1
    answered = sum(
        now[f'quixotry_commands_total{{result="{each}"}}'] for each in ("error", "refused", "out_of_sync")
    )
    assert answered >= 2
    assert now["quixotry_move_seconds_count"] >= 1
    assert now["quixotry_commit_seconds_count"] > before["quixotry_commit_seconds_count"]
    assert (
        now['quixotry_http_requests_total{status="2xx"}']
        > before['quixotry_http_requests_total{status="2xx"}']
    )
    assert now["process_resident_memory_bytes"] > 1e7
    assert now["quixotry_store_errors_total"] == 0


def test_the_public_port_has_no_figures(told: tuple[Server, str]) -> None:
    server, _ = told
    assert "quixotry_tables" not in httpx.get(f"{server.origin}/metrics").text


def test_the_port_of_the_figures_has_nothing_else_and_answers_to_no_other_name(
    told: tuple[Server, str],
) -> None:
    address = told[1]
    root = address.removesuffix("/metrics")
    assert address.startswith("http://127.0.0.1:")
    assert httpx.get(f"{root}/api/games").status_code == 404
    assert httpx.post(address).status_code == 405
    assert httpx.get(address, headers={"host": "evil.example"}).status_code == 403


def test_no_label_grows_by_what_a_stranger_names(told: tuple[Server, str]) -> None:
    server, address = told
    names = set(figures(address))
    for number in range(20):
        httpx.request(
            f"M{number}", f"{server.origin}/evil-{number}", headers={"user-agent": f"evil {number}"}
        )
    assert set(figures(address)) == names
    with pytest.raises(KeyError):
        metrics.ANSWERS.count("evil")


def test_every_figure_is_in_the_reference_word_for_word() -> None:
    rows = [
        f"| `{each.name}` | {each.kind} | "
        f"{f'`{each.label}`: ' + ', '.join(each.values) if each.label else ''} | {each.summary} |"
        for each in metrics.ALL
    ]
    text = PAGE.read_text("utf-8")
    assert [line for line in text.splitlines() if re.match(r"\| `", line)] == rows


def test_a_histogram_counts_up_to_each_bound() -> None:
    times = metrics.Histogram("x_seconds", "")
    for seconds in (0.0005, 0.001, 0.3, 99):
        times.took(seconds)
    lines = list(times.lines())
    assert lines[0] == 'x_seconds_bucket{le="0.001"} 2'
    assert 'x_seconds_bucket{le="0.5"} 3' in lines
    assert lines[-3:] == ['x_seconds_bucket{le="+Inf"} 4', "x_seconds_sum 99.301500", "x_seconds_count 4"]
