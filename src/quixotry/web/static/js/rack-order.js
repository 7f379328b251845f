/**
 * The order of the tiles on the rack: by the alphabet, vowels first, by points, or the player's own. A chosen order
 * holds for the tiles drawn later too, until the player moves a tile or shuffles.
 *
 * @typedef {import("./board-state.js").Hand} Hand
 * @typedef {import("./board-state.js").Tile} Tile
 * @typedef {"own" | "alphabet" | "vowels" | "points"} Order
 */

import { BLANK, takeBack } from "./board-state.js";

/** In the order the Sort button offers them. @type {readonly Order[]} */
export const ORDERS = ["own", "alphabet", "vowels", "points"];

export const ORDER_NAMES = /** @type {const} */ ({
  own: "Your own order", alphabet: "In the order of the alphabet", vowels: "Vowels first", points: "Highest points first",
});

const VOWELS = "AEIOUÆŒØАЕИОУЫЭЮЯІЄΑΕΗΙΟΥΩ";

/** Accents do not count. @param {string} sign */
export const isVowel = (sign) => VOWELS.includes(sign.normalize("NFD")[0] ?? "-");

/** @param {string | null} name @returns {Order} */
export const orderFrom = (name) => ORDERS.find((order) => order === name) ?? "own";

/**
 * The hand with its tiles in an order; blanks come last, and equal tiles stay as they were.
 * @param {Hand} hand @param {Order} order @param {Record<string, number>} values @returns {Hand}
 */
export function arrange(hand, order, values) {
  if (order === "own") return hand;
  const rank = (/** @type {Tile} */ { sign }) =>
    sign === BLANK ? Infinity : order === "points" ? -(values[sign] ?? 0) : order === "vowels" ? Number(!isVowel(sign)) : 0;
  const before = (/** @type {Tile} */ a, /** @type {Tile} */ b) => {
    const [first, second] = [rank(a), rank(b)];
    if (first !== second) return first - second;
    return a.sign < b.sign ? -1 : a.sign > b.sign ? 1 : 0;
  };
  return { ...hand, tiles: [...hand.tiles].sort(before), refusal: null };
}

/**
 * @param {Hand} hand @param {() => number} random from 0 up to 1, as Math.random
 * @returns {Hand}
 */
export function shuffle(hand, random) {
  const tiles = [...hand.tiles];
  for (let last = tiles.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    const kept = /** @type {Tile} */ (tiles[last]);
    tiles[last] = /** @type {Tile} */ (tiles[other]);
    tiles[other] = kept;
  }
  return { ...hand, tiles, refusal: null };
}

/**
 * The tile goes to a place among the others; off the board if it lay there.
 * @param {Hand} hand @param {number} id @param {number} to @returns {Hand}
 */
export function moveInRack(hand, id, to) {
  const tile = hand.tiles.find((each) => each.id === id);
  if (!tile) return hand;
  const tiles = hand.tiles.filter((each) => each.id !== id);
  tiles.splice(Math.max(0, Math.min(to, tiles.length)), 0, tile);
  return { ...takeBack(hand, id), tiles };
}
