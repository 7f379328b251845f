/** House rules: any facet of any ruleset in a form, which the server describes. */

import * as api from "../api.js";
import { go, h, reasonOf } from "../dom.js";

/** @typedef {import("../../../protocol.js").Facet} Facet */
/** @typedef {import("../../../protocol.js").Ruleset} Ruleset */

/** Keys whose own word would not be understood alone. @type {Record<string, string>} */
const WORDS = {
  "seats.min": "Fewest players", "seats.max": "Most players", "seats.default": "Players by default", "seats.first": "Who plays first",
  "rack.size": "Tiles on a rack", "rack.refill": "New tiles are drawn", "words.shortest": "Shortest word", "words.longest": "Longest word",
  "words.challenge": "Challenge rule", "words.family": "Family game: no slurs or obscenities", "bonus.tiles": "Tiles for the bonus", "bonus.points": "Bonus points", "passing.kind": "A pass is allowed",
  "exchange.least": "Fewest tiles", "exchange.bag_least": "Fewest in the bag", "exchange.per_game": "Times per game", "end.no_play": "Ends when nobody can play",
  "end.out": "Going out", "end.tie": "A tie is decided", "end.tie_name": "A tie is called", "clock.minutes": "Minutes per player",
  of: "A run of", turns: "Turns in a row", rounds: "or rounds", reason: "Name", bag_empty: "Only with the bag empty",
};

/** A key as people say it. @param {string} key */
const worded = (key) => {
  if (WORDS[key]) return WORDS[key];
  const text = (key.split(".").at(-1) ?? key).replaceAll("_", " ");
  return `${text[0]?.toUpperCase() ?? ""}${text.slice(1)}`;
};

/** @param {any} table @param {string} key */
const at = (table, key) => key.split(".").reduce((value, part) => value?.[part], table);

/** @param {HTMLElement} main @param {string} from */
export default async function page(main, from) {
  document.title = "House rules – Quixotry";
  const [{ rulesets }, form] = await Promise.all([api.get("/api/rulesets"), api.get("/api/ruleset-form")]);
  const base = /** @type {Ruleset} */ (rulesets.find((/** @type {Ruleset} */ each) => each.name === from) ?? rulesets[0]);
  /** What reads each facet back. @type {Map<string, () => unknown>} */
  const readers = new Map();
  const said = h("p", { role: "status", class: "form-said" });
  const title = h("input", { type: "text", id: "house-title", maxlength: 60, required: true, value: base.is_own ? base.title : `Our ${base.title}` });
  const summary = h("textarea", { id: "house-summary", rows: 2, maxlength: 300 });
  summary.value = base.summary;

  const groups = /** @type {{key: string, facets: Facet[]}[]} */ (form.groups);
  const board = select("house-board", form.boards, base.board.name);
  const tiles = select("house-tiles", form.tiles, base.tiles.name);

  function plain() {
    const name = title.value.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-").replaceAll(/^-|-$/g, "").slice(0, 40) || "ours";
    /** @type {Record<string, any>} */
    const table = { ...base.plain, name: base.is_own ? base.name : name, title: title.value, summary: summary.value };
    if (board.value !== base.board.name) table.board = board.value;
    if (tiles.value !== base.tiles.name) table.tiles = tiles.value;
    for (const group of groups) delete table[group.key];
    for (const [key, read] of readers) {
      const value = read();
      if (value === null || value === undefined) continue;
      const [group = "", name_ = ""] = key.split(".");
      (table[group] ??= {})[name_] = value;
    }
    return table;
  }

  /** @param {boolean} keep */
  async function send(keep) {
    said.className = "form-said";
    try {
      const made = await api.post(keep ? "/api/rulesets" : "/api/rulesets/check", { plain: plain() });
      if (keep) {
        localStorage.setItem("quixotry.ruleset", made.name);
        go(`/rules/${made.name}`);
      } else said.textContent = "These rules can be played.";
    } catch (error) {
      said.className = "form-said problem";
      said.textContent = reasonOf(error);
    }
  }

  main.replaceChildren(h("div", { class: "page house-page" },
    h("h1", {}, "House rules"),
    h("p", { class: "lead" }, `Start from ${base.title} and change what you like. Your version is saved as a ruleset of its own.`),
    h("nav", { class: "tabs", "aria-label": "Start from" }, rulesets.map((/** @type {Ruleset} */ each) =>
      h("a", { href: `/house/${each.name}`, "data-nav": true, "aria-current": each === base ? "page" : null }, each.title))),
    h("form", { onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      void send(true);
    } },
      h("div", { class: "facets" },
        field("house-title", "Name", title), field("house-summary", "Summary", summary),
        field("house-board", "Board", board), field("house-tiles", "Tiles", tiles)),
      groups.map((group) => h("fieldset", { class: "facet-group" }, h("legend", {}, h("h2", {}, worded(group.key))),
        h("div", { class: "facets" }, group.facets.map((facet) => facetField(facet, at(base, facet.key), readers))))),
      h("div", { class: "row sticky-row" },
        h("button", { type: "button", onclick: () => void send(false) }, "Check"),
        h("button", { type: "submit", class: "primary" }, "Save these rules"), said))));
}

