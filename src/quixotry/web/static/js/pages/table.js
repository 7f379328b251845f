/**
 * The table: what the server says, what has happened, and what everybody is told of it. The hand is in laying.js, what a
 * turn can do in turn-actions.js, what stands on the page in table-parts.js.
 *
 * The server decides everything. While tiles are laid the page says what they score by the same rules (judging.js).
 *
 * @typedef {import("../../../protocol.js").Snapshot} Snapshot
 * @typedef {import("../../../protocol.js").SeenEvent} SeenEvent
 */

import * as api from "../api.js";
import { tapSquare } from "../board-state.js";
import { wordsThatStood } from "../challenge.js";
import { chooseWord } from "../dialogs.js";
import { go, h, write } from "../dom.js";
import { answerDraw } from "../draw.js";
import { showFirstDraw } from "../ending.js";
import { marginOf } from "../game-facts.js";
import { EMPTY, squareName, wordsThrough } from "../geometry.js";
import { askClaim, closeInvitation } from "../invite.js";
import { Laying } from "../laying.js";
import { announce, finishText, sentence } from "../say.js";
import { TableSocket } from "../socket.js";
import * as sounds from "../sounds.js";
import { scoreText, wordsOnBoard } from "../spoken.js";
import { TableKeys } from "../table-keys.js";
import { TableParts } from "../table-parts.js";
import { Tip } from "../tips.js";
import { TurnActions } from "../turn-actions.js";
import { isOnTurn, isWaiting, turnText } from "../turn.js";
import { WayBackNote } from "../way-back.js";

const TICK_MS = 100;

