/** Optimist: the slips that this seat checks, once their round is judged and nothing can be changed any more. */

import { BoardGrid } from "./board.js";
import { h } from "./dom.js";
import { newId, request } from "./net.js";
import { MAX_SLIP } from "./slip.js";
import { t } from "./texts.js";

const boards = new Map();

/** `page`: `{layout, token, failed(error)}`. */
export function checkPart(view, page) {
  if (!view.own) return null;
  return [
    view.own.agreed ? h("p", { key: "agreed", class: "note calm" }, t("player.check_agreed")) : null,
    view.own.to_check.map((slip) => card(slip, view, page)),
  ];
}

function card(slip, view, page) {
  const report = (fields) =>
    request("POST", "/api/check", { body: { id: newId(), round: slip.round, seat: slip.seat, ...fields }, token: page.token }).catch(page.failed);
  const differs = (event) => {
    event.preventDefault();
    report({ agrees: false, text: event.target.elements.found.value });
  };
  return h(
    "article",
    { key: `check ${slip.seat}`, class: "card check" },
    h("h3", {}, t("player.check_title", { seat: slip.seat, name: slip.name })),
    h("p", { class: "slip" }, t("player.check_slip", { text: slip.text || "–" })),
    h("div", { class: "copy" }, boardOf(slip, view, page)),
    slip.done
      ? h("p", { class: "note calm", role: "status" }, t("player.check_done"))
      : [
          h("p", {}, t("player.check_hint")),
          h("button", { type: "button", class: "agree", onclick: () => report({ agrees: true }) }, t("player.check_agree")),
          h(
            "form",
            { class: "differs", onsubmit: differs, autocomplete: "off" },
            h("label", {}, t("player.check_found"), h("input", { name: "found", maxlength: MAX_SLIP, required: true, spellcheck: "false" })),
            h("button", {}, t("player.check_differs")),
          ),
        ],
  );
}

function boardOf(slip, view, page) {
  if (!boards.has(slip.seat)) boards.set(slip.seat, new BoardGrid(page.layout));
  const board = boards.get(slip.seat);
  board.update({ rows: slip.board, points: view.public.points });
  return board.element;
}
