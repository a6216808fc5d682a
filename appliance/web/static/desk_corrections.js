/** What the referee does besides the play, each asked for in a dialog: words, old slips, averages, absences, second arbitration. */

import { sameDraw } from "./desk_about.js";
import { ask } from "./dialog.js";
import { byId, h } from "./dom.js";
import { MAX_SLIP } from "./slip.js";
import { t } from "./texts.js";
import { because, play } from "./words.js";

const reason = () => ({ name: "reason", label: t("desk.reason"), required: true });

/** Have a word that the list lacks count for every table. */
export async function admit(desk, word, official) {
  const answer = await ask({
    title: t("desk.admit_title", { word }),
    text: t(official ? "desk.admit_official" : "desk.admit_hint"),
    fields: [reason()],
    confirm: t("desk.admit"),
    danger: official,
  });
  if (!answer) return;
  const done = await desk.command("AdmitWord", { word, reason: answer.reason, confirmed: official }, t("desk.word_admitted", { word }));
  if (!done) return;
  desk.wordAnswer = { ...desk.wordAnswer, valid: true, admitted: true };
  desk.draw();
}

/** Key a slip of any judged round anew. */
export async function rekey(desk, round, slip) {
  const answer = await ask({
    title: t("desk.rekey_title", { seat: slip.seat, round }),
    text: t("desk.rekey_hint"),
    fields: [{ name: "text", label: t("column.slip"), value: slip.text }, { name: "late", label: t("fault.late"), value: slip.late, kind: "check" }, reason()],
    confirm: t("common.save"),
    stands: sameDraw(desk, round),
  });
  if (answer) await desk.command("CorrectSlip", { round, seat: slip.seat, text: answer.text, late: answer.late, reason: answer.reason });
}

/** The mean of other tables' points in place of a verdict. */
export async function average(desk, round, slip, slips) {
  const others = slips.filter((each) => each.seat !== slip.seat && each.verdict?.outcome !== "undecided" && each.verdict?.correction?.kind !== "average");
  const answer = await ask({
    title: t("desk.average_title", { seat: slip.seat, round }),
    fields: [{ name: "group", label: t("desk.average_group"), value: others.map((each) => each.seat).join(", "), kind: "tables", required: true }, reason()],
    confirm: t("common.save"),
    stands: sameDraw(desk, round),
  });
  if (answer) await desk.command("GiveAverage", { round, seat: slip.seat, group: tables(answer.group), reason: answer.reason });
}

/** The tables of a text: `1, 2, 5` or `1-5`. */
function tables(text) {
  const spans = [...text.matchAll(/(\d+)(?:\s*[-–]\s*(\d+))?/g)].map(([, first, last = first]) => [Number(first), Number(last)]);
  return spans.flatMap(([first, last]) => Array.from({ length: Math.max(0, Math.min(last, 9999) - first + 1) }, (_, i) => first + i));
}

/** Rounds that a table did not play: blank, no zeros. */
export async function excuse(desk, seat) {
  const { round } = desk.view.public;
  const answer = await ask({
    title: t("desk.excuse_title", { seat: seat.seat }),
    text: t("desk.excuse_hint"),
    fields: [
      { name: "first", label: t("desk.excuse_first"), value: round, kind: "number", required: true },
      { name: "last", label: t("desk.excuse_last"), value: round, kind: "number", required: true },
      reason(),
    ],
    confirm: t("common.save"),
  });
  if (answer) await desk.command("Excuse", { seat: seat.seat, first: Number(answer.first), last: Number(answer.last), reason: answer.reason });
}

/** Another player plays at the table from now on. */
export async function takeOver(desk, seat) {
  const answer = await ask({
    title: t("desk.take_over_title", { seat: seat.seat }),
    text: t("desk.take_over_hint"),
    fields: [{ name: "name", label: t("column.name"), required: true }],
    confirm: t("common.save"),
  });
  if (answer) await desk.command("TakeOver", { seat: seat.seat, name: answer.name });
}

/** The second person's own list: what is keyed, what is missing, and where the two keyings come to different verdicts. */
export function secondPart(desk, round) {
  const { second, slips } = round;
  const missing = slips.filter((slip) => slip.received && !second.some((each) => each.seat === slip.seat)).map((slip) => slip.seat);
  const differing = second.filter((each) => each.differs);
  const submit = async (event) => {
    event.preventDefault();
    const [seat, text] = [byId("second-seat"), byId("second-line")];
    if (document.activeElement === seat) return text.focus();
    const fields = { round: round.round, seat: Number(seat.value) || 0, text: text.value.trim(), late: byId("second-late").checked };
    if (!(await desk.command("KeyAgain", fields, t("desk.second_kept", { seat: seat.value })))) return;
    seat.value = "";
    text.value = "";
    byId("second-late").checked = false;
    seat.focus();
  };
  return h(
    "section",
    { class: "second" },
    h("p", { class: "hint" }, t("desk.second_hint")),
    h(
      "form",
      { class: "paper", onsubmit: submit, autocomplete: "off" },
      h("label", {}, t("desk.paper_seat"), h("input", { id: "second-seat", class: "table-number", inputmode: "numeric", maxlength: 4, size: 4 })),
      h("label", { class: "grow" }, t("desk.paper"), h("input", { id: "second-line", maxlength: MAX_SLIP, spellcheck: "false" })),
      h("label", { class: "check" }, h("input", { id: "second-late", type: "checkbox" }), t("fault.late")),
      h("button", {}, t("desk.paper_enter")),
    ),
    h("p", {}, t("desk.second_count", { count: second.length, of: new Set([...slips.filter((slip) => slip.received), ...second].map((each) => each.seat)).size }), missing.length ? ` · ${t("desk.second_missing", { tables: missing.join(", ") })}` : ""),
    h("h3", { role: "status" }, t("desk.differences", { count: differing.length })),
    differing.map((each) => difference(desk, round, each)),
  );
}

function difference(desk, round, keying) {
  const first = round.slips.find((slip) => slip.seat === keying.seat);
  const settle = async (taken) => {
    let why = "";
    if (taken === "second") {
      const answer = await ask({ title: t("desk.rekey_title", { seat: keying.seat, round: round.round }), text: keying.text, fields: [reason()], confirm: t("common.save"), stands: sameDraw(desk, round.round) });
      if (!answer) return;
      why = answer.reason;
    }
    await desk.command("Settle", { round: round.round, seat: keying.seat, taken, reason: why });
  };
  const read = (text, verdict, taken) =>
    h(
      "div",
      {},
      h("p", {}, h("b", {}, text || t("fault.blank_slip")), " ", verdict?.play ? play(verdict.play) : null, ` · ${verdict?.points ?? 0}`),
      verdict && because(verdict) ? h("small", { class: "why" }, because(verdict)) : null,
      h("button", { type: "button", class: "small", onclick: () => settle(taken) }, t(`desk.take_${taken}`)),
    );
  return h(
    "article",
    { class: "difference", key: `difference${keying.seat}` },
    h("h4", {}, `${keying.seat} ${keying.name}`),
    h("div", { class: "pair" }, read(first?.received ? first.text : t("fault.no_slip"), first?.verdict, "first"), read(keying.text, keying.verdict, "second")),
  );
}
