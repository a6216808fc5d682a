/** What the referee can do in each phase: one list for buttons and keys alike. */

import { sameDraw } from "./desk_about.js";
import { help } from "./desk_help.js";
import { ask } from "./dialog.js";
import { byId } from "./dom.js";
import { loadSetup } from "./page.js";
import { t } from "./texts.js";

export const OPEN = ["drawn", "running", "paused", "time_up"];
const BETWEEN = ["lobby", "revealed"];
const TEN_SECONDS_MS = 10_000;
const DAY_MS = 24 * 3600 * 1000;

/** `[{name, label, keys, run, main, danger}]` for the phase the game is in. */
export function actions(desk) {
  const { phase, clock } = desk.view.public;
  const byDate = clock?.kind === "deadline";
  const list = [];
  const add = (name, keys, run, more = {}) => list.push({ name, keys, run: more.quiet ? run : () => once(desk, name, run), label: t(`desk.${name}`), ...more });
  if (BETWEEN.includes(phase)) {
    add("draw", ["d"], () => drawNext(desk), { main: true });
    // a prepared or sealed game brings its letters
    if (!desk.view.public.announced) add("draw_typed", ["t"], () => drawTyped(desk));
  }
  if (phase === "drawn" && byDate) add("deadline", [" ", "l"], () => deadline(desk), { main: true });
  if (["running", "time_up"].includes(phase) && byDate) add("deadline", ["l"], () => deadline(desk));
  if (phase === "drawn" && !byDate) add("start", [" "], () => desk.command("StartClock"), { main: true });
  if (phase === "paused") add("resume", [" "], () => desk.command("StartClock"), { main: true });
  if (phase === "running" && !byDate) add("pause", [" "], () => desk.command("PauseClock"), { main: true });
  if (OPEN.includes(phase)) {
    if (phase !== "drawn" && !byDate) add("plus_ten", ["+"], () => desk.command("ExtendClock", { added_ms: TEN_SECONDS_MS }));
    if (phase !== "time_up") add("time_up", ["x"], () => endTime(desk), { danger: true });
    add("close", ["c"], () => closeRound(desk), { main: phase === "time_up", danger: phase !== "time_up" });
    add("paper", ["p"], () => byId("paper-seat")?.focus(), { quiet: true });
    add("show", ["s"], () => toggleTexts(desk), { quiet: true });
  }
  if (desk.view.public.takes_late) add("paper", ["p"], () => byId("paper-seat")?.focus(), { quiet: true });
  if (phase === "closed") {
    add("reveal", ["r"], () => reveal(desk), { main: true });
    const [seat] = desk.view.undecided;
    const slip = desk.view.slips.find((each) => each.seat === seat);
    for (const index of slip?.verdict?.candidates.slice(0, 9).keys() ?? []) {
      add("decide", [String(index + 1)], () => decide(desk, seat, index), { quiet: true });
    }
    if (slip) add("decide", ["0"], () => decide(desk, seat, -1), { quiet: true });
  }
  if (phase !== "empty" && phase !== "ended") add("end", ["e"], () => endEvening(desk), { danger: true, plain: true });
  if (isUnjudged(desk.view)) add("show", ["s"], () => toggleTexts(desk), { quiet: true });
  if (phase === "ended") add("new_evening", ["n"], () => newEvening(desk), { main: true });
  if (desk.view.undo) add("undo", ["u"], () => once(desk, "undo", () => undo(desk)), { quiet: true });
  if (desk.view.redo) add("redo", ["shift+u"], () => once(desk, "redo", () => redo(desk)), { quiet: true });
  add("word", ["w"], () => byId("word-query")?.focus(), { quiet: true });
  add("help", ["?"], help, { quiet: true });
  return list;
}

/** Whether the game ended in mid-round, which an undo may bring back. */
export const isUnjudged = ({ public: { phase, round }, rounds }) => phase === "ended" && round > 0 && !rounds.some((each) => each.round === round);

