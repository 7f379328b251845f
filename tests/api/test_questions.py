"""Rulesets, words, engine and analysis, as a program asks for them."""

from __future__ import annotations

from pathlib import Path

import pytest

import quixotry as qx

OPENING = "15/" * 14 + "15 QUIXOTE/ 0/0 0"
ENDGAME = (
    "3P11/3R11/2DAW10/2ITA10/2TIE10/2TE1V6FIB/1JO1BI6L2/NU1KRENG3ZATI/OD2U1AIA2OX2/NY2GEESTS1N3/"
    "A1OCH5DA3/R1YO6EE3/I1EL6V4/eW1OOF1ARPENTS1/sEIGNEUR2L2HM CDELOQU/AIMRS 450/375 0"
)


def test_a_ruleset_comes_by_name_from_a_file_or_as_it_is(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text('extends = "classic"\nname = "own"\n[bonus]\npoints = 35\n')
    found = qx.ruleset(own)
    assert (found.name, found.bonus.points) == ("own", 35)
    assert qx.ruleset(str(own)) == found
    assert qx.ruleset(found) is found
    assert qx.Game(own, seed="1").ruleset == found


@pytest.mark.parametrize(
    ("text", "code"),
    [('extends = "classic"\nbonus = 3\n', "bad_ruleset"), ("\x00" * 300_000, "unreadable_file")],
)
def test_a_ruleset_file_that_is_none_names_itself(tmp_path: Path, text: str, code: str) -> None:
    own = tmp_path / "own.toml"
    own.write_text(text)
    with pytest.raises(qx.QuixotryError, match=r"own\.toml") as refused:
        qx.ruleset(own)
    assert refused.value.code == code


def test_a_ruleset_file_that_is_no_text_says_so(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_bytes(b"name = '\xff'")
    with pytest.raises(qx.QuixotryError, match="not UTF-8"):
        qx.ruleset(own)


def test_words_are_words_in_either_case_and_nothing_else_is() -> None:
    words = qx.Lexicon.load()
    assert "quixotry" in words
    assert "QUIXOTRY" in words
    assert 7 not in words
    assert qx.Lexicon.of(["CAT"], id="mine").anagrams("TAC")[0].word == "CAT"


def test_a_game_by_words_of_ones_own() -> None:
    game = qx.Game("classic", seed="3d3", lexicon=qx.Lexicon.of(["JIF", "IF"], id="mine"))
    assert {each.text.split()[1] for each in game.legal_moves() if each.score} == {"JIF", "IF"}


def test_an_engine_is_asked_by_game_view_or_cgp() -> None:
    engine = qx.Engine("tournament")
    game = qx.Game.from_cgp(OPENING)
    by_all = [engine.best_moves(position, 3) for position in (game, game.view(), OPENING)]
    assert by_all[0] == by_all[1] == by_all[2]
    assert by_all[0][0].text == "8D QUIXOTE"
    assert engine.count(OPENING) == sum(isinstance(each.move, qx.Play) for each in engine.moves(OPENING))
    assert repr(engine) == "Engine('tournament', 'default')"


def test_the_best_moves_of_an_engine_are_the_first_of_all_its_moves() -> None:
    engine = qx.Engine("tournament")
    rubbish = OPENING.replace("QUIXOTE", "IIIUUVV")
    assert isinstance(engine.best_moves(rubbish, 1)[0].move, qx.Exchange)
    for position in (OPENING, rubbish, ENDGAME):
        for amount in (0, 1, 5, 70):
            assert engine.best_moves(position, amount) == engine.moves(position)[:amount]


def test_an_engine_lists_no_exchange_the_view_forbids() -> None:
    engine = qx.Engine("tournament")
    assert not [each for each in engine.moves(ENDGAME) if isinstance(each.move, qx.Exchange)]


def test_an_engine_refuses_a_position_by_other_rules() -> None:
    with pytest.raises(qx.QuixotryError) as refused:
        qx.Engine("friends").moves(qx.Game("tournament", seed="3d3"))
    assert refused.value.code == "other_rules"


def test_what_is_no_position_is_a_mistake_of_the_program() -> None:
    with pytest.raises(TypeError, match="a position is a game, a view or a CGP"):
        qx.analyse(None)  # type: ignore[arg-type]


def test_a_spectator_has_no_moves_to_ask_for() -> None:
    spectator = qx.Game("tournament", seed="3d3").view_of_spectator()
    for ask in (qx.Engine("tournament").moves, qx.Computer("expert").choose, qx.analyse, qx.solve):
        with pytest.raises(qx.QuixotryError) as refused:
            ask(spectator)
        assert refused.value.code == "no_rack"


def test_an_analysis_says_how_it_was_found_and_the_same_seed_gives_the_same() -> None:
    game = qx.Game("tournament", seed="2a")
    first, again = (qx.analyse(game, budget_ms=60_000, rollouts_max=600, seed=3) for _ in range(2))
    assert first.method == "simulation"
    assert first == again
    best = first.moves[0]
    assert best.win_chance is not None
    assert 0 < best.win_chance < 1
    assert best.samples > 0
    assert "By simulation" in repr(first)
    assert first.best in first._repr_html_()


def test_an_endgame_is_solved_and_the_line_can_be_played() -> None:
    solved = qx.solve(ENDGAME)
    assert (solved.text, solved.spread, solved.is_proven) == ("1A QUO(P)", 97, True)
    game = qx.Game.from_cgp(ENDGAME)
    for each in solved.line:
        game.push(each.text)
    if not game.is_over:
        game.push("accept")
    assert game.scores[0] - game.scores[1] == solved.spread
    assert game.outcome is not None


def test_an_analysis_of_an_endgame_agrees_with_its_solution() -> None:
    found = qx.analyse(ENDGAME)
    assert (found.method, found.best, found.moves[0].spread) == ("endgame", "1A QUO(P)", 97.0)


@pytest.mark.parametrize("players", [2, 3])
def test_what_is_no_endgame_is_not_solved(players: int) -> None:
    with pytest.raises(qx.QuixotryError) as refused:
        qx.solve(qx.Game("classic", seed="1", players=players))
    assert refused.value.code == "not_an_endgame"


def test_a_table_of_no_moves_says_so() -> None:
    assert repr(qx.MoveTable()) == "no moves"
