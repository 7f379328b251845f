/** Coming back to one's seat from another browser. The key stands after the `#`, which is sent nowhere but by the button. */

import * as api from "../api.js";
import { go, h, reasonOf } from "../dom.js";
import { forgetWayBack } from "../way-back.js";

/** @param {HTMLElement} main */
export default async function page(main) {
  document.title = "Back to your seat – Quixotry";
  const problem = h("p", { class: "problem", role: "alert", hidden: true });
  const back = h("button", { type: "button", class: "primary big", onclick: async () => {
    back.disabled = true;
    try {
      const game = await api.post("/api/back", { key: location.hash.slice(1) });
      forgetWayBack(game);
      history.replaceState(null, "", "/back"); // the key is used up, and stays in no history
      go(`/table/${game.id}`);
    } catch (error) {
      back.disabled = false;
      problem.textContent = reasonOf(error);
      problem.hidden = false;
    }
  } }, "Take your seat again");
  main.replaceChildren(h("div", { class: "page join-page" },
    h("h1", {}, "Back to your seat"),
    h("p", {}, "You go on playing in this browser. The one you played in before can then only watch, and this link has done its work: the table gives you a new one."),
    problem,
    h("p", {}, back)));
}
