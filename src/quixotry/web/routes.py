"""What can be asked over HTTP. Each route is described in docs/reference/protocol.md."""

from __future__ import annotations

import secrets
from typing import Annotated, Any, Literal

from litestar import Response, WebSocket, delete, get, post, websocket
from litestar.datastructures import State
from litestar.enums import MediaType
from litestar.handlers import BaseRouteHandler
from litestar.params import Parameter

from quixotry.play.hints import best_moves
from quixotry.play.ruleset_form import ruleset_form
from quixotry.play.seating import Seat, seat_players
from quixotry.play.statistics import person_records
from quixotry.play.uploads import import_lexicon, read_part
from quixotry.protocol.catalogue import (
    About,
    AnagramList,
    Health,
    ImportedLexicon,
    LevelList,
    LexiconList,
    Meaning,
    WordEntry,
    WordToolsState,
)
from quixotry.protocol.games import (
    AbsenceRequest,
    ClaimableSeats,
    ComeBackRequest,
    GamePage,
    GameSummary,
    ImportedGame,
    Invitation,
    InvitationCard,
    InvitationRequest,
    JoinRequest,
    NewGame,
    PersonRecords,
    Replay,
    RetryRequest,
    RulesetName,
    WayBack,
)
from quixotry.protocol.rulesets import (
    HouseRules,
    PartTables,
    PartText,
    Ruleset,
    RulesetForm,
    RulesetList,
    RulesSection,
    RulesText,
)
from quixotry.protocol.server import BestMoveList
from quixotry.threads import RECORDS, WORDS, in_thread
from quixotry.web import limits, sessions
from quixotry.web.arena_routes import ARENA_ROUTES
from quixotry.web.errors import InvitationUsed, NotAtHome, WayBackUsed
from quixotry.web.qr import qr_picture
from quixotry.web.state import (
    Request,
    anagram_limit,
    app_of,
    client_of,
    has_arena,
    is_at_home,
    keeper_of,
    key_and_session,
    look_up_limit,
    only_operator,
    origin_for_others,
    owner_of,
    seated,
    session_of,
    within_rate_limit,
)
from quixotry.wording.rulesets import explain

# The catalogue


@get("/api/about", summary="Version, licences, and whether anything can be saved")
async def about(request: Request, state: State) -> About:
    app = app_of(state)
    return About(
        name="Quixotry",
        version=app.version,
        is_at_home=is_at_home(request),
        engine=app.engine,
        read_only=app.tables.read_only,
        licences=app.licences,
    )


@get("/health", summary="Is the server well?")
async def health(state: State) -> Response[Health]:
    ills = await app_of(state).tables.ills()
    return Response(Health("ill", ills), status_code=503) if ills else Response(Health("ok"))


@get("/api/rulesets", summary="All rulesets, with all facets")
async def list_rulesets(state: State) -> RulesetList:
    return await in_thread(app_of(state).catalogue.rulesets)


@get("/api/rulesets/{name:str}", summary="One ruleset")
async def show_ruleset(state: State, name: str) -> Ruleset:
    return await in_thread(app_of(state).catalogue.shown, name)


@get("/api/rulesets/{name:str}/text", summary="How a ruleset is played, in sentences")
async def explain_ruleset(state: State, name: str) -> RulesText:
    sections = explain(await in_thread(app_of(state).catalogue.ruleset, name))
    return RulesText([RulesSection(each.title, each.sentences) for each in sections])


@get("/api/ruleset-form", summary="What a form for house rules may offer")
async def show_form() -> RulesetForm:
    return ruleset_form()


@post("/api/rulesets/check", status_code=200, summary="Check house rules without saving them")
async def check_ruleset(state: State, data: HouseRules) -> Ruleset:
    return await in_thread(app_of(state).catalogue.check, data.plain)


@post("/api/rulesets/explain", status_code=200, summary="House rules in sentences, without saving them")
async def explain_house_rules(state: State, data: HouseRules) -> RulesText:
    sections = explain(await in_thread(app_of(state).catalogue.checked, data.plain))
    return RulesText([RulesSection(each.title, each.sentences) for each in sections])


@post("/api/rulesets/read", status_code=200, summary="A file of rules, tiles or a board as tables")
async def read_ruleset_part(data: PartText) -> PartTables:
    return PartTables(await in_thread(read_part, data.part, data.text))


