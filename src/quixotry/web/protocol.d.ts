/**
 * The protocol as types. Made by `python -m scripts.generate_protocol` from src/quixotry/protocol; do not edit.
 * docs/reference/protocol.md says how the messages follow each other. Only the type checker reads this file.
 */

type Keys<U> = U extends unknown ? keyof U : never;
/** A union whose members may be asked for each other's fields. */
type Open<U, A = U> = U extends unknown ? U & { [K in Exclude<Keys<A>, keyof U>]?: undefined } : never;

/** Why a game ended and who won. */
export interface Outcome {
  /** `out`, `no-play`, `resigned`, `time`, `absence`, `adjudicated`, `abandoned`, or the reason of a run in `end.runs`. */
  reason: string;
  winners: number[];
  scores: number[];
  /** Before settling up. */
  scores_before: number[];
  /** `broken`: equal, decided by the scores before settling up. */
  tie: "none" | "broken" | "stands";
  /** Who went out, when that is why it ended. */
  out_seat: number | null;
  /** What players of this version call a game that stays equal. */
  tie_name: string;
}

/** The last play on the board. */
export interface LastPlay {
  seat: number;
  squares: number[];
}

/** A word that a play formed or changed. */
export interface WordScore {
  text: string;
  /** Of its first letter. */
  square: number;
  down: boolean;
  /** Where it begins, as players of this version write it: `8H`, `H8`. */
  at: string;
  points: number;
}

/** The last play while it may still be challenged. */
export interface Pending {
  seat: number;
  squares: number[];
  words: WordScore[];
  score: number;
}

/** The game as one seat, or a spectator, sees it. */
export interface View {
  /** Null for a spectator and at the hand-over screen. */
  seat: number | null;
  seq: number;
  turn: number | null;
  board: string[];
  /** Null for a spectator and at the hand-over screen. */
  rack: string | null;
  rack_sizes: number[];
  scores: number[];
  bag_count: number;
  /** Tiles in the bag and on other racks, by sign. */
  unseen: Record<string, number>;
  exchanges: number[];
  can_exchange: boolean;
  /** Null where there is no limit. */
  exchanges_left: number | null;
  scoreless_turns: number;
  resigned: number[];
  last_play: LastPlay | null;
  pending: Pending | null;
  /** Once the game is over. */
  outcome: Outcome | null;
}

/** The draw for first play, in order; a repeated seat is a redraw of equals. */
export interface FirstTileDrawn {
  kind: "FirstTileDrawn";
  seq: number;
  seat: number;
  /** Of play time. */
  at_ms: number;
  tile: string;
}

/** It is known who starts. */
export interface StarterChosen {
  kind: "StarterChosen";
  seq: number;
  seat: number;
  /** Of play time. */
  at_ms: number;
}

/** Tiles came out of the bag. */
export interface TilesDrawn {
  kind: "TilesDrawn";
  seq: number;
  seat: number;
  /** Of play time. */
  at_ms: number;
  count: number;
  /** Only when they are one's own. */
  tiles?: string;
}

/** A tile on a square. */
export interface Placement {
  square: number;
  sign: string;
}

/** A play. */
export interface TilesPlayed {
  kind: "TilesPlayed";
  seq: number;
  seat: number;
  /** Of play time. */
  at_ms: number;
  placements: Placement[];
  words: WordScore[];
  bonus: number;
  score: number;
  /** The seat's score after it. */
  total: number;
  /** `8H t(RA)IN`. */
  text: string;
}

/** Tiles went back for others. */
export interface TilesExchanged {
  kind: "TilesExchanged";
  seq: number;
  seat: number;
  /** Of play time. */
  at_ms: number;
  count: number;
  /** Only when they are one's own. */
  returned?: string;
  /** Only when they are one's own. */
  drawn?: string;
}

/** A pass. */
export interface TurnPassed {
  kind: "TurnPassed";
  seq: number;
  seat: number;
  /** Of play time. */
  at_ms: number;
}

