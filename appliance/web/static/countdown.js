/** The countdown: counts on from what the hub said by the device's own monotonic clock. It only shows; the hub decides. */

/** `Thu, 3 Dec, 20:00` as the language writes it, in the zone of this device; a dash while nothing is set. */
export function until(deadline) {
  if (!deadline) return "–";
  const parts = { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" };
  return new Intl.DateTimeFormat(document.documentElement.lang || "en", parts).format(new Date(deadline));
}

export class Countdown {
  #end = 0;
  #left = 0;
  #shown = null;
  #onSecond;

  /** `onSecond()` whenever the shown second changes. */
  constructor(onSecond) {
    this.#onSecond = onSecond;
    this.clock = null;
    setInterval(() => this.#tick(), 100);
  }

  /** What a view said just now; `null`: no clock. */
  set(clock) {
    this.clock = clock;
    this.#left = clock ? clock.remaining_ms : 0;
    this.#end = performance.now() + this.#left;
    this.#shown = this.seconds;
  }

  get remainingMs() {
    return this.clock?.running ? Math.max(0, this.#end - performance.now()) : this.#left;
  }

  get seconds() {
    return Math.ceil(this.remainingMs / 1000);
  }

  /** `2:45`, or, but for the last seconds, the date and hour until which the round lasts. */
  get text() {
    if (this.clock?.kind === "deadline" && !(this.clock.running && this.hurry)) return until(this.clock.deadline);
    return `${Math.floor(this.seconds / 60)}:${String(this.seconds % 60).padStart(2, "0")}`;
  }

  /** Whether the time from the rule set's warning to the end has begun. */
  get hurry() {
    return this.clock !== null && this.remainingMs <= this.clock.warning_ms;
  }

  #tick() {
    if (!this.clock?.running || this.seconds === this.#shown) return;
    this.#shown = this.seconds;
    this.#onSecond();
  }
}
