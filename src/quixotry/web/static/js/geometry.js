/**
 * Squares of a board and the lines through them. Pure; a board is one string, `.` for an empty square.
 *
 * @typedef {import("../../protocol.js").BoardShape} Shape
 * @typedef {import("../../protocol.js").Placement} Placement
 */

export const EMPTY = ".";

/** What the label of a premium square says. */
export const PREMIUMS = /** @type {Record<string, string>} */ ({
  DL: "double letter", TL: "triple letter", QL: "quadruple letter",
  DW: "double word", TW: "triple word", QW: "quadruple word",
});

/** @param {string[]} rows */
export const cellsOf = (rows) => rows.join("");

/** @param {{width: number}} shape @param {number} square */
export const rowOf = (shape, square) => Math.floor(square / shape.width);

/** @param {{width: number}} shape @param {number} square */
export const columnOf = (shape, square) => square % shape.width;

/**
 * A square as its players call it: `8H`, or `+3,-2` (`+0,+0` in the middle) where squares count from the centre.
 * @param {Shape} shape @param {number} square
 */
export function squareName(shape, square) {
  const row = shape.rows[rowOf(shape, square)] ?? "";
  const column = shape.columns[columnOf(shape, square)] ?? "";
  if (shape.coordinates !== "centre") return `${row}${column}`;
  // At the board's edge the middle is a plain 0; in a name every number has its sign.
  return [column, row].map((name) => (name === "0" ? "+0" : name)).join(",");
}

/**
 * The square a step away, or null off the board.
 * @param {{width: number, height: number}} shape @param {number} square @param {boolean} down
 * @param {1 | -1} way
 * @returns {number | null}
 */
export function beside(shape, square, down, way) {
  if (down) {
    const next = square + way * shape.width;
    return next >= 0 && next < shape.width * shape.height ? next : null;
  }
  const column = columnOf(shape, square) + way;
  return column >= 0 && column < shape.width ? square + way : null;
}

/**
 * The board with tiles laid on it.
 * @param {string} cells @param {readonly Placement[]} laid
 */
export function withLaid(cells, laid) {
  const all = [...cells];
  for (const { square, sign } of laid) all[square] = sign;
  return all.join("");
}

/**
 * The first free square at or after this one in a direction, or null.
 * @param {{width: number, height: number}} shape @param {string} cells
 * @param {number | null} square @param {boolean} down @param {1 | -1} [way]
 */
export function freeFrom(shape, cells, square, down, way = 1) {
  let at = square;
  while (at !== null && cells[at] !== EMPTY) at = beside(shape, at, down, way);
  return at;
}

/**
 * The unbroken line of tiles through a square, which counts as covered itself.
 * @param {{width: number, height: number}} shape @param {string} cells
 * @param {number} square @param {boolean} down
 * @returns {number[]}
 */
export function runThrough(shape, cells, square, down) {
  const run = [square];
  for (const way of /** @type {const} */ ([-1, 1])) {
    let at = beside(shape, square, down, way);
    while (at !== null && cells[at] !== EMPTY) {
      if (way < 0) run.unshift(at);
      else run.push(at);
      at = beside(shape, at, down, way);
    }
  }
  return run;
}

/**
 * The words of two letters or more through a square.
 * @param {{width: number, height: number}} shape @param {string} cells @param {number} square
 * @returns {string[]}
 */
export function wordsThrough(shape, cells, square) {
  return [false, true]
    .map((down) => runThrough(shape, cells, square, down))
    .filter((run) => run.length > 1)
    .map((run) => run.map((at) => cells[at]).join("").toUpperCase());
}

/**
 * @param {{width: number, height: number}} shape @param {string} cells @param {number} square
 */
export function touchesTile(shape, cells, square) {
  return [false, true].some((down) =>
    /** @type {const} */ ([-1, 1]).some((way) => {
      const at = beside(shape, square, down, way);
      return at !== null && cells[at] !== EMPTY;
    }),
  );
}
