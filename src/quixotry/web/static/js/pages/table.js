/**
 * The table: what the server says, what the hand does, and the one picture of both.
 *
 * The server decides everything; this page never judges a play. A tentative play is previewed by the server,
 * so that the score shown while laying is the referee's own.
 *
 * @typedef {import("../../../protocol.js").Snapshot} Snapshot
 * @typedef {import("../../../protocol.js").SeenEvent} SeenEvent
 * @typedef {import("../../../protocol.js").Preview} Preview
 * @typedef {import("../board-state.js").Hand} Hand
 * @typedef {import("../actions.js").Action} Action
 */

import { ActionBar } from "../actions.js";
import * as api from "../api.js";
import { askExchange, askGiveUp, askResign, invite } from "../asking.js";
import * as state from "../board-state.js";
import { BoardView } from "../board-view.js";
import { askChallenge, wordsThatStood } from "../challenge.js";
import * as dialogs from "../dialogs.js";
import { go, h, reasonOf, write } from "../dom.js";
import { listen } from "../drag.js";
import { showFirstDraw, showResult } from "../ending.js";
import { EMPTY, cellsOf, wordsThrough } from "../geometry.js";
import { HelpPanel } from "../help-panel.js";
import { gamesOf } from "../match-summary.js";
import { Scoresheet, SeatsPanel } from "../panels.js";
import { openSquares, refusalAt } from "../placing.js";
import * as order from "../rack-order.js";
import { RackView } from "../rack-view.js";
import { announce, sentence } from "../say.js";
import { TableSocket } from "../socket.js";
import { TableKeys } from "../table-keys.js";
import { Tip, shake } from "../tips.js";
import { UnseenPanel } from "../unseen.js";
import { coverText, isOnTurn, isWaiting, mustDecide, primaryOf, turnText } from "../turn.js";
import * as sounds from "../sounds.js";
import { WatchPanel } from "../watch-panel.js";
import { WordPanel } from "../word-panel.js";

const TICK_MS = 100;
const ORDER_KEY = "quixotry.rack-order";

/** @param {HTMLElement} main @param {string} id */
export default async function page(main, id) {
  const summary = /** @type {import("../../../protocol.js").GameSummary} */ (await api.get(`/api/games/${id}`));
  if (summary.imported) {
    go(`/replay/${id}`);
    return;
  }
  // At home a game that nobody at this browser holds can be taken up where it was left.
  if (!summary.seats.length && summary.state === "unfinished") await api.post(`/api/games/${id}/claim`, {}).catch(() => null);
  main.className = "table-page";
  main.replaceChildren(h("p", { class: "loading", role: "status" }, "Loading the game …"));
  const table = new Table(main, id);
  return () => table.leave();
}

export class Table {
  /** @param {HTMLElement} main @param {string} id */
  constructor(main, id) {
    this.main = main;
    this.id = id;
    /** @type {Snapshot | null} */
    this.now = null;
    /** @type {Hand | null} */
    this.hand = null;
    this.order = order.orderFrom(localStorage.getItem(ORDER_KEY));
    this.tip = new Tip();
    /** @type {Preview | null} */
    this.preview = null;
    this.previewId = 0;
    /** The command we wait for. @type {{id: string, kind: string} | null} */
    this.asked = null;
    /** @type {{text: string, tone: "" | "bad" | "good"}} */
    this.message = { text: "", tone: "" };
    this.received_at = performance.now();
    /** @type {number | null} */
    this.lifted = null;
    this.stops = /** @type {(() => void)[]} */ ([]);
    this.online = false;
    this.stopDrags = () => {};
    /** Whose Continue was pressed and not yet answered. @type {number | null} */
    this.continuing = null;
    /** The seat we last acted for. @type {number | null} */
    this.lastSeat = null;
    /** Whose hand it is. @type {number | null} */
    this.handSeat = null;
    this.socket = new TableSocket(id, { message: (frame) => this.hear(frame), state: (s, ms) => this.connection(s, ms) });
    const timer = setInterval(() => this.tick(), TICK_MS);
    const tableKeys = new TableKeys(this);
    const keys = (/** @type {KeyboardEvent} */ event) => tableKeys.key(event);
    document.addEventListener("keydown", keys);
    this.stops.push(() => clearInterval(timer), () => document.removeEventListener("keydown", keys));
  }

