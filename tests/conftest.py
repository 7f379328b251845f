"""What every test shares."""

from __future__ import annotations

import asyncio
from collections.abc import Generator, Iterator

import pytest
from hypothesis import settings

from tests.soak import mark_of

# No test times a wall clock: a busy machine is no bug. Speed lives in bench/.
settings.register_profile("quixotry", deadline=None)
settings.load_profile("quixotry")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Which tests follow each other in a process is chance. The browser tests' library leaves its event loop marked as
    running as long as the browser is open, and whoever comes after could run none of its own."""
    loop = asyncio._get_running_loop()
    if loop is None or item.path.parent.name == "browser":
        return (yield)
    asyncio._set_running_loop(None)
    try:
        return (yield)
    finally:
        asyncio._set_running_loop(loop)


def pytest_runtest_setup(item: pytest.Item) -> None:
    mark = mark_of(item)
    if mark is not None and mark.exists():
        pytest.skip("finished in an earlier run")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    mark = mark_of(item)
    if mark is not None and call.when == "call" and report.passed:
        mark.parent.mkdir(exist_ok=True)
        mark.write_text(f"{item.nodeid} in {call.duration:.0f} s\n", "utf-8")
    return report
