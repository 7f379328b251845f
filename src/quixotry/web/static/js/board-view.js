/**
 * The board as SVG: a grid for screen readers, squares in the colours players know, tiles, and over them
 * what is going on: last move, words being formed, score badge, arrow, squares that take the next tile.
 *
 * @typedef {import("../../protocol.js").BoardShape} Shape
 * @typedef {{cells: string, laid: readonly {square: number, sign: string, id?: number}[],
 *   last?: readonly number[], arrow?: {square: number, down: boolean} | null,
 *   picked?: number | null, hints?: readonly number[] | null,
 *   words?: readonly {square: number, down: boolean, text: string}[],
 *   badge?: {square: number, text: string} | null}} Picture
 */

import { set, svg } from "./dom.js";
import { EMPTY, PREMIUMS, squareName } from "./geometry.js";

const UNIT = 40;
const EDGE = 24;
const STAR = "M0.0 -12.0L2.9 -4.0L11.4 -3.7L4.8 1.5L7.1 9.7L0.0 5.0L-7.1 9.7L-4.8 1.5L-11.4 -3.7L-2.9 -4.0Z";

export class BoardView {
  /** @param {Shape} shape @param {Record<string, number>} values points per sign */
  constructor(shape, values) {
    this.shape = shape;
    this.values = values;
    this.width = shape.width * UNIT + EDGE + 8;
    this.height = shape.height * UNIT + EDGE + 8;
    /** @type {SVGGElement[]} */
    this.squares = [];
    /** The square a keyboard stands on. */
    this.focused = shape.start;
    this.zoom = { scale: 1, x: 0, y: 0 };
    this.over = svg("g", { class: "over", "aria-hidden": "true" });
    this.light = svg("g", { class: "light", "aria-hidden": "true" });
    this.element = svg("svg", {
      class: "board", role: "grid", "aria-label": "Board", "aria-rowcount": shape.height,
      "aria-colcount": shape.width, viewBox: `0 0 ${this.width} ${this.height}`,
    });
    this.element.append(
      svg("rect", { class: "frame", x: 0, y: 0, width: this.width, height: this.height, rx: 10 }),
      this.coordinates(),
    );
    for (let row = 0; row < shape.height; row++) {
      const line = svg("g", { role: "row", "aria-rowindex": row + 1 });
      for (let column = 0; column < shape.width; column++) line.append(this.square(row, column));
      this.element.append(line);
    }
    this.element.append(this.light, this.over);
    this.before = "";
  }

  coordinates() {
    const { rows, columns } = this.shape;
    const at = (/** @type {number} */ n) => EDGE + n * UNIT + UNIT / 2;
    return svg("g", { class: "coordinates", "aria-hidden": "true" },
      columns.map((name, n) => svg("text", { x: at(n), y: 16 }, name.replace("-", "\u2212"))),
      rows.map((name, n) => svg("text", { x: 12, y: at(n) + 4.5 }, name.replace("-", "\u2212"))));
  }

  /** @param {number} row @param {number} column */
  square(row, column) {
    const square = row * this.shape.width + column;
    const premium = this.shape.premiums[row]?.[column] ?? "";
    const isStart = square === this.shape.start;
    const group = svg("g", {
      class: "square", role: "gridcell", tabindex: isStart ? 0 : -1, "aria-colindex": column + 1,
      "data-square": square, transform: `translate(${EDGE + column * UNIT} ${EDGE + row * UNIT})`,
    });
    group.append(svg("rect", {
      class: `ground ${premium.toLowerCase() || "plain"}`, x: 1, y: 1, width: UNIT - 2, height: UNIT - 2, rx: 4,
    }));
    if (isStart) {
      group.append(svg("path", { class: "star", d: STAR, transform: "translate(20 20.5)" }));
    } else if (premium) {
      group.append(svg("text", { class: `label ${premium.toLowerCase()}`, x: 20, y: 24.5 }, premium));
    }
    this.squares.push(group);
    return group;
  }