/** Run a step unless the same step is still being asked about or carried out. */
async function once(desk, name, run) {
  if (desk.doing.has(name)) return;
  desk.doing.add(name);
  try {
    await run();
  } finally {
    desk.doing.delete(name);
  }
}

/** A question about a step: it closes by itself when the draw has changed or the step is no longer possible. */
function askStep(desk, name, question) {
  const { draw_id: draw } = desk.view.public;
  const stands = () => desk.view?.public.draw_id === draw && actions(desk).some((each) => each.name === name);
  return ask({ ...question, stands });
}

const isSealed = (desk) => desk.view.public.announced === "sealed_draw";

async function drawNext(desk) {
  // when no round is left, this draw is the end, and that of a sealed draw is final
  if (isSealed(desk) && desk.view.over && !(await askStep(desk, "draw", endQuestion(desk)))) return;
  await desk.command("DrawByComputer");
}

async function drawTyped(desk) {
  const { public: view } = desk.view;
  const text = view.kept || view.phase === "revealed" ? t("desk.typed_hint") : t("desk.typed_first_hint");
  let letters = "";
  let wrong = "";
  for (;;) {
    const fields = [{ name: "letters", label: t("common.draw"), value: letters, required: true }];
    const answer = await askStep(desk, "draw_typed", { title: t("desk.draw_typed"), text: wrong || text, fields, confirm: t("desk.draw") });
    if (!answer || (await desk.command("DrawTyped", { letters: answer.letters }))) return;
    // what cannot be drawn is asked about again, as it was typed
    letters = answer.letters;
    wrong = desk.note;
  }
}

