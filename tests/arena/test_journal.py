from __future__ import annotations

from pathlib import Path

from quixotry.arena.journal import Journal


def test_finished_chunks_are_found_again_in_any_order(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    first = Journal(path, list[int])
    for number in (2, 0, 1):
        first.add(number, [number, 10 * number])
    again = Journal(path, list[int])
    assert len(again) == 3
    assert [again.read(number) for number in range(3)] == [[0, 0], [1, 10], [2, 20]]
    assert 3 not in again


def test_a_line_cut_short_by_a_crash_is_done_again(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    journal = Journal(path, list[int])
    journal.add(0, [7])
    whole = path.read_bytes()
    journal.add(1, [8])
    for cut in range(len(whole), path.stat().st_size):
        path.write_bytes((whole + path.read_bytes()[len(whole) :])[:cut])
        torn = Journal(path, list[int])
        assert 1 not in torn
        assert torn.read(0) == [7]
        torn.add(1, [8])
        assert Journal(path, list[int]).read(1) == [8]


def test_a_chunk_done_twice_counts_once(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "journal.jsonl", list[int])
    journal.add(0, [1])
    journal.add(0, [2])
    assert (len(journal), journal.read(0)) == (1, [1])
