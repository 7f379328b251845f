"""A server and a browser for as long as a test session, or a set of pictures, needs them."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

# Each window of Chromium's would open two pages more for its address bar, at twice the cost of one of ours.
BARE = ("--no-sandbox", "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup")

SERVE = (sys.executable, "-m", "quixotry", "serve", "--no-browser")


@contextmanager
def running_server(data: Path, thinking_ms: int, *, port: str = "0") -> Iterator[str]:
    """The address of a server that keeps its games in a folder of its own; it must end without a traceback."""
    log = data / "log"
    with log.open("w") as out:
        process = subprocess.Popen(
            [*SERVE, "--port", port, "--thinking-ms", str(thinking_ms), "--data", str(data)],
            stdout=subprocess.PIPE,
            stderr=out,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
    assert process.stdout is not None
    address = ""
    for line in process.stdout:
        if found := re.search(r"http://[\d.]+:\d+", line):
            address = found[0]
            break
    assert address, f"the server did not start: {log.read_text()}"
    try:
        yield address
    finally:
        process.send_signal(signal.SIGTERM)
        code = process.wait(timeout=120)
        process.stdout.close()
    assert code in (0, -signal.SIGTERM), log.read_text()
    assert "Traceback" not in log.read_text()


@contextmanager
def running_chromium() -> Iterator[Browser]:
    """Chromium without windows where Debian's package of it is installed: a page then takes two thirds of the time."""
    chromium = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    if chromium is None:
        raise FileNotFoundError(
            "The browser tests need Chromium. Install it with: apt-get install -y chromium-headless-shell"
        )
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=chromium, args=[*BARE])
        yield launched
        launched.close()
