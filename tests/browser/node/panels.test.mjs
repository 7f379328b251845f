import assert from "node:assert/strict";
import test from "node:test";

import { seatNote } from "../../../src/quixotry/web/static/js/panels.js";
import { kindText } from "../../../src/quixotry/web/static/js/say.js";

const view = { rack_sizes: [8, 7], resigned: [], outcome: null };

test("a full rack of eight tiles is nothing special, and seven of eight are", () => {
  assert.equal(seatNote(view, 0, 8), "");
  assert.equal(seatNote(view, 1, 8), "7 tiles");
});

test("a full rack of seven is nothing special, and one tile is no plural", () => {
  assert.equal(seatNote(view, 1, 7), "");
  assert.equal(seatNote({ ...view, rack_sizes: [7, 1] }, 1, 7), "1 tile");
});

test("a seat that resigned says so, and nobody counts tiles when the game is over", () => {
  assert.equal(seatNote({ ...view, resigned: [1] }, 1, 7), "resigned");
  assert.equal(seatNote({ ...view, outcome: {} }, 1, 8), "");
});

test("beside a name stands what a player is: a computer, somebody's program, or nothing for a person", () => {
  assert.equal(kindText({ kind: "computer", level: "expert" }), "computer");
  assert.equal(kindText({ kind: "computer", level: "bot:thrifty" }), "program");
  assert.equal(kindText({ kind: "person", level: "" }), "");
});
