/** Replay: any finished game, step by step, with its score graph. `?turn=12` opens it at a turn. */

import * as api from "../api.js";
import { BestMoves } from "../best-moves.js";
import { h, set, svg } from "../dom.js";
import { EMPTY, cellsOf, wordsThrough } from "../geometry.js";
import { verdicts } from "../record-check.js";
import { ReplayStage } from "../replay-stage.js";
import { kindText, matchText, tieRule, whoWon, whyEnded } from "../say.js";
import { WordPanel } from "../word-panel.js";

/** @typedef {import("../../../protocol.js").Frame} Frame */
/** @typedef {import("../../../protocol.js").GameSummary} Summary */

/** @param {HTMLElement} main @param {string} id */
export default async function page(main, id) {
  const { game, ruleset, frames, check } = /** @type {import("../../../protocol.js").Replay} */ (
    await api.get(`/api/games/${id}/replay`));
  document.title = "Replay – Quixotry";
  main.className = "table-page replay-page";
  const players = game.players.map((player) => ({ name: player.name, kind: kindText(player) }));
  const graph = scoreGraph(frames, game);
  let isOpen = false;
  const replay = new ReplayStage(ruleset, players, (turn) => {
    // The address is a link to this turn.
    if (isOpen) history.replaceState(null, "", `${location.pathname}?turn=${turn}`);
    graph.at(turn);
    best.draw(turn);
  });
  const best = new BestMoves(game, frames, (n) => replay.ask(n));
  const words = new WordPanel(game.id);
  const { board } = replay;
  board.element.addEventListener("click", (event) => {
    const square = board.squareAt(event.clientX, event.clientY);
    const cells = cellsOf(frames[replay.at]?.board ?? []);
    if (square !== null && cells[square] !== EMPTY) void words.show(wordsThrough(ruleset.board, cells, square));
  });
  const outcome = game.outcome;
  const tie = outcome ? tieRule(outcome, game.players, ruleset) : null;
  main.replaceChildren(
    h("h1", { class: "heard" }, `Replay: ${game.players.map((player) => player.name).join(" and ")}`),
    replay.stage,
    replay.seats,
    h("div", { class: "side" },
      outcome ? h("section", { class: "panel" }, h("h2", {}, whoWon(outcome, game.players)),
        h("p", {}, whyEnded(outcome, game.players, ruleset)), tie ? h("p", {}, tie) : null,
        game.match?.outcome ? h("p", {}, matchText(game.match.outcome, game.players)) : null,
        h("p", { class: "row" }, h("a", { class: "button", href: `/api/games/${game.id}/gcg`, download: true }, "Download GCG"),
          h("a", { class: "button", href: `/check/${game.id}`, "data-nav": true }, "Check this draw"))) : null,
      check ? h("section", { class: "panel" }, h("h2", {}, "The record"), verdicts(check)) : null,
      h("section", { class: "panel" }, h("h2", {}, "Scores"), graph.element),
      h("section", { class: "panel" }, h("h2", {}, "Moves"), replay.list),
      best.element,
      words.element));

  const keys = (/** @type {KeyboardEvent} */ event) => replay.key(event);
  document.addEventListener("keydown", keys);
  replay.take(frames);
  replay.show(Number.parseInt(new URLSearchParams(location.search).get("turn") ?? "", 10) || 0);
  isOpen = true;
  return () => document.removeEventListener("keydown", keys);
}

/** The scores over the game, a line for each player. @param {Frame[]} frames @param {Summary} game */
function scoreGraph(frames, game) {
  const width = 320;
  const height = 150;
  const most = Math.max(50, ...frames.flatMap((frame) => frame.scores));
  const x = (/** @type {number} */ n) => 30 + (n / Math.max(1, frames.length - 1)) * (width - 40);
  const y = (/** @type {number} */ score) => height - 18 - (Math.max(0, score) / most) * (height - 30);
  const step = most > 250 ? 100 : most > 100 ? 50 : 25;
  const cursor = svg("line", { class: "graph-at", y1: 8, y2: height - 18, x1: x(0), x2: x(0) });
  const final = game.players.map((player, seat) => `${player.name} ${frames.at(-1)?.scores[seat] ?? 0}`).join(", ");
  const lines = Array.from({ length: Math.floor(most / step) + 1 }, (_, n) => n * step);
  const element = svg("svg", { class: "graph", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `Scores over the game; final scores: ${final}` },
    lines.map((score) => [svg("line", { class: "graph-line", x1: 30, x2: width - 10, y1: y(score), y2: y(score) }),
      svg("text", { class: "graph-number", x: 25, y: y(score) + 4 }, score)]).flat(),
    cursor,
    game.players.map((_, seat) => svg("polyline", {
      class: `graph-score seat-${seat}`, points: frames.map((frame, n) => `${x(n)},${y(frame.scores[seat] ?? 0)}`).join(" "),
    })));
  const legend = h("p", { class: "legend" }, game.players.map((player, seat) => h("span", { class: `key seat-${seat}` }, player.name)));
  return {
    element: h("div", {}, element, legend),
    at: (/** @type {number} */ n) => {
      set(cursor, "x1", x(n));
      set(cursor, "x2", x(n));
    },
  };
}
