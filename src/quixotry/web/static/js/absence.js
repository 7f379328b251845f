/**
 * The player on turn has stayed away long enough: whoever stayed may claim the game, have it ended as it stands, or go on
 * waiting.
 *
 * @typedef {import("../../protocol.js").Absence} Absence
 * @typedef {import("./pages/table.js").Table} Table
 */

import * as dialogs from "./dialogs.js";
import { h, write } from "./dom.js";
import { announce } from "./say.js";

export class AbsenceNotice {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    /** @type {Absence | null} */
    this.absence = null;
    this.text = h("p", {});
    this.claim = h("button", { type: "button", class: "primary", onclick: () => void this.end("claim") }, "Claim the game");
    this.adjudicate = h("button", { type: "button", onclick: () => void this.end("adjudicate") }, "End as it stands");
    this.wait = h("button", { type: "button", onclick: () => this.heard(null) }, "Wait");
    this.element = h("div", { class: "absence", role: "group", "aria-label": "Somebody is away", hidden: true },
      this.text, h("div", { class: "row" }, this.claim, this.adjudicate, this.wait));
  }

  name() {
    return this.table.now?.game.players[this.absence?.seat ?? -1]?.name ?? "";
  }

  /** @param {Absence | null} absence */
  heard(absence) {
    const isNew = this.absence?.seat !== (absence?.seat ?? undefined);
    this.absence = absence?.seat == null ? null : absence;
    this.element.hidden = this.absence === null;
    if (!this.absence) return;
    this.adjudicate.hidden = !this.absence.can_adjudicate;
    const sentence = `${this.name()} has been away for a long time. You need not wait any longer.`;
    write(this.text, sentence);
    if (isNew) announce(sentence);
  }

  /** @param {"claim" | "adjudicate"} ending */
  async end(ending) {
    const { now, socket } = this.table;
    const seat = now?.seats.find((each) => each !== this.absence?.seat && !now.view.resigned.includes(each));
    if (!now || seat === undefined) return;
    const name = this.name();
    const isLast = this.absence?.can_adjudicate;
    const seq = now.view.seq;
    const yes = ending === "claim"
      ? await dialogs.confirm("Claim the game?", isLast ? `${name} loses for staying away. You win, whatever the score.`
        : `${name} loses for staying away. The rest of you play on.`, "Yes, claim it")
      : await dialogs.confirm("End the game as it stands?", "Everybody loses the value of their unplayed tiles, and the higher score wins.", "Yes, end it");
    if (yes) socket.send({ type: "absence", seat, expected_seq: seq, ending });
  }
}
