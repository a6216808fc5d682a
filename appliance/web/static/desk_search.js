/** Searches that take minutes: stopping one, and the best known line of an optimist evening. */

import { byId, h } from "./dom.js";
import { newId, reasonText, request } from "./net.js";
import { t } from "./texts.js";
import { bestLine } from "./words.js";

/** Ends the search that runs. It does not wait in line behind the command that searches. */
export function stopButton(desk) {
  const stop = async () => {
    try {
      await request("POST", "/api/desk/command", { body: { id: newId(), command: "StopSearch", fields: {} }, token: desk.token });
    } catch (error) {
      desk.note = reasonText(error);
      desk.draw();
    }
  };
  return h("button", { type: "button", id: "stop-search", class: "small", onclick: stop }, t("desk.stop_search"));
}

/** The best known line: what it is worth, the search that looks for it, and how to start one. */
export function referencePart(desk) {
  const { phase } = desk.view.public;
  const { reference: search } = desk;
  if (phase !== "ended") return null;
  const start = (event) => {
    event.preventDefault();
    desk.command("SearchReference", { width: Number(byId("reference-width").value), seed: Number(byId("reference-seed").value) });
  };
  const field = (name, value, limits) =>
    h("label", {}, t(`desk.reference_${name}`), h("input", { id: `reference-${name}`, type: "number", required: true, value: String(value), ...limits }));
  const said = search && t(search.running ? "desk.reference_running" : "desk.reference_stopped", { points: search.points, seconds: search.seconds });
  return h(
    "form",
    { id: "reference", onsubmit: start },
    h(
      "fieldset",
      {},
      h("legend", {}, t("desk.reference")),
      bestLine(desk.view.public, { class: "strong" }),
      search ? h("p", { class: "note calm", role: "status" }, said, " ", h("progress", { max: search.steps, value: search.done })) : null,
      search?.running
        ? stopButton(desk)
        : [
            h("p", { class: "hint" }, t("desk.reference_hint")),
            h("div", { class: "fields" }, field("width", search?.width ?? 100, { min: 1, max: 2000 }), field("seed", search?.seed ?? 0, { min: 0, max: 999999 })),
            h("button", { class: "small" }, t(search ? "desk.reference_go_on" : "desk.reference_start")),
          ],
    ),
  );
}