@post("/api/rulesets", guards=[within_rate_limit], summary="Save house rules")
async def save_ruleset(request: Request, state: State, data: HouseRules) -> Response[Ruleset]:
    app = app_of(state)
    key, session = key_and_session(request)
    keeper = keeper_of(request, session)
    saved = await in_thread(app.catalogue.save, data.plain, keeper.session, keeper.address)
    return seated(request, key, saved, 201)


@delete("/api/rulesets/{name:str}", summary="Delete house rules")
async def delete_ruleset(request: Request, state: State, name: str) -> None:
    app = app_of(state)
    await in_thread(app.catalogue.delete, name, owner_of(request, session_of(request) or "nobody"))


@get("/api/levels", summary="The computers one can play against")
async def list_levels(request: Request, state: State) -> LevelList:
    return app_of(state).catalogue.level_list(has_arena=has_arena(request))


@get("/api/lexicons", summary="The word lists")
async def list_lexicons(state: State) -> LexiconList:
    return await in_thread(app_of(state).catalogue.lexicons)


@post(
    "/api/lexicons",
    guards=[only_operator, within_rate_limit],
    request_max_body_size=limits.LEXICON_BYTES_MAX,
    summary="At home: add a word list, one word a line",
)
async def add_lexicon(
    request: Request, title: Annotated[str, Parameter(max_length=200)] = ""
) -> ImportedLexicon:
    return await in_thread(import_lexicon, await request.body(), title)


@get(
    "/api/words/{word:str}",
    guards=[look_up_limit],
    summary="Is it a word, what does it mean, what hooks has it?",
)
async def look_up(request: Request, state: State, word: str, lexicon: str = "default") -> WordEntry:
    return await in_thread(app_of(state).word_tools.word, session_of(request), word, lexicon)


@get("/api/anagrams", guards=[anagram_limit], summary="Words from letters")
async def find_anagrams(
    request: Request,
    state: State,
    letters: str,
    lexicon: str = "default",
    least: Annotated[int | None, Parameter(ge=2, le=32)] = None,
) -> AnagramList:
    word_tools = app_of(state).word_tools
    return await WORDS.run(
        client_of(request), word_tools.anagrams, session_of(request), letters, lexicon, least
    )


@get("/api/word-tools", summary="May this session look words up?")
async def show_word_tools(request: Request, state: State) -> WordToolsState:
    return await in_thread(app_of(state).word_tools.state, session_of(request))


# Games


@get("/api/games", summary="Games, the one last played first")
async def list_games(
    request: Request,
    state: State,
    games: Annotated[Literal["unfinished", "finished"] | None, Parameter(query="state")] = None,
    before: Annotated[str, Parameter(max_length=64)] = "",
    limit: Annotated[int, Parameter(ge=1, le=limits.PAGE_MAX)] = 50,
) -> GamePage:
    app = app_of(state)
    return await app.lobby.page(
        is_over=None if games is None else games == "finished",
        session=session_of(request),
        all_games=is_at_home(request),
        before=before,
        limit=limit,
    )


@post("/api/games", guards=[within_rate_limit], summary="Begin a game")
async def begin_game(request: Request, state: State, data: NewGame) -> Response[GameSummary]:
    app = app_of(state)
    key, session = key_and_session(request)
    ruleset = await in_thread(app.catalogue.ruleset, data.ruleset)
    players = seat_players(
        [Seat(each.kind, each.name, each.level[:40]) for each in data.players],
        ruleset,
        level_title=app.catalogue.level_title,
        default_level=app.catalogue.default_level,
    )
    invited = {seat for seat, wanted in enumerate(data.players) if wanted.invited}
    game_id = await app.tables.new_game(
        ruleset, data.lexicon, players, session, invited, keeper_of(request, session)
    )
    return seated(request, key, await app.lobby.summary(game_id, session), 201)


@get("/api/people", summary="Each person's record over the games kept here")
async def list_people(request: Request, state: State) -> PersonRecords:
    session = None if is_at_home(request) else session_of(request)
    return await in_thread(person_records, app_of(state).lobby.log, session)


@get("/api/games/{game_id:str}", summary="One game")
async def show_game(request: Request, state: State, game_id: str) -> GameSummary:
    return await app_of(state).lobby.summary(game_id, session_of(request))


@delete("/api/games/{game_id:str}", summary="Delete a game, or its whole match")
async def delete_game(request: Request, state: State, game_id: str) -> None:
    app = app_of(state)
    game = await app.lobby.summary(game_id, session_of(request))
    if not is_at_home(request):
        await app.lobby.check_deletion(game.id, session_of(request) or "nobody")
    await app.tables.delete(game.id)


