/**
 * For who watches computers: pause, one move at a time, and how fast. The pace is kept for the next game.
 *
 * @typedef {import("../../protocol.js").PaceNotice} PaceNotice
 * @typedef {import("./socket.js").TableSocket} TableSocket
 */

import { h } from "./dom.js";
import { rename, toolButton } from "./tool-button.js";

export const PACE_KEY = "quixotry.pace";
export const PACES = /** @type {const} */ ([[3000, "Slow"], [1000, "1 second a move"], [300, "Fast"], [0, "As fast as they can"]]);

export class WatchPanel {
  /** @param {TableSocket} socket */
  constructor(socket) {
    this.socket = socket;
    /** @type {PaceNotice | null} */
    this.pace = null;
    this.pause = toolButton("pause", "Pause", () => this.set({ is_paused: !this.pace?.is_paused }));
    this.step = toolButton("step", "Step", () => this.socket.send({ type: "step" }));
    this.speed = h("select", { "aria-label": "Pace", onchange: () => {
      localStorage.setItem(PACE_KEY, this.speed.value);
      this.set({ pace_ms: Number(this.speed.value) });
    } }, PACES.map(([ms, label]) => h("option", { value: String(ms) }, label)));
    this.element = h("div", { class: "watch-tools row", role: "group", "aria-label": "Watching", hidden: true }, this.pause, this.step, this.speed);
  }

  /** @param {Partial<PaceNotice>} change */
  set(change) {
    if (!this.pace) return;
    const { pace_ms, is_paused } = { ...this.pace, ...change };
    this.socket.send({ type: "pace", pace_ms, is_paused });
  }

  /** The table's pace; a watcher who once chose another one has it again. @param {PaceNotice | undefined} pace */
  begin(pace) {
    this.heard(pace ?? null);
    const kept = Number(localStorage.getItem(PACE_KEY) ?? NaN);
    if (pace && PACES.some(([ms]) => ms === kept) && kept !== pace.pace_ms) this.set({ pace_ms: kept });
  }

  /** @param {PaceNotice | null} pace */
  heard(pace) {
    this.pace = pace;
    if (pace) this.speed.value = String(pace.pace_ms);
  }

  /** @param {boolean} isOver */
  draw(isOver) {
    this.element.hidden = !this.pace || isOver;
    rename(this.pause, this.pace?.is_paused ? "Go on" : "Pause");
  }
}
