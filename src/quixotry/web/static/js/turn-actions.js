/**
 * What a player does in a turn, by button or by key: play, pass, exchange, challenge, resign, and what comes after the end.
 *
 * @typedef {import("./pages/table.js").Table} Table
 * @typedef {import("./tool-button.js").Action} Action
 * @typedef {import("../../protocol.js").Snapshot} Snapshot
 */

import * as api from "./api.js";
import { askExchange, askGiveUp, askResign } from "./asking.js";
import * as state from "./board-state.js";
import { askChallenge } from "./challenge.js";
import * as dialogs from "./dialogs.js";
import { go, reasonOf } from "./dom.js";
import { showResult } from "./ending.js";
import { invite } from "./invite.js";
import { gamesOf } from "./match-summary.js";
import { shuffle } from "./rack-order.js";
import { isWaiting, mustDecide, primaryOf } from "./turn.js";

export class TurnActions {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
  }

  /** What the primary button does now. */
  primary() {
    const { table } = this;
    return primaryOf(/** @type {Snapshot} */ (table.now), table.laying.hand, {
      score: table.laying.score, isReady: table.asked === null && table.online, isOnline: table.online, isMerged: table.parts?.bar.isMerged ?? false,
    });
  }

  /** @param {import("../../protocol.js").AnyMove} move */
  move(move) {
    const { table } = this;
    const { now } = table;
    if (!now || now.view.seat === null || table.asked) return;
    table.message = { text: "", tone: "" };
    table.asked = { id: table.socket.move(move, now.view.seat, now.view.seq), kind: move.kind };
    table.draw();
  }

  /** @param {Action} action */
  async act(action) {
    const { now, laying, parts } = this.table;
    if (!now || !parts) return;
    switch (action) {
      case "primary":
        return this.actPrimary();
      case "shuffle":
        return laying.change((hand) => laying.ownOrder(shuffle(hand, Math.random)));
      case "sort":
        return laying.nextOrder();
      case "take_back":
        return laying.change(state.takeBackLast);
      case "restart":
        return laying.change(state.recall);
      case "across":
      case "down":
        return laying.change((hand) => state.chooseDirection(hand, laying.ground(), action === "down"));
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
        await invite(this.table.id, now.game.open_seats ?? [], now.game.players);
        return;
      case "back":
        return this.table.wayBack.ask(now);
      case "keys":
        await dialogs.showKeys();
        return;
      case "zoom":
        parts.board.zoomTo(parts.board.zoom.scale > 1 ? 1 : 1.8, ...this.zoomCentre());
        return;
      case "side":
        parts.side.classList.toggle("open");
        return;
    }
  }

  /** @returns {[number, number]} */
  zoomCentre() {
    const { laying, now } = this.table;
    const square = laying.hand?.arrow?.square ?? laying.hand?.laid.at(-1)?.square ?? now?.view.last_play?.squares[0];
    const { shape } = laying.ground();
    if (square === undefined) return [0.5, 0.5];
    return [((square % shape.width) + 1) / (shape.width + 1), (Math.floor(square / shape.width) + 1) / (shape.height + 1)];
  }

  /** @returns {Promise<void>} */
  async actPrimary() {
    const { table } = this;
    const now = /** @type {Snapshot} */ (table.now);
    const { hand } = table.laying;
    if (now.view.outcome) return this.result();
    if (!this.primary().enabled) return;
    if (now.hand_over) return table.carryOn(now.hand_over.seat);
    if (isWaiting(now)) return this.act("invite");
    if (mustDecide(now.view)) return this.move({ kind: "accept" });
    if (hand?.laid.length) return this.move({ kind: "play", placements: state.placements(hand) });
    if (hand?.marked.length) return this.moveExchange(hand.marked);
    if (now.view.pending) return this.move({ kind: "accept" });
    return this.giveUp();
  }

  async giveUp() {
    const now = /** @type {Snapshot} */ (this.table.now);
    const yes = await askGiveUp(now.ruleset.controls, (this.table.laying.hand?.laid.length ?? 0) > 0);
    if (yes) this.move({ kind: "pass" });
  }

  /** @param {{all?: boolean}} [options] */
  async exchange({ all = false } = {}) {
    const { now, laying, parts, values } = this.table;
    const { hand } = laying;
    if (!hand || !now) return;
    const isStaged = parts?.bar.isMerged ?? false;
    const ids = await askExchange(all ? { ...hand, marked: hand.tiles.map((tile) => tile.id) } : hand, now, values, isStaged);
    if (!ids) return;
    if (isStaged) laying.change((each) => state.mark(each, ids));
    else this.moveExchange(ids);
  }

  /** @param {readonly number[]} ids */
  moveExchange(ids) {
    const tiles = this.table.laying.hand?.tiles.filter((tile) => ids.includes(tile.id)).map((tile) => tile.sign).join("") ?? "";
    this.move({ kind: "exchange", tiles });
  }

  async result() {
    const { now, parts, values } = this.table;
    const outcome = now?.view.outcome;
    if (!now || !outcome || !parts || dialogs.isOpen()) return;
    const games = await gamesOf(now.game).catch(() => []);
    if (dialogs.isOpen()) return;
    const answer = await showResult({
      outcome, games, isWatching: !now.seats.length, events: now.events, game: now.game, ruleset: now.ruleset, values,
      nextGame: now.next_game, board: parts.board.element,
    });
    if (answer === "next") go(`/table/${now.next_game}`);
    if (answer === "again") await this.rematch(now);
  }

  /** Where the first seat starts, the next one sits there in the rematch. @param {Snapshot} now */
  async rematch({ ruleset, game }) {
    const seated = ruleset.seats.first === "seat-1" ? [...game.players.slice(1), ...game.players.slice(0, 1)] : game.players;
    const players = seated.map((player) => player.kind === "computer"
      ? { kind: "computer", level: player.level } : { kind: "person", name: player.name });
    try {
      const next = await api.post("/api/games", { ruleset: game.ruleset.name, lexicon: game.lexicon, players });
      go(`/table/${next.id}`);
    } catch (error) {
      this.table.say(reasonOf(error), "bad");
    }
  }
}
