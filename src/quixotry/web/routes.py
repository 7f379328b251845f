"""What can be asked over HTTP. Each route is described in docs/reference/protocol.md."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from litestar import Request, Response, WebSocket, delete, get, post, websocket
from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.enums import MediaType
from litestar.handlers import BaseRouteHandler
from litestar.params import Parameter

from quixotry.notation import wire
from quixotry.play import records
from quixotry.play.catalogue import Catalogue, ruleset_form
from quixotry.play.hall import Hall
from quixotry.play.ports import UnknownGame
from quixotry.play.replaying import frames_of
from quixotry.play.seating import Seat, seat_players
from quixotry.rules.match import match_of
from quixotry.web import limits, sessions
from quixotry.web.errors import InvitationUsed, NotAtHome, NotYourSeat, TooFast
from quixotry.web.pace import Paces
from quixotry.web.socket import Sockets

Plain = dict[str, Any]
T = TypeVar("T")
Asked = Request[Any, Any, Any]


@dataclass(frozen=True, slots=True)
class Desk:
    """What the routes work with."""

    hall: Hall
    catalogue: Catalogue
    sockets: Sockets
    is_at_home: bool
    version: str
    engine: str
    licences: Sequence[Plain]
    paces: Paces = field(default_factory=Paces)


class WantedSeat(msgspec.Struct, forbid_unknown_fields=True):
    kind: Literal["person", "computer"]
    name: str = ""
    level: str = ""


class NewGame(msgspec.Struct, forbid_unknown_fields=True):
    ruleset: str
    players: list[WantedSeat]
    lexicon: str = "default"


class HouseRules(msgspec.Struct, forbid_unknown_fields=True):
    plain: dict[str, Any]


class Invitation(msgspec.Struct, forbid_unknown_fields=True):
    seat: int


class Joining(msgspec.Struct, forbid_unknown_fields=True):
    key: str


async def threaded(function: Callable[..., T], *arguments: Any) -> T:
    return await asyncio.get_running_loop().run_in_executor(None, partial(function, *arguments))


def _desk(state: State) -> Desk:
    desk = state["desk"]
    assert isinstance(desk, Desk)
    return desk


def _session(request: Asked) -> str:
    return sessions.session_of(sessions.session_key(request.headers.get("cookie", "")))


def _with_session(request: Asked) -> tuple[str, str]:
    """The key and session of who is asking; a new key for a stranger."""
    key = sessions.session_key(request.headers.get("cookie", "")) or sessions.new_key()
    return key, sessions.session_of(key)


def _seated(request: Asked, key: str, body: Plain, status: int) -> Response[Plain]:
    cookie = sessions.cookie_for(key, is_secure=request.url.scheme == "https")
    return Response(body, status_code=status, cookies=[cookie])


def in_pace(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    """Refuse, before the body is read, who has had too many games made."""
    session = sessions.session_of(sessions.session_key(connection.headers.get("cookie", "")))
    address = connection.client.host if connection.client is not None else ""
    wait_s = _desk(connection.app.state).paces.wait_s(session, address)
    if wait_s:
        raise TooFast(wait_s)


# The catalogue


@get("/api/about", summary="Version, licences, and whether anything can be saved")
async def about(state: State) -> Plain:
    desk = _desk(state)
    return {
        "name": "Quixotry",
        "version": desk.version,
        "is_at_home": desk.is_at_home,
        "engine": desk.engine,
        "read_only": desk.hall.read_only,
        "licences": desk.licences,
    }


@get("/health", summary="Is the server well?")
async def health(state: State) -> Plain:
    return {"status": "read_only" if _desk(state).hall.read_only else "ok"}


@get("/api/rulesets", summary="All rulesets, with all facets")
async def list_rulesets(state: State) -> Plain:
    return {"rulesets": await threaded(_desk(state).catalogue.rulesets)}


@get("/api/rulesets/{name:str}", summary="One ruleset")
async def show_ruleset(state: State, name: str) -> Plain:
    return await threaded(_desk(state).catalogue.shown, name)


@get("/api/ruleset-form", summary="What a form for house rules may offer")
async def show_form() -> Plain:
    return ruleset_form()


@post("/api/rulesets/check", status_code=200, summary="Check house rules without saving them")
async def check_ruleset(state: State, data: HouseRules) -> Plain:
    return wire.ruleset_plain(await threaded(_desk(state).catalogue.check, data.plain), is_own=True)


@post("/api/rulesets", summary="Save house rules")
async def save_ruleset(state: State, data: HouseRules) -> Plain:
    return await threaded(_desk(state).catalogue.save, data.plain)


@delete("/api/rulesets/{name:str}", summary="Delete house rules")
async def delete_ruleset(state: State, name: str) -> None:
    await threaded(_desk(state).catalogue.delete, name)


@get("/api/levels", summary="The computers one can play against")
async def list_levels(state: State) -> Plain:
    catalogue = _desk(state).catalogue
    levels = [
        {"name": each.name, "title": each.title, "summary": each.summary} for each in catalogue.levels()
    ]
    return {"levels": levels, "default": catalogue.default_level}


@get("/api/lexicons", summary="The word lists")
async def list_lexicons(state: State) -> Plain:
    return await threaded(_desk(state).catalogue.lexicons)


@get("/api/words/{word:str}", summary="Is it a word, what does it mean, what hooks has it?")
async def look_up(state: State, word: str, lexicon: str = "default") -> Plain:
    return await threaded(_desk(state).catalogue.word, word, lexicon)


@get("/api/anagrams", summary="Words from letters")
async def find_anagrams(
    state: State,
    letters: str,
    lexicon: str = "default",
    least: Annotated[int | None, Parameter(ge=2, le=32)] = None,
) -> Plain:
    return await threaded(_desk(state).catalogue.anagrams, letters, lexicon, least)


# Games


@get("/api/games", summary="Games, the one last played first")
async def list_games(
    request: Asked,
    state: State,
    games: Annotated[Literal["unfinished", "finished"] | None, Parameter(query="state")] = None,
    before: Annotated[str, Parameter(max_length=64)] = "",
    limit: Annotated[int, Parameter(ge=1, le=limits.PAGE_MAX)] = 50,
) -> Plain:
    desk = _desk(state)
    return await desk.hall.page(
        is_over=None if games is None else games == "finished",
        session=_session(request),
        all_games=desk.is_at_home,
        before=before,
        limit=limit,
    )


@post("/api/games", guards=[in_pace], summary="Begin a game")
async def begin_game(request: Asked, state: State, data: NewGame) -> Response[Plain]:
    desk = _desk(state)
    key, session = _with_session(request)
    ruleset = await threaded(desk.catalogue.ruleset, data.ruleset)
    players = seat_players(
        [Seat(each.kind, each.name, each.level[:40]) for each in data.players],
        ruleset,
        level_title=desk.catalogue.level_title,
        default_level=desk.catalogue.default_level,
    )
    await threaded(desk.catalogue.lexicon, data.lexicon)
    game_id = await desk.hall.new_game(ruleset, data.lexicon, players, session)
    return _seated(request, key, await desk.hall.summary(game_id, session), 201)


@get("/api/games/{game_id:str}", summary="One game")
async def show_game(request: Asked, state: State, game_id: str) -> Plain:
    return await _desk(state).hall.summary(game_id, _session(request))


@post("/api/games/{game_id:str}/claim", status_code=200, summary="At home: take all people's seats")
async def claim_seats(request: Asked, state: State, game_id: str) -> Response[Plain]:
    desk = _desk(state)
    if not desk.is_at_home:
        raise NotAtHome
    key, session = _with_session(request)
    game = await desk.hall.summary(game_id, session)
    if game["imported"]:
        raise UnknownGame(game_id)
    people = [seat for seat, player in enumerate(game["players"]) if player["kind"] == "person"]
    table_id = match_of(game_id)
    await threaded(desk.hall.log.grant, session, table_id, people)
    await desk.hall.seats_moved(table_id)
    return _seated(request, key, await desk.hall.summary(game_id, session), 200)


@post("/api/games/{game_id:str}/invitations", summary="A key that gives one of one's seats to somebody else")
async def invite(request: Asked, state: State, game_id: str, data: Invitation) -> Plain:
    desk = _desk(state)
    game = await desk.hall.summary(game_id, _session(request))
    if data.seat not in game["seats"]:
        raise NotYourSeat
    key = secrets.token_urlsafe(24)
    await threaded(desk.hall.log.invite, sessions.session_of(key), match_of(game_id), data.seat)
    return {"path": f"/join/{key}", "key": key}


@post("/api/join", status_code=200, summary="Take the seat a key gives")
async def join(request: Asked, state: State, data: Joining) -> Response[Plain]:
    desk = _desk(state)
    key, session = _with_session(request)
    found = await threaded(desk.hall.log.join, sessions.session_of(data.key), session)
    if found is None:
        raise InvitationUsed
    await desk.hall.seats_moved(found[0])
    return _seated(request, key, await desk.hall.summary(found[0], session), 200)


# Records


@get("/api/games/{game_id:str}/gcg", media_type=MediaType.TEXT, summary="A finished game as GCG")
async def download_gcg(state: State, game_id: str) -> Response[bytes]:
    desk = _desk(state)
    text = await threaded(records.gcg_of, desk.hall.log, game_id)
    headers = {"content-disposition": f'attachment; filename="{game_id[:64]}.gcg"'}
    return Response(text, media_type="text/plain", headers=headers)


@get("/api/games/{game_id:str}/replay", summary="A finished game, turn by turn")
async def replay_game(request: Asked, state: State, game_id: str) -> Plain:
    desk = _desk(state)
    game = await desk.hall.summary(game_id, _session(request))
    if game["imported"]:
        shown = await threaded(records.replay_imported, desk.hall.log, desk.catalogue.ruleset, game_id)
        return {"game": game, **shown}
    stored = await threaded(records.finished, desk.hall.log, game_id)
    frames = await threaded(frames_of, stored)
    ruleset = wire.ruleset_plain(stored.header.ruleset)
    return {"game": game, "ruleset": ruleset, "frames": frames, "warnings": []}


@post("/api/import/gcg", guards=[in_pace], summary="Keep a GCG file among the past games")
async def import_gcg(request: Asked, state: State, rules: str = "") -> Plain:
    desk = _desk(state)
    content = await request.body()
    game_id, warnings = await threaded(
        records.import_gcg, desk.hall.log, desk.catalogue.ruleset, content, rules
    )
    return {"game": await desk.hall.summary(game_id, _session(request)), "warnings": warnings}


@post("/api/import/save", guards=[in_pace], summary="Take over a game saved by the terminal")
async def import_save(request: Asked, state: State) -> Response[Plain]:
    desk = _desk(state)
    key, session = _with_session(request)
    game_id = await threaded(records.import_save, desk.hall.log, await request.body(), session)
    return _seated(request, key, await desk.hall.summary(game_id, session), 201)


@websocket("/ws/games/{game_id:str}")
async def table_socket(socket: WebSocket[Any, Any, Any], state: State, game_id: str) -> None:
    session = sessions.session_of(sessions.session_key(socket.headers.get("cookie", "")))
    await _desk(state).sockets.serve(socket, game_id, session)


ROUTES: list[BaseRouteHandler] = [
    about,
    health,
    list_rulesets,
    show_ruleset,
    show_form,
    check_ruleset,
    save_ruleset,
    delete_ruleset,
    list_levels,
    list_lexicons,
    look_up,
    find_anagrams,
    list_games,
    begin_game,
    show_game,
    claim_seats,
    invite,
    join,
    download_gcg,
    replay_game,
    import_gcg,
    import_save,
    table_socket,
]
