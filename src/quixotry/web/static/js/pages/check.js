/** Check a draw: how it is fair, the game one comes from, and any file. Everything is worked out in this browser. */

import { h, reasonOf } from "../dom.js";
import { remembered, shortLink } from "../draw.js";
import { checkDraw, verdictText } from "../draw-check.js";

/** @param {HTMLElement} main @param {string} id */
export default async function page(main, id) {
  document.title = "Check a draw – Quixotry";
  const result = h("div", { class: "draw-verdict", role: "status" });
  const chooser = h("input", { type: "file", id: "draw-file", accept: ".gcg,text/plain", onchange: async () => {
    const file = chooser.files?.[0];
    if (file) result.replaceChildren(...verdictOf(await file.text(), ""));
  } });
  main.replaceChildren(h("div", { class: "page" },
    h("h1", {}, "How the draw is fair"),
    result,
    h("p", { class: "lead" }, "Nobody can choose the tiles: not the server, and no player. Think of sealed envelopes."),
    h("ol", {},
      h("li", {}, h("strong", {}, "The server seals a number. "), "Before anybody sits down it picks a long random number and shows its fingerprint. Nobody can find another number with the same fingerprint. Fingerprints are numbered, and each contains the one before it."),
      h("li", {}, h("strong", {}, "Every player seals one too. "), "Your browser does that by itself: it picks random bytes and shows the others their fingerprint."),
      h("li", {}, h("strong", {}, "All envelopes are opened. "), "Only when everybody's fingerprint is on the table does your browser send its bytes."),
      h("li", {}, h("strong", {}, "The tiles are drawn from all of them together. "), "If yours was random, nobody could know what would come. Computers add nothing: their bytes would be the server's second choice.")),
    h("p", {}, "When the game is over, however it ends, everything is shown and stands in its GCG file. Your browser has kept what it was shown and what it sent, and compares them here."),
    h("h2", {}, "Check a file"),
    h("p", {}, h("label", { for: "draw-file" }, "GCG file of a game: "), chooser),
    h("p", {}, "It is checked in this browser and sent nowhere. To do without this server altogether, ",
      h("a", { href: "/static/check.html", download: "check-a-draw.html" }, "save this page that needs none"), ", open it from your disk, and give it the file; or run ",
      h("code", {}, "quixotry verify game.gcg"), ", which checks the scores as well."),
    h("h2", {}, "What it does not prove"),
    h("ul", {},
      h("li", {}, "That nobody sees your tiles: the server knows all racks while you play."),
      h("li", {}, "That a server never begins a draw twice. But it cannot hide it: each has the next number, the check says so, and ",
        h("a", { href: "/api/draws" }, "the list of all draws"), " tells what became of each."))));
  if (!id) return;
  try {
    const answer = await fetch(`/api/games/${encodeURIComponent(id)}/gcg`, { credentials: "same-origin" });
    if (!answer.ok) throw new Error((await answer.json()).error?.sentence ?? "The game cannot be read.");
    result.replaceChildren(...verdictOf(await answer.text(), id));
  } catch (error) {
    result.replaceChildren(h("p", { class: "problem", role: "alert" }, reasonOf(error)));
  }
}

/** @param {string} gcg @param {string} id */
function verdictOf(gcg, id) {
  const verdict = checkDraw(gcg);
  const { standing, faults, link } = verdict;
  const own = standing === "checked" && id ? memoryText(verdict, id) : null;
  const kind = standing === "checked" && own?.isGood !== false ? "good" : standing === "untold" ? "open" : "bad";
  return [
    h("p", { class: `verdict ${kind}` },
      h("span", { class: "verdict-sign", "aria-hidden": true }, { good: "✓", bad: "✗", open: "?" }[kind]), h("span", {}, verdictText(verdict))),
    faults.length ? h("ul", { class: "findings" }, faults.map((each) => h("li", {}, each))) : h("p", { hidden: true }),
    own ? h("p", { class: `verdict ${own.isGood === null ? "open" : own.isGood ? "good" : "bad"}` },
      h("span", { class: "verdict-sign", "aria-hidden": true }, own.isGood === null ? "?" : own.isGood ? "✓" : "✗"), h("span", {}, own.text)) : h("p", { hidden: true }),
    standing === "checked" ? h("p", { class: "quiet" }, `Fingerprint of the draw: ${shortLink(link)} … `, h("code", { class: "digits" }, link)) : h("p", { hidden: true }),
  ];
}

/**
 * Is it what this browser was shown and gave?
 * @param {import("../draw-check.js").Verdict} verdict @param {string} id
 * @returns {{isGood: boolean | null, text: string}}
 */
function memoryText({ link, note }, id) {
  const memory = remembered(id);
  if (!memory) return { isGood: null, text: "This browser did not sit at the game, so it cannot say whether the fingerprint was shown before it." };
  if (memory.link !== link) return { isGood: false, text: "But this browser was shown another fingerprint before the game: the draw was changed afterwards." };
  const isMine = Object.entries(memory.shares).every(([seat, share]) => note?.draw.shares[Number(seat)] === share);
  return isMine
    ? { isGood: true, text: "This browser was shown the same fingerprint before the game, and its own bytes are in the draw." }
    : { isGood: false, text: "But the bytes this browser gave are not in the draw." };
}
