"""A table: one command at a time, answered after it is saved, once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from quixotry.engine.reference import best_score
from quixotry.lexicon.wordlist import Lexicon
from quixotry.play.errors import PlayError
from quixotry.play.limits import TRIES_MAX
from quixotry.play.ports import CannotSave
from quixotry.play.receipts import Command
from quixotry.protocol.moves import Placement as Laid
from quixotry.protocol.moves import show_placements
from quixotry.rules.match import carried_points
from quixotry.rules.move import Accept, Challenge, Exchange, Move, Pass, Placement, Play, Resign
from quixotry.rules.ruleset import ClockRule
from quixotry.rules.ruleset_file import preset
from quixotry.rules.view import View
from quixotry.threads import TookTooLong
from tests.play.support import WORDS, Clock, Greedy, House, Page, TinyBook, greedy, house, send, until
from tests.rules.build import PRESETS

pytestmark = pytest.mark.anyio


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite3"


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
async def here(file: Path) -> AsyncIterator[House]:
    async with house(file) as opened:
        yield opened


def run(file: Path, story: object, **options: object) -> None:
    async def told() -> None:
        async with house(file, **options) as here:  # type: ignore[arg-type]
            await story(here)  # type: ignore[operator]

    asyncio.run(told())


async def test_a_move_is_told_to_everybody_and_then_acknowledged(here: House) -> None:
    table = await here.game()
    first, second, nobody = here.sit(table, 0), here.sit(table, 1), here.sit(table)
    answer = await send(table, first, greedy_play(table))
    assert [message["type"] for message in first.messages] == ["events", "ack"]
    assert answer == {"type": "ack", "command_id": "c3", "seq": 5}
    (told,) = second.messages
    assert [event["kind"] for event in told["events"]] == ["TilesPlayed", "TilesDrawn"]
    assert "tiles" not in told["events"][1]
    assert told["view"]["rack"] is not None
    (watched,) = nobody.messages
    assert watched["view"]["rack"] is None
    assert here.log.next_seq(table.id) == 5


def rack_of(page: Page) -> str | None:
    rack: str | None = page.last["view"]["rack"]
    return rack


def greedy_play(table: object) -> Play:
    position = table.game.position  # type: ignore[attr-defined]
    best = best_score(position.board, position.racks[position.turn], position.ruleset, WORDS.words)
    assert best is not None
    return best[0]


def test_the_same_command_again_gets_the_same_bytes_and_counts_once(file: Path) -> None:
    async def story(here: House) -> None:
        table = await here.game()
        page = here.sit(table, 0)
        command = Command("mine", 0, 3, Pass())
        await table.handle(page, command)
        answer = page.sent[-1]
        await table.handle(page, command)
        assert page.sent[-1] == answer
        assert table.game.position.seq == 4

    async def after_a_restart(here: House) -> None:
        (game_id,) = here.log.list()
        table = await here.tables.table(game_id)
        page = here.sit(table, 0)
        await table.handle(page, Command("mine", 0, 3, Pass()))
        assert page.sent == [b'{"type":"ack","command_id":"mine","seq":4}']
        # Another seat's command of the same id is another command.
        other = here.sit(table, 1)
        await table.handle(other, Command("mine", 1, 4, Pass()))
        assert other.last == {"type": "ack", "command_id": "mine", "seq": 5}

    run(file, story)
    run(file, after_a_restart)


async def test_a_refusal_sent_again_is_the_same_refusal(here: House) -> None:
    table = await here.game()
    page = here.sit(table, 0)
    for _ in range(2):
        await table.handle(page, Command("x", 0, 3, Play((Placement(0, 1),))))
    assert page.sent[0] == page.sent[1]
    assert page.last["type"] == "refused"


async def test_a_stale_command_is_told_what_it_missed(here: House) -> None:
    table = await here.game()
    first, second = here.sit(table, 0), here.sit(table, 1)
    await send(table, first, Pass())
    await table.handle(second, Command("late", 1, 3, Pass()))
    assert second.last["type"] == "out_of_sync"
    assert [event["kind"] for event in second.last["events"]] == ["TurnPassed"]
    assert second.last["seq"] == 4
    assert second.last["view"]["turn"] == 1


async def test_nobody_moves_for_another_seat(here: House) -> None:
    table = await here.game()
    stranger, second = here.sit(table), here.sit(table, 1)
    for page in (stranger, second):
        answer = await send(table, page, Pass(), seat=0)
        assert answer["code"] == "not_your_seat"
    answer = await send(table, second, Pass(), seat=1)
    assert answer["code"] == "not_your_turn"
    assert table.game.position.seq == 3


async def test_on_a_shared_screen_a_rack_comes_only_after_that_seats_continue(here: House) -> None:
    table = await here.game("party")
    screen = here.sit(table, 0, 1)
    racks = [rack.text(WORDS_ALPHABET) for rack in table.game.position.racks]
    await table.snapshot(screen)
    assert screen.last["is_shared"]
    assert screen.last["hand_over"] == {"seat": 0, "name": "Player 1"}
    assert rack_of(screen) is None
    # Not the other's rack either, and nothing can be asked of it.
    await table.carry_on(screen, 1)
    assert rack_of(screen) is None
    await table.preview(screen, 1, 0, [Laid(112, "E")])
    assert screen.last["error"]["code"] == "hand_over"
    assert (await send(table, screen, Pass()))["code"] == "hand_over"
    for message in screen.messages:
        assert all("tiles" not in event for event in message.get("events", ()))
    await table.carry_on(screen, 0)
    assert rack_of(screen) == racks[0]
    # A reload keeps what was shown, though a page has no seats until it is looked up; the end of the turn hides it.
    reloaded = here.sit(table, 0, 1)
    reloaded.seats = ()
    await table.welcome(reloaded)
    await table.snapshot(reloaded)
    assert rack_of(reloaded) == racks[0]
    await send(table, screen, greedy_play(table))
    told = screen.of_type("events")[-1]
    assert told["view"]["rack"] is None
    assert told["hand_over"] == {"seat": 1, "name": "Player 2"}
    assert all("tiles" not in event for event in told["events"] if event["kind"] == "TilesDrawn")
    await table.snapshot(reloaded)
    assert rack_of(reloaded) is None


WORDS_ALPHABET = preset("party").tiles.alphabet


async def test_cover_brings_the_hand_over_screen_back(here: House) -> None:
    table = await here.game("party")
    screen = here.sit(table, 0, 1)
    await table.carry_on(screen, 0)
    await table.cover(screen)
    assert rack_of(screen) is None
    assert screen.last["hand_over"]["seat"] == 0


async def test_what_a_watcher_asks_is_shown_to_that_page_alone(here: House) -> None:
    """Strangers without a cookie have one session together: each message of one was answered to all."""
    table = await here.game()
    one, other = here.sit(table), here.sit(table)
    await table.cover(one)
    await table.carry_on(one, 0)
    assert len(one.sent) == 2
    assert other.sent == []


def test_a_shared_screen_after_a_restart_is_at_the_hand_over_again(file: Path) -> None:
    async def story(here: House) -> None:
        table = await here.game("party")
        screen = here.sit(table, 0, 1)
        await table.carry_on(screen, 0)

    async def later(here: House) -> None:
        (game_id,) = here.log.list()
        table = await here.tables.table(game_id)
        screen = here.sit(table, 0, 1)
        await table.snapshot(screen)
        assert rack_of(screen) is None

    run(file, story)
    run(file, later)


async def test_after_twenty_refused_plays_it_is_no_longer_said_why(here: House) -> None:
    table = await here.game()
    page = here.sit(table, 0)
    bad = Play((Placement(0, 1),))
    for number in range(TRIES_MAX):
        answer = await send(table, page, bad, command=f"t{number}")
        assert answer["code"] != "too_many_tries"
    assert (await send(table, page, bad, command="last"))["code"] == "too_many_tries"
    await table.preview(page, 1, 0, [])
    good = greedy_play(table)
    await table.preview(
        page, 2, 0, show_placements(good.placements, table.game.header.ruleset.tiles.alphabet)
    )
    assert all(word["is_word"] is None for word in page.last["words"])
    assert (await send(table, page, good, command="good"))["type"] == "ack"


async def test_a_preview_says_what_a_play_would_score_and_changes_nothing(here: House) -> None:
    table = await here.game("party")
    page = here.sit(table, 0)
    await table.preview(page, 1, 0, [])
    assert page.last["open_squares"] == [112]
    laid = show_placements(greedy_play(table).placements, table.game.header.ruleset.tiles.alphabet)
    await table.preview(page, 2, 0, laid)
    assert page.last["score"] > 0
    assert all(word["is_word"] for word in page.last["words"])
    await table.preview(page, 3, 0, [Laid(0, laid[0].sign)])
    assert page.last["score"] is None
    assert page.last["error"]["code"] == "start_not_covered"
    assert table.game.position.seq == 3


async def test_where_words_are_challenged_a_preview_does_not_say_whether_they_are_good(here: House) -> None:
    table = await here.game("tournament")
    turn = table.game.position.turn
    assert turn is not None
    page = here.sit(table, turn)
    rack = table.game.position.racks[turn].text(WORDS_ALPHABET).replace("?", "")
    await table.preview(page, 1, turn, [Laid(112, rack[0]), Laid(113, rack[1])])
    assert page.last["score"] is not None
    assert [word["is_word"] for word in page.last["words"]] == [None]


async def test_a_challenged_play_comes_off_the_board(here: House) -> None:
    table = await here.game("tournament")
    first = table.game.position.turn
    assert first is not None
    pages = {seat: here.sit(table, seat) for seat in (0, 1)}
    second = 1 - first
    letters = [tile for tile in table.game.position.racks[first] if tile][:7]
    await send(
        table, pages[first], Play(tuple(Placement(112 + n, cell) for n, cell in enumerate(letters[:6])))
    )
    assert pages[second].of_type("events")[-1]["view"]["pending"]["seat"] == first
    await send(table, pages[second], Challenge())
    kinds = [event["kind"] for event in pages[second].of_type("events")[-1]["events"]]
    assert kinds == ["PlayChallenged", "PlayWithdrawn"]
    assert table.game.position.board.is_empty


async def test_computers_sit_like_anybody_and_their_thinking_is_told(here: House) -> None:
    table = await here.game("solo", ("person", "computer"))
    page = here.sit(table, 0)
    await send(table, page, greedy_play(table))
    await until(lambda: table.game.position.turn == 0)
    kinds = [message["type"] for message in page.messages]
    assert kinds == ["events", "ack", "thinking", "events"]
    assert page.last["events"][0]["seat"] == 1


def test_a_computer_that_breaks_the_rules_passes_instead(file: Path) -> None:
    async def story(here: House) -> None:
        table = await here.game("friends", ("computer", "person"))
        await until(lambda: table.game.position.turn == 1)
        assert table.game.position.turns[0].kind == "pass"

    # It plays on a square off the board.
    run(file, story, computers=Greedy(lambda view: Play((Placement(9999, 1),))))


def test_a_computer_that_may_not_even_pass_resigns_rather_than_hang(file: Path) -> None:
    async def story(here: House) -> None:
        table = await here.game("classic", ("computer", "computer"))
        here.watch(table)
        await until(lambda: table.game.position.is_over)
        assert table.game.position.outcome is not None
        assert table.game.position.outcome.reason == "resigned"

    run(file, story, computers=Greedy(lambda view: Play((Placement(9999, 1),))), seed="1")


@pytest.mark.parametrize("rules", PRESETS)
async def test_two_computers_play_any_ruleset_to_its_end(here: House, rules: str) -> None:
    table = await here.game(rules, ("computer", "computer"))
    here.watch(table)
    await until(lambda: table.game.position.is_over)
    summary = await here.tables.lobby.summary(table.id, "")
    assert summary.state == "finished"
    assert summary.outcome is not None
    assert summary.outcome.scores == table.game.position.scores


async def test_a_match_goes_on_to_its_second_game_and_its_result(here: House) -> None:
    table = await here.game("match", ("person", "computer"))
    page = here.sit(table, 0, session="s")
    first = table.game.events[0].seat
    await send(table, page, Resign(), seat=0)
    over = page.of_type("events")[-1]
    assert over["next_game"] == f"{table.id}-2"
    second = await here.tables.table(over["next_game"])
    await until(lambda: second.game.position.turn == 0)
    starter = second.game.events[0].seat
    assert {first, starter} == {0, 1}
    assert await here.tables.lobby.seats_of("s", second.id) == (0,)
    player = here.sit(second, 0)
    await send(second, player, Resign(), seat=0)
    summary = await here.tables.lobby.summary(second.id, "s")
    assert summary.match is not None
    assert summary.match.outcome is not None
    assert summary.match.outcome.winners == (1,)
    assert player.of_type("events")[-1]["next_game"] is None


def test_a_computer_knows_in_the_second_game_of_a_match_what_the_first_brought(file: Path) -> None:
    seen: list[View] = []

    def noting(view: View) -> Move:
        seen.append(view)
        return greedy(view)

    async def story(here: House) -> None:
        table = await here.game("match", ("computer", "computer"))
        here.watch(table)
        await until(lambda: table.game.position.is_over)
        await until(lambda: table.next_game is not None)
        second = await here.tables.table(f"{table.id}-2")
        here.watch(second)
        await until(lambda: second.game.position.is_over)
        outcome = table.game.position.outcome
        assert outcome is not None
        assert outcome.scores[0] != outcome.scores[1]
        # Each game's views follow one another: first those of the first, which brings nothing along.
        assert list(dict.fromkeys(view.carried for view in seen)) == [(), carried_points(outcome)]

    run(file, story, computers=Greedy(noting))


def test_computers_go_on_after_a_restart(file: Path) -> None:
    class Stuck(Greedy):
        async def choose(self, *_: object) -> Pass:
            await asyncio.sleep(3600)
            return Pass()

    async def story(here: House) -> None:
        table = await here.game("solo", ("person", "computer"))
        page = here.sit(table, 0)
        await send(table, page, greedy_play(table))

    async def later(here: House) -> None:
        (game_id,) = here.log.list()
        table = await here.tables.table(game_id)
        await until(lambda: table.game.position.turn == 0)
        assert len(table.game.position.turns) == 2

    run(file, story, computers=Stuck())
    run(file, later)


def test_time_runs_only_while_somebody_is_there_and_an_outage_costs_nothing(file: Path) -> None:
    clock = Clock()
    rules = replace(preset("friends"), clock=ClockRule(minutes=1))

    async def story(here: House) -> None:
        table = await here.game(rules)
        clock.at_ms += 3_600_000
        page = here.sit(table, 0)
        clock.at_ms += 5_000
        await table.snapshot(page)
        assert page.last["clock"]["left_ms"] == [55_000, 60_000]
        assert page.last["clock"]["running"] == 0
        table.detach(page)
        clock.at_ms += 3_600_000
        back = here.sit(table, 0)
        clock.at_ms += 2_000
        await send(table, back, Pass())
        assert table.game.position.clock.used_ms == (7_000, 0)

    async def after_the_outage(here: House) -> None:
        clock.at_ms += 3_600_000
        (game_id,) = here.log.list()
        table = await here.tables.table(game_id)
        page = here.sit(table, 1)
        clock.at_ms += 1_000
        await send(table, page, Pass())
        assert table.game.position.clock.used_ms == (7_000, 1_000)

    run(file, story, clock=clock)
    run(file, after_the_outage, clock=clock)


async def test_a_move_that_cannot_be_saved_changes_nothing_and_can_be_made_again(here: House) -> None:
    table = await here.game()
    page = here.sit(table, 0)
    saved = here.log.submit_append

    def full(*_: object) -> object:
        raise CannotSave("database or disk is full")

    here.log.submit_append = full  # type: ignore[assignment]
    answer = await send(table, page, Pass())
    assert answer["code"] == "cannot_save"
    assert table.game.position.seq == 3
    here.log.submit_append = saved  # type: ignore[method-assign]
    assert await send(table, page, Pass()) == answer, (
        "the same command: its second copy must not count after all"
    )
    assert table.game.position.seq == 3
    assert (await send(table, page, Pass(), command="another"))["type"] == "ack"


async def test_a_move_saved_too_late_for_its_answer_is_found_when_it_is_sent_again(here: House) -> None:
    table = await here.game()
    ada, ben = here.sit(table, 0), here.sit(table, 1)
    saved = here.log.submit_append

    def late(*given: Any) -> object:
        saved(*given).result()
        raise CannotSave("the database does not answer")

    here.log.submit_append = late  # type: ignore[assignment]
    assert (await send(table, ada, Pass()))["code"] == "cannot_save"
    here.log.submit_append = saved  # type: ignore[method-assign]
    assert (await send(table, ada, Pass()))["type"] == "ack"
    assert ben.of_type("events")[-1]["view"]["turn"] == 1


def test_a_game_whose_word_list_has_changed_can_be_seen_but_not_played(file: Path) -> None:
    async def story(here: House) -> None:
        await here.game()

    async def later(here: House) -> None:
        (game_id,) = here.log.list()
        table = await here.tables.table(game_id)
        page = here.sit(table, 0)
        await table.snapshot(page)
        assert rack_of(page)
        assert (await send(table, page, Pass()))["code"] == "lexicon_changed"

    run(file, story)
    run(file, later, digest_of=TinyBook(Lexicon.of(["AA"])))


async def test_seats_that_change_hands_change_what_pages_see(here: House) -> None:
    table = await here.game("party", session="home")
    page = here.sit(table, 0, 1, session="home")
    other = here.sit(table, session="away")
    here.log.seats.grant("away", table.id, [1])
    await here.tables.seats_moved(table.id)
    assert page.last["seats"] == [0]
    assert rack_of(page)
    assert other.last["seats"] == [1]


@pytest.mark.parametrize("names", [["A"], ["A", "a"], ["A", ""], ["A", "x" * 41], ["A", "b\n"]])
async def test_seats_that_cannot_be_are_refused(here: House, names: list[str]) -> None:
    from quixotry.rules.game import SeatedPlayer

    with pytest.raises(PlayError):
        await here.tables.new_game(preset("friends"), "tiny", [SeatedPlayer(name) for name in names], "s")


async def test_exchange_and_accept_work_through_the_table(here: House) -> None:
    table = await here.game("tournament")
    turn = table.game.position.turn
    assert turn is not None
    pages = {seat: here.sit(table, seat) for seat in (0, 1)}
    tiles = tuple(table.game.position.racks[turn])[:2]
    assert (await send(table, pages[turn], Exchange(tiles)))["type"] == "ack"
    own, seen = pages[turn].of_type("events")[-1], pages[1 - turn].of_type("events")[-1]
    assert len(own["events"][0]["drawn"]) == 2
    assert "drawn" not in seen["events"][0]
    assert seen["events"][0]["count"] == 2
    answer = await send(table, pages[1 - turn], Accept())
    assert answer["code"] == "nothing_to_challenge"


def test_a_word_list_that_came_too_late_once_is_there_the_next_time(tmp_path: Path) -> None:
    """After a restart of a busy server a table stayed without words, and refused every move at it."""

    async def story() -> None:
        async with house(tmp_path / "games.sqlite3") as ours:
            table = await ours.game()
            ours.tables._tables.clear()
            lobby = ours.tables.lobby
            found = lobby.admission.wordbook

            def late(name: str) -> TinyBook:
                object.__setattr__(lobby.admission, "wordbook", found)
                raise TimeoutError

            object.__setattr__(lobby.admission, "wordbook", late)
            with pytest.raises(TookTooLong):
                await ours.tables.table(table.id)
            assert (await ours.tables.table(table.id)).words is not None

    asyncio.run(story())
