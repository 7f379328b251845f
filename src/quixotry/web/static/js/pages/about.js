/** About: version, engine, licences. */

import * as api from "../api.js";
import { h } from "../dom.js";

/** @param {HTMLElement} main */
export default async function page(main) {
  document.title = "About – Quixotry";
  const about = await api.get("/api/about");
  main.replaceChildren(h("div", { class: "page" },
    h("h1", {}, "About Quixotry"),
    h("p", { class: "lead" }, "The crossword board game with letter tiles, by every written version of its rules. It runs on this computer, keeps your games here, and contacts no other."),
    about.read_only ? h("p", { class: "problem" }, about.read_only) : null,
    h("dl", { class: "facts" },
      h("dt", {}, "Version"), h("dd", {}, about.version),
      h("dt", {}, "Engine"), h("dd", {}, about.engine === "compiled" ? "compiled" : "plain Python: slower, and a champion plays as an expert; `quixotry doctor` tells what is missing"),
      h("dt", {}, "For programs"), h("dd", {}, h("a", { href: "/api" }, "HTTP API"))),
    h("h2", {}, "Licences"),
    h("ul", { class: "licences" }, about.licences.map((/** @type {{name: string, licence: string}} */ each) =>
      h("li", {}, h("strong", {}, each.name), h("pre", { tabindex: 0 }, each.licence))))));
}
