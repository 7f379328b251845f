// Reads positions with the squares the rules open at each step, and compares the browser's own.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

import { openSquares } from "../../../src/quixotry/web/static/js/placing.js";

const shape = {
  name: "standard", height: 15, width: 15, start: 112, coordinates: "letters", premiums: [], rows: [], columns: [],
};
const cases = JSON.parse(readFileSync(0, "utf8"));
for (const { cells, laid, wanted } of cases) {
  wanted.forEach((squares, step) => {
    const open = openSquares({ shape, cells, placing: "reachable" }, laid.slice(0, step), null);
    assert.deepEqual([...open].sort((a, b) => a - b), squares);
  });
}
console.log(`${cases.length} agree`);
