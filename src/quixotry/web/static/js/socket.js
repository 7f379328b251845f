/**
 * The table's connection. It opens again by itself, waits longer each time, and says in what state it is.
 * A move whose answer was lost is sent again under its own id, which counts once.
 *
 * @typedef {import("../../protocol.js").ClientMessage} ClientMessage
 * @typedef {import("../../protocol.js").ServerMessage} ServerMessage
 * @typedef {import("../../protocol.js").AnyMove} AnyMove
 * @typedef {"connecting" | "open" | "waiting" | "gone"} State
 */

const WAIT_FIRST_MS = 500;
const WAIT_MOST_MS = 8000;
const GONE = 4404;

export class TableSocket {
  /**
   * @param {string} id
   * @param {{message: (frame: ServerMessage) => void, state: (state: State, retry_ms: number) => void}} handlers
   */
  constructor(id, handlers) {
    this.handlers = handlers;
    this.url = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws/games/${id}`;
    this.wait_ms = WAIT_FIRST_MS;
    this.closed = false;
    /** @type {Map<string, ClientMessage>} */
    this.unanswered = new Map();
    /** @type {WebSocket | null} */
    this.socket = null;
    this.timer = 0;
    this.again = () => this.open();
    window.addEventListener("online", this.again);
    this.open();
  }

  open() {
    if (this.closed || this.socket) return;
    clearTimeout(this.timer);
    this.handlers.state("connecting", 0);
    const socket = new WebSocket(this.url);
    this.socket = socket;
    socket.addEventListener("open", () => {
      this.handlers.state("open", 0);
      this.send({ type: "hello" });
      for (const frame of this.unanswered.values()) this.send(frame);
    });
    socket.addEventListener("message", (event) => {
      const frame = /** @type {ServerMessage} */ (JSON.parse(event.data));
      if (typeof frame.command_id === "string") this.unanswered.delete(frame.command_id);
      // Not when the socket opens: a server without its database opens it, and closes it over the first question.
      if (this.unanswered.size === 0) this.wait_ms = WAIT_FIRST_MS;
      this.handlers.message(frame);
    });
    socket.addEventListener("close", (event) => {
      if (this.socket === socket) this.socket = null;
      if (this.closed) return;
      if (event.code === GONE) {
        this.closed = true;
        this.handlers.state("gone", 0);
        return;
      }
      this.handlers.state("waiting", this.wait_ms);
      this.timer = setTimeout(() => this.open(), this.wait_ms);
      this.wait_ms = Math.min(WAIT_MOST_MS, this.wait_ms * 2);
    });
  }

  /** @param {ClientMessage} frame @returns {boolean} */
  send(frame) {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(frame));
    return true;
  }

  /** @param {AnyMove} move @param {number} seat @param {number} expected_seq @returns {string} the command's id */
  move(move, seat, expected_seq) {
    const command_id = newId();
    const frame = /** @type {ClientMessage} */ ({ type: "move", command_id, seat, expected_seq, move });
    this.unanswered.set(command_id, frame);
    this.send(frame);
    return command_id;
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    window.removeEventListener("online", this.again);
    this.socket?.close();
  }
}

function newId() {
  // randomUUID is missing on plain http away from localhost.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
