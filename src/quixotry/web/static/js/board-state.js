/**
 * A player's hand during a turn: the rack in its order, the tiles laid so far, the arrow, what is picked up.
 *
 * Pure functions from a hand to the next one; no page, no clock, no server. A function that refuses returns
 * the hand as it was, with the reason in `refusal`.
 *
 * @typedef {import("./placing.js").Ground} Ground
 * @typedef {{id: number, sign: string}} Tile  On the rack; `?` is a blank.
 * @typedef {{id: number, square: number, sign: string}} Laid  On the board; lower case is a blank.
 * @typedef {{square: number, down: boolean}} Arrow
 * @typedef {{
 *   tiles: readonly Tile[],
 *   laid: readonly Laid[],
 *   arrow: Arrow | null,
 *   picked: number | null,
 *   naming: {id: number, square: number} | null,
 *   down: boolean | null,
 *   marked: readonly number[],
 *   refusal: string | null,
 * }} Hand
 */

import { EMPTY, beside, freeFrom, withLaid } from "./geometry.js";
import { directionOf, refusalAt } from "./placing.js";

export const BLANK = "?";

/** @param {string} rack @returns {Hand} */
export function newHand(rack) {
  return {
    tiles: [...rack].map((sign, id) => ({ id, sign })),
    laid: [],
    arrow: null,
    picked: null,
    naming: null,
    down: null,
    marked: [],
    refusal: null,
  };
}

/**
 * The hand with the rack the server now says it has: tiles still held keep their place, new ones fill in.
 * @param {Hand} hand @param {string} rack @returns {Hand}
 */
export function dealt(hand, rack) {
  const fresh = [...rack];
  let id = Math.max(-1, ...hand.tiles.map((tile) => tile.id)) + 1;
  /** @type {(Tile | null)[]} */
  const slots = hand.tiles.map((tile) => {
    const at = fresh.indexOf(tile.sign);
    if (at < 0) return null;
    fresh.splice(at, 1);
    return tile;
  });
  const tiles = slots.map((slot) => {
    if (slot) return slot;
    const sign = fresh.shift();
    return sign === undefined ? null : { id: id++, sign };
  });
  const kept = tiles.filter((tile) => tile !== null);
  return { ...newHand(""), tiles: [...kept, ...fresh.map((sign) => ({ id: id++, sign }))] };
}

/** @param {Hand} hand @param {number} id */
export const isLaid = (hand, id) => hand.laid.some((laid) => laid.id === id);

/** @param {Hand} hand */
export const onRack = (hand) => hand.tiles.filter((tile) => !isLaid(hand, tile.id));

/** @param {Hand} hand @param {number} square */
export const laidAt = (hand, square) => hand.laid.find((laid) => laid.square === square) ?? null;

/** @param {Hand} hand */
export const placements = (hand) => hand.laid.map(({ square, sign }) => ({ square, sign }));

/** @param {Hand} hand @param {string} refusal @returns {Hand} */
const refused = (hand, refusal) => ({ ...hand, refusal });

/**
 * Put a tile on a square by hand: a drop, or the second tap of tap-tap. A blank then waits for its letter.
 * @param {Hand} hand @param {Ground} ground @param {number} id @param {number} square @returns {Hand}
 */
export function place(hand, ground, id, square) {
  const tile = hand.tiles.find((each) => each.id === id);
  if (!tile) return hand;
  const others = hand.laid.filter((laid) => laid.id !== id);
  const moved = hand.laid.find((laid) => laid.id === id);
  if (moved?.square === square) return { ...hand, picked: null, refusal: null };
  if (hand.marked.length) return refused(hand, "You are exchanging this turn; cancel that to place tiles.");
  if (laidAt(hand, square)) return swap(hand, tile, square);
  const why = refusalAt(ground, others, hand.down, square);
  if (why) return refused({ ...hand, picked: null }, why);
  const rested = { ...hand, picked: null, arrow: null, refusal: null };
  if (tile.sign === BLANK && !moved) return { ...rested, naming: { id, square } };
  return settle({ ...rested, laid: [...others, { id, square, sign: moved?.sign ?? tile.sign }] }, ground);
}

/**
 * Put a tile where one of the player's own lies: from the board the two change places, from the rack the other
 * comes back. The squares covered stay the same, so no guidance is asked.
 * @param {Hand} hand @param {Tile} tile @param {number} square @returns {Hand}
 */
