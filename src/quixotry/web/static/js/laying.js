/**
 * The hand of whoever sits at this page: kept over a reload, changed by what the player does, judged at every change.
 *
 * @typedef {import("./pages/table.js").Table} Table
 * @typedef {import("./board-state.js").Hand} Hand
 * @typedef {import("../../protocol.js").Snapshot} Snapshot
 */

import * as state from "./board-state.js";
import { chooseLetter } from "./dialogs.js";
import { count } from "./dom.js";
import { EMPTY, cellsOf, squareName } from "./geometry.js";
import { isScore, judge } from "./judging.js";
import * as order from "./rack-order.js";
import { announce } from "./say.js";
import * as sounds from "./sounds.js";
import { shake } from "./tips.js";

const ORDER_KEY = "quixotry.rack-order";

export class Laying {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    /** @type {Hand | null} */
    this.hand = null;
    /** Whose hand it is. @type {number | null} */
    this.seat = null;
    this.order = order.orderFrom(localStorage.getItem(ORDER_KEY));
    /** What the tiles laid would score, or why they cannot lie so. @type {import("./judging.js").Score | import("./judging.js").Refusal | null} */
    this.judged = null;
  }

  /** The board before this turn, and how tiles are laid on it. @returns {import("./placing.js").Ground} */
  ground() {
    const now = /** @type {Snapshot} */ (this.table.now);
    return { shape: now.ruleset.board, cells: cellsOf(now.view.board), placing: now.ruleset.controls.placing,
      directionFirst: now.ruleset.controls.direction_first };
  }

  /** What the tiles laid score. @returns {number | null} */
  get score() {
    return isScore(this.judged) ? this.judged.score : null;
  }

  /** The rack the server now says we have: the hand goes on if it still fits rack and board. */
  fromView() {
    const now = /** @type {Snapshot} */ (this.table.now);
    const { view } = now;
    if (view.rack === null || view.outcome) {
      this.hand = null;
      this.seat = null;
    } else if (!this.hand || this.seat !== view.seat) {
      this.seat = view.seat;
      this.hand = this.arranged(state.thaw(sessionStorage.getItem(this.storageKey()), view.rack, cellsOf(view.board)));
    } else {
      const cells = cellsOf(view.board);
      const held = this.hand.tiles.map((tile) => tile.sign).sort().join("");
      const isSame = held === [...view.rack].sort().join("");
      const isFree = this.hand.laid.every((laid) => cells[laid.square] === EMPTY);
      if (!isSame) this.hand = this.arranged(state.dealt(this.hand, view.rack));
      else if (!isFree) this.hand = state.recall(this.hand);
    }
    this.keep();
  }

  /** @param {Hand} hand */
  arranged(hand) {
    return order.arrange(hand, this.order, this.table.values);
  }

  storageKey() {
    return `quixotry.hand.${this.table.id}.${this.seat}`;
  }

  keep() {
    const { hand } = this;
    const now = /** @type {Snapshot} */ (this.table.now);
    if (hand) sessionStorage.setItem(this.storageKey(), state.freeze(hand));
    this.judged = hand?.laid.length ? judge(now.ruleset, cellsOf(now.view.board), hand.laid) : null;
  }

  /** @param {(hand: Hand) => Hand} step */
  change(step) {
    const before = this.hand;
    if (!before) return;
    const hand = step(before);
    this.hand = hand;
    this.keep();
    this.table.tip.hide();
    if (hand.refusal) {
      shake(this.table.parts?.rack.element ?? null);
      sounds.play("refused");
      announce(hand.refusal);
    } else {
      this.table.message = { text: "", tone: "" };
      if (hand.laid.length !== before.laid.length) sounds.play(hand.laid.length > before.laid.length ? "tile" : "back");
      if (hand.laid !== before.laid) this.tell(before, hand);
    }
    this.table.draw();
    if (hand.naming) void this.nameBlank();
  }

  /** For who listens: which tile went where, and what the tiles score now. @param {Hand} before @param {Hand} hand */
  tell(before, hand) {
    const fresh = hand.laid.filter(({ id, square }) => !before.laid.some((old) => old.id === id && old.square === square));
    const { shape } = this.ground();
    const laid = fresh.map(({ sign, square }) => `${sign.toUpperCase()} on ${squareName(shape, square)}.`);
    const words = isScore(this.judged) ? [`${this.judged.words.map(({ text }) => text).join(", ")}: ${count(this.judged.score, "point")}.`] : [];
    const back = before.laid.length - hand.laid.length;
    announce([...laid, ...(back > 0 ? [`${count(back, "tile")} back.`] : []), ...words].join(" "));
  }

  /** The rules want board and rack as they were before the turn. */
  reset() {
    if (!this.hand) return;
    this.hand = { ...state.recall(this.hand), arrow: null };
    this.keep();
  }

  /** @param {number} square */
  takeBackFrom(square) {
    const laid = this.hand && state.laidAt(this.hand, square);
    if (laid) this.change((hand) => state.takeBack(hand, laid.id));
  }

  /** The player has put the tiles in an order of their own. @param {Hand} hand */
  ownOrder(hand) {
    this.order = "own";
    localStorage.setItem(ORDER_KEY, this.order);
    return hand;
  }

  nextOrder() {
    const { ORDERS, ORDER_NAMES } = order;
    this.order = ORDERS[(ORDERS.indexOf(this.order) + 1) % ORDERS.length] ?? "own";
    localStorage.setItem(ORDER_KEY, this.order);
    this.change((hand) => this.arranged(hand));
    this.table.tip.show(`${ORDER_NAMES[this.order]}.`, 2000);
  }

  async nameBlank() {
    const letter = await chooseLetter(this.table.now?.ruleset.tiles.letters ?? "");
    this.change((hand) => state.nameBlank(hand, this.ground(), letter));
  }
}
