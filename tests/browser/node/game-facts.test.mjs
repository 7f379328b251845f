import assert from "node:assert/strict";
import test from "node:test";

import { factsOf, marginOf } from "../../../src/quixotry/web/static/js/game-facts.js";

const played = (seat, text, score, bonus = 0) => ({ kind: "TilesPlayed", seat, score, bonus, words: [{ text }] });

test("the best play, bingos and the average of a turn are told of each player", () => {
  const events = [played(0, "CAT", 10), played(1, "QUIZzES", 120, 50), { kind: "TurnPassed", seat: 0 }, played(0, "DOG", 20)];
  assert.deepEqual(factsOf(events, 0), { best: { word: "DOG", score: 20 }, bingos: 0, average: 10 });
  assert.deepEqual(factsOf(events, 1), { best: { word: "QUIZZES", score: 120 }, bingos: 1, average: 120 });
  assert.deepEqual(factsOf([], 0), { best: null, bingos: 0, average: null });
});

test("a play that came off the board is no best play, and its turn counts", () => {
  const events = [played(0, "ZZXQJKV", 90, 50), { kind: "PlayWithdrawn", seat: 0, score: 90 }, played(0, "CAT", 10)];
  assert.deepEqual(factsOf(events, 0), { best: { word: "CAT", score: 10 }, bingos: 0, average: 5 });
});

test("a turn taken back is no best play and counts no more, nor does the answer to it", () => {
  const undone = [played(0, "QUIZZES", 120, 50), played(1, "DOG", 20), { kind: "TurnsTakenBack", seat: 0, turns: 2 }];
  const events = [played(0, "CAT", 10), played(1, "OX", 9), ...undone, played(0, "ZOO", 12)];
  assert.deepEqual(factsOf(events, 0), { best: { word: "ZOO", score: 12 }, bingos: 0, average: 11 });
  assert.deepEqual(factsOf(events, 1), { best: { word: "OX", score: 9 }, bingos: 0, average: 9 });
});

test("the margin is the lead over the next, and nothing where points did not decide", () => {
  assert.equal(marginOf({ winners: [1], scores: [300, 351, 120] }), 51);
  assert.equal(marginOf({ winners: [0], scores: [300, 300] }), 0);
  assert.equal(marginOf({ winners: [0], scores: [10, 40] }), 0, "the other one resigned");
  assert.equal(marginOf({ winners: [0, 1], scores: [9, 9] }), 0);
});
