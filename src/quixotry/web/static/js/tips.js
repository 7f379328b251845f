/** A tip: a small bubble at the rack that goes by itself, at the next touch or after a while. It never moves anything. */

import { h } from "./dom.js";
import { announce } from "./say.js";

const STAY_MS = 6000;

export class Tip {
  constructor() {
    this.element = h("p", { class: "tip", hidden: true });
    this.timer = 0;
    this.hide = () => {
      clearTimeout(this.timer);
      this.element.hidden = true;
    };
  }

  /** @param {string} sentence @param {number} [stay_ms] */
  show(sentence, stay_ms = STAY_MS) {
    clearTimeout(this.timer);
    this.element.textContent = sentence;
    this.element.hidden = false;
    announce(sentence);
    this.timer = setTimeout(this.hide, stay_ms);
  }
}

/** Shake the rack: what was asked for is not on it. @param {Element | null} element */
export function shake(element) {
  element?.animate([0, -5, 5, -3, 3, 0].map((x) => ({ transform: `translateX(${x}px)` })),
    matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 280);
}
