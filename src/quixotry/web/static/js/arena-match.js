/**
 * A match between computers in words, and what can be done with it.
 *
 * @typedef {import("../../protocol.js").ArenaMatch} Match
 */

import * as api from "./api.js";
import * as dialogs from "./dialogs.js";
import { count, h, reasonOf } from "./dom.js";
import { ago } from "./say.js";

/** @param {number} part 0 to 1 */
const percent = (part) => `${(100 * part).toFixed(1)} %`;

/** The score as people write it: a draw is half a win for each. @param {Match} match */
export function scoreText({ score }) {
  const [one, two] = score ? score.wins.map((wins) => wins + score.drawn / 2) : [0, 0];
  return `${one} : ${two}`;
}

/** How sure the score is. @param {Match} match */
export function doubtText({ players, score }) {
  if (!score) return "No pair of games is finished yet.";
  const spread = `${score.spread < 0 ? "\u2212" : "+"}${Math.abs(score.spread).toFixed(1)}`;
  return `${players[0]} takes ${percent(score.share)} of the wins (95 %: ${percent(score.low)} to ${percent(score.high)}), with a spread of ${spread} ± ${score.spread_error.toFixed(1)} points a game.`;
}

/** @param {Match} match */
export function stateText({ state, pairs, score, why }) {
  const played = `${score?.pairs ?? 0} of ${count(pairs, "pair")} played`;
  return played + { running: " so far", finished: "", stopped: ", stopped", interrupted: ", interrupted", failed: `, failed: ${why}` }[state];
}

/** @param {Match} match */
export const canResume = ({ state }) => state === "stopped" || state === "interrupted" || state === "failed";

/**
 * Buttons that stop a match or go on with it.
 * @param {Match} match @param {(match: Match) => void} changed @param {(why: string) => void} failed
 */
export function stopOrResume(match, changed, failed) {
  const names = match.players.join(" against ");
  const act = (/** @type {"stop" | "resume"} */ what, /** @type {string} */ label) =>
    h("button", { type: "button", "aria-label": `${label} ${names}`, "data-act": what, onclick: () => {
      api.post(`/api/arena/matches/${match.id}/${what}`, {}).then(changed, (error) => failed(reasonOf(error)));
    } }, label);
  if (!match.is_own) return null;
  if (match.state === "running") return act("stop", "Stop");
  return canResume(match) ? act("resume", "Resume") : null;
}

/**
 * A match in the list.
 * @param {Match} match @param {() => void} changed
 */
export function matchRow(match, changed) {
  const names = match.players.join(" against ");
  const problem = h("p", { class: "problem", role: "alert", hidden: true });
  const failed = (/** @type {string} */ why) => {
    problem.textContent = why;
    problem.hidden = false;
  };
  return h("li", { class: "game-row", "data-match": match.id },
    h("div", { class: "game-what" },
      h("strong", {}, `${match.players[0]} ${scoreText(match)} ${match.players[1]}`),
      h("span", { class: "quiet" }, `${match.ruleset.title} · ${stateText(match)} · ${ago(match.begun_at)}`)),
    h("div", { class: "row" },
      h("a", { class: "button accent", href: `/arena/${match.id}`, "data-nav": true, "aria-label": `Watch ${names}` }, "Watch"),
      match.has_report ? h("a", { class: "button", href: `/api/arena/matches/${match.id}/report`, target: "_blank", rel: "noopener", "aria-label": `Report of ${names}` }, "Report") : null,
      stopOrResume(match, changed, failed),
      match.is_own ? h("button", { type: "button", class: "icon", "aria-label": `Delete ${names}`, title: "Delete", onclick: async () => {
        const games = count(2 * (match.score?.pairs ?? 0), "finished game");
        if (!await dialogs.confirm("Delete this match?", `${names}, with its report and ${games}.`, "Delete")) return;
        api.remove(`/api/arena/matches/${match.id}`).then(changed, (error) => failed(reasonOf(error)));
      } }, "×") : null),
    problem);
}