function swap(hand, tile, square) {
  const moved = hand.laid.find((laid) => laid.id === tile.id);
  const rested = { ...hand, picked: null, refusal: null };
  if (!moved && tile.sign === BLANK) {
    return { ...rested, laid: hand.laid.filter((laid) => laid.square !== square), naming: { id: tile.id, square } };
  }
  const other = laidAt(hand, square);
  return {
    ...rested,
    laid: hand.laid.map((laid) => {
      if (laid.square === square) return { id: tile.id, square, sign: moved?.sign ?? tile.sign };
      return laid === moved && other ? { ...other, square: moved.square } : laid;
    }),
  };
}

/**
 * A second tile settles the direction where the player has not.
 * @param {Hand} hand @param {Ground} ground @returns {Hand}
 */
function settle(hand, ground) {
  if (hand.down !== null || ground.placing === "free" || ground.placing === "reachable") return hand;
  return { ...hand, down: directionOf(ground.shape, hand.laid) };
}

/**
 * Name the blank that waits.
 * @param {Hand} hand @param {Ground} ground @param {string | null} letter null to think better of it
 * @returns {Hand}
 */
export function nameBlank(hand, ground, letter) {
  const { naming } = hand;
  if (!naming) return hand;
  if (letter === null) return { ...hand, naming: null };
  const laid = [...hand.laid, { ...naming, sign: letter.toLowerCase() }];
  return settle(movedOn({ ...hand, naming: null, laid }, ground), ground);
}

/** @param {Hand} hand @param {number} id @returns {Hand} */
export function pick(hand, id) {
  return { ...hand, picked: hand.picked === id ? null : id, refusal: null };
}

/**
 * A tap on a square: puts the picked tile down (also in place of a laid one), picks a laid one up, or turns the arrow: right, down, none.
 * @param {Hand} hand @param {Ground} ground @param {number} square @returns {Hand}
 */
export function tapSquare(hand, ground, square) {
  const laid = laidAt(hand, square);
  if (laid && (hand.picked === null || hand.picked === laid.id)) return pick(hand, laid.id);
  if (hand.picked !== null) return place(hand, ground, hand.picked, square);
  if (ground.cells[square] !== EMPTY) return { ...hand, refusal: null };
  const { arrow } = hand;
  if (arrow?.square !== square) return { ...hand, arrow: { square, down: hand.down ?? false }, refusal: null };
  const first = hand.down ?? false;
  if (arrow.down === first) return { ...hand, arrow: { square, down: !first }, refusal: null };
  return { ...hand, arrow: null, refusal: null };
}

/**
 * Type a letter at the arrow, over tiles already there. Shift asks for a blank; without the letter on the
 * rack a blank is the last resort.
 * @param {Hand} hand @param {Ground} ground @param {string} letter @param {{shift?: boolean}} [options]
 * @returns {Hand}
 */
export function typeLetter(hand, ground, letter, { shift = false } = {}) {
  const { arrow } = hand;
  if (!arrow) return refused(hand, "Choose a square first; the arrow shows where letters go.");
  if (hand.marked.length) return refused(hand, "You are exchanging this turn; cancel that to place tiles.");
  const upper = letter.toUpperCase();
  const free = onRack(hand);
  const own = shift ? undefined : free.find((tile) => tile.sign === upper);
  const tile = own ?? free.find((each) => each.sign === BLANK);
  if (!tile) return refused(hand, shift ? "You have no blank." : `You have no ${upper} and no blank.`);
  return layAtArrow(hand, ground, arrow, { id: tile.id, sign: tile.sign === BLANK ? upper.toLowerCase() : upper });
}

/**
 * A rack tile pressed while the arrow shows goes where the arrow is; a blank then waits for its letter.
 * @param {Hand} hand @param {Ground} ground @param {number} id @returns {Hand}
 */
export function placeAtArrow(hand, ground, id) {
  const tile = onRack(hand).find((each) => each.id === id);
  const { arrow } = hand;
  if (!tile || !arrow) return pick(hand, id);
  if (hand.marked.length) return refused(hand, "You are exchanging this turn; cancel that to place tiles.");
  return layAtArrow(hand, ground, arrow, tile);
}

/** @param {Hand} hand @param {Ground} ground @param {Arrow} arrow @param {Tile} tile @returns {Hand} */
function layAtArrow(hand, ground, arrow, { id, sign }) {
  const square = freeFrom(ground.shape, withLaid(ground.cells, hand.laid), arrow.square, arrow.down);
  if (square === null) return refused(hand, "The arrow has reached the edge of the board.");
  const down = ground.placing === "free" || ground.placing === "reachable" ? hand.down : arrow.down;
  const ready = { ...hand, down, picked: null, refusal: null };
  if (sign === BLANK) return { ...ready, naming: { id, square }, arrow: { square, down: arrow.down } };
  return movedOn({ ...ready, laid: [...hand.laid, { id, square, sign }], arrow: { square, down: arrow.down } }, ground);
}

