"""GCG as lines: everything is kept, oddities are remarked, three things are refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quixotry.notation import gcg, gcg_line
from quixotry.notation.errors import GcgEncodingUnknown, GcgNoGame, GcgTooLarge
from quixotry.notation.gcg import format_gcg, parse_gcg
from quixotry.notation.gcg_line import MoveText, Unreadable, format_move_line, parse_move_text

PLAYERS = b"#player1 First First\n#player2 Second Second\n"


@pytest.mark.parametrize(
    ("text", "rack", "move", "score", "total"),
    [
        (">A: RACK 8H WORD +24 100", "RACK", gcg_line.WrittenPlay("8H", "WORD"), 24, 100),
        (">A: h8 W.rd +24 100", "", gcg_line.WrittenPlay("h8", "W.rd"), 24, 100),
        (">A: RACK 8H W(O)RD +24 100", "RACK", gcg_line.WrittenPlay("8H", "W(O)RD"), 24, 100),
        (">A: RACK 8H (WO)(RD) +24 100", "RACK", gcg_line.WrittenPlay("8H", "(WO)(RD)"), 24, 100),
        (">A: RACK - +0 100", "RACK", gcg_line.WrittenPass(), 0, 100),
        (">A:  - +0 -5", "", gcg_line.WrittenPass(), 0, -5),
        (">A: RACK -AC +0 100", "RACK", gcg_line.WrittenExchange("AC", 2), 0, 100),
        (">A: RACK -3 +0 100", "RACK", gcg_line.WrittenExchange("", 3), 0, 100),
        (">A: RACK -3 +0", "RACK", gcg_line.WrittenExchange("", 3), 0, None),
        (">A: RACK -- -24 76", "RACK", gcg_line.WrittenWithdrawal(), -24, 76),
        (">A: RACK -- -24", "RACK", gcg_line.WrittenWithdrawal(), -24, None),
        (">A: RACK (challenge) +5 105", "RACK", gcg_line.WrittenChallenge(), 5, 105),
        (">A:\t(time)  -10 90 ", "", gcg_line.WrittenTime(), -10, 90),
        (">A: (TIME) +12 112", "", gcg_line.WrittenEndRack("TIME"), 12, 112),
        (">A: RACK (RACK) -10 90", "RACK", gcg_line.WrittenEndRack("RACK"), -10, 90),
        (">A: () +0 90", "", gcg_line.WrittenEndRack(""), 0, 90),
    ],
)
def test_every_kind_of_move_line_is_understood(
    text: str, rack: str, move: gcg_line.WrittenMove, score: int, total: int | None
) -> None:
    assert parse_move_text(text) == MoveText("A", rack, move, score, is_signed=True, total=total)


def test_a_score_without_a_sign_is_noticed() -> None:
    says = parse_move_text(">A: RACK 8H WORD 24 100")
    assert isinstance(says, MoveText)
    assert not says.is_signed


@pytest.mark.parametrize(
    "text",
    [
        ">",
        ">:",
        "> : RACK - +0 0",
        ">A RACK - +0 0",
        ">A:",
        ">A: +0",
        ">A: +0 0",
        ">A: RACK - zero",
        ">A: RACK 8H +1 1",
        ">A: RACK WORD +1 1",
        ">A: R ACK 8H WORD +1 1",
        ">A: RACK 8H WORD +1234567 1234567",
        ">A: RACK 8H WORD +١ ١",
        ">A: RACK 8H WORD + -",
    ],
)
def test_a_move_line_that_is_none_says_why(text: str) -> None:
    assert isinstance(parse_move_text(text), Unreadable)


racks = st.text("ABC?", max_size=7)
moves = st.one_of(
    st.builds(gcg_line.WrittenPlay, st.sampled_from(("8H", "H8", "15O")), st.text("ABc.", min_size=1)),
    st.just(gcg_line.WrittenPass()),
    st.text("ABC?", min_size=1, max_size=7).map(lambda t: gcg_line.WrittenExchange(t, len(t))),
    st.integers(1, 7).map(lambda n: gcg_line.WrittenExchange("", n)),
    st.just(gcg_line.WrittenWithdrawal()),
    st.just(gcg_line.WrittenChallenge()),
    st.just(gcg_line.WrittenTime()),
    st.builds(gcg_line.WrittenEndRack, st.text("ABC?", min_size=1)),
)
texts = st.builds(
    MoveText,
    st.sampled_from(("First", "é", "x>y")),
    racks,
    moves,
    st.integers(-999, 999),
    st.just(True),
    st.integers(-999, 9999),
)


@given(texts)
def test_a_move_line_is_read_back_as_it_was_written(says: MoveText) -> None:
    # A loss of nothing is written -0, and a play taken off costs points whatever sign it was given.
    again = parse_move_text(format_move_line(says))
    assert isinstance(again, MoveText)
    assert abs(again.score) == abs(says.score)
    assert (again.nick, again.rack, again.move, again.total) == (says.nick, says.rack, says.move, says.total)


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
    with pytest.raises(GcgEncodingUnknown, match="Line 3 declares 'UTF-7'; only UTF-8 and ISO-8859-1"):
        parse_gcg(PLAYERS + b"#character-encoding UTF-7\n")


def test_a_second_encoding_is_remarked_and_ignored() -> None:
    file = parse_gcg(
        b"#character-encoding UTF-8\n#character-encoding utf8\n#character-encoding latin1\n" + PLAYERS
    )
    assert file.encoding == "utf-8"
    assert [remark.line for remark in file.remarks] == [3]


def test_a_mac_line_end_is_remarked_once() -> None:
    file = parse_gcg(PLAYERS.replace(b"\n", b"\r"))
    assert [remark.text for remark in file.remarks] == ["Lines end with CR; they are kept so."]


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
    assert file.notes() == (gcg.Note(6, "one\ntwo\nthree\nfour"), gcg.Note(11, ""))
    assert [remark.line for remark in file.remarks] == [13]


def test_players_and_racks_are_numbered() -> None:
    file = parse_gcg(
        b"#player1 nick\n#player2\tb  Full  Name \n#player\n#player0 x\n#player99 y\n#player1\n#rack2 AB\n"
    )
    players = [line for line in file.lines if isinstance(line, gcg.PlayerLine)]
    assert [(line.player, line.nick, line.name) for line in players] == [
        (1, "nick", "nick"),
        (2, "b", "Full  Name"),
    ]
    assert isinstance(file.lines[-1], gcg.RackLine)
    assert [remark.line for remark in file.remarks] == [3, 4, 5, 6]


def test_a_pragma_is_found_by_its_name() -> None:
    file = parse_gcg(PLAYERS + b"#title One\n#TITLE Two\n")
    title = file.pragma("title")
    assert title is not None
    assert title.value == "One"
    assert file.pragma("lexicon") is None
