"""What a command imports before it answers: that is what a person waits for. Times are bench/start_up.py's."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.command import quixotry

NAMING = """
import sys
from quixotry.__main__ import run
code = run(sys.argv[1:])
print(*sys.modules, sep="\\n", file=sys.stderr)
sys.exit(code)
"""

HEAVY = ("asyncio", "filelock", "litestar", "numpy", "prompt_toolkit", "sqlalchemy", "uvicorn", "websockets")
"""What a help text or a list of games needs nothing of."""

OURS_MAX, MODULES_MAX = 10, 250


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with one saved game, listed before."""
    folder = tmp_path_factory.mktemp("home")
    quixotry(folder, "play", "--rules", "solo", "--lexicon", "common")
    (save,) = (folder / "games").glob("*.jsonl")
    index_it = "from quixotry.store import save_index as index; from pathlib import Path; import sys; "
    index_it += "index.SETTLED_NS = -1 << 62; index.summaries(Path(sys.argv[1]))"
    subprocess.run([sys.executable, "-c", index_it, str(save.parent)], check=True)
    return folder


def imported(home: Path, *command: str) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-c", NAMING, *command],
        env={"QUIXOTRY_HOME": str(home), "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stderr.splitlines()


@pytest.mark.parametrize(
    "command", ["--help", "play --help", "games --help", "games list", "games list --json"]
)
def test_help_and_lists_import_neither_rules_nor_words_nor_engine_nor_server(
    home: Path, command: str
) -> None:
    names = imported(home, *command.split())
    ours = [name for name in names if name.partition(".")[0] == "quixotry"]
    rooms = {name.split(".")[1] for name in ours if "." in name}
    assert rooms <= {"__main__", "cli", "errors", "paths", "store", "wording"}
    assert len(ours) <= OURS_MAX, ours
    assert not [name for name in names if name.partition(".")[0] in HEAVY]
    assert len(names) <= MODULES_MAX


EMPTY = f"{'/'.join(['15'] * 15)} QUIXOTE/ 0/0 0"


def test_the_moves_of_a_position_need_no_network_and_no_temporary_files(home: Path) -> None:
    names = imported(home, "moves", "--cgp", EMPTY)
    assert "quixotry.engine.moves" in names
    assert not {*names} & {*HEAVY, "importlib.resources", "socket", "tempfile"}


def test_a_short_command_never_looks_for_garbage(home: Path) -> None:
    counting = """
import gc, sys
from quixotry.__main__ import main
before = sum(each["collections"] for each in gc.get_stats())
try:
    main()
finally:
    print(sum(each["collections"] for each in gc.get_stats()) - before, file=sys.stderr)
"""
    done = subprocess.run(
        [sys.executable, "-c", counting, "moves", "--cgp", EMPTY],
        env={"QUIXOTRY_HOME": str(home), "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == "0\n"


LATER = (
    "alembic",
    "anyio._backends._asyncio",
    "segno",
    "precis_i18n",
    "quixotry.analysis",
    "quixotry.arena",
    "quixotry.engine",
    "quixotry.notation.gcg",
    "quixotry.players.worker_pool",
    "quixotry.protocol.bots",
)
"""What a server needs only when somebody asks for it; its computers think in processes of their own."""


def test_a_server_starts_without_search_arena_or_game_records(tmp_path: Path) -> None:
    build_it = """
import asyncio, os, sys
from pathlib import Path
from quixotry.app.web import Options, build

async def receive():
    return {"type": "lifespan.startup"}

async def send(message):
    assert message["type"] == "lifespan.startup.complete", message
    print(*sys.modules, sep="\\n", flush=True)
    os._exit(0)

app = build(Options(Path(sys.argv[1]) / "games.sqlite", arena=Path(sys.argv[1])))
asyncio.run(app({"type": "lifespan", "asgi": {}, "state": {}}, receive, send))
"""
    done = subprocess.run(
        [sys.executable, "-c", build_it, tmp_path], capture_output=True, text=True, check=True
    )
    names = set(done.stdout.split())
    assert "quixotry.web.routes" in names
    assert not names & {*LATER}


def test_a_finished_game_is_listed_without_its_rules(home: Path, tmp_path: Path) -> None:
    """Who won is said from names alone."""
    players = ("--player", "computer", "--player", "computer:expert")
    done = quixotry(tmp_path, "play", "--rules", "friends", "--lexicon", "common", "--seed", "2a", *players)
    assert done.returncode == 0, done.stderr
    assert "wins" in quixotry(tmp_path, "games", "list").stdout
