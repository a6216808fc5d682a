/** The sheets to print: rounds and standings, one running sheet a seat, and the notices for those whose slips had faults. */

import { eachOwn } from "./desk_boards.js";
import { h } from "./dom.js";
import { t } from "./texts.js";
import { admittedWords, because, bestLine, colophon, day, minutes, notice, otherSlips, play, signed, standingsTable } from "./words.js";

export function printPage(desk) {
  const { public: view, rounds } = desk.view;
  const shown = rounds.filter((each) => each.round < view.round || view.phase !== "closed");
  const lines = view.standings;
  const choose = (event) => {
    desk.onlyNotices = event.target.checked;
    desk.draw();
  };
  return [
    h(
      "div",
      { class: "no-print" },
      h("p", {}, h("button", { type: "button", class: "main", onclick: () => window.print() }, t("desk.print")), " ", t("desk.print_hint")),
      h("label", { class: "check" }, h("input", { id: "only-notices", type: "checkbox", onchange: choose, checked: desk.onlyNotices }), t("desk.notices_only")),
    ),
    desk.onlyNotices ? null : wholeSheets(desk, shown, lines),
    view.seats.map((seat) => notices(desk, shown, seat)),
  ];
}

function wholeSheets(desk, shown, lines) {
  const { public: view } = desk.view;
  return [
    h(
      "article",
      { class: "page" },
      heading(view, t("desk.game_sheet")),
      h(
        "table",
        {},
        h("thead", {}, h("tr", {}, (eachOwn(view) ? ["round", "draw"] : ["round", "draw", "place", "retained", "points", "cumulated"]).map((key) => h("th", { scope: "col", class: numeric(key) }, t(`column.${key}`))))),
        h("tbody", {}, eachOwn(view) ? shown.map((each) => h("tr", { key: each.round }, h("td", { class: "number" }, each.round), h("td", { class: "draw" }, each.draw))) : gameLines(shown)),
      ),
    ),
    shown.some((each) => each.top_list.length) ? topLists(view, shown) : null,
    h("article", { class: "page" }, heading(view, t("common.standings")), standingsTable(lines, 0, true), bestLine(view, {}), foot(view), admittedWords(view.evening.admitted)),
    lines.map((line) => seatSheet(desk.view, shown, line)),
  ];
}

/** What was placed in each round, in the form of the rule book. */
function topLists(view, rounds) {
  return h(
    "article",
    { class: "page top-lists" },
    heading(view, t("desk.top_lists")),
    rounds.map((each) => h("p", { key: each.round }, h("b", {}, `${each.round}. ${each.draw}`), each.top_list.map((line) => [h("br"), line]))),
  );
}

const numeric = (key) => (["round", "points", "cumulated", "top"].includes(key) ? "number" : "");

function heading(view, title) {
  const { evening } = view;
  return h("header", {}, h("h2", {}, title), h("p", {}, h("b", {}, evening.name), evening.date ? ` · ${day(evening.date)}` : ""), h("p", { class: "small-print" }, colophon(evening)));
}

function foot(view) {
  return view.evening.lexicon_official ? null : h("p", { class: "small-print" }, t("common.not_official"));
}

