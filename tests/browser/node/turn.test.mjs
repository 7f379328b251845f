import assert from "node:assert/strict";
import test from "node:test";

import { modesFor } from "../../../src/quixotry/web/static/js/modes.js";
import { primaryOf, turnText } from "../../../src/quixotry/web/static/js/turn.js";

const now = (/** @type {any} */ thinking) => ({
  view: { seat: 0, turn: 1, outcome: null, pending: null }, seats: [0], hand_over: null, thinking,
  game: { players: [{ name: "Ada" }, { name: "Champion" }], open_seats: [] }, ruleset: { controls: { play: "Play" } },
});
const primary = (/** @type {any} */ thinking) => primaryOf(now(thinking), null, { score: 0, isReady: true, isOnline: true, isMerged: true }).label;

test("who waits for a busy server's computers sees their place in the queue", () => {
  assert.equal(turnText(now({ seat: 1, elapsed_ms: 0, budget_ms: 3000, place: 4 })), "Champion waits to think: place 4 in the queue.");
  assert.equal(turnText(now({ seat: 1, elapsed_ms: 0, budget_ms: 3000, place: 1 })), "Champion waits to think: next in the queue.");
  assert.equal(primary({ place: 4 }), "Waiting");
});

test("when its turn has come it thinks", () => {
  assert.equal(turnText(now({ seat: 1, elapsed_ms: 0, budget_ms: 3000, place: 0 })), "Champion is thinking …");
  assert.equal(primary({ place: 0 }), "Thinking …");
});

test("computers can be watched where the server lets them play alone", () => {
  assert.deepEqual(modesFor(true).map(({ mode }) => mode), ["me", "us", "elsewhere", "watch"]);
  assert.deepEqual(modesFor(false).map(({ mode }) => mode), ["me", "us", "elsewhere"]);
});
