"""`quixotry serve`: the game in the browser."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import faulthandler
import gc
import ipaddress
import logging
import os
import socket
import sys
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from quixotry.cli.engine_notice import tell_engine
from quixotry.cli.front_door import CannotServe, FrontDoor, front_door, require_server
from quixotry.cli.options import DATABASE_FILE, worker_command, worker_option
from quixotry.machine import Claimed, allow_open_files, claim, on_request_to_stop
from quixotry.paths import data_folder
from quixotry.play.patience import ABANDONED_DAYS, Patience
from quixotry.rules.ports import THINKING_MS

if TYPE_CHECKING:
    import uvicorn

    from quixotry.players.bot_list import ListedBot

PORT = 8017
FILES_WANTED = 16_384
ANY = "0.0.0.0"
ELSEWHERE = "192.0.2.1"
"""An address kept for documentation: nobody has it, so the way there is the way to anybody."""
GC_THRESHOLDS = (1_000, 2, 500)
"""How much is made before unused memory is looked for: among the newest things, the new ones, all. To go through
everything that 2,000 open pages hold takes 0.2 s, in which nobody is answered; by Python's own thresholds that happens
whenever a quarter has come on top."""
STOP_S = 4.5
"""A server that was told to stop is gone after this time, whatever hangs."""


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--lan", is_flag=True, help="Let other devices on your network join: they see a link or a QR code."
)
@click.option(
    "--port",
    default=PORT,
    show_default=True,
    type=click.IntRange(0, 65535),
    help="The port; 0 for any free one.",
)
@click.option(
    "--data", type=click.Path(path_type=Path, file_okay=False), help="The folder where games are kept."
)
@click.option(
    "--database", envvar="QUIXOTRY_DATABASE", help="postgresql://... instead of a file, for several servers."
)
@click.option(
    "--public-url",
    default="",
    envvar="QUIXOTRY_PUBLIC_URL",
    help="Where people find this server behind a proxy, as https://games.example.org.",
)
@click.option(
    "--allowed-host", "allowed_hosts", multiple=True, help="Another name it goes by there; may be repeated."
)
@click.option(
    "--trusted-proxy",
    "trusted_proxies",
    multiple=True,
    help="The address or network of a proxy that says where people come from; this computer's own are trusted.",
)
@click.option("--access-log", is_flag=True, help="Write a line for every request to stderr.")
@click.option(
    "--metrics-port",
    type=click.IntRange(0, 65535),
    help="Tell Prometheus figures at /metrics on this port of this computer alone; 0 for any free one.",
)
@click.option("--no-browser", is_flag=True, help="Do not open a browser.")
@click.option(
    "--thinking-ms",
    default=THINKING_MS,
    show_default=True,
    type=click.IntRange(50, 60_000),
    help="How long computers may think.",
)
@click.option(
    "--end-after",
    default=ABANDONED_DAYS,
    show_default=True,
    type=click.IntRange(1, 3650),
    metavar="DAYS",
    help="End games as they stand when nobody has moved for so long.",
)
@worker_option
@click.option(
    "--bots",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="A TOML file of programs that people can play against (see docs/how-to/host-a-server.md).",
)
@click.option(
    "--arena",
    is_flag=True,
    help="Let everybody have computers meet in matches; at home you can without it.",
)
@click.option("--seed", default="", hidden=True, help="For tests: the seed of every game.")
def serve(
    *,
    host: str,
    lan: bool,
    port: int,
    data: Path | None,
    database: str | None,
    public_url: str,
    allowed_hosts: tuple[str, ...],
    trusted_proxies: tuple[str, ...],
    access_log: bool,
    metrics_port: int | None,
    no_browser: bool,
    thinking_ms: int,
    end_after: int,
    worker: str,
    bots: Path | None,
    arena: bool,
    seed: str,
) -> None:
    """Play in the browser: start the server.

    Everything stays on your computer: games are kept in your data folder, and nobody else can connect unless
    you say --lan or choose another --host.

    \b
    Examples:
      quixotry serve
      quixotry serve --port 9000 --no-browser
      quixotry serve --lan                  with phones and tablets on your network; they join by invitation
      quixotry serve --host 0.0.0.0         for strangers: each sees only their own games
      quixotry serve --public-url https://games.example.org    behind a proxy, on this computer alone
      quixotry serve --worker "python bot.py"
    """
    # Whatever is made while the server starts stays for good: looking through it for rubbish, now or later, is a tenth
    # of the time of a start.
    gc.disable()
    require_server()
    command = worker_command(worker)
    listed = _listed(bots)
    front = front_door(public_url, allowed_hosts, trusted_proxies)
    if front.public and lan:
        raise CannotServe(
            "Choose either --lan or --public-url: one is for your own network, one for strangers."
        )
    tell_engine()
    allow_open_files(FILES_WANTED)
    folder = _writable(data or data_folder())
    with contextlib.ExitStack() as held:
        lan_host = _lan_host(host) if lan else ""
        listening = held.enter_context(_listen(ANY if lan else host, port))
        port = listening.getsockname()[1]
        figures = None
        if metrics_port is not None:
            figures = held.enter_context(_listen("127.0.0.1", metrics_port))
        address = _address(host, port)
        file = _file_of(database) if database else folder / DATABASE_FILE
        if file is not None:
            held.enter_context(_locked(file, address))
        _run(
            listening,
            address,
            figures=figures,
            lan=_address(lan_host, port).rstrip("/") if lan_host else "",
            database=file or database or "",
            # Behind a proxy everybody seems to come from this computer, and nobody is its operator.
            is_at_home=_is_loopback(host) and not front.public,
            front=front,
            access_log=access_log,
            open_browser=not no_browser,
            thinking_ms=thinking_ms,
            patience=Patience(end_after),
            worker=command,
            bots=listed,
            arena=folder / "arena",
            arena_for_all=arena,
            seed=seed,
        )
    # Everything that was acknowledged is saved, and everything held let go of. Python would wait for threads that never
    # end, and on a busy machine takes longer to be taken apart than a server that was told to stop has.
    logging.shutdown()
    sys.stdout.flush()
    os._exit(0)


def _run(
    listening: socket.socket,
    address: str,
    *,
    figures: socket.socket | None,
    lan: str,
    database: str | Path,
    is_at_home: bool,
    front: FrontDoor,
    access_log: bool,
    open_browser: bool,
    thinking_ms: int,
    patience: Patience,
    worker: tuple[str, ...],
    bots: Mapping[str, ListedBot],
    arena: Path,
    arena_for_all: bool,
    seed: str,
) -> None:
    # Imported late: `quixotry serve --help` does without.
    import uvicorn

    from quixotry.app import web as house
    from quixotry.play.ports import CannotSave
    from quixotry.threads import stuck_jobs
    from quixotry.web.connections import HttpConnection, SocketConnection, trust
    from quixotry.web.log_lines import log_requests, to_stderr
    from quixotry.web.operator import OperatorPort

    logging.basicConfig(level=logging.WARNING, handlers=[to_stderr()])
    # Bad requests are answered, not logged: nobody can fill the log.
    logging.getLogger("uvicorn.error").setLevel(logging.ERROR)
    if access_log:
        log_requests()
    trust(front.proxies)
    options = house.Options(
        database,
        is_at_home=is_at_home,
        lan=lan,
        public=front.public,
        names=front.names,
        thinking_ms=thinking_ms,
        patience=patience,
        worker=worker,
        bots=bots,
        arena=arena,
        arena_for_all=arena_for_all,
        seed=seed,
    )
    try:
        application = house.build(options)
    except CannotSave as error:
        raise CannotServe(f"The database cannot be opened or written ({error.why}).") from None
    if figures is not None:
        application = OperatorPort(application, figures.getsockname()[1])
    config = uvicorn.Config(
        application,
        log_config=None,
        access_log=access_log,
        server_header=False,
        lifespan="on",
        http=HttpConnection,
        ws=SocketConnection,
        ws_max_size=house.FRAME_BYTES_MAX,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=1,
        timeout_keep_alive=30,
        proxy_headers=not is_at_home,
        forwarded_allow_ips=list(front.proxies),
    )
    server = uvicorn.Server(config)
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)
    gc.enable()
    asyncio.run(_serve(server, listening, address, figures=figures, lan=lan, open_browser=open_browser))
    if left := stuck_jobs():
        logging.warning("stopped although %d jobs had not ended", left)


async def _serve(
    server: uvicorn.Server,
    listening: socket.socket,
    address: str,
    *,
    figures: socket.socket | None,
    lan: str,
    open_browser: bool,
) -> None:
    # The server would raise the signal again once it has stopped; a request to stop is not a failure.
    server.capture_signals = contextlib.nullcontext  # type: ignore[method-assign, assignment]
    on_request_to_stop(partial(_stop, server))
    serving = asyncio.ensure_future(server.serve(sockets=[each for each in (listening, figures) if each]))
    while not server.started and not serving.done():
        await asyncio.sleep(0.01)
    if server.started:
        click.echo(f"Quixotry is running at {address}  (Ctrl-C stops it; no game is lost)")
        if figures is not None:
            click.echo(f"Figures for Prometheus: {_address(*figures.getsockname())}metrics")
        if lan:
            _tell_lan(lan)
        sys.stdout.flush()
        if open_browser and _has_browser():
            import webbrowser

            await asyncio.get_running_loop().run_in_executor(None, webbrowser.open, address)
    await serving


def _tell_lan(lan: str) -> None:
    from quixotry.web.qr import qr_blocks

    click.echo(f"Other devices on your network find it at {lan}/")
    # Piped into a file, a picture of blocks is noise.
    if sys.stdout.isatty():
        click.echo(qr_blocks(f"{lan}/"))


def _stop(server: uvicorn.Server, sign: int, frame: None) -> None:
    """End in good order if that can be done in time, and in any case."""
    # A thread of its own in C: it needs neither the event loop nor Python's lock, and says what everybody was at.
    faulthandler.dump_traceback_later(STOP_S, exit=True)
    server.handle_exit(sign, frame)


def _listed(file: Path | None) -> Mapping[str, ListedBot]:
    if file is None:
        return {}
    from quixotry.players.bot_list import load_bots

    return load_bots(file)


def _has_browser() -> bool:
    """Is there a graphical browser? Without one a text browser would open in the server's own terminal."""
    is_graphic = any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"))
    return is_graphic or sys.platform in ("darwin", "win32")


