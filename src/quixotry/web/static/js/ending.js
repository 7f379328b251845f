/** How a game came out: who won and why, the settling up of each player, the tie rule, and where to go next. */

import { savePicture } from "./board-picture.js";
import { h } from "./dom.js";
import { ask } from "./dialogs.js";
import { factsOf, marginOf } from "./game-facts.js";
import { matchTable } from "./match-summary.js";
import { shownTile } from "./rack-view.js";
import { entry, finishText, matchText, sentence, signed, spelled, tieRule, whyEnded } from "./say.js";

/** @typedef {import("../../protocol.js").GameSummary} Summary */
/** @typedef {import("../../protocol.js").Ruleset} Ruleset */
/** @typedef {import("../../protocol.js").SeenEvent} SeenEvent */
/** @typedef {import("../../protocol.js").Outcome} Outcome */

/**
 * The settling up as a table, computed from what the events say.
 * @param {Outcome} outcome @param {SeenEvent[]} events @param {Summary} game @param {Record<string, number>} values
 */
export function settlement(outcome, events, game, values) {
  const adjusted = events.filter((event) => event.kind === "PointsAdjusted" && event.why !== "challenge");
  return h("table", { class: "settlement" },
    h("caption", { class: "heard" }, "Settling up"),
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Player"),
      h("th", { scope: "col", class: "number" }, "Before"), h("th", { scope: "col" }, "Settling up"),
      h("th", { scope: "col", class: "number" }, "Final"))),
    h("tbody", {}, game.players.map((player, seat) => {
      const mine = adjusted.filter((event) => event.seat === seat);
      const moved = mine.filter((event) => event.why !== "time");
      const settled = (outcome.scores_before[seat] ?? 0) + moved.reduce((sum, event) => sum + (event.points ?? 0), 0);
      const shown = settled === outcome.scores[seat] ? moved : mine;
      return h("tr", { class: outcome.winners.includes(seat) ? "won" : "" },
        h("th", { scope: "row" }, player.name),
        h("td", { class: "number" }, outcome.scores_before[seat] ?? 0),
        h("td", {}, shown.length ? shown.map((event) => adjustment(event, values)) : h("span", { class: "quiet" }, "no change")),
        h("td", { class: "number" }, h("strong", {}, outcome.scores[seat] ?? 0)));
    })));
}

/** @param {SeenEvent} event @param {Record<string, number>} values */
function adjustment(event, values) {
  const tiles = event.tiles ?? "";
  return h("div", { class: "adjustment" },
    h("strong", {}, signed(event.points ?? 0)), ` ${entry(/** @type {SeenEvent} */ ({ ...event, tiles: "" }))} `,
    h("span", { class: "heard" }, spelled(tiles)),
    [...tiles].map((sign) => shownTile(sign, values)));
}

/**
 * Each player's best play, bingos and average.
 * @param {SeenEvent[]} events @param {Summary} game
 */
function factsTable(events, game) {
  return h("table", { class: "figures" },
    h("caption", { class: "heard" }, "The game in figures"),
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Player"), h("th", { scope: "col" }, "Best play"),
      h("th", { scope: "col", class: "number" }, "Bingos"), h("th", { scope: "col", class: "number" }, "A turn"))),
    h("tbody", {}, game.players.map((player, seat) => {
      const { best, bingos, average } = factsOf(events, seat);
      return h("tr", {}, h("th", { scope: "row" }, player.name),
        h("td", {}, best ? `${best.word} ${signed(best.score)}` : "none"),
        h("td", { class: "number" }, bingos), h("td", { class: "number" }, average === null ? "–" : average.toFixed(1)));
    })));
}

/** The best play of all, its tiles rising one after another. @param {SeenEvent[]} events @param {Summary} game @param {Record<string, number>} values */
function bestWord(events, game, values) {
  const plays = game.players.map((_, seat) => factsOf(events, seat).best).filter((best) => best !== null);
  const best = plays.reduce((top, play) => (top && top.score >= play.score ? top : play), plays[0]);
  return h("div", { class: "best-word", "aria-hidden": "true" }, [...(best?.word ?? "")].map((sign, n) => {
    const tile = shownTile(sign, values);
    tile.classList.add("rising");
    tile.style.animationDelay = `${n * 90}ms`;
    return tile;
  }));
}