/** The next seat let the last play stand. */
export interface PlayAccepted {
  kind: "PlayAccepted";
  seq: number;
  seat: number;
  /** Of play time. */
  at_ms: number;
}

/** The last play was challenged. */
export interface PlayChallenged {
  kind: "PlayChallenged";
  seq: number;
  seat: number;
  /** Of play time. */
  at_ms: number;
  words: string[];
  /** Those the word list does not have. */
  bad: string[];
}

/** A challenged play came off the board. */
export interface PlayWithdrawn {
  kind: "PlayWithdrawn";
  seq: number;
  seat: number;
  /** Of play time. */
  at_ms: number;
  placements: Placement[];
  /** What it had scored. */
  score: number;
  total: number;
}

/** A challenge failed and cost the challenger the turn. */
export interface TurnLost {
  kind: "TurnLost";
  seq: number;
  seat: number;
  /** Of play time. */
  at_ms: number;
}

/** Points gained or lost other than by a play. */
export interface PointsAdjusted {
  kind: "PointsAdjusted";
  seq: number;
  seat: number;
  /** Of play time. */
  at_ms: number;
  points: number;
  /** `challenge`, `time`, `own-tiles` or `others-tiles`. */
  why: string;
  /** The unplayed tiles that were counted. */
  tiles: string;
  total: number;
}

/** A seat gave up. */
export interface Resigned {
  kind: "Resigned";
  seq: number;
  seat: number;
  /** Of play time. */
  at_ms: number;
}

/** A seat has lost by the clock, or because it stayed away. */
export interface Forfeited {
  kind: "Forfeited";
  seq: number;
  seat: number;
  /** Of play time. */
  at_ms: number;
  why: "time" | "absence";
}

/** The game ends as it stands, because this seat did not move. */
export interface Adjudicated {
  kind: "Adjudicated";
  seq: number;
  seat: number;
  /** Of play time. */
  at_ms: number;
  why: "adjudicated" | "abandoned";
}

/** A person took back their last turn, and what computers had answered. */
export interface TurnsTakenBack {
  kind: "TurnsTakenBack";
  seq: number;
  seat: number;
  /** Of play time. */
  at_ms: number;
  /** How many turns that were. */
  turns: number;
  /** The seat's score now. */
  total: number;
}

/** The game is over. */
export interface GameEnded {
  kind: "GameEnded";
  seq: number;
  seat: number;
  /** Of play time. */
  at_ms: number;
  outcome: Outcome;
}

/** An empty board. */
export interface BoardShape {
  name: string;
  height: number;
  width: number;
  /** The star's square; it has its own label besides. */
  start: number;
  coordinates: "letters" | "centre";
  /** One label a square: `""`, `DL`, `TL`, `DW`, `TW` (also `QL`, `QW` on boards that have them). */
  premiums: string[][];
  /** The labels at the board's edge: `1` ... `15`, or `+7` ... `-7` where squares count from the centre. */
  rows: string[];
  columns: string[];
}

/** What a wrong challenge costs. */
export interface ChallengeRule {
  /** What the challenged seat gains. */
  points: number;
  /** What it gains for every word disputed. */
  per_word: number;
  /** Does the challenger lose the turn? */
  costs_turn: boolean;
}

/** The names players of this version know, and how they lay tiles. Interaction, never legality. */
export interface Controls {
  placing: "direction" | "in-order" | "reachable" | "free";
  /** Whether the board takes a tile only once the direction is chosen. Typing at the arrow chooses it. */
  direction_first: boolean;
  /** Whether a refused play clears the board and tray or leaves the tiles where they lie. */
  bad_play: "reset" | "keep";
  /** Between people at one screen: whether the next name and a button stand before a rack is shown. */
  hand_over: boolean;
  direction: string;
  play: string;
  take_back: string;
  restart: string;
  give_up: string;
  exchange: string;
  carry_on: string;
}

