/** The form that sets up a game: who plays, by which rules, with which words. What was chosen is remembered. */

import * as api from "./api.js";
import { go, h, reasonOf } from "./dom.js";
import { modesFor, playersOf, rememberedChoice, rulesFor, wrongName } from "./modes.js";

/** @typedef {import("../../protocol.js").Ruleset} Ruleset */
/** @typedef {import("../../protocol.js").Level} Level */
/** @typedef {import("../../protocol.js").LexiconEntry} Lexicon */
/** @typedef {import("./modes.js").Player} Player */
/** @typedef {import("./modes.js").Choice} Choice */

const CHOICE_KEY = "quixotry.setup";
const NAME_KEY = "quixotry.name";
const LEXICON_KEY = "quixotry.lexicon";

export class SetupForm {
  /** @param {Ruleset[]} rulesets @param {{levels: Level[], default: string, may_play_alone?: boolean, has_arena: boolean}} levels @param {{lexicons: Lexicon[], default: string}} lexicons */
  constructor(rulesets, levels, lexicons) {
    this.rulesets = rulesets;
    this.levels = levels.levels;
    this.usual = levels.default;
    this.hasArena = levels.has_arena;
    this.choice = rememberedChoice(localStorage.getItem(CHOICE_KEY), this.levels.map((level) => level.name), levels.default);
    const modes = modesFor(levels.may_play_alone ?? true);
    if (!modes.some(({ mode }) => mode === this.choice.mode)) this.choice.mode = "me";
    this.choice.name ||= localStorage.getItem(NAME_KEY) ?? "";
    this.problem = h("p", { class: "problem", role: "alert", id: "setup-problem", hidden: true });
    const lexicon = localStorage.getItem(LEXICON_KEY) ?? lexicons.default;
    this.lexicon = h("select", { id: "lexicon" }, lexicons.lexicons.map((each) =>
      h("option", { value: each.id, selected: each.id === lexicon }, `${each.title} (${each.words.toLocaleString()} words)`)));
    this.who = h("div", { class: "who" });
    this.rules = h("div", { class: "cards" });
    this.modes = h("fieldset", { class: "choose-mode" }, h("legend", {}, h("h2", {}, "Who plays?")),
      h("div", { class: "mode-cards" }, modes.map(({ mode, title, text }) => h("label", { class: "card mode-card" },
        h("input", { type: "radio", name: "mode", value: mode, checked: mode === this.choice.mode, onchange: () => {
          this.choice.mode = mode;
          this.draw();
        } }),
        h("span", { class: "card-title" }, title), h("span", { class: "card-text" }, text)))));
    this.element = h("form", { class: "setup", novalidate: true, onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      void this.start();
    } },
      this.modes,
      h("fieldset", { class: "choose-rules" }, h("legend", {}, h("h2", {}, "Which rules?")), this.rules,
        h("p", { class: "quiet" }, h("a", { href: "/house", "data-nav": true }, "Make house rules"), " from any of these, or ",
          h("a", { href: "/rules", "data-nav": true }, "read them in full"), ".")),
      h("div", { class: "setup-rest" },
        this.who,
        h("div", { class: "field" }, h("label", { for: "lexicon" }, "Word list"), this.lexicon),
        this.problem,
        h("button", { type: "submit", class: "primary big", id: "start-game" }, "Start the game")));
    this.draw();
  }

  get ruleset() {
    return rulesFor(this.choice, this.rulesets);
  }

  /** Everything that depends on the way to play. */
  draw() {
    const chosen = this.ruleset;
    this.rules.replaceChildren(...this.rulesets.map((ruleset) => {
      const { min, max } = ruleset.seats;
      return h("label", { class: "card" },
        h("input", { type: "radio", name: "ruleset", value: ruleset.name, checked: ruleset === chosen, onchange: () => {
          this.choice.rules[this.choice.mode] = ruleset.name;
          this.drawWho();
        } }),
        h("span", { class: "card-title" }, ruleset.title, ruleset.is_own ? h("span", { class: "chip" }, "house rules") : null,
          h("span", { class: "chip" }, min === max ? `${min} players` : `${min}–${max} players`)),
        h("span", { class: "card-text" }, ruleset.summary));
    }));
    this.drawWho();
  }

  drawWho() {
    const { mode } = this.choice;
    this.problem.hidden = true;
    const parts = { me: () => this.alone(), us: () => this.together(), elsewhere: () => this.apart(), watch: () => this.watching() };
    this.who.replaceChildren(...parts[mode]());
  }

  alone() {
    return [this.nameField("Your name", "You"), this.levelCards()];
  }

  levelCards() {
    return h("fieldset", { class: "levels" }, h("legend", {}, h("h2", {}, "Against whom?")),
      this.levels.map((level) => h("label", { class: "card level-card" },
        h("input", { type: "radio", name: "level", value: level.name, checked: level.name === this.choice.level, onchange: () => {
          this.choice.level = level.name;
        } }),
        h("span", { class: "card-title" }, level.title,
          level.is_program ? h("span", { class: "chip", title: "A program that the operator of this server has added" }, "program") : null,
          level.rating === null ? null : h("span", { class: "chip", title: "Measured in games between the levels; 400 points more win ten of eleven" }, `rating ${level.rating}`)),
        h("span", { class: "card-text" }, level.summary))));
  }

  together() {
    const { min, max } = this.ruleset.seats;
    const { seats } = this.choice;
    while (seats.length < min) seats.push({ kind: "person", name: `Player ${seats.length + 1}`, level: this.usual });
    const shown = seats.slice(0, max);
    const add = (/** @type {"person" | "computer"} */ kind) => h("button", { type: "button", onclick: () => {
      seats.splice(shown.length, seats.length, { kind, name: `Player ${shown.length + 1}`, level: this.usual });
      this.drawWho();
      /** @type {HTMLElement | null} */ (this.who.querySelector(".seat-choice:last-of-type :is(input, select)"))?.focus();
    } }, kind === "person" ? "Add a player" : "Add a computer");
    return [h("fieldset", { class: "seat-choices" }, h("legend", {}, h("h2", {}, "Names")),
      shown.map((seat, number) => h("div", { class: "seat-choice" },
        seat.kind === "person"
          ? this.nameInput(number, `Name of player ${number + 1}`, seat.name, (name) => { seat.name = name; })
          : this.levelSelect(`Player ${number + 1}: which computer`, seat.level, (level) => { seat.level = level; }),
        shown.length > min
          ? h("button", { type: "button", class: "icon", "aria-label": `Remove player ${number + 1}`, onclick: () => {
            seats.splice(number, 1);
            this.drawWho();
          } }, "×")
          : null)),
      shown.length < max ? h("div", { class: "row" }, add("person"), add("computer")) : null)];
  }

  apart() {
    const { min, max } = this.ruleset.seats;
    const amounts = Array.from({ length: max - Math.max(1, min - 1) }, (_, at) => at + Math.max(1, min - 1));
    const now = Math.min(max - 1, Math.max(min - 1, this.choice.guests));
    return [
      this.nameField("Your name", ""),
      amounts.length > 1
        ? h("div", { class: "field" }, h("label", { for: "guests" }, "How many others?"),
          h("select", { id: "guests", onchange: (/** @type {Event} */ event) => {
            this.choice.guests = Number(/** @type {HTMLSelectElement} */ (event.target).value);
          } }, amounts.map((amount) => h("option", { value: amount, selected: amount === now }, amount))))
        : null,
      h("p", { class: "quiet" }, "You get a QR code and a link for each. They choose their own names, and the tiles are dealt when everybody is here."),
    ].filter((part) => part !== null);
  }

  watching() {
    return [h("fieldset", { class: "seat-choices" }, h("legend", {}, h("h2", {}, "Which computers?")),
      [0, 1].map((at) => {
        const told = h("p", { class: "quiet" });
        const tell = () => {
          told.textContent = this.levels.find((level) => level.name === this.choice.watched[at])?.summary ?? "";
        };
        tell();
        return h("div", { class: "field" }, this.levelSelect(at ? "Second computer" : "First computer", this.choice.watched[at] ?? this.usual, (level) => {
          this.choice.watched[at] = level;
          tell();
        }), told);
      })),
    ...(this.hasArena
      ? [h("p", { class: "quiet" }, "To see who is stronger, let them meet in many games ", h("a", { href: "/arena", "data-nav": true }, "in the arena"), ".")]
      : [])];
  }

  /** @param {string} label @param {string} placeholder */
  nameField(label, placeholder) {
    const input = this.nameInput(0, label, this.choice.name, (name) => { this.choice.name = name; });
    input.id = "my-name";
    input.placeholder = placeholder;
    input.removeAttribute("aria-label");
    return h("div", { class: "field" }, h("label", { for: "my-name" }, label), input);
  }

  /** @param {number} seat @param {string} label @param {string} value @param {(name: string) => void} keep */
  nameInput(seat, label, value, keep) {
    return h("input", { type: "text", maxlength: 80, "aria-label": label, "data-seat": seat, value, autocomplete: seat ? "off" : "nickname",
      oninput: (/** @type {Event} */ event) => {
        const input = /** @type {HTMLInputElement} */ (event.target);
        input.removeAttribute("aria-invalid");
        keep(input.value);
      } });
  }

  /** @param {string} label @param {string} value @param {(level: string) => void} keep */
  levelSelect(label, value, keep) {
    return h("select", { "aria-label": label, onchange: (/** @type {Event} */ event) => keep(/** @type {HTMLSelectElement} */ (event.target).value) },
      this.levels.map((level) => h("option", { value: level.name, selected: level.name === value },
        level.is_program ? `${level.title} (program)` : level.rating === null ? level.title : `${level.title} (${level.rating})`)));
  }

  /** @param {Ruleset} ruleset @param {readonly Player[]} players */
  async create(ruleset, players) {
    this.problem.hidden = true;
    try {
      const game = await api.post("/api/games", { ruleset: ruleset.name, lexicon: this.lexicon.value, players });
      go(`/table/${game.id}`);
    } catch (error) {
      const details = error instanceof api.Refused ? error.details : {};
      const twice = Array.isArray(details["names"]) ? players.map((each) => ("name" in each ? each.name : "")).lastIndexOf(details["names"].at(-1)) : -1;
      this.refuse(reasonOf(error), typeof details["seat"] === "number" ? details["seat"] : twice);
    }
  }

  /** Say what is wrong, at the field it is about. @param {string} why @param {number} seat */
  refuse(why, seat) {
    const field = /** @type {HTMLInputElement | null} */ (this.who.querySelector(`input[data-seat="${seat}"]`));
    this.problem.textContent = why;
    this.problem.hidden = false;
    if (field) {
      (field.closest(".seat-choice") ?? field).after(this.problem);
      field.setAttribute("aria-invalid", "true");
      field.setAttribute("aria-describedby", "setup-problem");
      field.focus();
      field.select();
    } else {
      this.element.querySelector("#start-game")?.before(this.problem);
      this.problem.scrollIntoView({ block: "nearest" });
    }
  }

  async start() {
    const { ruleset, choice } = this;
    const players = playersOf(choice, ruleset);
    const wrong = wrongName(players);
    if (wrong) return this.refuse(wrong.why, wrong.seat);
    this.remember();
    await this.create(ruleset, players);
  }

  remember() {
    localStorage.setItem(CHOICE_KEY, JSON.stringify({ ...this.choice, rules: { ...this.choice.rules, [this.choice.mode]: this.ruleset.name } }));
    localStorage.setItem(LEXICON_KEY, this.lexicon.value);
    if (this.choice.name.trim()) localStorage.setItem(NAME_KEY, this.choice.name.trim());
  }

  /** One click: you against the computer, as last time. */
  async quick() {
    const choice = /** @type {Choice} */ ({ ...this.choice, mode: "me" });
    const ruleset = rulesFor(choice, this.rulesets);
    await this.create(ruleset, playersOf(choice, ruleset));
  }
}
