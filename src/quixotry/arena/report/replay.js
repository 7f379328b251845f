// Replays games from their GCG text. Nothing is fetched: everything it needs is in this file.
"use strict";
(() => {
  const { layout, games } = JSON.parse(document.getElementById("games").textContent);
  const byId = (id) => document.getElementById(id);
  const [height, width] = [layout.length, layout[0].length];

  /** A game as a list of steps: who, what, points, total, and the tiles laid or taken off. */
  function readGcg(text) {
    const nicks = {};
    const steps = [];
    const board = new Map();
    let laid = [];
    for (const line of text.split("\n")) {
      const player = /^#player\d+ (\S+) (.*)$/.exec(line);
      if (player) nicks[player[1]] = player[2];
      const note = /^#note (.*failed in turn.*|Ended: .*)$/.exec(line);
      if (note) steps.push({ who: "", what: note[1], points: "", total: "", rack: "", put: [] });
      const turn = /^>(\S+): (.*) ([+-]\d+) (-?\d+)$/.exec(line);
      if (!turn) continue;
      const [, nick, middle, points, total] = turn;
      const words = middle.trim().split(/\s+/);
      const step = { who: nicks[nick] || nick, what: "", points, total, rack: "", put: [], off: [] };
      const play = /^(?:(\d+)([A-Z])|([A-Z])(\d+))$/.exec(words[1] || "");
      if (play && words.length >= 3) {
        const across = play[1] !== undefined;
        let row = Number(play[1] || play[4]) - 1;
        let column = (play[2] || play[3]).charCodeAt(0) - 65;
        laid = [];
        let shown = "";
        for (const sign of words[2]) {
          const at = row * width + column;
          if (sign === ".") shown += `(${board.get(at) || ""})`;
          else { laid.push(at); board.set(at, sign); step.put.push([at, sign]); shown += sign; }
          if (across) column += 1; else row += 1;
        }
        step.rack = words[0];
        step.what = `${words[1]} ${shown.replaceAll(")(", "")}`;
      } else if (words.at(-1) === "--") {
        for (const at of laid) { step.off.push([at, board.get(at)]); board.delete(at); }
        step.what = "taken off after a challenge";
      } else if (words.at(-1) === "-") {
        step.rack = words.length > 1 ? words[0] : ""; step.what = "passes";
      } else if (words.at(-1).startsWith("-")) {
        step.rack = words[0]; step.what = `exchanges ${words.at(-1).slice(1)}`;
      } else if (words.at(-1) === "(time)") step.what = "overtime";
      else if (words.at(-1) === "(challenge)") step.what = "challenge lost by the other";
      else step.what = `tiles left: ${words.at(-1).replace(/[()]/g, "")}`;
      steps.push(step);
    }
    return steps;
  }

  const squares = [];
  const boardElement = byId("board");
  boardElement.style.gridTemplateColumns = `repeat(${width}, 1fr)`;
  for (let at = 0; at < height * width; at += 1) {
    const square = document.createElement("i");
    squares.push(square);
    boardElement.append(square);
  }

  let steps = [];
  let place = 0;
  let timer = 0;

  function show() {
    const tiles = new Map();
    let last = new Set();
    for (const step of steps.slice(0, place)) {
      for (const [at] of step.off || []) tiles.delete(at);
      for (const [at, sign] of step.put) tiles.set(at, sign);
      if (step.put.length) last = new Set(step.put.map(([at]) => at));
    }
    squares.forEach((square, at) => {
      const sign = tiles.get(at);
      const premium = layout[Math.floor(at / width)][at % width].toLowerCase();
      const blank = sign !== undefined && sign !== sign.toUpperCase();
      square.className = sign === undefined ? premium : `tile${blank ? " blank" : ""}${last.has(at) ? " last" : ""}`;
      square.textContent = sign === undefined ? "" : sign.toUpperCase();
    });
    byId("place").value = String(place);
    const step = steps[place - 1];
    const said = !step ? "Before the first move."
      : `${step.who ? `${step.who}: ` : ""}${step.what}${step.points ? `, ${step.points}, total ${step.total}` : ""}`;
    byId("said").textContent = said;
    boardElement.setAttribute("aria-label", `The board after ${place} of ${steps.length} steps. ${said}`);
    const rows = byId("sheet").querySelectorAll("tbody tr");
    rows.forEach((row, n) => row.classList.toggle("now", n === place - 1));
    const now = rows[place - 1];
    const sheet = byId("sheet");
    if (now) sheet.scrollTop = now.offsetTop - sheet.clientHeight / 2;
  }

  function go(to) { place = Math.max(0, Math.min(steps.length, to)); show(); }

  function stop() {
    clearInterval(timer);
    timer = 0;
    byId("play").setAttribute("aria-pressed", "false");
    byId("play").textContent = "Play";
  }

  function choose(number) {
    stop();
    steps = readGcg(games[number].gcg);
    byId("place").max = String(steps.length);
    const table = document.createElement("table");
    table.innerHTML = "<thead><tr><th>Player</th><th>Rack</th><th>Move</th><th>Points</th><th>Total</th></tr></thead>";
    const body = table.createTBody();
    steps.forEach((step, n) => {
      const row = body.insertRow();
      for (const text of [step.who, step.rack, step.what, step.points, step.total]) row.insertCell().textContent = text;
      row.addEventListener("click", () => { stop(); go(n + 1); });
    });
    byId("sheet").replaceChildren(table);
    go(steps.length);
  }

  games.forEach((game, number) => byId("game").append(new Option(game.name, String(number))));
  byId("game").addEventListener("change", (event) => choose(Number(event.target.value)));
  byId("place").addEventListener("input", (event) => { stop(); go(Number(event.target.value)); });
  for (const [id, to] of [["begin", () => 0], ["back", () => place - 1], ["on", () => place + 1], ["end", () => steps.length]]) {
    byId(id).addEventListener("click", () => { stop(); go(to()); });
  }
  byId("play").addEventListener("click", () => {
    if (timer) { stop(); return; }
    if (place === steps.length) go(0);
    byId("play").setAttribute("aria-pressed", "true");
    byId("play").textContent = "Pause";
    const pace = Number(byId("pace").value);
    timer = setInterval(() => { go(place + 1); if (place === steps.length) stop(); }, pace);
  });
  byId("pace").addEventListener("change", () => { if (timer) { stop(); byId("play").click(); } });
  choose(0);
})();
