/** Right column of the desk: word check, standings, earlier rounds, tables. */

import { admit, excuse, takeOver } from "./desk_corrections.js";
import { boardsPanel, disputed, isOptimist } from "./desk_boards.js";
import { boxPanel, boxTrouble } from "./desk_box.js";
import { ask } from "./dialog.js";
import { byId, h } from "./dom.js";
import { menu } from "./menu.js";
import { t } from "./texts.js";
import { play, standingsTable } from "./words.js";

const TABS = ["standings", "rounds", "seats", "box"];

export function wordPart(desk) {
  const submit = async (event) => {
    event.preventDefault();
    const query = byId("word-query").value.trim();
    if (!query) return;
    desk.wordAnswer = await desk.send(`/api/desk/word?q=${encodeURIComponent(query.slice(0, 30))}`);
    desk.draw();
    byId("word-query").select();
  };
  return h(
    "form",
    { class: "word-check", onsubmit: submit, autocomplete: "off" },
    h("label", { class: "grow" }, t("desk.word"), h("input", { id: "word-query", maxlength: 30, placeholder: t("desk.word_hint"), spellcheck: "false" })),
    h("button", {}, t("desk.word_check")),
    wordAnswer(desk),
  );
}

function wordAnswer(desk) {
  const answer = desk.wordAnswer;
  if (!answer) return null;
  if (answer.matches?.length || answer.word?.includes("?")) {
    return h("p", { class: "answer" }, t("desk.word_matches", { count: answer.matches.length }), " ", answer.matches.join(", "));
  }
  const unknown = answer.official ? "desk.word_invalid" : "desk.word_unknown";
  const key = answer.admitted ? "desk.word_admitted" : answer.valid ? "desk.word_valid" : unknown;
  return h(
    "p",
    { class: `answer ${answer.valid ? "valid" : "invalid"}`, role: "status" },
    answer.valid ? "✓ " : "✗ ",
    t(key, { word: answer.word, lexicon: answer.lexicon }),
    answer.valid || desk.view.public.announced === "prepared" ? null : [" ", h("button", { type: "button", id: "admit", class: "small", onclick: () => admit(desk, answer.word, answer.official) }, t("desk.admit"))],
  );
}

export function sidePart(desk) {
  const choose = (tab) => {
    desk.tab = tab;
    desk.draw();
  };
  const tabs = [...TABS, ...(isOptimist(desk) ? ["boards"] : [])].map((tab) =>
    h("button", { type: "button", id: `tab-${tab}`, "aria-pressed": String(desk.tab === tab), onclick: () => choose(tab) }, tab === "box" ? [t("box.title"), boxTrouble(desk) ? " ⚠" : null] : [t(`desk.tab_${tab}`), tab === "boards" && disputed(desk).length ? h("b", { class: "differs" }, ` ≠ ${disputed(desk).length}`) : null]),
  );
  const contents = { standings, rounds, seats, box: boxPanel, boards: boardsPanel }[desk.tab === "boards" && !isOptimist(desk) ? "standings" : desk.tab];
  return [h("div", { class: "tabs", role: "group" }, tabs), h("div", { class: "scroll", role: "region", "aria-labelledby": `tab-${desk.tab}` }, contents(desk))];
}

/** In a closed round the ranking with its points is not yet for everyone: only what has been revealed is shown unless asked for. */
function standings(desk) {
  const hidden = desk.view.public.phase === "closed" && !desk.showTexts;
  const lines = hidden ? desk.view.public.standings : desk.view.standings;
  return lines.length && desk.view.rounds.length > Number(hidden) ? standingsTable(lines) : h("p", { class: "hint" }, t("desk.no_standings"));
}

