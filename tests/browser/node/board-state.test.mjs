import assert from "node:assert/strict";
import test from "node:test";

import * as state from "../../../src/quixotry/web/static/js/board-state.js";
import { arrange, shuffle } from "../../../src/quixotry/web/static/js/rack-order.js";
import { grouped } from "../../../src/quixotry/web/static/js/unseen.js";
import { openSquares, refusalAt } from "../../../src/quixotry/web/static/js/placing.js";
import { squareName, wordsThrough } from "../../../src/quixotry/web/static/js/geometry.js";

const shape = {
  name: "standard", height: 15, width: 15, start: 112, coordinates: "letters", premiums: [],
  rows: Array.from({ length: 15 }, (_, n) => String(n + 1)), columns: [..."ABCDEFGHIJKLMNO"],
};
const bare = ".".repeat(225);
const put = (tiles) => {
  const cells = [...bare];
  for (const [square, sign] of Object.entries(tiles)) cells[square] = sign;
  return cells.join("");
};
const ground = (placing = "free", cells = bare) => ({ shape, cells, placing });
const signs = (hand) => hand.laid.map((laid) => `${squareName(shape, laid.square)}${laid.sign}`).join(" ");
const typed = (hand, on, letters) => [...letters].reduce((now, letter) => state.typeLetter(now, on, letter), hand);
const idOf = (hand, sign) => hand.tiles.find((tile) => tile.sign === sign).id;

test("a click on a square gives an arrow right, then down, then none", () => {
  let hand = state.newHand("CAT");
  hand = state.tapSquare(hand, ground(), 112);
  assert.deepEqual(hand.arrow, { square: 112, down: false });
  hand = state.tapSquare(hand, ground(), 112);
  assert.deepEqual(hand.arrow, { square: 112, down: true });
  hand = state.tapSquare(hand, ground(), 112);
  assert.equal(hand.arrow, null);
});

test("typing places tiles at the arrow and jumps over tiles already there", () => {
  const on = ground("free", put({ 113: "A" }));
  let hand = state.tapSquare(state.newHand("CAT"), on, 112);
  hand = typed(hand, on, "ct");
  assert.equal(signs(hand), "8HC 8JT");
  assert.equal(hand.arrow.square, 115);
});

test("Shift takes a blank even when the letter is held, and a missing letter takes a blank as a last resort", () => {
  const arrow = (rack) => state.tapSquare(state.newHand(rack), ground(), 112);
  assert.equal(signs(state.typeLetter(arrow("A?"), ground(), "A", { shift: true })), "8Ha");
  assert.equal(signs(state.typeLetter(arrow("A?"), ground(), "a")), "8HA");
  assert.equal(signs(state.typeLetter(arrow("A?"), ground(), "Z")), "8Hz");
  assert.match(state.typeLetter(arrow("AB"), ground(), "Z").refusal, /no Z/);
});

test("Backspace takes the last tile back and the arrow waits on its square", () => {
  let hand = typed(state.tapSquare(state.newHand("CAT"), ground(), 112), ground(), "cat");
  hand = state.takeBackLast(hand);
  assert.equal(signs(hand), "8HC 8IA");
  assert.equal(hand.arrow.square, 114);
});

test("Space moves the arrow on, and stops at the edge", () => {
  let hand = state.tapSquare(state.newHand("C"), ground(), 118);
  hand = state.advance(hand, ground());
  assert.equal(hand.arrow.square, 119);
  assert.equal(state.advance(hand, ground()).arrow.square, 119);
});

test("tap a tile, tap a square; tap the laid tile, tap another square", () => {
  let hand = state.newHand("CAT");
  hand = state.tapSquare(state.pick(hand, idOf(hand, "A")), ground(), 112);
  assert.equal(signs(hand), "8HA");
  hand = state.tapSquare(state.tapSquare(hand, ground(), 112), ground(), 20);
  assert.equal(signs(hand), "2FA");
  assert.deepEqual(state.onRack(hand).map((tile) => tile.sign), ["C", "T"]);
});

test("a dropped blank waits for its letter, and keeps it when moved", () => {
  let hand = state.place(state.newHand("?"), ground(), 0, 112);
  assert.deepEqual(hand.naming, { id: 0, square: 112 });
  assert.equal(hand.laid.length, 0);
  hand = state.nameBlank(hand, ground(), "Q");
  assert.equal(signs(state.place(hand, ground(), 0, 113)), "8Iq");
});

