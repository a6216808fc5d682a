/** Middle column of the desk: slips as they arrive, then the verdicts; and the keying of paper slips. */

import { sameDraw } from "./desk_about.js";
import { decide, OPEN, overrule } from "./desk_actions.js";
import { differenceMark } from "./desk_boards.js";
import { average, rekey, secondPart } from "./desk_corrections.js";
import { ask } from "./dialog.js";
import { byId, h } from "./dom.js";
import { menu } from "./menu.js";
import { MAX_SLIP } from "./slip.js";
import { t } from "./texts.js";
import { because, bestLine, otherSlips, play, standingsTable } from "./words.js";

export function paperPart(desk) {
  const view = desk.view.public;
  if (!OPEN.includes(view.phase) && !view.takes_late) return null;
  const seat = view.seats.find((each) => String(each.seat) === desk.paperSeat);
  const submit = async (event) => {
    event.preventDefault();
    const number = byId("paper-seat");
    const text = byId("paper-line");
    if (document.activeElement === number) return text.focus();
    const late = byId("paper-late");
    const slip = { round: view.round, seat: Number(number.value) || 0, text: text.value.trim(), late: late.checked };
    if (!(await keyPaper(desk, slip))) return;
    number.value = "";
    text.value = "";
    late.checked = false;
    desk.paperSeat = "";
    desk.draw();
    number.focus();
  };
  const typed = (event) => {
    desk.paperSeat = event.target.value.trim();
    desk.draw();
  };
  return h(
    "form",
    { class: "paper", onsubmit: submit, autocomplete: "off" },
    h("label", {}, t("desk.paper_seat"), h("input", { id: "paper-seat", class: "table-number", inputmode: "numeric", maxlength: 4, size: 4, oninput: typed })),
    h("label", { class: "grow" }, seat ? t("desk.paper_of", { name: seat.name }) : t("desk.paper"), h("input", { id: "paper-line", maxlength: MAX_SLIP, placeholder: "H4 RADAR 14", spellcheck: "false" })),
    h("label", { class: "check" }, h("input", { id: "paper-late", type: "checkbox", checked: view.takes_late || null, disabled: view.takes_late }), t("fault.late")),
    h("button", {}, t("desk.paper_enter")),
  );
}

/** Key a paper slip; what would replace a slip, or says nothing, is asked about. Answers whether it was kept. */
async function keyPaper(desk, slip) {
  const good = t("desk.paper_kept", { seat: slip.seat });
  if (await desk.command("HandIn", slip, good)) return true;
  const there = desk.view?.slips.find((each) => each.seat === slip.seat);
  const questions = {
    slip_blank: () => ({ text: t("desk.paper_blank", { seat: slip.seat }), confirm: t("desk.paper_enter") }),
    slip_replaced: () => ({ text: t("desk.paper_replaces", { ...there, source: t(`desk.source_${there.source}`) }), confirm: t("desk.paper_replace") }),
  };
  const question = questions[desk.refusal]?.();
  if (!question) return false;
  desk.note = "";
  desk.draw();
  const same = sameDraw(desk, slip.round);
  const stands = () => same() && desk.view.public.round === slip.round && (OPEN.includes(desk.view.public.phase) || desk.view.public.takes_late);
  if (!(await ask({ title: t("desk.paper_of", { name: there?.name ?? slip.seat }), ...question, stands }))) return false;
  return desk.command("HandIn", { ...slip, confirmed: true }, good);
}

export function slipsPart(desk) {
  const view = desk.view.public;
  const judged = desk.view.rounds.find((each) => each.round === desk.judged);
  if (judged) return corrections(desk, judged);
  if (view.phase === "lobby") return lobby(desk);
  if (OPEN.includes(view.phase)) return arriving(desk);
  if (view.phase === "ended") return [h("h2", {}, t("common.standings")), standingsTable(desk.view.standings), bestLine(view)];
  if (!view.round) return null;
  return [h("h2", {}, t("desk.verdicts")), verdictTable(desk, view.round, desk.view.slips, view.phase === "closed")];
}