export interface Seats {
  min: number;
  max: number;
  /** Who sits there when nobody says otherwise; a default, not a rule. */
  default: ("person" | "computer")[];
  /** Who starts: the draw for first play, seat 1, or seat n in game n of a match. */
  first: "drawn" | "seat-1" | "alternating";
}

export interface RackRule {
  size: number;
  refill: "end-of-turn" | "start-of-turn";
}

/** Which words may be played, and what happens to bad ones. */
export interface WordFacets {
  shortest: number;
  longest: number;
  /** `void`: the referee refuses a bad word. Else the name of a challenge rule, or the rule itself. */
  challenge: string | ChallengeRule;
  /** What a wrong challenge costs; null where there are no challenges. */
  wrong_challenge: ChallengeRule | null;
  /** Are slurs and obscenities refused? */
  family: boolean;
}

export interface BonusRule {
  tiles: number;
  points: number;
}

export interface PassRule {
  /** `as-exchange`: a pass is recorded as an exchange of no tiles, the only pass there is. */
  kind: "always" | "after-first-play" | "as-exchange";
}

export interface ExchangeRule {
  allowed: boolean;
  least: number;
  /** All tiles go, or as many as the bag holds when that is fewer. */
  whole_rack: boolean;
  /** How many tiles the bag must hold for an exchange of any tiles; never fewer than are exchanged. */
  bag_least: number;
  /** How often a seat may exchange in one game; None for no limit. */
  per_game: number | null;
}

/** A run of turns that ends the game. */
export interface EndingRun {
  /** Why the game ended, in the outcome: `passes`, `exchanges`, `scoreless`, `stalemate`. */
  reason: string;
  /** Which turns count; any other turn breaks the run. */
  of: "passes" | "exchanges" | "scoreless" | "tileless";
  turns: number | null;
  /** Instead of `turns`: so many for each seat still playing. */
  rounds: number | null;
  /** Only turns made with an empty bag count. */
  bag_empty: boolean;
  /** Not while nobody has a point. */
  unless_all_zero: boolean;
  settling: "each-loses-own" | "nothing";
}

export interface EndRule {
  /** Ends when no seat can play or exchange; asked after a turn without tiles or with an empty bag. */
  no_play: boolean;
  runs: EndingRun[];
  /** Going out: gains what the others lose, or twice what the others hold while they lose nothing. */
  out: "gains-others" | "gains-double";
  tie: "before-settling" | "shared";
  /** What players of this version call a game that stays equal. */
  tie_name: string;
}

export interface ClockRule {
  /** Per seat and game; None for no clock. */
  minutes: number | null;
  /** Lost for every started minute of overtime. */
  overtime_points: number;
  /** After so much overtime the game is lost; None for overtime without end. */
  overtime_minutes: number | null;
}

export interface MatchRule {
  games: number;
}

/** One kind of tile. */
export interface TileKind {
  sign: string;
  count: number;
  value: number;
}

/** A whole set of tiles. */
export interface TileSet {
  name: string;
  letters: string;
  total: number;
  set: TileKind[];
}

/** A ruleset with every facet, its board and its tiles as a page needs them. */
export interface Ruleset {
  name: string;
  title: string;
  summary: string;
  /** House rules; a preset is not. */
  is_own: boolean;
  digest: string;
  seats: Seats;
  rack: RackRule;
  words: WordFacets;
  bonus: BonusRule;
  passing: PassRule;
  exchange: ExchangeRule;
  end: EndRule;
  clock: ClockRule;
  match: MatchRule;
  controls: Controls;
  board: BoardShape;
  tiles: TileSet;
  /** The same as tables and values, as in a TOML file. */
  plain: Record<string, any>;
}