function rounds(desk) {
  const judged = desk.view.rounds;
  if (!judged.length) return h("p", { class: "hint" }, t("desk.no_rounds"));
  const toggle = (round) => {
    desk.judged = desk.judged === round ? null : round;
    desk.draw();
  };
  return h(
      "table",
      { class: "rounds" },
      h("thead", {}, h("tr", {}, ["round", "retained", "points"].map((key) => h("th", { scope: "col" }, t(`column.${key}`))), h("th", {}))),
      h(
        "tbody",
        {},
        judged.map((each) =>
          h(
            "tr",
            { key: each.round, class: desk.judged === each.round ? "mine" : "" },
            h("td", { class: "number" }, each.round),
            h("td", {}, play(each.retained), " ", h("small", { class: "from" }, `${t("common.draw")} ${each.draw}`)),
            h("td", { class: "number strong" }, each.top),
            h("td", {}, h("button", { type: "button", class: "small", "aria-expanded": String(desk.judged === each.round), onclick: () => toggle(each.round) }, t("desk.correct"))),
          ),
        ),
      ),
    );
}

function seats(desk) {
  const { seats: all, phase } = desk.view.public;
  const over = phase === "ended";
  const add = async (event) => {
    event.preventDefault();
    const done = await desk.command("SeatPlayer", { seat: Number(byId("seat-number").value) || 0, name: byId("seat-name").value.trim() });
    if (!done) return;
    byId("seat-number").value = "";
    byId("seat-name").value = "";
    byId("seat-number").focus();
  };
  const rename = async (seat) => {
    const answer = await ask({ title: t("desk.rename", { seat: seat.seat }), fields: [{ name: "name", label: t("column.name"), value: seat.name, required: true }], confirm: t("common.save") });
    if (answer) await desk.command("SeatPlayer", { seat: seat.seat, name: answer.name });
  };
  const remove = async (seat) => {
    const answer = await ask({ title: t("desk.remove"), text: t("desk.remove_sure", { seat: seat.seat, name: seat.name }), confirm: t("desk.remove"), danger: true });
    if (answer) await desk.command("RemovePlayer", { seat: seat.seat });
  };
  const free = async (seat) => {
    const answer = await ask({ title: t("desk.free"), text: t("desk.free_sure", { seat: seat.seat }), confirm: t("desk.free"), danger: true });
    if (answer) await desk.send("/api/desk/free", { seat: seat.seat });
  };
  const item = (name, label, run, { danger = false, whenOver = false } = {}) =>
    h("button", { type: "button", key: name, class: `small ${name} ${danger ? "danger" : ""}`, disabled: over && !whenOver, onclick: run }, label);
  const actions = (seat) =>
    menu(
      t("desk.table_menu", { seat: seat.seat }),
      item("rename", t("desk.rename_short"), () => rename(seat)),
      item("take-over", t("desk.take_over"), () => takeOver(desk, seat)),
      desk.view.public.round ? item("excuse", t("desk.excuse"), () => excuse(desk, seat), { whenOver: true }) : null,
      item("free", t("desk.free"), () => free(seat), { whenOver: true }),
      seat.present
        ? item("remove", t("desk.remove"), () => remove(seat), { danger: true })
        : item("returns", t("desk.returns"), () => desk.command("ReturnPlayer", { seat: seat.seat })),
    );
  return [
    h(
      "table",
      { class: "seating" },
      h(
        "tbody",
        {},
        all.map((seat) =>
          h(
            "tr",
            { key: seat.seat, class: seat.present ? "" : "gone" },
            h("td", { class: "number strong" }, seat.seat),
            h("td", {}, h("span", { class: `lamp ${desk.devices[seat.seat] ? "on" : "off"}`, role: "img", "aria-label": t(desk.devices[seat.seat] ? "desk.device_there" : "desk.no_device") })),
            h("td", {}, seat.name, seat.present ? null : h("small", {}, t("desk.gone"))),
            h("td", { class: "number" }, actions(seat)),
          ),
        ),
      ),
    ),
    over
      ? null
      : h(
          "form",
          { class: "adding", onsubmit: add, autocomplete: "off" },
          h("label", {}, t("desk.paper_seat"), h("input", { id: "seat-number", inputmode: "numeric", maxlength: 4, size: 4, required: true })),
          h("label", { class: "grow" }, t("column.name"), h("input", { id: "seat-name", maxlength: 60, required: true })),
          h("button", {}, t("desk.add")),
        ),
  ];
}
