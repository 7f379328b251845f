/** Asking the server over HTTP. A refusal is a `Refused` whose message is the server's sentence. */

export class Refused extends Error {
  /** @param {string} code @param {string} sentence @param {Record<string, unknown>} details */
  constructor(code, sentence, details) {
    super(sentence);
    this.code = code;
    this.details = details;
  }
}

/**
 * @param {string} path @param {RequestInit} [request]
 * @returns {Promise<any>}
 */
async function ask(path, request) {
  /** @type {Response} */
  let answer;
  try {
    answer = await fetch(path, { credentials: "same-origin", ...request });
  } catch {
    throw new Refused("offline", "The server does not respond. Is it still running?", {});
  }
  if (answer.status === 204) return null;
  const body = await answer.json().catch(() => null);
  if (answer.ok) return body;
  const error = body?.error ?? {};
  throw new Refused(error.code ?? "unknown", error.sentence ?? `The server answered with status ${answer.status}.`, error.details ?? {});
}

/** @param {string} path */
export const get = (path) => ask(path);

/** @param {string} path @param {unknown} body */
export const post = (path, body) =>
  ask(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });

/** @param {string} path @param {string | Blob} text */
export const postText = (path, text) =>
  ask(path, { method: "POST", headers: { "Content-Type": "text/plain" }, body: text });

/** @param {string} path */
export const remove = (path) => ask(path, { method: "DELETE", keepalive: true });
