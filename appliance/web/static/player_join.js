/** Choosing a table: language, table, name. */

import { byId, h } from "./dom.js";
import { language, t } from "./texts.js";

/** `state`: what the player's page knows, with the `note` and `news` to show; `act`: `choose(seat)`, `join(seat, name)`, `changeLanguage(code)`. */
export function joinPart({ setup, view, chosen, joining, note, news }, act) {
  const seats = (view?.seats ?? []).filter((seat) => seat.present);
  const submit = (event) => {
    event.preventDefault();
    act.join(Number(byId("table").value) || 0, byId("name").value.trim());
  };
  const choose = (seat) => {
    byId("table").value = seat.seat;
    byId("name").value = seat.name;
    act.choose(seat.seat);
    byId("name").focus();
  };
  const ready = view && view.phase !== "empty" && view.phase !== "ended";
  const awaited = !view ? t("player.connecting") : view.phase === "ended" ? t("player.over", { name: view.evening.name }) : t("player.wait_evening");
  return [
    h(
      "div",
      { class: "languages", role: "group", "aria-label": t("common.language") },
      Object.entries(setup.languages).map(([code, name]) =>
        h("button", { type: "button", lang: code, "aria-pressed": String(code === language()), onclick: () => act.changeLanguage(code) }, name),
      ),
    ),
    h("h1", {}, t("player.welcome")),
    news ? h("p", { class: "note calm news", role: "status" }, news) : null,
    note ? h("p", { class: "note bad", role: "alert" }, note) : null,
    ready ? h("p", { class: "evening" }, view.evening.name) : h("p", { class: "note calm" }, awaited),
    h(
      "form",
      { class: "joining", hidden: !ready, onsubmit: submit, autocomplete: "off" },
      seats.length
        ? h(
            "fieldset",
            {},
            h("legend", {}, t("player.choose_table")),
            h(
              "div",
              { class: "tables" },
              seats.map((seat) =>
                h(
                  "button",
                  { type: "button", key: seat.seat, "aria-pressed": String(chosen === seat.seat), disabled: seat.taken, onclick: () => choose(seat) },
                  h("b", {}, seat.seat),
                  h("span", {}, seat.name, seat.taken ? h("small", {}, "✓ ", t("player.taken")) : null),
                ),
              ),
            ),
          )
        : null,
      h(
        "div",
        { class: "fields" },
        h(
          "label",
          {},
          t("player.table_number"),
          h("input", { id: "table", inputmode: "numeric", maxlength: 4, required: true, oninput: (event) => act.choose(Number(event.target.value)) }),
        ),
        h("label", { class: "grow" }, t("player.your_name"), h("input", { id: "name", maxlength: 60, required: true, autocomplete: "name" })),
        h("button", { class: "main", disabled: joining }, t("player.sit_down")),
      ),
    ),
    h("p", { class: "small" }, h("a", { href: "/solo" }, t("alone.link"))),
  ];
}
