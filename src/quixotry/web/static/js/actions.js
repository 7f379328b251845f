/**
 * Rack tools and the actions of a turn, under the names the ruleset gives them. The primary button never
 * moves, and says what it does.
 *
 * @typedef {import("../../protocol.js").Ruleset} Ruleset
 * @typedef {import("./board-state.js").Hand} Hand
 * @typedef {import("./tool-button.js").Action} Action
 * @typedef {{label: string, detail?: string, enabled: boolean, hint?: string}} Primary
 * @typedef {{hand: Hand | null, primary: Primary, myTurn: boolean, canExchange: boolean,
 *   exchangesLeft: number | null, canChallenge: boolean, isOver: boolean}} BarState
 */

import { h, write } from "./dom.js";
import { rename, toolButton } from "./tool-button.js";

/** So many tools, each as wide as a finger, stand side by side on the narrowest phone; Challenge is twice as wide. */
const ROW_MAX = 7;

export class ActionBar {
  /** @param {Ruleset} ruleset @param {(action: Action) => void} act @param {number} seats how many are ours
   * @param {boolean} canInvite @param {boolean} hasOthers are there people at other screens? */
  constructor(ruleset, act, seats, canInvite, hasOthers) {
    const canPlay = seats > 0;
    const { controls } = ruleset;
    this.ruleset = ruleset;
    /** One button ends the turn, whatever was done in it. */
    this.isMerged = controls.play === controls.give_up;
    const button = (/** @type {Action} */ action, /** @type {string} */ name, /** @type {string} */ kind = "") => toolButton(action, name, act, kind);

    this.label = h("span", { class: "primary-label" });
    this.detail = h("span", { class: "primary-detail" });
    this.primary = h("button", { type: "button", class: "primary big", "data-action": "primary", onclick: () => act("primary") },
      this.label, this.detail);
    this.giveUp = button("give_up", controls.give_up);
    this.exchange = button("exchange", controls.exchange);
    this.challenge = button("challenge", "Challenge", "warn");
    this.takeBack = button("take_back", controls.take_back);
    this.restart = button("restart", controls.restart);
    this.across = this.radio("across", "Horizontal", act);
    this.down = this.radio("down", "Vertical", act);
    this.direction = h("fieldset", { class: "segments" },
      h("legend", {}, controls.direction), this.across.label, this.down.label);
    this.direction.hidden = !canPlay || !["direction", "in-order"].includes(controls.placing);
    this.exchange.hidden = !ruleset.exchange.allowed;
    this.giveUp.hidden = this.isMerged;
    this.tools = h("div", { class: "tools", role: "group", "aria-label": "Rack" },
      button("shuffle", "Shuffle"), button("sort", "Sort", "second"), this.restart, this.takeBack);
    this.turn = h("div", { class: "turn-actions", role: "group", "aria-label": "Turn" },
      this.exchange, this.giveUp, this.challenge);
    this.phone = h("div", { class: "phone-tools phone-only", role: "group", "aria-label": "View" },
      button("side", "More"));
    this.resign = button("resign", "Resign");
    const invite = button("invite", "Invite");
    invite.hidden = !canInvite;
    const back = button("back", "Way back");
    back.hidden = !canPlay || !hasOthers;
    /** What stands here besides on a phone, where the row of tools has no room for it. */
    const second = [button("zoom", "Zoom"), ...(canPlay ? [button("sort", "Sort")] : [])];
    const shownInRow = [this.direction, this.direction, this.exchange, this.giveUp].filter((each) => !each.hidden).length;
    const always = 4 + (ruleset.words.challenge === "void" ? 0 : 2);
    if (shownInRow + always > ROW_MAX) {
      this.takeBack.classList.add("second");
      second.push(button("take_back", controls.take_back));
    }
    for (const each of second) each.classList.add("phone-only");
    this.more = h("div", { class: "more-actions", role: "group", "aria-label": "More" }, second, invite, back, button("keys", "Keys"), this.resign);
    if (!canPlay) {
      this.tools.hidden = true;
      this.turn.hidden = true;
      this.resign.hidden = true;
    }
  }

  /** @param {"across" | "down"} action @param {string} text @param {(action: Action) => void} act */
  radio(action, text, act) {
    const input = h("input", { type: "radio", name: "direction", value: action, "data-action": action, onchange: () => act(action) });
    return { input, label: h("label", {}, input, h("span", {}, text)) };
  }

  /** @param {BarState} state */
  draw({ hand, primary, myTurn, canExchange, exchangesLeft, canChallenge, isOver }) {
    write(this.label, primary.label);
    write(this.detail, primary.detail ?? "");
    this.primary.disabled = !primary.enabled;
    this.primary.title = primary.hint ?? "";
    const has = hand !== null;
    const laid = hand?.laid.length ?? 0;
    for (const name of ["shuffle", "sort"]) {
      /** @type {HTMLButtonElement} */ (this.tools.querySelector(`[data-action="${name}"]`)).disabled = !has;
    }
    this.takeBack.disabled = !laid;
    this.restart.disabled = !laid && !hand?.marked.length && hand?.down == null;
    const left = exchangesLeft === null ? "" : ` (${exchangesLeft} left)`;
    rename(this.exchange, this.ruleset.controls.exchange + left);
    this.exchange.disabled = !myTurn || !canExchange || laid > 0;
    this.giveUp.disabled = !myTurn;
    this.challenge.hidden = !canChallenge;
    this.direction.classList.toggle("wanted", this.ruleset.controls.direction_first && myTurn && has && hand.down === null);
    this.across.input.checked = hand?.down === false;
    this.down.input.checked = hand?.down === true;
    this.across.input.disabled = this.down.input.disabled = !has;
    this.resign.disabled = isOver;
    for (const group of [this.tools, this.turn, this.direction]) group.classList.toggle("over", isOver);
  }
}
