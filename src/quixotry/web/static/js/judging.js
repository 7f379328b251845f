/**
 * What tiles would score, or which rule refuses them, told while they are laid: `rules/legality.py` and
 * `rules/scoring.py` once more, driven by the ruleset's data, so that no tile waits for the server. The two are held
 * against each other by tests/browser/test_rules_in_the_page.py. The server judges every play that is made, and it
 * alone knows words.
 *
 * @typedef {import("../../protocol.js").Ruleset} Ruleset
 * @typedef {import("../../protocol.js").BoardShape} Shape
 * @typedef {import("../../protocol.js").Placement} Placement
 * @typedef {{text: string, square: number, down: boolean, points: number}} Word
 * @typedef {{words: Word[], bonus: number, score: number}} Score
 * @typedef {{code: string, sentence: string}} Refusal
 */

import { EMPTY, columnOf, rowOf, runThrough, squareName, touchesTile, withLaid } from "./geometry.js";
import { messages } from "./messages.js";
import { fill } from "./say.js";

const TIMES = /** @type {Record<string, number>} */ ({ D: 2, T: 3, Q: 4 });

/**
 * What a square multiplies the letter on it, and every word through it, by: from its label, `DL`, `TW` or `3L2W`.
 * @param {string} label
 */
export function multipliers(label) {
  const both = /^(\d+)L(\d+)W$/.exec(label);
  if (both) return { letter: Number(both[1]), word: Number(both[2]) };
  const times = TIMES[label[0] ?? ""] ?? 1;
  return label[1] === "L" ? { letter: times, word: 1 } : { letter: 1, word: times };
}

/**
 * What a play of these tiles scores, or why it is refused.
 * @param {Ruleset} ruleset @param {string} cells the board before the turn
 * @param {readonly Placement[]} laid one tile or more, each on a free square of its own
 * @returns {Score | Refusal}
 */
export function judge(ruleset, cells, laid) {
  const inOrder = [...laid].sort((a, b) => a.square - b.square);
  return shapeRefusal(ruleset.board, cells, inOrder.map(({ square }) => square)) ?? scored(ruleset, cells, inOrder);
}

/** @param {Score | Refusal | null} judged @returns {judged is Score} */
export const isScore = (judged) => judged !== null && "score" in judged;

/** @param {keyof typeof messages.errors} code @param {Record<string, unknown>} parameters @returns {Refusal} */
const refuse = (code, parameters) => ({ code, sentence: fill(messages.errors[code], parameters) });

/**
 * Why tiles cannot lie on these squares: not in one unbroken line, or joined to nothing (A4, A6, A7).
 * @param {Shape} shape @param {string} cells @param {number[]} squares in board order
 * @returns {Refusal | null}
 */
function shapeRefusal(shape, cells, squares) {
  const first = /** @type {number} */ (squares[0]);
  const named = (/** @type {number[]} */ some) => some.map((square) => squareName(shape, square));
  const isRow = squares.every((square) => rowOf(shape, square) === rowOf(shape, first));
  const isColumn = squares.every((square) => columnOf(shape, square) === columnOf(shape, first));
  if (!isRow && !isColumn) return refuse("not_in_line", { squares: named(squares) });
  const gaps = [];
  for (let at = first; at < (squares.at(-1) ?? first); at += isRow ? 1 : shape.width) {
    if (!squares.includes(at) && cells[at] === EMPTY) gaps.push(at);
  }
  if (gaps.length) return refuse("gap", { squares: named(gaps) });
  if ([...cells].every((cell) => cell === EMPTY)) {
    return squares.includes(shape.start) ? null : refuse("start_not_covered", { start: squareName(shape, shape.start) });
  }
  return squares.some((square) => touchesTile(shape, cells, square)) ? null : refuse("not_connected", { squares: named(squares) });
}

/**
 * The words of a play of legal shape with their points, unless there is none or one is too short or too long.
 * @param {Ruleset} ruleset @param {string} cells @param {Placement[]} laid in board order
 * @returns {Score | Refusal}
 */
function scored(ruleset, cells, laid) {
  const { board: shape, words: rule } = ruleset;
  const words = wordsOf(ruleset, withLaid(cells, laid), laid);
  const first = /** @type {Placement} */ (laid[0]);
  if (!words.length) return refuse("no_word", { letters: first.sign.toUpperCase(), square: squareName(shape, first.square) });
  const odd = words.filter(({ text }) => text.length < rule.shortest || text.length > rule.longest);
  if (odd.length) {
    const isShort = odd.every(({ text }) => text.length < rule.shortest);
    const isLong = odd.every(({ text }) => text.length > rule.longest);
    return refuse("word_length", {
      words: odd.map(({ text, square }) => `${text} (${squareName(shape, square)})`),
      length: isShort ? "short" : isLong ? "long" : "both", shortest: rule.shortest, longest: rule.longest,
    });
  }
  // The bonus counts tiles played, not tiles left, and is multiplied by nothing.
  const bonus = laid.length >= ruleset.bonus.tiles ? ruleset.bonus.points : 0;
  return { words, bonus, score: words.reduce((sum, { points }) => sum + points, bonus) };
}

/**
 * The words of two letters or more that the play made or changed: the one along its line first, then those across it.
 * A single tile runs across unless it forms only a word down.
 * @param {Ruleset} ruleset @param {string} after the board with the tiles @param {Placement[]} laid
 * @returns {Word[]}
 */
function wordsOf({ board: shape, tiles }, after, laid) {
  const values = Object.fromEntries(tiles.set.map(({ sign, value }) => [sign, value]));
  const fresh = new Set(laid.map(({ square }) => square));
  const [first, second] = /** @type {[Placement, Placement | undefined]} */ (/** @type {unknown} */ (laid));
  const run = (/** @type {number} */ square, /** @type {boolean} */ down) => runThrough(shape, after, square, down);
  const isDown = second ? columnOf(shape, first.square) === columnOf(shape, second.square)
    : run(first.square, false).length === 1 && run(first.square, true).length > 1;
  return [{ squares: run(first.square, isDown), down: isDown }, ...laid.map(({ square }) => ({ squares: run(square, !isDown), down: !isDown }))]
    .filter(({ squares }) => squares.length > 1)
    .map(({ squares, down }) => {
      let points = 0;
      let times = 1;
      for (const square of squares) {
        const premium = multipliers(fresh.has(square) ? shape.premiums[rowOf(shape, square)]?.[columnOf(shape, square)] ?? "" : "");
        points += valueOf(values, after[square] ?? "") * premium.letter;
        times *= premium.word;
      }
      const text = squares.map((square) => after[square]).join("").toUpperCase();
      return { text, square: squares[0] ?? 0, down, points: points * times };
    });
}

/** Lower case is a blank, which is worth what the set says a blank is. @param {Record<string, number>} values @param {string} sign */
const valueOf = (values, sign) => values[sign] ?? values["?"] ?? 0;
