"""Which plays and exchanges are refused, and with what sentence."""

from __future__ import annotations

import pytest

from quixotry.rules import errors
from quixotry.rules.errors import IllegalMove
from quixotry.rules.legality import judge_play, may_exchange
from quixotry.rules.move import Exchange, Placement, Play
from quixotry.rules.ruleset import Ruleset
from tests.rules.build import RULES, cells, changed, on_board, play, position, rack, square, table

RULE = RULES["classic"]


def refusal(rules: Ruleset, tiles: str, *laid: str, there: tuple[str, ...] = ()) -> IllegalMove:
    """Why a play of single tiles or words is refused."""
    placements = tuple(each for word in laid for each in cells(rules, word))
    with pytest.raises(IllegalMove) as refused:
        judge_play(on_board(rules, *there), rack(rules, tiles), Play(placements), rules)
    return refused.value


def accepted(rules: Ruleset, tiles: str, laid: str, *there: str) -> list[str]:
    """The words a legal play forms."""
    board = on_board(rules, *there)
    return [
        word.text for word in judge_play(board, rack(rules, tiles), play(rules, laid, board), rules).words
    ]


@pytest.mark.clause("A4", "E3")
@pytest.mark.parametrize("laid", ["8H CAT", "8F CAT", "H8 CAT", "H6 CAT"])
def test_the_first_play_lies_across_or_down_over_the_centre(laid: str) -> None:
    assert accepted(RULE, "CAT", laid) == ["CAT"]


@pytest.mark.clause("A4", "C6", "D1", "E3")
@pytest.mark.parametrize(("name", "centre"), [("classic", "8H"), ("party", "8H"), ("friends", "+0,+0")])
def test_a_first_play_beside_the_centre_is_refused(name: str, centre: str) -> None:
    refused = refusal(RULES[name], "CAT", "8I CAT")
    assert isinstance(refused, errors.StartNotCovered)
    assert str(refused) == f"The first play must cover the start square {centre}."


@pytest.mark.clause("A4", "C6", "E3")
def test_a_first_play_of_one_tile_is_refused() -> None:
    refused = refusal(RULE, "A", "8H A")
    assert isinstance(refused, errors.NoWord)
    assert str(refused) == "A alone on 8H is not a word: the first play needs two or more tiles."


@pytest.mark.clause("A4", "A6", "D3", "E5")
def test_tiles_not_in_one_row_or_column_are_refused() -> None:
    refused = refusal(RULE, "CAT", "8H C", "9I A", "10J T")
    assert isinstance(refused, errors.NotInLine)
    assert str(refused) == "All tiles of a play go in one row or one column; 8H, 9I and 10J do not."


@pytest.mark.clause("A6", "E5")
def test_a_gap_is_refused_and_named() -> None:
    refused = refusal(RULE, "CATS", "8H C", "8J A", "8L T")
    assert isinstance(refused, errors.Gap)
    assert refused.squares == ("8I", "8K")
    assert str(refused) == "The play leaves a gap at 8I and 8K: its tiles must form one unbroken line."
    assert isinstance(refusal(RULE, "CAT", "H7 C", "H9 A"), errors.Gap)


@pytest.mark.clause("A6", "A7", "E5")
def test_tiles_already_there_fill_what_would_be_a_gap() -> None:
    assert accepted(RULE, "SP", "8G SCATP", "8H CAT") == ["SCATP"]
    assert accepted(RULE, "BTS", "I7 BATS", "8H CAT") == ["BATS"]


@pytest.mark.clause("A6", "A7", "C7", "D2", "E5")
def test_a_play_that_touches_nothing_is_refused() -> None:
    refused = refusal(RULE, "DOG", "10G DOG", there=("8H CAT",))
    assert isinstance(refused, errors.NotConnected)
    assert str(refused) == (
        "The tiles on 10G, 10H and 10I touch nothing: a play must connect to the tiles on the board."
    )
    assert isinstance(refusal(RULE, "DO", "9K DO", there=("8H CAT",)), errors.NotConnected), "only diagonally"
    assert isinstance(refusal(RULE, "DO", "2A DO", there=("1L CATS",)), errors.NotConnected), "over the edge"


