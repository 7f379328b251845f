"""The arena over HTTP. Each route is described in docs/reference/protocol.md."""

from __future__ import annotations

from litestar import Response, delete, get, post
from litestar.datastructures import State
from litestar.handlers import BaseRouteHandler

from quixotry.play.matches import MatchHall
from quixotry.protocol.arena import Arena, ArenaGame, ArenaMatch, MatchRequest
from quixotry.web.guard import REPORT_POLICY
from quixotry.web.state import (
    Request,
    app_of,
    arena_open,
    key_and_session,
    owner_of,
    seated,
    session_of,
    within_rate_limit,
)


def _hall(state: State) -> MatchHall:
    open_hall = app_of(state).arena
    assert open_hall is not None, "the guard lets nobody in where there is none"
    return open_hall()


def _asker(request: Request) -> str:
    """Whose matches they may stop; a stranger without a key owns none."""
    return owner_of(request, session_of(request) or "nobody")


@get("/api/arena", guards=[arena_open], summary="Matches between computers, and who can play in one")
async def show_arena(request: Request, state: State) -> Arena:
    return await _hall(state).overview(_asker(request))


@post("/api/arena/matches", guards=[arena_open, within_rate_limit], summary="Begin a match between computers")
async def begin_match(request: Request, state: State, data: MatchRequest) -> Response[ArenaMatch]:
    key, session = key_and_session(request)
    begun = await _hall(state).begin(data, owner_of(request, session))
    return seated(request, key, begun, 201)


@get("/api/arena/matches/{match_id:str}", guards=[arena_open], summary="A match, with its score so far")
async def show_match(request: Request, state: State, match_id: str) -> ArenaMatch:
    return await _hall(state).match(match_id, _asker(request))


@post(
    "/api/arena/matches/{match_id:str}/stop",
    guards=[arena_open],
    status_code=200,
    summary="Stop a match; finished pairs are kept",
)
async def stop_match(request: Request, state: State, match_id: str) -> ArenaMatch:
    return await _hall(state).stop(match_id, _asker(request))


@post(
    "/api/arena/matches/{match_id:str}/resume",
    guards=[arena_open, within_rate_limit],
    status_code=200,
    summary="Go on with a match that was stopped or interrupted",
)
async def resume_match(request: Request, state: State, match_id: str) -> ArenaMatch:
    return await _hall(state).resume(match_id, _asker(request))


@delete("/api/arena/matches/{match_id:str}", guards=[arena_open], summary="Delete a match and its games")
async def delete_match(request: Request, state: State, match_id: str) -> None:
    await _hall(state).delete(match_id, _asker(request))


@get(
    "/api/arena/matches/{match_id:str}/games/{pair:int}/{game:int}",
    guards=[arena_open],
    summary="A game of a match, as far as it has come",
)
async def show_match_game(state: State, match_id: str, pair: int, game: int) -> ArenaGame:
    return await _hall(state).game(match_id, pair, game)


@get(
    "/api/arena/matches/{match_id:str}/report",
    guards=[arena_open],
    media_type="text/html",
    summary="The report, a page of its own",
)
async def show_report(state: State, match_id: str) -> Response[bytes]:
    headers = {"content-security-policy": REPORT_POLICY}
    return Response(await _hall(state).report(match_id), media_type="text/html", headers=headers)


@get(
    "/api/arena/matches/{match_id:str}/results",
    guards=[arena_open],
    media_type="application/json",
    summary="The results of a finished match as JSON, to keep",
)
async def download_results(state: State, match_id: str) -> Response[bytes]:
    content = await _hall(state).results(match_id)
    return Response(content, media_type="application/json", headers=_download(f"match-{match_id}.json"))


@get(
    "/api/arena/matches/{match_id:str}/records",
    guards=[arena_open],
    media_type="application/zip",
    summary="All games that are finished as GCG, in a ZIP file",
)
async def download_records(state: State, match_id: str) -> Response[bytes]:
    content = await _hall(state).records(match_id)
    return Response(content, media_type="application/zip", headers=_download(f"match-{match_id}.zip"))


def _download(name: str) -> dict[str, str]:
    return {"content-disposition": f'attachment; filename="{name[:80]}"'}


ARENA_ROUTES: list[BaseRouteHandler] = [
    show_arena,
    begin_match,
    show_match,
    stop_match,
    resume_match,
    delete_match,
    show_match_game,
    show_report,
    download_results,
    download_records,
]
