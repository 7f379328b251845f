/**
 * The four ways to play, in people's words: which rules suit each, and who then sits at the table. Pure functions.
 *
 * @typedef {import("../../protocol.js").Ruleset} Ruleset
 * @typedef {"me" | "us" | "elsewhere" | "watch"} Mode
 * @typedef {{kind: "person" | "computer", name: string, level: string}} Seat
 * @typedef {{kind: "person", name: string, invited?: boolean} | {kind: "computer", level: string}} Player
 * @typedef {{mode: Mode, rules: Partial<Record<Mode, string>>, name: string, level: string, seats: Seat[], guests: number,
 *   watched: string[]}} Choice  What was chosen, and is remembered.
 */

/** @type {readonly {mode: Mode, title: string, text: string}[]} */
export const MODES = [
  { mode: "me", title: "Just me", text: "You play against the computer." },
  { mode: "us", title: "Us at this screen", text: "You share this screen and hand it over after each turn." },
  { mode: "elsewhere", title: "Someone elsewhere", text: "They join on their own device, by a QR code or a link." },
  { mode: "watch", title: "Watch computers", text: "Two computers play each other, at your pace." },
];

/** The ways to play here: computers among themselves take time from those who play, so not everywhere. @param {boolean} mayPlayAlone */
export const modesFor = (mayPlayAlone) => MODES.filter(({ mode }) => mayPlayAlone || mode !== "watch");

const GUEST = "Guest";

/** What suits each way to play best, by what the rules themselves say. @type {Record<Mode, (rules: Ruleset) => boolean>} */
const SUITS = {
  me: ({ seats }) => seats.default.includes("computer") && seats.first === "seat-1",
  us: ({ controls }) => controls.hand_over,
  elsewhere: ({ seats, controls }) => !seats.default.includes("computer") && !controls.hand_over,
  watch: ({ match }) => match.games > 1,
};

/** @param {string} level @returns {Choice} */
export const firstChoice = (level) => ({
  mode: "me", rules: {}, name: "", level, guests: 1, watched: [level, level],
  seats: ["Player 1", "Player 2"].map((name) => ({ kind: "person", name, level })),
});

/**
 * The choice that was kept, as far as it still makes sense.
 * @param {string | null} kept @param {readonly string[]} levels @param {string} level the usual one
 * @returns {Choice}
 */
export function rememberedChoice(kept, levels, level) {
  const first = firstChoice(level);
  /** @type {any} */
  let found;
  try {
    found = JSON.parse(kept ?? "null");
  } catch {
    return first;
  }
  if (typeof found !== "object" || found === null) return first;
  const known = (/** @type {any} */ name) => (levels.includes(name) ? name : level);
  const seats = (Array.isArray(found.seats) ? found.seats : []).slice(0, 4).map((/** @type {any} */ seat) => /** @type {Seat} */ ({
    kind: seat?.kind === "computer" ? "computer" : "person", name: String(seat?.name ?? "").slice(0, 80), level: known(seat?.level),
  }));
  return {
    mode: MODES.find(({ mode }) => mode === found.mode)?.mode ?? first.mode,
    rules: typeof found.rules === "object" && found.rules !== null ? found.rules : {},
    name: String(found.name ?? "").slice(0, 80),
    level: known(found.level),
    seats: seats.length > 1 ? seats : first.seats,
    guests: Math.min(3, Math.max(1, Number(found.guests) || 1)),
    watched: [0, 1].map((at) => known(found.watched?.[at])),
  };
}

/** The rules of a way to play: those last chosen, or those that suit it best. @param {Choice} choice @param {readonly Ruleset[]} rulesets */
export function rulesFor({ mode, rules }, rulesets) {
  const found = rulesets.find(({ name }) => name === rules[mode]) ?? rulesets.find(SUITS[mode]) ?? rulesets[0];
  if (!found) throw new Error("This server has no rulesets.");
  return found;
}

/** Who sits at the table. @param {Choice} choice @param {Ruleset} ruleset @returns {Player[]} */
export function playersOf(choice, { seats: { min, max } }) {
  const me = (/** @type {string} */ name) => /** @type {Player} */ ({ kind: "person", name });
  const against = (/** @type {number} */ amount) => Array.from({ length: amount }, () => /** @type {Player} */ ({ kind: "computer", level: choice.level }));
  switch (choice.mode) {
    case "me":
      return [me(choice.name.trim() || "You"), ...against(min - 1)];
    case "us":
      return choice.seats.slice(0, max).map(({ kind, name, level }) => (kind === "computer" ? { kind, level } : { kind, name: name.trim() }));
    case "elsewhere": {
      const guests = Math.min(max - 1, Math.max(min - 1, choice.guests));
      return [me(choice.name.trim()), ...Array.from({ length: guests }, (_, at) => /** @type {Player} */ ({ kind: "person", name: at ? `${GUEST} ${at + 1}` : GUEST, invited: true }))];
    }
    case "watch":
      return Array.from({ length: min }, (_, at) => ({ kind: "computer", level: choice.watched[at % 2] ?? choice.level }));
  }
}

/**
 * The names that are wrong by themselves: whose, and why.
 * @param {readonly Player[]} players
 * @returns {{seat: number, why: string} | null}
 */
export function wrongName(players) {
  /** @type {Map<string, number>} */
  const seen = new Map();
  for (const [seat, player] of players.entries()) {
    if (player.kind === "computer") continue;
    if (!player.name) return { seat, why: "Give this player a name." };
    const key = player.name.toLowerCase();
    if (seen.has(key)) return { seat, why: `Two players are called ${player.name}; give each a different name.` };
    seen.set(key, seat);
  }
  return null;
}
