/** Words for people: what a screen reader hears, and events as sentences. */

import { byId } from "./dom.js";
import { format } from "./message-format.js";
import { language, messages } from "./messages.js";

/** @typedef {import("../../protocol.js").SeenEvent} SeenEvent */
/** @typedef {import("../../protocol.js").SeatedPlayer} Player */
/** @typedef {import("../../protocol.js").Ruleset} Ruleset */
/** @typedef {import("../../protocol.js").Outcome} Outcome */

let turn = false;

/** Say something to who listens. @param {string} sentence */
export function announce(sentence) {
  // The same sentence twice is two events: a changed trailing space makes readers speak it again.
  turn = !turn;
  byId("live").textContent = sentence + (turn ? "\u00a0" : "");
}

/** @param {number} points */
export const signed = (points) => (points < 0 ? `\u2212${-points}` : `+${points}`);

/** @param {string} tiles */
export const spelled = (tiles) => [...tiles].map((sign) => (sign === "?" ? "blank" : sign)).join(" ");

/** Fill in one of the messages the terminal uses too. @param {string} text @param {Record<string, any>} [parameters] */
export const fill = (text, parameters = {}) => format(text, parameters, language, messages.lists);

/**
 * What happened, in a few words for the scoresheet; null for what it does not show.
 * @param {SeenEvent} event
 */
export function entry(event) {
  const text = /** @type {Record<string, string>} */ (messages.events.entry)[event.kind];
  return text === undefined ? null : fill(text, event).trim();
}

/** The same as a sentence. @param {SeenEvent} event @param {Player[]} players */
export function sentence(event, players) {
  const text = /** @type {Record<string, string>} */ (messages.events.sentence)[event.kind] ?? "";
  const words = (event.words ?? []).map((word) => (typeof word === "string" ? word : word.text));
  return fill(text, { ...event, words, name: players[event.seat]?.name ?? `Seat ${event.seat + 1}` });
}

/** An outcome with the names of its winners. @param {{winners: number[]}} outcome @param {Player[]} players */
const named = (outcome, players) => {
  const names = outcome.winners.map((seat) => players[seat]?.name ?? "");
  return { ...outcome, names, first: names[0] };
};

/** Why a game ended. @param {Outcome} outcome @param {Player[]} players @param {Ruleset} ruleset */
export function whyEnded(outcome, players, ruleset) {
  const { reasons, run: told, other } = messages.endings;
  const text = /** @type {Record<string, string>} */ (reasons)[outcome.reason];
  if (text !== undefined) return fill(text, { name: players[outcome.out_seat ?? 0]?.name });
  const run = ruleset.end.runs.find((each) => each.reason === outcome.reason);
  return run ? fill(told, { run }) : fill(other, outcome);
}

/** Who won. @param {Outcome} outcome @param {Player[]} players */
export const whoWon = (outcome, players) => fill(messages.outcomes.winner, named(outcome, players));

/** The same at the end of a game, with the margin. @param {Outcome} outcome @param {Player[]} players @param {number} margin */
export const finishText = (outcome, players, margin) => fill(messages.outcomes.finish, { ...named(outcome, players), margin });

/** What settled a tie, if there was one. @param {Outcome} outcome @param {Player[]} players @param {Ruleset} ruleset */
export const tieRule = (outcome, players, ruleset) =>
  fill(messages.outcomes.tie, { ...named(outcome, players), rule: ruleset.end.tie });

/** @param {import("../../protocol.js").MatchOutcome} match @param {Player[]} players */
export const matchText = (match, players) => fill(messages.outcomes.match, {
  ...named(match, players), wins: match.wins.join(" to "), points: match.points.join(" to "),
});

/** `m:ss`, tenths below ten seconds, a minus sign in overtime. @param {number} ms */
export function clockText(ms) {
  const sign = ms < 0 ? "\u2212" : "";
  const left = Math.abs(ms);
  if (ms >= 0 && left < 10_000) return (Math.floor(left / 100) / 10).toFixed(1);
  const seconds = ms < 0 ? Math.floor(left / 1000) : Math.ceil(left / 1000);
  return `${sign}${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** @param {string} when ISO time */
export function ago(when) {
  const date = new Date(when);
  return Number.isNaN(date.valueOf())
    ? ""
    : date.toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
}

/** What a player is, beside the name: nothing for a person. @param {{kind: string, level: string}} player */
export function kindText(player) {
  return player.kind !== "computer" ? "" : player.level.startsWith("bot:") ? "program" : "computer";
}