/** The arrow, if there is one, on the next free square from where it is. @param {Hand} hand @param {Ground} ground @returns {Hand} */
function movedOn(hand, ground) {
  const { arrow } = hand;
  if (!arrow) return hand;
  const next = freeFrom(ground.shape, withLaid(ground.cells, hand.laid), arrow.square, arrow.down);
  return { ...hand, arrow: { square: next ?? arrow.square, down: arrow.down } };
}

/**
 * Space: the arrow moves on by a square.
 * @param {Hand} hand @param {Ground} ground @returns {Hand}
 */
export function advance(hand, ground) {
  if (!hand.arrow) return hand;
  const { square, down } = hand.arrow;
  const cells = withLaid(ground.cells, hand.laid);
  const next = freeFrom(ground.shape, cells, beside(ground.shape, square, down, 1), down);
  return next === null ? hand : { ...hand, arrow: { square: next, down }, refusal: null };
}

/** The arrow goes to a square, keeping its direction. @param {Hand} hand @param {number} square @returns {Hand} */
export function moveArrow(hand, square) {
  return hand.arrow ? { ...hand, arrow: { ...hand.arrow, square }, refusal: null } : hand;
}

/** @param {Hand} hand @returns {Hand} */
export function flip(hand) {
  return hand.arrow ? { ...hand, arrow: { ...hand.arrow, down: !hand.arrow.down }, refusal: null } : hand;
}

/**
 * Choose Horizontal or Vertical; refused when the tiles already lie the other way.
 * @param {Hand} hand @param {Ground} ground @param {boolean} down @returns {Hand}
 */
export function chooseDirection(hand, ground, down) {
  const lies = directionOf(ground.shape, hand.laid);
  if (lies !== null && lies !== down) return refused(hand, "Your tiles run the other way; take them back first.");
  const arrow = hand.arrow && { ...hand.arrow, down };
  return { ...hand, down, arrow, refusal: null };
}

/**
 * Backspace, or Discard Last Move: the last tile laid comes back, and the arrow waits on its square.
 * @param {Hand} hand @returns {Hand}
 */
export function takeBackLast(hand) {
  const last = hand.laid.at(-1);
  if (!last) return { ...hand, refusal: null };
  const arrow = hand.arrow && { ...hand.arrow, square: last.square };
  return { ...hand, laid: hand.laid.slice(0, -1), arrow, picked: null, refusal: null };
}

/** @param {Hand} hand @param {number} id @returns {Hand} */
export function takeBack(hand, id) {
  return { ...hand, laid: hand.laid.filter((laid) => laid.id !== id), picked: null, refusal: null };
}

/** Recall: every tile back, nothing marked, nothing chosen. @param {Hand} hand @returns {Hand} */
export function recall(hand) {
  const first = hand.laid[0];
  const arrow = hand.arrow && first ? { ...hand.arrow, square: first.square } : hand.arrow;
  return { ...newHand(""), tiles: hand.tiles, arrow };
}

/**
 * Set the tiles to swap, where a swap is final only with the end of the turn (C17).
 * @param {Hand} hand @param {readonly number[]} ids @returns {Hand}
 */
export function mark(hand, ids) {
  if (ids.length && hand.laid.length) return refused(hand, "You have placed tiles this turn: place or exchange, not both.");
  return { ...hand, marked: ids, picked: null, arrow: null, refusal: null };
}

/** For the session's storage. @param {Hand} hand */
export function freeze(hand) {
  const { tiles, laid, arrow, down, marked } = hand;
  return JSON.stringify({ tiles, laid, arrow, down, marked });
}

/**
 * The hand as it was before a reload, if it still fits the rack and the board; else a fresh one.
 * @param {string | null} text @param {string} rack @param {string} cells @returns {Hand}
 */
export function thaw(text, rack, cells) {
  const sorted = (/** @type {string[]} */ signs) => [...signs].sort().join("");
  try {
    const kept = JSON.parse(text ?? "null");
    const same = sorted(kept.tiles.map((/** @type {Tile} */ tile) => tile.sign)) === sorted([...rack]);
    const free = kept.laid.every((/** @type {Laid} */ laid) => cells[laid.square] === EMPTY);
    if (same) return { ...newHand(""), ...kept, laid: free ? kept.laid : [] };
  } catch {
    // Nothing kept, or something else under this key: a fresh hand is right either way.
  }
  return newHand(rack);
}
