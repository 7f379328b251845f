/**
 * A button among the table's tools: its name under an icon on a phone, its name alone elsewhere. Names come from
 * the ruleset and may be long; a phone shows as many whole words of them as fit, a screen reader hears all.
 *
 * @typedef {"primary" | "give_up" | "exchange" | "challenge" | "take_back" | "restart" | "shuffle" | "sort"
 *   | "across" | "down" | "invite" | "back" | "resign" | "keys" | "zoom" | "side" | "pause" | "step"} Action
 */

import { h, svg } from "./dom.js";

const SHORT_MAX = 9;

/** Drawn in a square of 24. @type {Partial<Record<Action, string>>} */
const ICONS = {
  shuffle: "M3 7h4l10 10h4M3 17h4l3-3M14 10l3-3h4M18 4l3 3-3 3M18 14l3 3-3 3",
  sort: "M7 4v16M4 17l3 3 3-3M13 6h8M13 12h6M13 18h3",
  restart: "M12 3v11M8 10l4 4 4-4M4 16v4h16v-4",
  take_back: "M9 14L4 9l5-5M4 9h10a5.5 5.5 0 0 1 0 11h-3",
  exchange: "M4 8h15M15 4l4 4-4 4M20 16H5M9 12l-4 4 4 4",
  give_up: "M6 5l9 7-9 7zM19 5v14",
  challenge: "M12 4l9.5 16h-19zM12 10v4.5M12 17.2v.1",
  zoom: "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5L21 21M10.5 8v5M8 10.5h5",
  side: "M4 7h16M4 12h16M4 17h16",
  pause: "M4 5l8 7-8 7zM16 5v14M20 5v14",
  step: "M6 5l9 7-9 7zM19 5v14",
};

/** The part of a name that a phone shows: whole words, nine letters at most if there is a choice. @param {string} name */
export function shortened(name) {
  const words = name.split(" ");
  while (words.length > 1 && words.join(" ").length > SHORT_MAX) words.pop();
  return words.join(" ");
}

/** @param {Action} action @param {string} name @param {(action: Action) => void} act @param {string} [kind] */
export function toolButton(action, name, act, kind = "") {
  const path = ICONS[action];
  const button = h("button", { type: "button", class: kind, "data-action": action, onclick: () => act(action) },
    path ? svg("svg", { class: "button-icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: path })) : null,
    h("span", { class: "tool-name" }));
  rename(button, name);
  return button;
}

/** @param {HTMLElement} button @param {string} name */
export function rename(button, name) {
  const label = button.querySelector(".tool-name");
  if (!label || label.textContent === name) return;
  const head = shortened(name);
  label.replaceChildren(head, ...(head === name ? [] : [h("span", { class: "rest" }, name.slice(head.length))]));
}
