"""Running the browser's own modules in node."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent


def run_module(name: str, value: object) -> Any:
    """What a module of this folder answers to a value on its standard input, both JSON."""
    node = shutil.which("node")
    if node is None:
        pytest.fail("The browser app's checks need node. Install it with: apt-get install -y nodejs npm")
    run = subprocess.run(
        [node, str(HERE / name)], input=json.dumps(value), capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)