  leave() {
    this.stopDrags();
    this.tip.hide();
    for (const stop of this.stops) stop();
    this.socket.close();
    for (const dialog of document.querySelectorAll("dialog")) dialog.close();
  }

  // -- what the server says ------------------------------------------------------------------------------

  /** @param {import("../../../protocol.js").ServerMessage} frame */
  hear(frame) {
    switch (frame.type) {
      case "snapshot":
        return this.heardSnapshot(frame);
      case "events":
      case "out_of_sync":
        return this.heardEvents(frame);
      case "ack":
        if (this.asked?.id === frame.command_id) this.asked = null;
        return this.draw();
      case "refused":
        return this.heardRefusal(frame);
      case "preview":
        if (frame.id === this.previewId) {
          this.preview = frame;
          this.draw();
          if (frame.score !== null) announce(`${frame.words.map((word) => word.text).join(", ")}: ${frame.score} points`);
        }
        return;
      case "pace":
        this.watch?.heard(frame);
        return this.draw();
      case "hint":
        return this.help?.heardHint(frame);
      case "best":
        return this.help?.heardBest(frame);
      case "thinking":
        if (this.now) this.now.thinking = frame;
        this.received_at = performance.now();
        return this.draw();
      case "error":
        if (this.help) this.help.waiting = null;
        return this.say(frame.sentence, "bad");
      default:
    }
  }

  /** @param {Snapshot} snapshot */
  heardSnapshot(snapshot) {
    const isFirst = this.now === null;
    const before = this.now;
    this.now = snapshot;
    this.received_at = performance.now();
    // Seats change hands by invitation; what this page may do is then built anew.
    const whose = (/** @type {Snapshot | null} */ shown) => `${shown?.seats} ${shown?.game.open_seats ?? ""}`;
    if (whose(before) !== whose(snapshot)) this.build(snapshot);
    if (before && snapshot.view.seq > before.view.seq) this.sayEvents(snapshot.events.slice(before.events.length));
    this.watch?.begin(snapshot.pace);
    this.handFromView();
    // A Continue that was lost with the connection is said again.
    if (this.continuing !== null && snapshot.hand_over?.seat === this.continuing) this.socket.send({ type: "continue", seat: this.continuing });
    this.continuing = null;
    if (this.asked && !this.socket.unanswered.has(this.asked.id)) this.asked = null;
    this.askPreview();
    this.draw();
    if (isFirst || (before?.view.seq === 0 && snapshot.view.seq > 0)) this.begin();
  }

  /** @param {import("../../../protocol.js").Events | import("../../../protocol.js").OutOfSync} frame */
  heardEvents(frame) {
    const now = this.now;
    if (!now) return;
    if (frame.type === "out_of_sync") {
      this.asked = null;
      this.say("The game has moved on; look again before you play.", "bad");
    }
    const known = now.events.at(-1)?.seq ?? -1;
    const fresh = frame.events.filter((event) => event.seq > known);
    now.events = [...now.events, ...fresh];
    now.view = frame.view;
    now.hand_over = frame.hand_over;
    now.thinking = frame.thinking;
    now.clock = frame.clock;
    if (frame.type === "events" && frame.game) {
      now.game = frame.game;
      now.next_game = frame.next_game ?? null;
    }
    this.received_at = performance.now();
    const mine = fresh.some((event) => event.kind === "TilesPlayed" && event.seat === this.lastSeat);
    const landing = fresh.flatMap((event) =>
      event.kind === "TilesPlayed" && !(mine && event.seat === this.lastSeat) ? (event.placements ?? []).map((p) => p.square) : []);
    this.handFromView();
    this.askPreview();
    this.sayEvents(fresh);
    this.help?.afterTurn(fresh);
    this.draw(landing);
    if (fresh.some((event) => event.kind === "GameEnded")) void this.result();
  }