/** Date and hour as the field wants them: in the zone of this device, without the offset. */
function localMinute(deadline) {
  const moment = deadline ? new Date(deadline) : new Date(Date.now() + DAY_MS);
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

async function deadline(desk) {
  const answer = await askStep(desk, "deadline", {
    title: t("desk.deadline"),
    text: t("desk.deadline_hint"),
    fields: [{ name: "until", label: t("desk.deadline_until"), kind: "moment", value: localMinute(desk.view.public.clock.deadline), required: true }],
    confirm: t("common.save"),
  });
  if (answer) await desk.command("SetDeadline", { until: new Date(answer.until).toISOString() });
}

async function endTime(desk) {
  const answer = await askStep(desk, "time_up", { title: t("desk.time_up"), text: t("desk.time_up_sure"), confirm: t("desk.time_up"), danger: true });
  if (answer) await desk.command("EndTime");
}

async function closeRound(desk) {
  const { phase, slips, expected } = desk.view.public;
  const missing = desk.view.slips.filter((slip) => !slip.received).map((slip) => slip.seat);
  if (phase !== "time_up" || missing.length) {
    const text = [
      phase === "time_up" ? "" : t("desk.close_early"),
      missing.length ? t("desk.close_missing", { count: slips, of: expected, tables: tableList(missing) }) : "",
    ];
    if (!(await askStep(desk, "close", { title: t("desk.close"), text: text.filter(Boolean).join(" "), confirm: t("desk.close"), danger: phase !== "time_up" }))) return;
  }
  await desk.command("CloseRound");
}

const MAX_RANGES = 12;

/** Table numbers in a sentence, all of them accounted for: `1, 3–7, 9`, and how many more. */
export function tableList(seats) {
  const ranges = [];
  for (const seat of seats) {
    const last = ranges.at(-1);
    if (last && seat === last.to + 1) last.to = seat;
    else ranges.push({ from: seat, to: seat });
  }
  const said = ({ from, to }) => (from === to ? `${from}` : to === from + 1 ? `${from}, ${to}` : `${from}–${to}`);
  const listed = ranges.slice(0, MAX_RANGES).map(said).join(", ");
  const more = ranges.slice(MAX_RANGES).reduce((sum, { from, to }) => sum + to - from + 1, 0);
  return more ? t("desk.and_more", { tables: listed, count: more }) : listed;
}

function toggleTexts(desk) {
  desk.showTexts = !desk.showTexts;
  desk.draw();
}

async function reveal(desk) {
  const waiting = desk.view.undecided;
  if (waiting.length) {
    const text = t("desk.reveal_undecided", { tables: tableList(waiting) });
    if (!(await askStep(desk, "reveal", { title: t("desk.reveal"), text, confirm: t("desk.reveal_anyway"), danger: true }))) return;
  }
  await desk.command("Reveal", { accept_proposals: waiting.length > 0 });
}

export async function decide(desk, seat, index, round = desk.view.public.round) {
  await desk.command("Decide", { round, seat, index, reason: "" });
}

function endQuestion(desk) {
  return { title: t("desk.end"), text: t(isSealed(desk) ? "desk.end_sealed_sure" : "desk.end_sure"), confirm: t("desk.end"), danger: true };
}

async function endEvening(desk) {
  if (await askStep(desk, "end", endQuestion(desk))) await desk.command("EndEvening");
}

/** A step in words: what an undo takes back with it, or what a redo brings back. */
const stepText = (step) => t(`step.${step.kind}`, step);

async function undo(desk) {
  const step = desk.view.undo;
  const same = () => JSON.stringify(desk.view?.undo) === JSON.stringify(step);
  const asked = { title: t("desk.undo"), confirm: t("desk.undo"), cancel: t("desk.undo_not"), stands: same };
  const text = step.played ? t("desk.undo_played", { round: step.round, count: step.slips }) : t("desk.undo_sure", { step: stepText(step) });
  if (!(await ask({ ...asked, text, danger: step.played }))) return;
  if (step.played && !(await ask({ ...asked, text: t("desk.undo_played_sure", { round: step.round }), confirm: t("desk.undo_anyway"), danger: true }))) return;
  await desk.command("Undo", { confirmed: step.played }, t("desk.undone", { step: stepText(step) }));
}

async function redo(desk) {
  const step = desk.view.redo;
  await desk.command("Redo", {}, t("desk.redone", { step: stepText(step) }));
}

async function newEvening(desk) {
  // which prepared game waits, and how far it is known, has changed with the evening
  desk.setup = await loadSetup();
  desk.newEvening = true;
  desk.draw();
  byId("evening-name")?.focus();
}

export async function overrule(desk, round, slip) {
  const verdict = slip.verdict;
  const top = desk.view.rounds.find((each) => each.round === round)?.top ?? 0;
  const answer = await ask({
    title: t("desk.overrule_title", { seat: slip.seat, name: slip.name, round }),
    text: slip.text,
    fields: [
      { name: "points", label: t("common.points"), value: verdict?.points ?? 0, kind: "number", required: true },
      { name: "penalty", label: t("desk.penalty"), value: verdict?.penalty ?? 0, kind: "number" },
      { name: "warning", label: t("sanction.warning"), value: verdict?.faults.some((fault) => fault.sanction === "warning"), kind: "check" },
      { name: "reason", label: t("desk.reason"), required: true },
    ],
    confirm: t("desk.overrule"),
    stands: sameDraw(desk, round),
    hint: (values) => (top > 0 && Number(values.points) > top ? t("desk.above_top", { points: values.points, top }) : ""),
  });
  if (!answer) return;
  const { points, penalty, warning, reason } = answer;
  await desk.command("Overrule", { round, seat: slip.seat, points: Number(points), penalty: Number(penalty) || 0, warning, reason });
}

export async function retainOther(desk) {
  const { turn } = desk.view;
  const answer = await ask({
    title: t("desk.retain_other"),
    text: t("desk.retain_hint"),
    fields: [
      { name: "text", label: t("desk.move"), required: true },
      { name: "reason", label: t("desk.reason") },
    ],
    confirm: t("desk.retain"),
    stands: () => desk.view?.turn === turn,
  });
  if (answer) await desk.command("Retain", answer);
}