/** One key of a ruleset, and what it may be. */
export interface Facet {
  key: string;
  /** May it be left out (null: no limit)? */
  optional: boolean;
  default: boolean | number | string | string[] | null;
  kind: "number" | "choice" | "switch" | "text" | "list" | "runs";
  /** Of a number. */
  least?: number;
  most?: number;
  /** Of a choice or a list. */
  choices?: string[];
  /** Of each table in a list of tables (`runs`). */
  facets?: Facet[];
}

/** E-S11: more games won wins; equal there, more points in all; equal there too, a tie. */
export interface MatchOutcome {
  wins: number[];
  points: number[];
  winners: number[];
  decided_by: "games" | "points" | "tie";
}

/** How far the draw of a game is whose tiles are not dealt yet (docs/reference/draw.md). */
export interface DrawStage {
  number: number;
  previous: string;
  commitment: string;
  attempt: number;
  /** By seat; empty for one that has not pledged yet, and for a computer's. */
  pledges: string[];
  /** The seats that have given their shares. */
  given: number[];
}

/** Who sits at a seat. */
export interface SeatedPlayer {
  name: string;
  kind: "person" | "computer";
  /** How a computer plays; empty for a person. */
  level: string;
}

/** Which ruleset. */
export interface RulesetName {
  name: string;
  title: string;
}

/** The match a game belongs to. */
export interface MatchProgress {
  id: string;
  /** The number of this game. */
  game: number;
  /** The ids of those begun; the next is there as soon as one is over. */
  games: string[];
  /** Once all are over. */
  outcome: MatchOutcome | null;
}

/** A game as lists show it, to one session. */
export interface GameSummary {
  id: string;
  ruleset: RulesetName;
  lexicon: string;
  players: SeatedPlayer[];
  /** Those this session holds. */
  seats: number[];
  state: "unfinished" | "finished";
  turn: number | null;
  scores: number[];
  seq: number;
  started_at: string;
  played_at: string;
  outcome: Outcome | null;
  match: MatchProgress | null;
  /** The id of the game this one was begun from, at one of its turns; mostly empty. */
  retry_of: string;
  /** From a GCG file: a record to look at, not a game to play on. */
  imported: boolean;
  /** A save somebody brought along: what happened in it happened elsewhere, and nobody can be invited to it. */
  uploaded: boolean;
  /** This session invites to its open seats. */
  hosting: boolean;
  /** Seats that wait for whoever is invited; the tiles are dealt when there are none. */
  open_seats: number[];
  /** Until the tiles are dealt: what house and seats have given to the draw. */
  draw: DrawStage | null;
}

/** What somebody has done in all the games kept here. */
export interface PersonRecord {
  name: string;
  games: number;
  won: number;
  /** In all of them. */
  points: number;
  best_game: number;
  bingos: number;
  /** Of the play that scored most; empty if none is known. */
  best_word: string;
  best_score: number;
}

/** Each person's record, whoever has won most first. */
export interface PersonRecords {
  people: PersonRecord[];
}

/** A key that gives a seat to whoever brings it first. */
export interface Invitation {
  path: string;
  key: string;
  /** The address to open on another device; null if the server listens to its own computer alone. */
  link: string | null;
  /** The same as a QR code: an SVG in a `data:` address. */
  picture: string | null;
}

/** What somebody invited should know before they sit down. */
export interface InvitationCard {
  /** Who invites; empty if they have no seat. */
  host: string;
  ruleset: RulesetName;
  /** How it is played, in a sentence or two. */
  rules: string;
  players: SeatedPlayer[];
  /** Whose seat it is. */
  seat: number;
  /** May they choose a name? Not once the tiles are dealt. */
  can_rename: boolean;
}

/** The seats that somebody at the server's own computer may take over from another of its browsers. */
export interface ClaimableSeats {
  seats: number[];
}

/** How somebody comes back to their seats at a table from another browser. */
export interface WayBack {
  /** `/back#KEY`: what stands after the `#` is never sent with a request for a page. */
  path: string;
  /** The same for another device; null if the server listens to its own computer alone. */
  link: string | null;
}