test("a tile is refused on a taken square, with the reason", () => {
  const hand = state.place(state.newHand("A"), ground("free", put({ 112: "B" })), 0, 112);
  assert.match(hand.refusal, /already a tile on 8H/);
});

test("recall, shuffle and sort keep every tile", () => {
  let hand = typed(state.tapSquare(state.newHand("ZA?B"), ground(), 112), ground(), "ab");
  hand = state.recall(hand);
  assert.equal(hand.laid.length, 0);
  assert.equal(arrange(hand, "alphabet", {}).tiles.map((tile) => tile.sign).join(""), "ABZ?");
  const shuffled = shuffle(hand, () => 0);
  assert.deepEqual([...shuffled.tiles].map((tile) => tile.id).sort(), [0, 1, 2, 3]);
  assert.notDeepEqual(shuffled.tiles, hand.tiles);
});

test("a new rack keeps the places of tiles still held", () => {
  const hand = arrange(state.newHand("TAC"), "alphabet", {});
  assert.equal(state.dealt(hand, "TZA").tiles.map((tile) => tile.sign).join(""), "AZT");
  assert.equal(new Set(state.dealt(hand, "TZAQ").tiles.map((tile) => tile.id)).size, 4);
});

test("a hand survives a reload, unless the rack has changed", () => {
  const hand = typed(state.tapSquare(state.newHand("CAT"), ground(), 112), ground(), "ca");
  assert.equal(signs(state.thaw(state.freeze(hand), "ACT", bare)), "8HC 8IA");
  assert.equal(state.thaw(state.freeze(hand), "ACX", bare).laid.length, 0);
  assert.equal(state.thaw(state.freeze(hand), "ACT", put({ 112: "X" })).laid.length, 0);
  assert.equal(state.thaw("{", "ACT", bare).tiles.length, 3);
});

test("marking tiles to exchange and placing tiles exclude each other (C2)", () => {
  const hand = state.newHand("CAT");
  const marked = state.mark(hand, [0]);
  assert.match(state.place(marked, ground(), 1, 112).refusal, /exchanging/);
  assert.match(state.mark(state.place(hand, ground(), 1, 112), [0]).refusal, /not both/);
});

test("reachable squares: the star, then beside a tile, then its row or column without gaps (C7)", () => {
  const at = (cells, laid) => openSquares(ground("reachable", cells), laid, null);
  assert.deepEqual(at(bare, []), [112]);
  assert.deepEqual(at(put({ 112: "A" }), []), [97, 111, 113, 127]);
  assert.deepEqual(at(bare, [{ square: 112, sign: "A" }]), [97, 111, 113, 127]);
  assert.deepEqual(at(put({ 113: "A" }), [{ square: 112, sign: "A" }]), [97, 111, 114, 127]);
  assert.deepEqual(at(bare, [{ square: 112, sign: "A" }, { square: 113, sign: "B" }]), [111, 114]);
});

test("a chosen direction holds the tiles in its line (A14)", () => {
  let hand = state.chooseDirection(state.newHand("CAT"), ground("direction"), false);
  hand = state.place(hand, ground("direction"), 0, 112);
  assert.match(state.place(hand, ground("direction"), 1, 127).refusal, /horizontal/);
  assert.equal(state.place(hand, ground("direction"), 1, 114).laid.length, 2);
  const board = put({ 112: "A" });
  assert.match(refusalAt(ground("direction", board), [], null, 0), /next to a tile/);
});

test("without a choice the second tile settles the direction", () => {
  let hand = state.place(state.newHand("CAT"), ground("direction"), 0, 112);
  assert.equal(hand.down, null);
  hand = state.place(hand, ground("direction"), 1, 127);
  assert.equal(hand.down, true);
});

test("tiles in order go to the next free square (B1)", () => {
  const on = ground("in-order", put({ 113: "A" }));
  let hand = state.chooseDirection(state.newHand("CAT"), on, false);
  hand = state.place(hand, on, 0, 112);
  assert.match(state.place(hand, on, 1, 115).refusal, /after 8H comes 8J/);
  assert.equal(state.place(hand, on, 1, 114).laid.length, 2);
});

