"""Everything a server keeps, in one file and back: from both databases to both."""

from __future__ import annotations

import json
import os
import sqlite3
import stat
import threading
import zipfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import update

from quixotry.machine import claim
from quixotry.play.ports import OtherVersion, status_of
from quixotry.rules.game import Game
from quixotry.store.backup import (
    DATABASE,
    MANIFEST,
    BadBackup,
    NothingToBackUp,
    WouldOverwrite,
    back_up,
)
from quixotry.store.database import server_note
from quixotry.store.inspection import inspect_games
from quixotry.store.restore import ServerRuns, restore
from quixotry.store.schema import decisions, draws, rulesets
from quixotry.store.sql import SqlGameLog
from tests.postgres import empty_database
from tests.store.contract import a_header, first_events, next_events
from tests.store.test_migration import restored as old_database

ADA = "a" * 64
Place = Callable[[], str]


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    """Makes an address of a database that is not there, or empty."""
    count = iter(range(100))

    def make() -> str:
        if request.param == "sqlite":
            return f"sqlite:///{tmp_path / f'place-{next(count)}' / 'games.sqlite3'}"
        uri: str = request.getfixturevalue("postgres_uri")
        empty_database(uri)
        return uri

    if request.param == "sqlite":
        (tmp_path / "place-0").mkdir()
    return make


def filled(address: str, amount: int = 3) -> None:
    """Games with moves, seats and draws, and house rules."""
    log = SqlGameLog(address)
    for number in range(amount):
        header = a_header(f"game-{number}")
        game = Game.of(header, first_events(header))
        log.submit_create(header, game.events, status_of(game), [(ADA, 0)]).result()
        log.append(header.id, game.position.seq, next_events(game))
        waiting = a_header(f"waiting-{number}")
        empty = Game.of(waiting, ())
        log.submit_create(waiting, (), status_of(empty), [(ADA, 0)], host=ADA, is_drawn=True).result()
    log.house_rules.save("ours", {"name": "ours", "extends": "friends"}, ADA)
    log.close()


@pytest.fixture
def lists(tmp_path: Path) -> list[Path]:
    (tmp_path / "lists").mkdir()
    path = tmp_path / "lists" / "club.lexicon"
    path.write_bytes(b"words of our own")
    return [path]


