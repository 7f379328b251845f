// Reads positions with what the rules say about tiles laid there, and compares what the page says by itself.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

import { isScore, judge } from "../../../src/quixotry/web/static/js/judging.js";
import { openSquares } from "../../../src/quixotry/web/static/js/placing.js";

const { rulesets, cases } = JSON.parse(readFileSync(0, "utf8"));
for (const { ruleset: number, cells, laid, wanted, reach } of cases) {
  const ruleset = rulesets[number];
  const tiles = laid.map(([square, sign]) => ({ square, sign }));
  const told = judge(ruleset, cells, tiles);
  const said = isScore(told)
    ? { score: told.score, bonus: told.bonus, words: told.words.map(({ text, square, down, points }) => [text, square, down, points]) }
    : told;
  assert.deepEqual(said, wanted, JSON.stringify({ ruleset: ruleset.name, cells, laid }));
  reach.forEach((squares, step) => {
    const open = openSquares({ shape: ruleset.board, cells, placing: "reachable" }, tiles.slice(0, step), null);
    assert.deepEqual(open, squares, JSON.stringify({ ruleset: ruleset.name, cells, laid, step }));
  });
}
console.log(`${cases.length} agree`);
