/**
 * The keyboard at the table. On a square the arrow keys walk; elsewhere they do what players of other programs
 * expect: turn the arrow, shuffle, recall. Letters, Backspace and Enter work everywhere.
 *
 * @typedef {import("./pages/table.js").Table} Table
 * @typedef {import("./board-view.js").BoardView} BoardView
 */

import * as state from "./board-state.js";
import * as dialogs from "./dialogs.js";
import { EMPTY, beside, squareName, withLaid } from "./geometry.js";
import { moveInRack } from "./rack-order.js";
import { announce } from "./say.js";
import * as spoken from "./spoken.js";
import { whyNot } from "./turn.js";

/** A row full of tiles takes a while to read. */
const TOLD_MS = 10_000;

/** Keys that act when pressed twice in a row. @type {Record<string, "give_up" | "challenge" | "exchange">} */
const TWICE = { 2: "give_up", 3: "challenge", 4: "exchange" };

/** Keys that tell about the table, in a bubble and to who listens. @type {Record<string, (table: Table) => string>} */
const TOLD = {
  5: ({ laying, values }) => spoken.rackText(laying.hand, values),
  6: ({ now }) => (now ? spoken.scoreText(now) : ""),
  7: ({ now }) => (now ? spoken.lastMoveText(now) : ""),
  8: ({ now }) => (now ? spoken.bagText(now.view) : ""),
  9: (table) => lineOf(table, false),
  0: (table) => lineOf(table, true),
};

/** The row or column of the arrow, or of the square where the keyboard stands. @param {Table} table @param {boolean} down */
function lineOf({ laying, parts }, down) {
  const { shape, cells } = laying.ground();
  return spoken.lineText(shape, withLaid(cells, laying.hand?.laid ?? []), laying.hand?.arrow?.square ?? parts?.board.focused ?? shape.start, down);
}

