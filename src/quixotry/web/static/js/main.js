/** The app's frame: which page an address shows, the header's two switches, and where an error leads. */

import { Refused, get } from "./api.js";
import { byId, h, reasonOf, svg } from "./dom.js";
import { announce } from "./say.js";
import { keepShell, serverBack } from "./shell.js";
import * as sounds from "./sounds.js";

/** A page: fills `main` and may return what to do when it is left. @typedef {(main: HTMLElement, rest: string) => Promise<(() => void) | void>} Page */

/** @type {Record<string, () => Promise<{default: Page}>>} */
const PAGES = {
  "": () => import("./pages/start.js"),
  table: () => import("./pages/table.js"),
  replay: () => import("./pages/replay.js"),
  games: () => import("./pages/games.js"),
  words: () => import("./pages/words.js"),
  rules: () => import("./pages/rules.js"),
  house: () => import("./pages/house.js"),
  about: () => import("./pages/about.js"),
  join: () => import("./pages/join.js"),
  back: () => import("./pages/back.js"),
  check: () => import("./pages/check.js"),
  arena: () => import("./pages/arena.js"),
};

/** @type {(() => void) | void} */
let leave;
let visit = 0;

async function show() {
  const mine = ++visit;
  leave?.();
  leave = undefined;
  const [, name = "", ...rest] = location.pathname.split("/");
  const main = byId("main");
  main.className = "";
  for (const link of document.querySelectorAll(".nav a")) {
    const here = link.getAttribute("href") === `/${name}`;
    if (here) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  try {
    const load = PAGES[name];
    if (!load) throw new Error("There is no such page.");
    document.title = "Quixotry";
    const left = await (await loaded(load)).default(main, rest.join("/"));
    if (mine === visit) leave = left;
    else left?.();
  } catch (error) {
    if (mine !== visit) return;
    if (error instanceof Refused && error.code === "offline") showAway(main);
    else showError(main, error);
  }
}

/**
 * A module that does not come is one the server no longer has, or the server is away.
 * @param {() => Promise<{default: Page}>} load
 */
const loaded = (load) => load().catch(async (error) => {
  await get("/health");
  throw new Error(`The app has changed since this page was opened. Load the page again. (${reasonOf(error)})`);
});

/** The frame is here and the server is not: say so, and go on when it is back. @param {HTMLElement} main */
function showAway(main) {
  const waiting = new AbortController();
  leave = () => waiting.abort();
  main.className = "";
  main.replaceChildren(
    h("div", { class: "page error-page" },
      h("h1", {}, "The server is away"),
      h("p", { role: "alert" }, "Quixotry's server does not answer. Your games are safe there, and this page goes on by itself as soon as it is back. On your own machine, start it with ", h("code", {}, "quixotry serve"), "."),
      h("p", { class: "row" }, h("button", { type: "button", class: "primary", onclick: () => void show() }, "Try again"))));
  void serverBack(waiting.signal).then(show);
}

/** @param {HTMLElement} main @param {unknown} error */
function showError(main, error) {
  const sentence = reasonOf(error);
  main.className = "";
  main.replaceChildren(
    h("div", { class: "page error-page" },
      h("h1", {}, "Something went wrong"),
      h("p", { role: "alert" }, sentence),
      h("p", { class: "row" },
        h("button", { type: "button", class: "primary", onclick: () => void show() }, "Try again"),
        h("a", { class: "button", href: "/", "data-nav": true }, "Go to the start page")),
    ),
  );
}

/** Go to another page of the app. @param {string} path */
export function go(path) {
  history.pushState(null, "", path);
  window.scrollTo(0, 0);
  void show().then(() => byId("main").focus({ preventScroll: true }));
}

document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a[data-nav]") : null;
  if (!link || event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
  event.preventDefault();
  go(link.getAttribute("href") ?? "/");
});
window.addEventListener("popstate", () => void show());
window.addEventListener("quixotry:go", (event) => go(/** @type {CustomEvent<string>} */ (event).detail));

function applySound() {
  const on = sounds.isOn();
  const button = byId("sound");
  button.setAttribute("aria-pressed", String(on));
  button.setAttribute("aria-label", "Sounds");
  button.title = on ? "Sounds are on" : "Sounds are off";
  button.replaceChildren(svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" },
    svg("path", { d: `M9 18V6l10-2v12M9 18a3 3 0 1 1-3-3 3 3 0 0 1 3 3M19 16a3 3 0 1 1-3-3 3 3 0 0 1 3 3${on ? "" : "M4 3l17 18"}` })));
  button.classList.toggle("off", !on);
}
byId("sound").addEventListener("click", () => {
  sounds.turn(!sounds.isOn());
  applySound();
  announce(sounds.isOn() ? "Sounds on" : "Sounds off");
});

const THEMES = /** @type {const} */ (["auto", "light", "dark"]);
function applyTheme() {
  const theme = localStorage.getItem("quixotry.theme") ?? "auto";
  if (theme === "auto") document.documentElement.removeAttribute("data-theme");
  else document.documentElement.dataset.theme = theme;
  const button = byId("theme");
  button.textContent = { auto: "◐", light: "☼", dark: "☾" }[theme] ?? "◐";
  button.title = `Light or dark: ${theme}`;
  button.setAttribute("aria-label", `Light or dark: ${theme}`);
}
byId("theme").addEventListener("click", () => {
  const now = THEMES.indexOf(/** @type {any} */ (localStorage.getItem("quixotry.theme") ?? "auto"));
  localStorage.setItem("quixotry.theme", THEMES[(now + 1) % THEMES.length] ?? "auto");
  applyTheme();
});

applySound();
applyTheme();
keepShell();
void show();