  /** @param {number} square @param {string} sign "." for none */
  describe(square, sign) {
    const { shape } = this;
    const row = Math.floor(square / shape.width);
    const premium = shape.premiums[row]?.[square % shape.width] ?? "";
    const name = squareName(shape, square);
    if (sign !== EMPTY) {
      const upper = sign.toUpperCase();
      return sign === upper ? `${name}, ${upper}, ${this.values[upper] ?? 0}` : `${name}, blank as ${upper}`;
    }
    const parts = [name, PREMIUMS[premium] && square !== shape.start ? `${PREMIUMS[premium]} (${premium})` : PREMIUMS[premium] ?? "", square === shape.start ? "star" : "", "empty"];
    return parts.filter(Boolean).join(", ");
  }

  /**
   * Draw it. With `arriving`, those squares' tiles land one after another.
   * @param {Picture} picture @param {readonly number[]} [arriving]
   */
  draw(picture, arriving = []) {
    const laid = new Map(picture.laid.map((tile) => [tile.square, tile]));
    const last = new Set(picture.last ?? []);
    this.squares.forEach((group, square) => {
      const mine = laid.get(square);
      const sign = mine?.sign ?? picture.cells[square] ?? EMPTY;
      const state = [sign, mine ? "laid" : "", last.has(square) ? "last" : "",
        mine?.id !== undefined && mine.id === picture.picked ? "picked" : ""].join(" ");
      if (group.dataset.state === state) return;
      group.dataset.state = state;
      group.setAttribute("aria-label",
        this.describe(square, sign) + (mine ? ", yours, not yet played" : last.has(square) ? ", last move" : ""));
      const old = group.querySelector(".tile");
      if (sign === EMPTY) {
        old?.remove();
        return;
      }
      const [, ...classes] = state.split(" ");
      const tile = this.tile(sign, classes.filter(Boolean).join(" "));
      const order = arriving.indexOf(square);
      if (order >= 0) {
        tile.classList.add("landing");
        tile.style.animationDelay = `${order * 120}ms`;
      } else if (mine && !old) {
        tile.classList.add("dropped");
      }
      if (old) old.replaceWith(tile);
      else group.append(tile);
    });
    this.drawOver(picture);
  }

  /** @param {string} sign @param {string} classes */
  tile(sign, classes) {
    const upper = sign.toUpperCase();
    const isBlank = sign !== upper;
    const value = this.values[upper] ?? 0;
    const isWide = !isBlank && value > 9;
    return svg("g", { class: `tile ${isBlank ? "blank" : isWide ? "two-digits" : ""} ${classes}` },
      svg("rect", { class: "side", x: 2, y: 3.5, width: 36, height: 35.5, rx: 5 }),
      svg("rect", { class: "face", x: 2, y: 1.5, width: 36, height: 35, rx: 5 }),
      svg("text", { class: "letter", x: isBlank ? 20 : isWide ? 15 : 18.5, y: isWide ? 25 : 27.5 }, upper), " ",
      isBlank ? null : svg("text", { class: "value", x: isWide ? 36 : 35, y: 34 }, value));
  }

  /** @param {number} square */
  corner(square) {
    const { width } = this.shape;
    return { x: EDGE + (square % width) * UNIT, y: EDGE + Math.floor(square / width) * UNIT };
  }

  /**
   * The empty square nearest to a tile, rather after it than before it: what stands there hides no letter.
   * @param {Picture} picture @param {number} square
   */
  besideTiles({ cells, laid, arrow }, square) {
    const { width } = this.shape;
    const taken = new Set([...laid.map((tile) => tile.square), arrow?.square]);
    const away = (/** @type {number} */ at) => {
      const columns = (at % width) - (square % width);
      const rows = Math.floor(at / width) - Math.floor(square / width);
      return Math.hypot(columns, rows) + (columns < 0 ? 0.2 : 0) + (rows < 0 ? 0.1 : 0);
    };
    const free = [...cells].flatMap((cell, at) => (cell === EMPTY && !taken.has(at) ? [at] : []));
    return free.reduce((best, at) => (away(at) < away(best) ? at : best), free[0] ?? square);
  }

