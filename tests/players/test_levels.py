"""The levels: what they know, overlook and do, in every version of the rules."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from quixotry.analysis.hints import best_moves
from quixotry.arena.game import play_game
from quixotry.lexicon import Lexicon, load
from quixotry.lexicon.familiarity import sizes
from quixotry.players.champion import Champion
from quixotry.players.computer import Computer
from quixotry.players.level import LEVELS, Level
from quixotry.players.levels import UnknownLevel, describe_level, level_named, level_names, player_for
from quixotry.players.vocabulary import known_words, looked_up_words
from quixotry.rules.board import Board
from quixotry.rules.family import unfit_words
from quixotry.rules.move import Accept, Challenge, Exchange, Pass, Placement, Play
from quixotry.rules.position import Pending, Position, Turn, before_start, replay
from quixotry.rules.referee import start
from quixotry.rules.ruleset_file import preset
from quixotry.rules.scoring import WordScore
from quixotry.rules.view import View, view_of
from tests.engine.games import small_lexicon

RATED = re.compile(r"^\| `(\w+)` \| (\d+) \| \d+ to \d+ \|", re.MULTILINE)
STATIC = tuple(level.name for level in LEVELS if level.search is None)


@cache
def words() -> Lexicon:
    """Common words and the short ones of the small list: graphs of it are built in a moment."""
    return Lexicon.of([*small_lexicon().words, *load("common").words[::7]], id="some")


def first_view(rules: str, rack: str = "", seats: int = 2) -> View:
    ruleset = preset(rules)
    position = replay(ruleset, seats, start(ruleset, seats, tiles=lambda _, bag: next(iter(bag)), game=1))
    assert position.turn is not None
    view = view_of(position, position.turn)
    if not rack:
        return view
    tiles = ruleset.tiles.rack(rack)
    return replace(view, rack=tiles, unseen=ruleset.tiles.counts - tiles)


def test_levels_go_from_weak_to_strong_and_each_says_what_it_does() -> None:
    assert level_names() == (*STATIC, "champion", "grandmaster")
    assert set(level_names()) >= {"beginner", "casual", "club", "expert", "champion"}, "saved games name them"
    assert all(describe_level(name).endswith(".") for name in level_names())
    with pytest.raises(UnknownLevel, match="choose one of starter"):
        player_for("god", words())


@pytest.mark.parametrize(
    "level", [level for level in LEVELS if level.size_max], ids=lambda level: str(level.name)
)
def test_beginner_to_club_know_no_slur_and_no_obscenity(level: Level) -> None:
    default = load("default")
    assert not unfit_words().keys() & set(known_words(level, default))
    assert not unfit_words().keys() & set(looked_up_words(level, default))


@pytest.mark.parametrize("level", STATIC)
def test_no_computer_lays_a_coarse_word_in_a_family_game(level: str) -> None:
    """Given nothing else to lay, it passes; only the expert lays it where the rules allow it."""
    view = first_view("classic", "ARSEEEE")
    player = player_for(level, Lexicon.of(["ARSE"], id="coarse"))
    is_laid = isinstance(player.choose(view, 1000), Play)
    assert is_laid == (level == "expert")
    family = replace(view.ruleset, words=replace(view.ruleset.words, family=True))
    assert not isinstance(player.choose(replace(view, ruleset=family), 1000), Play)


@pytest.mark.parametrize("level", LEVELS, ids=lambda level: str(level.name))
def test_every_level_is_in_the_reference(level: Level) -> None:
    reference = Path(__file__).parents[2] / "docs" / "reference" / "players.md"
    assert f"| `{level.name}` | " in reference.read_text("utf-8").partition("##")[0]


def test_a_level_knows_no_word_the_list_lacks_and_more_than_the_one_below() -> None:
    known = [set(known_words(level, load("default")).words) for level in LEVELS]
    everything = set(load("default").words)
    assert all(some <= everything for some in known)
    assert [len(some) for some in known] == sorted(len(some) for some in known)
    assert known[0] < known[1]
    beginner, club = (known[level_names().index(name)] for name in ("beginner", "club"))
    assert "CAT" in beginner
    assert "QI" not in beginner
    assert "QI" in club


def test_of_a_foreign_list_short_words_are_the_familiar_ones() -> None:
    foreign = Lexicon.of(["OLO", "ULULU", "OLOLOLOLOLO"], id="foreign")
    assert set(known_words(level_named("beginner"), foreign).words) == {"OLO", "ULULU"}


def test_every_common_word_has_a_size() -> None:
    assert len(sizes()) == len(load("common"))
    assert sizes()["HOUSE"] == 10
    assert sizes()["HOUSE"] < sizes()["ZITHER"]


@pytest.mark.parametrize("level", STATIC)
def test_the_same_seed_and_position_give_the_same_move(level: str) -> None:
    view = first_view("match", "AEINRST")
    move = player_for(level, words(), seed=3).choose(view, 50)
    assert move == player_for(level, words(), seed=3).choose(view, 50)


def test_another_seed_overlooks_other_plays() -> None:
    view = first_view("match", "AEGINRD")
    moves = {player_for("beginner", words(), seed=seed).choose(view, 50) for seed in range(20)}
    assert len(moves) > 1


def test_a_beginner_finds_less_than_an_expert() -> None:
    view = first_view("match", "AEINRST")
    beginner, expert = (player_for(level, load("default")) for level in ("beginner", "expert"))
    weak, strong = beginner.choose(view, 50), expert.choose(view, 50)
    assert isinstance(weak, Play)
    assert isinstance(strong, Play)
    assert len(weak.placements) < len(strong.placements) == 7


@pytest.mark.parametrize("rules", ["classic", "friends", "match", "party", "solo", "tournament"])
def test_mixed_levels_finish_games_of_every_version_without_an_illegal_move(rules: str) -> None:
    ruleset = preset(rules)
    for seed in range(2):
        names = [*STATIC, "champion"] * 2
        players = [player_for(name, words(), seed=seed) for name in names[seed : seed + ruleset.seats.max]]
        played = play_game(ruleset, words(), players, seed=seed, budget_ms=20)
        assert played.position.outcome is not None


def test_without_a_play_a_computer_exchanges_where_it_may_and_passes_where_not() -> None:
    nothing = Lexicon.of(["ZZ"], id="nothing")
    assert isinstance(player_for("beginner", nothing).choose(first_view("friends", "AEINRST"), 50), Exchange)
    assert player_for("beginner", nothing).choose(first_view("classic", "AEINRST"), 50) == Pass()
    none_left = replace(first_view("match", "AEINRST"), bag_count=0)
    assert player_for("expert", nothing).choose(none_left, 50) == Exchange(())


@pytest.mark.parametrize("level", ["beginner", "casual"])
def test_with_a_rack_of_rubbish_they_exchange_rather_than_play_for_next_to_nothing(level: str) -> None:
    some = Lexicon.of(["ICI", "VUG", *load("common").words], id="some")
    rubbish = first_view("friends", "IIUUVVG")
    assert isinstance(player_for(level, some).choose(rubbish, 50), Exchange)
    assert isinstance(player_for(level, some).choose(first_view("friends", "AEDGORT"), 50), Play)


def test_who_holds_rubbish_still_plays_for_many_points() -> None:
    rack, words = "IIUUVVZ", Lexicon.of(["VUZ"], id="one")
    level = replace(level_named("casual"), letters_max=3, learnt_max=3)
    view = first_view("friends", rack)
    move = Computer(level, words).choose(view, 50)
    assert isinstance(move, Play), "VUZ on a doubled word is worth more than an exchange"


def test_nobody_passes_with_a_play_in_sight() -> None:
    """However little a level sees, it makes the play that comes nearest to it."""
    blind = replace(level_named("beginner"), found=(0.0,), seen=(0.0,))
    view = replace(first_view("friends", "AEINRST"), bag_count=0)
    assert isinstance(Computer(blind, words()).choose(view, 50), Play)


def test_solo_exchanges_the_whole_rack_when_it_is_hopeless_and_not_otherwise() -> None:
    expert = player_for("expert", load("default"))
    assert expert.choose(first_view("solo", "UUUVVWI"), 50) == Exchange(
        tuple(first_view("solo", "UUUVVWI").rack or ())
    )
    assert isinstance(expert.choose(first_view("solo", "AEINRST"), 50), Play)


def test_a_game_that_cannot_begin_with_a_pass_begins_with_a_word_looked_up() -> None:
    lexicon = Lexicon.of(["CWMS", *load("common").words], id="with-cwms")
    assert "CWMS" not in known_words(level_named("beginner"), lexicon)
    view = first_view("classic", "CWMSVVG")
    move = player_for("beginner", lexicon).choose(view, 50)
    assert isinstance(move, Play)
    assert len(move.placements) == 4


def pending_view(word: str) -> View:
    ruleset = preset("tournament")
    position: Position = before_start(ruleset, 2)
    cells = [ruleset.tiles.alphabet.cell(letter) or 0 for letter in word]
    placements = tuple(Placement(112 + n, cell) for n, cell in enumerate(cells))
    view = first_view("tournament")
    return replace(
        view,
        board=Board.empty(ruleset.layout).with_cells(placements),
        pending=Pending(1, placements, (WordScore(word, 112, False, 10),), 10),
        turns=(*position.turns, Turn(1, "play", 10, False)),
    )


def test_an_expert_challenges_every_phoney_and_nothing_else() -> None:
    expert = player_for("expert", words())
    assert expert.choose(pending_view("XQZVW"), 50) == Challenge(("XQZVW",))
    good = next(word for word in words().words if len(word) == 5)
    assert expert.choose(pending_view(good), 50) == Accept()


def test_a_beginner_lets_most_phoneys_stand() -> None:
    view = pending_view("XQZVW")
    answers = [player_for("beginner", words(), seed=seed).choose(view, 50) for seed in range(40)]
    assert sum(answer == Accept() for answer in answers) > 0
    assert answers.count(Accept()) > answers.count(Challenge(("XQZVW",)))


def test_hints_come_best_first_with_score_leave_and_worth() -> None:
    hints = best_moves(first_view("match", "QUIXOTE"), load("default"), 5)
    assert len(hints) == 5
    assert hints[0].score == max(hint.score for hint in hints)
    assert [hint.equity for hint in hints] == sorted((hint.equity for hint in hints), reverse=True)


def test_an_exchange_is_listed_once_however_many_equal_tiles_are_on_the_rack() -> None:
    """A hint listed `exchange AEEIO` three times, and a champion tried out the same exchange three times."""
    view = first_view("tournament", "AEEEIO?")
    hints = [each.move for each in best_moves(view, load("default"), 5000)]
    exchanges = [move for move in hints if isinstance(move, Exchange)]
    assert len(set(exchanges)) == len(exchanges) == 4 * 2**4 - 1, (
        "E none to three times, each other tile or not"
    )
    tried = [each.move for each in Champion(level_named("champion"), load("default")).candidates(view)]
    assert len(set(tried)) == len(tried)
    assert sum(isinstance(move, Exchange) for move in tried) == 3


@pytest.mark.parametrize("level", STATIC)
def test_nobody_is_told_to_exchange_once_the_rules_allow_no_more(level: str) -> None:
    fresh = first_view("solo", "VVUUIII")
    spent = replace(fresh, exchanges=(2, 2))
    assert isinstance(player_for(level, words()).choose(fresh, 100), Exchange)
    assert not isinstance(player_for(level, words()).choose(spent, 100), Exchange)
    assert not any(isinstance(each.move, Exchange) for each in best_moves(spent, words(), 100))


def test_the_ratings_people_are_shown_are_the_measured_ones() -> None:
    text = Path("docs/reference/players.md").read_text("utf-8")
    measured = {name: int(rating) for name, rating in RATED.findall(text)}
    assert measured == {level.name: level.rating for level in LEVELS if level.rating is not None}
    assert [level.name for level in LEVELS if level.rating is None] == ["grandmaster"], "it takes days"