/** A word in a replay. */
export interface ScoredWord {
  text: string;
  points: number;
}

/** One turn, challenge or settling of a finished game: the board, scores and bag *after* it. */
export interface Frame {
  board: string[];
  scores: number[];
  bag_count: number;
  /** The mover's, *before* it; `""` when unknown. */
  rack: string;
  seat: number | null;
  /** `start play exchange pass challenge withdrawn lost time settling resigned forfeited adjudicated taken-back`, and `end`. */
  kind: string;
  text: string;
  score: number;
  words: ScoredWord[];
  squares: number[];
  note: string;
  /** The number of its event; null in an imported game. */
  seq: number | null;
}

/** What the check of an imported file came to: its verdicts, and the reasons. */
export interface RecordCheck {
  /** Does every score and total follow from the moves? `null` if that cannot be told. */
  scores_right: boolean | null;
  /** Could all of it have happened? `null` if that cannot be told. */
  legal: boolean | null;
  /** Does every tile follow from what was fixed beforehand? `null` where the file tells nothing of it. */
  draw_follows: boolean | null;
  /** All that is wrong, each a sentence with its line; in a line, a fault comes before what follows from it. */
  findings: string[];
  /** What is odd, and changes neither verdict. */
  warnings: string[];
}

/** A finished (or imported) game, everything open. */
export interface Replay {
  game: GameSummary;
  ruleset: Ruleset;
  /** One at the start and one for each turn, challenge or settling. */
  frames: Frame[];
  /** Of an imported file. */
  check: RecordCheck | null;
}

/** A kind of computer one can play against. */
export interface Level {
  name: string;
  title: string;
  summary: string;
  /** As measured in games between the levels; 400 points are odds of ten to one. */
  rating: number | null;
  /** Is it a program of somebody else's, which the operator has listed? */
  is_program: boolean;
}

/** A word list. */
export interface LexiconEntry {
  id: string;
  title: string;
  words: number;
  digest: string;
  source: string;
  is_bundled: boolean;
}

/** A line of a list that cannot be a word. */
export interface LineLeftOut {
  line: number;
  text: string;
  reason: string;
}

/** A word list that has been added, and what of it was left out. */
export interface ImportedLexicon {
  lexicon: LexiconEntry;
  duplicates: number;
  /** How many lines cannot be words. */
  left_out: number;
  /** The first of them. */
  lines: LineLeftOut[];
}

/** Which word list. */
export interface LexiconName {
  id: string;
  title: string;
}

/** One meaning of a word. */
export interface Definition {
  part: string;
  gloss: string;
  /** The word this is a form of. */
  base: string | null;
}

/** The letters that make another word. */
export interface Hooks {
  front: string;
  back: string;
  is_word_without_first: boolean;
  is_word_without_last: boolean;
}

/** A word looked up. */
export interface WordEntry {
  word: string;
  is_word: boolean;
  lexicon: LexiconName;
  definitions: Definition[];
  hooks: Hooks;
}

/** What a word of a game means. */
export interface Meaning {
  word: string;
  /** Null for whoever must not learn it: somebody plays a game with challenges. */
  is_word: boolean | null;
  lexicon: LexiconName;
  definitions: Definition[];
}

/** May this session look words up? */
export interface WordToolsState {
  /** The id of its unfinished game with challenges. */
  closed_by: string | null;
  /** Why they are closed, for people; empty when they are open. */
  sentence: string;
}

/** A game of a match. */
export interface GamePlace {
  /** From 1. */
  pair: number;
  /** 1 or 2. */
  game: number;
}

/** The score so far. */
export interface MatchScore {
  pairs: number;
  wins: number[];
  drawn: number;
  /** The first player's part of all wins, 0 to 1. */
  share: number;
  low: number;
  /** The ends of its 95 % interval. */
  high: number;
  /** The first player's points less the second's, in an average game. */
  spread: number;
  /** Half the width of its 95 % interval. */
  spread_error: number;
}

