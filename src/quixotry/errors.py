"""The root of every error a user can cause.

    QuixotryError
    ├── RulesError          rules/errors.py     rulesets, impossible records, IllegalMove and its leaves
    ├── NotationError       notation/errors.py  squares, moves, CGP, GCG, saved games
    ├── LexiconError        lexicon/errors.py   word lists, racks and patterns to look up
    ├── EngineError         engine/errors.py    leave tables, what only the compiled engine can do
    ├── PlayersError        players/levels.py   computer levels, programs that play
    ├── ArenaError          arena/errors.py     matches and tournaments between programs
    ├── PlayError           play/errors.py      tables, seats, saved games, house rules
    ├── ApiError            api/errors.py       questions to the library
    ├── TookTooLong         threads.py          jobs that do not end
    └── Refused             web/                requests the web room itself refuses

A leaf's annotations are its fields, as in a dataclass: they are the parameters of its sentence, which is the message
`errors.<code>` of the catalog (wording/). `code` is stable and for programs, `kind` says what sort of failure it is.
The exit code of a command and the HTTP status of an answer follow from the kind, here and nowhere else.
"""

from __future__ import annotations

from typing import Any, ClassVar, Literal, dataclass_transform

Kind = Literal["refused", "unknown", "forbidden", "conflict", "too-large", "too-fast", "unavailable"]

EXIT_BAD_INPUT = 2
"""What a command ends with after any of these errors."""

HTTP_STATUS: dict[Kind, int] = {
    "refused": 422,
    "unknown": 404,
    "forbidden": 403,
    "conflict": 409,
    "too-large": 413,
    "too-fast": 429,
    "unavailable": 503,
}


Parameters = dict[str, Any]
"""The fields of an error by name: what its message is filled in with."""


# A dataclass has its methods written and compiled when it is made, which takes a third of a millisecond at every start
# for each of 160 leaves; these share theirs.
@dataclass_transform(eq_default=False)
class QuixotryError(Exception):
    """Anything a user can cause; `str(error)` is a sentence that says what was wrong and what to do.

    >>> import quixotry as qx
    >>> try:
    ...     qx.Game("tournament", seed="3d3").push("1A CAT")
    ... except qx.QuixotryError as error:
    ...     error.code
    'tiles_not_held'
    """

    code: ClassVar[str] = "error"
    message: ClassVar[str] = ""
    """The name of the message, where several errors share a code."""
    kind: ClassVar[Kind] = "refused"

    __match_args__: ClassVar[tuple[str, ...]] = ()
    """The names of the fields, those of the classes above first."""

    def __init_subclass__(cls) -> None:
        own = [name for name, hint in cls.__annotations__.items() if "ClassVar" not in str(hint)]
        cls.__match_args__ = (*cls.__match_args__, *own)  # type: ignore[misc]

    def __init__(self, *values: Any, **named: Any) -> None:
        names = self.__match_args__
        given = {**dict(zip(names, values, strict=False)), **named}
        missing = [name for name in names if name not in given and not hasattr(self, name)]
        if missing or len(given) < len(values) + len(named) or not given.keys() <= {*names}:
            raise TypeError(f"{type(self).__name__} takes ({', '.join(names)}), not {values} and {named}")
        vars(self).update(given)

    def __repr__(self) -> str:
        told = (f"{name}={value!r}" for name, value in self.parameters.items())
        return f"{type(self).__qualname__}({', '.join(told)})"

    @property
    def parameters(self) -> Parameters:
        """The fields of the error, by name."""
        return {name: getattr(self, name) for name in self.__match_args__}

    @property
    def wording_parameters(self) -> Parameters:
        """What the message is filled in with: the fields, and what a leaf works out from them."""
        return self.parameters

    def __str__(self) -> str:
        from quixotry.wording.catalog import say

        return say(f"errors.{self.message or self.code}", self.wording_parameters)

    @property
    def http_status(self) -> int:
        return HTTP_STATUS[self.kind]

    def __reduce__(self) -> str | tuple[Any, ...]:
        # A leaf's arguments are its fields; the default would pickle an empty `args`.
        parameters = self.parameters
        return (type(self), tuple(parameters.values())) if parameters else super().__reduce__()