  /** @param {SeenEvent[]} events */
  sayEvents(events) {
    const now = this.now;
    if (!now) return;
    const said = events.map((event) => sentence(event, now.game.players)).filter(Boolean);
    if (!said.length) return;
    const outcome = now.view.outcome;
    const mine = events.some((event) => event.kind === "TilesPlayed" && event.seat === this.lastSeat);
    sounds.play(outcome ? "over" : mine ? "played" : "theirs");
    this.message = { text: said.join(" "), tone: "" };
    announce(`${said.join(" ")} ${turnText(this.now)}`);
  }

  /** @param {import("../../../protocol.js").Refused} frame */
  heardRefusal(frame) {
    const kind = this.asked?.kind;
    if (this.asked?.id === frame.command_id) this.asked = null;
    const resets = kind === "play" && this.now?.ruleset.controls.bad_play === "reset";
    sounds.play("refused");
    if (resets && this.hand) {
      this.hand = { ...state.recall(this.hand), arrow: null };
      this.save();
      this.askPreview();
    }
    this.say(frame.sentence + (resets ? " Your tiles are back on your rack; try again." : ""), "bad");
  }

  handFromView() {
    const now = this.now;
    if (!now) return;
    const { view } = now;
    const rack = view.rack;
    if (view.seat !== null) this.lastSeat = view.seat;
    if (rack === null || view.outcome) {
      this.hand = null;
      this.handSeat = null;
      return;
    }
    const cells = cellsOf(view.board);
    if (!this.hand || this.handSeat !== view.seat) {
      this.hand = order.arrange(state.thaw(sessionStorage.getItem(this.storageKey()), rack, cells), this.order, this.values ?? {});
      this.handSeat = view.seat;
    } else {
      const held = this.hand.tiles.map((tile) => tile.sign).sort().join("");
      const isSame = held === [...rack].sort().join("");
      const isFree = this.hand.laid.every((laid) => cells[laid.square] === EMPTY);
      if (!isSame) this.hand = order.arrange(state.dealt(this.hand, rack), this.order, this.values ?? {});
      else if (!isFree) this.hand = state.recall(this.hand);
    }
    this.save();
  }

  storageKey() {
    return `quixotry.hand.${this.id}.${this.now?.view.seat}`;
  }

  save() {
    if (this.hand) sessionStorage.setItem(this.storageKey(), state.freeze(this.hand));
  }

  // -- the page ------------------------------------------------------------------------------------------

