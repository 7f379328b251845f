/** The verdicts on an imported game record, and the reasons. */

import { h } from "./dom.js";

/** @typedef {import("../../protocol.js").RecordCheck} RecordCheck */

/** @param {RecordCheck} check */
export function verdicts(check) {
  return h("div", { class: "verdicts" },
    h("ul", { class: "verdict-list" },
      verdict(check.scores_right, ["Scores right", "Scores wrong", "Scores not checked"]),
      verdict(check.legal, ["Legal: all of it could have happened", "Not legal: some of it could not have happened", "Legality not checked"]),
      verdict(check.draw_follows, ["Draw checked: every tile follows from what was fixed beforehand", "Draw wrong: the tiles do not follow from what was fixed beforehand", "Draw unchecked: the file does not tell what its tiles were drawn from"])),
    check.findings.length ? h("ul", { class: "findings" }, check.findings.map((each) => h("li", {}, each))) : null,
    check.warnings.length ? h("details", {}, h("summary", {}, "Oddities that change neither verdict"),
      h("ul", {}, check.warnings.map((each) => h("li", {}, each)))) : null);
}

/** @param {boolean | null} isGood @param {[string, string, string]} texts */
function verdict(isGood, [good, bad, open]) {
  const kind = isGood ? "good" : isGood === false ? "bad" : "open";
  return h("li", { class: `verdict ${kind}` },
    h("span", { class: "verdict-sign", "aria-hidden": true }, { good: "✓", bad: "✗", open: "?" }[kind]),
    h("span", {}, { good, bad, open }[kind]));
}