@get("/api/games/{game_id:str}/claim", summary="At home: the seats another browser holds")
async def show_claimable(request: Request, state: State, game_id: str) -> ClaimableSeats:
    if not is_at_home(request):
        return ClaimableSeats(())
    return ClaimableSeats(await app_of(state).lobby.claimable(game_id, session_of(request)))


@post("/api/games/{game_id:str}/claim", status_code=200, summary="At home: take over another browser's seats")
async def claim_seats(request: Request, state: State, game_id: str) -> Response[GameSummary]:
    app = app_of(state)
    if not is_at_home(request):
        raise NotAtHome
    key, session = key_and_session(request)
    await app.lobby.claim(game_id, session)
    await app.tables.seats_moved(game_id)
    return seated(request, key, await app.lobby.summary(game_id, session), 200)


@post(
    "/api/games/{game_id:str}/absence",
    status_code=200,
    summary="End a game whose seat on turn stays away",
)
async def end_absence(request: Request, state: State, game_id: str, data: AbsenceRequest) -> GameSummary:
    app, session = app_of(state), session_of(request)
    table = await app.tables.table(game_id)
    await table.look()
    seats = await app.lobby.seats_of(session, game_id)
    await table.absence.end(session, seats, data.seat, data.expected_seq, data.ending)
    return await app.lobby.summary(game_id, session)


@post(
    "/api/games/{game_id:str}/invitations",
    guards=[look_up_limit],
    summary="A key that gives a seat to somebody else",
)
async def invite(request: Request, state: State, game_id: str, data: InvitationRequest) -> Invitation:
    lobby = app_of(state).lobby
    await lobby.check_invitation(game_id, data.seat, session_of(request))
    key = secrets.token_urlsafe(24)
    await lobby.invite(sessions.session_of(key), game_id, data.seat)
    path, origin = f"/join/{key}", origin_for_others(request)
    link = None if origin is None else origin + path
    return Invitation(path, key, link, None if link is None else qr_picture(link))


@get("/api/invitations/{key:str}", guards=[look_up_limit], summary="Who invites, and to what")
async def show_invitation(state: State, key: str) -> InvitationCard:
    found = await app_of(state).lobby.invitation(sessions.session_of(key))
    if found is None:
        raise InvitationUsed
    game, seat, host = found
    ruleset = game.header.ruleset
    return InvitationCard(
        host=host,
        ruleset=RulesetName(ruleset.name, ruleset.title or ruleset.name),
        rules=ruleset.summary or " ".join(explain(ruleset)[0].sentences[:2]),
        players=game.header.players,
        seat=seat,
        can_rename=not game.events,
    )


@post("/api/join", guards=[look_up_limit], status_code=200, summary="Take the seat a key gives")
async def join(request: Request, state: State, data: JoinRequest) -> Response[GameSummary]:
    app = app_of(state)
    key, session = key_and_session(request)
    game_id = await app.lobby.join(sessions.session_of(data.key), session, data.name)
    if game_id is None:
        raise InvitationUsed
    await app.tables.table(game_id)  # who takes the last seat has the tiles dealt
    await app.tables.seats_moved(game_id)
    return seated(request, key, await app.lobby.summary(game_id, session), 200)


@post(
    "/api/games/{game_id:str}/back",
    guards=[within_rate_limit],
    summary="A link that brings one's seats to another browser",
)
async def make_way_back(request: Request, state: State, game_id: str) -> WayBack:
    key = secrets.token_urlsafe(24)
    await app_of(state).lobby.keep_way_back(sessions.session_of(key), game_id, session_of(request))
    path, origin = f"/back#{key}", origin_for_others(request)
    return WayBack(path, None if origin is None else origin + path)


@post("/api/back", guards=[look_up_limit], status_code=200, summary="Take one's seats again with such a link")
async def come_back(request: Request, state: State, data: ComeBackRequest) -> Response[GameSummary]:
    app = app_of(state)
    key, session = key_and_session(request)
    game_id = await app.lobby.come_back(sessions.session_of(data.key), session)
    if game_id is None:
        raise WayBackUsed
    await app.tables.seats_moved(game_id)
    return seated(request, key, await app.lobby.summary(game_id, session), 200)


@get("/api/games/{game_id:str}/words/{word:str}", summary="What a word of a game means")
async def explain_word(request: Request, state: State, game_id: str, word: str) -> Meaning:
    return await in_thread(app_of(state).word_tools.meaning, session_of(request), game_id, word)


# Records


