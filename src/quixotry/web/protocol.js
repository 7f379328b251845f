/**
 * What the server sends, as types. docs/reference/protocol.md says what each means; nothing runs here.
 *
 * @typedef {{sign: string, count: number, value: number}} TileKind
 * @typedef {{name: string, height: number, width: number, start: number, coordinates: "letters" | "centre",
 *   premiums: string[][], rows: string[], columns: string[]}} Shape  An empty board.
 * @typedef {{placing: "direction" | "in-order" | "reachable" | "free", bad_play: "reset" | "keep",
 *   hand_over: boolean, direction: string, play: string, take_back: string, restart: string,
 *   give_up: string, exchange: string, carry_on: string}} Controls
 * @typedef {{reason: string, of: string, turns: number | null, rounds: number | null, bag_empty: boolean,
 *   unless_all_zero: boolean, settling: string}} EndingRun
 * @typedef {{name: string, title: string, summary: string, is_own: boolean, digest: string,
 *   seats: {min: number, max: number, default: string[], first: string},
 *   rack: {size: number, refill: string},
 *   words: {shortest: number, longest: number, challenge: string},
 *   bonus: {tiles: number, points: number},
 *   passing: {kind: string},
 *   exchange: {allowed: boolean, least: number, whole_rack: boolean, bag_least: number,
 *     per_game: number | null},
 *   end: {no_play: boolean, runs: EndingRun[], out: string, tie: string, tie_name: string},
 *   clock: {minutes: number | null, overtime_points: number},
 *   match: {games: number},
 *   controls: Controls, board: Shape,
 *   tiles: {name: string, letters: string, total: number, set: TileKind[]},
 *   plain: Record<string, any>}} Ruleset
 *
 * @typedef {{name: string, kind: "person" | "computer", level: string}} Player
 * @typedef {{reason: string, winners: number[], scores: number[], scores_before: number[],
 *   tie: "none" | "broken" | "stands", tie_name: string, out_seat: number | null}} Outcome
 * @typedef {{wins: number[], points: number[], winners: number[], decided_by: string}} MatchOutcome
 * @typedef {{id: string, ruleset: {name: string, title: string}, lexicon: string, players: Player[],
 *   seats: number[], state: "unfinished" | "finished", turn: number | null, scores: number[], seq: number,
 *   started_at: string, played_at: string, outcome: Outcome | null,
 *   match: {id: string, game: number, games: string[], outcome: MatchOutcome | null} | null,
 *   imported: boolean}} Summary
 *
 * @typedef {{text: string, square: number, down: boolean, at: string, points: number,
 *   is_word?: boolean | null}} WordScore
 * @typedef {{square: number, sign: string}} Placement
 * @typedef {{kind: string, seq: number, seat: number, at_ms: number, tile?: string, count?: number,
 *   tiles?: string, placements?: Placement[], words?: any[], bonus?: number, score?: number, total?: number,
 *   text?: string, returned?: string, drawn?: string, bad?: string[], points?: number, why?: string,
 *   outcome?: Outcome}} SeenEvent
 * @typedef {{seat: number | null, seq: number, turn: number | null, board: string[], rack: string | null,
 *   rack_sizes: number[], scores: number[], bag_count: number, unseen: Record<string, number>,
 *   exchanges: number[], can_exchange: boolean, exchanges_left: number | null, scoreless_turns: number,
 *   resigned: number[], last_play: {seat: number, squares: number[]} | null,
 *   pending: {seat: number, squares: number[], words: WordScore[], score: number} | null,
 *   outcome: Outcome | null}} View
 * @typedef {{used_ms: number[], left_ms: number[] | null, running: number | null}} Clocks
 * @typedef {{seat: number, elapsed_ms: number, budget_ms: number}} Thinking
 * @typedef {{type: "snapshot", game: Summary, ruleset: Ruleset, seats: number[], is_shared: boolean,
 *   hand_over: {seat: number, name: string} | null, view: View, events: SeenEvent[],
 *   thinking: Thinking | null, clock: Clocks, next_game: string | null}} Snapshot
 * @typedef {{id: number, seat: number, score: number | null, bonus: number, words: WordScore[],
 *   error: {code: string, sentence: string, squares?: number[]} | null,
 *   open_squares: number[] | null}} Preview
 *
 * @typedef {{part: string, gloss: string, base: string | null}} Definition
 * @typedef {{word: string, is_word: boolean, lexicon: {id: string, title: string},
 *   definitions: Definition[],
 *   hooks: {front: string, back: string, is_word_without_first: boolean,
 *     is_word_without_last: boolean}}} WordEntry
 * @typedef {{name: string, title: string}} Level
 * @typedef {{id: string, title: string, words: number, digest: string, source: string,
 *   is_bundled: boolean}} Lexicon
 * @typedef {{board: string[], scores: number[], bag_count: number, rack: string, seat: number | null,
 *   kind: string, text: string, score: number, words: {text: string, points: number}[],
 *   squares: number[], note: string}} Frame
 */

export {};
