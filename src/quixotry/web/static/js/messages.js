/** What the page says, from wording/messages/; written by scripts/build_browser_messages.py. */

export const language = "en";

export const messages = {
 "lists": {
  "and": " and ",
  "or": " or "
 },
 "events": {
  "entry": {
   "TilesPlayed": "{text}",
   "TilesExchanged": "exchanged {returned, select, none{{count, plural, =0{no tiles} one{# tile} other{# tiles}}} other{{returned}}}",
   "TurnPassed": "passed",
   "PlayChallenged": "challenged: {bad, plural, =0{{words, list} {words, plural, one{is} other{are}} valid} other{{bad, list} {bad, plural, one{is} other{are}} not valid}}",
   "PlayWithdrawn": "play withdrawn",
   "TurnLost": "lost a turn",
   "Resigned": "resigned",
   "Forfeited": "{why, select, time{lost: no time left} other{lost: stayed away}}",
   "Adjudicated": "{why, select, abandoned{did not come back: ended as it stood} other{stayed away: ended as it stood}}",
   "TurnsTakenBack": "took back the last turn",
   "PointsAdjusted": "{why, select, challenge{unsuccessful challenge} time{overtime} own-tiles{unplayed tiles} others-tiles{opponents' tiles} other{{why}}} {tiles}"
  },
  "sentence": {
   "FirstTileDrawn": "{name} drew {tile, select, ?{a blank} other{{tile}}}.",
   "StarterChosen": "{name, select, You{You play} other{{name} plays}} first.",
   "TilesPlayed": "{name} played {words, list} for {score, plural, one{# point} other{# points}}.",
   "TilesExchanged": "{name} exchanged {count, plural, =0{no tiles} one{# tile} other{# tiles}}.",
   "TurnPassed": "{name} passed.",
   "PlayChallenged": "{name} challenged: {bad, plural, =0{{words, list} {words, plural, one{is} other{are}} in the word list} other{{bad, list} {bad, plural, one{is} other{are}} not in the word list}}.",
   "PlayWithdrawn": "{name, select, You{Your} other{{name}'s}} play came off the board, with its {score, plural, one{# point} other{# points}}.",
   "PointsAdjusted": "{why, select, challenge{{name, select, You{You gain} other{{name} gains}} {points, plural, one{# point} other{# points}}.} other{}}",
   "TurnLost": "{name} lost a turn.",
   "Resigned": "{name} resigned.",
   "Forfeited": "{why, select, time{{name, select, You{Your} other{{name}'s}} clock has run out, overtime and all: the game is lost.} other{{name} stayed away too long and {name, select, You{have} other{has}} lost.}}",
   "Adjudicated": "{why, select, abandoned{Nobody came back, so the game was ended as it stood.} other{{name} stayed away, so the game was ended as it stood.}}",
   "TurnsTakenBack": "{name} took back the last turn."
  }
 },
 "endings": {
  "run": "{run.of, select, passes{{run.turns, select, none{All players passed{run.rounds, plural, =1{} =2{ twice} other{ # times}} in a row} other{{run.turns, plural, one{A player passed} other{There were # passes in a row}}}}} exchanges{{run.turns, select, none{All players exchanged{run.rounds, plural, =1{} =2{ twice} other{ # times}} in a row} other{{run.turns, plural, one{A player exchanged} other{There were # exchanges in a row}}}}} scoreless{{run.turns, select, none{Nobody scored for {run.rounds, plural, one{a whole round} other{# rounds}}} other{{run.turns, plural, one{A turn} other{# turns in a row}} scored nothing}}} other{No tile was played for {run.turns, select, none{{run.rounds, plural, one{a whole round} other{# rounds}}} other{{run.turns, plural, one{a turn} other{# turns}}}}}}{run.bag_empty, select, true{ with the bag empty} other{}}.",
  "other": "The game ended ({reason}).",
  "reasons": {
   "out": "{name} played the last tile with the bag empty.",
   "no-play": "No player has a legal play left.",
   "resigned": "Only one player is left.",
   "time": "Only one player is left: a clock ran out, overtime and all.",
   "absence": "Only one player is left: the game was claimed after somebody stayed away.",
   "adjudicated": "Somebody stayed away, so the game was ended as it stood: each player loses their unplayed tiles.",
   "abandoned": "Nobody came back, so the game was ended as it stood: each player loses their unplayed tiles."
  }
 },
 "outcomes": {
  "winner": "{names, plural, one{{first, select, You{You win.} other{{first} wins.}}} other{{tie_name}: {names, list} share the win.}}",
  "finish": "{names, plural, one{{first, select, You{You win} other{{first} wins}}{margin, plural, =0{} other{ by #}}!} other{{tie_name}: {names, list} share the win.}}",
  "tie": "{tie, select, broken{The final scores are equal, so the scores before settling up decide: {first, select, You{you were} other{{first} was}} ahead.} stands{{rule, select, shared{The final scores are equal.} other{The final scores are equal, and so are the scores before settling up.}}} other{}}",
  "match": "{decided_by, select, tie{The match is a tie} other{{first, select, You{You win} other{{first} wins}} the match {decided_by, select, games{by games} other{on combined points}}}}: {wins} in games, {points} in points."
 },
 "challenges": {
  "cost": "An unsuccessful challenge {penalties, list}."
 },
 "penalties": {
  "costs_turn": "costs the challenger a turn",
  "points": "gives the other player {n, plural, one{# point} other{# points}}",
  "per_word": "gives the other player {n, plural, one{# point} other{# points}} for each valid word",
  "nothing": "costs nothing"
 },
 "hints": {
  "how_good": "{kind, select, play{{is_bingo, select, true{There is a play for {score} points that earns the bonus.} other{Your best play scores {score, plural, one{# point} other{# points}}.}}} exchange{Your best move is an exchange.} other{There is no play for this rack.}}",
  "where": "{kind, select, play{It goes {place.down, select, true{down column} other{across row}} {place.line}.} exchange{Put back {tiles, plural, one{# tile} other{# tiles}}.} other{}}",
  "which": "{kind, select, play{{text} for {score, plural, one{# point} other{# points}}.} exchange{{text}.} other{}}",
  "best": "{is_played, select, true{That was the best move.} other{Best here was {text}{score, plural, =0{.} one{ for # point.} other{ for # points.}}}}"
 },
 "errors": {
  "not_in_line": "All tiles of a play go in one row or one column; {squares, list} do not.",
  "gap": "The play leaves a gap at {squares, list}: its tiles must form one unbroken line.",
  "start_not_covered": "The first play must cover the start square {start}.",
  "not_connected": "{squares, plural, one{The tile} other{The tiles}} on {squares, list} {squares, plural, one{touches} other{touch}} nothing: a play must connect to the tiles on the board.",
  "no_word": "{letters} alone on {square} is not a word: the first play needs two or more tiles.",
  "word_length": "{words, list} {words, plural, one{is} other{are}} {length, select, short{too short} long{too long} other{of the wrong length}}: words here have {shortest} to {longest} letters."
 }
};
