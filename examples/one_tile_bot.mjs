// A bot in JavaScript: begins with its longest word, then adds one tile at a time, the one whose words are dearest.
// quixotry play --player You --player bot:"node examples/one_tile_bot.mjs"
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

let game, words;
const joined = (line, at, sign) => line.slice(0, at).split(".").pop() + sign + line.slice(at + 1).split(".")[0];
const worth = (word) => [...word].reduce((sum, sign) => sum + (game.tile_values[sign] ?? 0), 0);
const spells = (rack, word) => [...word].reduce((left, sign) => left?.includes(sign) ? left.replace(sign, "") : null, rack) !== null;

function choose({ board, rack, pending, exchange_sizes: sizes }) {
  const plays = [], middle = board.length >> 1, columns = [...board[0]].map((_, x) => board.map((row) => row[x]).join(""));
  const isFirst = board.every((row) => !/[^.]/.test(row)), first = isFirst ? [...words].filter((word) => spells(rack, word)) : [];
  for (const word of first) plays.push([word.length, [...word].map((sign, n) => ({ square: middle * board.length + middle + n, sign }))]);
  for (const [y, row] of board.entries()) for (const [x, there] of [...row].entries()) for (const sign of new Set(there === "." && !isFirst ? rack : "")) {
    const made = [joined(row, x, sign), joined(columns[x], y, sign)].filter((word) => word.length > 1);
    const isGood = made.length && made.every((word) => words.has(word.toUpperCase()));
    if (isGood) plays.push([made.map(worth).reduce((a, b) => a + b), [{ square: y * row.length + x, sign }]]);
  }
  const best = plays.sort((a, b) => b[0] - a[0])[0];
  if (pending) return { kind: "accept" };
  return best ? { kind: "play", placements: best[1] } : sizes.length ? { kind: "exchange", tiles: rack.slice(0, sizes.at(-1)) } : { kind: "pass" };
}

createInterface({ input: process.stdin }).on("line", (line) => {
  const request = JSON.parse(line);
  let answer = { type: "ready" };
  if (request.type === "hello") answer = { type: "hello", protocol: 1, name: "One Tile", deterministic: true };
  if (request.type === "new_game") [game, words] = [request, new Set(readFileSync(request.lexicon.file, "utf8").split("\n"))];
  if (request.type === "turn") answer = { type: "move", move: choose(request.view) };
  console.log(JSON.stringify(answer));
});
