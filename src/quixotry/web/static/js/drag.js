/**
 * Mouse, pen and finger on rack and board, by Pointer Events: a short touch is a tap, a longer way is a drag.
 * Two fingers on the board zoom it; one finger moves it while it is zoomed.
 *
 * @typedef {import("./board-view.js").BoardView} BoardView
 * @typedef {import("./rack-view.js").RackView} RackView
 * @typedef {{
 *   tileOnRack: (id: number) => void, square: (square: number, isSecond: boolean) => void, back: (square: number) => void,
 *   canDrag: () => boolean, laidIdAt: (square: number) => number | null, signOf: (id: number) => string,
 *   isOpen: (id: number, square: number) => boolean,
 *   lifted: (id: number | null) => void,
 *   toSquare: (id: number, square: number) => void, toRack: (id: number, place: number) => void,
 * }} Handlers
 */

import { shownTile } from "./rack-view.js";

const FAR = 6;
const FINGER_LIFT = 44;
/** Two taps on a square within this time are one double tap. */
const DOUBLE_MS = 350;

/**
 * @param {BoardView} board @param {RackView} rack @param {Handlers} handlers
 * @returns {() => void} to stop listening
 */
export function listen(board, rack, handlers) {
  /** @type {{id: number | null, square: number | null, x: number, y: number, touch: boolean, ghost: HTMLElement | null, pointer: number} | null} */
  let held = null;
  /** @type {Map<number, {x: number, y: number}>} */
  const fingers = new Map();
  /** @type {{gap: number, scale: number} | null} */
  let pinch = null;
  let tap = { square: -1, at: -DOUBLE_MS };
  const stop = new AbortController();
  const options = { signal: stop.signal };

  const gap = () => {
    const [a, b] = [...fingers.values()];
    return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
  };

  /** @param {PointerEvent} event @param {number | null} id @param {number | null} square */
  function down(event, id, square) {
    if (event.button !== 0) return;
    const touch = event.pointerType !== "mouse";
    held = { id, square, x: event.clientX, y: event.clientY, touch, ghost: null, pointer: event.pointerId };
  }

  rack.element.addEventListener("pointerdown", (event) => {
    const button = event.target instanceof Element ? event.target.closest("[data-id]") : null;
    if (button) down(event, Number(button.getAttribute("data-id")), null);
  }, options);

  board.element.addEventListener("pointerdown", (event) => {
    // Focus stays where it is: after a click the arrow takes the typing, not the square under the mouse.
    event.preventDefault();
    if (document.activeElement instanceof Element && board.element.contains(document.activeElement)) {
      /** @type {HTMLElement} */ (document.activeElement).blur();
    }
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (fingers.size === 2) {
      pinch = { gap: gap(), scale: board.zoom.scale };
      drop();
      return;
    }
    const square = board.squareAt(event.clientX, event.clientY);
    if (square !== null) down(event, handlers.laidIdAt(square), square);
  }, options);

  window.addEventListener("pointermove", (event) => {
    const finger = fingers.get(event.pointerId);
    if (finger && pinch && fingers.size === 2) {
      fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      if (pinch.gap) board.zoomTo((pinch.scale * gap()) / pinch.gap, board.zoom.x, board.zoom.y);
      return;
    }
    if (!held || held.pointer !== event.pointerId) return;
    const dx = event.clientX - held.x;
    const dy = event.clientY - held.y;
    if (held.id === null) {
      if (board.zoom.scale > 1 && finger && Math.hypot(dx, dy) > FAR) {
        const box = board.element.getBoundingClientRect();
        board.zoomTo(board.zoom.scale,
          board.zoom.x - (event.clientX - finger.x) / box.width / board.zoom.scale,
          board.zoom.y - (event.clientY - finger.y) / box.height / board.zoom.scale);
        fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
        held.square = null;
      }
      return;
    }
    if (!held.ghost) {
      if (Math.hypot(dx, dy) < FAR || !handlers.canDrag()) return;
      held.ghost = shownTile(handlers.signOf(held.id), board.values, "ghost");
      document.body.append(held.ghost);
      handlers.lifted(held.id);
    }
    event.preventDefault();
    const y = event.clientY - (held.touch ? FINGER_LIFT : 0);
    held.ghost.style.transform = `translate(${event.clientX}px, ${y}px) translate(-50%, -50%)`;
    const square = board.squareAt(event.clientX, y);
    board.target(square, square === null || handlers.isOpen(held.id, square));
    rack.part(square === null && rack.contains(event.clientX, y) ? rack.placeAt(event.clientX) : null);
  }, options);

  window.addEventListener("pointerup", (event) => {
    fingers.delete(event.pointerId);
    if (fingers.size < 2) pinch = null;
    if (!held || held.pointer !== event.pointerId) return;
    const { id, square, ghost, touch } = held;
    const y = event.clientY - (touch ? FINGER_LIFT : 0);
    drop();
    if (ghost && id !== null) {
      const over = board.squareAt(event.clientX, y);
      if (over !== null) handlers.toSquare(id, over);
      else handlers.toRack(id, rack.contains(event.clientX, event.clientY) || rack.contains(event.clientX, y)
        ? rack.placeAt(event.clientX) : -1);
      return;
    }
    if (square !== null) {
      if (board.squareAt(event.clientX, event.clientY) !== square) return;
      const isSecond = tap.square === square && event.timeStamp - tap.at < DOUBLE_MS;
      tap = { square: isSecond ? -1 : square, at: event.timeStamp };
      handlers.square(square, isSecond);
    } else if (id !== null && event.target instanceof Element && event.target.closest(`[data-id="${id}"]`)) {
      handlers.tileOnRack(id);
    }
  }, options);

  board.element.addEventListener("contextmenu", (event) => {
    const square = board.squareAt(event.clientX, event.clientY);
    if (square === null || handlers.laidIdAt(square) === null) return;
    event.preventDefault();
    handlers.back(square);
  }, options);

  window.addEventListener("pointercancel", (event) => {
    fingers.delete(event.pointerId);
    pinch = null;
    drop();
  }, options);

  function drop() {
    held?.ghost?.remove();
    if (held?.ghost) handlers.lifted(null);
    held = null;
    board.target(null);
  }

  // A finger's tap is heard as it lifts; the click the browser makes of it afterwards would land on whatever
  // that tap has opened, such as the letters of a blank.
  for (const element of [board.element, rack.element]) {
    element.addEventListener("touchend", (event) => event.preventDefault(), { ...options, passive: false });
  }

  // The keyboard presses rack tiles by click events that no pointer made.
  rack.element.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("[data-id]") : null;
    if (button && event.detail === 0) handlers.tileOnRack(Number(button.getAttribute("data-id")));
  }, options);

  return () => {
    drop();
    stop.abort();
  };
}