export class TableKeys {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    /** The key that acts if it comes again next. */
    this.armed = "";
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || dialogs.isOpen() || !this.table.now) return;
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest("input:not([type=radio]), select, textarea")) return;
    if (this.twiceKey(event.key) || this.toldKey(event.key)) {
      event.preventDefault();
      return;
    }
    const board = /** @type {BoardView} */ (this.table.parts?.board);
    const inBoard = board.hasFocus();
    const onButton = target?.closest("button, a, input, summary") ?? null;
    const handled = inBoard ? this.boardKey(event) : this.looseKey(event, onButton);
    if (handled || this.typingKey(event)) event.preventDefault();
  }

  /** Pass, challenge and exchange by 22, 33 and 44; `$` exchanges all. @param {string} key @returns {boolean} */
  twiceKey(key) {
    const action = key === "$" ? "exchange" : TWICE[key];
    const armed = this.armed;
    this.armed = action && key !== "$" ? key : "";
    if (!action) return false;
    const { table } = this;
    const why = table.asked ? "It is not your turn." : whyNot(table.now, table.laying.hand, action);
    if (why) {
      this.armed = "";
      table.tip.show(why);
    } else if (key === "$") void table.actions.exchange({ all: true });
    else if (armed !== key) table.tip.show(`Press ${key} again to ${{ give_up: "pass", challenge: "challenge", exchange: "exchange" }[action]}.`);
    else {
      this.armed = "";
      table.tip.hide();
      if (action === "give_up") table.actions.move({ kind: "pass" });
      else void table.actions.act(action);
    }
    return true;
  }

  /** 5 to 0 tell rack, scores, last move, bag, row and column; 1 lists the words. @param {string} key @returns {boolean} */
  toldKey(key) {
    const tell = TOLD[key];
    if (key === "1") void this.table.listWords();
    else if (tell) this.table.tip.show(tell(this.table), TOLD_MS);
    else return false;
    return true;
  }

  /** Keys while a square has the focus: walk, tap, type. @param {KeyboardEvent} event @returns {boolean} */
  boardKey(event) {
    const board = /** @type {BoardView} */ (this.table.parts?.board);
    const { shape } = this.table.laying.ground();
    const steps = /** @type {Record<string, [boolean, 1 | -1]>} */ ({
      ArrowLeft: [false, -1], ArrowRight: [false, 1], ArrowUp: [true, -1], ArrowDown: [true, 1],
    });
    const step = steps[event.key];
    if (step) {
      const next = beside(shape, board.focused, ...step);
      if (next !== null) {
        board.focus(next);
        if (this.table.laying.hand?.arrow && this.table.laying.ground().cells[next] === EMPTY) this.table.laying.change((hand) => state.moveArrow(hand, next));
      }
      return true;
    }
    const row = Math.floor(board.focused / shape.width) * shape.width;
    if (event.key === "Home" || event.key === "End") {
      board.focus(event.key === "Home" ? row : row + shape.width - 1);
      return true;
    }
    if (event.key === " " || (event.key === "Enter" && this.table.laying.hand && !this.table.laying.hand.laid.length)) {
      this.table.tapped(board.focused);
      const arrow = this.table.laying.hand?.arrow;
      if (arrow) announce(`Arrow ${arrow.down ? "down" : "right"} at ${squareName(shape, arrow.square)}`);
      return true;
    }
    if (event.key === "Enter") {
      void this.table.actions.act("primary");
      return true;
    }
    if (isLetter(event) && !this.table.laying.hand?.arrow) {
      this.table.laying.change((hand) => state.tapSquare({ ...hand, picked: null }, this.table.laying.ground(), board.focused));
    }
    return false;
  }

  /** Keys while nothing in particular has the focus. @param {KeyboardEvent} event @param {Element | null} onButton @returns {boolean} */
  looseKey(event, onButton) {
    const rackTile = onButton?.closest(".rack [data-id]");
    const isRadio = onButton?.matches("input[type=radio]") ?? false;
    switch (event.key) {
      case "ArrowLeft":
      case "ArrowRight":
        if (isRadio) return false;
        if (rackTile && event.shiftKey) {
          const id = Number(rackTile.getAttribute("data-id"));
          const at = this.table.laying.hand?.tiles.findIndex((tile) => tile.id === id) ?? 0;
          this.table.laying.change((hand) => this.table.laying.ownOrder(moveInRack(hand, id, at + (event.key === "ArrowLeft" ? -1 : 1))));
        } else if (rackTile) {
          const next = event.key === "ArrowLeft" ? rackTile.previousElementSibling : rackTile.nextElementSibling;
          if (next instanceof HTMLElement) next.focus();
        } else this.table.laying.change(state.flip);
        return true;
      case "ArrowUp":
        if (isRadio) return false;
        void this.table.actions.act("shuffle");
        return true;
      case "ArrowDown":
        if (isRadio) return false;
        void this.table.actions.act("restart");
        return true;
      case " ":
        if (onButton) return false;
        this.table.laying.change((hand) => state.advance(hand, this.table.laying.ground()));
        return true;
      case "Enter":
        if (onButton) return false;
        void this.table.actions.act("primary");
        return true;
      default:
        return false;
    }
  }

  /** Letters, Backspace and Escape, wherever the focus is. @param {KeyboardEvent} event @returns {boolean} */
  typingKey(event) {
    if (event.key === "Backspace") {
      this.table.laying.change(state.takeBackLast);
    } else if (event.key === "Escape") {
      this.table.parts?.side.classList.remove("open");
      this.table.laying.change((hand) => ({ ...hand, picked: null, arrow: null, refusal: null }));
    } else if (event.key === "?") {
      void this.table.actions.act("keys");
    } else if (isLetter(event)) {
      this.type(event.key.toUpperCase(), event.shiftKey);
    } else return false;
    const arrow = this.table.laying.hand?.arrow;
    const board = this.table.parts?.board;
    if (arrow && board) board.focus(arrow.square, board.hasFocus());
    return true;
  }

  /** @param {string} letter @param {boolean} shift */
  type(letter, shift) {
    const { now, laying } = this.table;
    if (!now?.ruleset.tiles.letters.includes(letter) || !laying.hand) return;
    const ground = laying.ground();
    if (!laying.hand.arrow && [...ground.cells].every((cell) => cell === EMPTY) && !laying.hand.laid.length) {
      laying.hand = state.tapSquare({ ...laying.hand, picked: null }, ground, ground.shape.start);
    }
    laying.change((hand) => state.typeLetter(hand, ground, letter, { shift }));
  }
}

/** A letter key; Caps Lock changes nothing because Shift is asked for by itself. @param {KeyboardEvent} event */
const isLetter = (event) => event.key.length === 1 && event.key.toLowerCase() !== event.key.toUpperCase();