/** @param {string} id */
function shareButton(id) {
  const button = h("button", { type: "button", onclick: async () => {
    const link = `${location.origin}/replay/${id}`;
    // Without a secure origin there is no clipboard: then the link itself is the answer.
    const isCopied = await navigator.clipboard?.writeText(link).then(() => true, () => false);
    button.textContent = isCopied ? "Link copied" : link;
  } }, "Copy link");
  return button;
}

/**
 * @param {{outcome: Outcome, events: SeenEvent[], game: Summary, ruleset: Ruleset, values: Record<string, number>,
 *   nextGame: string | null, games: Summary[], isWatching: boolean, board: SVGSVGElement}} over
 * @returns {Promise<"again" | "next" | null>}
 */
export function showResult({ outcome, events, game, ruleset, values, nextGame, games, isWatching, board }) {
  const tie = tieRule(outcome, game.players, ruleset);
  const match = game.match?.outcome;
  return ask(finishText(outcome, game.players, marginOf(outcome)), (done) => [
    bestWord(events, game, values),
    h("p", {}, whyEnded(outcome, game.players, ruleset)),
    settlement(outcome, events, game, values),
    factsTable(events, game),
    ...(tie ? [h("p", { class: "tie" }, tie)] : []),
    ...(game.match && !match ? [h("p", {}, `This was game ${game.match.game} of ${Math.max(2, game.match.games.length)} in the match.`)] : []),
    ...(match ? [h("p", { class: "tie" }, matchText(match, game.players))] : []),
    ...(games.length ? [matchTable(games, () => done(null))] : []),
    h("div", { class: "row keep" },
      h("a", { class: "button", href: `/replay/${game.id}`, "data-nav": true, onclick: () => done(null) }, "Replay"),
      shareButton(game.id),
      h("button", { type: "button", onclick: () => void savePicture(board, `quixotry-${game.id}`) }, "Save picture"),
      h("a", { class: "button", href: `/api/games/${game.id}/gcg`, download: true }, "Download GCG"),
      h("a", { class: "button", href: `/check/${game.id}`, "data-nav": true, onclick: () => done(null) }, "Check this draw")),
    h("div", { class: "row end" },
      h("button", { type: "button", onclick: () => done(null) }, "Close"),
      nextGame
        ? h("button", { type: "button", class: "primary", "data-answer": "next", onclick: () => done("next") }, isWatching ? "Watch game 2" : "Play game 2")
        : h("button", { type: "button", class: "primary", "data-answer": "again", onclick: () => done("again") }, "Rematch")),
  ], "wide result");
}

/**
 * The draw for first play, tile by tile.
 * @param {SeenEvent[]} events @param {Summary} game @param {Record<string, number>} values @param {string} firstLetter
 */
export function showFirstDraw(events, game, values, firstLetter) {
  const draws = events.filter((event) => event.kind === "FirstTileDrawn");
  const starter = events.find((event) => event.kind === "StarterChosen");
  return ask("Draw for first play", (done) => [
    h("ol", { class: "first-draw" }, draws.map((event, order) => {
      const tile = shownTile(event.tile ?? "?", values);
      tile.classList.add("rising");
      tile.style.animationDelay = `${order * 350}ms`;
      return h("li", {}, tile, h("span", {}, sentence(event, game.players)));
    })),
    h("p", {}, starter ? h("strong", {}, `${sentence(starter, game.players)} `) : "",
      h("span", { class: "quiet" }, `The letter nearest ${firstLetter} plays first; a blank beats every letter.`)),
    h("div", { class: "row end" }, h("button", { type: "button", class: "primary", "data-answer": "begin", onclick: () => done(null) }, "Begin")),
  ]);
}