/** What a table is to be told in writing about its slips: a card to cut out. */
function notices(desk, rounds, seat) {
  let warnings = 0;
  const told = rounds.flatMap((each) => {
    const verdict = each.slips.find((slip) => slip.seat === seat.seat)?.verdict;
    const warned = verdict?.faults.some((fault) => fault.sanction === "warning") ?? false;
    warnings += Number(warned);
    const beyond = warned && warnings > desk.view.free_warnings ? desk.view.warning_points : 0;
    const said = notice({ verdict, warning: warned ? warnings : 0, penalty: (verdict?.penalty ?? 0) + beyond });
    return said.length ? [[each, said]] : [];
  });
  if (!told.length) return null;
  return h(
    "article",
    { class: "notices", key: `notices${seat.seat}` },
    h("h3", {}, t("desk.notice_of", { seat: seat.seat, name: seat.name })),
    told.map(([each, said]) => h("p", { key: each.round }, h("b", {}, t("common.round_label", { round: each.round })), " ", said.join(" "))),
  );
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
      h("td", { class: "draw" }, each.draw),
      each.printed ? h("td", { colspan: 2 }, each.printed) : h("td", {}, retained ? [retained, ...retained.more].map((one) => one.ref).join(" / ") : "–"),
      each.printed ? null : h("td", {}, retained ? [retained.exchange, [retained, ...retained.more].map((one) => one.word).join(" / ")].filter(Boolean).join(" ") : "–"),
      h("td", { class: "number strong" }, each.top, each.proved ? null : h("small", { class: "not-proved" }, ` ${t("common.not_proved")}`)),
      h("td", { class: "number" }, total),
    );
  });
}

/** Optimist: what a table asked, and what its checker found otherwise. */
function asked(deskView, seat) {
  const questions = deskView.questions.filter((each) => each.seat === seat).map((each) => `${t("common.round_label", { round: each.round })} ${each.word} ${each.valid ? "✓" : "✗"}`);
  const found = deskView.differences.filter((each) => each.seat === seat).map((each) => `${t("common.round_label", { round: each.round })} ← ${each.checker}: ${each.text}`);
  return [
    questions.length ? h("p", {}, h("b", {}, t("desk.questions")), " – ", questions.join(" · ")) : null,
    found.length ? h("p", {}, h("b", {}, t("desk.check_differences")), " – ", found.join(" · ")) : null,
  ];
}

function seatSheet(deskView, rounds, line) {
  const view = deskView.public;
  const own = rounds.map((each) => ({ each, slip: each.slips.find((slip) => slip.seat === line.seat) }));
  if (!own.some(({ slip }) => slip?.received)) return null;
  const names = own.flatMap(({ slip }) => (slip ? [slip.name] : [])).filter((name, i, all) => name !== all[i - 1]);
  let total = 0;
  return h(
    "article",
    { class: "page sheet", key: `sheet${line.seat}` },
    heading(view, t("desk.sheet_of", { seat: line.seat, name: names.join(" → ") || line.name })),
    h(
      "table",
      {},
      h("thead", {}, h("tr", {}, ["round", "draw", "slip", "state", "points", "cumulated", ...(eachOwn(view) ? [] : ["top"])].map((key) => h("th", { scope: "col", class: numeric(key) }, t(`column.${key}`))))),
      h(
        "tbody",
        {},
        own.map(({ each, slip }) => {
          const verdict = slip?.verdict;
          const undecided = verdict?.outcome === "undecided";
          total += undecided ? 0 : (verdict?.points ?? 0);
          return h(
            "tr",
            {},
            h("td", { class: "number" }, each.round),
            h("td", { class: "draw" }, each.draw),
            h("td", {}, !slip ? t("common.not_played") : slip.received ? slip.text : t("fault.no_slip"), slip ? otherSlips(slip) : null),
            h("td", {}, verdict ? [t(`outcome.${verdict.outcome}`), because(verdict, slip.received) ? ` – ${because(verdict, slip.received)}` : ""] : ""),
            h("td", { class: "number strong" }, !slip ? "–" : undecided ? "?" : (verdict?.points ?? 0), verdict?.time_ms ? h("small", {}, ` ${minutes(verdict.time_ms)}`) : null),
            h("td", { class: "number" }, total),
            eachOwn(view) ? null : h("td", { class: "number" }, play(each.retained), ` ${each.top}`, each.proved ? null : h("small", { class: "not-proved" }, ` ${t("common.not_proved")}`)),
          );
        }),
      ),
    ),
    asked(deskView, line.seat),
    h("p", {}, t("desk.sheet_total", { points: total, total: line.total, difference: signed(line.total - total), rank: line.rank })),
  );
}