  /** @param {Snapshot} snapshot */
  build(snapshot) {
    const { ruleset, game } = snapshot;
    this.values = Object.fromEntries(ruleset.tiles.set.map((kind) => [kind.sign, kind.value]));
    this.board = new BoardView(ruleset.board, this.values);
    this.rack = new RackView(this.values, ruleset.rack.size);
    this.bar = new ActionBar(ruleset, (action) => void this.act(action), snapshot.seats.length, !!snapshot.game.open_seats?.length);
    this.seats = new SeatsPanel(game.players, snapshot.seats, ruleset);
    this.sheet = new Scoresheet(game.players, (words) => void this.explain(words));
    this.unseen = new UnseenPanel(ruleset.tiles.set);
    this.words = new WordPanel(game.id);
    this.help = new HelpPanel(this);
    this.watch = new WatchPanel(this.socket);
    this.status = h("p", { class: "status" });
    this.alarm = h("p", { class: "alarm", role: "status", hidden: true });
    this.cover = h("div", { class: "cover", hidden: true });
    this.side = h("div", { class: "side" },
      h("button", { type: "button", class: "side-close phone-only", onclick: () => void this.act("side") }, "Close"),
      this.sheet.element, this.unseen.element, this.help.element, this.words.element, this.bar.more);
    this.board.element.addEventListener("focusin", (event) => {
      const group = event.target instanceof Element ? event.target.closest("[data-square]") : null;
      if (group && this.board) this.board.focus(Number(group.getAttribute("data-square")), false);
    });
    const canPlay = snapshot.seats.length > 0;
    document.documentElement.style.setProperty("--rack-size", String(ruleset.rack.size));
    document.documentElement.style.setProperty("--many-seats", game.players.length > 2 ? "1" : "0");
    this.main.replaceChildren(
      h("h1", { class: "heard" }, `${ruleset.title}: ${game.players.map((player) => player.name).join(" and ")}`),
      h("div", { class: "stage" },
        h("div", { class: "board-box" }, this.board.element),
        this.alarm,
        this.status,
        h("div", { class: "hand-row" },
          h("div", { class: "rack-box" }, this.rack.element, this.cover, this.tip.element),
          this.bar.primary),
        h("div", { class: "control-row" }, this.bar.direction, this.bar.tools, this.bar.turn, this.watch.element, this.bar.phone)),
      this.seats.element,
      this.side);
    this.main.classList.toggle("watching", !canPlay);
    this.stopDrags();
    this.stopDrags = listen(this.board, this.rack, {
      canDrag: () => this.hand !== null,
      tileOnRack: (tile) => this.change((hand) => state.placeAtArrow(hand, this.ground(), tile)),
      square: (square, isSecond) => (isSecond && this.hand && state.laidAt(this.hand, square) ? this.takeBackFrom(square) : this.tapped(square)),
      back: (square) => this.takeBackFrom(square),
      laidIdAt: (square) => (this.hand && state.laidAt(this.hand, square)?.id) ?? null,
      signOf: (tile) => this.hand?.laid.find((laid) => laid.id === tile)?.sign ?? this.hand?.tiles.find((each) => each.id === tile)?.sign ?? "?",
      isOpen: (tile, square) => !this.hand || state.laidAt(this.hand, square) !== null || refusalAt(this.ground(), this.hand.laid.filter((laid) => laid.id !== tile), this.hand.down, square) === null,
      lifted: (tile) => {
        this.lifted = tile;
        this.rack?.lift(tile);
        this.board?.lift(this.hand?.laid.find((laid) => laid.id === tile)?.square ?? null);
        this.draw();
      },
      toSquare: (tile, square) => this.change((hand) => state.place(hand, this.ground(), tile, square)),
      toRack: (tile, place) => this.change((hand) => (place < 0 ? state.takeBack(hand, tile) : this.ownOrder(order.moveInRack(hand, tile, place)))),
    });
  }

  begin() {
    const now = /** @type {Snapshot} */ (this.now);
    const drawn = now.events.some((event) => event.kind === "FirstTileDrawn");
    const played = now.events.some((event) => event.kind === "TilesPlayed" || event.kind === "TurnPassed");
    const key = `quixotry.draw.${this.id}`;
    if (now.view.outcome) return;
    if (drawn && !played && !sessionStorage.getItem(key)) {
      sessionStorage.setItem(key, "seen");
      void showFirstDraw(now.events, now.game, this.values ?? {}, now.ruleset.tiles.letters[0] ?? "A");
    }
    if (!localStorage.getItem("quixotry.taught") && now.seats.length && now.view.turn !== null) {
      localStorage.setItem("quixotry.taught", "yes");
      this.tip.show("Drag a tile to the board, tap a tile and a square, or click a square and type.");
    }
  }

  /** @returns {import("../placing.js").Ground} */
  ground() {
    const now = /** @type {Snapshot} */ (this.now);
    return { shape: now.ruleset.board, cells: cellsOf(now.view.board), placing: now.ruleset.controls.placing };
  }

