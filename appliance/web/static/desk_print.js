/** The sheets to print: rounds and standings, and one running sheet a seat. */

import { h } from "./dom.js";
import { t } from "./texts.js";
import { because, colophon, day, play, signed, standingsTable } from "./words.js";

export function printPage(desk) {
  const { public: view, rounds } = desk.view;
  const shown = rounds.filter((each) => each.round < view.round || !["closed"].includes(view.phase));
  const lines = view.standings;
  return [
    h("p", { class: "no-print" }, h("button", { type: "button", class: "main", onclick: () => window.print() }, t("desk.print")), " ", t("desk.print_hint")),
    h(
      "article",
      { class: "page" },
      heading(view, t("desk.game_sheet")),
      h(
        "table",
        {},
        h("thead", {}, h("tr", {}, ["round", "draw", "place", "retained", "points", "cumulated"].map((key) => h("th", { scope: "col", class: numeric(key) }, t(`column.${key}`))))),
        h("tbody", {}, gameLines(shown)),
      ),
    ),
    h("article", { class: "page" }, heading(view, t("common.standings")), standingsTable(lines), foot(view)),
    lines.map((line) => seatSheet(view, shown, line)),
  ];
}

const numeric = (key) => (["round", "points", "cumulated", "top"].includes(key) ? "number" : "");

function heading(view, title) {
  const { evening } = view;
  return h("header", {}, h("h2", {}, title), h("p", {}, h("b", {}, evening.name), evening.date ? ` · ${day(evening.date)}` : ""), h("p", { class: "small-print" }, colophon(evening)));
}

function foot(view) {
  return view.evening.lexicon_official ? null : h("p", { class: "small-print" }, t("common.not_official"));
}

function gameLines(rounds) {
  let total = 0;
  return rounds.map((each) => {
    total += each.top;
    const { retained } = each;
    return h(
      "tr",
      { key: each.round },
      h("td", { class: "number" }, each.round),
      h("td", {}, each.draw),
      h("td", {}, retained ? [retained, ...retained.more].map((one) => one.ref).join(" / ") : "–"),
      h("td", {}, retained ? [retained.exchange, [retained, ...retained.more].map((one) => one.word).join(" / ")].filter(Boolean).join(" ") : "–"),
      h("td", { class: "number strong" }, each.top),
      h("td", { class: "number" }, total),
    );
  });
}

function seatSheet(view, rounds, line) {
  const own = rounds.map((each) => ({ each, slip: each.slips.find((slip) => slip.seat === line.seat) })).filter(({ slip }) => slip);
  if (!own.some(({ slip }) => slip.received)) return null;
  let total = 0;
  return h(
    "article",
    { class: "page sheet", key: `sheet${line.seat}` },
    heading(view, t("desk.sheet_of", { seat: line.seat, name: line.name })),
    h(
      "table",
      {},
      h("thead", {}, h("tr", {}, ["round", "draw", "slip", "state", "points", "cumulated", "top"].map((key) => h("th", { scope: "col", class: numeric(key) }, t(`column.${key}`))))),
      h(
        "tbody",
        {},
        own.map(({ each, slip }) => {
          const verdict = slip.verdict;
          total += verdict?.points ?? 0;
          return h(
            "tr",
            {},
            h("td", { class: "number" }, each.round),
            h("td", {}, each.draw),
            h("td", {}, slip.received ? slip.text : t("fault.no_slip")),
            h("td", {}, verdict ? [t(`outcome.${verdict.outcome}`), because(verdict, slip.received) ? ` – ${because(verdict, slip.received)}` : ""] : ""),
            h("td", { class: "number strong" }, verdict?.points ?? 0),
            h("td", { class: "number" }, total),
            h("td", { class: "number" }, play(each.retained), ` ${each.top}`),
          );
        }),
      ),
    ),
    h("p", {}, t("desk.sheet_total", { points: total, total: line.total, difference: signed(line.total - total), rank: line.rank })),
  );
}
