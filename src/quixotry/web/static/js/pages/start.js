/** The start page: play at once, or choose rules, seats and words; go on with an unfinished game. */

import * as api from "../api.js";
import { go, h, listed, reasonOf } from "../dom.js";
import { shownTile } from "../rack-view.js";
import { gameRow } from "./games.js";

/** @typedef {import("../../../protocol.js").Ruleset} Ruleset */
/** @typedef {import("../../../protocol.js").Level} Level */
/** @typedef {import("../../../protocol.js").LexiconEntry} Lexicon */
/** @typedef {import("../../../protocol.js").GameSummary} Summary */
/** @typedef {{kind: "person" | "invited" | "computer", name: string, level: string}} SeatChoice */

const NAME_KEY = "quixotry.name";
const RULES_KEY = "quixotry.ruleset";
const QUICK = "solo";

/** @param {HTMLElement} main */
export default async function page(main) {
  const [{ rulesets }, levels, lexicons, unfinished, finished] = await Promise.all([
    api.get("/api/rulesets"), api.get("/api/levels"), api.get("/api/lexicons"),
    api.get("/api/games?state=unfinished&limit=3"), api.get("/api/games?state=finished&limit=4"),
  ]);
  const values = Object.fromEntries((rulesets[0]?.tiles.set ?? []).map((/** @type {any} */ kind) => [kind.sign, kind.value]));
  const setup = new Setup(rulesets, levels, lexicons);
  const open = /** @type {Summary[]} */ (unfinished.games);
  const past = /** @type {Summary[]} */ (finished.games);
  main.replaceChildren(h("div", { class: "page start" },
    h("section", { class: "hero" },
      h("div", {},
        h("div", { class: "hero-tiles", "aria-hidden": "true" }, [..."QUIXOTRy"].map((sign) => shownTile(sign, values))),
        h("h1", {}, "A board, a bag of letters, and you"),
        h("p", { class: "lead" }, open.length || past.length
          ? "Start a game with one click, or set one up below."
          : "Press Play now for a game against the computer. You play first; drag tiles to the board, or click a square and type.")),
      h("button", { type: "button", class: "primary big", id: "play-now", onclick: () => void setup.quick() }, "Play now")),
    setup.problem,
    open.length
      ? h("section", {}, h("h2", {}, "Continue playing"), h("ul", { class: "game-list" }, open.map((game) => gameRow(game))))
      : null,
    setup.element,
    past.length
      ? h("section", {}, h("h2", {}, "Past games"), h("ul", { class: "game-list" }, past.map((game) => gameRow(game))),
        h("p", {}, h("a", { href: "/games", "data-nav": true }, "All games and imports")))
      : h("p", { class: "quiet" }, "Past games will be listed here. You can also ", h("a", { href: "/games", "data-nav": true }, "import a game record"), ".")));
}