def _writable(folder: Path) -> Path:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / f".writable-{os.getpid()}"
        probe.write_bytes(b"")
        probe.unlink()
    except OSError as error:
        raise CannotServe(f"The data folder {folder} cannot be written: {error.strerror}.") from None
    return folder


def _listen(host: str, port: int) -> socket.socket:
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        # TCP by name, because event loops turn Nagle's algorithm off only for sockets that say so; connections
        # inherit the option too. With it on, each answer in two parts waits 40 ms for the client's receipt.
        listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(1024)
    except (OSError, UnicodeError) as error:
        if isinstance(error, OSError) and error.errno == errno.EADDRINUSE:
            raise CannotServe(
                f"Port {port} is in use, perhaps by another Quixotry: see {_address(host, port)}, "
                "or choose another port with --port."
            ) from None
        raise CannotServe(f"Cannot listen on {host} port {port}: {error}.") from None
    return listening


def _lan_host(host: str) -> str:
    """This computer's address on the network it reaches others by."""
    if not _is_loopback(host):
        raise CannotServe("Choose either --lan or --host: --lan finds this computer's address by itself.")
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent: connecting a datagram socket only looks up the route.
            probe.connect((ELSEWHERE, 9))
            found: str = probe.getsockname()[0]
        except OSError:
            found = ""
    if not found or _is_loopback(found):
        raise CannotServe("This computer is not connected to a network, so nobody can join by --lan.")
    return found


def _file_of(database: str) -> Path | None:
    # Imported late, like everything a server needs.
    from quixotry.store.database import database_file

    return database_file(database)


@contextlib.contextmanager
def _locked(database: Path, address: str) -> Iterator[None]:
    """One server per database file: each of two would believe the games to be its own."""
    from quixotry.store.database import server_note

    note = server_note(database)
    try:
        with claim(note):
            note.write_text(address, "utf-8")
            yield
    except Claimed:
        where = note.read_text("utf-8")[:200].strip() if note.exists() else ""
        raise CannotServe(
            f"Quixotry is already running with these games, at {where or 'another address'}. "
            "Several servers can share a PostgreSQL database, but not a file."
        ) from None
    except OSError as error:
        raise CannotServe(f"The folder {database.parent} cannot be written: {error.strerror}.") from None


def _address(host: str, port: int) -> str:
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
