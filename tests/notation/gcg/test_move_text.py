"""Move lines of GCG: every kind is understood, and written so that it is understood again."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quixotry.notation.gcg import move_text
from quixotry.notation.gcg.move_text import MoveText, Unreadable, format_move_line, parse_move_text


@pytest.mark.parametrize(
    ("text", "rack", "move", "score", "total"),
    [
        (">A: RACK 8H WORD +24 100", "RACK", move_text.WrittenPlay("8H", "WORD"), 24, 100),
        (">A: h8 W.rd +24 100", "", move_text.WrittenPlay("h8", "W.rd"), 24, 100),
        (">A: RACK 8H W(O)RD +24 100", "RACK", move_text.WrittenPlay("8H", "W(O)RD"), 24, 100),
        (">A: RACK 8H (WO)(RD) +24 100", "RACK", move_text.WrittenPlay("8H", "(WO)(RD)"), 24, 100),
        (">A: RACK - +0 100", "RACK", move_text.WrittenPass(), 0, 100),
        (">A:  - +0 -5", "", move_text.WrittenPass(), 0, -5),
        (">A: RACK -AC +0 100", "RACK", move_text.WrittenExchange("AC", 2), 0, 100),
        (">A: RACK -3 +0 100", "RACK", move_text.WrittenExchange("", 3), 0, 100),
        (">A: RACK -3 +0", "RACK", move_text.WrittenExchange("", 3), 0, None),
        (">A: RACK -- -24 76", "RACK", move_text.WrittenWithdrawal(), -24, 76),
        (">A: RACK -- -24", "RACK", move_text.WrittenWithdrawal(), -24, None),
        (">A: RACK (challenge) +5 105", "RACK", move_text.WrittenChallenge(), 5, 105),
        (">A:\t(time)  -10 90 ", "", move_text.WrittenTime(), -10, 90),
        (">A: (TIME) +12 112", "", move_text.WrittenEndRack("TIME"), 12, 112),
        (">A: RACK (RACK) -10 90", "RACK", move_text.WrittenEndRack("RACK"), -10, 90),
        (">A: () +0 90", "", move_text.WrittenEndRack(""), 0, 90),
    ],
)
def test_every_kind_of_move_line_is_understood(
    text: str, rack: str, move: move_text.WrittenMove, score: int, total: int | None
) -> None:
    assert parse_move_text(text) == MoveText("A", rack, move, score, is_signed=True, total=total)


@pytest.mark.parametrize("comment", ["JIFFIES,AN", "two words", "12 13", "+5 5", "30"])
@pytest.mark.parametrize(
    "move", ["AEFFIIJ 8D JIFFIES", "8D JIFFIES", "AEFFIIJ -", "AEFFIIJ -FF", "AB --", "(AB)"]
)
def test_text_after_the_total_is_a_comment(move: str, comment: str) -> None:
    plain = parse_move_text(f">nick: {move} +8 88")
    assert isinstance(plain, MoveText)
    assert parse_move_text(f">nick: {move} +8 88 {comment}") == replace(plain, comment=comment)


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
    st.builds(move_text.WrittenPlay, st.sampled_from(("8H", "H8", "15O")), st.text("ABc.", min_size=1)),
    st.just(move_text.WrittenPass()),
    st.text("ABC?", min_size=1, max_size=7).map(lambda t: move_text.WrittenExchange(t, len(t))),
    st.integers(1, 7).map(lambda n: move_text.WrittenExchange("", n)),
    st.just(move_text.WrittenWithdrawal()),
    st.just(move_text.WrittenChallenge()),
    st.just(move_text.WrittenTime()),
    st.builds(move_text.WrittenEndRack, st.text("ABC?", min_size=1)),
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
