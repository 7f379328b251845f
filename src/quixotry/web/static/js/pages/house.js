/** House rules: any facet of any ruleset in a form, which the server describes, beside the rules it makes, in sentences. */

import * as api from "../api.js";
import { go, h, reasonOf } from "../dom.js";
import { choiceWords, facetWords, groupWords } from "../house-words.js";
import { bringPart } from "../part-dialog.js";

/** @typedef {import("../../../protocol.js").Facet} Facet */
/** @typedef {import("../../../protocol.js").Ruleset} Ruleset */

/** @param {any} table @param {string} key */
const at = (table, key) => key.split(".").reduce((value, part) => value?.[part], table);

const PREVIEW_MS = 250;

/** @param {HTMLElement} main @param {string} from */
export default async function page(main, from) {
  document.title = "House rules – Quixotry";
  const [{ rulesets }, form] = await Promise.all([api.get("/api/rulesets"), api.get("/api/ruleset-form")]);
  const base = /** @type {Ruleset} */ (rulesets.find((/** @type {Ruleset} */ each) => each.name === from) ?? rulesets[0]);
  show(main, base, base.is_own, rulesets, form);
}

/** @param {HTMLElement} main @param {Ruleset} base @param {boolean} isOwn are these rules changed, rather than begun from? @param {Ruleset[]} rulesets @param {any} form */
function show(main, base, isOwn, rulesets, form) {
  /** What reads each facet back. @type {Map<string, () => unknown>} */
  const readers = new Map();
  const said = h("p", { role: "status", class: "form-said" });
  const title = h("input", { type: "text", id: "house-title", maxlength: 60, required: true, value: isOwn ? base.title : `Our ${base.title}` });
  const summary = h("textarea", { id: "house-summary", rows: 2, maxlength: 300 });
  summary.value = base.summary;
  const preview = h("div", { class: "house-text" });

  const groups = /** @type {{key: string, facets: Facet[]}[]} */ (form.groups);
  const own = /** @type {Record<"tiles" | "board", Record<string, any> | null>} */ ({ tiles: null, board: null });
  const board = partSelect("board", form.boards, base.board.name);
  const tiles = partSelect("tiles", form.tiles, base.tiles.name);

  /** @param {"tiles" | "board"} part @param {string[]} names @param {string} now */
  function partSelect(part, names, now) {
    const input = select(`house-${part}`, names, now, (name) => name.replaceAll("-", " "));
    const bring = h("button", { type: "button", onclick: async () => {
      const brought = await bringPart(part);
      if (!brought) return;
      own[part] = brought;
      input.querySelector('option[value="!own"]')?.remove();
      input.append(h("option", { value: "!own", selected: true }, part === "tiles" ? "your tiles" : "your board"));
      void refresh();
    } }, part === "tiles" ? "Own tiles …" : "Own board …");
    return { input, element: h("div", { class: "row part-row" }, input, bring) };
  }

  function plain() {
    const name = title.value.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-").replaceAll(/^-|-$/g, "").slice(0, 40).replaceAll(/-$/g, "") || "ours";
    /** @type {Record<string, any>} */
    const table = { ...base.plain, name: isOwn ? base.name : name, title: title.value, summary: summary.value };
    for (const [part, { input }] of /** @type {const} */ ([["board", board], ["tiles", tiles]])) {
      if (input.value === "!own") table[part] = own[part];
      else if (input.value !== base[part].name) table[part] = input.value;
    }
    for (const group of groups) delete table[group.key];
    for (const [key, read] of readers) {
      const value = read();
      if (value === null || value === undefined) continue;
      const [group = "", name_ = ""] = key.split(".");
      (table[group] ??= {})[name_] = value;
    }
    return table;
  }

  /** Say what is wrong, at the field it is about. @param {unknown} error @param {boolean} isFocused */
  function refuse(error, isFocused) {
    const details = error instanceof api.Refused ? error.details : {};
    const key = String(details["key"] ?? "");
    const field = main.querySelector(`#facet-${CSS.escape(key.replaceAll(".", "-"))}`) ?? (key === "name" ? title : null);
    said.className = "form-said problem";
    said.textContent = field && details["reason"] ? `${facetWords(key)}: ${details["reason"]}.` : reasonOf(error);
    if (field instanceof HTMLElement) {
      field.setAttribute("aria-invalid", "true");
      if (isFocused) field.focus();
    }
  }

  function clear() {
    said.className = "form-said";
    said.textContent = "";
    for (const field of main.querySelectorAll("[aria-invalid]")) field.removeAttribute("aria-invalid");
  }

  let asked = 0;
  async function refresh() {
    const mine = ++asked;
    try {
      const { sections } = await api.post("/api/rulesets/explain", { plain: plain() });
      if (mine !== asked) return;
      clear();
      preview.replaceChildren(h("h2", {}, title.value), h("p", { class: "lead" }, summary.value),
        ...sections.map((/** @type {{title: string, sentences: string[]}} */ each) =>
          h("section", {}, h("h3", {}, each.title), h("ul", {}, each.sentences.map((text) => h("li", {}, text))))));
    } catch (error) {
      if (mine !== asked) return;
      clear();
      refuse(error, false);
    }
  }

  async function save() {
    asked += 1;
    clear();
    try {
      const made = await api.post("/api/rulesets", { plain: plain() });
      go(`/rules/${made.name}`);
    } catch (error) {
      refuse(error, true);
    }
  }

  async function bring() {
    const brought = await bringPart("ruleset");
    if (brought) show(main, await api.post("/api/rulesets/check", { plain: brought }), true, rulesets, form);
  }

  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let soon;
  const later = () => {
    clearTimeout(soon);
    soon = setTimeout(() => void refresh(), PREVIEW_MS);
  };
  main.replaceChildren(h("div", { class: "page house-page" },
    h("h1", {}, "House rules"),
    h("p", { class: "lead" }, `Start from ${base.title} and change what you like. What you make is told beside it, and saved as rules of your own.`),
    h("nav", { class: "tabs", "aria-label": "Start from" }, rulesets.map((each) =>
      h("a", { href: `/house/${each.name}`, "data-nav": true, "aria-current": each === base ? "page" : null }, each.title)),
      h("button", { type: "button", class: "pill", onclick: () => void bring().catch((error) => refuse(error, true)) }, "From a file …")),
    h("div", { class: "house-body" },
      h("form", { novalidate: true, oninput: later, onchange: later, onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        void save();
      } },
        h("div", { class: "facets" },
          field("house-title", "Name", title), field("house-summary", "In a sentence or two", summary),
          field("house-board", "Board", board.element), field("house-tiles", "Tiles", tiles.element)),
        groups.map((group, number) => h("details", { class: "facet-group", open: number < 2 }, h("summary", {}, h("h2", {}, groupWords(group.key))),
          h("div", { class: "facets" }, group.facets.map((facet) => facetField(facet, at(base, facet.key), readers))))),
        h("div", { class: "row sticky-row" },
          h("button", { type: "submit", class: "primary" }, "Save these rules"), said)),
      h("aside", { class: "house-preview panel", tabindex: 0, "aria-label": "The rules so far" }, preview))));
  void refresh();
}