/** A match of this server. */
export interface ArenaMatch {
  id: string;
  /** As people read them. */
  players: string[];
  ruleset: RulesetName;
  lexicon: string;
  pairs: number;
  /** For each player and game; null without a clock. */
  seconds: number | null;
  seed: number;
  begun_at: string;
  /** `interrupted`: the server was stopped; like `stopped`, it can go on. */
  state: "running" | "finished" | "stopped" | "interrupted" | "failed";
  /** A sentence where it has failed. */
  why: string;
  /** Null before the first pair is finished. */
  score: MatchScore | null;
  /** The game that is being played, or was played last. */
  newest: GamePlace | null;
  has_report: boolean;
  /** May whoever asks stop, resume and delete it? */
  is_own: boolean;
}

/** Who can be sent into a match, how far matches go, and those there are, newest first. */
export interface Arena {
  players: Level[];
  pairs_max: number;
  seconds_max: number;
  running_max: number;
  matches: ArenaMatch[];
}

/** A game of a match, turn by turn: finished, or as far as it has come. */
export interface ArenaGame {
  pair: number;
  game: number;
  /** By seat. */
  players: string[];
  is_over: boolean;
  ruleset: Ruleset;
  frames: Frame[];
}

/** Lay tiles on the board, in this order. */
export interface PlayMove {
  kind: "play";
  placements: Placement[];
}

/** Put tiles back for others. */
export interface ExchangeMove {
  kind: "exchange";
  /** A string of signs; `?` is the blank. */
  tiles: string;
}

/** Give up the turn. */
export interface PassMove {
  kind: "pass";
}

/** Doubt words of the last play. */
export interface ChallengeMove {
  kind: "challenge";
  /** None named: all of them. */
  words?: string[];
}

/** Let the last play stand. */
export interface AcceptMove {
  kind: "accept";
}

/** Give up the game. */
export interface ResignMove {
  kind: "resign";
}

/** The first message; it may be sent again at any time. The answer is a `snapshot`. */
export interface Hello {
  type: "hello";
}

/** Make a move. The answer is `ack`, `refused` or `out_of_sync`. */
export interface MoveCommand {
  type: "move";
  /** The idempotency key: of the client's choosing, new for every attempt. Sent again it counts once and gets the same answer. */
  command_id: string;
  seat: number;
  /** The game's `seq` as the client knows it: optimistic concurrency. */
  expected_seq: number;
  move: AnyMove;
}

/** A digest of the share a seat is going to give to the draw. Everybody is told by a `snapshot`. */
export interface Pledge {
  type: "pledge";
  seat: number;
  /** The number of the draw it is for. */
  draw: number;
  pledge: string;
}

/** The share itself, once all have pledged. With the last the tiles are dealt: everybody is told by `events`. */
export interface Share {
  type: "share";
  seat: number;
  draw: number;
  share: string;
}

/** What would these tiles score, and where may the next one go? The answer is a `preview`. */
export interface PreviewRequest {
  type: "preview";
  /** Comes back with the answer. */
  id: number;
  seat: number;
  /** In the order laid. */
  placements: Placement[];
}

/** A little help on one's own turn. The answer is a `hint`, or an `error`: never in a game with challenges, nor to a session that plays one elsewhere. */
export interface HintRequest {
  type: "hint";
  seat: number;
  /** 1: how good the best move is; 2: also where it goes; 3: the move. */
  grade: number;
}

/** What would have been best in a turn of one's own that is over? The answer is `best`; refused as hints are. */
export interface BestMoveRequest {
  type: "best";
  seat: number;
  /** The number of the event that made the turn: a play, an exchange, a pass. */
  seq: number;
}

