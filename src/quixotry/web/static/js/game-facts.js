/**
 * What there is to tell about a game when it is over: each player's best play, bingos and average. Pure functions over
 * what the server says.
 *
 * @typedef {import("../../protocol.js").SeenEvent} SeenEvent
 * @typedef {{best: {word: string, score: number} | null, bingos: number, average: number | null}} Facts
 */

const TURNS = new Set(["TilesExchanged", "TurnPassed", "TurnLost"]);

/** @typedef {{seat: number, play: {word: string, score: number, bonus: number} | null}} Turn */

/** The turns that count: without those taken back, and a withdrawn play as a turn without one. @param {readonly SeenEvent[]} events */
function turnsOf(events) {
  /** @type {Turn[]} */
  const turns = [];
  for (const event of events) {
    const { seat } = event;
    if (event.kind === "TilesPlayed") {
      turns.push({ seat, play: { word: event.words[0]?.text.toUpperCase() ?? "", score: event.score, bonus: event.bonus } });
    } else if (TURNS.has(event.kind)) turns.push({ seat, play: null });
    else if (event.kind === "PlayWithdrawn") {
      const withdrawn = turns.filter((turn) => turn.seat === seat && turn.play).at(-1);
      if (withdrawn) withdrawn.play = null;
    } else if (event.kind === "TurnsTakenBack") turns.splice(-event.turns);
  }
  return turns;
}

/** @param {readonly SeenEvent[]} events @param {number} seat @returns {Facts} */
export function factsOf(events, seat) {
  const turns = turnsOf(events).filter((turn) => turn.seat === seat);
  const plays = turns.map((turn) => turn.play).filter((play) => play !== null);
  const points = plays.reduce((sum, play) => sum + play.score, 0);
  const best = plays.reduce((/** @type {Facts["best"]} */ top, { word, score }) => (top && top.score >= score ? top : { word, score }), null);
  return { best, bingos: plays.filter((play) => play.bonus > 0).length, average: turns.length ? points / turns.length : null };
}

/** By how much the winner is ahead of the next; 0 where points did not decide. @param {{winners: number[], scores: number[]}} outcome */
export function marginOf({ winners, scores }) {
  const top = scores[winners[0] ?? 0] ?? 0;
  const rest = scores.filter((_, seat) => !winners.includes(seat));
  return winners.length === 1 && rest.length ? Math.max(0, top - Math.max(...rest)) : 0;
}
