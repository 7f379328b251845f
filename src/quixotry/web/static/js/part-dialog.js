/** Bring along tiles, a board or a whole ruleset: a file, or its text. */

import * as api from "./api.js";
import { ask } from "./dialogs.js";
import { h, reasonOf } from "./dom.js";

/** @typedef {"tiles" | "board" | "ruleset"} Part */

/** @type {Record<Part, {title: string, example: string, note: string}>} */
const PARTS = {
  tiles: { title: "Own tiles", note: "One letter a line, with its value and how many there are; ? is the blank. A TOML file is fine too.", example: "? 0 2\nA 1 9\nB 3 2" },
  board: { title: "Own board", note: "One row a line: .. for a plain square, DL TL DW TW for premiums. The star is in the middle. A TOML file is fine too.", example: "TW .. .. DL\n.. DW .. .." },
  ruleset: { title: "A ruleset file", note: "A TOML file as the terminal uses it.", example: 'extends = "classic"\nname = "ours"\n\n[bonus]\npoints = 60' },
};

/**
 * @param {Part} part
 * @returns {Promise<Record<string, any> | null>}  the tables of what was brought
 */
export function bringPart(part) {
  const { title, note, example } = PARTS[part];
  return ask(title, (done) => {
    const problem = h("p", { class: "problem", role: "alert", id: "part-problem", hidden: true });
    const text = h("textarea", { id: "part-text", rows: 8, spellcheck: false, placeholder: example, class: "code" });
    const file = h("input", { type: "file", id: "part-file", accept: ".toml,.txt,text/plain", onchange: async () => {
      if (file.files?.[0]) text.value = await file.files[0].text();
    } });
    const use = async () => {
      try {
        done((await api.post("/api/rulesets/read", { part, text: text.value })).plain);
      } catch (error) {
        problem.textContent = reasonOf(error);
        problem.hidden = false;
        text.setAttribute("aria-invalid", "true");
        text.focus();
      }
    };
    return [
      h("p", {}, note),
      h("div", { class: "field" }, h("label", { for: "part-file" }, "File"), file),
      h("div", { class: "field" }, h("label", { for: "part-text" }, "or text"), text),
      problem,
      h("div", { class: "row end" },
        h("button", { type: "button", onclick: () => done(null) }, "Cancel"),
        h("button", { type: "button", class: "primary", "data-answer": "use", onclick: () => void use() }, "Use it")),
    ];
  }, "wide");
}