@pytest.mark.clause("A7", "D2", "D4", "E5")
@pytest.mark.parametrize(
    ("laid", "tiles", "words"),
    [
        ("8H CATS", "S", ["CATS"]),
        ("8G SCAT", "S", ["SCAT"]),
        ("I7 OATH", "OTH", ["OATH"]),
        ("K6 DIS", "DIS", ["DIS", "CATS"]),
        ("9I NO", "NO", ["NO", "AN", "TO"]),
        ("9H O", "O", ["CO"]),
    ],
)
def test_new_words_extend_cross_hook_or_lie_parallel(laid: str, tiles: str, words: list[str]) -> None:
    assert accepted(RULE, tiles, laid, "8H CAT") == words
    assert accepted(RULES["friends"], tiles, laid, "8H CAT") == words


@pytest.mark.clause("A8")
def test_no_played_tile_is_replaced() -> None:
    refused = refusal(RULE, "DOG", "8H D", "8K O", there=("8H CAT",))
    assert isinstance(refused, errors.SquareTaken)
    assert str(refused) == "There is already a tile on 8H; tiles on the board cannot be replaced."


def test_two_tiles_cannot_share_a_square() -> None:
    refused = refusal(RULE, "DOG", "8H D", "8H O")
    assert isinstance(refused, errors.SquareTwice)
    assert str(refused) == "Two tiles of this play are on 8H."


@pytest.mark.clause("A1")
@pytest.mark.parametrize("at", [-1, 225, 10**9])
def test_a_square_off_the_board_is_refused(at: int) -> None:
    with pytest.raises(errors.OffBoard, match=r"The play runs off the board \(1 tile has no square\)"):
        judge_play(on_board(RULE), rack(RULE, "A"), Play((Placement(at, 1),)), RULE)


@pytest.mark.clause("A1", "A9")
@pytest.mark.parametrize("cell", [0, 27, 128, 128 + 27, 256, -1])
def test_a_tile_that_does_not_exist_and_a_blank_without_a_letter_are_refused(cell: int) -> None:
    with pytest.raises(errors.UnknownTile, match=f"There is no tile number {cell} in this tile set"):
        judge_play(on_board(RULE), rack(RULE, "A?"), Play((Placement(112, cell),)), RULE)


def test_a_play_of_no_tiles_is_refused() -> None:
    with pytest.raises(errors.NoTiles, match="A play needs at least one tile"):
        judge_play(on_board(RULE), rack(RULE, "A"), Play(()), RULE)


@pytest.mark.clause("A5", "A9")
def test_only_tiles_of_ones_own_rack_can_be_laid() -> None:
    refused = refusal(RULE, "CA?", "8H CATT")
    assert isinstance(refused, errors.TilesNotHeld)
    assert str(refused) == "Your rack AC? does not have TT."
    assert str(refusal(RULE, "", "8H cA")) == "Your rack (empty) does not have A?."
    assert accepted(RULE, "CA?", "8H CAt") == ["CAT"]


@pytest.mark.clause("C5")
def test_party_refuses_a_word_of_nine_letters_and_takes_one_of_eight() -> None:
    party = RULES["party"]
    refused = refusal(party, "S", "8M S", there=("8E QUIXOTRY",))
    assert isinstance(refused, errors.WordLength)
    assert str(refused) == "QUIXOTRYS (8E) is too long: words here have 2 to 8 letters."
    assert accepted(party, "Y", "8E QUIXOTRY", "8E QUIXOTR") == ["QUIXOTRY"]
    assert accepted(RULE, "S", "8E QUIXOTRYS", "8E QUIXOTRY") == ["QUIXOTRYS"]


@pytest.mark.clause("C5")
def test_party_refuses_a_long_cross_word_too() -> None:
    refused = refusal(RULES["party"], "SO", "M8 SO", there=("8E QUIXOTRY",))
    assert isinstance(refused, errors.WordLength)
    assert refused.words == ("QUIXOTRYS",)


@pytest.mark.clause("O8")
@pytest.mark.parametrize("name", ["classic", "tournament"])
def test_a_family_game_refuses_a_coarse_word_politely_even_where_words_could_be_challenged(name: str) -> None:
    family = changed(RULES[name], words__family=True)
    refused = refusal(family, "ARSE", "8H ARSE")
    assert isinstance(refused, errors.UnfitWords)
    assert str(refused) == (
        "ARSE (8H) is not played here: these are family rules, without slurs and obscenities. "
        "Please choose another word."
    )
    assert refusal(family, "E", "8K E", there=("8H ARS",)).code == "unfit_words"
    assert accepted(family, "EARS", "8H EARS") == ["EARS"]
    assert accepted(RULES[name], "ARSE", "8H ARSE") == ["ARSE"]


