/**
 * Everything that stands on the table's page, put together once and drawn again with every change.
 *
 * @typedef {import("../../protocol.js").Snapshot} Snapshot
 * @typedef {import("./pages/table.js").Table} Table
 */

import { AbsenceNotice } from "./absence.js";
import { ActionBar } from "./actions.js";
import * as state from "./board-state.js";
import { BoardView } from "./board-view.js";
import { h, write } from "./dom.js";
import { listen } from "./drag.js";
import { HelpPanel } from "./help-panel.js";
import { isScore } from "./judging.js";
import { Scoresheet, SeatsPanel } from "./panels.js";
import { openSquares, refusalAt } from "./placing.js";
import { moveInRack } from "./rack-order.js";
import { RackView } from "./rack-view.js";
import { coverText, turnText } from "./turn.js";
import { UnseenPanel } from "./unseen.js";
import { hasOthers } from "./way-back.js";
import { WatchPanel } from "./watch-panel.js";
import { WordPanel } from "./word-panel.js";

export class TableParts {
  /** @param {Table} table @param {Snapshot} snapshot */
  constructor(table, snapshot) {
    const { ruleset, game, seats } = snapshot;
    this.table = table;
    this.board = new BoardView(ruleset.board, table.values);
    this.rack = new RackView(table.values, ruleset.rack.size);
    this.bar = new ActionBar(ruleset, (action) => void table.actions.act(action), seats.length, !!game.hosting, hasOthers(snapshot));
    this.seats = new SeatsPanel(game.players, seats, ruleset);
    this.sheet = new Scoresheet(game.players, (words) => void table.explain(words));
    this.unseen = new UnseenPanel(ruleset.tiles.set);
    this.words = new WordPanel(game.id, () => void table.listWords());
    this.help = new HelpPanel(table);
    this.watch = new WatchPanel(table.socket);
    this.absence = new AbsenceNotice(table);
    this.status = h("p", { class: "status" });
    this.alarm = h("p", { class: "alarm", role: "status", hidden: true });
    this.damage = "";
    this.cover = h("div", { class: "cover", hidden: true });
    /** Whose screen it is to be, at its top. */
    this.next = h("p", { class: "hand-over-name", hidden: true });
    this.side = h("div", { class: "side" },
      h("button", { type: "button", class: "side-close phone-only", onclick: () => void table.actions.act("side") }, "Close"),
      this.sheet.element, this.unseen.element, this.help.element, this.words.element, this.bar.more);
    this.board.element.addEventListener("focusin", (event) => {
      const group = event.target instanceof Element ? event.target.closest("[data-square]") : null;
      if (group) this.board.focus(Number(group.getAttribute("data-square")), false);
    });
    /** A tile on its way by mouse or finger. @type {number | null} */
    this.lifted = null;
    this.stop = this.listenToHands();
    document.documentElement.style.setProperty("--rack-size", String(ruleset.rack.size));
    document.documentElement.style.setProperty("--many-seats", game.players.length > 2 ? "1" : "0");
    table.main.classList.toggle("watching", !seats.length);
    table.main.replaceChildren(
      h("h1", { class: "heard" }, `${ruleset.title}: ${game.players.map((player) => player.name).join(" and ")}`),
      h("div", { class: "stage" },
        h("div", { class: "board-box" }, this.board.element, this.next),
        this.alarm,
        this.absence.element,
        table.wayBack.element,
        this.status,
        h("div", { class: "hand-row" },
          h("div", { class: "rack-box" }, this.rack.element, this.cover, table.tip.element),
          this.bar.primary),
        h("div", { class: "control-row" }, this.bar.direction, this.bar.tools, this.bar.turn, this.watch.element, this.bar.phone)),
      this.seats.element,
      this.side);
  }

  /** Mouse and finger on board and rack. @returns {() => void} to stop */
  listenToHands() {
    const { laying } = this.table;
    return listen(this.board, this.rack, {
      canDrag: () => laying.hand !== null,
      tileOnRack: (tile) => laying.change((hand) => state.placeAtArrow(hand, laying.ground(), tile)),
      square: (square, isSecond) => (isSecond && laying.hand && state.laidAt(laying.hand, square) ? laying.takeBackFrom(square) : this.table.tapped(square)),
      back: (square) => laying.takeBackFrom(square),
      laidIdAt: (square) => (laying.hand && state.laidAt(laying.hand, square)?.id) ?? null,
      signOf: (tile) => laying.hand?.laid.find((laid) => laid.id === tile)?.sign ?? laying.hand?.tiles.find((each) => each.id === tile)?.sign ?? "?",
      isOpen: (tile, square) => !laying.hand || state.laidAt(laying.hand, square) !== null
        || refusalAt(laying.ground(), laying.hand.laid.filter((laid) => laid.id !== tile), laying.hand.down, square) === null,
      lifted: (tile) => {
        this.lifted = tile;
        this.rack.lift(tile);
        this.board.lift(laying.hand?.laid.find((laid) => laid.id === tile)?.square ?? null);
        this.table.draw();
      },
      toSquare: (tile, square) => laying.change((hand) => state.place(hand, laying.ground(), tile, square)),
      toRack: (tile, place) => laying.change((hand) => (place < 0 ? state.takeBack(hand, tile) : laying.ownOrder(moveInRack(hand, tile, place)))),
    });
  }

