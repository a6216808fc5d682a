/**
 * Slips on their way. Each is written on the device before it is sent, has an id made here, and is sent until the hub answers; the hub
 * counts an id once. They go in the order in which they were written, so that the last one stands.
 */

import { NoAnswer, newId, pauseMs, request } from "./net.js";
import { recall, remember } from "./storage.js";

export class Outbox {
  #busy = false;
  #wake = () => {};
  #onChange;
  #onAnswer;
  #onRefused;

  /** `onAnswer(item, answer)` once a slip is on the hub's disk; `onRefused(item, error)` when it never will be. */
  constructor(onChange, onAnswer, onRefused) {
    this.#onChange = onChange;
    this.#onAnswer = onAnswer;
    this.#onRefused = onRefused;
    this.items = recall("outbox", []);
    /** How often the first slip has gone without an answer. */
    this.failures = 0;
    window.addEventListener("online", () => this.kick());
  }

  /** The slip that will stand for a draw, if one is waiting. */
  waiting(draw, token) {
    return this.items.findLast((item) => item.draw === draw && item.token === token) ?? null;
  }

  /** `slip`: `{round, draw, text, token}`, with the id of the draw for which it was written. */
  add(slip) {
    // what has not left the device yet is simply replaced
    this.items = this.items.filter((item) => item.tried || item.draw !== slip.draw || item.token !== slip.token);
    this.items.push({ id: newId(), ...slip, tried: false });
    this.#save();
    this.kick();
  }

  /** Try again now. */
  kick() {
    this.#wake();
    this.#run();
  }

  #save() {
    remember("outbox", this.items);
    this.#onChange();
  }

  async #run() {
    if (this.#busy) return;
    this.#busy = true;
    try {
      while (this.items.length > 0) await this.#send(this.items[0]);
    } finally {
      this.#busy = false;
    }
  }

  async #send(item) {
    item.tried = true;
    this.#save();
    try {
      const body = { id: item.id, round: item.round, draw: item.draw, text: item.text };
      const answer = await request("POST", "/api/slip", { body, token: item.token });
      this.#done(item);
      this.#onAnswer(item, answer);
    } catch (error) {
      if (error instanceof NoAnswer || error.status === 429 || error.status >= 500) {
        this.failures += 1;
        this.#onChange();
        await new Promise((resolve) => {
          this.#wake = resolve;
          setTimeout(resolve, pauseMs(this.failures));
        });
      } else {
        this.#done(item);
        this.#onRefused(item, error);
      }
    }
  }

  #done(item) {
    this.failures = 0;
    this.items = this.items.filter((each) => each !== item);
    this.#save();
  }
}
