/** An invitation: who invites to what, what one wants to be called, and a seat. */

import * as api from "../api.js";
import { go, h, listed, reasonOf } from "../dom.js";

/** @typedef {import("../../../protocol.js").InvitationCard} Card */

const NAME_KEY = "quixotry.name";

/** @param {HTMLElement} main @param {string} key */
export default async function page(main, key) {
  document.title = "Invitation – Quixotry";
  const card = /** @type {Card} */ (await api.get(`/api/invitations/${encodeURIComponent(key)}`));
  const { host, players, seat, ruleset } = card;
  const others = players.filter((player, at) => at !== seat && player.name !== host).map((player) => player.name);
  const problem = h("p", { class: "problem", id: "name-problem", role: "alert", hidden: true });
  const name = h("input", { type: "text", id: "join-name", maxlength: 40, autocomplete: "nickname", required: true,
    value: localStorage.getItem(NAME_KEY) ?? "", placeholder: "Your name", "aria-describedby": "name-problem" });
  const refuse = (/** @type {string} */ why) => {
    problem.textContent = why;
    problem.hidden = false;
    name.setAttribute("aria-invalid", "true");
    name.focus();
  };
  const sit = async () => {
    const called = name.value.trim();
    if (card.can_rename && !called) return refuse("Say what you want to be called.");
    try {
      const game = await api.post("/api/join", card.can_rename ? { key, name: called } : { key });
      if (card.can_rename) localStorage.setItem(NAME_KEY, called);
      go(`/table/${game.id}`);
    } catch (error) {
      refuse(reasonOf(error));
    }
  };
  main.replaceChildren(h("div", { class: "page join-page" },
    h("h1", {}, host ? `${host} invites you to a game` : "You are invited to a game"),
    h("section", { class: "panel" },
      h("h2", {}, ruleset.title), h("p", {}, card.rules),
      others.length ? h("p", { class: "quiet" }, `${listed(others)} ${others.length > 1 ? "play" : "plays"} too.`) : null),
    h("form", { novalidate: true, onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      void sit();
    } },
      card.can_rename
        ? h("div", { class: "field" }, h("label", { for: "join-name" }, "Your name"), name)
        : h("p", {}, "You take the seat of ", h("strong", {}, players[seat]?.name ?? ""), " as the game stands."),
      problem,
      h("button", { type: "submit", class: "primary big" }, "Take your seat"))));
}
