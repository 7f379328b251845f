/** The arena: computers meet in matches. `/arena` starts one and lists all, `/arena/ID` watches one. */

import * as api from "../api.js";
import { ArenaForm } from "../arena-form.js";
import { matchRow } from "../arena-match.js";
import { ArenaWatch } from "../arena-watch.js";
import { h } from "../dom.js";

/** @typedef {import("../../../protocol.js").Arena} Arena */

const AGAIN_MS = 2000;

/** @param {HTMLElement} main @param {string} id */
export default async function page(main, id) {
  if (id) {
    const match = await api.get(`/api/arena/matches/${encodeURIComponent(id)}`);
    document.title = `${match.players.join(" against ")} – Quixotry`;
    main.className = "table-page replay-page arena-page";
    const watch = new ArenaWatch(main, match);
    return () => watch.leave();
  }
  document.title = "Arena – Quixotry";
  const [arena, { rulesets }, lexicons] = await Promise.all([
    api.get("/api/arena"), api.get("/api/rulesets"), api.get("/api/lexicons")]);
  const list = h("ul", { class: "game-list", id: "matches" });
  const none = h("p", { class: "quiet" }, "None yet.");
  let told = "";
  const draw = (/** @type {Arena} */ now) => {
    none.hidden = now.matches.length > 0;
    const text = JSON.stringify(now.matches);
    if (text === told) return;
    told = text;
    const focused = document.activeElement?.closest("[data-match]")?.getAttribute("data-match");
    const label = document.activeElement?.getAttribute("aria-label");
    list.replaceChildren(...now.matches.map((match) => matchRow(match, () => void refresh())));
    if (!focused) return;
    const row = list.querySelector(`[data-match="${CSS.escape(focused)}"]`);
    const again = [...(row?.querySelectorAll("a, button") ?? [])].find((each) => each.getAttribute("aria-label") === label);
    /** @type {HTMLElement | null | undefined} */ (again ?? row?.querySelector("a"))?.focus();
  };
  const refresh = () => api.get("/api/arena").then(draw, () => null);
  main.replaceChildren(h("div", { class: "page arena-start" },
    h("h1", {}, "Arena"),
    h("p", { class: "lead" }, "Two computers meet in pairs of games: the same tiles twice, with the start swapped. You watch any game at your pace, and read the report as it grows."),
    new ArenaForm(arena, rulesets, lexicons).element,
    h("section", {}, h("h2", {}, "Matches"), list, none)));
  draw(arena);
  const timer = setInterval(() => list.querySelector("[data-act=stop]") && void refresh(), AGAIN_MS);
  return () => clearInterval(timer);
}
