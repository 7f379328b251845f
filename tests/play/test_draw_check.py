"""P6: records whose draws were checked, and records that somebody has changed."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import pytest

from quixotry.notation.errors import NotationError
from quixotry.notation.gcg import export_gcg, parse_gcg
from quixotry.notation.record import header_to_json
from quixotry.play.draw_check import check_record
from quixotry.play.gcg_draw_check import check_gcg_draw, people_of
from tests.fair.games import Drawn, drawn_game, secret
from tests.rules.build import PRESETS, RULES
from tests.soak import soak_count, soaked

TAMPERED = soak_count(60, 1000)


@cache
def games() -> list[Drawn]:
    return [
        drawn_game(rules, RULES[rules].seats.max, seed, computers=seed % 2 == 1)
        for rules in PRESETS
        for seed in range(3)
    ]


@pytest.mark.parametrize("rules", PRESETS)
@pytest.mark.parametrize("seed", range(4))
def test_a_game_of_any_rules_and_ending_is_checked_from_its_record_and_from_its_gcg(
    rules: str, seed: int
) -> None:
    drawn = drawn_game(rules, RULES[rules].seats.min, seed)
    checked = check_record(drawn.record)
    assert (checked.verdict.standing, checked.verdict.faults, checked.is_over) == ("checked", (), True)
    verdict = check_gcg_draw(parse_gcg(export_gcg(drawn.game)))
    assert (verdict.standing, verdict.faults) == ("checked", ())


def test_a_game_that_goes_on_is_checked_so_far() -> None:
    drawn = drawn_game()
    checked = check_record(b"".join(drawn.record.splitlines(keepends=True)[:3]))
    assert checked.verdict.standing == "checked"
    assert not checked.is_over


def test_the_gcg_of_a_game_that_goes_on_does_not_show_its_seed() -> None:
    drawn = drawn_game()
    going = replace(drawn.game, events=(), position=drawn.game.position)
    unfinished = type(going).of(going.header, drawn.decisions[0])
    assert b"Draw:" not in export_gcg(unfinished)
    assert unfinished.header.seed.encode() not in export_gcg(unfinished)


def test_a_game_saved_before_there_were_commitments_follows_from_its_one_seed() -> None:
    drawn = drawn_game()
    header = replace(drawn.game.header, draw=None)
    checked = check_record(header_to_json(header) + b"\n")
    assert [fault.code for fault in checked.verdict.faults] == ["nothing"]
    from quixotry.fair.draws import draws_of
    from quixotry.notation.record import events_to_json
    from quixotry.rules.game import Game

    begun = Game.begin(header, draws_of(header))
    checked = check_record(header_to_json(header) + b"\n" + events_to_json(begun.events) + b"\n")
    assert checked.verdict.standing == "one-seed"


def test_a_draw_that_was_never_completed_is_not_checked() -> None:
    header = drawn_game().game.header
    assert header.draw is not None
    undealt = replace(header, draw=replace(header.draw, shares=(), pledges=()))
    verdict = check_record(header_to_json(undealt) + b"\n").verdict
    assert (verdict.standing, [fault.code for fault in verdict.faults]) == ("wrong", ["shares"])


@pytest.mark.parametrize("content", [b"", b"\n" * 6000, b"{}\n", b"not json\n"])
def test_what_is_no_record_is_an_error_and_no_verdict(content: bytes) -> None:
    with pytest.raises(NotationError):
        check_record(content)


# Tampering: each takes the plain lines of a record and changes one thing in it, or says that there is no such thing.

Tamper = Callable[[dict[str, Any], list[list[dict[str, Any]]], Random], bool]


def _digit(text: str, random: Random) -> str:
    at = random.randrange(len(text))
    return (
        text[:at] + random.choice([sign for sign in "0123456789abcdef" if sign != text[at]]) + text[at + 1 :]
    )


def _seed(header: dict[str, Any], _: Any, random: Random) -> bool:
    header["seed"] = _digit(header["seed"], random)
    return True


def _fixed(header: dict[str, Any], _: Any, random: Random) -> bool:
    key = random.choice(["previous", "commitment", "terms"])
    header["draw"][key] = _digit(header["draw"][key], random)
    return True


def _given(header: dict[str, Any], _: Any, random: Random) -> bool:
    given = header["draw"][random.choice(["shares", "pledges"])]
    seat = random.choice([seat for seat, each in enumerate(given) if each])
    given[seat] = _digit(given[seat], random)
    return True


def _left_out(header: dict[str, Any], _: Any, random: Random) -> bool:
    header["draw"][random.choice(["shares", "pledges"])][0] = ""
    return True


def _counted(header: dict[str, Any], _: Any, random: Random) -> bool:
    header["draw"][random.choice(["number", "attempt"])] += random.randint(1, 5)
    return True


def _no_draw(header: dict[str, Any], _: Any, random: Random) -> bool:
    del header["draw"]
    return True


def _player(header: dict[str, Any], _: Any, random: Random) -> bool:
    header["players"][random.randrange(len(header["players"]))]["name"] += "x"
    return True


def _agreed(header: dict[str, Any], _: Any, random: Random) -> bool:
    key = random.choice(["id", "lexicon_id", "lexicon_digest", "started_at", "match_id"])
    header[key] += "0"
    return True


def _one(events: list[list[dict[str, Any]]], random: Random, *keys: str) -> tuple[dict[str, Any], str] | None:
    found = [(event, key) for line in events for event in line for key in keys if event.get(key)]
    return random.choice(found) if found else None


def _tile(_: Any, events: list[list[dict[str, Any]]], random: Random) -> bool:
    found = _one(events, random, "tiles", "drawn", "returned")
    if found is None:
        return False
    event, key = found
    at = random.randrange(len(event[key]))
    event[key][at] = (event[key][at] + random.randint(1, 26)) % 27
    return True


def _order(_: Any, events: list[list[dict[str, Any]]], random: Random) -> bool:
    found = _one(events, random, "tiles", "drawn")
    if found is None or found[0][found[1]] == found[0][found[1]][::-1]:
        return False
    found[0][found[1]].reverse()
    return True


def _laid(_: Any, events: list[list[dict[str, Any]]], random: Random) -> bool:
    found = _one(events, random, "placements")
    if found is None:
        return False
    placement = random.choice(found[0]["placements"])
    placement[random.randrange(2)] += 1
    return True


def _points(_: Any, events: list[list[dict[str, Any]]], random: Random) -> bool:
    found = _one(events, random, "score", "points")
    if found is None:
        return False
    found[0][found[1]] += random.choice([-10, -1, 1, 10])
    return True


def _whose(_: Any, events: list[list[dict[str, Any]]], random: Random) -> bool:
    event = random.choice(random.choice(events))
    event["seat"] = (event["seat"] + 1) % 2
    return True


def _line_gone(_: Any, events: list[list[dict[str, Any]]], random: Random) -> bool:
    if len(events) < 3:
        return False
    del events[random.randrange(len(events) - 1)]
    return True


def _line_twice(_: Any, events: list[list[dict[str, Any]]], random: Random) -> bool:
    at = random.randrange(len(events))
    events.insert(at, events[at])
    return True


def _result(_: Any, events: list[list[dict[str, Any]]], random: Random) -> bool:
    end = events[-1][-1]
    if "outcome" not in end:
        return False
    end["outcome"]["scores"][0] += 1
    return True


TAMPERS: tuple[Tamper, ...] = (
    _seed, _fixed, _given, _left_out, _counted, _no_draw, _player, _agreed, _tile, _order, _laid, _points, _whose,
    _line_gone, _line_twice, _result,
)  # fmt: skip


def _is_caught(record: bytes) -> bool:
    try:
        return check_record(record).verdict.standing != "checked"
    except NotationError:
        return True


@soaked
def test_every_record_that_was_tampered_with_is_caught() -> None:
    random, done, missed = Random("tampered"), 0, []
    while done < TAMPERED:
        drawn, tamper = random.choice(games()), TAMPERS[done % len(TAMPERS)]
        header, *events = map(json.loads, drawn.record.splitlines())
        if not tamper(header, events, random):
            continue
        done += 1
        record = "".join(json.dumps(line) + "\n" for line in (header, *events)).encode()
        if not _is_caught(record):
            missed.append((tamper.__name__, drawn.game.header.id))
    assert missed == []


# GCG: each changes one thing of the text.


def gcg_rack(text: str, random: Random) -> str:
    lines = list(re.finditer(r"^>\S+ ([A-Z?]{2,}) (?:\d|[A-O])", text, re.MULTILINE))
    match = random.choice(lines)
    at = random.randrange(*match.span(1))
    return text[:at] + random.choice([sign for sign in "AEIX" if sign != text[at]]) + text[at + 1 :]


def gcg_score(text: str, random: Random) -> str:
    match = random.choice(list(re.finditer(r" \+(\d+) -?\d+$", text, re.MULTILINE)))
    return f"{text[: match.start(1)]}{int(match[1]) + 1}{text[match.end(1) :]}"


def gcg_line(text: str, random: Random) -> str:
    moves = [line for line in text.splitlines(keepends=True) if line.startswith(">") and "(" not in line]
    return text.replace(random.choice(moves[:-1]), "", 1)


def gcg_name(text: str, random: Random) -> str:
    return re.sub(r"^(#player1 \S+ )", r"\1Other ", text, count=1, flags=re.MULTILINE)


def gcg_note(text: str, random: Random) -> str:
    at = random.choice([match.start() + 20 for match in re.finditer(r"[0-9a-f]{64}", text)])
    return text[:at] + _digit(text[at], random) + text[at + 1 :]


def gcg_moved(text: str, random: Random) -> str:
    drawn = list(re.finditer(r'\["draw","\d","([A-Z?]+)"\]', text))
    match = random.choice(drawn)
    at = random.randrange(*match.span(1))
    return text[:at] + random.choice([sign for sign in "AEIX" if sign != text[at]]) + text[at + 1 :]


def gcg_id(text: str, random: Random) -> str:
    return text.replace("#id quixotry ", "#id quixotry x", 1)


GCG_TAMPERS = (gcg_rack, gcg_score, gcg_line, gcg_name, gcg_note, gcg_moved, gcg_id)


@soaked
def test_every_gcg_file_that_was_tampered_with_is_caught() -> None:
    random, missed = Random("tampered"), []
    texts = [export_gcg(drawn.game).decode() for drawn in games()]
    texts = [text for text in texts if len(re.findall(r"^>\S+ [A-Z?]{2,} \d*[A-O]", text, re.MULTILINE)) > 3]
    assert len(texts) > 5
    for number in range(TAMPERED):
        tamper = GCG_TAMPERS[number % len(GCG_TAMPERS)]
        text = random.choice(texts)
        changed = tamper(text, random)
        assert changed != text, tamper.__name__
        if check_gcg_draw(parse_gcg(changed.encode())).standing == "checked":
            missed.append((tamper.__name__, number))
    assert missed == []


def _with_note(change: Callable[[dict[str, Any]], None]) -> list[str]:
    """The faults of a GCG file after a change to its note."""
    text = export_gcg(drawn_game(seed=2).game).decode()
    line = next(each for each in text.splitlines() if each.startswith("#note Draw: "))
    note = json.loads(line.removeprefix("#note Draw: "))
    change(note)
    told = "#note Draw: " + json.dumps(note, ensure_ascii=False, separators=(",", ":"))
    verdict = check_gcg_draw(parse_gcg(text.replace(line, told).encode()))
    return [fault.code for fault in verdict.faults]


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda note: note.update(scheme="quixotry-draw-2"), "scheme"),
        (lambda note: note.update(terms="[]"), "terms"),
        (lambda note: note.update(seed="5eed"), "unreadable"),
        (lambda note: note.update(more=1), "note"),
        (lambda note: note.update(tiles=[["A", -1]]), "rules"),
        (lambda note: note.update(tiles=[]), "rules"),
        (lambda note: note["tiles"][3].reverse(), "note"),
        (lambda note: note["moved"].append(["jump", "1"]), "note"),
        (lambda note: note["moved"].append([]), "note"),
        (lambda note: note["moved"].append(["pass", "9"]), "note"),
        (lambda note: note["moved"].append(["pass", "1"]), "moves_missing"),
        (lambda note: note["moved"].append(["draw", "1", "A" * 200]), "tile"),
    ],
)
def test_a_note_that_cannot_be_is_told_by_what_is_wrong_with_it(
    change: Callable[[dict[str, Any]], None], expected: str
) -> None:
    assert expected in _with_note(change)


def test_a_gcg_file_of_another_program_tells_nothing_of_its_draw() -> None:
    gcg = b"#player1 a Ann\n#player2 b Ben\n>a: AEINRST 8D RETAINS +66 66\n"
    assert check_gcg_draw(parse_gcg(gcg)).standing == "untold"


def test_the_people_of_a_draw_are_those_who_gave_to_it() -> None:
    from quixotry.notation.gcg import DrawNote, parse_draw_note

    note = parse_draw_note(parse_gcg(export_gcg(drawn_game(computers=True).game)))
    assert isinstance(note, DrawNote)
    assert people_of(note) == ["First"]
    assert secret("share 0 0") in note.draw.shares
