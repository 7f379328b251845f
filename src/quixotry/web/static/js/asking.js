/** What the table asks before a turn without tiles or a resignation. */

import * as dialogs from "./dialogs.js";
import { count } from "./dom.js";

/** @typedef {import("../../protocol.js").Snapshot} Snapshot */
/** @typedef {import("../../protocol.js").Controls} Controls */

/** @param {Controls} controls @param {boolean} hasLaid */
export function askGiveUp(controls, hasLaid) {
  const tiles = hasLaid ? " The tiles you have placed return to your rack." : "";
  return dialogs.confirm(`${controls.give_up}?`, `You play nothing and score 0 this turn.${tiles}`, `Yes, ${controls.give_up}`);
}

export const askResign = () =>
  dialogs.confirm("Resign?", "You leave this game; this cannot be undone.", "Yes, resign");

/**
 * Which tiles go back, within what rules and bag allow.
 * @param {import("./board-state.js").Hand} hand @param {Snapshot} now @param {Record<string, number>} values
 * @param {boolean} isStaged whether the swap is only marked for the end of the turn
 */
export function askExchange(hand, now, values, isStaged) {
  const { exchange, controls } = now.ruleset;
  const most = Math.min(hand.tiles.length, now.view.bag_count);
  return dialogs.chooseTiles({
    title: controls.exchange,
    tiles: hand.tiles,
    values,
    least: isStaged ? 0 : Math.max(1, exchange.least),
    most,
    fixed: exchange.whole_rack,
    chosen: hand.marked,
    note: exchange.whole_rack
      ? most < hand.tiles.length ? `The bag holds ${count(most, "tile")}: choose exactly that many to exchange.` : "You exchange your whole rack. This ends your turn."
      : `Choose the tiles to exchange, at most ${most}.${isStaged ? ` Nothing is final until ${controls.play}.` : " This ends your turn."}`,
    yes: controls.exchange,
  });
}