/** @param {HTMLElement} main @param {string} id */
export default async function page(main, id) {
  const summary = /** @type {import("../../../protocol.js").GameSummary} */ (await api.get(`/api/games/${id}`));
  if (summary.imported) {
    go(`/replay/${id}`);
    return;
  }
  if (!summary.seats.length && summary.state === "unfinished") await askClaim(id, summary.players);
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
    /** Points per sign. @type {Record<string, number>} */
    this.values = {};
    /** @type {TableParts | null} */
    this.parts = null;
    this.tip = new Tip();
    this.wayBack = new WayBackNote(this);
    this.laying = new Laying(this);
    this.actions = new TurnActions(this);
    /** The command we wait for. @type {{id: string, kind: string} | null} */
    this.asked = null;
    /** @type {{text: string, tone: "" | "bad" | "good"}} */
    this.message = { text: "", tone: "" };
    this.received_at = performance.now();
    this.online = false;
    /** Whose Continue was pressed and not yet answered. @type {number | null} */
    this.continuing = null;
    /** The seat we last acted for. @type {number | null} */
    this.lastSeat = null;
    this.socket = new TableSocket(id, { message: (frame) => this.hear(frame), state: (s, ms) => this.connection(s, ms) });
    const timer = setInterval(() => this.parts?.tick(), TICK_MS);
    const tableKeys = new TableKeys(this);
    const keys = (/** @type {KeyboardEvent} */ event) => tableKeys.key(event);
    document.addEventListener("keydown", keys);
    this.stops = [() => clearInterval(timer), () => document.removeEventListener("keydown", keys)];
  }

  leave() {
    this.parts?.stop();
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
      case "pace":
        this.parts?.watch.heard(frame);
        return this.draw();
      case "hint":
        return this.parts?.help.heardHint(frame);
      case "best":
        return this.parts?.help.heardBest(frame);
      case "thinking":
        if (this.now) this.now.thinking = frame;
        this.received_at = performance.now();
        return this.draw();
      case "absence":
        return this.parts?.absence.heard(frame);
      case "error":
        if (this.parts) this.parts.help.waiting = null;
        if (this.parts && frame.code === "damaged_record") return this.parts.tellDamage(frame.sentence);
        return this.say(frame.sentence, "bad");
      default:
    }
  }

  /** @param {Snapshot} snapshot */
  heardSnapshot(snapshot) {
    const before = this.now;
    this.now = snapshot;
    this.received_at = performance.now();
    // Seats change hands by invitation; what this page may do is then built anew.
    const whose = (/** @type {Snapshot | null} */ shown) => `${shown?.seats} ${shown?.game.open_seats ?? ""}`;
    const isAnew = whose(before) !== whose(snapshot);
    if (isAnew) this.build(snapshot);
    if (before && snapshot.view.seq > before.view.seq) this.sayEvents(snapshot.events.slice(before.events.length));
    this.parts?.watch.begin(snapshot.pace);
    this.parts?.absence.heard(null);
    answerDraw(snapshot, (frame) => this.socket.send(frame));
    this.takeRack();
    // A Continue that was lost with the connection is said again.
    if (this.continuing !== null && snapshot.hand_over?.seat === this.continuing) this.socket.send({ type: "continue", seat: this.continuing });
    this.continuing = null;
    if (this.asked && !this.socket.unanswered.has(this.asked.id)) this.asked = null;
    this.draw();
    if (isAnew || (before?.game.draw && !snapshot.game.draw)) this.begin();
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
    this.takeRack();
    this.sayEvents(fresh);
    this.parts?.help.afterTurn(fresh);
    this.parts?.absence.heard(null);
    this.draw(landing);
    if (fresh.some((event) => event.kind === "StarterChosen")) {
      now.game = { ...now.game, draw: null };
      this.begin();
    }
    if (fresh.some((event) => event.kind === "GameEnded")) void this.actions.result();
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
    const end = outcome ? `${finishText(outcome, now.game.players, marginOf(outcome))} ${scoreText(now)}` : turnText(now);
    announce(`${said.join(" ")} ${end}`);
  }

  /** @param {import("../../../protocol.js").Refused} frame */
  heardRefusal(frame) {
    const kind = this.asked?.kind;
    if (this.asked?.id === frame.command_id) this.asked = null;
    const resets = kind === "play" && this.now?.ruleset.controls.bad_play === "reset";
    sounds.play("refused");
    if (resets) this.laying.reset();
    this.say(frame.sentence + (resets ? " Your tiles are back on your rack; try again." : ""), "bad");
  }

  takeRack() {
    const seat = this.now?.view.seat ?? null;
    if (seat !== null) this.lastSeat = seat;
    this.laying.fromView();
  }

  // -- the page ------------------------------------------------------------------------------------------

  /** @param {Snapshot} snapshot */
  build(snapshot) {
    this.values = Object.fromEntries(snapshot.ruleset.tiles.set.map((kind) => [kind.sign, kind.value]));
    this.parts?.stop();
    this.parts = new TableParts(this, snapshot);
  }

  begin() {
    const now = /** @type {Snapshot} */ (this.now);
    const drawn = now.events.some((event) => event.kind === "FirstTileDrawn");
    const played = now.events.some((event) => event.kind === "TilesPlayed" || event.kind === "TurnPassed");
    const key = `quixotry.draw.${this.id}`;
    if (now.view.outcome) return;
    closeInvitation();
    this.wayBack.offer(now);
    if (isWaiting(now) && now.game.hosting) return void this.actions.act("invite");
    if (drawn && !played && !sessionStorage.getItem(key)) {
      sessionStorage.setItem(key, "seen");
      void showFirstDraw(now.events, now.game, this.values, now.ruleset.tiles.letters[0] ?? "A");
    }
    if (!localStorage.getItem("quixotry.taught") && now.seats.length && now.view.turn !== null) {
      localStorage.setItem("quixotry.taught", "yes");
      this.tip.show(now.ruleset.controls.direction_first
        ? "Choose Horizontal or Vertical, then drag or tap tiles to the board. Or click a square and type."
        : "Drag a tile to the board, tap a tile and a square, or click a square and type.");
    }
  }

  isMyTurn() {
    return isOnTurn(this.now?.view);
  }

  /** @param {readonly number[]} [landing] */
  draw(landing = []) {
    const { now, parts } = this;
    if (!now || !parts) return;
    const { view } = now;
    this.main.dataset.seq = String(view.seq);
    this.main.classList.toggle("my-turn", this.isMyTurn());
    this.main.classList.toggle("handing-over", now.hand_over !== null);
    parts.draw(landing);
    document.title = `${this.isMyTurn() ? "● Your turn" : view.outcome ? "Game over" : turnText(now)} – Quixotry`;
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
    if (this.parts) {
      this.parts.drawConnection(socketState, retry_ms);
    } else if (socketState === "gone") {
      const damage = this.message.text;
      this.main.replaceChildren(h("div", { class: "page" }, h("h1", {}, damage ? "This game is damaged" : "There is no such game"),
        damage ? h("p", {}, damage) : null,
        h("p", {}, h("a", { class: "button", href: "/", "data-nav": true }, "Go to the start page"))));
    } else if (socketState === "waiting") {
      write(this.main.firstElementChild ?? this.main, "The server does not respond; retrying …");
    }
    this.draw();
  }

  // -- what the player does ------------------------------------------------------------------------------

  /** Somebody who was handed the screen is there. @param {number} seat */
  carryOn(seat) {
    this.message = { text: "", tone: "" };
    this.continuing = seat;
    this.socket.send({ type: "continue", seat });
  }

  /** @param {number} square */
  tapped(square) {
    const { cells, shape } = this.laying.ground();
    if (cells[square] !== EMPTY && this.laying.hand?.picked == null) {
      const words = wordsThrough(shape, cells, square);
      if (words.length) void this.explain(words);
      return;
    }
    this.laying.change((hand) => tapSquare(hand, this.laying.ground(), square));
  }

  /** Every word on the board; one can be chosen to see what it means. */
  async listWords() {
    const { shape, cells } = this.laying.ground();
    const words = wordsOnBoard(shape, cells).map(({ text, square, down }) => ({ text, where: `${down ? "down" : "across"} from ${squareName(shape, square)}` }));
    const word = await chooseWord(words);
    if (word) await this.explain([word]);
  }

  /** @param {string[]} words */
  async explain(words) {
    this.parts?.side.classList.add("open");
    const now = this.now;
    const isSecret = now?.ruleset.words.wrong_challenge && !now.view.outcome;
    await this.parts?.words.show(words, isSecret ? wordsThatStood(now.events, now.view.pending) : null);
  }
}