/** @param {string} id @param {string} label @param {HTMLElement} input */
const field = (id, label, input) => h("div", { class: "field" }, h("label", { for: id }, label), input);

/** @param {string} id @param {string[]} choices @param {string} value */
function select(id, choices, value) {
  if (!choices.includes(value)) choices = [value, ...choices];
  return h("select", { id }, choices.map((each) => h("option", { value: each, selected: each === value }, each.replaceAll("-", " "))));
}

/**
 * @param {Facet} facet @param {any} value @param {Map<string, () => unknown>} readers @param {string} [prefix]
 * @returns {HTMLElement}
 */
function facetField(facet, value, readers, prefix = "") {
  const id = `facet-${prefix}${facet.key.replaceAll(".", "-")}`;
  const label = worded(facet.key);
  switch (facet.kind) {
    case "number": {
      const input = h("input", { type: "number", id, min: facet.least, max: facet.most, value: value ?? "", placeholder: facet.optional ? "no limit" : null });
      readers.set(facet.key, () => (input.value === "" ? null : Number(input.value)));
      return field(id, label, input);
    }
    case "choice": {
      const input = select(id, facet.choices ?? [], String(value));
      readers.set(facet.key, () => input.value);
      return field(id, label, input);
    }
    case "switch": {
      const input = h("input", { type: "checkbox", id, checked: Boolean(value) });
      readers.set(facet.key, () => input.checked);
      return h("div", { class: "field" }, h("label", { class: "check", for: id }, input, ` ${label}`));
    }
    case "list": {
      const input = h("input", { type: "text", id, value: (value ?? []).join(", ") });
      readers.set(facet.key, () => input.value.split(",").map((each) => each.trim()).filter(Boolean));
      return field(id, `${label} (${(facet.choices ?? []).join(" or ")}, separated by commas)`, input);
    }
    case "runs":
      return runsField(facet, value ?? [], readers);
    default: {
      const input = h("input", { type: "text", id, maxlength: 60, value: value ?? "" });
      readers.set(facet.key, () => input.value);
      return field(id, label, input);
    }
  }
}

/** Runs of turns that end the game: a list of small tables. @param {Facet} facet @param {any[]} runs @param {Map<string, () => unknown>} readers */
function runsField(facet, runs, readers) {
  const list = h("div", { class: "runs" });
  /** @type {Map<HTMLElement, Map<string, () => unknown>>} */
  const rows = new Map();
  let made = 0;
  const add = (/** @type {any} */ run) => {
    /** @type {Map<string, () => unknown>} */
    const inner = new Map();
    const row = h("fieldset", { class: "run" }, h("legend", {}, "Ends the game"),
      h("div", { class: "facets" }, (facet.facets ?? []).map((each) => {
        const key = each.key.split(".").at(-1) ?? each.key;
        return facetField({ ...each, key }, run[key] ?? each.default, inner, `run${made}-`);
      })),
      h("button", { type: "button", onclick: () => {
        rows.delete(row);
        row.remove();
      } }, "Remove"));
    made += 1;
    rows.set(row, inner);
    list.append(row);
  };
  for (const run of runs) add(run);
  readers.set(facet.key, () => [...rows.values()].map((inner) =>
    Object.fromEntries([...inner].map(([key, read]) => [key, read()]).filter(([, value]) => value !== null && value !== undefined))));
  return h("div", { class: "field wide-field" }, h("p", {}, "Runs of turns that end the game"), list,
    h("button", { type: "button", onclick: () => add({}) }, "Add a run"));
}