  /** @param {readonly number[]} landing squares whose tiles have just come */
  draw(landing) {
    const { table } = this;
    const { laying } = table;
    const now = /** @type {Snapshot} */ (table.now);
    const { view } = now;
    const { hand } = laying;
    this.drawBoard(landing);
    this.rack.draw(hand, { rising: true });
    this.rack.element.hidden = now.hand_over !== null || hand === null;
    this.cover.hidden = !this.rack.element.hidden;
    write(this.cover, coverText(now));
    this.next.hidden = now.hand_over === null;
    write(this.next, now.hand_over?.name ?? "");
    this.bar.draw({
      hand,
      primary: table.actions.primary(),
      myTurn: table.isMyTurn() && table.asked === null,
      canExchange: view.can_exchange,
      exchangesLeft: view.exchanges_left,
      canChallenge: table.isMyTurn() && view.pending !== null,
      isOver: view.outcome !== null,
    });
    this.seats.draw(view);
    this.sheet.draw(now.events);
    this.unseen.draw(view);
    this.help.draw();
    this.watch.draw(view.outcome !== null);
    this.tick();
    this.drawStatus();
  }

  /** @param {readonly number[]} landing */
  drawBoard(landing) {
    const { laying, now } = this.table;
    const { hand, judged, score } = laying;
    const ground = laying.ground();
    const laid = hand?.laid ?? [];
    const lifted = this.lifted ?? hand?.picked ?? null;
    if (lifted !== null || laid.length || hand?.arrow) this.table.wayBack.hide(); // it lies over the board
    const isGuided = ground.placing !== "free" && hand
      && (lifted !== null || (ground.placing === "reachable" && laid.length && this.table.isMyTurn()));
    this.board.draw({
      cells: ground.cells,
      laid,
      last: now?.view.last_play?.squares ?? [],
      arrow: hand?.arrow ?? null,
      picked: hand?.picked ?? null,
      hints: isGuided ? openSquares(ground, laid.filter((each) => each.id !== lifted), hand.down) : this.help.squares,
      words: isScore(judged) ? judged.words : [],
      badge: score === null ? null : { square: Math.max(...laid.map((each) => each.square)), text: String(score) },
    }, landing);
  }

  /** One line says the most pressing thing: a refusal, what has happened, why the tiles cannot lie so, whose turn it is. */
  drawStatus() {
    const { laying, message } = this.table;
    const { hand, judged } = laying;
    const refusal = judged && !isScore(judged) && (hand?.laid.length ?? 0) > 1 ? judged.sentence : "";
    const isBad = message.tone === "bad" && message.text !== "";
    write(this.status, hand?.refusal || (isBad && message.text) || refusal || message.text || turnText(this.table.now));
    this.status.classList.toggle("bad", hand?.refusal != null || isBad);
  }

  /** Clocks, and how long a computer has been thinking. */
  tick() {
    const { now, received_at } = this.table;
    const thinking = this.watch.pace?.is_paused ? null : now?.thinking ?? null;
    if (now) this.seats.tick(now.view, now.clock, thinking, performance.now() - received_at);
  }

  /** The record of this game cannot be read to its end. @param {string} sentence */
  tellDamage(sentence) {
    this.damage = sentence;
    this.table.tip.hide();
    this.drawConnection("open", 0);
  }

  /** @param {import("./socket.js").State} state @param {number} retry_ms */
  drawConnection(state, retry_ms) {
    const isLost = state === "waiting" || state === "connecting";
    this.alarm.hidden = !isLost && state !== "gone" && !this.damage;
    write(this.alarm, state === "gone" ? "This game is no longer on the server."
      : !isLost ? this.damage : `The connection was lost; retrying${retry_ms ? ` in ${Math.ceil(retry_ms / 1000)} s` : ""}. Your tiles stay where they are.`);
  }
}