  isMyTurn() {
    return isOnTurn(this.now?.view);
  }

  primary() {
    return primaryOf(/** @type {Snapshot} */ (this.now), this.hand, {
      score: this.preview?.score, isReady: this.asked === null && this.online, isOnline: this.online, isMerged: this.bar?.isMerged ?? false,
    });
  }

  /** @param {readonly number[]} [landing] */
  draw(landing = []) {
    const now = this.now;
    const { board, rack, bar, seats, sheet, unseen, status, cover } = this;
    if (!now || !board || !rack || !bar || !seats || !sheet || !unseen || !status || !cover) return;
    const { view } = now;
    const hand = this.hand;
    const laid = hand?.laid ?? [];
    const ground = this.ground();
    const score = laid.length && this.preview?.score !== null ? this.preview?.score : undefined;
    const guided = ground.placing !== "free" && hand && (hand.picked !== null || this.lifted !== null || (ground.placing === "reachable" && laid.length && this.isMyTurn()));
    const lifted = this.lifted ?? hand?.picked ?? null;
    board.draw({
      cells: ground.cells,
      laid,
      last: view.last_play?.squares ?? [],
      arrow: hand?.arrow ?? null,
      picked: hand?.picked ?? null,
      hints: guided ? openSquares(ground, laid.filter((each) => each.id !== lifted), hand.down) : this.help?.squares ?? null,
      words: score !== undefined ? this.preview?.words ?? [] : [],
      badge: score !== undefined ? { square: Math.max(...laid.map((each) => each.square)), text: String(score) } : null,
    }, landing);
    rack.draw(hand, { rising: true });
    rack.element.hidden = now.hand_over !== null || hand === null;
    cover.hidden = !rack.element.hidden;
    write(cover, coverText(this.now));
    this.main.dataset.seq = String(view.seq);
    this.main.classList.toggle("my-turn", this.isMyTurn());
    this.main.classList.toggle("handing-over", now.hand_over !== null);
    bar.draw({
      hand,
      primary: this.primary(),
      myTurn: this.isMyTurn() && this.asked === null,
      canExchange: view.can_exchange,
      exchangesLeft: view.exchanges_left,
      canChallenge: this.isMyTurn() && view.pending !== null,
      isOver: view.outcome !== null,
    });
    seats.draw(view);
    sheet.draw(now.events);
    unseen.draw(view);
    this.help?.draw();
    this.watch?.draw(view.outcome !== null);
    this.tick();
    const error = laid.length ? this.preview?.error : null;
    const text = hand?.refusal ?? (this.message.tone === "bad" ? this.message.text : error && laid.length > 1 ? "" : this.message.text);
    write(status, text || (error && laid.length > 1 ? error.sentence : turnText(this.now)));
    status.classList.toggle("bad", hand?.refusal != null || (this.message.tone === "bad" && !!this.message.text));
    document.title = `${this.isMyTurn() ? "● Your turn" : view.outcome ? "Game over" : turnText(this.now)} – Quixotry`;
  }

  tick() {
    const now = this.now;
    const thinking = this.watch?.pace?.is_paused ? null : now?.thinking ?? null;
    if (now) this.seats?.tick(now.view, now.clock, thinking, performance.now() - this.received_at);
  }

  /** @param {string} text @param {"" | "bad" | "good"} tone */
  say(text, tone) {
    this.message = { text, tone };
    announce(text);
    this.draw();
  }