@pytest.mark.parametrize("to", ["the same", "another"])
def test_everything_is_there_again(
    place: Place, lists: list[Path], to: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    address = place()
    filled(address)
    file = tmp_path / "games.backup"
    made = back_up(address, file, lists)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    target = place()
    if to == "another":
        target = f"sqlite:///{tmp_path / 'other' / 'games.sqlite3'}"
        if address.startswith("sqlite"):
            target = request.getfixturevalue("postgres_uri")
            empty_database(target)
    done = restore(file, target, tmp_path / "lists-again")
    assert done.rows == made.rows
    assert (done.rows["games"], done.rows["decisions"], done.rows["draws"]) == (6, 6, 3)
    assert done.inspection.damages == ()
    assert (done.inspection.games, done.inspection.draws) == (6, 3)
    assert (tmp_path / "lists-again" / "club.lexicon").read_bytes() == b"words of our own"
    log = SqlGameLog(target)
    assert log.house_rules.owners() == {"ours": ADA}
    assert log.seats.held_by(ADA, "game-1") == (0,)
    game = log.read("game-1").game
    log.append("game-1", game.position.seq, next_events(game))
    assert log.draws.entries(0, 9)[2].number == 3
    log.close()


def test_a_backup_under_load_holds_all_that_was_saved_before_it(place: Place, tmp_path: Path) -> None:
    """Somebody writes all the time; what is in the backup is whole, and none of it half a game."""
    address = place()
    filled(address)
    log, stopped, kept = SqlGameLog(address), threading.Event(), []

    def write() -> None:
        number = 0
        while not stopped.is_set():
            header = a_header(f"busy-{number}")
            log.create(header, first_events(header))
            kept.append(header.id)
            number += 1

    writing = threading.Thread(target=write)
    writing.start()
    try:
        for number in range(3):
            while len(kept) < (number + 1) * 20:
                assert writing.is_alive()
            before = list(kept)
            back_up(address, tmp_path / f"{number}.backup", ())
            done = restore(
                tmp_path / f"{number}.backup", f"sqlite:///{tmp_path}/{number}/games.sqlite3", tmp_path / "no"
            )
            assert done.inspection.damages == ()
            again = SqlGameLog(f"sqlite:///{tmp_path}/{number}/games.sqlite3")
            assert set(before) <= set(again.list())
            again.close()
    finally:
        stopped.set()
        writing.join()
        log.close()


def test_nothing_is_overwritten_unasked(place: Place, lists: list[Path], tmp_path: Path) -> None:
    address = place()
    filled(address)
    file = tmp_path / "games.backup"
    back_up(address, file, lists)
    with pytest.raises(WouldOverwrite, match=r"games\.backup is there already.*--overwrite"):
        back_up(address, file, lists)
    log = SqlGameLog(address)
    log.house_rules.save("new", {"name": "new", "extends": "friends"}, ADA)
    log.close()
    with pytest.raises(WouldOverwrite):
        restore(file, address, tmp_path / "lists")
    log = SqlGameLog(address)
    assert set(log.house_rules.owners()) == {"ours", "new"}
    log.close()
    restore(file, address, tmp_path / "lists", overwrite=True)
    log = SqlGameLog(address)
    assert set(log.house_rules.owners()) == {"ours"}
    log.close()


def test_a_word_list_of_the_same_name_is_not_overwritten_unasked(lists: list[Path], tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path / 'games.sqlite3'}"
    filled(address)
    back_up(address, tmp_path / "games.backup", lists)
    lists[0].write_bytes(b"other words")
    target = f"sqlite:///{tmp_path / 'new' / 'games.sqlite3'}"
    with pytest.raises(WouldOverwrite, match=r"club\.lexicon"):
        restore(tmp_path / "games.backup", target, tmp_path / "lists")
    assert not (tmp_path / "new" / "games.sqlite3").exists()
    assert lists[0].read_bytes() == b"other words"


def test_a_database_that_a_server_has_open_is_left_alone(place: Place, tmp_path: Path) -> None:
    address = place()
    filled(address)
    back_up(address, tmp_path / "games.backup", ())
    if address.startswith("sqlite"):
        with claim(server_note(Path(address.removeprefix("sqlite:///")))), pytest.raises(ServerRuns):
            restore(tmp_path / "games.backup", address, tmp_path / "lists", overwrite=True)
        return
    server = SqlGameLog(address)
    with server.database.reading(), pytest.raises(ServerRuns):
        restore(tmp_path / "games.backup", address, tmp_path / "lists", overwrite=True)
    server.close()


def repacked(file: Path, **changes: bytes) -> Path:
    """A backup with other contents."""
    other = file.with_name(f"{len(list(file.parent.iterdir()))}.backup")
    with zipfile.ZipFile(file) as old, zipfile.ZipFile(other, "w") as new:
        for name in old.namelist():
            new.writestr(name, changes.get(name.partition(".")[0], old.read(name)))
    return other


def test_a_backup_that_is_none_or_has_been_changed_is_refused(tmp_path: Path) -> None:
    address, target = f"sqlite:///{tmp_path / 'games.sqlite3'}", tmp_path / "new" / "games.sqlite3"
    filled(address)
    file = tmp_path / "games.backup"
    back_up(address, file, ())
    with zipfile.ZipFile(file) as packed:
        manifest, content = json.loads(packed.read(MANIFEST)), packed.read(DATABASE)
    outside = {"files": manifest["files"] | {"lexicons/../../evil": "0" * 64}}
    letter, half = tmp_path / "letter", tmp_path / "half"
    letter.write_text("dear aunt")
    half.write_bytes(file.read_bytes()[:-200])
    for bad, why in (
        (letter, "not a zip file"),
        (half, "zip"),
        (repacked(file, games=content[:5000]), "games.sqlite3 is not what was packed"),
        (repacked(file, manifest=b"{}"), "manifest cannot be read"),
        (repacked(file, manifest=json.dumps(manifest | {"version": 2}).encode()), "newer version"),
        (repacked(file, manifest=json.dumps(manifest | outside).encode()), "names files that no backup has"),
        (repacked(file, manifest=json.dumps(manifest | {"rows": {"games": 7}}).encode()), "as many rows"),
    ):
        with pytest.raises(BadBackup, match=why):
            restore(bad, f"sqlite:///{target}", tmp_path / "lists")
        assert list(target.parent.iterdir()) == []


def test_a_backup_of_an_older_version_is_brought_up_to_date(tmp_path: Path) -> None:
    old_database(tmp_path / "games.sqlite3")
    back_up(f"sqlite:///{tmp_path / 'games.sqlite3'}", tmp_path / "games.backup", ())
    done = restore(tmp_path / "games.backup", f"sqlite:///{tmp_path / 'new.sqlite3'}", tmp_path / "lists")
    assert done.inspection.damages == ()
    assert done.rows["games"] == 3
    assert done.rows["draws"] == 0


def test_where_nothing_is_there_is_nothing_to_back_up(tmp_path: Path, postgres_uri: str) -> None:
    with pytest.raises(NothingToBackUp):
        back_up(f"sqlite:///{tmp_path / 'games.sqlite3'}", tmp_path / "games.backup", ())
    assert list(tmp_path.iterdir()) == []
    empty_database(postgres_uri)
    with pytest.raises(OtherVersion):
        back_up(postgres_uri, tmp_path / "games.backup", ())


def test_damaged_rows_are_found_and_named(place: Place) -> None:
    address = place()
    filled(address)
    log = SqlGameLog(address)
    with log.database.engine.begin() as connection:
        hurt = decisions.c.game_id == "game-1"
        connection.execute(update(decisions).where(hurt).values(events=b"spoiled"))
        connection.execute(update(draws).where(draws.c.number == 2).values(link="0" * 64))
        connection.execute(update(rulesets).values(plain='{"name": "ours"}'))
    found = inspect_games(log)
    log.close()
    assert [(each.where, each.why.partition(":")[0]) for each in found.damages] == [
        ("the draws", "number 2 does not follow from the one before"),
        ("the house rules 'ours'", "board"),
        ("game game-1", "decision 1"),
    ]
    assert (found.games, found.draws) == (5, 3)


def test_the_copy_in_a_backup_is_a_database_by_itself(tmp_path: Path) -> None:
    filled(f"sqlite:///{tmp_path / 'games.sqlite3'}")
    back_up(f"sqlite:///{tmp_path / 'games.sqlite3'}", tmp_path / "games.backup", ())
    with zipfile.ZipFile(tmp_path / "games.backup") as packed:
        packed.extract(DATABASE, tmp_path / "out")
    with closing(sqlite3.connect(tmp_path / "out" / DATABASE)) as copy:
        assert copy.execute("SELECT count(*) FROM games").fetchone() == (6,)
        assert copy.execute("PRAGMA journal_mode").fetchone() == ("delete",)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can give files away")
def test_what_root_restores_belongs_to_whoever_has_the_folder(lists: list[Path], tmp_path: Path) -> None:
    """The server, which is not root, could read its games and save none."""
    filled(f"sqlite:///{tmp_path / 'games.sqlite3'}")
    back_up(f"sqlite:///{tmp_path / 'games.sqlite3'}", tmp_path / "games.backup", lists)
    home = tmp_path / "home"
    home.mkdir()
    os.chown(home, 65534, 65534)
    restore(tmp_path / "games.backup", f"sqlite:///{home / 'games.sqlite3'}", home / "lexicons")
    made = [home / "games.sqlite3", home / "lexicons", home / "lexicons" / "club.lexicon"]
    assert [path.stat().st_uid for path in made] == [65534] * 3
