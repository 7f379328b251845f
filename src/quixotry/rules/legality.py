"""Is this play or exchange legal here? Each question is one function; each refusal is one error."""

from __future__ import annotations

from collections.abc import Iterable

from quixotry.rules import errors
from quixotry.rules.alphabet import BLANK_BIT, letter_of, tile_of
from quixotry.rules.board import Board
from quixotry.rules.exchange import exchange_sizes
from quixotry.rules.family import unfit_words
from quixotry.rules.move import Play
from quixotry.rules.ports import Words
from quixotry.rules.position import Position
from quixotry.rules.ruleset import Ruleset, WordRule
from quixotry.rules.scoring import PlayScore, WordScore, score_play
from quixotry.rules.tiles import Tiles


def judge_play(board: Board, rack: Tiles, play: Play, ruleset: Ruleset) -> PlayScore:
    """What a play scores, if its tiles are held, lie legally and form words of allowed length and manners."""
    _check_tiles(rack, play, ruleset)
    check_shape(board, play)
    score = score_play(board, play.placements, ruleset)
    if not score.words:
        square, cell = play.placements[0]
        raise errors.NoWord(ruleset.tiles.alphabet.word((cell,)), board.layout.square_name(square))
    rule = ruleset.words
    odd = [word for word in score.words if not fits_length(word.text, rule)]
    if odd:
        raise errors.WordLength(*words_and_squares(odd, board), rule.shortest, rule.longest)
    # Said at once even where words stand until challenged: this list gives nothing of the word list away.
    unfit = [word for word in score.words if rule.family and word.text in unfit_words()]
    if unfit:
        raise errors.UnfitWords(*words_and_squares(unfit, board))
    return score


def words_and_squares(words: Iterable[WordScore], board: Board) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The words and where each begins, as an error names them."""
    named = [(word.text, board.layout.square_name(word.square)) for word in words]
    return tuple(text for text, _ in named), tuple(square for _, square in named)


def fits_length(word: str, rule: WordRule) -> bool:
    return rule.shortest <= len(word) <= rule.longest


def bad_words(formed: tuple[str, ...], words: Words) -> tuple[str, ...]:
    """Those the list does not have, each once."""
    return tuple(dict.fromkeys(word for word in formed if word not in words))


def _check_tiles(rack: Tiles, play: Play, ruleset: Ruleset) -> None:
    if not play.placements:
        raise errors.NoTiles
    for _, cell in play.placements:
        if not (0 < cell < 2 * BLANK_BIT and 1 <= letter_of(cell) <= len(ruleset.tiles.alphabet)):
            raise errors.UnknownTile(cell)
    needed = ruleset.tiles.tiles(tile_of(cell) for _, cell in play.placements)
    check_held(rack, needed, ruleset)


def check_held(rack: Tiles, needed: Tiles, ruleset: Ruleset) -> None:
    if needed not in rack:
        alphabet = ruleset.tiles.alphabet
        raise errors.TilesNotHeld(needed.beyond(rack).text(alphabet), rack.text(alphabet))


def check_shape(board: Board, play: Play) -> None:
    """Do the tiles lie on free squares, in one unbroken line, and join what is there (A4, A6, A7)?"""
    layout = board.layout
    squares = [square for square, _ in play.placements]
    off = tuple(square for square in squares if square not in layout.squares)
    if off:
        raise errors.OffBoard(off)
    twice = {square for square in squares if squares.count(square) > 1}
    if twice:
        raise errors.SquareTwice(tuple(map(layout.square_name, sorted(twice))))
    taken = [square for square in squares if board.cells[square]]
    if taken:
        raise errors.SquareTaken(tuple(map(layout.square_name, taken)))
    _check_line(board, squares)
    if board.is_empty:
        if layout.start not in squares:
            raise errors.StartNotCovered(layout.square_name(layout.start))
    elif not any(board.touches_tile(square) for square in squares):
        raise errors.NotConnected(tuple(map(layout.square_name, squares)))


def _check_line(board: Board, squares: list[int]) -> None:
    layout = board.layout
    in_row = len({layout.row(square) for square in squares}) == 1
    in_column = len({layout.column(square) for square in squares}) == 1
    if not (in_row or in_column):
        raise errors.NotInLine(tuple(map(layout.square_name, squares)))
    line = range(squares[0], squares[-1] + 1, layout.step(down=in_column and not in_row))
    gaps = [square for square in line if square not in squares and not board.cells[square]]
    if gaps:
        raise errors.Gap(tuple(map(layout.square_name, gaps)))


def check_exchange(position: Position, seat: int, tiles: Tiles) -> None:
    """May this seat give these tiles back (A10, B3, C2, E11)?"""
    rule, bag, amount = position.ruleset.exchange, position.bag_for_exchange, len(tiles)
    if not rule.allowed:
        raise errors.NoExchange
    check_held(position.racks[seat], tiles, position.ruleset)
    if amount < rule.least:
        raise errors.TooFewExchanged(rule.least)
    if rule.per_game is not None and position.exchanges[seat] >= rule.per_game:
        raise errors.ExchangeUsedUp(rule.per_game)
    if amount and bag < rule.bag_least:
        raise errors.BagTooLow(bag, rule.bag_least)
    if amount > bag:
        raise errors.BeyondBag(amount, bag)
    due = min(len(position.racks[seat]), bag)
    if rule.whole_rack and amount != due:
        raise errors.NotWholeRack(amount, due)


def may_exchange(position: Position, seat: int) -> bool:
    """Is there any exchange of one tile or more that this seat may make?"""
    held, made = len(position.racks[seat]), position.exchanges[seat]
    return bool(
        exchange_sizes(position.ruleset.exchange, held=held, bag=position.bag_for_exchange, made=made)
    )