@get(
    "/api/draws",
    media_type=MediaType.TEXT,
    summary="The numbered commitments of this server, a line of JSON each",
)
async def list_draws(
    state: State,
    after: Annotated[int, Parameter(ge=0, lt=2**31)] = 0,
    limit: Annotated[int, Parameter(ge=1, le=limits.DRAWS_MAX)] = limits.DRAWS_MAX,
) -> Response[bytes]:
    lines = await app_of(state).lobby.draws(after, limit)
    return Response(lines, media_type="text/plain")


@get("/api/games/{game_id:str}/gcg", media_type=MediaType.TEXT, summary="A finished game as GCG")
async def download_gcg(request: Request, state: State, game_id: str) -> Response[bytes]:
    text = await RECORDS.run(client_of(request), app_of(state).library.gcg, game_id)
    headers = {"content-disposition": f'attachment; filename="{game_id[:64]}.gcg"'}
    return Response(text, media_type="text/plain", headers=headers)


@get("/api/games/{game_id:str}/replay", summary="A finished game, turn by turn")
async def replay_game(request: Request, state: State, game_id: str) -> Replay:
    app = app_of(state)
    game = await app.lobby.summary(game_id, session_of(request))
    return await RECORDS.run(client_of(request), app.library.replay, game)


@get("/api/games/{game_id:str}/best-moves", summary="The best move of every turn of a finished game")
async def list_best_moves(request: Request, state: State, game_id: str) -> BestMoveList:
    app = app_of(state)
    await in_thread(app.word_tools.check_open, session_of(request))
    game = await RECORDS.run(client_of(request), app.library.finished, game_id)
    advice = app.tables.advice_for(session_of(request), client_of(request))
    return BestMoveList(await best_moves(game, advice))


@post(
    "/api/games/{game_id:str}/retry",
    guards=[within_rate_limit],
    summary="Play on from a turn of a finished game",
)
async def retry_game(
    request: Request, state: State, game_id: str, data: RetryRequest
) -> Response[GameSummary]:
    app = app_of(state)
    key, session = key_and_session(request)
    retried = await RECORDS.run(
        client_of(request), app.library.retry, game_id, data.seq, session, keeper_of(request, session)
    )
    (await app.tables.table(retried)).wake()
    return seated(request, key, await app.lobby.summary(retried, session), 201)


@post(
    "/api/import/gcg",
    guards=[within_rate_limit],
    request_max_body_size=limits.GCG_BYTES_MAX,
    summary="Keep a GCG file among the past games",
)
async def import_gcg(request: Request, state: State, rules: str = "") -> Response[ImportedGame]:
    app = app_of(state)
    key, session = key_and_session(request)
    keeper = keeper_of(request, session)
    game_id, check = await RECORDS.run(
        client_of(request), app.library.import_gcg, await request.body(), rules, keeper
    )
    return seated(request, key, ImportedGame(await app.lobby.summary(game_id, session), check), 201)


@post(
    "/api/import/save",
    guards=[within_rate_limit],
    request_max_body_size=limits.SAVE_BYTES_MAX,
    summary="Take over a game saved by the terminal",
)
async def import_save(request: Request, state: State) -> Response[GameSummary]:
    app = app_of(state)
    key, session = key_and_session(request)
    game_id = await RECORDS.run(
        client_of(request),
        app.library.import_save,
        await request.body(),
        session,
        keeper_of(request, session),
    )
    return seated(request, key, await app.lobby.summary(game_id, session), 201)


@websocket("/ws/games/{game_id:str}")
async def table_socket(socket: WebSocket[Any, Any, Any], state: State, game_id: str) -> None:
    await app_of(state).sockets.serve(socket, game_id, session_of(socket), client_of(socket))


ROUTES: list[BaseRouteHandler] = [
    about,
    health,
    list_rulesets,
    show_ruleset,
    explain_ruleset,
    show_form,
    check_ruleset,
    explain_house_rules,
    read_ruleset_part,
    save_ruleset,
    delete_ruleset,
    list_levels,
    list_lexicons,
    add_lexicon,
    look_up,
    find_anagrams,
    show_word_tools,
    list_games,
    begin_game,
    list_people,
    show_game,
    delete_game,
    show_claimable,
    claim_seats,
    end_absence,
    invite,
    show_invitation,
    join,
    make_way_back,
    come_back,
    explain_word,
    list_draws,
    download_gcg,
    replay_game,
    list_best_moves,
    retry_game,
    import_gcg,
    import_save,
    *ARENA_ROUTES,
    table_socket,
]
