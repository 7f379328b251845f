/** The tiles nobody has seen yet: letter by letter, as vowels and consonants with their totals, or hidden. */

import { h, write } from "./dom.js";
import { isVowel } from "./rack-order.js";

/** @typedef {import("../../protocol.js").View} View */
/** @typedef {{sign: string, n: number}} Left */

const KEY = "quixotry.unseen";
const GROUPINGS = { letters: "By letter", kinds: "Vowels and consonants", hidden: "Hidden" };

/**
 * Vowels, consonants and blanks, each with its total.
 * @param {readonly Left[]} left @returns {{name: string, total: number, tiles: Left[]}[]}
 */
export function grouped(left) {
  const kindOf = (/** @type {Left} */ { sign }) => (sign === "?" ? "Blanks" : isVowel(sign) ? "Vowels" : "Consonants");
  return ["Vowels", "Consonants", "Blanks"].map((name) => {
    const tiles = left.filter((each) => kindOf(each) === name);
    return { name, tiles, total: tiles.reduce((sum, { n }) => sum + n, 0) };
  });
}

export class UnseenPanel {
  /** @param {{sign: string}[]} kinds */
  constructor(kinds) {
    this.kinds = kinds;
    /** @type {Left[]} */
    this.left = [];
    this.total = h("span", { class: "quiet" });
    this.content = h("div", { class: "unseen-content" });
    const kept = localStorage.getItem(KEY) ?? "letters";
    this.grouping = h("select", { class: "quiet-select", "aria-label": "Unseen tiles", onchange: () => {
      localStorage.setItem(KEY, this.grouping.value);
      this.refresh();
    } }, Object.entries(GROUPINGS).map(([value, name]) => h("option", { value, selected: value === kept }, name)));
    this.element = h("section", { class: "panel unseen-panel" },
      h("div", { class: "panel-head" }, h("h2", {}, "Unseen ", this.total), this.grouping), this.content);
  }

  /** @param {View} view */
  draw(view) {
    const left = this.kinds.map(({ sign }) => ({ sign, n: view.unseen[sign] ?? 0 }));
    if (JSON.stringify(left) === JSON.stringify(this.left)) return;
    this.left = left;
    this.refresh();
  }

  refresh() {
    const grouping = this.grouping.value;
    write(this.total, grouping === "hidden" ? "" : String(this.left.reduce((sum, { n }) => sum + n, 0)));
    this.content.replaceChildren(...(
      grouping === "hidden" ? []
        : grouping === "kinds" ? grouped(this.left).flatMap(({ name, total, tiles }) => [
          h("h3", { class: "unseen-kind" }, `${name} `, h("span", { class: "quiet" }, total)), tileList(tiles)])
          : [tileList(this.left)]));
  }
}

/** @param {readonly Left[]} left */
const tileList = (left) => h("ul", { class: "unseen", role: "list" }, left.map(({ sign, n }) =>
  h("li", { class: n ? "" : "none" },
    h("span", { class: "heard" }, `${sign === "?" ? "blank" : sign}: ${n}`),
    h("span", { class: "unseen-sign", "aria-hidden": "true" }, sign === "?" ? "␣" : sign),
    h("span", { class: "unseen-count", "aria-hidden": "true" }, n))));
