/** The start page: play at once, go on with an unfinished game, or set one up. */

import * as api from "../api.js";
import { h } from "../dom.js";
import { gameRows } from "../game-row.js";
import { shownTile } from "../rack-view.js";
import { SetupForm } from "../setup-form.js";

/** @typedef {import("../../../protocol.js").GameSummary} Summary */

/** @param {HTMLElement} main */
export default async function page(main) {
  const [{ rulesets }, levels, lexicons, unfinished, finished] = await Promise.all([
    api.get("/api/rulesets"), api.get("/api/levels"), api.get("/api/lexicons"),
    api.get("/api/games?state=unfinished&limit=3"), api.get("/api/games?state=finished&limit=4"),
  ]);
  const values = Object.fromEntries((rulesets[0]?.tiles.set ?? []).map((/** @type {any} */ kind) => [kind.sign, kind.value]));
  const setup = new SetupForm(rulesets, levels, lexicons);
  const open = /** @type {Summary[]} */ (unfinished.games);
  const past = /** @type {Summary[]} */ (finished.games);
  main.replaceChildren(h("div", { class: "page start" },
    h("section", { class: "hero" },
      h("div", {},
        h("div", { class: "hero-tiles", "aria-hidden": "true" }, [..."QUIXOTRy"].map((sign) => shownTile(sign, values))),
        h("h1", {}, "A board, a bag of letters, and you"),
        h("p", { class: "lead" }, "Press Play now for a game against the computer, or set one up below.")),
      h("button", { type: "button", class: "primary big", id: "play-now", onclick: () => void setup.quick() }, "Play now")),
    open.length
      ? h("section", {}, h("h2", {}, "Continue playing"), h("ul", { class: "game-list" }, gameRows(open)))
      : null,
    setup.element,
    // Where computers may play alone, the form that sets that up leads there.
    levels.has_arena && !(levels.may_play_alone ?? true)
      ? h("p", { class: "quiet" }, "Which computer is stronger? Let two of them meet in many games ", h("a", { href: "/arena", "data-nav": true }, "in the arena"), ".")
      : null,
    past.length
      ? h("section", {}, h("h2", {}, "Past games"), h("ul", { class: "game-list" }, gameRows(past)),
        h("p", {}, h("a", { href: "/games", "data-nav": true }, "All games and imports")))
      : h("p", { class: "quiet" }, "Past games will be listed here. You can also ", h("a", { href: "/games", "data-nav": true }, "import a game record"), ".")));
}
