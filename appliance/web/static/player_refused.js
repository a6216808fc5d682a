/** Slips that do not count: refused by the hub, or gone with a draw that was taken back. Each is shown until the player has seen it. */

import { h } from "./dom.js";
import { reasonText } from "./net.js";
import { recall, remember } from "./storage.js";
import { t } from "./texts.js";

const MOST = 5;

export class Refusals {
  #redraw;

  constructor(redraw) {
    this.#redraw = redraw;
    this.items = recall("refusals", []);
  }

  /** `slip`: `{round, draw, text, token}`; `offered`: it is not to be a draft for the next draw. */
  add({ round, draw, text, token }, { reason, details = {} }, offered = false) {
    const others = this.items.filter((each) => each.token === token && !(each.draw === draw && each.text === text));
    this.#keep([...others, { round, draw, text, token, reason, details, offered }].slice(-MOST));
  }

  /** The player writes on, so has seen them. */
  clear() {
    this.#keep([]);
  }

  /** What was written for another draw than this one, to be offered as a draft; each only once. */
  draft(token, draw) {
    const old = this.items.findLast((each) => each.token === token && each.draw !== draw && each.reason === "other_draw" && !each.offered);
    if (!old) return "";
    old.offered = true;
    this.#keep(this.items);
    return old.text;
  }

  /** `slip`: the one that stands for this draw. If a draw comes back, the slip that went with it stands again. */
  part(token, draw, slip) {
    const shown = this.items.filter((each) => each.token === token && !(each.draw === draw && each.text === slip?.text));
    const label = (each) => `${t("common.round", { round: each.round })} · ${each.text || t("fault.blank_slip")}`;
    const why = (each) => reasonText({ ...each, message: each.details.message });
    return shown.map((each) =>
      h(
        "div",
        { key: `refused ${each.draw} ${each.text}`, class: "note bad refused" },
        h("p", {}, t("common.labelled", { label: label(each), text: why(each) })),
        h("button", { type: "button", class: "plain", "aria-label": t("common.close"), onclick: () => this.#seen(each) }, "✕"),
      ),
    );
  }

  #seen(item) {
    this.#keep(this.items.filter((each) => each !== item));
    this.#redraw();
  }

  #keep(items) {
    this.items = items;
    remember("refusals", items.length ? items : null);
  }
}
