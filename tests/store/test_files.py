from __future__ import annotations

import multiprocessing
from pathlib import Path

import pytest

from quixotry.play.ports import DamagedGame, ImpossibleGame, UnknownGame
from quixotry.rules.game import Game
from quixotry.store.files import FILE_BYTES_MAX, FileGameLog, GameBusy
from tests.store.contract import GameLogContract, a_header, first_events, next_events


class TestFileGameLog(GameLogContract):
    @pytest.fixture
    def log(self, tmp_path: Path) -> FileGameLog:
        return FileGameLog(tmp_path / "games")


@pytest.fixture
def log(tmp_path: Path) -> FileGameLog:
    return FileGameLog(tmp_path)


def saved_game(log: FileGameLog) -> Game:
    """A game of three decisions."""
    header = a_header()
    game = Game.of(header, first_events(header))
    log.create(header, game.events)
    for _ in range(2):
        events = next_events(game)
        log.append(header.id, game.position.seq, events)
        game = game.after(events)
    return game


def test_a_save_cut_off_anywhere_resumes_at_its_last_whole_decision_and_goes_on(log: FileGameLog) -> None:
    game = saved_game(log)
    path = log.folder / "game-1.jsonl"
    whole = path.read_bytes()
    ends = [index + 1 for index, byte in enumerate(whole) if byte == ord("\n")]
    for length in range(ends[0], len(whole)):
        path.write_bytes(whole[:length])
        stored = log.read("game-1")
        kept = game.events[: stored.game.position.seq]
        assert stored.game == Game.of(game.header, kept)
        assert bool(stored.damage) == (length not in ends)
    log.append("game-1", stored.game.position.seq, next_events(stored.game))
    assert log.read("game-1").damage == ""
    assert (log.folder / "game-1.damaged").read_bytes() == whole[:-1]


def test_a_save_with_a_damaged_line_resumes_before_it_and_says_where(log: FileGameLog) -> None:
    saved_game(log)
    path = log.folder / "game-1.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:2], b"{nonsense}\n", *lines[3:]]))
    stored = log.read("game-1")
    assert "line 3" in stored.damage
    assert stored.game.position.seq == len(first_events(a_header()))


@pytest.mark.parametrize(
    ("told", "instead", "why"),
    [
        (b'"returned":[', b'"returned":[0,', "does not have"),
        (b'"drawn":[', b'"drawn":[0,', "come out of the bag"),
        (b'"seat":', b'"seat":1', "turn"),
        (b'"at_ms":', b'"at_ms":-', "before that of the event before it"),
    ],
)
def test_a_save_that_was_edited_is_refused_with_the_line_and_the_reason(
    log: FileGameLog, told: bytes, instead: bytes, why: str
) -> None:
    saved_game(log)
    path = log.folder / "game-1.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:2], lines[2].replace(told, instead, 1), *lines[3:]]))
    doctored = path.read_bytes()
    with pytest.raises(ImpossibleGame, match=r"Line 3 of its file, event \d+: ") as refused:
        log.read("game-1")
    assert why in str(refused.value)
    with pytest.raises(ImpossibleGame):
        log.append("game-1", 6, ())
    assert path.read_bytes() == doctored, "what was refused is left as it is"


def test_a_save_with_other_tiles_dealt_than_its_seed_gives_is_refused(log: FileGameLog) -> None:
    game = saved_game(log)
    path = log.folder / "game-1.jsonl"
    path.write_bytes(path.read_bytes().replace(f'"seed":"{game.header.seed}"'.encode(), b'"seed":"ff"'))
    with pytest.raises(ImpossibleGame, match="its tiles are not the ones that come out of the bag"):
        log.read("game-1")


def test_a_save_that_was_renamed_is_the_game_of_its_new_name_and_goes_on_there(log: FileGameLog) -> None:
    saved_game(log)
    old = (log.folder / "game-1.jsonl").read_bytes()
    (log.folder / "copy.jsonl").write_bytes(old)
    game = log.read("copy").game
    assert game.header.id == "copy"
    log.append(game.header.id, game.position.seq, next_events(game))
    assert (log.folder / "game-1.jsonl").read_bytes() == old


@pytest.mark.parametrize("content", [b"", b"{", b'{"format":"other"}\n', b"\xff\xfe\n"])
def test_a_save_without_a_readable_header_is_damaged(log: FileGameLog, content: bytes) -> None:
    log.folder.mkdir(exist_ok=True)
    (log.folder / "bad.jsonl").write_bytes(content)
    with pytest.raises(DamagedGame, match="bad"):
        log.read("bad")


def test_an_absurdly_large_save_is_not_read(log: FileGameLog) -> None:
    with (log.folder / "huge.jsonl").open("wb") as file:
        file.truncate(FILE_BYTES_MAX + 1)
    with pytest.raises(DamagedGame, match="more than any game needs"):
        log.read("huge")


def _hold(
    folder: Path, claimed: multiprocessing.synchronize.Event, done: multiprocessing.synchronize.Event
) -> None:
    with FileGameLog(folder).claimed("game-1"):
        claimed.set()
        done.wait(30)


def test_a_game_open_in_another_process_is_busy_until_it_is_closed_there(log: FileGameLog) -> None:
    saved_game(log)
    spawn = multiprocessing.get_context("spawn")
    claimed, done = spawn.Event(), spawn.Event()
    other = spawn.Process(target=_hold, args=(log.folder, claimed, done))
    other.start()
    assert claimed.wait(30)
    with pytest.raises(GameBusy, match="another window"), log.claimed("game-1"):
        pass
    done.set()
    other.join(30)
    with log.claimed("game-1"):
        pass


def test_a_game_that_is_not_there_cannot_be_claimed(log: FileGameLog) -> None:
    with pytest.raises(UnknownGame), log.claimed("nobody"):
        pass
