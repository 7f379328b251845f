/** Every ruleset, explained from its data by the server. */

import * as api from "../api.js";
import { BoardView } from "../board-view.js";
import { go, h } from "../dom.js";
import { EMPTY } from "../geometry.js";

/** @param {HTMLElement} main @param {string} name */
export default async function page(main, name) {
  document.title = "Rules – Quixotry";
  const { rulesets } = /** @type {{rulesets: import("../../../protocol.js").Ruleset[]}} */ (await api.get("/api/rulesets"));
  const rules = rulesets.find((each) => each.name === name) ?? rulesets[0];
  if (!rules) throw new Error("This server has no rulesets.");
  const { sections } = /** @type {{sections: {title: string, sentences: string[]}[]}} */ (await api.get(`/api/rulesets/${rules.name}/text`));
  const board = new BoardView(rules.board, {});
  board.draw({ cells: EMPTY.repeat(rules.board.width * rules.board.height), laid: [] });
  board.element.setAttribute("aria-label", `The board of ${rules.title}`);
  main.replaceChildren(h("div", { class: "page rules-page" },
    h("h1", {}, "Rules"),
    h("nav", { class: "tabs", "aria-label": "Rulesets" }, rulesets.map((each) =>
      h("a", { href: `/rules/${each.name}`, "data-nav": true, "aria-current": each === rules ? "page" : null }, each.title))),
    h("div", { class: "rules-body" },
      h("div", {},
        h("h2", {}, rules.title),
        h("p", { class: "lead" }, rules.summary),
        sections.map(({ title, sentences }) => h("section", {}, h("h3", {}, title), h("ul", {}, sentences.map((each) => h("li", {}, each))))),
        h("p", { class: "row" },
          h("a", { class: "button", href: `/house/${rules.name}`, "data-nav": true }, rules.is_own ? "Edit these rules" : "Make house rules from these"),
          rules.is_own ? h("button", { type: "button", class: "warn", onclick: () => void discard(rules.name) }, "Delete these rules") : null)),
      h("div", { class: "rules-aside" }, h("div", { class: "board-box small-board" }, board.element),
        h("h3", {}, "Tiles"),
        h("ul", { class: "unseen", role: "list" }, rules.tiles.set.map((kind) => h("li", {},
          h("span", { class: "heard" }, `${kind.sign === "?" ? "blank" : kind.sign}: ${kind.count}, worth ${kind.value}`),
          h("span", { class: "unseen-sign", "aria-hidden": "true" }, kind.sign === "?" ? "␣" : kind.sign, h("sub", {}, kind.value)),
          h("span", { class: "unseen-count", "aria-hidden": "true" }, kind.count))))))));
}

/** @param {string} name */
async function discard(name) {
  await api.remove(`/api/rulesets/${encodeURIComponent(name)}`);
  go("/rules");
}
