"""The index of saved games: a cache that is never believed against the saves themselves."""

from __future__ import annotations

import multiprocessing
import os
from pathlib import Path

import pytest

from quixotry.store import save_index
from quixotry.store.files import FileGameLog
from quixotry.store.save_index import INDEX, Summary, summaries
from tests.store.contract import a_header, first_events, next_events


@pytest.fixture(autouse=True)
def _settled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Saves made a moment ago are kept like old ones; one test below asks for the difference."""
    monkeypatch.setattr(save_index, "SETTLED_NS", -1 << 62)


@pytest.fixture
def log(tmp_path: Path) -> FileGameLog:
    log = FileGameLog(tmp_path / "games")
    for number in (1, 2, 3):
        header = a_header(f"game-{number}")
        log.create(header, first_events(header))
    return log


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The ids of the saves that are read from now on."""
    found: list[str] = []
    really = FileGameLog.read

    def reading(log: FileGameLog, game_id: str) -> object:
        found.append(game_id)
        return really(log, game_id)

    monkeypatch.setattr(FileGameLog, "read", reading)
    return found


def ids(folder: Path) -> list[str]:
    return [save.id for save in summaries(folder)]


def test_games_are_listed_newest_first_with_what_a_list_shows(log: FileGameLog) -> None:
    first, *_ = summaries(log.folder)
    header = a_header("game-3")
    assert first == Summary(
        id="game-3",
        rules="match",
        lexicon=header.lexicon_id,
        players=("First", "Second"),
        scores=(0, 0),
        tie_name=header.ruleset.end.tie_name,
        started_at=header.started_at,
        table_id="game-3",
        match_games=2,
    )
    assert ids(log.folder) == ["game-3", "game-2", "game-1"]


def test_a_folder_that_is_not_there_has_no_games(tmp_path: Path) -> None:
    assert summaries(tmp_path / "nowhere") == []
    assert not (tmp_path / "nowhere").exists()


def test_a_save_that_has_not_changed_is_not_read_again(log: FileGameLog, read: list[str]) -> None:
    summaries(log.folder)
    assert sorted(read) == ["game-1", "game-2", "game-3"]
    read.clear()
    assert ids(log.folder) == ["game-3", "game-2", "game-1"]
    assert read == []


def test_a_game_that_was_played_on_is_read_again_and_no_other(log: FileGameLog, read: list[str]) -> None:
    summaries(log.folder)
    game = log.read("game-2").game
    while not game.position.is_over:
        events = next_events(game)
        log.append("game-2", game.position.seq, events)
        game = game.after(events)
    read.clear()
    found = {save.id: save for save in summaries(log.folder)}
    assert found["game-2"].is_over
    assert game.position.outcome is not None
    assert found["game-2"].winners == game.position.outcome.winners
    assert read == ["game-2"]


def test_a_save_edited_by_hand_to_the_same_length_and_time_is_noticed(
    log: FileGameLog, read: list[str]
) -> None:
    summaries(log.folder)
    path = log.folder / "game-2.jsonl"
    stat = path.stat()
    path.write_bytes(path.read_bytes().replace(b'"First"', b'"Other"'))
    os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns))
    read.clear()
    found = {save.id: save for save in summaries(log.folder)}
    assert found["game-2"].players[0] == "Other"
    assert read == ["game-2"]


def test_saves_copied_in_and_deleted_are_noticed(log: FileGameLog, read: list[str]) -> None:
    summaries(log.folder)
    (log.folder / "copy.jsonl").write_bytes((log.folder / "game-1.jsonl").read_bytes())
    (log.folder / "game-2.jsonl").unlink()
    read.clear()
    assert sorted(ids(log.folder)) == ["copy", "game-1", "game-3"]
    assert read == ["copy"]
    assert b"game-2" not in (log.folder / INDEX).read_bytes()


def test_a_doctored_save_is_listed_with_the_reason_it_is_refused(log: FileGameLog) -> None:
    path = log.folder / "game-2.jsonl"
    path.write_bytes(path.read_bytes().replace(b'"tiles":[', b'"tiles":[0,', 1))
    (log.folder / "other.jsonl").write_bytes(b"{nonsense}\n")
    for _ in range(2):
        found = {save.id: save.problem for save in summaries(log.folder)}
        assert "cannot have been played like this" in found["game-2"]
        assert "cannot be read" in found["other"]
        assert not found["game-1"]


@pytest.mark.parametrize("damage", [b"", b"nonsense", b"\xff\n[]", b"quixotry-saves 1 00000000\n[]"])
def test_a_damaged_index_is_made_anew(log: FileGameLog, read: list[str], damage: bytes) -> None:
    before = summaries(log.folder)
    whole = (log.folder / INDEX).read_bytes()
    (log.folder / INDEX).write_bytes(damage)
    read.clear()
    assert summaries(log.folder) == before
    assert len(read) == 3
    assert (log.folder / INDEX).read_bytes() == whole


def test_an_index_with_one_bit_turned_is_made_anew(log: FileGameLog) -> None:
    before = summaries(log.folder)
    index = log.folder / INDEX
    whole = index.read_bytes()
    for place in range(len(whole)):
        index.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        if place % 50 == 0:
            assert summaries(log.folder) == before
    index.write_bytes(whole)
    assert summaries(log.folder) == before


def test_an_index_of_another_version_is_made_anew(
    log: FileGameLog, read: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    summaries(log.folder)
    monkeypatch.setattr(save_index, "INDEX_VERSION", save_index.INDEX_VERSION + 1)
    read.clear()
    summaries(log.folder)
    assert len(read) == 3


def test_a_save_changed_a_moment_ago_is_read_again_next_time(
    log: FileGameLog, read: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A second change within one tick of the clock could leave its size and times as they were."""
    monkeypatch.setattr(save_index, "SETTLED_NS", 1 << 62)
    summaries(log.folder)
    read.clear()
    summaries(log.folder)
    assert len(read) == 3


def test_a_folder_that_cannot_be_written_is_listed_all_the_same(
    log: FileGameLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "write_bytes", refuse)
    assert ids(log.folder) == ["game-3", "game-2", "game-1"]
    assert not (log.folder / INDEX).exists()


def _list_often(folder: Path, times: int) -> None:
    for _ in range(times):
        assert len(summaries(folder)) >= 3


def test_two_processes_list_while_a_third_plays(log: FileGameLog) -> None:
    spawn = multiprocessing.get_context("spawn")
    others = [spawn.Process(target=_list_often, args=(log.folder, 20)) for _ in range(2)]
    for other in others:
        other.start()
    number = 0
    while any(other.is_alive() for other in others):
        number += 1
        header = a_header(f"more-{number}")
        log.create(header, first_events(header))
        for other in others:
            other.join(0.01)
    assert [other.exitcode for other in others] == [0, 0]
    found = {save.id: save for save in summaries(log.folder)}
    assert len(found) == number + 3
    assert not any(save.problem for save in found.values())
    assert not [path for path in log.folder.iterdir() if path.name.startswith(f"{INDEX}.")]


def test_the_same_is_said_with_an_index_as_without(log: FileGameLog) -> None:
    game = log.read("game-1").game
    log.append("game-1", game.position.seq, next_events(game))
    summaries(log.folder)
    with_index = summaries(log.folder)
    (log.folder / INDEX).unlink()
    assert summaries(log.folder) == with_index
