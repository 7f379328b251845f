/** A challenge: which words, what it costs when they are all good, and which words have stood. */

import { ask } from "./dialogs.js";
import { count, h, write } from "./dom.js";
import { fill } from "./say.js";
import { messages } from "./messages.js";

/** @typedef {import("../../protocol.js").ChallengeRule} ChallengeRule */
/** @typedef {import("../../protocol.js").SeenEvent} SeenEvent */
/** @typedef {import("../../protocol.js").View} View */

/**
 * What an unsuccessful challenge of so many words costs, as a sentence.
 * @param {ChallengeRule} rule @param {number} words
 */
export function costText(rule, words) {
  const parts = Object.entries(rule).filter(([, n]) => n);
  const penalties = parts.map(([part, n]) => fill(/** @type {Record<string, string>} */ (messages.penalties)[part] ?? "", { n }));
  const cost = fill(messages.challenges.cost, { penalties: penalties.length ? penalties : [messages.penalties.nothing] });
  const total = rule.points + rule.per_word * words;
  return rule.per_word && words > 1 ? `${cost} For ${words} words that is ${count(total, "point")}.` : cost;
}

/**
 * Which words to challenge. The list of words decides, and only after the challenge.
 * @param {readonly {text: string}[]} formed @param {ChallengeRule} rule
 * @returns {Promise<string[] | null>}
 */
export function askChallenge(formed, rule) {
  const texts = [...new Set(formed.map((word) => word.text))];
  return ask("Challenge?", (done) => {
    const yes = h("button", { type: "button", class: "primary", "data-answer": "yes", onclick: () => done(ticked()) }, "Yes, challenge");
    const cost = h("p", { class: "cost", "aria-live": "polite" });
    const boxes = texts.map((text) => h("input", { type: "checkbox", value: text, checked: true, onchange: () => refresh() }));
    const ticked = () => boxes.filter((box) => box.checked).map((box) => box.value);
    const refresh = () => {
      yes.disabled = !ticked().length;
      write(cost, costText(rule, ticked().length));
    };
    refresh();
    return [
      texts.length > 1
        ? h("fieldset", { class: "challenged" }, h("legend", {}, "Which words do you challenge?"),
          boxes.map((box) => h("label", { class: "check" }, box, " ", box.value)))
        : h("p", {}, `You challenge ${texts[0]}.`),
      h("p", {}, "If any of them is not in the word list, the play comes off the board."),
      cost,
      h("div", { class: "row end" }, h("button", { type: "button", onclick: () => done(null) }, "Cancel"), yes),
    ];
  });
}

/**
 * The words that can no longer be challenged and were not withdrawn.
 * @param {readonly SeenEvent[]} events @param {View["pending"]} pending
 * @returns {Set<string>}
 */
export function wordsThatStood(events, pending) {
  /** @type {string[][]} */
  const plays = [];
  for (const event of events) {
    if (event.kind === "TilesPlayed") plays.push((event.words ?? []).map((word) => word.text));
    else if (event.kind === "PlayWithdrawn") plays.pop();
  }
  if (pending) plays.pop();
  return new Set(plays.flat());
}
