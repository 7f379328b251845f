/** A game in a list: go on with it, look at it again, or delete it, with a while to think better of it. */

import * as api from "./api.js";
import { h, reasonOf } from "./dom.js";
import { ago, whoWon } from "./say.js";

/** @typedef {import("../../protocol.js").GameSummary} Summary */

const UNDO_MS = 10_000;

/** Games that are as good as deleted: the server is told when there was time to undo it. @type {Map<string, () => void>} */
const leaving = new Map();
window.addEventListener("pagehide", () => {
  for (const tell of [...leaving.values()]) tell();
});

/** The rows of games, without those deleted just now. @param {readonly Summary[]} games */
export const gameRows = (games) => games.filter((game) => !leaving.has(game.id)).map(gameRow);

/** @param {Summary} game */
function gameRow(game) {
  const isOver = game.state === "finished";
  const players = game.players.map((player, seat) => `${player.name} ${game.scores[seat] ?? 0}`).join("  ·  ");
  const result = game.outcome ? whoWon(game.outcome, game.players)
    : isOver ? "Imported game" : game.turn !== null && game.turn !== undefined ? `${game.players[game.turn]?.name} to play`
    : game.open_seats?.length ? "waiting for players" : "";
  const match = game.match ? `, game ${game.match.game} of the match` : "";
  const row = h("li", { class: "game-row" });
  const fill = () => row.replaceChildren(
    h("div", { class: "game-what" },
      h("strong", {}, players),
      h("span", { class: "quiet" }, `${game.ruleset.title}${match}${game.uploaded ? " · uploaded" : ""} · ${result} · ${ago(game.played_at)}`)),
    h("div", { class: "row" }, isOver
      ? [h("a", { class: "button", href: `/replay/${game.id}`, "data-nav": true, "aria-label": `Replay ${players}` }, "Replay"),
        h("a", { class: "button", href: `/api/games/${game.id}/gcg`, download: true, "aria-label": `Download GCG of ${players}` }, "GCG")]
      : h("a", { class: "button accent", href: `/table/${game.id}`, "data-nav": true, "aria-label": `Continue ${players}` }, "Continue"),
    h("button", { type: "button", class: "icon", "aria-label": `Delete ${players}`, title: "Delete", onclick: () => discard(game, players, row, fill) }, "×")));
  fill();
  return row;
}

/** @param {Summary} game @param {string} players @param {HTMLElement} row @param {() => void} restore */
function discard(game, players, row, restore) {
  const tell = () => {
    clearTimeout(timer);
    leaving.delete(game.id);
    api.remove(`/api/games/${game.id}`).then(() => row.remove(), (error) => {
      restore();
      row.append(h("p", { class: "problem", role: "alert" }, reasonOf(error)));
    });
  };
  const timer = setTimeout(tell, UNDO_MS);
  leaving.set(game.id, tell);
  const undo = h("button", { type: "button", onclick: () => {
    clearTimeout(timer);
    leaving.delete(game.id);
    restore();
    row.querySelector("a")?.focus();
  } }, "Undo");
  row.replaceChildren(h("p", { class: "quiet", role: "status" }, game.match ? "Deleted, with its match: " : "Deleted: ", players), undo);
  undo.focus();
}
