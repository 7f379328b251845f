/**
 * The rack: tiles as buttons, in the player's own order; a laid tile leaves its place empty.
 *
 * @typedef {import("./board-state.js").Hand} Hand
 */

import { h } from "./dom.js";
import { BLANK, isLaid } from "./board-state.js";

export class RackView {
  /** @param {Record<string, number>} values @param {number} size */
  constructor(values, size) {
    this.values = values;
    this.size = size;
    this.element = h("div", { class: "rack", role: "group", "aria-label": "Your rack" });
    this.state = "";
  }

  /** @param {Hand | null} hand @param {{rising?: boolean}} [options] */
  draw(hand, { rising = false } = {}) {
    const state = hand ? JSON.stringify([hand.tiles, hand.laid.map((l) => l.id), hand.picked, hand.marked]) : "none";
    if (state === this.state) return;
    this.state = state;
    const active = document.activeElement;
    const focused = active instanceof HTMLElement && this.element.contains(active) ? active.dataset.id : undefined;
    const known = new Set([...this.element.querySelectorAll("[data-id]")].map((tile) => tile.getAttribute("data-id")));
    const tiles = hand?.tiles ?? [];
    this.element.replaceChildren(...tiles.map((tile) => {
      if (hand && isLaid(hand, tile.id)) return h("span", { class: "slot", "data-slot": tile.id });
      const button = rackTile(tile.sign, this.values);
      const isPicked = hand?.picked === tile.id;
      const isMarked = hand?.marked.includes(tile.id) ?? false;
      button.dataset.id = String(tile.id);
      button.setAttribute("aria-pressed", String(isPicked || isMarked));
      button.classList.toggle("picked", isPicked);
      button.classList.toggle("marked", isMarked);
      if (rising && !known.has(String(tile.id))) button.classList.add("rising");
      return button;
    }));
    for (let n = tiles.length; n < this.size; n++) this.element.append(h("span", { class: "slot" }));
    if (focused !== undefined) {
      const again = this.element.querySelector(`[data-id="${focused}"]`);
      if (again instanceof HTMLElement) again.focus();
    }
  }

  /** The tile in the hand leaves a gap. @param {number | null} id */
  lift(id) {
    for (const tile of this.element.querySelectorAll("[data-id]")) tile.classList.toggle("lifted", tile.getAttribute("data-id") === String(id));
    if (id === null) this.part(null);
  }

  /** The others make room where the tile would go. @param {number | null} place */
  part(place) {
    [...this.element.children].forEach((child, n) => {
      child.classList.toggle("left-of-gap", place !== null && n === place - 1);
      child.classList.toggle("right-of-gap", place !== null && n === place);
    });
  }

  /** Where among the tiles a point lies. @param {number} clientX */
  placeAt(clientX) {
    const places = [...this.element.children].map((child) => child.getBoundingClientRect());
    const at = places.findIndex((place) => clientX < place.left + place.width / 2);
    return at < 0 ? places.length : at;
  }

  /** @param {number} clientX @param {number} clientY */
  contains(clientX, clientY) {
    const box = this.element.getBoundingClientRect();
    return clientX >= box.left && clientX <= box.right && clientY >= box.top - 16 && clientY <= box.bottom + 16;
  }
}

/** @param {string} sign @param {Record<string, number>} values */
export function rackTile(sign, values) {
  const name = sign === BLANK ? "Blank" : `${sign}, ${values[sign] ?? 0}`;
  return h("button", { type: "button", class: `rack-tile${kindOf(sign, values)}`, "aria-label": name }, faceOf(sign, values));
}

/** A tile that only shows. @param {string} sign @param {Record<string, number>} values @param {string} [kind] */
export function shownTile(sign, values, kind = "small") {
  return h("span", { class: `rack-tile ${kind}${kindOf(sign, values)}`, "aria-hidden": "true" }, faceOf(sign, values));
}

/** @param {string} sign lower case is a blank that has its letter */
const isBlank = (sign) => sign === BLANK || sign !== sign.toUpperCase();

/** @param {string} sign @param {Record<string, number>} values */
const kindOf = (sign, values) => (isBlank(sign) ? " blank" : (values[sign] ?? 0) > 9 ? " two-digits" : "");

/** @param {string} sign @param {Record<string, number>} values */
const faceOf = (sign, values) => [
  h("span", { class: "letter", "aria-hidden": "true" }, sign === BLANK ? "" : sign.toUpperCase()),
  " ",
  h("span", { class: "value", "aria-hidden": "true" }, isBlank(sign) ? "" : values[sign] ?? 0),
];