/** Take back one's last turn, where only computers have answered it. Everybody is told by `events`; refused by an `error`. */
export interface TakeBack {
  type: "undo";
  seat: number;
  expected_seq: number;
}

/** The seat on turn has stayed away long enough. Everybody is told by `events`; refused by an `error`, which says when it will be possible. */
export interface EndAbsence {
  type: "absence";
  /** The seat that stayed and asks. */
  seat: number;
  expected_seq: number;
  /** `claim`: the player who stays away has lost; where more than two play, the others go on. `adjudicate`: the game ends as it stands; only where nobody else plays. */
  ending: "claim" | "adjudicate";
}

/** On a shared screen, this person is now at the screen. The answer is a `snapshot` with that seat's rack. */
export interface Continue {
  type: "continue";
  seat: number;
}

/** On a shared screen, hide the rack again. The answer is a `snapshot`. */
export interface Cover {
  type: "cover";
}

/** Where only computers play: how fast. Everybody who watches is told by `pace`. */
export interface SetPace {
  type: "pace";
  pace_ms: number;
  is_paused: boolean;
}

/** Where only computers play: pause, after one move more. */
export interface Step {
  type: "step";
}

/** Answered by `pong`. */
export interface Ping {
  type: "ping";
}

/** A computer is at it, or waits for others' computers. */
export interface Thinking {
  seat: number;
  elapsed_ms: number;
  budget_ms: number;
  /** Its place in the queue, 1 for whoever is next; 0 when it is at it. */
  place: number;
}

/** The clocks, as of this message. */
export interface Clocks {
  used_ms: number[];
  /** Null without a clock, negative in overtime. */
  left_ms: number[] | null;
  /** The seat whose clock runs. */
  running: number | null;
}

/** How fast computers play among themselves, for whoever watches. */
export interface PaceNotice {
  type: "pace";
  /** From one move to the next, at least. */
  pace_ms: number;
  is_paused: boolean;
}

/** Whose Continue button a shared screen shows. */
export interface HandOver {
  seat: number;
  name: string;
}

/** Everything a page needs to draw the table. */
export interface Snapshot {
  type: "snapshot";
  game: GameSummary;
  ruleset: Ruleset;
  /** The seats this session holds; empty for a spectator. */
  seats: number[];
  /** It holds several. Then there is no rack until `continue`. */
  is_shared: boolean;
  view: View;
  /** Null when nobody at this screen is awaited, or when the seat on turn has continued. */
  hand_over: HandOver | null;
  thinking: Thinking | null;
  clock: Clocks;
  /** All of the game so far: the scoresheet and the draw for first play. */
  events: SeenEvent[];
  /** The id of the match's second game once the first is over. */
  next_game: string | null;
  /** Only where nobody but computers plays. */
  pace?: PaceNotice;
}

/** Something has happened. The rest is as it is after the events, and replaces what the client has. */
export interface Events {
  type: "events";
  from_seq: number;
  events: SeenEvent[];
  view: View;
  hand_over: HandOver | null;
  thinking: Thinking | null;
  clock: Clocks;
  /** Only when the game is over. */
  game?: GameSummary;
  /** Only when the game is over. */
  next_game?: string | null;
}

/** The command is saved for good. Its `events` come before this. */
export interface Ack {
  type: "ack";
  command_id: string;
  seq: number;
}

/** The command was refused; nothing has changed. */
export interface Refused {
  type: "refused";
  command_id: string;
  code: string;
  sentence: string;
  /** The rule that refuses it; `""` where it is none of the game's. */
  clause: string;
  details: Record<string, any>;
}

/** The command's `expected_seq` was not the game's; nothing has changed. */
export interface OutOfSync {
  type: "out_of_sync";
  command_id: string;
  seq: number;
  /** Those from the expected number on. */
  events: SeenEvent[];
  view: View;
  hand_over: HandOver | null;
  thinking: Thinking | null;
  clock: Clocks;
}

