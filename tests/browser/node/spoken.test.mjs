// The table in words, for who listens.
import assert from "node:assert/strict";
import { test } from "node:test";

import { bagText, lineText, rackText, wordsOnBoard } from "../../../src/quixotry/web/static/js/spoken.js";

const shape = {
  name: "small", height: 3, width: 5, start: 7, coordinates: "letters", rows: ["1", "2", "3"], columns: ["A", "B", "C", "D", "E"],
  premiums: [["TW", "", "", "", "TW"], ["", "DL", "", "DL", ""], ["", "", "", "", ""]],
};
const cells = "..C.." + "CaRT." + "..Y..";

test("a row tells its tiles, its blanks, and the premium squares that are free", () => {
  assert.equal(lineText(shape, cells, 6, false), "Row 2: CART from A to D, blank on B.");
  assert.equal(lineText(shape, cells, 0, false), "Row 1: C on C. Free: triple word on A and E.");
});

test("a column tells the same downwards", () => {
  assert.equal(lineText(shape, cells, 12, true), "Column C: CRY from 1 to 3.");
  assert.equal(lineText(shape, cells, 4, true), "Column E: no tiles. Free: triple word on 1.");
});

test("every word on the board is listed, across first", () => {
  assert.deepEqual(wordsOnBoard(shape, cells), [
    { text: "CART", square: 5, down: false },
    { text: "CRY", square: 2, down: true },
  ]);
});

test("the rack tells the tiles still on it, with their points", () => {
  const hand = {
    tiles: [{ id: 0, sign: "Q" }, { id: 1, sign: "?" }, { id: 2, sign: "E" }], laid: [{ id: 2, square: 7, sign: "E" }],
    arrow: null, picked: null, naming: null, down: null, marked: [], refusal: null,
  };
  assert.equal(rackText(hand, { Q: 10, E: 1 }), "Your rack: Q 10, blank. 1 tile on the board.");
  assert.equal(rackText(null, {}), "No rack is in sight.");
});

test("the bag tells its tiles, and the unseen ones by kind", () => {
  assert.equal(bagText({ bag_count: 2, unseen: { A: 2, B: 1, "?": 1 } }), "2 tiles in the bag. Unseen: 2 vowels, 1 consonant and 1 blank.");
  assert.equal(bagText({ bag_count: 0, unseen: { A: 0 } }), "The bag is empty.");
});
