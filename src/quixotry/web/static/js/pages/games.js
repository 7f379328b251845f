/** All games: go on, look again, take home, bring in. */

import * as api from "../api.js";
import { h, reasonOf } from "../dom.js";
import { gameRows } from "../game-row.js";
import { verdicts } from "../record-check.js";

/** @typedef {import("../../../protocol.js").GameSummary} Summary */

/** @param {HTMLElement} main */
export default async function page(main) {
  document.title = "Games – Quixotry";
  const open = h("ul", { class: "game-list" });
  const past = h("ul", { class: "game-list" });
  const more = h("button", { type: "button", hidden: true }, "Older games");
  /** @type {string | null} */
  let before = null;
  const load = async () => {
    const found = await api.get(`/api/games?state=finished&limit=20${before ? `&before=${encodeURIComponent(before)}` : ""}`);
    past.append(...gameRows(found.games));
    before = found.before;
    more.hidden = !before;
  };
  more.addEventListener("click", () => void load());
  const unfinished = await api.get("/api/games?state=unfinished&limit=50");
  open.append(...gameRows(unfinished.games));
  await load();
  main.replaceChildren(h("div", { class: "page" },
    h("h1", {}, "Games"),
    h("section", {}, h("h2", {}, "Unfinished"), open.children.length ? open : h("p", { class: "quiet" }, "None. Every game is saved as you play; you can close the page at any time.")),
    h("section", {}, h("h2", {}, "Finished"), past.children.length ? past : h("p", { class: "quiet" }, "None yet."), more),
    standingsSection(),
    importer()));
}

/** Each person's record over the games kept here, read when it is opened. */
function standingsSection() {
  const content = h("div", { class: "standings" });
  const read = async () => {
    const { people: rows } = /** @type {import("../../../protocol.js").PersonRecords} */ (await api.get("/api/people"));
    content.replaceChildren(rows.length
      ? h("table", { class: "settlement" },
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Player"),
          ["Games", "Won", "Average", "Best game", "Bingos", "Best play"].map((name) => h("th", { scope: "col", class: "number" }, name)))),
        h("tbody", {}, rows.map((row) => h("tr", {}, h("th", { scope: "row" }, row.name),
          [row.games, row.won, (row.points / row.games).toFixed(0), row.best_game, row.bingos, row.best_word ? `${row.best_word} ${row.best_score}` : "–"].map((figure) => h("td", { class: "number" }, figure))))))
      : h("p", { class: "quiet" }, "Nobody has finished a game here yet."));
  };
  const details = h("details", { class: "panel", ontoggle: () => {
    if (details.open) void read().catch((error) => content.replaceChildren(h("p", { class: "problem" }, reasonOf(error))));
  } }, h("summary", {}, h("h2", {}, "Players")), content);
  return details;
}

function importer() {
  const said = h("div", { class: "import-said", role: "status" });
  const file = h("input", { type: "file", id: "gcg-file", accept: ".gcg,.txt,text/plain" });
  const text = h("textarea", { id: "gcg-text", rows: 5, spellcheck: false });
  const bring = async () => {
    try {
      const content = file.files?.[0] ? await file.files[0].text() : text.value;
      if (!content.trim()) {
        said.replaceChildren(h("p", { class: "problem" }, "Choose a file or paste a game record first."));
        return;
      }
      const { game, check } = await api.postText("/api/import/gcg", content);
      said.replaceChildren(
        h("p", {}, "The game has been imported. ", h("a", { href: `/replay/${game.id}`, "data-nav": true }, "Replay it")),
        verdicts(check));
    } catch (error) {
      said.replaceChildren(h("p", { class: "problem" }, reasonOf(error)));
    }
  };
  return h("section", { class: "import" }, h("h2", {}, "Import a game record (GCG)"),
    h("div", { class: "field" }, h("label", { for: "gcg-file" }, "File"), file),
    h("div", { class: "field" }, h("label", { for: "gcg-text" }, "or text"), text),
    h("button", { type: "button", id: "import", onclick: () => void bring() }, "Import"), said);
}