/** An earlier round's verdicts, in place of the slips, until they are closed. */
function corrections(desk, round) {
  const close = () => {
    desk.judged = null;
    desk.draw();
  };
  const blank = desk.view.public.seats
    .filter((seat) => !round.slips.some((slip) => slip.seat === seat.seat))
    .map((seat) => ({ ...seat, received: false, text: "", late: false, verdict: null }));
  const again = () => {
    desk.second = !desk.second;
    desk.draw();
  };
  return [
    h(
      "div",
      { class: "bar" },
      h("h2", {}, t("desk.correct_round", { round: round.round })),
      h("button", { type: "button", id: "second", "aria-pressed": String(Boolean(desk.second)), onclick: again }, t("desk.second")),
      h("button", { type: "button", id: "corrected", onclick: close }, t("common.close")),
    ),
    h("p", { class: "hint" }, round.draw, " · ", play(round.retained), ` · ${round.top}`),
    desk.second ? secondPart(desk, round) : verdictTable(desk, round.round, [...round.slips, ...blank], true),
  ];
}

function lobby(desk) {
  const { seats } = desk.view.public;
  const at = seats.filter((seat) => desk.devices[seat.seat]).length;
  return [
    h("h2", {}, t("phase.lobby")),
    h("p", {}, t("desk.lobby_hint")),
    h("p", { class: "address" }, desk.setup.url),
    h("p", { class: "hint" }, t("desk.lobby_count", { seats: seats.filter((seat) => seat.present).length, devices: at })),
    h(
      "ul",
      { class: "seats" },
      seats
        .filter((seat) => seat.present)
        .map((seat) =>
          h(
            "li",
            { key: seat.seat, class: desk.devices[seat.seat] ? "received" : "missing" },
            h("b", { class: "seat" }, seat.seat),
            h("span", { class: "name" }, seat.name),
            h("span", { class: "sign-of", "aria-hidden": "true" }, desk.devices[seat.seat] ? "✓" : "–"),
            h("span", { class: "text" }, t(desk.devices[seat.seat] ? "desk.device_there" : "desk.no_device")),
          ),
        ),
    ),
  ];
}

function arriving(desk) {
  const { slips } = desk.view;
  const toggle = () => {
    desk.showTexts = !desk.showTexts;
    desk.draw();
  };
  return [
    h(
      "div",
      { class: "bar" },
      h("h2", {}, t("desk.slips_title")),
      h("button", { type: "button", id: "show-texts", "aria-pressed": String(desk.showTexts), onclick: toggle }, t(desk.showTexts ? "desk.hide" : "desk.show"), h("kbd", {}, "S")),
    ),
    h(
      "ul",
      { class: "seats" },
      slips.map((slip) => {
        const kind = !slip.received ? "missing" : slip.late ? "late" : "received";
        const sign = { missing: "–", late: "⧗", received: "✓" }[kind];
        return h(
          "li",
          { key: slip.seat, class: kind },
          h("b", { class: "seat" }, slip.seat),
          h("span", { class: "name" }, slip.name),
          h("span", { class: "sign-of", role: "img", "aria-label": t(`desk.slip_${kind}`) }, sign),
          h(
            "span",
            { class: "text" },
            slip.received
              ? desk.showTexts
                ? slip.text || t("fault.blank_slip")
                : t("desk.slip_number", { number: slip.number, source: t(`desk.source_${slip.source}`) })
              : desk.devices[slip.seat] ? t("desk.device_there") : t("desk.no_device"),
            kind === "received" && slip.others.some((each) => each.late) ? h("small", { class: "late-too" }, " ⧗ ", t("desk.late_too")) : null,
          ),
        );
      }),
    ),
  ];
}

const ORDER = { undecided: 0, zero: 1, accepted: 2 };
const SORTS = {
  seat: (slip) => slip.seat,
  name: (slip) => slip.name,
  state: (slip) => ORDER[slip.verdict?.outcome] ?? 3,
  points: (slip) => -(slip.verdict?.points ?? 0),
};

