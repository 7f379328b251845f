/** What house and seats fix before a draw: the digests of docs/reference/draw.md, as `fair/agreement.py` makes them. */

import { sha256 } from "./sha256.js";

export const SCHEME = "quixotry-draw-1";
export const FIRST_LINK = "0".repeat(64);
const SERVER = "server";

/**
 * What was agreed about a draw, as a record tells it.
 * @typedef {{number: number, previous: string, commitment: string, attempt: number, terms: string, pledges: string[], shares: string[]}} Draw
 */

/** @param {string} kind @param {string[]} lines */
const digest = (kind, ...lines) => sha256([`${SCHEME} ${kind}`, ...lines, ""].join("\n"));

/** @param {string} seed */
export const commitmentOf = (seed) => digest("commitment", seed);

/** @param {{number: number, previous: string, commitment: string}} draw */
export const linkOf = (draw) => digest("link", String(draw.number), draw.previous, draw.commitment);

/** @param {string} link @param {number} seat @param {string} share */
export const pledgeOf = (link, seat, share) => digest("pledge", link, String(seat), share);

/** @param {string} text */
export const termsOf = (text) => digest("terms", text);

/** What the tiles are drawn from. @param {string} seed @param {Draw} draw */
export const mixedSeed = (seed, draw) =>
  digest("mix", linkOf(draw), String(draw.attempt), seed, draw.terms, ...draw.shares.map((share, seat) => `${seat} ${share || SERVER}`));

/** A share: bytes nobody can guess. */
export function newShare() {
  return [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