  /** @param {import("../socket.js").State} socketState @param {number} retry_ms */
  connection(socketState, retry_ms) {
    this.online = socketState === "open";
    const lost = socketState === "waiting" || (socketState === "connecting" && this.now !== null);
    if (this.alarm) {
      this.alarm.hidden = !lost && socketState !== "gone";
      write(this.alarm, socketState === "gone" ? "This game is no longer on the server."
        : `The connection was lost; retrying${retry_ms ? ` in ${Math.ceil(retry_ms / 1000)} s` : ""}. Your tiles stay where they are.`);
    } else if (socketState === "gone") {
      this.main.replaceChildren(h("div", { class: "page" }, h("h1", {}, "There is no such game"),
        h("p", {}, h("a", { class: "button", href: "/", "data-nav": true }, "Go to the start page"))));
    } else if (lost) {
      write(this.main.firstElementChild ?? this.main, "The server does not respond; retrying …");
    }
    this.draw();
  }

  // -- what the player does ------------------------------------------------------------------------------

  /** @param {(hand: Hand) => Hand} step */
  change(step) {
    if (!this.hand) return;
    const before = this.hand;
    this.hand = step(before);
    this.tip.hide();
    if (this.hand.refusal) {
      shake(this.rack?.element ?? null);
      sounds.play("refused");
      announce(this.hand.refusal);
    } else {
      this.message = { text: "", tone: "" };
      if (this.hand.laid.length !== before.laid.length) sounds.play(this.hand.laid.length > before.laid.length ? "tile" : "back");
    }
    this.save();
    if (this.hand.laid !== before.laid) this.askPreview();
    this.draw();
    if (this.hand.naming) void this.nameBlank();
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
    this.change((hand) => order.arrange(hand, this.order, this.values ?? {}));
    this.tip.show(`${ORDER_NAMES[this.order]}.`, 2000);
  }

  async nameBlank() {
    const letter = await dialogs.chooseLetter(this.now?.ruleset.tiles.letters ?? "");
    this.change((hand) => state.nameBlank(hand, this.ground(), letter));
  }

  askPreview() {
    this.preview = null;
    this.previewId += 1;
    const seat = this.now?.view.seat;
    if (!this.hand?.laid.length || seat === null || seat === undefined) return;
    this.socket.send({ type: "preview", id: this.previewId, seat, placements: state.placements(this.hand) });
  }

  /** @param {number} square */
  tapped(square) {
    const { cells, shape } = this.ground();
    if (cells[square] !== EMPTY && this.hand?.picked == null) {
      const words = wordsThrough(shape, cells, square);
      if (words.length) void this.explain(words);
      return;
    }
    this.change((hand) => state.tapSquare(hand, this.ground(), square));
  }

  /** @param {string[]} words */
  async explain(words) {
    this.side?.classList.add("open");
    const now = this.now;
    const isSecret = now?.ruleset.words.wrong_challenge && !now.view.outcome;
    await this.words?.show(words, isSecret ? wordsThatStood(now.events, now.view.pending) : null);
  }

  /** @param {import("../../../protocol.js").AnyMove} move */
  move(move) {
    const now = this.now;
    if (!now || now.view.seat === null || this.asked) return;
    this.message = { text: "", tone: "" };
    this.asked = { id: this.socket.move(move, now.view.seat, now.view.seq), kind: move.kind };
    this.draw();
  }

  /** @param {Action} action */
  async act(action) {
    const now = this.now;
    if (!now) return;
    switch (action) {
      case "primary":
        return this.actPrimary();
      case "shuffle":
        return this.change((hand) => this.ownOrder(order.shuffle(hand, Math.random)));
      case "sort":
        return this.nextOrder();
      case "take_back":
        return this.change(state.takeBackLast);
      case "restart":
        return this.change(state.recall);
      case "across":
      case "down":
        return this.change((hand) => state.chooseDirection(hand, this.ground(), action === "down"));
      case "give_up":
        return this.giveUp();
      case "exchange":
        return this.exchange();
      case "challenge": {
        const rule = now.ruleset.words.wrong_challenge;
        const words = rule && await askChallenge(now.view.pending?.words ?? [], rule);
        if (words) this.move({ kind: "challenge", words });
        return;
      }
      case "resign": {
        if (await askResign()) this.move({ kind: "resign" });
        return;
      }
      case "invite":
        await invite(this.id, now.game.open_seats ?? [], now.game.players);
        return;
      case "keys":
        await dialogs.showKeys();
        return;
      case "zoom":
        if (this.board) this.board.zoomTo(this.board.zoom.scale > 1 ? 1 : 1.8, ...this.zoomCentre());
        return;
      case "side":
        this.side?.classList.toggle("open");
        return;
    }
  }

