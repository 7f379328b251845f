"""Reading word lists people bring."""

import os
import random
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quixotry.lexicon import list_parser
from quixotry.lexicon.errors import (
    LexiconError,
    LinesRejected,
    ListTooLarge,
    ListUnreadable,
    NotUtf8,
    NoWords,
    TooManyLetters,
)
from quixotry.lexicon.list_parser import ParsedList, parse_list, read_list

HERE = Path("mine.txt")


def parse(content: str | bytes) -> ParsedList:
    return parse_list(content if isinstance(content, bytes) else content.encode(), path=HERE)


def test_words_in_any_case_and_order_become_one_canonical_text() -> None:
    read = parse("dog\nCat\nDOG\n  ox  \n")
    assert read.text == "CAT\nDOG\nOX\n"
    assert (read.words, read.duplicates, read.rejected_count) == (3, 1, 0)


@pytest.mark.parametrize(
    "content", [b"\xef\xbb\xbfcat\ndog", b"cat\r\ndog\r\n", b"cat\rdog\r", b"\n\ncat\n \n\t\ndog\n\n"]
)
def test_byte_order_marks_line_ends_and_empty_lines_do_not_matter(content: bytes) -> None:
    read = parse(content)
    assert read.text == "CAT\nDOG\n"
    assert read.rejected == ()


def test_a_definition_may_follow_a_tab() -> None:
    read = parse("dog\ta pet\tthat barks\ncat\nox\t \n")
    assert read.glosses == "DOG\ta pet that barks\n"


def test_of_two_definitions_the_first_counts() -> None:
    assert parse("dog\ndog\tone\nDOG\ttwo\n").glosses == "DOG\tone\n"


def test_a_definition_cannot_steer_the_terminal() -> None:
    assert parse("dog\t\x1b[2Ja pet\n").glosses == "DOG\t[2Ja pet\n"


def test_an_endless_definition_is_cut() -> None:
    assert len(parse("dog\t" + "very " * 100_000).glosses) < 1100


def test_rejected_lines_are_reported_with_number_and_reason() -> None:
    read = parse("cat\ndon't\n\nx\n" + "a" * 33 + "\nc3po\n\tonly a definition\n")
    assert [(each.line, each.text[:5]) for each in read.rejected] == [
        (2, "don't"),
        (4, "x"),
        (5, "aaaaa"),
        (6, "c3po"),
        (7, ""),
    ]
    assert [each.reason for each in read.rejected] == [
        "a word can contain only letters",
        "a word needs at least 2 letters",
        "a word can have at most 32 letters",
        "a word can contain only letters",
        "a word can contain only letters",
    ]
    with pytest.raises(LinesRejected) as caught:
        read.refuse_rejected()
    assert (caught.value.line, caught.value.count) == (2, 5)


def test_only_the_first_thousand_rejected_lines_are_kept_but_all_are_counted() -> None:
    read = parse("cat\n" + "1\n" * 5000)
    assert len(read.rejected) == 1000
    assert read.rejected_count == 5000


def test_other_alphabets_are_welcome() -> None:
    assert parse("żółw\nŻÓŁW\nz\u0307o\u0301łw\n").text == "ŻÓŁW\n"
    assert parse("λόγος\n").words == 1


def test_letters_without_case_or_with_a_double_upper_case_are_not_letters_of_a_game() -> None:
    read = parse("straße\n漢字\ncat\n")
    assert [each.line for each in read.rejected] == [1, 2]


def test_more_letters_than_a_tile_set_has_are_refused() -> None:
    latin, greek = "abcdefghijklmnopqrstuvwxyz", "αβγδεζηθικλμνξοπρστυφχψωϋϊ"
    with pytest.raises(TooManyLetters) as caught:
        parse(f"{latin}\n{greek}\n")
    assert caught.value.letters == 52


def test_bytes_that_are_not_utf8_are_refused_with_their_line() -> None:
    with pytest.raises(NotUtf8) as caught:
        parse(b"cat\ndog\n" + "café\n".encode("latin-1"))
    assert caught.value.line == 3


def test_a_utf16_file_is_refused_as_not_utf8() -> None:
    with pytest.raises(NotUtf8):
        parse("cat\n".encode("utf-16"))


@pytest.mark.parametrize("content", ["", "\n\n", "1\n2\n", "\ufeff"])
def test_a_file_without_a_word_is_refused(content: str) -> None:
    with pytest.raises(NoWords):
        parse(content)


def test_a_missing_file_and_a_folder_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ListUnreadable, match="No such file"):
        read_list(tmp_path / "none.txt")
    with pytest.raises(ListUnreadable, match="directory"):
        read_list(tmp_path)


def test_a_file_over_the_limit_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(list_parser, "LIST_BYTES_MAX", 8)
    file = tmp_path / "mine.txt"
    file.write_text("cat\ndog\n")
    assert read_list(file).words == 2
    file.write_text("cat\ndogs\n")
    with pytest.raises(ListTooLarge):
        read_list(file)


def test_an_endless_device_is_refused_and_not_read_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(list_parser, "LIST_BYTES_MAX", 1000)
    with pytest.raises(ListTooLarge):
        read_list(Path(os.devnull).with_name("zero"))


def test_progress_is_told_for_long_lists() -> None:
    told: list[tuple[int, int]] = []
    parse_list(b"cat\n" * 50_000, path=HERE, progress=lambda done, total: told.append((done, total)))
    assert told == [(20_000, 50_001), (40_000, 50_001)]


@given(st.text())
def test_any_text_reads_to_canonical_words_or_is_refused(content: str) -> None:
    try:
        read = parse(content)
    except LexiconError:
        return
    words = read.text.split("\n")[:-1]
    assert words == sorted(set(words))
    assert parse(read.text).text == read.text


def test_ten_thousand_random_byte_strings_raise_nothing_but_lexicon_errors() -> None:
    dice = random.Random(1)
    for _ in range(10_000):
        _read_or_refuse(dice.randbytes(dice.randrange(40)))


def test_ten_thousand_mutated_lists_raise_nothing_but_lexicon_errors() -> None:
    dice = random.Random(2)
    valid = '\ufeffCAT\r\nDOG\ta pet, "kept" [by] people\r\nżółw\nOX\n\nQUIXOTRY\tdreams\n'.encode()
    for _ in range(10_000):
        content = bytearray(valid)
        for _ in range(dice.randrange(1, 5)):
            at = dice.randrange(len(content))
            content[at : at + dice.randrange(3)] = dice.randbytes(dice.randrange(3))
        _read_or_refuse(bytes(content))


def _read_or_refuse(content: bytes) -> None:
    with suppress(LexiconError):
        assert parse(content).words > 0