/** Verdicts of a round; undecided ones first, with their candidates when `deciding`. */
function verdictTable(desk, round, slips, deciding) {
  const { by, up } = desk.sort;
  const value = SORTS[by];
  const compare = (a, b) => (value(a) < value(b) ? -1 : value(a) > value(b) ? 1 : a.seat - b.seat);
  const waits = (slip) => slip.verdict?.outcome === "undecided";
  const sorted = [...slips].sort((a, b) => Number(waits(b)) - Number(waits(a)) || (up ? compare(a, b) : compare(b, a)));
  const sortBy = (name) => {
    desk.sort = { by: name, up: by === name ? !up : true };
    desk.draw();
  };
  const head = (name) =>
    h(
      "th",
      { scope: "col", class: name === "points" || name === "seat" ? "number" : "", "aria-sort": by === name ? (up ? "ascending" : "descending") : "none" },
      h("button", { type: "button", class: "sort", onclick: () => sortBy(name) }, t(`column.${name}`), by === name ? (up ? " ▲" : " ▼") : ""),
    );
  const first = sorted.find(waits)?.seat;
  return h(
    "table",
    { class: "verdicts" },
    h("thead", {}, h("tr", {}, head("seat"), head("name"), h("th", { scope: "col" }, t("column.slip")), head("state"), head("points"), h("th", {}, h("span", { class: "unseen" }, t("desk.overrule"))))),
    h("tbody", {}, sorted.map((slip) => row(desk, round, slip, deciding, slip.seat === first, slips))),
  );
}

function row(desk, round, slip, deciding, first, slips) {
  const { verdict } = slip;
  const outcome = verdict?.outcome ?? "zero";
  return h(
    "tr",
    { key: slip.seat, class: slip.received ? outcome : `${outcome} none` },
    h("td", { class: "number strong" }, slip.seat),
    h("td", {}, slip.name),
    h("td", { class: "slip-text" }, slip.received ? slip.text || t("fault.blank_slip") : h("span", { class: "hint" }, t("fault.no_slip")), otherSlips(slip)),
    h(
      "td",
      {},
      h("span", { class: "outcome" }, verdict ? t(`outcome.${outcome}`) : t("common.not_played")),
      // completiv: the slip does not say which letter was added
      verdict?.play?.exchange.startsWith("+") ? h("b", { class: "added" }, ` ${verdict.play.exchange}`) : null,
      verdict && because(verdict, slip.received) ? h("small", { class: "why" }, because(verdict, slip.received)) : null,
      differenceMark(desk, round, slip.seat),
      deciding && verdict?.outcome === "undecided" ? candidates(desk, round, slip, first) : null,
    ),
    h("td", { class: "number strong" }, outcome === "undecided" ? "?" : (verdict?.points ?? 0), verdict?.penalty ? h("small", {}, `−${verdict.penalty}`) : null),
    h(
      "td",
      {},
      h(
        "div",
        { class: "doing" },
        h("button", { type: "button", class: "small", onclick: () => overrule(desk, round, slip) }, t("desk.overrule")),
        menu(
          t("desk.more"),
          h("button", { type: "button", class: "small rekey", onclick: () => rekey(desk, round, slip) }, t("desk.rekey")),
          h("button", { type: "button", class: "small average", onclick: () => average(desk, round, slip, slips) }, t("desk.average")),
        ),
      ),
    ),
  );
}

function candidates(desk, round, slip, first) {
  const button = (index, key, content) =>
    h("button", { type: "button", class: "small", onclick: () => decide(desk, slip.seat, index, round) }, first ? h("kbd", {}, key) : null, content);
  return h(
    "div",
    { class: "candidates", role: "group", "aria-label": t("desk.candidates") },
    slip.verdict.candidates.map((each, index) => button(index, index + 1, [play(each), " ", h("b", {}, each.points)])),
    button(-1, 0, t("outcome.zero")),
  );
}
