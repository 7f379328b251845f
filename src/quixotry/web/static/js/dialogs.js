/** Questions to the player, each a modal dialog that answers with a promise. Never an alert box. */

import { h } from "./dom.js";
import { rackTile } from "./rack-view.js";
import { spelled } from "./say.js";

/** @typedef {import("./board-state.js").Tile} Tile */

/** Whether one of ours is open: the table's keys rest meanwhile. */
export const isOpen = () => document.querySelector("dialog[open]") !== null;

/**
 * @template T
 * @param {string} title
 * @param {(done: (answer: T | null) => void) => (Node | string)[]} body
 * @param {string} [kind]
 * @returns {Promise<T | null>}
 */
export function ask(title, body, kind = "") {
  return new Promise((resolve) => {
    /** @type {T | null} */
    let given = null;
    const dialog = h("dialog", { class: `dialog ${kind}`, "aria-label": title });
    const done = (/** @type {T | null} */ answer) => {
      given = answer;
      dialog.close();
    };
    dialog.append(h("h2", {}, title), ...body(done));
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(given);
    });
    dialog.addEventListener("click", (event) => {
      if (event.target === dialog) done(null);
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}

/**
 * @param {string} title @param {string} sentence @param {string} yes @param {string} [no]
 * @returns {Promise<true | null>}
 */
export function confirm(title, sentence, yes, no = "Cancel") {
  return ask(title, (done) => [
    h("p", {}, sentence),
    h("div", { class: "row end" },
      h("button", { type: "button", onclick: () => done(null) }, no),
      h("button", { type: "button", class: "primary", "data-answer": "yes", onclick: () => done(true) }, yes)),
  ]);
}

/** Which letter is the blank? @param {string} letters @returns {Promise<string | null>} */
export function chooseLetter(letters) {
  return ask("Which letter is the blank?", (done) => {
    const grid = h("div", { class: "letters" },
      [...letters].map((letter) =>
        h("button", { type: "button", class: "letter-choice", onclick: () => done(letter) }, letter)));
    grid.addEventListener("keydown", (event) => {
      const letter = event.key.toUpperCase();
      if (letter.length === 1 && letters.includes(letter)) {
        event.preventDefault();
        done(letter);
      }
      const buttons = [...grid.querySelectorAll("button")];
      const at = buttons.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
      const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }[event.key];
      if (step !== undefined && at >= 0) {
        event.preventDefault();
        buttons[Math.max(0, Math.min(buttons.length - 1, at + step))]?.focus();
      }
    });
    return [grid, h("p", { class: "quiet" }, "Press its key, or choose it here. The blank keeps this letter for the rest of the game.")];
  }, "wide");
}

/**
 * Which tiles go back? `most` is what the rules and the bag allow; `fixed` when exactly that many must go.
 * @param {{title: string, tiles: readonly Tile[], values: Record<string, number>, least: number, most: number,
 *   fixed: boolean, chosen?: readonly number[], note: string, yes: string}} question
 * @returns {Promise<number[] | null>} ids
 */
export function chooseTiles({ title, tiles, values, least, most, fixed, chosen = [], note, yes }) {
  return ask(title, (done) => {
    const picked = new Set(fixed && most >= tiles.length ? tiles.map((tile) => tile.id) : chosen);
    const go = h("button", { type: "button", class: "primary", "data-answer": "yes" }, yes);
    const rack = h("div", { class: "rack choosing", role: "group", "aria-label": "Tiles to exchange" });
    const plan = h("p", { class: "quiet", role: "status" });
    const refresh = () => {
      const need = fixed ? most : least;
      go.disabled = picked.size < need || picked.size > most;
      const [going, staying] = [true, false].map((isGoing) => spelled(tiles.filter((tile) => picked.has(tile.id) === isGoing).map((tile) => tile.sign).join("")));
      plan.textContent = !picked.size ? "\u00a0" : staying ? `You exchange ${going} and keep ${staying}.` : `You exchange ${going}.`;
      go.textContent = picked.size ? `${yes} ${picked.size}` : least === 0 ? `${yes} none` : yes;
      for (const button of rack.querySelectorAll("button")) {
        const isPicked = picked.has(Number(button.dataset.id));
        button.classList.toggle("marked", isPicked);
        button.setAttribute("aria-pressed", String(isPicked));
      }
    };
    for (const tile of tiles) {
      const button = rackTile(tile.sign, values);
      button.dataset.id = String(tile.id);
      button.addEventListener("click", () => {
        if (picked.has(tile.id)) picked.delete(tile.id);
        else picked.add(tile.id);
        refresh();
      });
      rack.append(button);
    }
    rack.addEventListener("keydown", (event) => {
      const letter = event.key.toUpperCase();
      const tile = tiles.find((each) => each.sign === letter && !picked.has(each.id))
        ?? tiles.find((each) => each.sign === letter);
      if (letter.length === 1 && tile) {
        if (picked.has(tile.id)) picked.delete(tile.id);
        else picked.add(tile.id);
        refresh();
      }
    });
    go.addEventListener("click", () => done([...picked]));
    refresh();
    return [
      h("p", {}, note), rack, plan,
      h("div", { class: "row end" },
        h("button", { type: "button", onclick: () => done(null) }, "Cancel"), go),
    ];
  }, "wide");
}

/**
 * The words on the board, each a button.
 * @param {readonly {text: string, where: string}[]} words
 * @returns {Promise<string | null>} the word to explain
 */
export function chooseWord(words) {
  return ask("Words on the board", (done) => [
    words.length
      ? h("ul", { class: "word-list" }, words.map(({ text, where }) =>
        h("li", {}, h("button", { type: "button", onclick: () => done(text) }, `${text} `, h("span", { class: "quiet" }, where)))))
      : h("p", {}, "There are none yet."),
    h("div", { class: "row end" }, h("button", { type: "button", onclick: () => done(null) }, "Close")),
  ], "wide");
}

/** The keys of the table. */
export function showKeys() {
  const keys = [
    ["A – Z", "place that letter at the arrow"],
    ["Shift + letter", "place a blank as that letter"],
    ["Space", "move the arrow on"],
    ["Backspace", "take back the last tile"],
    ["← →", "turn the arrow"],
    ["↑", "shuffle the rack"],
    ["↓", "take back all tiles"],
    ["Enter", "play"],
    ["2 2, 3 3, 4 4", "pass, challenge, exchange"],
    ["$", "exchange all tiles"],
    ["5, 6, 7, 8", "hear your rack, the scores, the last move, the bag"],
    ["9, 0", "hear the row, the column of the arrow"],
    ["1", "list the words on the board"],
    ["right click, double click", "take back a tile"],
    ["Tab to the board", "then move with the arrow keys; Space turns the arrow"],
    ["Shift + ← →", "on a rack tile: move it"],
    ["?", "this list"],
  ];
  return ask("Keys", (done) => [
    h("dl", { class: "keys" }, keys.flatMap(([key, what]) => [h("dt", {}, key), h("dd", {}, what)])),
    h("div", { class: "row end" }, h("button", { type: "button", class: "primary", onclick: () => done(null) }, "Close")),
  ], "wide");
}