@pytest.mark.clause("A10")
def test_classic_knows_no_exchange() -> None:
    game = table(RULE, position(RULE, "8H CAT", racks=["ABCDEFG", "HIJKLMN"], bag="OOOOOOO"))
    with pytest.raises(errors.NoExchange, match="These rules do not allow exchanges"):
        game.exchanges("A")
    assert not may_exchange(game.position, 0)


@pytest.mark.clause("B3", "C2", "E11", "T3")
@pytest.mark.parametrize(
    ("name", "bag", "given", "error", "sentence"),
    [
        (
            "solo",
            "OOOOOOO",
            "ABC",
            errors.NotWholeRack,
            "You must exchange your whole rack, or as many tiles as the bag",
        ),
        (
            "solo",
            "OOO",
            "ABCD",
            errors.BeyondBag,
            "4 tiles: the bag holds only 3. Choose at most 3.",
        ),
        ("solo", "OOO", "AB", errors.NotWholeRack, "holds: choose 3, not 2."),
        ("solo", "", "ABCDEFG", errors.BeyondBag, "You cannot exchange 7 tiles: the bag is empty."),
        ("solo", "", "", errors.TooFewExchanged, "You must exchange at least 1 tile."),
        ("party", "OO", "ABC", errors.BeyondBag, "the bag holds only 2. Choose at most 2."),
        ("party", "OO", "", errors.TooFewExchanged, "at least 1 tile."),
        ("friends", "O", "AB", errors.BeyondBag, "the bag holds only 1. Choose at most 1."),
        ("friends", "", "A", errors.BeyondBag, "You cannot exchange 1 tile: the bag is empty."),
        ("match", "OO", "ABC", errors.BeyondBag, "the bag holds only 2. Choose at most 2."),
        ("match", "OOO", "XYZ", errors.TilesNotHeld, "Your rack ABCDEFG does not have XYZ."),
        ("tournament", "OOOOOO", "A", errors.BagTooLow, "needs at least 7 tiles in the bag; it holds 6."),
        (
            "tournament",
            "OOOOOO",
            "ABCDEFG",
            errors.BagTooLow,
            "needs at least 7 tiles in the bag; it holds 6.",
        ),
        ("tournament", "OOOOOOO", "", errors.TooFewExchanged, "at least 1 tile"),
    ],
)
def test_an_exchange_the_rules_do_not_know_is_refused(
    name: str, bag: str, given: str, error: type[IllegalMove], sentence: str
) -> None:
    rules = RULES[name]
    game = table(rules, position(rules, "8H CAT", racks=["ABCDEFG", "HIJKLMN"], bag=bag))
    before = game.position
    with pytest.raises(error) as refused:
        game.exchanges(given)
    assert sentence in str(refused.value)
    assert game.position is before


def test_a_ruleset_may_ask_for_more_than_one_tile_in_an_exchange() -> None:
    rules = changed(RULES["friends"], exchange__least=3)
    game = table(rules, position(rules, bag="OOOOO"))
    with pytest.raises(errors.TooFewExchanged, match="must exchange at least 3 tiles"):
        game.exchanges("AB")


@pytest.mark.parametrize("tile", [-1, 27])
def test_a_tile_that_does_not_exist_cannot_be_exchanged(tile: int) -> None:
    rules = RULES["match"]
    game = table(rules, position(rules, bag="OOO"))
    with pytest.raises(errors.UnknownTile):
        game.does(Exchange((tile,)))


@pytest.mark.parametrize(
    ("name", "bag", "can"),
    [
        ("solo", "OOO", True),
        ("solo", "", False),
        ("friends", "O", True),
        ("friends", "", False),
        ("match", "O", True),
        ("match", "", False),
        ("tournament", "OOOOOO", False),
        ("tournament", "OOOOOOO", True),
    ],
)
@pytest.mark.clause("B3", "E11", "T3")
def test_it_is_known_whether_any_exchange_of_a_tile_is_possible(name: str, bag: str, can: bool) -> None:
    assert may_exchange(position(RULES[name], bag=bag), 0) is can


def test_an_empty_rack_exchanges_nothing() -> None:
    assert not may_exchange(position(RULES["match"], racks=["", "A"], bag="OOO"), 0)


def test_squares_are_named_as_the_players_of_the_board_know_them() -> None:
    rules = RULES["friends"]
    refused = refusal(rules, "DOG", "10G DOG", there=("8H CAT",))
    assert "-1,-2, +0,-2 and +1,-2" in str(refused)
    assert square(rules, "8H") == (112, False)