test("typing is free of guidance in every version", () => {
  const on = ground("reachable", put({ 112: "A" }));
  let hand = state.tapSquare(state.newHand("CT"), on, 110);
  hand = typed(hand, on, "ct");
  assert.equal(signs(hand), "8FC 8GT");
});

test("the words through a square are found both ways", () => {
  assert.deepEqual(wordsThrough(shape, put({ 112: "C", 113: "a", 127: "O" }), 112), ["CA", "CO"]);
});

test("a tile dropped on one's own tile changes places with it, or sends it back to the rack", () => {
  let hand = typed(state.tapSquare(state.newHand("CATS"), ground(), 112), ground(), "cat");
  const swapped = state.place(hand, ground(), idOf(hand, "C"), 114);
  assert.equal(signs(swapped), "8HT 8IA 8JC");
  const replaced = state.place(hand, ground("in-order"), idOf(hand, "S"), 113);
  assert.equal(signs(replaced), "8HC 8IS 8JT");
  assert.deepEqual(state.onRack(replaced).map((tile) => tile.sign), ["A"]);
  hand = state.tapSquare(state.pick(hand, idOf(hand, "S")), ground(), 112);
  assert.equal(signs(hand), "8HS 8IA 8JT");
});

test("a blank dropped on one's own tile asks for its letter and then takes that place", () => {
  const hand = typed(state.tapSquare(state.newHand("CA?"), ground(), 112), ground(), "ca");
  const asking = state.place(hand, ground(), idOf(hand, "?"), 113);
  assert.deepEqual(asking.naming, { id: idOf(hand, "?"), square: 113 });
  assert.equal(signs(state.nameBlank(asking, ground(), "O")), "8HC 8Io");
});

test("a rack tile pressed while the arrow shows goes to the arrow, a blank after its letter is chosen", () => {
  let hand = state.tapSquare(state.newHand("C?T"), ground(), 112);
  hand = state.placeAtArrow(hand, ground(), idOf(hand, "C"));
  hand = state.nameBlank(state.placeAtArrow(hand, ground(), idOf(hand, "?")), ground(), "U");
  hand = state.placeAtArrow(hand, ground(), idOf(hand, "T"));
  assert.equal(signs(hand), "8HC 8Iu 8JT");
  assert.equal(hand.arrow.square, 115);
});

test("without an arrow a rack tile pressed is picked up", () => {
  const hand = state.newHand("CAT");
  assert.equal(state.placeAtArrow(hand, ground(), 1).picked, 1);
});

test("racks are ordered by alphabet, vowels first, or points, with blanks last", () => {
  const values = { A: 1, E: 1, Q: 10, T: 1, Z: 10 };
  const ordered = (order) => arrange(state.newHand("TZ?EQA"), order, values).tiles.map((tile) => tile.sign).join("");
  assert.equal(ordered("own"), "TZ?EQA");
  assert.equal(ordered("alphabet"), "AEQTZ?");
  assert.equal(ordered("vowels"), "AEQTZ?");
  assert.equal(arrange(state.newHand("TBE"), "vowels", values).tiles.map((tile) => tile.sign).join(""), "EBT");
  assert.equal(ordered("points"), "QZAET?");
});

test("unseen tiles are counted as vowels, consonants and blanks", () => {
  const left = [["A", 3], ["B", 2], ["Ä", 1], ["?", 2]].map(([sign, n]) => ({ sign, n }));
  assert.deepEqual(grouped(left).map(({ name, total }) => [name, total]), [["Vowels", 4], ["Consonants", 2], ["Blanks", 2]]);
});

test("where the direction comes first no tile is taken before it is chosen, and typing chooses it", () => {
  for (const placing of /** @type {const} */ (["direction", "in-order"])) {
    const on = { ...ground(placing), directionFirst: true };
    const hand = state.newHand("ABC");
    const [tile] = hand.tiles;
    const early = state.place(hand, on, tile.id, 112);
    assert.equal(early.laid.length, 0);
    assert.match(early.refusal ?? "", /^First choose Horizontal/);
    const chosen = state.place(state.chooseDirection(hand, on, false), on, tile.id, 112);
    assert.equal(chosen.laid.length, 1);
    const typed = state.typeLetter(state.tapSquare(hand, on, 112), on, "a");
    assert.deepEqual([typed.laid.length, typed.down], [1, false]);
  }
});
