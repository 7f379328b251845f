/** An invitation: take the seat it stands for, and sit down. */

import * as api from "../api.js";
import { go, h } from "../dom.js";

/** @param {HTMLElement} main @param {string} key */
export default async function page(main, key) {
  main.replaceChildren(h("div", { class: "page" }, h("h1", {}, "You are invited to a game"),
    h("p", {}, h("button", { type: "button", class: "primary big", onclick: async () => {
      const game = await api.post("/api/join", { key }).catch((/** @type {Error} */ error) => {
        main.querySelector(".page")?.append(h("p", { class: "problem", role: "alert" }, error.message));
      });
      if (game) go(`/table/${game.id}`);
    } }, "Take your seat"))));
}