/** A word a play would form. */
export interface PreviewedWord {
  text: string;
  /** Of its first letter. */
  square: number;
  down: boolean;
  /** Where it begins, as players of this version write it: `8H`, `H8`. */
  at: string;
  points: number;
  /** Null where plays stand until challenged (and after too many tries). */
  is_word: boolean | null;
}

/** Why the tiles of a preview cannot lie so. */
export interface PreviewError {
  code: string;
  sentence: string;
  /** The rule that refuses it, where it is one. */
  clause?: string;
  /** Squares are named as players name them. */
  details: Record<string, any>;
  /** Those squares as numbers. */
  squares: number[];
}

/** What tiles that are not yet played would score. */
export interface Preview {
  type: "preview";
  id: number;
  seat: number;
  /** Null where the tiles cannot lie so, and with no placements. */
  score: number | null;
  bonus: number;
  words: PreviewedWord[];
  error: PreviewError | null;
  /** Those that may take the next tile (C7) where `controls.placing` is `reachable`, else null. */
  open_squares: number[] | null;
}

/** Where a play goes. */
export interface HintPlace {
  down: boolean;
  /** The name of its row or column. */
  line: string;
  /** Those that take a tile. */
  squares: number[];
}

/** The best move, as far as the grade tells it. */
export interface Hint {
  type: "hint";
  seat: number;
  /** The state of the game it holds for. */
  seq: number;
  grade: number;
  kind: "play" | "exchange" | "pass";
  score: number;
  is_bingo: boolean;
  /** Of a play, from grade 2. */
  place: HintPlace | null;
  /** How many tiles an exchange puts back, from grade 2. */
  tiles: number | null;
  /** The move as people write it, at grade 3. */
  text: string;
  /** At grade 3. */
  move: PlayMove | ExchangeMove | PassMove | ChallengeMove | AcceptMove | ResignMove | null;
}

/** What would have been best in a turn that is over. */
export interface BestMove {
  type: "best";
  seat: number;
  seq: number;
  text: string;
  score: number;
  played_score: number;
  /** Was it the best that was played? */
  is_played: boolean;
  move: AnyMove;
}

/** A computer has begun to think, or waits its turn to; it ends with the next `events`. */
export interface ThinkingNotice {
  type: "thinking";
  seat: number;
  elapsed_ms: number;
  budget_ms: number;
  /** Its place in the queue, 1 for whoever is next; 0 when it is at it. */
  place: number;
}

/** The seat on turn has stayed away so long that whoever gets this may end the game by `absence`. It holds until the next `events`, `snapshot` or `absence`. */
export interface Absence {
  type: "absence";
  /** The seat that stays away; null when it has come back. */
  seat: number | null;
  /** Is nobody else left to play? */
  can_adjudicate: boolean;
}

/** The frame could not be read (`bad_frame`), or is not a move at all (`bad_command`). The connection stays. */
export interface FrameError {
  type: "error";
  code: string;
  sentence: string;
}

/** The answer to `ping`. */
export interface Pong {
  type: "pong";
}

export type AnyMove = Open<PlayMove | ExchangeMove | PassMove | ChallengeMove | AcceptMove | ResignMove>;

export type ClientMessage = Open<Hello | MoveCommand | Pledge | Share | PreviewRequest | HintRequest | BestMoveRequest | TakeBack | EndAbsence | Continue | Cover | SetPace | Step | Ping>;

export type SeenEvent = Open<FirstTileDrawn | StarterChosen | TilesDrawn | TilesPlayed | TilesExchanged | TurnPassed | PlayAccepted | PlayChallenged | PlayWithdrawn | TurnLost | PointsAdjusted | Resigned | Forfeited | Adjudicated | TurnsTakenBack | GameEnded>;

export type ServerMessage = Open<Snapshot | PaceNotice | Events | Ack | Refused | OutOfSync | Preview | Hint | BestMove | ThinkingNotice | Absence | FrameError | Pong>;