  /** @param {Picture} picture */
  drawOver(picture) {
    /** @type {SVGElement[]} */
    const parts = [];
    for (const square of picture.hints ?? []) {
      const { x, y } = this.corner(square);
      parts.push(svg("rect", { class: "hint", x: x + 2.5, y: y + 2.5, width: UNIT - 5, height: UNIT - 5, rx: 5 }));
    }
    for (const word of picture.words ?? []) {
      const { x, y } = this.corner(word.square);
      const along = word.text.length * UNIT - 1;
      parts.push(svg("rect", {
        class: "word", x: x + 0.5, y: y + 0.5, rx: 6,
        width: word.down ? UNIT - 1 : along, height: word.down ? along : UNIT - 1,
      }));
    }
    if (picture.arrow) {
      const { x, y } = this.corner(picture.arrow.square);
      parts.push(svg("g", { class: "arrow", transform: `translate(${x + 20} ${y + 20}) rotate(${picture.arrow.down ? 90 : 0})` },
        svg("rect", { x: -18, y: -18, width: 36, height: 36, rx: 5 }),
        svg("path", { d: "M-9-4.5H1V-10L12 0 1 10V4.5H-9Z" })));
    }
    if (picture.badge) {
      const { x, y } = this.corner(this.besideTiles(picture, picture.badge.square));
      const width = Math.min(UNIT, 14 + picture.badge.text.length * 9);
      parts.push(svg("g", { class: "badge", transform: `translate(${x + (UNIT - width) / 2} ${y + 10})` },
        svg("rect", { width, height: 20, rx: 10 }),
        svg("text", { x: width / 2, y: 14.5 }, picture.badge.text)));
    }
    this.over.replaceChildren(...parts);
  }

  /**
   * Where a dragged tile would drop: its row and its column are lit, and the square is drawn larger than it is,
   * so that it can be seen around a finger.
   * @param {number | null} square @param {boolean} [good]
   */
  target(square, good = true) {
    if (square === null) {
      this.light.replaceChildren();
      return;
    }
    const { x, y } = this.corner(square);
    const { width, height } = this.shape;
    this.light.setAttribute("class", good ? "light" : "light bad");
    this.light.replaceChildren(
      svg("rect", { class: "line", x: EDGE, y, width: width * UNIT, height: UNIT }),
      svg("rect", { class: "line", x, y: EDGE, width: UNIT, height: height * UNIT }),
      svg("rect", { class: "target", x: x - 5, y: y - 5, width: UNIT + 10, height: UNIT + 10, rx: 8 }));
  }

  /** The tile in the hand fades where it lay. @param {number | null} square */
  lift(square) {
    this.squares.forEach((group, at) => group.classList.toggle("lifted", at === square));
  }

  /** The square under a point of the window, or null. @param {number} clientX @param {number} clientY */
  squareAt(clientX, clientY) {
    const matrix = this.element.getScreenCTM();
    if (!matrix) return null;
    const point = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
    const column = Math.floor((point.x - EDGE) / UNIT);
    const row = Math.floor((point.y - EDGE) / UNIT);
    const { width, height } = this.shape;
    return row >= 0 && row < height && column >= 0 && column < width ? row * width + column : null;
  }

  /** Move the keyboard's square. @param {number} square @param {boolean} [now] whether to take the focus too */
  focus(square, now = true) {
    const from = this.squares[this.focused];
    const to = this.squares[square];
    if (!to) return;
    if (from) set(from, "tabindex", -1);
    set(to, "tabindex", 0);
    this.focused = square;
    if (now) to.focus({ preventScroll: true });
  }

  hasFocus() {
    return this.element.contains(document.activeElement);
  }

  /** @param {number} scale 1 to 3 @param {number} [x] centre, 0 to 1 @param {number} [y] */
  zoomTo(scale, x = 0.5, y = 0.5) {
    const s = Math.max(1, Math.min(3, scale));
    const w = this.width / s;
    const ht = this.height / s;
    const left = Math.max(0, Math.min(this.width - w, x * this.width - w / 2));
    const top = Math.max(0, Math.min(this.height - ht, y * this.height - ht / 2));
    this.zoom = { scale: s, x: (left + w / 2) / this.width, y: (top + ht / 2) / this.height };
    this.element.setAttribute("viewBox", `${left} ${top} ${w} ${ht}`);
  }
}
