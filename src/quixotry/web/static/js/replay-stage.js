/**
 * A game turn by turn: the board after a turn, its rack, the scores, and the ways from one turn to another. What is shown may
 * grow while somebody looks, as the game of a match does that is being played.
 *
 * @typedef {import("../../protocol.js").Frame} Frame
 * @typedef {import("../../protocol.js").Ruleset} Ruleset
 * @typedef {{name: string, kind: string}} Player
 */

import { BoardView } from "./board-view.js";
import * as dialogs from "./dialogs.js";
import { count, h, write } from "./dom.js";
import { cellsOf } from "./geometry.js";
import { shownTile } from "./rack-view.js";
import { announce, signed } from "./say.js";

const KINDS = /** @type {Record<string, string>} */ ({
  start: "Start", play: "", exchange: "exchanged", pass: "passed", challenge: "challenged", withdrawn: "play withdrawn",
  lost: "lost a turn", time: "overtime", settling: "settling up", resigned: "resigned",
  forfeited: "lost", adjudicated: "ended as it stood", "taken-back": "took back the last turn", end: "End",
});

/** A turn in words. @param {Frame} frame @param {readonly Player[]} players */
export function label(frame, players) {
  const who = frame.seat === null ? "" : `${players[frame.seat]?.name ?? ""} `;
  const score = frame.score || frame.kind === "play" ? ` ${signed(frame.score)}` : "";
  const kind = KINDS[frame.kind] ?? frame.kind;
  return `${who}${[kind, frame.text].filter(Boolean).join(" ")}${score}`;
}

export class ReplayStage {
  /**
   * @param {Ruleset} ruleset @param {readonly Player[]} players
   * @param {(turn: number, isAsked: boolean) => void} shown told of the turn that is shown, and whether somebody asked for it
   */
  constructor(ruleset, players, shown) {
    this.players = players;
    this.shown = shown;
    /** @type {Frame[]} */
    this.frames = [];
    this.at = -1;
    this.values = Object.fromEntries(ruleset.tiles.set.map((kind) => [kind.sign, kind.value]));
    this.board = new BoardView(ruleset.board, this.values);
    this.what = h("p", { class: "status replay-what" });
    this.rack = h("div", { class: "replay-rack" });
    this.scores = h("ul", { class: "seat-list" }, players.map((player) =>
      h("li", { class: "seat" }, h("span", { class: "seat-who" }, h("span", { class: "seat-name" }, player.name),
        h("span", { class: "seat-kind" }, player.kind)), h("span", { class: "seat-doing" }), h("span", { class: "seat-score" }, "0"))));
    this.bag = h("p", { class: "bag" });
    this.slider = h("input", { type: "range", min: 0, max: 0, step: 1, value: 0, "aria-label": "Move", class: "slider",
      oninput: () => this.ask(Number(this.slider.value)) });
    this.list = h("ol", { class: "move-list", start: 0 });
    const step = (/** @type {string} */ name, /** @type {string} */ text, /** @type {() => number} */ to) =>
      h("button", { type: "button", "aria-label": name, title: name, onclick: () => this.ask(to()) }, text);
    this.stage = h("div", { class: "stage" },
      h("div", { class: "board-box" }, this.board.element),
      this.what,
      h("div", { class: "hand-row replay-row" },
        h("div", { class: "row steps" },
          step("First", "⇤", () => 0), step("Back", "←", () => this.at - 1),
          step("Forward", "→", () => this.at + 1), step("Last", "⇥", () => this.frames.length - 1)),
        this.slider, this.rack));
    this.seats = h("section", { class: "panel seats", "aria-label": "Players" }, this.scores, this.bag);
  }

  /** Another game by the same rules. @param {readonly Player[]} players */
  restart(players) {
    this.players = players;
    this.frames = [];
    this.at = -1;
    this.list.replaceChildren();
    [...this.scores.children].forEach((row, seat) => write(/** @type {Element} */ (row.querySelector(".seat-name")), players[seat]?.name ?? ""));
  }

  /** Take a game, or more of the same one: what is there already stays as it is. @param {Frame[]} frames */
  take(frames) {
    const known = this.list.children.length;
    this.frames = frames;
    this.slider.max = String(frames.length - 1);
    this.list.append(...frames.slice(known).map((frame, more) =>
      h("li", {}, h("button", { type: "button", class: "linklike", onclick: () => this.ask(known + more) }, label(frame, this.players)))));
  }

  /** Somebody asks for a turn. @param {number} turn */
  ask(turn) {
    this.show(turn, true);
  }

  /** @param {number} turn @param {boolean} [isAsked] */
  show(turn, isAsked = false) {
    const to = Math.max(0, Math.min(this.frames.length - 1, turn));
    const frame = this.frames[to];
    if (!frame) return;
    const isNext = this.at >= 0 && to === this.at + 1;
    this.at = to;
    const said = label(frame, this.players);
    this.slider.value = String(to);
    this.slider.setAttribute("aria-valuetext", said);
    this.board.draw({ cells: cellsOf(frame.board), laid: [], last: frame.squares }, isNext ? frame.squares : []);
    write(this.what, said + (frame.note ? ` · ${frame.note}` : ""));
    this.rack.replaceChildren(...(frame.rack ? [h("span", { class: "quiet" }, "Rack"), ...[...frame.rack].map((sign) => shownTile(sign, this.values))]
      : [h("span", { class: "quiet" }, "\u00a0")]));
    [...this.scores.children].forEach((row, seat) => {
      write(/** @type {Element} */ (row.querySelector(".seat-score")), String(frame.scores[seat] ?? 0));
      row.classList.toggle("on-turn", frame.seat === seat);
    });
    write(this.bag, `${count(frame.bag_count, "tile")} in the bag`);
    [...this.list.children].forEach((item, number) => {
      if (number === to) item.setAttribute("aria-current", "step");
      else item.removeAttribute("aria-current");
    });
    const item = this.list.children[to];
    if (item instanceof HTMLElement) this.list.scrollTop = item.offsetTop - this.list.clientHeight / 2;
    announce(said);
    this.shown(to, isAsked);
  }

  /** Arrow keys, Home and End step through the game, unless somebody types. @param {KeyboardEvent} event */
  key(event) {
    if (dialogs.isOpen() || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest("input:not([type=range]), textarea, select")) return;
    const { at } = this;
    const step = { ArrowLeft: at - 1, ArrowRight: at + 1, ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: this.frames.length - 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    this.ask(step);
  }
}
