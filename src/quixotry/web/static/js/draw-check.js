/**
 * Checking the draw of a GCG file, in this browser and with nothing but the file: `play/gcg_draw_check.py` does the same.
 *
 * Its note tells of every tile that moved. Each draw is made again, and each rack in the file must be what the moves before it
 * left. Scores are the business of `quixotry verify`, which knows the rules.
 *
 * @typedef {import("./agreement.js").Draw} Draw
 * @typedef {{scheme: string, terms: string, seed: string, draw: Draw, tiles: [string, number][], moved: string[][]}} Note
 * @typedef {{standing: "checked" | "untold" | "wrong", faults: string[], link: string, note: Note | null, players: [string, string, string][]}} Verdict
 * @typedef {{line: number, nick: string, rack: string, move: string, tiles: string}} Move
 */

import { SCHEME, commitmentOf, linkOf, mixedSeed, pledgeOf, termsOf } from "./agreement.js";
import { firstEight } from "./sha256.js";

const RANGE = 1n << 64n;
const DRAWS = ["first", "start", "draw"];

/** @param {string} text the whole file @returns {Verdict} */
export function checkDraw(text) {
  const lines = text.replace(/^\ufeff/, "").split(/\r\n|\r|\n/);
  const told = lines.find((line) => line.startsWith("#note Draw: "));
  /** @type {Verdict} */
  const verdict = { standing: "untold", faults: [], link: "", note: null, players: [] };
  if (!told) return verdict;
  try {
    const note = /** @type {Note} */ (JSON.parse(told.slice("#note Draw: ".length)));
    verdict.note = note;
    if (note.scheme !== SCHEME) throw new Error(`The draw is of a kind this page does not know (${note.scheme}).`);
    verdict.players = JSON.parse(note.terms).at(-1);
    verdict.link = linkOf(note.draw);
    verdict.faults.push(...agreementFaults(note, verdict.players));
    if (!verdict.faults.length) follow(note, verdict.players, lines);
  } catch (error) {
    verdict.faults.push(error instanceof SyntaxError || error instanceof TypeError ? "The note on the draw cannot be read." : String(error instanceof Error ? error.message : error));
  }
  verdict.standing = verdict.faults.length ? "wrong" : "checked";
  return verdict;
}

/** @param {Note} note @param {[string, string, string][]} players @returns {string[]} */
function agreementFaults({ seed, draw, terms }, players) {
  const faults = [];
  if (commitmentOf(seed) !== draw.commitment) faults.push(`The seed is not the one that was fixed as draw ${draw.number}.`);
  if (termsOf(terms) !== draw.terms) faults.push("The players, the rules or the words are not those the draw was agreed for.");
  if (draw.shares.length !== players.length || draw.pledges.length !== players.length) return [...faults, "Not every seat is told of."];
  const link = linkOf(draw);
  players.forEach(([kind], seat) => {
    const share = draw.shares[seat] ?? "";
    if ((kind === "person") !== (share !== "")) faults.push(`Seat ${seat + 1} should ${share ? "not have given" : "have given"} bytes to the draw.`);
    else if (share && pledgeOf(link, seat, share) !== draw.pledges[seat]) faults.push(`Seat ${seat + 1} did not give the bytes it had pledged.`);
  });
  return faults;
}

/** Walk through the note and the file side by side. @param {Note} note @param {[string, string, string][]} players @param {string[]} lines */
function follow(note, players, lines) {
  const mix = mixedSeed(note.seed, note.draw);
  const signs = note.tiles.map(([sign]) => sign);
  const bag = note.tiles.map(([, count]) => count);
  const racks = players.map(() => "");
  const moved = [...note.moved];
  let [number, aside, starter] = [0, "", 0];
  const out = (/** @type {string} */ tiles) => {
    for (const sign of tiles) {
      const drawn = drawFrom(mix, number, bag);
      if (signs[drawn] !== sign) throw new Error(`Tile ${number} out of the bag should have been ${signs[drawn]}, not ${sign}.`);
      bag[drawn] = (bag[drawn] ?? 0) - 1;
      number += 1;
    }
    return tiles;
  };
  const back = (/** @type {string} */ tiles) => {
    for (const sign of tiles) bag[signs.indexOf(sign)] = (bag[signs.indexOf(sign)] ?? 0) + 1;
  };
  const draw = () => {
    while (DRAWS.includes(moved[0]?.[0] ?? "")) {
      const [kind, seat, tiles = ""] = moved.shift() ?? [];
      if (kind === "first") aside += out(tiles);
      else if (kind === "draw") racks[Number(seat) - 1] += out(tiles);
      else {
        back(aside);
        [aside, starter] = ["", Number(seat) - 1];
      }
    }
  };
  draw();
  const seats = seatsOf(lines, players, starter);
  if (!lines.includes(`#id quixotry ${JSON.parse(note.terms)[0]}`)) throw new Error("The draw was for another game than this file.");
  for (const move of movesOf(lines)) {
    const seat = seats.get(move.nick);
    if (seat === undefined) throw new Error("The players of the file are not those the draw was for.");
    const isBack = move.move === "back";
    const [kind, whose, tiles = "", drawn = ""] = moved.shift() ?? [];
    const expected = move.move === "pass" ? ["pass", "swap"] : [move.move];
    if (!expected.includes(kind ?? "") || Number(whose) - 1 !== seat || (!isBack && sorted(tiles) !== sorted(move.tiles))) {
      throw new Error(`Line ${move.line}: the move is not the one the draw was told with.`);
    }
    if (!isBack) checkRack(move, racks[seat] ?? "");
    if (kind === "swap") out(drawn);
    if (isBack) racks[seat] += tiles;
    else {
      for (const sign of tiles) racks[seat] = (racks[seat] ?? "").replace(sign, "");
      if (kind === "swap") back(tiles);
      racks[seat] += drawn;
    }
    if (isBack) checkRack(move, racks[seat] ?? "");
    draw();
  }
  if (moved.length) throw new Error("More tiles were drawn than the moves of the file call for.");
}

