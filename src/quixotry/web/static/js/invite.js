/** Play on two devices: a link and a QR code by which somebody elsewhere takes a free seat. */

import * as api from "./api.js";
import * as dialogs from "./dialogs.js";
import { h, listed, reasonOf } from "./dom.js";
import { linkRow } from "./link-row.js";

/** @typedef {import("../../protocol.js").Invitation} Invitation */

const COMMAND = "quixotry serve --lan";

/**
 * @param {string} id @param {number[]} seats those that are free @param {{name: string}[]} players
 */
export function invite(id, seats, players) {
  const only = seats.length === 1 ? seats[0] : undefined;
  return dialogs.ask("Play on two devices", (done) => {
    const made = h("div", { class: "invitation", role: "status" });
    const make = async (/** @type {number} */ seat) => {
      try {
        made.replaceChildren(...card(await api.post(`/api/games/${id}/invitations`, { seat })));
      } catch (error) {
        made.replaceChildren(h("p", { class: "problem" }, reasonOf(error)));
      }
    };
    if (only !== undefined) void make(only);
    return [
      ...(only === undefined ? [
        h("p", {}, "Who will play on another device?"),
        h("div", { class: "row" }, seats.map((seat) => h("button", { type: "button", onclick: () => void make(seat) }, players[seat]?.name))),
      ] : []),
      made,
      h("div", { class: "row end" }, h("button", { type: "button", class: "primary", onclick: () => done(null) }, "Close")),
    ];
  }, "wide invite");
}

/** Whoever was invited is here. */
export const closeInvitation = () => /** @type {HTMLDialogElement | null} */ (document.querySelector("dialog.invite"))?.close();

/** @param {Invitation} made */
function card({ path, link, picture }) {
  if (!link || !picture) return [...explanation(), linkRow("invite-link", location.origin + path, "For another browser on this computer")];
  return [
    h("p", {}, "Scan this with the other device, or open the link there. It works once; the tiles are dealt when everybody is here."),
    h("img", { class: "qr", src: picture, alt: "QR code of the link", width: 240, height: 240 }),
    linkRow("invite-link", link, "Link"),
  ];
}

function explanation() {
  return [
    h("p", {}, "This server listens to this computer alone. For a phone or another computer on your network, stop it with Ctrl-C and start it with"),
    h("p", {}, h("code", { class: "command" }, COMMAND)),
    h("p", {}, "This game will still be here; come back to it and invite again."),
  ];
}

/**
 * Whether to take over a game that another browser on this computer began.
 * @param {string} id @param {{name: string}[]} players
 */
export async function askClaim(id, players) {
  const { seats } = /** @type {import("../../protocol.js").ClaimableSeats} */ (await api.get(`/api/games/${id}/claim`));
  if (!seats.length) return;
  const names = listed(seats.map((seat) => players[seat]?.name ?? ""));
  const yes = await dialogs.confirm("Play here?",
    `${names} ${seats.length > 1 ? "play" : "plays"} this game in another browser on this computer. If you play here, it can only watch.`,
    "Play here", "Just watch");
  if (yes) await api.post(`/api/games/${id}/claim`, {});
}
