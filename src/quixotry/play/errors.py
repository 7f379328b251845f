"""What can go wrong around a game that is played: the root of this room's errors, and what a table refuses."""

from __future__ import annotations

from quixotry.errors import Parameters, QuixotryError
from quixotry.play import limits


class PlayError(QuixotryError):
    """The root of this room's errors."""

    code = "play"


class SeatOfAnother(PlayError):
    code = "not_your_seat"
    message = "seat_of_another"
    kind = "forbidden"


class HandOverFirst(PlayError):
    code = "hand_over"
    kind = "conflict"


class NotDealt(PlayError):
    code = "not_dealt"
    kind = "conflict"


class TilesSeen(PlayError):
    code = "tiles_seen"
    kind = "conflict"


class UploadedGame(PlayError):
    code = "uploaded_game"
    kind = "conflict"


class OthersPlay(PlayError):
    code = "others_play"
    kind = "conflict"


class ComputersAlone(PlayError):
    code = "computers_alone"
    kind = "forbidden"


class TooManyTries(PlayError):
    code = "too_many_tries"
    kind = "too-fast"

    @property
    def wording_parameters(self) -> Parameters:
        return {"most": limits.TRIES_MAX}


class NoTakeBack(PlayError):
    code = "cannot_take_back"
    kind = "conflict"


class DamagedRecord(PlayError):
    """Part of a game's record cannot be read; what came before it can be looked at."""

    code = "damaged_record"
    kind = "conflict"


class LexiconChanged(PlayError):
    code = "lexicon_changed"
    kind = "conflict"