/** @param {Move} move @param {string} rack */
function checkRack(move, rack) {
  if (sorted(move.rack) !== sorted(rack)) throw new Error(`Line ${move.line}: the rack is ${move.rack}, but ${sorted(rack)} was drawn.`);
}

/** Which tile draw `number` takes out of a bag. @param {string} mix @param {number} number @param {number[]} bag */
export function drawFrom(mix, number, bag) {
  const size = BigInt(bag.reduce((sum, count) => sum + count, 0));
  if (size <= 0n) throw new Error(`Tile ${number} was drawn from an empty bag.`);
  let attempt = 0;
  let value = firstEight(`${mix}:${number}:${attempt}`);
  while (value >= RANGE - (RANGE % size)) value = firstEight(`${mix}:${number}:${++attempt}`);
  let place = Number(value % size);
  return bag.findIndex((count) => (place -= count) < 0);
}

/** @param {string[]} lines @param {[string, string, string][]} players @param {number} starter */
function seatsOf(lines, players, starter) {
  /** @type {Map<string, number>} */
  const seats = new Map();
  players.forEach((_, order) => {
    const seat = (starter + order) % players.length;
    const found = lines.map((line) => line.match(/^#player(\d+) (\S+) (.*)$/)).find((each) => Number(each?.[1]) === order + 1);
    const [nick, name] = [found?.[2], found?.[3]];
    if (!nick || name?.trim() !== players[seat]?.[2].split(/\s+/).join(" ").trim()) throw new Error("The players of the file are not those the draw was for.");
    seats.set(nick, seat);
  });
  return seats;
}

/** The lines of a file that move tiles, or could have. @param {string[]} lines @returns {Move[]} */
function movesOf(lines) {
  return lines.flatMap((text, index) => {
    const found = text.match(/^>([^:]+):\s+(\S+)\s+(.+?)\s+[+-]?\d+\s+-?\d+\s*$/);
    if (!found) return [];
    const [, nick = "", rack = "", what = ""] = found;
    const line = index + 1;
    if (rack.startsWith("(") || what.startsWith("(")) return [];
    if (what === "-") return [{ line, nick, rack, move: "pass", tiles: "" }];
    if (what === "--") return [{ line, nick, rack, move: "back", tiles: "" }];
    if (what.startsWith("-")) return [{ line, nick, rack, move: "swap", tiles: what.slice(1) }];
    const laid = [...(what.split(/\s+/)[1] ?? "")].filter((sign) => sign !== ".");
    return [{ line, nick, rack, move: "play", tiles: laid.map((sign) => (sign === sign.toLowerCase() ? "?" : sign)).join("") }];
  });
}

/** @param {string} tiles */
const sorted = (tiles) => [...tiles].sort().join("");

/** A verdict in a sentence. @param {Verdict} verdict */
export function verdictText({ standing, note, players }) {
  if (standing === "untold") return "This file does not tell how its tiles were drawn, so the draw cannot be checked. Only records of games played here do.";
  if (standing === "wrong") return "The draw does not follow: this record has been changed, or the tiles were not drawn fairly.";
  const people = players.flatMap(([kind, , name]) => (kind === "person" ? [name] : []));
  const given = people.length ? ` and from what ${people.join(", ")} gave afterwards` : "";
  const attempt = note?.draw.attempt ?? 1;
  const again = attempt > 1 ? ` The draw of this game was begun ${attempt} times; each one before was thrown away before a tile was drawn.` : "";
  return `The draw was checked: every tile follows from what the house fixed before the game as draw ${note?.draw.number}${given}.${again}`;
}
