"""GCG as lines: everything is kept, oddities are remarked, three things are refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quixotry.notation.errors import GcgEncodingUnknown, GcgNoGame, GcgTooLarge
from quixotry.notation.gcg import Note, format_gcg, parse_gcg
from quixotry.notation.gcg.file import PlayerLine, RackLine

PLAYERS = b"#player1 First First\n#player2 Second Second\n"


@given(st.binary(max_size=300))
def test_any_bytes_come_back_as_they_were(content: bytes) -> None:
    content = PLAYERS + content
    try:
        assert format_gcg(parse_gcg(content)) == content
    except GcgEncodingUnknown:
        assert b"#character-encoding" in content.lower()


@given(
    st.lists(st.sampled_from((b"\n", b"\r\n", b"\r", b"#note x", b"text", b"#- more", b">A: - +0 0", b" ")))
)
def test_any_order_of_lines_comes_back_as_it_was(parts: list[bytes]) -> None:
    content = PLAYERS + b"".join(parts)
    assert format_gcg(parse_gcg(content)) == content


@pytest.mark.parametrize("name", ["UTF-8", "utf8", "ISO-8859-1", "Latin1", "us-ascii"])
def test_known_encodings_may_be_declared_in_any_case(name: str) -> None:
    file = parse_gcg(b"#character-encoding " + name.encode() + b"\n" + PLAYERS)
    assert file.encoding in ("utf-8", "iso-8859-1")
    assert file.remarks == ()


def test_an_encoding_nobody_knows_is_refused_with_its_line() -> None:
    with pytest.raises(
        GcgEncodingUnknown, match="Line 3 declares the encoding 'UTF-7'; only UTF-8 and ISO-8859-1"
    ):
        parse_gcg(PLAYERS + b"#character-encoding UTF-7\n")


def test_a_second_encoding_is_remarked_and_ignored() -> None:
    file = parse_gcg(
        b"#character-encoding UTF-8\n#character-encoding utf8\n#character-encoding latin1\n" + PLAYERS
    )
    assert file.encoding == "utf-8"
    assert [remark.line for remark in file.remarks] == [3]


def test_a_mac_line_end_is_remarked_once() -> None:
    file = parse_gcg(PLAYERS.replace(b"\n", b"\r"))
    assert [remark.text for remark in file.remarks] == ["Lines end with CR; this is kept."]


def test_what_is_no_game_is_refused() -> None:
    for content in (b"", b"\n\n", b"hello\n", b"#title only\n"):
        with pytest.raises(GcgNoGame):
            parse_gcg(content)


def test_an_absurd_size_is_refused_before_anything_is_read() -> None:
    with pytest.raises(GcgTooLarge, match="262145 bytes"):
        parse_gcg(b"x" * (256 * 1024 + 1))
    with pytest.raises(GcgTooLarge, match="4001 lines"):
        parse_gcg(b"\n" * 4_001)


def test_notes_are_whole_and_belong_where_they_stand() -> None:
    file = parse_gcg(
        PLAYERS
        + b"#description long\n#- description\n>First: A - +0 0\n#note one\n#- two\nthree\n\nfour\n#note\n"
        b">Second: A - +0 0\nstray\n#-x\n"
    )
    assert file.notes() == (Note(6, "one\ntwo\nthree\nfour"), Note(11, ""))
    assert [remark.line for remark in file.remarks] == [13]


def test_players_and_racks_are_numbered() -> None:
    file = parse_gcg(
        b"#player1 nick\n#player2\tb  Full  Name \n#player\n#player0 x\n#player99 y\n#player1\n#rack2 AB\n"
    )
    players = [line for line in file.lines if isinstance(line, PlayerLine)]
    assert [(line.player, line.nick, line.name) for line in players] == [
        (1, "nick", "nick"),
        (2, "b", "Full  Name"),
    ]
    assert isinstance(file.lines[-1], RackLine)
    assert [remark.line for remark in file.remarks] == [3, 4, 5, 6]


def test_a_pragma_is_found_by_its_name() -> None:
    file = parse_gcg(PLAYERS + b"#title One\n#TITLE Two\n")
    title = file.pragma("title")
    assert title is not None
    assert title.value == "One"
    assert file.pragma("lexicon") is None
