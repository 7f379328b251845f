"""Which lists there are, and keeping one's own."""

import random
from contextlib import suppress
from pathlib import Path

import pytest

from quixotry.lexicon import Lexicon, LexiconError, catalogue, import_store, load
from quixotry.lexicon.catalogue import Entry, describe, entries, keep
from quixotry.lexicon.errors import (
    BadLexiconId,
    LexiconDamaged,
    LexiconExists,
    LexiconReserved,
    LexiconUnwritable,
    LinesRejected,
    UnknownLexicon,
)
from quixotry.lexicon.list_parser import parse_list


def bring(content: str = "cat\ndog\ta pet\n", *, id: str | None = "mine", replace: bool = False) -> Entry:  # noqa: A002
    return keep(parse_list(content.encode(), path=Path("My Words.txt")), lexicon_id=id, replace=replace)


def test_the_bundled_lists_come_first() -> None:
    assert [entry.id for entry in entries()] == ["default", "common"]
    assert all(entry.is_bundled and entry.licence for entry in entries())


def test_the_default_list_is_the_default() -> None:
    assert load().id == "default"
    assert load() is load("default")


def test_an_imported_list_is_found_by_its_id() -> None:
    entry = bring()
    lexicon = load("mine")
    assert lexicon.words == ("CAT", "DOG")
    assert lexicon.glosses == "DOG\ta pet\n"
    assert (lexicon.id, lexicon.digest) == (entry.id, entry.digest)
    assert entries()[-1] == entry == describe("mine")
    assert not entry.is_bundled


def test_the_digest_of_an_import_is_that_of_its_words_alone() -> None:
    assert bring("cat\n", id="one").digest == bring("CAT\tfeline\ncat\n", id="two").digest


def test_the_id_comes_from_the_file_name_unless_given() -> None:
    assert bring(id=None).id == "my-words"


@pytest.mark.parametrize("name", ["", ".", "../up", "a/b", "Mine", "ä", "x" * 41, "-x", "a\nb", "a\0"])
def test_an_id_that_is_no_plain_name_is_refused(name: str) -> None:
    with pytest.raises(BadLexiconId):
        bring(id=name)


def test_a_file_name_without_a_letter_asks_for_an_id() -> None:
    with pytest.raises(BadLexiconId):
        import_store.id_from(Path("漢字.txt"))


@pytest.mark.parametrize("name", ["default", "common"])
def test_a_bundled_list_cannot_be_overwritten(name: str) -> None:
    with pytest.raises(LexiconReserved):
        bring(id=name, replace=True)


def test_an_imported_list_is_replaced_only_on_request() -> None:
    bring("cat\n")
    with pytest.raises(LexiconExists):
        bring("dog\n")
    assert load("mine").words == ("CAT",)
    bring("dog\n", replace=True)
    assert load("mine").words == ("DOG",)


def test_of_two_imports_at_once_the_second_is_told(monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    bring("cat\n")
    monkeypatch.setattr(Path, "exists", lambda self: False)  # as the slower process saw it
    with pytest.raises(LexiconExists):
        bring("dog\n")
    assert load_path(home).words == ("CAT",)


def test_an_import_cut_short_leaves_the_old_list_and_no_litter(
    monkeypatch: pytest.MonkeyPatch, home: Path
) -> None:
    bring("cat\n")

    def fail(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", fail)
    with pytest.raises(LexiconUnwritable, match="No space left"):
        bring("dog\n", replace=True)
    assert load_path(home).words == ("CAT",)
    assert [path.name for path in (home / "lexicons").iterdir()] == ["mine.lexicon"]


def test_a_data_folder_that_is_a_file_is_refused(home: Path) -> None:
    home.write_text("in the way")
    with pytest.raises(LexiconUnwritable):
        bring()


def test_a_file_can_be_used_in_place(tmp_path: Path) -> None:
    file = tmp_path / "words.txt"
    file.write_text("cat\ndog\n")
    assert load(str(file)).words == ("CAT", "DOG")
    assert describe(str(file)).words == 2


def test_a_file_used_in_place_must_be_words_throughout(tmp_path: Path) -> None:
    file = tmp_path / "words.txt"
    file.write_text("cat\nc4t\n")
    with pytest.raises(LinesRejected, match="line 2"):
        load(str(file))


@pytest.mark.parametrize(
    "name", ["nope", "", "/nowhere/at/all.txt", "a\0b", "x" * 5000, "\x1b[2J", "~nobody-here/x"]
)
def test_an_unknown_name_is_refused_with_the_known_ones(name: str) -> None:
    with pytest.raises(LexiconError) as caught:
        load(name)
    assert str(caught.value).isprintable()


def test_the_known_lists_are_named_when_one_is_not_found() -> None:
    bring()
    with pytest.raises(UnknownLexicon, match="default, common and mine"):
        load("theirs")


def test_a_damaged_import_is_refused_and_left_out_of_the_catalogue(home: Path) -> None:
    bring()
    path = home / "lexicons" / "mine.lexicon"
    path.write_text(path.read_text().replace("CAT", "CUT"))
    with pytest.raises(LexiconDamaged):
        load("mine")
    path.write_text("not a header\n")
    assert [entry.id for entry in entries()] == ["default", "common"]


def test_a_damaged_bundled_list_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(catalogue, "WORDS", tmp_path)
    (tmp_path / "default.txt.xz").write_bytes(b"junk")
    catalogue._load_bundled.cache_clear()
    with pytest.raises(LexiconDamaged):
        _ = load("default").words


def test_two_thousand_mutated_imports_load_unchanged_or_are_refused(home: Path) -> None:
    bring()
    good = load("mine")
    path = home / "lexicons" / "mine.lexicon"
    valid = path.read_bytes()
    dice = random.Random(3)
    for _ in range(2000):
        content = bytearray(valid)
        at = dice.randrange(len(content))
        content[at : at + dice.randrange(3)] = dice.randbytes(dice.randrange(3))
        path.write_bytes(content)
        entries()
        with suppress(LexiconError):
            assert load("mine").words == good.words


def load_path(home: Path) -> Lexicon:
    return import_store.load(home / "lexicons" / "mine.lexicon")
