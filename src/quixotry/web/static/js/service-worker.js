/**
 * Keeps the app's own files in the browser, so that its frame is there at once, also while the server is away. Nothing
 * else is kept: games, words and rules are the server's.
 *
 * The server writes VERSION and FILES before this text (web/app_files.py). With another version this script is another
 * one; the browser then installs it, and pages of the old version load again (shell.js).
 */

const worker = /** @type {any} */ (self);
const { VERSION, FILES } = /** @type {{VERSION: string, FILES: string[]}} */ (worker);
const KEPT = `quixotry-${VERSION}`;

/** Any address of the app has this page; this one names no module of its own. */
const FRAME = "/app";

worker.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll([FRAME, ...FILES])).then(() => worker.skipWaiting()));
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
  event.waitUntil(caches.keys()
    .then((names) => Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name))))
    .then(() => worker.clients.claim()));
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  const isFile = pathname.startsWith("/static/");
  const isPage = request.mode === "navigate" && !/^\/(api|ws|health)(\/|$)/.test(pathname);
  if (isFile || isPage) {
    event.respondWith(caches.open(KEPT).then((kept) => kept.match(isPage ? FRAME : request)).then((found) => found ?? fetch(request)));
  }
});
