/** The form that starts a match between computers. What was chosen is remembered; what is wrong is said at its field. */

import * as api from "./api.js";
import { go, h, reasonOf } from "./dom.js";

/** @typedef {import("../../protocol.js").Arena} Arena */
/** @typedef {import("../../protocol.js").Ruleset} Ruleset */
/** @typedef {import("../../protocol.js").LexiconEntry} Lexicon */

const KEY = "quixotry.arena";
/** The field an error is about that does not say so itself. @type {Record<string, string>} */
const FIELD_OF = { unknown_ruleset: "ruleset", bad_ruleset: "ruleset", unknown_lexicon: "lexicon" };

export class ArenaForm {
  /** @param {Arena} arena @param {Ruleset[]} rulesets @param {{lexicons: Lexicon[], default: string}} lexicons */
  constructor(arena, rulesets, lexicons) {
    const kept = remembered();
    const forTwo = rulesets.filter(({ seats }) => seats.min <= 2 && seats.max >= 2);
    const usual = forTwo.find(({ match }) => match.games > 1)?.name ?? forTwo[0]?.name;
    const players = arena.players.map((level) => /** @type {[string, string]} */ ([level.name,
      level.is_program ? `${level.title} (program)` : level.rating === null ? level.title : `${level.title} (${level.rating})`]));
    const own = arena.players.filter((level) => !level.is_program);
    /** @type {Record<string, HTMLInputElement | HTMLSelectElement>} */
    this.fields = {
      first: choice(players, kept["first"] ?? own.at(-2)?.name),
      second: choice(players, kept["second"] ?? own[0]?.name),
      ruleset: choice(forTwo.map(({ name, title }) => [name, title]), kept["ruleset"] ?? usual),
      lexicon: choice(lexicons.lexicons.map(({ id, title }) => [id, title]), kept["lexicon"] ?? lexicons.default),
      pairs: number(kept["pairs"] ?? 10, 1, arena.pairs_max, 1),
      seconds: number(kept["seconds"] ?? Math.min(60, arena.seconds_max), 0.1, arena.seconds_max, "any"),
      seed: number(kept["seed"] ?? 1, 0, 1e9, 1),
    };
    this.problem = h("p", { class: "problem", role: "alert", hidden: true });
    this.element = h("form", { class: "arena-form panel", novalidate: true, onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      void this.start();
    } },
      h("h2", {}, "A new match"),
      h("div", { class: "facets" },
        this.field("first", "First player"), this.field("second", "Second player"),
        this.field("ruleset", "Rules"), this.field("lexicon", "Word list"),
        this.field("pairs", "Pairs of games", `1 to ${arena.pairs_max.toLocaleString()}; each pair has the same tiles, with the start swapped`),
        this.field("seconds", "Seconds", `for each player and game, up to ${arena.seconds_max.toLocaleString()}; overtime costs points`),
        this.field("seed", "Seed", "the same seed gives the same tiles")),
      this.problem,
      h("button", { type: "submit", class: "primary", id: "start-match" }, "Start the match"));
  }

  /** @param {string} name @param {string} label @param {string} [told] */
  field(name, label, told = "") {
    const input = /** @type {HTMLInputElement} */ (this.fields[name]);
    input.id = `arena-${name}`;
    const problem = h("p", { class: "problem", role: "alert", id: `arena-${name}-problem`, hidden: true });
    const hint = h("span", { class: "quiet", id: `arena-${name}-hint` }, told);
    if (told) input.setAttribute("aria-describedby", hint.id);
    input.addEventListener("input", () => {
      problem.hidden = true;
      input.removeAttribute("aria-invalid");
      if (told) input.setAttribute("aria-describedby", hint.id);
      else input.removeAttribute("aria-describedby");
    });
    return h("div", { class: "field" }, h("label", { for: input.id }, label), input, problem, told ? hint : null);
  }

  /** What was entered; a number that is none is not a request. @returns {Record<string, string | number> | null} */
  request() {
    /** @type {Record<string, string | number>} */
    const asked = {};
    for (const [name, input] of Object.entries(this.fields)) {
      if (!(input instanceof HTMLInputElement)) {
        asked[name] = input.value;
        continue;
      }
      const value = input.valueAsNumber;
      if (Number.isNaN(value) || (name !== "seconds" && !Number.isInteger(value))) {
        this.refuse(name, name === "seconds" ? "Enter a number." : "Enter a whole number.");
        return null;
      }
      asked[name] = value;
    }
    return asked;
  }

  async start() {
    this.problem.hidden = true;
    const asked = this.request();
    if (!asked) return;
    try {
      const match = /** @type {import("../../protocol.js").ArenaMatch} */ (await api.post("/api/arena/matches", asked));
      localStorage.setItem(KEY, JSON.stringify(asked));
      go(`/arena/${match.id}`);
    } catch (error) {
      const details = error instanceof api.Refused ? error.details : {};
      const code = error instanceof api.Refused ? error.code : "";
      this.refuse(String(details["field"] ?? FIELD_OF[code] ?? ""), reasonOf(error));
    }
  }

  /** Say what is wrong, at the field it is about. @param {string} name @param {string} why */
  refuse(name, why) {
    const input = this.fields[name];
    const problem = input ? /** @type {HTMLElement} */ (this.element.querySelector(`#arena-${name}-problem`)) : this.problem;
    problem.textContent = why;
    problem.hidden = false;
    if (!input) return;
    input.setAttribute("aria-invalid", "true");
    input.setAttribute("aria-describedby", problem.id);
    input.focus();
  }
}

/** @param {readonly [string, string][]} options value and text @param {string | undefined} chosen */
const choice = (options, chosen) => h("select", {}, options.map(([value, text]) =>
  h("option", { value, selected: value === chosen }, text)));

/** @param {string | number} value @param {number} min @param {number} max @param {number | string} step */
const number = (value, min, max, step) => h("input", { type: "number", value, min, max, step, inputmode: step === 1 ? "numeric" : "decimal" });

/** @returns {Record<string, string>} */
function remembered() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") ?? {};
  } catch {
    return {};
  }
}
