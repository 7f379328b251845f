/** A link to take along: its text, and a button that copies it. */

import { h } from "./dom.js";

/** @param {string} id @param {string} link @param {string} label @param {...Node} more what else stands in the row */
export function linkRow(id, link, label, ...more) {
  const text = h("input", { type: "text", id, readonly: true, value: link, onfocus: () => text.select() });
  const copy = h("button", { type: "button", onclick: async () => {
    text.select();
    // Without a secure origin there is no clipboard: then the text is selected, ready for the keys.
    const isCopied = await navigator.clipboard?.writeText(link).then(() => true, () => false);
    copy.textContent = isCopied || document.execCommand("copy") ? "Copied" : "Press Ctrl+C";
  } }, "Copy");
  return h("div", { class: "field" }, h("label", { for: id }, label), h("div", { class: "row copy-row" }, text, copy, ...more));
}
