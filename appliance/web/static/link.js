/**
 * The socket to the hub. It says hello, asks every 8 s whether the other side still lives, and comes back by itself. A telephone that
 * was locked often holds a socket that looks open and is dead; so waking up always makes a new one.
 */

import { pauseMs } from "./net.js";

const PING_EVERY_MS = 8000;
const PONG_LIMIT_MS = 5000;
const LOST_AFTER_MS = 1500;

export class Link {
  #hello;
  #onMessage;
  #onState;
  #socket = null;
  #failures = 0;
  #retry = 0;
  #ping = 0;
  #limit = 0;
  #count = 0;
  #worry = 0;
  #stopped = true;
  /** Whether the hub is there. */
  open = false;
  /** Whether it has been away for so long that a person should know. */
  lost = false;

  /** `hello()` gives the first message; `onState()` is told every change of `open` and `lost`. */
  constructor(hello, onMessage, onState) {
    this.#hello = hello;
    this.#onMessage = onMessage;
    this.#onState = onState;
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.restart();
    });
    window.addEventListener("pageshow", (event) => {
      if (event.persisted) this.restart();
    });
    window.addEventListener("online", () => this.restart());
    window.addEventListener("offline", () => this.#lost(this.#socket));
  }

  start() {
    this.#stopped = false;
    this.#open();
  }

  /** A new socket now, also when the old one seems well. */
  restart() {
    if (this.#stopped) return;
    this.#failures = 0;
    this.#open();
  }

  stop() {
    this.#stopped = true;
    this.#drop();
    this.#now(false);
    clearTimeout(this.#worry);
    this.#worry = 0;
  }

  #open() {
    this.#drop();
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws`);
    this.#socket = socket;
    this.#limit = setTimeout(() => this.#lost(socket), PONG_LIMIT_MS);
    socket.onopen = () => socket.send(JSON.stringify(this.#hello()));
    socket.onmessage = (event) => this.#received(socket, event.data);
    socket.onclose = () => this.#lost(socket);
    socket.onerror = () => this.#lost(socket);
  }

  #received(socket, data) {
    if (socket !== this.#socket) return;
    clearTimeout(this.#limit);
    const message = JSON.parse(data);
    if (message.kind !== "error" && !this.#ping) {
      this.#failures = 0;
      this.#ping = setInterval(() => this.#ask(socket), PING_EVERY_MS);
      this.#now(true);
    }
    if (message.kind !== "pong") this.#onMessage(message);
  }

  #ask(socket) {
    if (socket.readyState !== WebSocket.OPEN) return this.#lost(socket);
    this.#count += 1;
    socket.send(JSON.stringify({ ping: this.#count }));
    clearTimeout(this.#limit);
    this.#limit = setTimeout(() => this.#lost(socket), PONG_LIMIT_MS);
  }

  #lost(socket) {
    if (socket !== this.#socket || this.#stopped) return;
    this.#drop();
    this.#failures += 1;
    this.#retry = setTimeout(() => this.#open(), pauseMs(this.#failures));
    this.#now(false);
  }

  /** A link that fails again and again is lost since the first time. */
  #now(open) {
    this.open = open;
    if (open) {
      clearTimeout(this.#worry);
      this.#worry = 0;
      this.lost = false;
    } else {
      this.#worry ||= setTimeout(() => {
        this.lost = true;
        this.#onState();
      }, LOST_AFTER_MS);
    }
    this.#onState();
  }

  #drop() {
    clearTimeout(this.#retry);
    clearTimeout(this.#limit);
    clearInterval(this.#ping);
    this.#ping = 0;
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }
}
