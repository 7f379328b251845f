/** The panel that explains the words of a game. */

import * as api from "./api.js";
import { h } from "./dom.js";

/** @typedef {import("../../protocol.js").Meaning} Meaning */

export class WordPanel {
  /** @param {string} game its id @param {(() => void) | null} [list] show all words on the board */
  constructor(game, list = null) {
    this.game = game;
    this.content = h("div", { class: "word-content", "aria-live": "polite" },
      h("p", { class: "quiet" }, "Tap a word on the board to see what it means."));
    this.element = h("section", { class: "panel words-panel" }, 
      h("div", { class: "panel-head" }, h("h2", {}, "Words"), list && h("button", { type: "button", class: "linklike all-words", onclick: list }, "List all")), this.content);
  }

  /**
   * @param {string[]} words
   * @param {ReadonlySet<string> | null} [stood] where only words that have stood are explained, those
   */
  async show(words, stood = null) {
    const entries = await Promise.all(words.slice(0, 8).map((word) => stood && !stood.has(word)
      ? h("p", { class: "quiet" }, `What ${word} means can be looked up once a play with it has stood.`)
      : api.get(`/api/games/${this.game}/words/${encodeURIComponent(word)}`)
        .then((found) => wordEntry(found), (error) => h("p", { class: "quiet" }, String(error.message)))));
    this.content.replaceChildren(...entries);
    this.element.scrollIntoView({ block: "nearest" });
  }
}

/** Whether the list has a word is told only where that is nobody's secret. @param {Meaning} found */
export function wordEntry(found) {
  const list = found.lexicon.title;
  return h("article", { class: "word-entry" },
    h("h3", {}, found.word, " ",
      found.is_word === null ? null
        : h("span", { class: found.is_word ? "in-list" : "not-in-list" }, found.is_word ? `in ${list}` : `not in ${list}`)),
    found.definitions.length
      ? h("ul", {}, found.definitions.slice(0, 3).map((each) =>
        h("li", {}, each.part ? h("em", {}, `${each.part} `) : null,
          each.base ? h("span", { class: "quiet" }, `from ${each.base}: `) : null, each.gloss)))
      : found.is_word !== false ? h("p", { class: "quiet" }, "No definition available.") : null);
}
