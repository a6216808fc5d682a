/** The box's date beside this device's: a box without a clock chip and without internet is wrong after each power cut. */

import { h } from "./dom.js";
import { request } from "./net.js";
import { language, t } from "./texts.js";

/** Ask the box; `desk.date` is what it says, or `null` where there is nothing to say. */
export async function lookAtDate(desk) {
  try {
    const found = await request("GET", `/api/desk/date?now=${Date.now()}`, { token: desk.token });
    take(desk, found);
  } catch {
    desk.date = null;
  }
  desk.draw();
}

function take(desk, found) {
  desk.date = found.differs ? { ...found, ours: Date.now() } : null;
}

export function datePart(desk) {
  if (!desk.date || !desk.token) return null;
  const { now_ms: box, ours, synchronised } = desk.date;
  const set = async () => {
    const found = await desk.send("/api/desk/date", { now: Date.now() }, t("date.done"));
    if (!found) return;
    take(desk, found);
    desk.draw();
  };
  const later = () => {
    desk.date = null;
    desk.draw();
  };
  return h(
    "div",
    { class: "date-offer", role: "status" },
    h("p", {}, t(synchronised ? "date.device_wrong" : "date.box_wrong", { box: written(box), ours: written(ours) })),
    synchronised ? null : h("button", { type: "button", id: "set-date", onclick: set }, t("date.set")),
    h("button", { type: "button", class: "plain", "aria-label": t("common.close"), onclick: later }, "✕"),
  );
}

const written = (ms) => new Intl.DateTimeFormat(language(), { dateStyle: "medium", timeStyle: "short" }).format(ms);
