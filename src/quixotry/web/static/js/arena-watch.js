/** Watching a match between computers: the running score, and any of its games at a chosen pace, or live. */

import * as api from "./api.js";
import { doubtText, scoreText, stateText, stopOrResume } from "./arena-match.js";
import { h, reasonOf, write } from "./dom.js";
import { ReplayStage } from "./replay-stage.js";
import { PACES, PACE_KEY } from "./watch-panel.js";

/** @typedef {import("../../protocol.js").ArenaMatch} Match */
/** @typedef {import("../../protocol.js").ArenaGame} Game */
/** @typedef {import("../../protocol.js").GamePlace} Place */

/** How often the server is asked how far the match, and the game that is shown, have come. */
const ASK_MS = 1000;
const LIVE_MS = 400;
/** How long the end of a game stands before the next one begins. */
const END_MS = 1500;

export class ArenaWatch {
  /** @param {HTMLElement} main @param {Match} match */
  constructor(main, match) {
    this.main = main;
    this.match = match;
    this.left = new AbortController();
    /** @type {ReplayStage | null} */
    this.replay = null;
    /** @type {Game | null} */
    this.game = null;
    this.isFollowing = match.state === "running";
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.asking = setInterval(() => void this.ask(), ASK_MS);
    this.score = h("p", { class: "arena-score" });
    this.bar = h("progress", { class: "arena-bar", max: match.pairs, value: 0, "aria-label": "Pairs played" });
    this.state = h("p", { class: "quiet", role: "status" });
    this.doubt = h("p", {});
    this.problem = h("p", { class: "problem", role: "alert", hidden: true });
    this.acts = h("p", { class: "row" });
    this.follow = h("button", { type: "button", id: "follow", "aria-pressed": "false", onclick: () => this.setFollowing(!this.isFollowing) });
    this.speed = h("select", { "aria-label": "Pace", onchange: () => {
      localStorage.setItem(PACE_KEY, this.speed.value);
      this.schedule();
    } }, PACES.map(([ms, label]) => h("option", { value: String(ms), selected: ms === keptPace() }, label)));
    this.pair = h("input", { type: "number", id: "arena-pair", min: 1, max: 1, step: 1, value: 1, onchange: () => this.choose() });
    this.place = h("select", { id: "arena-place", onchange: () => this.choose() }, [1, 2].map((n) => h("option", { value: n }, n)));
    this.moves = h("section", { class: "panel arena-moves", hidden: true }, h("h2", {}, "Moves"));
    this.waiting = h("p", { class: "loading arena-waiting", role: "status" });
    this.side = h("div", { class: "side" },
      h("section", { class: "panel arena-panel" }, h("h2", {}, match.players.join(" against ")), this.score, this.bar, this.state, this.doubt, this.problem, this.acts),
      h("section", { class: "panel arena-panel" }, h("h2", {}, "Game"),
        h("div", { class: "row arena-game" }, h("label", { for: "arena-pair" }, "Pair"), this.pair, h("label", { for: "arena-place" }, "game"), this.place),
        h("div", { class: "row watch-tools" }, this.follow, this.speed)),
      this.moves);
    this.main.replaceChildren(h("h1", { class: "heard" }, match.players.join(" against ")), this.waiting, this.side);
    document.addEventListener("keydown", (event) => this.replay?.key(event), { signal: this.left.signal });
    this.draw();
    void this.open(match.newest, { atEnd: !this.isFollowing });
  }

  leave() {
    clearInterval(this.asking);
    clearTimeout(this.timer);
    this.left.abort();
  }

  /** How far has the match come? */
  async ask() {
    const wasRunning = this.match.state === "running";
    if (!wasRunning && this.replay) return;
    try {
      this.match = /** @type {Match} */ (await api.get(`/api/arena/matches/${this.match.id}`));
      this.say("");
    } catch (error) {
      this.say(reasonOf(error));
      return;
    }
    if (this.left.signal.aborted) return;
    this.draw();
    if (!this.replay && this.match.newest) await this.open(this.match.newest, { atEnd: false });
  }

  /** @param {string} why */
  say(why) {
    this.problem.textContent = why;
    this.problem.hidden = !why;
  }

