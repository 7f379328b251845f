"""Write the page that checks a draw without any server: `python -m scripts.build_check_page`.

One file with everything in it, because a browser loads no modules from a disk. It is made of the app's own modules.
"""

from __future__ import annotations

import re
from pathlib import Path

STATIC = Path(__file__).parents[1] / "src" / "quixotry" / "web" / "static"
TARGET = STATIC / "check.html"
MODULES = ("sha256", "agreement", "draw-check")

_IMPORT = re.compile(r"^import .*;\n", re.MULTILINE)
_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy"
 content="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'">
<title>Check a draw - Quixotry</title>
<style>
:root {{ color-scheme: light dark; font: 1.1rem/1.5 system-ui, sans-serif }}
body {{ max-width: 40rem; margin: 2rem auto; padding: 0 1rem }}
#verdict {{ font-weight: bold }}
code {{ overflow-wrap: anywhere }}
</style>
</head>
<body>
<h1>Check a draw</h1>
<p>Give this page the GCG file of a game. It checks in your browser, without any server, that every tile follows from
what the house fixed before the game and what each player gave afterwards.</p>
<p><label>GCG file: <input type="file" id="file" accept=".gcg,text/plain"></label></p>
<p id="verdict" role="status"></p>
<ul id="faults"></ul>
<p id="link"></p>
<script>
"use strict";
{script}
const show = (id, text) => {{ document.getElementById(id).textContent = text; }};
document.getElementById("file").addEventListener("change", async (event) => {{
  const verdict = checkDraw(await event.target.files[0].text());
  show("verdict", verdictText(verdict));
  document.getElementById("faults").replaceChildren(...verdict.faults.map((fault) => {{
    const item = document.createElement("li");
    item.textContent = fault;
    return item;
  }}));
  const told = `Compare this with what you were shown before the game: ${{verdict.link}}`;
  show("link", verdict.standing === "checked" ? told : "");
}});
</script>
</body>
</html>
"""


def check_page() -> str:
    sources = ((STATIC / "js" / f"{name}.js").read_text("utf-8") for name in MODULES)
    plain = (re.sub(r"^export ", "", _IMPORT.sub("", source), flags=re.MULTILINE) for source in sources)
    return _PAGE.format(script="\n".join(plain))


if __name__ == "__main__":
    TARGET.write_text(check_page(), "utf-8")
