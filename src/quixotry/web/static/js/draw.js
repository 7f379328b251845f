/**
 * This browser's part in the draw: it pledges bytes of its own, gives them when everybody has pledged, and remembers what it
 * was shown and what it gave. Only that memory can tell, when all is shown at the end, that nothing was made up afterwards.
 *
 * @typedef {import("../../protocol.js").Snapshot} Snapshot
 * @typedef {import("../../protocol.js").DrawStage} DrawStage
 * @typedef {{link: string, number: number, attempt: number, pledges: string[], shares: Record<string, string>}} Memory
 */

import { linkOf, newShare, pledgeOf } from "./agreement.js";

/** @param {string} id */
const key = (id) => `quixotry.share.${id}`;

/** What this browser knows of a game's draw. @param {string} id @returns {Memory | null} */
export function remembered(id) {
  try {
    return JSON.parse(localStorage.getItem(key(id)) ?? "null");
  } catch {
    return null;
  }
}

/** @param {string} id @param {Memory} memory */
function remember(id, memory) {
  localStorage.setItem(key(id), JSON.stringify(memory));
}

/**
 * Answer what a snapshot shows of a draw that waits.
 * @param {Snapshot} snapshot @param {(frame: import("../../protocol.js").ClientMessage) => void} send
 */
export function answerDraw(snapshot, send) {
  const draw = snapshot.game.draw;
  if (!draw) return;
  const link = linkOf(draw);
  const kept = remembered(snapshot.game.id);
  const shares = kept?.link === link ? kept.shares : {};
  for (const seat of snapshot.seats) shares[seat] ??= newShare();
  const memory = { link, number: draw.number, attempt: draw.attempt, pledges: draw.pledges, shares };
  remember(snapshot.game.id, memory);
  const people = snapshot.game.players.flatMap((player, seat) => (player.kind === "person" ? [seat] : []));
  const areAllPledged = people.every((seat) => draw.pledges[seat]);
  for (const seat of snapshot.seats) {
    const share = shares[seat] ?? "";
    const pledge = pledgeOf(link, seat, share);
    if (draw.pledges[seat] !== pledge) send({ type: "pledge", seat, draw: draw.number, pledge });
    else if (areAllPledged && !draw.given.includes(seat)) send({ type: "share", seat, draw: draw.number, share });
  }
}

/** The first digits of a link, as people read them: `3f9a 02bc`. @param {string} link */
export const shortLink = (link) => `${link.slice(0, 4)} ${link.slice(4, 8)}`;