/** @param {string} id @param {string} label @param {HTMLElement} input */
const field = (id, label, input) => h("div", { class: "field" }, h("label", { for: id }, label), input);

/** @param {string} id @param {string[]} choices @param {string} value @param {(choice: string) => string} words */
function select(id, choices, value, words) {
  if (!choices.includes(value)) choices = [value, ...choices];
  return h("select", { id }, choices.map((each) => h("option", { value: each, selected: each === value }, words(each))));
}

/**
 * @param {Facet} facet @param {any} value @param {Map<string, () => unknown>} readers @param {string} [prefix]
 * @returns {HTMLElement}
 */
function facetField(facet, value, readers, prefix = "") {
  const id = `facet-${prefix}${facet.key.replaceAll(".", "-")}`;
  const label = facetWords(facet.key);
  switch (facet.kind) {
    case "number": {
      const input = h("input", { type: "number", id, min: facet.least, max: facet.most, value: value ?? "", placeholder: facet.optional ? "no limit" : null });
      readers.set(facet.key, () => (input.value === "" ? null : Number(input.value)));
      return field(id, label, input);
    }
    case "choice": {
      const input = select(id, facet.choices ?? [], String(value), (choice) => choiceWords(facet.key, choice));
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
    const row = h("fieldset", { class: "run" }, h("legend", {}, "A run of turns"),
      h("div", { class: "facets" }, (facet.facets ?? []).map((each) => {
        const key = each.key.split(".").at(-1) ?? each.key;
        return facetField({ ...each, key }, run[key] ?? each.default, inner, `run${made}-`);
      })),
      h("button", { type: "button", onclick: () => {
        rows.delete(row);
        row.remove();
        list.dispatchEvent(new Event("change", { bubbles: true }));
      } }, "Remove"));
    made += 1;
    rows.set(row, inner);
    list.append(row);
  };
  for (const run of runs) add(run);
  readers.set(facet.key, () => [...rows.values()].map((inner) =>
    Object.fromEntries([...inner].map(([key, read]) => [key, read()]).filter(([, value]) => value !== null && value !== undefined))));
  return h("div", { class: "field wide-field" }, h("p", {}, facetWords(facet.key)), list,
    h("button", { type: "button", onclick: () => add({}) }, "Add a run"));
}
