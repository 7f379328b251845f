/** The margin of the table: seats and scoresheet. */

import { count, h, write } from "./dom.js";
import { clockText, entry, kindText, signed } from "./say.js";
import { placeText } from "./turn.js";

/** @typedef {import("../../protocol.js").SeenEvent} SeenEvent */
/** @typedef {import("../../protocol.js").SeatedPlayer} Player */
/** @typedef {import("../../protocol.js").Clocks} Clocks */
/** @typedef {import("../../protocol.js").Thinking} Thinking */
/** @typedef {import("../../protocol.js").View} View */

/** What is special about a seat: gone, or short of tiles. @param {View} view @param {number} seat @param {number} rackSize */
export function seatNote(view, seat, rackSize) {
  const held = view.rack_sizes[seat] ?? 0;
  return view.resigned.includes(seat) ? "resigned" : held === rackSize || view.outcome ? "" : count(held, "tile");
}

export class SeatsPanel {
  /** @param {Player[]} players @param {number[]} mine @param {import("../../protocol.js").Ruleset} ruleset */
  constructor(players, mine, ruleset) {
    this.rackSize = ruleset.rack.size;
    this.rows = players.map((player, seat) => {
      const name = h("span", { class: "seat-name" }, player.name);
      const kind = h("span", { class: "seat-kind" },
        player.kind === "computer" ? kindText(player) : mine.length === 1 && mine[0] === seat && player.name !== "You" ? "you" : "");
      const score = h("span", { class: "seat-score" }, "0");
      const clock = h("span", { class: "seat-clock", hidden: ruleset.clock.minutes === null });
      const doing = h("span", { class: "seat-doing" });
      return { name, kind, score, clock, doing,
        row: h("li", { class: "seat" }, h("span", { class: "seat-who" }, name, kind), doing, clock, score) };
    });
    this.bag = h("span", { class: "bag-count" });
    this.element = h("section", { class: "panel seats", "aria-label": "Players" },
      h("ul", { class: "seat-list" }, this.rows.map((each) => each.row)),
      h("p", { class: "bag" }, this.bag));
  }

  /** @param {View} view */
  draw(view) {
    this.rows.forEach((each, seat) => {
      const isOn = view.turn === seat;
      each.row.classList.toggle("on-turn", isOn);
      each.row.classList.toggle("won", view.outcome?.winners.includes(seat) ?? false);
      each.row.classList.toggle("resigned", view.resigned.includes(seat));
      if (isOn) each.row.setAttribute("aria-current", "true");
      else each.row.removeAttribute("aria-current");
      write(each.score, String(view.scores[seat] ?? 0));
    });
    write(this.bag, view.bag_count ? `${count(view.bag_count, "tile")} in the bag` : "The bag is empty");
  }

  /**
   * Clocks and thinking, several times a second.
   * @param {View} view @param {Clocks} clock @param {Thinking | null} thinking @param {number} since_ms
   */
  tick(view, clock, thinking, since_ms) {
    this.rows.forEach((each, seat) => {
      const left = clock.left_ms?.[seat];
      if (left !== undefined && left !== null) {
        const now = clock.running === seat && !thinking?.place ? left - since_ms : left;
        write(each.clock, clockText(now));
        each.clock.classList.toggle("low", now < 60_000);
      }
      let doing = seatNote(view, seat, this.rackSize);
      if (thinking?.seat === seat && view.turn === seat) {
        doing = thinking.place ? placeText(thinking.place) : `thinking ${((thinking.elapsed_ms + since_ms) / 1000).toFixed(1)} s`;
      } else if (view.turn === seat && !view.outcome) doing = view.seat === seat ? "your turn" : "to play";
      write(each.doing, doing);
    });
  }
}

export class Scoresheet {
  /** @param {Player[]} players @param {(words: string[]) => void} onWords */
  constructor(players, onWords) {
    this.players = players;
    this.onWords = onWords;
    this.body = h("tbody");
    this.scroller = h("div", { class: "sheet-scroll", tabindex: 0, role: "region", "aria-label": "Scoresheet" },
      h("table", { class: "sheet" },
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Player"), h("th", { scope: "col" }, "Move"),
          h("th", { scope: "col", class: "number" }, "Score"), h("th", { scope: "col", class: "number" }, "Total"))),
        this.body));
    this.empty = h("p", { class: "quiet" }, "Moves will appear here.");
    this.element = h("section", { class: "panel sheet-panel" }, h("h2", {}, "Scoresheet"), this.empty, this.scroller);
    this.drawn = -1;
    // The latest move stays in sight when the window changes too.
    new ResizeObserver(() => this.toEnd()).observe(this.scroller);
  }

  toEnd() {
    this.scroller.scrollTop = this.scroller.scrollHeight;
  }

  /** @param {SeenEvent[]} events */
  draw(events) {
    if (events.length === this.drawn) return;
    this.drawn = events.length;
    const totals = this.players.map(() => 0);
    const rows = events.flatMap((event) => {
      const text = entry(event);
      if (text === null) return [];
      const points = event.kind === "PlayWithdrawn" ? -(event.score ?? 0) : event.score ?? event.points ?? 0;
      totals[event.seat] = event.total ?? (totals[event.seat] ?? 0) + points;
      const words = (event.kind === "TilesPlayed" ? event.words ?? [] : []).map((word) => word.text);
      return [h("tr", { class: event.kind === "TilesPlayed" ? "" : "aside" },
        h("th", { scope: "row" }, this.players[event.seat]?.name ?? ""),
        h("td", {}, words.length
          ? h("button", { type: "button", class: "linklike", onclick: () => this.onWords(words),
            "aria-label": `${text}: show what the words mean` }, text)
          : text),
        h("td", { class: "number" }, points || event.kind === "TilesPlayed" ? signed(points) : "0"),
        h("td", { class: "number" }, totals[event.seat] ?? 0))];
    });
    rows.at(-1)?.classList.add("latest");
    this.body.replaceChildren(...rows);
    this.empty.hidden = rows.length > 0;
    this.scroller.hidden = rows.length === 0;
    this.toEnd();
  }
}
