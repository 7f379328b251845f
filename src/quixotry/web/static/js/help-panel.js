/**
 * Help at the table: a hint a grade at a time, undo of a turn, and what would have been best after each turn, for who wants it.
 *
 * The server tells a grade no more than its name says, and nothing at all where words are for players to judge.
 *
 * @typedef {import("../../protocol.js").Hint} Hint
 * @typedef {import("../../protocol.js").BestMove} BestMove
 * @typedef {import("../../protocol.js").SeenEvent} SeenEvent
 * @typedef {import("./pages/table.js").Table} Table
 */

import * as state from "./board-state.js";
import { h, write } from "./dom.js";
import { messages } from "./messages.js";
import { announce, fill } from "./say.js";

const WISH = "quixotry.best-moves";
const ASKS = ["Hint", "Where?", "Which move?", "Place it"];
const TURNS = ["TilesPlayed", "TilesExchanged", "TurnPassed"];

/** A hint as people read it. @param {Hint} hint */
export function hintText(hint) {
  const { how_good, where, which } = messages.hints;
  const text = hint.grade === 1 ? how_good : hint.grade === 2 ? where : which;
  return fill(text, hint) || fill(how_good, hint);
}

export class HelpPanel {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    /** What was told for the present turn. @type {Hint | null} */
    this.hint = null;
    /** The state of the game a hint was asked for and has not come. @type {number | null} */
    this.waiting = null;
    this.ask = h("button", { type: "button", "data-action": "hint", onclick: () => this.more() }, ASKS[0]);
    this.undo = h("button", { type: "button", "data-action": "undo", onclick: () => this.takeBack() }, "Undo turn");
    this.told = h("p", { class: "told" });
    this.last = h("p", { class: "quiet last-best" });
    this.wish = h("input", { type: "checkbox", id: "best-moves", checked: localStorage.getItem(WISH) === "yes",
      onchange: () => localStorage.setItem(WISH, this.wish.checked ? "yes" : "no") });
    this.buttons = h("div", { class: "row" }, this.ask, this.undo);
    this.body = h("div", { class: "help-body" }, this.buttons, this.told,
      h("label", { class: "check" }, this.wish, " Best move after each of my turns"), this.last);
    this.closed = h("p", { class: "quiet" }, "No hints in a game with challenges.");
    this.element = h("section", { class: "panel help-panel" }, h("h2", {}, "Help"), this.body, this.closed);
  }

  /** The squares a hint points at. @returns {readonly number[] | null} */
  get squares() {
    const place = this.hint?.place;
    return place && this.table.isMyTurn() && !this.table.laying.hand?.laid.length ? place.squares : null;
  }

  draw() {
    const now = this.table.now;
    if (!now) return;
    if (this.hint?.seq !== now.view.seq) this.hint = null;
    const isClosed = now.ruleset.words.wrong_challenge !== null;
    this.element.hidden = !now.seats.length || now.view.outcome !== null;
    this.closed.hidden = !isClosed;
    this.body.hidden = isClosed;
    this.ask.disabled = !this.table.isMyTurn() || !this.table.online || this.hint?.kind === "pass" || this.waiting === now.view.seq;
    this.undo.disabled = !this.canTakeBack();
    write(this.ask, ASKS[this.hint?.grade ?? 0] ?? "");
    if (this.hint?.grade === 3 && this.hint.kind !== "play") this.ask.disabled = true;
    write(this.told, this.waiting === now.view.seq ? "Looking …" : this.hint ? hintText(this.hint) : "");
  }

  /** Is there a turn of our own that nobody but computers has answered? */
  canTakeBack() {
    const now = this.table.now;
    if (!now || !this.table.isMyTurn() || !this.table.online) return false;
    /** @type {number[]} */
    const turns = [];
    for (const event of now.events) {
      if (TURNS.includes(event.kind)) turns.push(event.seat);
      else if (event.kind === "TurnsTakenBack") turns.splice(-(event.turns ?? 0));
    }
    const at = turns.lastIndexOf(now.view.seat ?? -1);
    return at >= 0 && turns.slice(at + 1).every((seat) => now.game.players[seat]?.kind === "computer");
  }

  takeBack() {
    const view = this.table.now?.view;
    if (!view || view.seat === null) return;
    this.table.socket.send({ type: "undo", seat: view.seat, expected_seq: view.seq });
  }

  /** The next grade; after the last one, the tiles. */
  more() {
    const seat = this.table.now?.view.seat;
    if (seat === null || seat === undefined) return;
    const grade = (this.hint?.grade ?? 0) + 1;
    if (grade > 3) this.place();
    else if (this.table.socket.send({ type: "hint", seat, grade })) {
      this.waiting = this.table.now?.view.seq ?? null;
      this.draw();
    }
  }

  place() {
    const move = this.hint?.move;
    if (move?.kind !== "play") return;
    this.table.parts?.side.classList.remove("open");
    this.table.laying.change((hand) => move.placements.reduce((laying, { square, sign }) => {
      const tile = state.onRack(laying).find((each) => each.sign === (sign === sign.toUpperCase() ? sign : state.BLANK));
      return tile ? { ...laying, laid: [...laying.laid, { id: tile.id, square, sign }] } : laying;
    }, { ...state.recall(hand), arrow: null }));
  }

  /** @param {Hint} hint */
  heardHint(hint) {
    this.hint = hint;
    this.waiting = null;
    this.table.parts?.side.classList.remove("open");
    this.table.say(hintText(hint), "");
  }

  /** A turn of our own is over: ask what would have been best, if that is wished. @param {readonly SeenEvent[]} fresh */
  afterTurn(fresh) {
    const now = this.table.now;
    if (!now || !this.wish.checked || now.view.seat === null || now.ruleset.words.wrong_challenge) return;
    const turn = fresh.find((event) => TURNS.includes(event.kind) && event.seat === now.view.seat);
    if (turn) this.table.socket.send({ type: "best", seat: turn.seat, seq: turn.seq });
  }

  /** @param {BestMove} best */
  heardBest(best) {
    const text = fill(messages.hints.best, best);
    write(this.last, text);
    announce(text);
    const { message } = this.table;
    this.table.message = { text: message.tone === "bad" ? message.text : `${text} ${message.text}`, tone: message.tone };
    this.table.draw();
  }
}
