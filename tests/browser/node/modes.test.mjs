// Who sits at the table, and which choice is remembered.

import assert from "node:assert/strict";
import { test } from "node:test";
import { firstChoice, playersOf, rememberedChoice, rulesFor, wrongName } from "../../../src/quixotry/web/static/js/modes.js";

const rules = (name, more = {}) => ({
  name, match: { games: 1 }, ...more,
  seats: { min: 2, max: 4, default: ["person", "person"], first: "drawn", ...more.seats },
  controls: { hand_over: false, ...more.controls },
});
const LEVELS = ["casual", "expert"];

test("each way to play starts from the rules that suit it", () => {
  const all = [
    rules("classic"),
    rules("solo", { seats: { default: ["person", "computer"], first: "seat-1" } }),
    rules("party", { controls: { hand_over: true } }),
    rules("match", { match: { games: 2 }, seats: { default: ["person", "computer"], first: "alternating" } }),
  ];
  const of = (mode) => rulesFor({ ...firstChoice("casual"), mode }, all).name;
  assert.deepEqual(["me", "us", "elsewhere", "watch"].map(of), ["solo", "party", "classic", "match"]);
  assert.equal(rulesFor({ ...firstChoice("casual"), mode: "me", rules: { me: "party" } }, all).name, "party");
  assert.equal(rulesFor({ ...firstChoice("casual"), mode: "me", rules: { me: "deleted" } }, all).name, "solo");
});

test("guests are as many as the rules have seats for", () => {
  const choice = { ...firstChoice("casual"), mode: "elsewhere", name: " Ada ", guests: 3 };
  assert.deepEqual(playersOf(choice, rules("x")).map((each) => each.name), ["Ada", "Guest", "Guest 2", "Guest 3"]);
  assert.equal(playersOf(choice, rules("x", { seats: { max: 2 } })).length, 2);
  assert.deepEqual(playersOf(choice, rules("x")).map((each) => each.invited ?? false), [false, true, true, true]);
});

test("rules for three or more fill up with computers", () => {
  const players = playersOf({ ...firstChoice("casual"), mode: "me" }, rules("x", { seats: { min: 3 } }));
  assert.deepEqual(players, [{ kind: "person", name: "You" }, { kind: "computer", level: "casual" }, { kind: "computer", level: "casual" }]);
});

test("what was kept and makes no sense any more is not taken over", () => {
  const first = firstChoice("casual");
  for (const kept of [null, "", "{", "7", "null", "[]", JSON.stringify({ mode: "x", level: "gone", seats: [{}], guests: "x", watched: 3, rules: 5 })]) {
    assert.deepEqual(rememberedChoice(kept, LEVELS, "casual"), first);
  }
  const kept = { ...first, mode: "watch", level: "expert", watched: ["expert", "casual"] };
  assert.deepEqual(rememberedChoice(JSON.stringify(kept), LEVELS, "casual"), kept);
});

test("a name is missing or there twice", () => {
  const person = (name) => ({ kind: "person", name });
  assert.equal(wrongName([person("Ada"), { kind: "computer", level: "x" }, person("Ben")]), null);
  assert.equal(wrongName([person("Ada"), person("")])?.seat, 1);
  assert.equal(wrongName([person("Ada"), person("ADA")])?.seat, 1);
});
