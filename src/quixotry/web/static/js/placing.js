/**
 * Where hands may put the next tile, as each version's players are used to. Interaction, never legality:
 * the server judges a finished play by where its tiles lie. Typing at the arrow is free everywhere.
 *
 * @typedef {import("../../protocol.js").BoardShape} Shape
 * @typedef {import("../../protocol.js").Placement} Placement
 * @typedef {"direction" | "in-order" | "reachable" | "free"} Placing
 * @typedef {{shape: Shape, cells: string, placing: Placing, directionFirst?: boolean}} Ground  The board before this turn.
 */

import { EMPTY, beside, columnOf, freeFrom, rowOf, runThrough, squareName, touchesTile, withLaid } from "./geometry.js";

/** @param {{cells: string}} ground */
const allFree = (ground) => [...ground.cells].flatMap((cell, square) => (cell === EMPTY ? [square] : []));

/**
 * The direction tiles lie in, as far as they tell.
 * @param {Shape} shape @param {readonly {square: number}[]} laid
 * @returns {boolean | null}  true for down, false for across, null when open
 */
export function directionOf(shape, laid) {
  const [first, second] = laid;
  if (!first || !second) return null;
  if (columnOf(shape, first.square) === columnOf(shape, second.square)) return true;
  return rowOf(shape, first.square) === rowOf(shape, second.square) ? false : null;
}

/**
 * The squares that take the next tile, or null when every free square does.
 * @param {Ground} ground @param {readonly Placement[]} laid in the order they were laid
 * @param {boolean | null} down the direction chosen, if any
 * @returns {number[] | null}
 */
export function openSquares(ground, laid, down) {
  const { shape } = ground;
  if (mustChoose(ground, down)) return [];
  const after = withLaid(ground.cells, laid);
  switch (ground.placing) {
    case "free":
      return null;
    case "reachable":
      return reachable(ground, laid, after);
    case "direction":
      return allFree(ground).filter((square) => after[square] === EMPTY && inChosenLine(ground, laid, down, square));
    case "in-order": {
      const last = laid.at(-1);
      if (!last) return null;
      const ways = down === null ? [false, true] : [down];
      const next = ways.map((way) => freeFrom(shape, after, last.square, way));
      return next.filter((square) => square !== null);
    }
  }
}

/** @param {Ground} ground @param {readonly Placement[]} laid @param {string} after @returns {number[]} */
function reachable({ shape, cells }, laid, after) {
  const first = laid[0];
  if (!first) {
    const free = allFree({ cells });
    if (free.length === cells.length) return [shape.start];
    return free.filter((square) => touchesTile(shape, cells, square));
  }
  const settled = directionOf(shape, laid);
  /** @type {Set<number>} */
  const ends = new Set();
  for (const down of settled === null ? [false, true] : [settled]) {
    const run = runThrough(shape, after, first.square, down);
    for (const end of [beside(shape, run[0] ?? 0, down, -1), beside(shape, run.at(-1) ?? 0, down, 1)]) {
      if (end !== null) ends.add(end);
    }
  }
  return [...ends].sort((a, b) => a - b);
}

/**
 * @param {Ground} ground @param {readonly Placement[]} laid @param {boolean | null} down @param {number} square
 */
function inChosenLine({ shape, cells }, laid, down, square) {
  const first = laid[0];
  const anchor = first ? first.square : shape.start;
  const row = rowOf(shape, square) === rowOf(shape, anchor);
  const column = columnOf(shape, square) === columnOf(shape, anchor);
  const line = down === null ? row || column : down ? column : row;
  if (first) return line;
  return isBare(cells) ? line : touchesTile(shape, cells, square);
}

/** Must the direction be chosen before any tile is taken? @param {Ground} ground @param {boolean | null} down */
const mustChoose = ({ directionFirst }, down) => directionFirst === true && down === null;

/** @param {string} cells */
export const isBare = (cells) => [...cells].every((cell) => cell === EMPTY);

/**
 * Why a tile cannot be put on a square, as a sentence; null when it can.
 * @param {Ground} ground @param {readonly Placement[]} laid @param {boolean | null} down
 * @param {number} square
 * @returns {string | null}
 */
export function refusalAt(ground, laid, down, square) {
  const { shape } = ground;
  const name = squareName(shape, square);
  if (withLaid(ground.cells, laid)[square] !== EMPTY) return `There is already a tile on ${name}.`;
  if (mustChoose(ground, down)) return "First choose Horizontal (→) or Vertical (↓), then place your tiles.";
  const open = openSquares(ground, laid, down);
  if (open === null || open.includes(square)) return null;
  const names = open.map((each) => squareName(shape, each));
  switch (ground.placing) {
    case "in-order":
      return names.length
        ? `Place tiles in order: after ${squareName(shape, laid.at(-1)?.square ?? 0)} comes ${names.join(" or ")}.`
        : "There are no squares left in this direction.";
    case "direction":
      if (laid.length) {
        return down === null
          ? "All tiles of a play go in one row or one column."
          : `This play is ${down ? "vertical" : "horizontal"}: its tiles go in one ${down ? "column" : "row"}.`;
      }
      return isBare(ground.cells)
        ? `The first play covers the star: start in line with ${squareName(shape, shape.start)}.`
        : "Start next to a tile that is already on the board.";
    default:
      if (laid.length === 0) {
        return isBare(ground.cells)
          ? `The first tile of the game goes on the star, ${squareName(shape, shape.start)}.`
          : "The first tile of a turn goes next to a tile on the board.";
      }
      return laid.length === 1
        ? `${name} is out of reach: the next tile goes next to your first, or past the tiles beside it.`
        : `${name} is out of reach: this turn stays in its ${directionOf(shape, laid) ? "column" : "row"}, without gaps.`;
  }
}