  /** @returns {[number, number]} */
  zoomCentre() {
    const square = this.hand?.arrow?.square ?? this.hand?.laid.at(-1)?.square ?? this.now?.view.last_play?.squares[0];
    const { shape } = this.ground();
    if (square === undefined) return [0.5, 0.5];
    return [((square % shape.width) + 1) / (shape.width + 1), (Math.floor(square / shape.width) + 1) / (shape.height + 1)];
  }

  /** @returns {Promise<void>} */
  async actPrimary() {
    const now = /** @type {Snapshot} */ (this.now);
    if (now.view.outcome) return this.result();
    if (!this.primary().enabled) return;
    if (now.hand_over) {
      this.message = { text: "", tone: "" };
      this.continuing = now.hand_over.seat;
      this.socket.send({ type: "continue", seat: this.continuing });
      return;
    }
    if (isWaiting(now)) return this.act("invite");
    if (mustDecide(now.view)) return this.move({ kind: "accept" });
    if (this.hand?.laid.length) return this.move({ kind: "play", placements: state.placements(this.hand) });
    if (this.hand?.marked.length) return this.moveExchange(this.hand.marked);
    if (now.view.pending) return this.move({ kind: "accept" });
    return this.giveUp();
  }

  async giveUp() {
    const now = /** @type {Snapshot} */ (this.now);
    const yes = await askGiveUp(now.ruleset.controls, (this.hand?.laid.length ?? 0) > 0);
    if (yes) this.move({ kind: "pass" });
  }

  /** @param {{all?: boolean}} [options] */
  async exchange({ all = false } = {}) {
    const now = /** @type {Snapshot} */ (this.now);
    const hand = this.hand;
    if (!hand) return;
    const isStaged = this.bar?.isMerged ?? false;
    const ids = await askExchange(all ? { ...hand, marked: hand.tiles.map((tile) => tile.id) } : hand, now, this.values ?? {}, isStaged);
    if (!ids) return;
    if (isStaged) this.change((each) => state.mark(each, ids));
    else this.moveExchange(ids);
  }

  /** @param {readonly number[]} ids */
  moveExchange(ids) {
    const tiles = this.hand?.tiles.filter((tile) => ids.includes(tile.id)).map((tile) => tile.sign).join("") ?? "";
    this.move({ kind: "exchange", tiles });
  }

  async result() {
    const now = this.now;
    const outcome = now?.view.outcome;
    if (!now || !outcome || dialogs.isOpen()) return;
    const games = await gamesOf(now.game).catch(() => []);
    if (dialogs.isOpen()) return;
    const answer = await showResult({ outcome, games, isWatching: !now.seats.length, events: now.events, game: now.game, ruleset: now.ruleset, values: this.values ?? {}, nextGame: now.next_game, board: /** @type {BoardView} */ (this.board).element });
    if (answer === "next") go(`/table/${now.next_game}`);
    if (answer === "again") {
      // Where the first seat starts, the next one sits there in the rematch.
      const seated = now.ruleset.seats.first === "seat-1" ? [...now.game.players.slice(1), ...now.game.players.slice(0, 1)] : now.game.players;
      const players = seated.map((player) => player.kind === "computer"
        ? { kind: "computer", level: player.level } : { kind: "person", name: player.name });
      try {
        const game = await api.post("/api/games", { ruleset: now.game.ruleset.name, lexicon: now.game.lexicon, players });
        go(`/table/${game.id}`);
      } catch (error) {
        this.say(reasonOf(error), "bad");
      }
    }
  }
}
