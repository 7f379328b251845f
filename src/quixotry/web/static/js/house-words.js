/** The facets of a ruleset in people's words: what each is called, and what its choices mean. */

/** @type {Record<string, string>} */
const GROUPS = {
  seats: "Players", rack: "Racks", words: "Words", bonus: "Bonus for many tiles", passing: "Passing", exchange: "Exchanging tiles",
  end: "The end of a game", clock: "Clock", match: "Match", controls: "At the board: how tiles are placed, and what buttons are called",
};

/** @type {Record<string, string>} */
const FACETS = {
  "seats.min": "Fewest players", "seats.max": "Most players", "seats.default": "Players by default", "seats.first": "Who plays first?",
  "rack.size": "Tiles on a rack", "rack.refill": "When are new tiles drawn?", "words.shortest": "Shortest word", "words.longest": "Longest word",
  "words.challenge": "What happens to a bad word?", "words.family": "Family game: no slurs or obscenities",
  "bonus.tiles": "Tiles to play in one turn", "bonus.points": "Points for it", "passing.kind": "May one pass?",
  "exchange.allowed": "Tiles may be exchanged", "exchange.least": "Fewest tiles at once", "exchange.whole_rack": "Always the whole rack",
  "exchange.bag_least": "Fewest tiles left in the bag", "exchange.per_game": "How often per game",
  "end.no_play": "It ends when nobody can play", "end.out": "Who plays their last tile gains", "end.tie": "Equal scores", "end.tie_name": "A tie is called",
  "end.runs": "It also ends after", "clock.minutes": "Minutes per player", "clock.overtime_points": "Points lost per minute of overtime",
  "clock.overtime_minutes": "Minutes of overtime until the game is lost", "match.games": "Games in a match",
  "controls.placing": "Where may the next tile go?", "controls.direction_first": "Direction is chosen before the first tile",
  "controls.bad_play": "After a refused play", "controls.hand_over": "The screen is handed over between turns",
  "controls.direction": "Choosing the direction", "controls.play": "Playing", "controls.take_back": "Taking back a tile", "controls.restart": "Taking back all tiles",
  "controls.give_up": "Passing", "controls.exchange": "Exchanging", "controls.carry_on": "Continuing at a shared screen",
  of: "Turns", turns: "so many in a row", rounds: "or so many rounds", reason: "Called", bag_empty: "Only with the bag empty",
  unless_all_zero: "Not while nobody has a point", settling: "Unplayed tiles then",
};

/** @type {Record<string, string>} */
const CHOICES = {
  drawn: "Tiles are drawn for it", "seat-1": "The first player", alternating: "Each in turn, game by game",
  "end-of-turn": "At the end of the turn", "start-of-turn": "At the start of the next turn",
  void: "It is refused", always: "Yes, at any time", "after-first-play": "Yes, but not as the first move", "as-exchange": "Only by exchanging no tiles",
  "gains-others": "what the others lose", "gains-double": "twice what the others hold", "before-settling": "Scores before settling up decide", shared: "The win is shared",
  "each-loses-own": "count against their holders", nothing: "do not count", passes: "passes", exchanges: "exchanges", scoreless: "without points", tileless: "without a tile placed",
  "in-order": "The next square in order", reachable: "Squares within reach", free: "Any free square", reset: "Tiles return to the rack", keep: "Tiles stay where they are",
  person: "person", computer: "computer", direction: "The chosen row or column",
};

/** The same word can mean two things. @type {Record<string, string>} */
const CHALLENGES = {
  single: "It stands unless challenged; a wrong challenge costs nothing", double: "It stands unless challenged; a wrong challenge costs a turn",
  "five-points": "It stands unless challenged; a wrong challenge gives 5 points", "ten-points": "It stands unless challenged; a wrong challenge gives 10 points",
  "points-per-word": "It stands unless challenged; a wrong challenge gives points per word",
};

/** @param {string} key */
const plainly = (key) => {
  const text = (key.split(".").at(-1) ?? key).replaceAll("_", " ").replaceAll("-", " ");
  return `${text[0]?.toUpperCase() ?? ""}${text.slice(1)}`;
};

/** @param {string} key */
export const groupWords = (key) => GROUPS[key] ?? plainly(key);

/** @param {string} key */
export const facetWords = (key) => FACETS[key] ?? plainly(key);

/** @param {string} key @param {string} choice */
export function choiceWords(key, choice) {
  if (key === "words.challenge" && choice !== "void") return CHALLENGES[choice] ?? `It stands unless challenged (${plainly(choice).toLowerCase()})`;
  return CHOICES[choice] ?? plainly(choice);
}
