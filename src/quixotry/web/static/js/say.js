/** Words for people: what a screen reader hears, and events as sentences. */

import { byId, count, listed } from "./dom.js";

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

/**
 * What happened, in a few words for the scoresheet; null for what it does not show.
 * @param {SeenEvent} event
 */
export function entry(event) {
  switch (event.kind) {
    case "TilesPlayed":
      return event.text ?? "";
    case "TilesExchanged":
      if (!event.count) return "exchanged none";
      return event.returned ? `exchanged ${event.returned}` : `exchanged ${event.count}`;
    case "TurnPassed":
      return "passed";
    case "PlayChallenged":
      return event.bad?.length ? `challenged: ${listed(event.bad)} no good` : "challenged in vain";
    case "PlayWithdrawn":
      return "play withdrawn";
    case "TurnLost":
      return "turn lost";
    case "Resigned":
      return "resigned";
    case "PointsAdjusted":
      return { challenge: "challenge", time: "overtime", "own-tiles": `own tiles ${event.tiles ?? ""}`,
        "others-tiles": `others' tiles ${event.tiles ?? ""}` }[event.why ?? ""] ?? event.why ?? "";
    default:
      return null;
  }
}

/** The same as a sentence. @param {SeenEvent} event @param {Player[]} players */
export function sentence(event, players) {
  const name = players[event.seat]?.name ?? `Seat ${event.seat + 1}`;
  switch (event.kind) {
    case "TilesPlayed": {
      const words = (event.words ?? []).map((word) => word.text);
      return `${name} played ${listed(words)} for ${count(event.score ?? 0, "point")}.`;
    }
    case "TilesExchanged":
      return event.count ? `${name} exchanged ${count(event.count, "tile")}.` : `${name} exchanged no tiles.`;
    case "TurnPassed":
      return `${name} passed.`;
    case "PlayChallenged":
      return event.bad?.length
        ? `${name} challenged: ${listed(event.bad)} ${event.bad.length > 1 ? "are" : "is"} not in the word list.`
        : `${name} challenged, but all words are good.`;
    case "PlayWithdrawn":
      return `${name}'s play came off the board.`;
    case "TurnLost":
      return `${name} lost the turn.`;
    case "Resigned":
      return `${name} resigned.`;
    case "FirstTileDrawn":
      return `${name} drew ${event.tile === "?" ? "a blank" : event.tile}.`;
    case "StarterChosen":
      return `${name} starts.`;
    default:
      return "";
  }
}

/** Why a game ended. @param {Outcome} outcome @param {Player[]} players @param {Ruleset} ruleset */
export function whyEnded(outcome, players, ruleset) {
  const run = ruleset.end.runs.find((each) => each.reason === outcome.reason);
  switch (outcome.reason) {
    case "out":
      return `${players[outcome.out_seat ?? 0]?.name} placed the last tile with the bag empty.`;
    case "no-play":
      return "No player has a legal play left.";
    case "resigned":
      return "Only one player is left.";
    case "stalemate":
      return `No tile was laid for ${run?.rounds ?? "several"} rounds.`;
    case "passes":
      return "Everybody passed in succession.";
    case "exchanges":
      return "Both exchanged twice in a row.";
    case "scoreless":
      return `${run?.turns ?? "Several"} turns in a row scored nothing.`;
    default:
      return `The game ended (${outcome.reason}).`;
  }
}

/** Who won. @param {Outcome} outcome @param {Player[]} players */
export function whoWon(outcome, players) {
  const names = outcome.winners.map((seat) => players[seat]?.name ?? "");
  if (names.length > 1) return `${outcome.tie_name}: ${listed(names)} share the win.`;
  return `${names[0]} wins.`;
}

/** The rule that settled a tie, when one was needed. @param {Outcome} outcome @param {Player[]} players */
export function tieRule(outcome, players) {
  if (outcome.tie === "none") return null;
  if (outcome.tie === "broken") {
    return `The final scores are equal, so the score before settling up decides: ${players[outcome.winners[0] ?? 0]?.name} was ahead there.`;
  }
  return `The final scores are equal, and so are the scores before settling up: ${outcome.tie_name}.`;
}

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