  draw() {
    const { match } = this;
    const isRunning = match.state === "running";
    write(this.score, scoreText(match));
    write(this.state, `${stateText(match)}.`);
    write(this.doubt, doubtText(match));
    this.bar.value = match.score?.pairs ?? 0;
    this.pair.max = String(Math.max(1, match.score?.pairs ?? 0, match.newest?.pair ?? 0));
    write(this.waiting, isRunning ? "The first game begins in a moment …" : "No game of this match has been played.");
    this.drawFollow();
    const path = `/api/arena/matches/${match.id}`;
    const key = `${match.state} ${match.has_report}`;
    if (this.acts.dataset["key"] === key) return; // a button somebody is about to press stays
    const hadFocus = this.acts.contains(document.activeElement);
    this.acts.dataset["key"] = key;
    const changed = (/** @type {Match} */ now) => {
      this.match = now;
      this.say("");
      this.draw();
      if (now.state === "running") this.setFollowing(true);
    };
    this.acts.replaceChildren(...[
      stopOrResume(match, changed, (why) => this.say(why)),
      match.has_report ? h("a", { class: "button", href: `${path}/report`, target: "_blank", rel: "noopener" }, "Report") : null,
      match.has_report ? h("a", { class: "button", href: `${path}/results`, download: true }, "Results (JSON)") : null,
      match.has_report ? h("a", { class: "button", href: `${path}/records`, download: true }, "Games (GCG)") : null,
      h("a", { class: "button", href: "/arena", "data-nav": true }, "All matches"),
    ].filter((each) => each !== null));
    if (hadFocus) /** @type {HTMLElement | null} */ (this.acts.querySelector("button, a"))?.focus();
  }

  drawFollow() {
    write(this.follow, this.match.state === "running" ? "Follow live" : "Play");
    this.follow.setAttribute("aria-pressed", String(this.isFollowing));
  }

  /** @param {boolean} on */
  setFollowing(on) {
    this.isFollowing = on;
    this.drawFollow();
    const { newest, state } = this.match;
    if (on && newest && state === "running" && !this.isShown(newest)) void this.open(newest, { atEnd: false });
    else if (on && this.game?.is_over && this.replay && this.replay.at === this.replay.frames.length - 1) this.replay.show(0);
    this.schedule();
  }

  /** @param {Place} place */
  isShown = ({ pair, game }) => this.game?.pair === pair && this.game.game === game;

  choose() {
    const pair = Math.max(1, Math.min(Number(this.pair.max), Math.round(this.pair.valueAsNumber) || 1));
    this.isFollowing = false;
    this.drawFollow();
    void this.open({ pair, game: Number(this.place.value) }, { atEnd: false });
  }

  /** Show a game from its beginning, or at its end. @param {Place | null} place @param {{atEnd: boolean}} how */
  async open(place, { atEnd }) {
    if (!place) return;
    const game = await this.read(place);
    if (!game) return this.schedule();
    const players = game.players.map((name) => ({ name, kind: "" }));
    if (this.replay) {
      this.replay.restart(players);
    } else {
      this.replay = new ReplayStage(game.ruleset, players, (_, isAsked) => {
        if (!isAsked) return;
        this.isFollowing = false;
        this.drawFollow();
      });
      this.waiting.replaceWith(this.replay.stage, this.replay.seats);
      this.moves.append(this.replay.list);
      this.moves.hidden = false;
    }
    this.game = game;
    this.pair.value = String(game.pair);
    this.place.value = String(game.game);
    this.replay.take(game.frames);
    this.replay.show(atEnd || (this.isFollowing && this.pace === 0) ? game.frames.length - 1 : 0);
    this.schedule();
  }

  /** @param {Place} place @returns {Promise<Game | null>} null if it cannot be had just now */
  async read({ pair, game }) {
    try {
      const found = await api.get(`/api/arena/matches/${this.match.id}/games/${pair}/${game}`);
      return this.left.signal.aborted ? null : found;
    } catch (error) {
      if (!this.isFollowing) this.say(reasonOf(error));
      return null;
    }
  }

  get pace() {
    return Number(this.speed.value);
  }

  /** Follow on, when it is time to. */
  schedule() {
    clearTimeout(this.timer);
    if (!this.isFollowing || this.left.signal.aborted || !this.replay) return;
    const isAtEnd = this.replay.at >= this.replay.frames.length - 1;
    const wait = !isAtEnd ? this.pace : this.game?.is_over ? END_MS : LIVE_MS;
    this.timer = setTimeout(() => void this.step(), Math.max(wait, this.pace === 0 ? LIVE_MS : 0));
  }

  /** One turn on; at the end of what there is, more of this game or the next one. */
  async step() {
    const { replay, game } = this;
    if (!replay || !game) return;
    const last = replay.frames.length - 1;
    if (replay.at < last) {
      replay.show(this.pace === 0 ? last : replay.at + 1);
    } else if (!game.is_over) {
      const more = await this.read(game);
      // Somebody may have chosen another game meanwhile.
      if (more && this.game === game) {
        this.game = more;
        replay.take(more.frames);
        if (this.isFollowing && replay.at < more.frames.length - 1) replay.show(this.pace === 0 ? more.frames.length - 1 : replay.at + 1);
      }
    } else if (this.match.newest && !this.isShown(this.match.newest)) {
      return this.open(this.match.newest, { atEnd: false });
    } else if (this.match.state !== "running") {
      this.isFollowing = false;
      this.drawFollow();
    }
    this.schedule();
  }
}

function keptPace() {
  const kept = Number(localStorage.getItem(PACE_KEY) ?? NaN);
  return PACES.some(([ms]) => ms === kept) ? kept : 1000;
}
