// What the page says of outcomes and events given on standard input.

import { readFileSync } from "node:fs";
import { entry, matchText, sentence, tieRule, whoWon, whyEnded } from "../../src/quixotry/web/static/js/say.js";

const { outcomes, events, matches } = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify({
  outcomes: outcomes.map(({ outcome, players, ruleset }) =>
    [whyEnded(outcome, players, ruleset), tieRule(outcome, players, ruleset), whoWon(outcome, players)].filter(Boolean)),
  events: events.map(({ event, players }) => [entry(event), sentence(event, players)]),
  matches: matches.map(({ match, players }) => matchText(match, players)),
}));
