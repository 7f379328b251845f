/**
 * The way back to one's seats without this browser: a link to keep, shown when one sits down with people elsewhere, and
 * again from the table's menu. A new link makes the one before worthless, so none is made unasked a second time.
 *
 * @typedef {import("../../protocol.js").Snapshot} Snapshot
 * @typedef {import("./pages/table.js").Table} Table
 */

import * as api from "./api.js";
import * as dialogs from "./dialogs.js";
import { h, reasonOf } from "./dom.js";
import { linkRow } from "./link-row.js";

/** The table a game belongs to: all games of a match have one. @param {{id: string, match?: {id: string} | null}} game */
const keyOf = (game) => `quixotry.back.${game.match?.id ?? game.id}`;

/** Does somebody play here from another screen? @param {Snapshot} now */
export const hasOthers = ({ game, seats }) => game.players.some((player, seat) => player.kind === "person" && !seats.includes(seat));

/** Somebody has come back: here the link is to be shown again. @param {{id: string, match?: {id: string} | null}} game */
export const forgetWayBack = (game) => localStorage.removeItem(keyOf(game));

export class WayBackNote {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.element = h("section", { class: "way-back", "aria-label": "Way back", hidden: true });
  }

  /** Whoever sits down is shown it, once for the same seats. @param {Snapshot} now */
  offer(now) {
    if (!now.seats.length) {
      this.hide();
      forgetWayBack(now.game);
    } else if (hasOthers(now) && localStorage.getItem(keyOf(now.game)) !== String(now.seats)) void this.show(now);
  }

  /** @param {Snapshot} now */
  async show(now) {
    const close = h("button", { type: "button", class: "icon", "aria-label": "Hide the link", title: "Hide the link", onclick: () => this.hide() }, "×");
    const row = await this.make(now, close);
    if (row) {
      this.element.replaceChildren(row);
      this.element.hidden = false;
    }
  }

  /** A new link, when somebody asks for one. @param {Snapshot} now */
  async ask(now) {
    const row = await this.make(now);
    this.hide();
    if (row) {
      await dialogs.ask("Way back", (done) => [
        row,
        h("p", { class: "quiet" }, "It works once. A link you were given here before no longer does."),
        h("div", { class: "row end" }, h("button", { type: "button", class: "primary", onclick: () => done(null) }, "Close")),
      ], "wide");
    }
  }

  /** @param {Snapshot} now @param {...Node} more @returns {Promise<HTMLElement | null>} */
  async make({ game, seats }, ...more) {
    // Noted beforehand: the table may be drawn again while the server is asked.
    localStorage.setItem(keyOf(game), String(seats));
    try {
      const { path, link } = /** @type {import("../../protocol.js").WayBack} */ (await api.post(`/api/games/${game.id}/back`, {}));
      return linkRow("way-back-link", link ?? location.origin + path,
        `Lost this browser? This link brings you back to your ${seats.length > 1 ? "seats" : "seat"}. Keep it to yourself.`, ...more);
    } catch (error) {
      forgetWayBack(game);
      this.table.say(reasonOf(error), "bad");
      return null;
    }
  }

  hide() {
    this.element.hidden = true;
    this.element.replaceChildren();
  }
}