class Setup {
  /** @param {Ruleset[]} rulesets @param {{levels: Level[], default: string}} levels @param {{lexicons: Lexicon[], default: string}} lexicons */
  constructor(rulesets, levels, lexicons) {
    this.rulesets = rulesets;
    this.levels = levels;
    const kept = localStorage.getItem(RULES_KEY);
    this.ruleset = /** @type {Ruleset} */ (rulesets.find((each) => each.name === kept) ?? rulesets[0]);
    /** @type {SeatChoice[]} */
    this.seats = [];
    this.problem = h("p", { class: "problem", role: "alert", hidden: true });
    this.seatList = h("div", { class: "seat-choices" });
    this.lexicon = h("select", { id: "lexicon" }, lexicons.lexicons.map((each) =>
      h("option", { value: each.id, selected: each.id === lexicons.default }, `${each.title} (${each.words.toLocaleString()} words)`)));
    this.cards = h("div", { class: "cards" }, rulesets.map((each) => this.card(each)));
    this.adder = h("button", { type: "button", onclick: () => this.addSeat() }, "Add a player");
    this.element = h("form", { class: "setup", onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      void this.start();
    } },
      h("fieldset", { class: "choose-rules" }, h("legend", {}, h("h2", {}, "Which rules?")), this.cards,
        h("p", { class: "quiet" }, h("a", { href: "/house", "data-nav": true }, "Make house rules"), " from any of these, or ",
          h("a", { href: "/rules", "data-nav": true }, "read them in full"), ".")),
      h("div", { class: "setup-rest" },
        h("fieldset", {}, h("legend", {}, h("h2", {}, "Who plays?")), this.seatList, this.adder),
        h("div", { class: "field" }, h("label", { for: "lexicon" }, "Word list"), this.lexicon),
        h("button", { type: "submit", class: "primary big", id: "start-game" }, "Start the game")));
    this.reseat();
  }

  /** @param {Ruleset} ruleset */
  card(ruleset) {
    const input = h("input", { type: "radio", name: "ruleset", value: ruleset.name, checked: ruleset === this.ruleset,
      onchange: () => {
        this.ruleset = ruleset;
        localStorage.setItem(RULES_KEY, ruleset.name);
        this.reseat();
      } });
    const { min, max } = ruleset.seats;
    return h("label", { class: "card" }, input,
      h("span", { class: "card-title" }, ruleset.title, ruleset.is_own ? h("span", { class: "chip" }, "house rules") : null,
        h("span", { class: "chip" }, min === max ? `${min} players` : `${min}–${max} players`)),
      h("span", { class: "card-text" }, ruleset.summary));
  }

  /** The seats the ruleset starts from. */
  reseat() {
    const name = localStorage.getItem(NAME_KEY) ?? "";
    this.seats = this.ruleset.seats.default.map((kind, seat) => kind === "computer"
      ? { kind: "computer", name: "", level: this.levels.default }
      : { kind: "person", name: seat === 0 && name ? name : `Player ${seat + 1}`, level: this.levels.default });
    this.drawSeats();
  }

  addSeat() {
    this.seats.push({ kind: "person", name: `Player ${this.seats.length + 1}`, level: this.levels.default });
    this.drawSeats();
  }

  drawSeats() {
    const { min, max } = this.ruleset.seats;
    this.adder.hidden = this.seats.length >= max;
    this.seatList.replaceChildren(...this.seats.map((seat, number) => {
      const label = `Seat ${number + 1}`;
      const kind = h("select", { "aria-label": `${label}: who`, "data-seat": number, onchange: (/** @type {Event} */ event) => {
        const value = /** @type {HTMLSelectElement} */ (event.target).value;
        seat.kind = value === "person" || value === "invited" ? value : "computer";
        if (seat.kind === "computer") seat.level = value.slice("computer:".length);
        this.drawSeats();
        this.seatList.querySelectorAll("select")[number]?.focus();
      } },
        h("option", { value: "person", selected: seat.kind === "person" }, "Person"),
        h("option", { value: "invited", selected: seat.kind === "invited" }, "Invited"),
        this.levels.levels.map((level) => h("option", {
          value: `computer:${level.name}`, selected: seat.kind === "computer" && seat.level === level.name,
        }, `Computer: ${level.title}`)));
      const name = h("input", { type: "text", maxlength: 40, "aria-label": `${label}: name`, value: seat.name, autocomplete: "off",
        oninput: (/** @type {Event} */ event) => {
          seat.name = /** @type {HTMLInputElement} */ (event.target).value;
        } });
      return h("div", { class: "seat-choice" }, h("span", { class: "seat-number", "aria-hidden": "true" }, number + 1), kind,
        seat.kind !== "computer" ? name : h("span", { class: "quiet" }, "computer player"),
        this.seats.length > min
          ? h("button", { type: "button", class: "icon", "aria-label": `Remove seat ${number + 1}`, onclick: () => {
            this.seats.splice(number, 1);
            this.drawSeats();
          } }, "×")
          : null);
    }));
  }

  /** @param {string} ruleset @param {string | undefined} lexicon @param {object[]} players */
  async create(ruleset, lexicon, players) {
    this.problem.hidden = true;
    try {
      const game = await api.post("/api/games", lexicon ? { ruleset, lexicon, players } : { ruleset, players });
      go(`/table/${game.id}`);
    } catch (error) {
      this.problem.textContent = reasonOf(error);
      this.problem.hidden = false;
      this.problem.scrollIntoView({ block: "nearest" });
    }
  }

  async start() {
    const players = this.seats.map((seat) => seat.kind !== "computer"
      ? { kind: "person", name: seat.name.trim(), invited: seat.kind === "invited" } : { kind: "computer", level: seat.level });
    const first = this.seats.find((seat) => seat.kind === "person" && !/^Player \d$/.test(seat.name.trim()));
    if (first) localStorage.setItem(NAME_KEY, first.name.trim());
    const empty = this.seats.flatMap((seat, number) => (seat.kind !== "computer" && !seat.name.trim() ? [`seat ${number + 1}`] : []));
    if (empty.length) {
      this.problem.textContent = `Give ${listed(empty)} a name.`;
      this.problem.hidden = false;
      return;
    }
    await this.create(this.ruleset.name, this.lexicon.value, players);
  }

  /** One click: you against the computer. */
  async quick() {
    const ruleset = this.rulesets.find((each) => each.name === QUICK)
      ?? this.rulesets.find((each) => each.seats.default.includes("computer")) ?? this.rulesets[0];
    const name = localStorage.getItem(NAME_KEY) ?? "You";
    await this.create(ruleset?.name ?? QUICK, undefined, [{ kind: "person", name }, { kind: "computer", level: this.levels.default }]);
  }
}
