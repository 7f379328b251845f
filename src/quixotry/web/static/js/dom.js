/** Making elements. Markup is built by calls, never parsed from text, so nothing in it can be a script. */

/** @typedef {Node | string | number | null | undefined | false} Child */
/** @typedef {Record<string, unknown>} Props */

const SVG = "http://www.w3.org/2000/svg";

/** @param {Element} element @param {Props} props @param {(Child | Child[])[]} children */
function fill(element, props, children) {
  for (const [name, value] of Object.entries(props)) set(element, name, value);
  for (const child of children.flat()) {
    if (child !== null && child !== undefined && child !== false) {
      element.append(child instanceof Node ? child : String(child));
    }
  }
}

/**
 * Set an attribute, a listener (`onclick`) or a property of an input.
 * @param {Element} element @param {string} name @param {unknown} value
 */
export function set(element, name, value) {
  if (name.startsWith("on") && typeof value === "function") {
    element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
  } else if (name === "value" || name === "checked" || name === "disabled" || name === "selected") {
    Object.assign(element, { [name]: value });
  } else if (value === null || value === undefined || value === false) {
    element.removeAttribute(name);
  } else {
    element.setAttribute(name, value === true ? "" : String(value));
  }
}

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag @param {Props} [props] @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  fill(element, props, children);
  return element;
}

/**
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag @param {Props} [props] @param {...(Child | Child[])} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(tag, props = {}, ...children) {
  const element = /** @type {SVGElementTagNameMap[K]} */ (document.createElementNS(SVG, tag));
  fill(element, props, children);
  return element;
}

/** Write only what changed, so that nothing is read out or laid out twice. @param {Element} element @param {string} text */
export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** @param {string} id @returns {HTMLElement} */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element;
}

/** @param {number} n @param {string} one @param {string} [many] */
export const count = (n, one, many = `${one}s`) => `${n} ${n === 1 ? one : many}`;

/** @param {readonly string[]} things */
export function listed(things) {
  return things.length < 2 ? things.join("") : `${things.slice(0, -1).join(", ")} and ${things.at(-1)}`;
}

/** Go to another page of the app. @param {string} path */
export const go = (path) => window.dispatchEvent(new CustomEvent("quixotry:go", { detail: path }));

/** An error as people read it. @param {unknown} error */
export const reasonOf = (error) => (error instanceof Error ? error.message : String(error));
