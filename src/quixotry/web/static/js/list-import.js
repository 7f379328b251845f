/** Add a word list of one's own: a file, or its text, and the report of what was left out. */

import * as api from "./api.js";
import { count, h, reasonOf } from "./dom.js";

/** @typedef {import("../../protocol.js").ImportedLexicon} Imported */

/** @param {(added: Imported["lexicon"]) => void} onAdded */
export function listImport(onAdded) {
  const said = h("div", { class: "import-said", role: "status" });
  const title = h("input", { type: "text", id: "list-title", maxlength: 60, autocomplete: "off" });
  const file = h("input", { type: "file", id: "list-file", accept: ".txt,.tsv,text/plain", onchange: () => {
    title.value ||= file.files?.[0]?.name.replace(/\.[^.]*$/, "") ?? "";
  } });
  const text = h("textarea", { id: "list-text", rows: 4, spellcheck: false, class: "code", placeholder: "CAT\nDOG\tan animal that barks" });
  const add = async () => {
    const content = file.files?.[0] ?? text.value;
    if (content === "") return said.replaceChildren(h("p", { class: "problem" }, "Choose a file, or paste the words."));
    try {
      const made = /** @type {Imported} */ (await api.postText(`/api/lexicons?title=${encodeURIComponent(title.value)}`, content));
      said.replaceChildren(...report(made));
      onAdded(made.lexicon);
    } catch (error) {
      said.replaceChildren(h("p", { class: "problem" }, reasonOf(error)));
    }
  };
  return h("details", { class: "panel import" }, h("summary", {}, h("h2", {}, "Add a word list")),
    h("p", { class: "quiet" }, "One word a line, in any case and any alphabet; after a tab, what it means. It can then be chosen for games on this computer."),
    h("div", { class: "field" }, h("label", { for: "list-title" }, "Name"), title),
    h("div", { class: "field" }, h("label", { for: "list-file" }, "File"), file),
    h("div", { class: "field" }, h("label", { for: "list-text" }, "or text"), text),
    h("button", { type: "button", id: "add-list", onclick: () => void add() }, "Add the list"), said);
}

/** @param {Imported} made */
function report({ lexicon, duplicates, left_out, lines }) {
  const rest = left_out - lines.length;
  return [
    h("p", {}, `${lexicon.title} has been added, with ${count(lexicon.words, "word")}${duplicates ? `; ${count(duplicates, "word")} came more than once` : ""}.`),
    ...(left_out ? [
      h("p", {}, `${count(left_out, "line")} cannot be words and ${left_out === 1 ? "was" : "were"} left out:`),
      h("ul", { class: "findings" }, lines.map((each) => h("li", {}, `Line ${each.line}, ${each.text}: ${each.reason}`))),
      ...(rest > 0 ? [h("p", { class: "quiet" }, `and ${count(rest, "more line", "more lines")}.`)] : []),
    ] : []),
  ];
}
