/**
 * Whose turn it is, what it is called, and what can be done in it: pure functions over what the server has said.
 *
 * @typedef {import("../../protocol.js").Snapshot} Snapshot
 * @typedef {import("../../protocol.js").View} View
 * @typedef {import("./board-state.js").Hand} Hand
 * @typedef {import("./actions.js").Primary} Primary
 */

import { listed } from "./dom.js";

/** @param {View | undefined} view */
export const isOnTurn = (view) => !!view && view.seat !== null && view.turn === view.seat && !view.outcome;

/** A play that went out: nothing but Accept or Challenge comes before it. @param {View | undefined} view */
export const mustDecide = (view) => !!view?.pending && view.bag_count === 0 && view.rack_sizes[view.pending.seat] === 0;

/** Is the game still without tiles, because somebody invited has not come? @param {Snapshot} now */
export const isWaiting = ({ game, view }) => !!game.open_seats?.length && view.turn === null && !view.outcome;

/** Who has still to give a share before the tiles are dealt. @param {Snapshot} now */
const missing = ({ game }) => game.players.flatMap((player, seat) => (player.kind === "person" && !game.draw?.given.includes(seat) ? [player.name] : []));

/** How long it is until a busy server's computers come to this game. @param {number} place */
export const placeText = (place) => (place === 1 ? "next in the queue" : `place ${place} in the queue`);

/** @param {Snapshot | null} now */
export function turnText(now) {
  if (!now) return "";
  const { view } = now;
  if (view.outcome) return "The game is over.";
  if (isWaiting(now)) return `Waiting for ${listed((now.game.open_seats ?? []).map((seat) => now.game.players[seat]?.name ?? ""))}.`;
  if (now.game.draw && view.turn === null) return `The tiles are drawn when everybody's browser is here. Still missing: ${listed(missing(now))}.`;
  const name = now.game.players[view.turn ?? 0]?.name ?? "";
  if (now.thinking?.place && !isOnTurn(view)) return `${name} waits to think: ${placeText(now.thinking.place)}.`;
  if (!isOnTurn(view)) return now.thinking ? `${name} is thinking …` : `It is ${name === "You" ? "your" : `${name}'s`} turn.`;
  if (mustDecide(view)) return "The last play ends the game if it stands: accept it or challenge it.";
  return now.is_shared ? `${name}, it is your turn.` : "It is your turn.";
}

/** What stands where the rack would. @param {Snapshot | null} now */
export function coverText(now) {
  if (!now) return "";
  if (now.view.outcome) return "The game is over.";
  if (now.hand_over) return `${now.hand_over.name} is next. Hand over the screen, then press ${now.ruleset.controls.carry_on}.`;
  return now.seats.length ? turnText(now) : "You are watching this game.";
}

/**
 * The primary button: what it does, and whether it does it now.
 * @param {Snapshot} now @param {Hand | null} hand
 * @param {{score: number | null | undefined, isReady: boolean, isOnline: boolean, isMerged: boolean}} table
 * @returns {Primary}
 */
export function primaryOf(now, hand, { score, isReady, isOnline, isMerged }) {
  const { view, ruleset } = now;
  const label = ruleset.controls.play;
  if (view.outcome) return { label: "Result", enabled: true };
  if (now.hand_over) return { label: ruleset.controls.carry_on, enabled: isOnline };
  if (!now.seats.length) return { label: "Watching", enabled: false };
  if (isWaiting(now) && !now.game.hosting) return { label: "Waiting", enabled: false };
  if (isWaiting(now)) return { label: "Invite", enabled: isOnline, hint: "The tiles are dealt when everybody is here" };
  if (!isOnTurn(view)) return { label: now.thinking && !now.thinking.place ? "Thinking …" : "Waiting", enabled: false };
  if (mustDecide(view)) return { label: "Accept", enabled: isReady, hint: "The last play ends the game if it stands" };
  if (hand?.laid.length) return { label, detail: typeof score === "number" ? `+${score}` : "", enabled: isReady };
  if (hand?.marked.length) return { label, detail: `${ruleset.controls.exchange} ${hand.marked.length}`, enabled: isReady };
  if (view.pending) return { label: "Accept", enabled: isReady, hint: "Let the last play stand" };
  return { label, enabled: isReady && isMerged };
}

/**
 * Why a turn without tiles is not possible now, as a sentence; "" when it is.
 * @param {Snapshot | null} now @param {Hand | null} hand @param {"give_up" | "challenge" | "exchange"} action
 */
export function whyNot(now, hand, action) {
  if (!now || !hand || !isOnTurn(now.view)) return "It is not your turn.";
  const { view, ruleset } = now;
  if (action === "challenge") return view.pending ? "" : "There is no play to challenge.";
  if (mustDecide(view)) return "Accept the last play or challenge it.";
  if (action === "give_up") return "";
  if (!ruleset.exchange.allowed) return "These rules do not allow exchanges.";
  if (hand.laid.length) return "Take your tiles back before you exchange.";
  return view.can_exchange ? "" : "You cannot exchange now.";
}
