/** A ruleset in plain sentences, made from its data alone: house rules explain themselves too. Pure. */

/** @typedef {import("../../protocol.js").Ruleset} Ruleset */

/** @param {number} n @param {string} one */
const some = (n, one) => `${n} ${one}${n === 1 ? "" : "s"}`;

/** @type {Record<string, string>} */
const FIRST = {
  drawn: "Each player draws a tile: nearest to the first letter of the alphabet starts, and a blank beats every letter.",
  "seat-1": "Seat 1 starts.",
  alternating: "Seat 1 starts the first game, seat 2 the second.",
};

/** @type {Record<string, string>} */
const CHALLENGE = {
  void: "A play with a word that is not in the list is not accepted.",
  single: "A play stands unless the next player challenges it; a wrong challenge costs nothing.",
  double: "A play stands unless the next player challenges it; a wrong challenge costs that player the turn.",
  "five-points": "A play stands unless the next player challenges it; a wrong challenge gives the other five points.",
  "ten-points": "A play stands unless the next player challenges it; a wrong challenge gives the other ten points.",
  "points-per-word": "A play stands unless the next player challenges it; a wrong challenge gives the other five points for each good word.",
};

/** @type {Record<string, string>} */
const RUN = { passes: "passes", exchanges: "exchanges", scoreless: "turns without points", tileless: "turns without a tile laid" };

/** @type {Record<string, string>} */
const PLACING = {
  direction: "Choose Horizontal or Vertical, then lay tiles in that line, beginning beside a letter already there.",
  "in-order": "Choose the kind of move, then lay tiles in order, left to right or top to bottom.",
  reachable: "Only squares within reach take the next tile: first beside an existing tile, then in one row or column without gaps.",
  free: "Lay tiles on any free squares in any order.",
};

/**
 * @param {Ruleset} rules
 * @returns {{title: string, sentences: string[]}[]}
 */
export function explain(rules) {
  const { seats, rack, words, bonus, passing, end, clock, match, controls, tiles, board } = rules;
  const who = seats.min === seats.max ? some(seats.min, "player") : `${seats.min} to ${seats.max} players`;
  const sections = [
    { title: "Setting up", sentences: [
      `${who}, a board of ${board.width} by ${board.height} squares and ${tiles.total} tiles; everybody draws ${rack.size}.`,
      FIRST[seats.first] ?? "",
      match.games > 1 ? `A match is ${match.games} games. More games won wins it; equal there, more points in all; equal there too, a tie.` : "",
      clock.minutes !== null ? `Each player has ${clock.minutes} minutes; every started minute of overtime costs ${some(clock.overtime_points, "point")}.` : "",
    ] },
    { title: "A turn", sentences: [
      `The first word covers the star. All tiles of a turn lie in one row or column without gaps, and join what is there.`,
      words.longest >= Math.max(board.width, board.height) ? `Words have ${words.shortest} letters or more.` : `Words have ${words.shortest} to ${words.longest} letters.`,
      typeof words.challenge === "string" ? CHALLENGE[words.challenge] ?? "" : "",
      words.challenge === "void" ? (controls.bad_play === "reset" ? "The tiles then come back to the rack and the same player tries again." : "The tiles stay where they lie and can be changed.") : "",
      rack.refill === "start-of-turn" ? "New tiles are drawn at the start of one's next turn." : "New tiles are drawn at the end of the turn.",
      PLACING[controls.placing] ?? "",
      controls.hand_over ? `The screen is handed over between turns: no rack shows before ${controls.carry_on}.` : "",
    ] },
    { title: "Instead of tiles", sentences: [
      { always: `${controls.give_up}: a turn may be passed at any time.`, "after-first-play": `${controls.give_up}: a turn may be given up, but not as the game's first move.`,
        "as-exchange": `${controls.give_up}: the only pass is an exchange of no tiles.` }[passing.kind] ?? "",
      exchangeText(rules),
    ] },
    { title: "Scoring", sentences: [
      "Every word formed or changed counts. Letter premiums count first, then word premiums multiply; a premium counts only in the turn that covers it.",
      board.premiums[Math.floor(board.start / board.width)]?.[board.start % board.width] ? "The star doubles the first word." : "The star carries no premium.",
      bonus.points ? `${bonus.tiles} tiles in one turn earn ${bonus.points} points more.` : "There is no bonus for many tiles.",
      "A blank is worth nothing and stays the letter it was named.",
    ] },
    { title: "The end", sentences: [
      "The game ends when the bag is empty and a player has placed the last tile.",
      end.no_play ? "It also ends when nobody has a legal play left." : "",
      ...end.runs.map((run) => {
        const length = run.turns !== null && run.turns !== undefined ? `${run.turns} ${RUN[run.of] ?? run.of} in a row`
          : `${run.rounds === 1 ? "one round" : `${run.rounds} rounds`} of nothing but ${RUN[run.of] ?? run.of}`;
        const but = `${run.bag_empty ? " with the bag empty" : ""}${run.unless_all_zero ? ", unless nobody has a point yet" : ""}`;
        return `${length[0]?.toUpperCase()}${length.slice(1)}${but} end${run.turns ? "" : "s"} it too; then ${run.settling === "nothing" ? "no points move" : "each player loses the tiles still held"}.`;
      }),
      end.out === "gains-double" ? "Who goes out gains twice the value of the tiles the others still hold." : "Who goes out gains the tiles the others still hold, and they lose them.",
      end.tie === "before-settling" ? `Equal scores are decided by the scores before settling up; still equal is called ${end.tie_name}.` : `Equal scores share the win (${end.tie_name}).`,
    ] },
  ];
  return sections.map(({ title, sentences }) => ({ title, sentences: sentences.filter(Boolean) }));
}

/** @param {Ruleset} rules */
function exchangeText({ exchange, controls }) {
  if (!exchange.allowed) return "There is no exchange of tiles.";
  const times = exchange.per_game === null ? "" : ` ${exchange.per_game === 2 ? "Twice" : `${exchange.per_game} times`} a game at most.`;
  const what = exchange.whole_rack ? "the whole rack goes back, or as many tiles as the bag holds"
    : `${exchange.least === 0 ? "none, " : ""}some or all tiles go back for new ones, never more than the bag holds`;
  const bag = exchange.bag_least > 1 ? ` The bag must hold ${exchange.bag_least} or more.` : "";
  return `${controls.exchange}: ${what}.${times}${bag}`;
}
