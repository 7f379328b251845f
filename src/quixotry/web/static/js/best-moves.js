/** After the game: the best move of every turn, and a new game from any of them. */

import * as api from "./api.js";
import { go, h, reasonOf } from "./dom.js";
import { signed } from "./say.js";

/** @typedef {import("../../protocol.js").Frame} Frame */
/** @typedef {import("../../protocol.js").GameSummary} Summary */
/** @typedef {import("../../protocol.js").BestMove} BestMove */

const TURNS = ["play", "exchange", "pass"];

/** Can a new game begin from here? @param {Frame | undefined} frame */
const isTurn = (frame) => frame !== undefined && frame.seq !== null && TURNS.includes(frame.kind);

export class BestMoves {
  /** @param {Summary} game @param {Frame[]} frames @param {(frame: number) => void} show */
  constructor(game, frames, show) {
    this.game = game;
    this.frames = frames;
    this.show = show;
    this.at = 0;
    this.list = h("ol", { class: "best-list" });
    this.problem = h("p", { class: "problem", role: "alert", hidden: true });
    this.find = h("button", { type: "button", id: "best-moves", onclick: () => void this.load() }, "Show best moves");
    this.retry = h("button", { type: "button", id: "retry", onclick: () => void this.playOn() }, "Play on from here");
    this.element = h("section", { class: "panel best-panel", hidden: game.imported }, h("h2", {}, "Best moves"),
      h("div", { class: "row" }, this.find, this.retry),
      h("p", { class: "quiet" }, "Play on begins a new game before the move shown: the same racks, new tiles from the bag."),
      this.problem, this.list);
  }

  /** @param {number} at the frame shown */
  draw(at) {
    this.at = at;
    this.retry.disabled = !isTurn(this.frames[at]);
  }

  async load() {
    const found = await this.attempt(() => api.get(`/api/games/${this.game.id}/best-moves`));
    if (!found) return;
    this.find.hidden = true;
    this.list.replaceChildren(.../** @type {BestMove[]} */ (found.turns).map((turn) => this.row(turn)));
  }

  /** @param {BestMove} turn */
  row(turn) {
    const number = this.frames.findIndex((frame) => frame.seq === turn.seq);
    const frame = this.frames[number];
    const played = frame ? [frame.kind === "play" ? "" : frame.kind, frame.text].filter(Boolean).join(" ") : "";
    return h("li", { class: turn.is_played ? "was-best" : "" },
      h("button", { type: "button", class: "linklike", onclick: () => this.show(number) },
        `${this.game.players[turn.seat]?.name ?? ""}: ${played} ${signed(turn.played_score)}`),
      h("span", {}, turn.is_played ? "best" : `best: ${turn.text} ${signed(turn.score)}`));
  }

  async playOn() {
    const frame = this.frames[this.at];
    if (!frame || !isTurn(frame)) return;
    const made = await this.attempt(() => api.post(`/api/games/${this.game.id}/retry`, { seq: frame.seq }));
    if (made) go(`/table/${made.id}`);
  }

  /** @param {() => Promise<any>} ask */
  async attempt(ask) {
    this.problem.hidden = true;
    try {
      return await ask();
    } catch (error) {
      this.problem.textContent = reasonOf(error);
      this.problem.hidden = false;
      return null;
    }
  }
}
