/** Replay: any finished game, step by step, with its score graph. `?turn=12` opens it at a turn. */

import * as api from "../api.js";
import { BestMoves } from "../best-moves.js";
import { BoardView } from "../board-view.js";
import * as dialogs from "../dialogs.js";
import { count, h, set, svg, write } from "../dom.js";
import { EMPTY, cellsOf, wordsThrough } from "../geometry.js";
import { shownTile } from "../rack-view.js";
import { verdicts } from "../record-check.js";
import { announce, kindText, matchText, signed, tieRule, whoWon, whyEnded } from "../say.js";
import { WordPanel } from "../word-panel.js";

/** @typedef {import("../../../protocol.js").Frame} Frame */
/** @typedef {import("../../../protocol.js").GameSummary} Summary */

const KINDS = /** @type {Record<string, string>} */ ({
  start: "Start", play: "", exchange: "exchanged", pass: "passed", challenge: "challenged", withdrawn: "play withdrawn",
  lost: "lost a turn", time: "overtime", settling: "settling up", resigned: "resigned",
  forfeited: "lost", adjudicated: "ended as it stood", "taken-back": "took back the last turn", end: "End",
});

/** @param {HTMLElement} main @param {string} id */
export default async function page(main, id) {
  const { game, ruleset, frames, check } = /** @type {import("../../../protocol.js").Replay} */ (
    await api.get(`/api/games/${id}/replay`));
  document.title = "Replay – Quixotry";
  main.className = "table-page replay-page";
  const values = Object.fromEntries(ruleset.tiles.set.map((kind) => [kind.sign, kind.value]));
  const board = new BoardView(ruleset.board, values);
  const best = new BestMoves(game, frames, (n) => show(n));
  const words = new WordPanel(game.id);
  const what = h("p", { class: "status replay-what" });
  const rack = h("div", { class: "replay-rack" });
  const scores = h("ul", { class: "seat-list" }, game.players.map((player) =>
    h("li", { class: "seat" }, h("span", { class: "seat-who" }, h("span", { class: "seat-name" }, player.name),
      h("span", { class: "seat-kind" }, kindText(player))), h("span", { class: "seat-doing" }), h("span", { class: "seat-score" }, "0"))));
  const bag = h("p", { class: "bag" });
  const slider = h("input", { type: "range", min: 0, max: frames.length - 1, step: 1, value: 0, "aria-label": "Move", class: "slider" });
  const graph = scoreGraph(frames, game);
  const list = h("ol", { class: "move-list", start: 0 }, frames.map((frame, n) =>
    h("li", {}, h("button", { type: "button", class: "linklike", onclick: () => show(n) }, label(frame, game)))));
  let at = -1;

  const button = (/** @type {string} */ name, /** @type {string} */ text, /** @type {() => void} */ act) =>
    h("button", { type: "button", "aria-label": name, title: name, onclick: act }, text);

  /** @param {number} n */
  function show(n) {
    const to = Math.max(0, Math.min(frames.length - 1, n));
    const frame = /** @type {Frame} */ (frames[to]);
    const isNext = at >= 0 && to === at + 1;
    // The address is a link to this turn.
    if (at >= 0 && to !== at) history.replaceState(null, "", `${location.pathname}?turn=${to}`);
    at = to;
    slider.value = String(to);
    slider.setAttribute("aria-valuetext", label(frame, game));
    board.draw({ cells: cellsOf(frame.board), laid: [], last: frame.squares }, isNext ? frame.squares : []);
    write(what, label(frame, game) + (frame.note ? ` · ${frame.note}` : ""));
    rack.replaceChildren(...(frame.rack ? [h("span", { class: "quiet" }, "Rack"), ...[...frame.rack].map((sign) => shownTile(sign, values))]
      : [h("span", { class: "quiet" }, "\u00a0")]));
    [...scores.children].forEach((row, seat) => {
      write(/** @type {Element} */ (row.querySelector(".seat-score")), String(frame.scores[seat] ?? 0));
      row.classList.toggle("on-turn", frame.seat === seat);
    });
    write(bag, `${count(frame.bag_count, "tile")} in the bag`);
    graph.at(to);
    best.draw(to);
    [...list.children].forEach((item, number) => {
      if (number === to) item.setAttribute("aria-current", "step");
      else item.removeAttribute("aria-current");
    });
    const item = list.children[to];
    if (item instanceof HTMLElement) list.scrollTop = item.offsetTop - list.clientHeight / 2;
    announce(label(frame, game));
  }

  slider.addEventListener("input", () => show(Number(slider.value)));
  board.element.addEventListener("click", (event) => {
    const square = board.squareAt(event.clientX, event.clientY);
    const cells = cellsOf(frames[at]?.board ?? []);
    if (square !== null && cells[square] !== EMPTY) void words.show(wordsThrough(ruleset.board, cells, square));
  });
  const outcome = game.outcome;
  const tie = outcome ? tieRule(outcome, game.players, ruleset) : null;
  main.replaceChildren(
    h("h1", { class: "heard" }, `Replay: ${game.players.map((player) => player.name).join(" and ")}`),
    h("div", { class: "stage" },
      h("div", { class: "board-box" }, board.element),
      what,
      h("div", { class: "hand-row replay-row" },
        h("div", { class: "row steps" },
          button("First", "⇤", () => show(0)), button("Back", "←", () => show(at - 1)),
          button("Forward", "→", () => show(at + 1)), button("Last", "⇥", () => show(frames.length - 1))),
        slider, rack)),
    h("section", { class: "panel seats", "aria-label": "Players" }, scores, bag),
    h("div", { class: "side" },
      outcome ? h("section", { class: "panel" }, h("h2", {}, whoWon(outcome, game.players)),
        h("p", {}, whyEnded(outcome, game.players, ruleset)), tie ? h("p", {}, tie) : null,
        game.match?.outcome ? h("p", {}, matchText(game.match.outcome, game.players)) : null,
        h("p", { class: "row" }, h("a", { class: "button", href: `/api/games/${game.id}/gcg`, download: true }, "Download GCG"),
          h("a", { class: "button", href: `/check/${game.id}`, "data-nav": true }, "Check this draw"))) : null,
      check ? h("section", { class: "panel" }, h("h2", {}, "The record"), verdicts(check)) : null,
      h("section", { class: "panel" }, h("h2", {}, "Scores"), graph.element),
      h("section", { class: "panel" }, h("h2", {}, "Moves"), list),
      best.element,
      words.element));

  const keys = (/** @type {KeyboardEvent} */ event) => {
    if (dialogs.isOpen() || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest("input:not([type=range]), textarea, select")) return;
    const step = { ArrowLeft: at - 1, ArrowRight: at + 1, ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: frames.length - 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    show(step);
  };
  document.addEventListener("keydown", keys);
  show(Number.parseInt(new URLSearchParams(location.search).get("turn") ?? "", 10) || 0);
  return () => document.removeEventListener("keydown", keys);
}

/** @param {Frame} frame @param {Summary} game */
function label(frame, game) {
  const who = frame.seat === null ? "" : `${game.players[frame.seat]?.name ?? ""} `;
  const score = frame.score || frame.kind === "play" ? ` ${signed(frame.score)}` : "";
  const kind = KINDS[frame.kind] ?? frame.kind;
  return `${who}${[kind, frame.text].filter(Boolean).join(" ")}${score}`;
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
