"""What a player may be called: the Nickname profile of PRECIS (RFC 8266), and emoji that are joined to one.

The profile refuses what cannot be seen or turns the text around it (zero-width signs, direction marks, fillers,
controls), takes compatibility forms for what they look like, and says when two names are the same.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from quixotry.play.errors import PlayError
from quixotry.play.limits import NAME_MARKS_MAX, NAME_MAX

JOINER, EMOJI_STYLE = "\u200d", "\ufe0f"
BRAILLE_BLANK = "\u2800"
"""A symbol to Unicode, and nothing to the eye."""

_EAST_ASIAN = frozenset(
    {"CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "IDEOGRAPHIC", "HANGUL", "BOPOMOFO"}
)
_OF_EVERY_SCRIPT = frozenset({"MODIFIER"})
"""An okina, or an apostrophe that is a letter."""


class BadPlayerName(PlayError):
    code = "bad_player_name"
    longest: int = NAME_MAX
    seat: int | None = None
    """Whose name it is, where there are several."""


@lru_cache(maxsize=1024)
def proper_name(text: str) -> str:
    """A name as it is kept: composed, with single spaces. `BadPlayerName` for what must not be one."""
    return _enforced(text, "NicknameCasePreserved")


@lru_cache(maxsize=1024)
def name_key(name: str) -> str:
    """Equal for names that people would take for the same."""
    return _enforced(name, "Nickname")


def _enforced(text: str, profile: str) -> str:
    from precis_i18n import get_profile  # a tenth of a second, which most commands do without

    if len(text) > 4 * NAME_MAX:
        raise BadPlayerName
    parts = _split_emoji(text)
    try:
        plain = get_profile(profile).enforce("".join(part for part, is_joint in parts if not is_joint))
    except UnicodeError:
        raise BadPlayerName from None
    name = plain
    if any(is_joint for _, is_joint in parts):
        # Emoji are what they were before: only letters change, so the joints go back where they were.
        name = (
            " ".join(text.split())
            if profile == "NicknameCasePreserved"
            else " ".join(text.split()).casefold()
        )
        if unicodedata.normalize("NFKC", name) != name:
            raise BadPlayerName
    if not 1 <= len(name) <= NAME_MAX:
        raise BadPlayerName
    if BRAILLE_BLANK in plain or _is_mixed(plain) or _is_stacked(plain):
        raise BadPlayerName
    return name


def _split_emoji(text: str) -> list[tuple[str, bool]]:
    """The signs of a text, each with whether it only joins two emoji, or styles the one before it."""
    parts = []
    for at, sign in enumerate(text):
        before, after = text[:at].rstrip(EMOJI_STYLE)[-1:], text[at + 1 : at + 2]
        is_joint = (sign == EMOJI_STYLE and _is_emoji(text[at - 1 : at])) or (
            sign == JOINER and _is_emoji(before) and _is_emoji(after)
        )
        parts.append((sign, is_joint))
    return parts


def _is_emoji(sign: str) -> bool:
    """A pictograph, or the colour of a skin."""
    return bool(sign) and (unicodedata.category(sign) == "So" or "\U0001f3fb" <= sign <= "\U0001f3ff")


def _is_mixed(text: str) -> bool:
    """Is it of more scripts than one, whose letters may look like each other's? What Unicode calls highly restrictive
    (UTS 39): only those of East Asia stand beside each other, and beside Latin."""
    scripts = {unicodedata.name(sign, "").partition(" ")[0] for sign in text if sign.isalpha()}
    others = scripts - _EAST_ASIAN - _OF_EVERY_SCRIPT
    return len(others) > 1 or (bool(scripts & _EAST_ASIAN) and not others <= {"LATIN"})


def _is_stacked(text: str) -> bool:
    """Are so many marks on one letter, or one all around it, that they reach into the text around it?"""
    run = 0
    for sign in text:
        if unicodedata.category(sign) == "Me":
            return True
        run = run + 1 if unicodedata.combining(sign) else 0
        if run > NAME_MARKS_MAX:
            return True
    return False
