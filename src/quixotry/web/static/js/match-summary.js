/** Both games of a match side by side, with what they come to. */

import * as api from "./api.js";
import { h } from "./dom.js";
import { whoWon } from "./say.js";

/** @typedef {import("../../protocol.js").GameSummary} Summary */

/** The games of a match that is over, first to last; none before that. @param {Summary} game @returns {Promise<Summary[]>} */
export async function gamesOf(game) {
  if (!game.match?.outcome) return [];
  return Promise.all(game.match.games.map((id) => (id === game.id ? game : api.get(`/api/games/${id}`))));
}

/** @param {Summary[]} games @param {() => void} leave */
export function matchTable(games, leave) {
  const last = /** @type {Summary} */ (games.at(-1));
  const points = last.match?.outcome?.points ?? [];
  return h("table", { class: "settlement match-summary" },
    h("caption", { class: "heard" }, "The games of the match"),
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Game"),
      last.players.map((player) => h("th", { scope: "col", class: "number" }, player.name)),
      h("th", { scope: "col" }, "Result"))),
    h("tbody", {}, games.map((game, number) => h("tr", {},
      h("th", { scope: "row" }, h("a", { href: `/replay/${game.id}`, "data-nav": true, onclick: leave }, `Game ${number + 1}`)),
      game.scores.map((score, seat) => h("td", { class: "number" },
        game.outcome?.winners.includes(seat) ? h("strong", {}, score) : score)),
      h("td", {}, game.outcome ? whoWon(game.outcome, game.players) : "")))),
    h("tfoot", {}, h("tr", {}, h("th", { scope: "row" }, "Together"),
      points.map((total, seat) => h("td", { class: "number" },
        last.match?.outcome?.winners.includes(seat) ? h("strong", {}, total) : total)), h("td", {}))));
}
