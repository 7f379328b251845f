"""The app's files: addresses that change with the content, packed, and few enough for a first board."""

from __future__ import annotations

import gzip
import json
import re

import pytest

from quixotry.web.app_files import AppFile, AppFiles, load_app_files
from tests.web.running import Browser, Server

FIRST_BOARD_BYTES_MAX = 100_000
"""What the page, its styles and its modules may weigh; with game, rules and headers that stays below 120 kB."""

INDEX = b'<link href="/static/a.css" /><script type="module" src="/static/js/main.js"></script>'


@pytest.fixture
def browser(server: Server) -> Browser:
    return server.client()


def app(**modules: str) -> AppFiles:
    found = {f"js/{name}.js": AppFile(text.encode(), "text/javascript") for name, text in modules.items()}
    return AppFiles({**found, "index.html": AppFile(INDEX, "text/html")})


def addresses(page: AppFile) -> list[str]:
    return re.findall(r'"(/static/[^"]+)"', page.content.decode())


def main_module(page: bytes) -> str:
    return next(each for each in addresses(AppFile(page, "")) if each.endswith("/main.js"))


def test_one_changed_letter_changes_every_address() -> None:
    before, after = app(main="1"), app(main="2")
    assert before.version != after.version
    assert addresses(before.page("/")) == [
        f"/static/{before.version}/{name}" for name in ("a.css", "js/main.js", "js/main.js")
    ]
    assert before.get(f"{before.version}/js/main.js") == AppFile(b"1", "text/javascript")
    assert before.get(f"{after.version}/js/main.js") is None
    assert before.get("js/main.js") is None


def test_a_page_names_all_modules_it_will_need_so_that_they_come_at_once() -> None:
    made = app(
        **{
            "main": 'import { a } from "./a.js";\nimport("./pages/table.js");',
            "a": "",
            "b": 'import "./a.js";\nimport * as c from "./c.js";',
            "c": "// import x from './none.js'",
            "pages/table": 'import {\n  b,\n} from "../b.js";\n/** @type {import("../d.js").D} */',
            "d": "",
        }
    )
    preloaded = re.findall(
        r'modulepreload" href="/static/\w+/js/([^"]+)\.js', made.page("/table/x").content.decode()
    )
    assert preloaded == ["main", "pages/table", "a", "b", "c"]
    assert "pages/table" not in made.page("/nowhere").content.decode()


def test_everything_for_a_first_board_fits_in_its_budget() -> None:
    made = load_app_files()
    page = made.page("/table/x")
    files = [made.get(address.removeprefix("/static/")) for address in set(addresses(page))]
    assert len(files) > 30
    shown = [
        file for file in [page, *files] if file is not None and not file.media_type.startswith("image/png")
    ]
    assert len(shown) >= len(files)
    assert sum(len(file.packed or file.content) for file in shown) <= FIRST_BOARD_BYTES_MAX


def test_files_are_kept_for_good_and_pages_are_asked_for_each_time(browser: Browser) -> None:
    page = browser.request("GET", "/table/anything")
    assert page.headers["cache-control"] == "no-cache"
    address = main_module(page.content)
    file = browser.request("GET", address)
    assert file.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert file.headers["content-type"].startswith("text/javascript")
    assert file.headers["content-security-policy"] == "default-src 'none'"
    assert browser.request("GET", address.replace("/static/", "/static/0")).status_code == 404


def test_answers_are_packed_for_who_can_unpack_them(browser: Browser) -> None:
    main = main_module(browser.request("GET", "/").content)
    for path in ("/", main, "/service-worker.js", "/api/rulesets"):
        plain = browser.request("GET", path, **{"accept-encoding": "identity"})
        packed = browser.request("GET", path, **{"accept-encoding": "gzip"})
        assert "content-encoding" not in plain.headers, path
        assert packed.headers["content-encoding"] == "gzip", path
        assert "accept-encoding" in packed.headers["vary"].lower(), path
        assert packed.content == plain.content, path
        assert int(packed.headers["content-length"]) < len(plain.content), path
    short = browser.request("GET", "/health", **{"accept-encoding": "gzip"})
    assert "content-encoding" not in short.headers


def test_the_service_worker_knows_every_file_of_the_app_and_nothing_else(browser: Browser) -> None:
    answer = browser.request("GET", "/service-worker.js")
    assert answer.headers["cache-control"] == "no-cache"
    listed = re.search(r"^self\.FILES = (.*);$", answer.text, re.MULTILINE)
    assert listed is not None
    kept = json.loads(listed[1])
    assert set(addresses(load_app_files().page("/table/x"))) - set(kept) == {
        name for name in addresses(load_app_files().page("/")) if name.endswith((".png", ".webmanifest"))
    }
    for address in kept:
        assert browser.request("GET", address).status_code == 200


def test_the_app_can_be_installed(browser: Browser) -> None:
    files = addresses(AppFile(browser.request("GET", "/").content, ""))
    address = next(each for each in files if each.endswith(".webmanifest"))
    answer = browser.request("GET", address)
    assert answer.headers["content-type"] == "application/manifest+json"
    manifest = answer.json()
    assert manifest["display"] == "standalone"
    sizes = {}
    for icon in manifest["icons"]:
        drawn = browser.request("GET", address.rsplit("/", 1)[0] + "/" + icon["src"])
        assert drawn.headers["content-type"] == icon["type"]
        if icon["type"] == "image/png":
            width, height = (int.from_bytes(drawn.content[at : at + 4], "big") for at in (16, 20))
            sizes[icon["src"]] = f"{width}x{height}"
            assert sizes[icon["src"]] == icon["sizes"]
    assert {"192x192", "512x512"} <= set(sizes.values())


def test_what_is_packed_unpacks_to_itself() -> None:
    text = AppFile(b"tiles " * 200, "text/css")
    assert text.packed is not None
    assert gzip.decompress(text.packed) == text.content
    assert AppFile(b"tiles " * 200, "image/png").packed is None
    assert AppFile(b"tile", "text/css").packed is None
