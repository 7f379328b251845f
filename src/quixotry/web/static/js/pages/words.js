/** Words: is it one, what does it mean, what hooks on, and what can these letters make? */

import * as api from "../api.js";
import { count, h, reasonOf } from "../dom.js";
import { listImport } from "../list-import.js";
import { wordEntry } from "../word-panel.js";

/** @param {HTMLElement} main */
export default async function page(main) {
  document.title = "Words – Quixotry";
  const tools = /** @type {import("../../../protocol.js").WordToolsState} */ (await api.get("/api/word-tools"));
  if (tools.closed_by) {
    main.replaceChildren(h("div", { class: "page words-page" }, h("h1", {}, "Words"),
      h("p", { role: "status" }, tools.sentence),
      h("p", {}, h("a", { class: "button", href: `/table/${tools.closed_by}`, "data-nav": true }, "Go to that game"))));
    return;
  }
  const [found, { is_at_home }] = await Promise.all([api.get("/api/lexicons"), api.get("/api/about")]);
  const lexicon = h("select", { id: "word-list" }, found.lexicons.map((/** @type {any} */ each) =>
    h("option", { value: each.id, selected: each.id === found.default }, each.title)));
  const answer = h("div", { class: "answer", role: "status" });
  const anagrams = h("div", { class: "answer", role: "status" });
  const word = h("input", { type: "text", id: "word", maxlength: 32, autocomplete: "off", autocapitalize: "characters", spellcheck: false });
  const letters = h("input", { type: "text", id: "letters", maxlength: 15, autocomplete: "off", autocapitalize: "characters", spellcheck: false });
  const shorter = h("input", { type: "checkbox", id: "shorter" });

  /** @param {string} text */
  async function look(text) {
    word.value = text;
    if (!text.trim()) return;
    try {
      const entry = await api.get(`/api/words/${encodeURIComponent(text.trim())}?lexicon=${encodeURIComponent(lexicon.value)}`);
      answer.replaceChildren(wordEntry(entry), hooks(entry));
    } catch (error) {
      answer.replaceChildren(h("p", { class: "problem" }, reasonOf(error)));
    }
  }

  /** @param {import("../../../protocol.js").WordEntry} entry */
  function hooks(entry) {
    const { front, back, is_word_without_first, is_word_without_last } = entry.hooks;
    const each = (/** @type {string} */ signs, /** @type {(sign: string) => string} */ make) => signs
      ? [...signs].map((sign) => h("button", { type: "button", class: "hook", "aria-label": make(sign), onclick: () => void look(make(sign)) }, sign))
      : h("span", { class: "quiet" }, "none");
    const inner = [is_word_without_first ? entry.word.slice(1) : "", is_word_without_last ? entry.word.slice(0, -1) : ""].filter(Boolean);
    return h("dl", { class: "hooks" },
      h("dt", {}, "Front hooks"), h("dd", {}, each(front, (sign) => sign + entry.word)),
      h("dt", {}, "Back hooks"), h("dd", {}, each(back, (sign) => entry.word + sign)),
      h("dt", {}, "Without a letter"), h("dd", {}, inner.length
        ? inner.map((text) => h("button", { type: "button", class: "hook", onclick: () => void look(text) }, text))
        : h("span", { class: "quiet" }, "none")));
  }

  async function unscramble() {
    const text = letters.value.trim();
    if (!text) return;
    try {
      const least = shorter.checked ? "&least=2" : "";
      const made = await api.get(`/api/anagrams?letters=${encodeURIComponent(text)}&lexicon=${encodeURIComponent(lexicon.value)}${least}`);
      const words = /** @type {{word: string, shown: string}[]} */ (made.words);
      anagrams.replaceChildren(
        h("p", {}, words.length ? `${count(words.length + made.more, "word")}${made.more ? `, showing the first ${words.length}` : ""}.` : "No words."),
        h("div", { class: "word-cloud" }, words.map((each) =>
          h("button", { type: "button", class: "hook", onclick: () => void look(each.word) },
            [...each.shown].map((sign) => (sign === sign.toUpperCase() ? sign : h("i", { class: "by-blank" }, sign.toUpperCase())))))));
    } catch (error) {
      anagrams.replaceChildren(h("p", { class: "problem" }, reasonOf(error)));
    }
  }

  const onSubmit = (/** @type {() => void} */ act) => (/** @type {Event} */ event) => {
    event.preventDefault();
    act();
  };
  main.replaceChildren(h("div", { class: "page words-page" },
    h("h1", {}, "Words"),
    h("div", { class: "field" }, h("label", { for: "word-list" }, "Word list"), lexicon),
    h("div", { class: "two" },
      h("section", { class: "panel" }, h("h2", {}, "Look up"),
        h("form", { onsubmit: onSubmit(() => void look(word.value)) },
          h("label", { for: "word" }, "Word"), h("div", { class: "row" }, word, h("button", { type: "submit", class: "primary" }, "Look up"))),
        answer),
      h("section", { class: "panel" }, h("h2", {}, "Anagrams"),
        h("form", { onsubmit: onSubmit(() => void unscramble()) },
          h("label", { for: "letters" }, "Letters, ? for a blank"), h("div", { class: "row" }, letters, h("button", { type: "submit", class: "primary" }, "Find words")),
          h("label", { class: "check" }, shorter, " include shorter words")),
        anagrams)),
    is_at_home
      ? listImport(({ id, title }) => lexicon.append(h("option", { value: id, selected: true }, title)))
      : null));
}
