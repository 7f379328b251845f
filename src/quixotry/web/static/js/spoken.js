/**
 * The table in words, for who listens to it: rack, scores, last move, bag, a row or column, the words on the board. Pure
 * functions; the keys are in table-keys.js.
 *
 * @typedef {import("../../protocol.js").BoardShape} Shape
 * @typedef {import("../../protocol.js").Snapshot} Snapshot
 * @typedef {import("../../protocol.js").View} View
 * @typedef {import("./board-state.js").Hand} Hand
 */

import { BLANK, onRack } from "./board-state.js";
import { count, listed } from "./dom.js";
import { EMPTY, PREMIUMS, columnOf, rowOf, runThrough } from "./geometry.js";
import { sentence } from "./say.js";
import { turnText } from "./turn.js";
import { grouped } from "./unseen.js";

/** @param {Hand | null} hand @param {Record<string, number>} values */
export function rackText(hand, values) {
  if (!hand) return "No rack is in sight.";
  const tiles = onRack(hand).map(({ sign }) => (sign === BLANK ? "blank" : `${sign} ${values[sign] ?? 0}`));
  const laid = hand.laid.length ? ` ${count(hand.laid.length, "tile")} on the board.` : "";
  return (tiles.length ? `Your rack: ${tiles.join(", ")}.` : "Your rack is empty.") + laid;
}

/** @param {Snapshot} now */
export function scoreText(now) {
  const scores = now.game.players.map(({ name }, seat) => `${name} ${now.view.scores[seat] ?? 0}`);
  return `${scores.join(", ")}. ${turnText(now)}`;
}

/** @param {Snapshot} now */
export function lastMoveText(now) {
  const told = now.events.filter(({ kind }) => kind !== "FirstTileDrawn" && kind !== "StarterChosen");
  const said = told.map((event) => sentence(event, now.game.players)).filter(Boolean);
  return said.at(-1) ?? "Nobody has moved yet.";
}

/** @param {View} view */
export function bagText(view) {
  const left = Object.entries(view.unseen).map(([sign, n]) => ({ sign, n }));
  const kinds = grouped(left).filter(({ total }) => total).map(({ name, total }) => count(total, name.toLowerCase().slice(0, -1)));
  const bag = view.bag_count ? `${count(view.bag_count, "tile")} in the bag.` : "The bag is empty.";
  return kinds.length ? `${bag} Unseen: ${listed(kinds)}.` : bag;
}

/**
 * A row or column: its tiles with where they lie, then the premium squares that are free.
 * @param {Shape} shape @param {string} cells @param {number} square @param {boolean} down
 */
export function lineText(shape, cells, square, down) {
  const nameAt = (/** @type {number} */ at) => (down ? shape.rows[rowOf(shape, at)] : shape.columns[columnOf(shape, at)]) ?? "";
  const line = down
    ? shape.rows.map((_, row) => row * shape.width + columnOf(shape, square))
    : shape.columns.map((_, column) => rowOf(shape, square) * shape.width + column);
  const tiles = runsOf(shape, cells, line, down).map((run) => {
    const text = run.map((at) => cells[at]).join("").toUpperCase();
    const where = run.length > 1 ? `from ${nameAt(run[0] ?? 0)} to ${nameAt(run.at(-1) ?? 0)}` : `on ${nameAt(run[0] ?? 0)}`;
    const blanks = run.filter((at) => cells[at] !== cells[at]?.toUpperCase()).map((at) => `blank on ${nameAt(at)}`);
    return [`${text} ${where}`, ...blanks].join(", ");
  });
  /** @type {Record<string, string[]>} */
  const free = {};
  for (const at of line) {
    const premium = PREMIUMS[shape.premiums[rowOf(shape, at)]?.[columnOf(shape, at)] ?? ""];
    if (premium && cells[at] === EMPTY) (free[premium] ??= []).push(nameAt(at));
  }
  const name = down ? `Column ${shape.columns[columnOf(shape, square)]}` : `Row ${shape.rows[rowOf(shape, square)]}`;
  const premiums = Object.entries(free).map(([premium, names]) => `${premium} on ${listed(names)}`);
  return [`${name}: ${tiles.join("; ") || "no tiles"}.`, ...(premiums.length ? [`Free: ${premiums.join("; ")}.`] : [])].join(" ");
}

/** The unbroken runs of tiles along a line. @param {Shape} shape @param {string} cells @param {number[]} line @param {boolean} down */
function runsOf(shape, cells, line, down) {
  const firsts = line.filter((at, n) => cells[at] !== EMPTY && (n === 0 || cells[line[n - 1] ?? 0] === EMPTY));
  return firsts.map((at) => runThrough(shape, cells, at, down));
}

/**
 * Every word of two letters or more, across first, in board order.
 * @param {Shape} shape @param {string} cells
 * @returns {{text: string, square: number, down: boolean}[]}
 */
export function wordsOnBoard(shape, cells) {
  const rows = shape.rows.map((_, row) => shape.columns.map((_name, column) => row * shape.width + column));
  const columns = shape.columns.map((_, column) => shape.rows.map((_name, row) => row * shape.width + column));
  return [...rows.map((line) => ({ line, down: false })), ...columns.map((line) => ({ line, down: true }))].flatMap(({ line, down }) =>
    runsOf(shape, cells, line, down).filter((run) => run.length > 1)
      .map((run) => ({ text: run.map((at) => cells[at]).join("").toUpperCase(), square: run[0] ?? 0, down })));
}
