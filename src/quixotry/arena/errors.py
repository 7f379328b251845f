"""What can be wrong with a match or tournament that is asked for."""

from __future__ import annotations

from quixotry.errors import QuixotryError


class ArenaError(QuixotryError):
    """The root of this room's errors."""

    code = "arena"


class UnknownContestant(ArenaError):
    """Neither a level nor a program."""

    code = "unknown_contestant"
    name: str
    known: tuple[str, ...]


class OnlyWallClock(ArenaError):
    """The processor time of another program is not measured."""

    code = "only_wall_clock"
    name: str


class NotForTwo(ArenaError):
    """These rules cannot be played by two."""

    code = "not_for_two"
    rules: str


class OtherRun(ArenaError):
    """The folder holds the games of another match or tournament."""

    code = "other_run"
    kind = "conflict"
    folder: str
    differs: tuple[str, ...]


class OtherWords(ArenaError):
    """A machine of a cluster has another word list under the same name."""

    code = "other_words"
    kind = "conflict"
    lexicon: str


class MissingFile(ArenaError):
    """A worker has no such file: a program that cannot be run there would lose its games for nothing."""

    code = "missing_file"
    kind = "conflict"
    file: str


class ChunkKills(ArenaError):
    """The same piece of work ended its process again and again."""

    code = "chunk_kills"
    kind = "unavailable"
    tries: int


class TooFewPlayers(ArenaError):
    """A tournament needs two players or more, each once."""

    code = "too_few_players"
    players: int


class ClusterMissing(ArenaError):
    """The library for clusters is not installed."""

    code = "cluster_missing"
    kind = "unavailable"
    command: str


class ClusterGone(ArenaError):
    """Nobody answers where a cluster should be, or not any more."""

    code = "cluster_gone"
    kind = "unavailable"
    address: str
