/** The player's page. Everything shown follows from the last view of the hub, the slip being written and the slips on their way. */

import { BoardGrid, freshOf } from "./board.js";
import { Countdown } from "./countdown.js";
import { byId, h, show } from "./dom.js";
import { Entry } from "./entry.js";
import { Link } from "./link.js";
import { newId, NoAnswer, reasonText, request } from "./net.js";
import { Outbox } from "./outbox.js";
import { lamp, languageChoice, loadSetup } from "./page.js";
import { checkPart } from "./player_check.js";
import { joinPart } from "./player_join.js";
import { Refusals } from "./player_refused.js";
import { resultPart, sheetsPart } from "./player_result.js";
import { recall, remember } from "./storage.js";
import { language, t, useLanguage } from "./texts.js";
import { colophon, settled } from "./words.js";

const OPEN = ["drawn", "running", "paused", "time_up"];

/**
 * What this page knows. `seat`: `{seat, name, token}` once a table is taken; `seen`: the number of the evening in which this device last
 * played; `turnedOut`: the hub does not know the device any more.
 */
const state = {
  setup: null,
  seat: recall("seat"),
  seen: recall("seen"),
  turnedOut: false,
  view: null,
  note: "",
  answered: null,
  chosen: 0,
  joining: false,
};

let board;
let entry;
const countdown = new Countdown(() => {
  drawClock();
  announceTime();
});
const link = new Link(hello, received, linkChanged);
const outbox = new Outbox(draw, kept, refused);
const refusals = new Refusals(draw);

start();

async function start() {
  state.setup = await loadSetup();
  board = new BoardGrid(state.setup.layout, { pick: (row, col) => entry.pick(row, col) });
  entry = new Entry({ rack: byId("rack"), form: byId("entry"), letters: byId("letters") }, send, draw);
  byId("board").append(board.element);
  document.addEventListener("keydown", typed);
  link.start();
  outbox.kick();
  draw();
}

// --- what comes in ------------------------------------------------------------------------------------------------------

function hello() {
  return state.seat ? { role: "seat", token: state.seat.token } : { role: "wall" };
}

function received(message) {
  // any other error is the link's: it tries again
  if (message.kind === "error") return ["no_token", "not_yours"].includes(message.reason) ? stranger() : null;
  if (message.kind === "signal") return navigator.vibrate?.({ end: [300, 100, 300], tick: 40 }[message.signal] ?? 200);
  if (message.kind !== "seat" && message.kind !== "public") return;
  const before = publicView();
  const was = standing();
  state.view = message.view;
  const now = publicView();
  countdown.set(now.clock);
  if (state.seat && (before?.round !== now.round || before?.phase !== now.phase)) {
    state.seen = now.evening?.number ?? 0;
    remember("seen", state.seen);
  }
  if (before && before.draw_id !== now.draw_id) {
    state.note = "";
    state.answered = null;
    const takenBack = now.round <= before.round && now.evening?.number === before.evening?.number;
    if (was && state.seat && takenBack) refusals.add({ ...slipOf(before), text: was.text }, { reason: "other_draw" }, true);
  }
  draw();
  if (before && before.phase !== now.phase) announce(phaseText(now));
}

function linkChanged() {
  if (link.open) outbox.kick();
  draw();
}

/** The hub does not know this device (any more): choose a table again. */
function stranger() {
  standUp();
  state.turnedOut = true;
  link.restart();
  draw();
}

/** Whether another evening has begun since this device last played. */
const anotherEvening = (view) => Boolean(state.seen && view.evening) && state.seen !== view.evening.number;

function standUp() {
  Object.assign(state, { seat: null, view: null, chosen: 0, answered: null });
  remember("seat", null);
}

/** What all may know; in the optimist game with the seat's own board and letters. */
function publicView() {
  const { view } = state;
  const all = view?.public ?? view;
  return view?.own ? { ...all, board: view.own.board, tiles: view.own.tiles } : all;
}

// --- what goes out ------------------------------------------------------------------------------------------------------

async function join(number, name) {
  if (state.joining) return;
  state.joining = true;
  state.note = "";
  draw();
  try {
    const answer = await request("POST", "/api/join", { body: { id: newId(), seat: number, name } });
    state.seat = { seat: answer.seat, name: answer.name ?? name, token: answer.token };
    remember("seat", state.seat);
    Object.assign(state, { view: null, turnedOut: false });
    link.restart();
  } catch (error) {
    state.note = reasonText(error);
  }
  state.joining = false;
  draw();
}

/** What a slip for the draw of a view names beside its text. */
const slipOf = (view) => ({ round: view.round, draw: view.draw_id, token: state.seat.token });

function send(text) {
  state.note = "";
  refusals.clear();
  outbox.add({ ...slipOf(publicView()), text });
  draw();
}

function kept(item, answer) {
  state.answered = { draw: item.draw, text: item.text, number: answer.number, late: answer.late };
  draw();
}

function refused(item, error) {
  if (error instanceof NoAnswer) return;
  if (error.status === 401) return stranger();
  refusals.add(item, error);
  draw();
}

/** The slip that stands on the hub's disk, as far as this page has been told. */
function standing() {
  const slip = state.view?.slip;
  const own = state.answered;
  const late = own?.late && slip && !slip.late;
  if (own && own.draw === publicView()?.draw_id && !late && own.number > (slip?.number ?? 0)) return own;
  return slip ?? null;
}

function typed(event) {
  if (!state.seat || !publicView()) return;
  if (event.target.closest("input, textarea, select, dialog")) return;
  if (event.key === "Enter" && event.target.closest("button, a, summary")) return;
  entry.key(event);
}

// --- drawing ------------------------------------------------------------------------------------------------------------

function draw() {
  if (!board) return;
  const view = publicView();
  const seated = Boolean(state.seat);
  byId("join").hidden = seated;
  byId("play").hidden = !seated;
  drawHead();
  drawBanner();
  if (!seated) {
    show(byId("foot"));
    const over = view?.phase === "ended";
    const note = state.note || (state.turnedOut && view && !over && !anotherEvening(view) ? t("player.freed") : "");
    const news = view && !over && anotherEvening(view) ? t("player.new_evening", { name: view.evening.name }) : "";
    return show(byId("join"), joinPart({ ...state, note, news }, { choose, join, changeLanguage }));
  }
  if (!view || !("seat" in state.view)) return show(byId("status"), h("p", { class: "waiting" }, t("player.connecting")));
  document.body.dataset.phase = view.phase;
  const slip = standing();
  const shut = (view.phase === "time_up" && slip && !slip.late) || (view.takes_late && slip);
  const open = (OPEN.includes(view.phase) || view.takes_late) && !shut;
  entry.update(view, open, outbox.waiting(view.draw_id, state.seat.token)?.text ?? slip?.text ?? "");
  if (open && !slip) entry.offer(refusals.draft(state.seat.token, view.draw_id));
  const notes = slipNotes(view, slip);
  entry.draw(notes);
  const shown = view.phase === "revealed" && state.view.own ? state.view.sheet.at(-1)?.verdict?.play : null;
  const retained = view.reveal?.retained ?? shown;
  board.update({ rows: view.board, ...freshOf(retained), ...entry.preview, points: view.points });
  byId("board").hidden = ["empty", "lobby"].includes(view.phase);
  drawClock();
  show(byId("status"), remarks(view, slip), entry.unchanged ? null : notes);
  show(byId("result"), checkPart(state.view, { layout: state.setup.layout, token: state.seat.token, failed }), resultPart(state.view));
  show(byId("sheet"), sheetsPart(state.view));
  show(byId("foot"), view.evening ? h("p", {}, `${view.evening.name} · ${colophon(view.evening)}`) : null, view.announced ? h("p", { class: "settled" }, settled(view)) : null, leaveButton());
}

function drawHead() {
  const own = state.view && "seat" in state.view ? state.view : null;
  const seat = state.seat;
  show(
    byId("head"),
    lamp(link.open),
    seat ? h("span", { class: "table" }, seat.seat) : null,
    h("span", { class: "who" }, seat ? (own?.name ?? seat.name) : "Toptable"),
    own?.sheet.length
      ? h("span", { class: "score", role: "img", "aria-label": scoreText(own) }, h("b", {}, own.total), own.rank ? ` · ${own.rank}/${own.public.seats.length}` : "")
      : null,
    languageChoice(state.setup.languages, draw, (code) => code.toUpperCase()),
  );
  byId("language").value = language(); // the page of tables has a choice of its own
}

function scoreText(own) {
  return `${t("common.points")} ${own.total}, ${t("player.rank", { rank: own.rank, of: own.public.seats.length })}`;
}

async function changeLanguage(wanted) {
  await useLanguage(wanted);
  draw();
}

function drawBanner() {
  const waits = outbox.items.length > 0;
  const trouble = link.lost || (outbox.failures > 0 && waits);
  const text = trouble ? t(waits ? "player.offline_waiting" : "player.offline") : "";
  byId("banner").className = trouble ? "trouble" : "";
  show(byId("banner"), text ? h("p", {}, h("span", { class: "sign", "aria-hidden": "true" }, "!"), text) : null);
}

function drawClock() {
  const view = publicView();
  if (!view || !state.seat) return;
  const clock = view.clock;
  const hurry = clock && countdown.hurry && view.phase !== "drawn";
  const left = clock ? Math.max(0, Math.min(1, countdown.remainingMs / clock.total_ms)) : 0;
  show(
    byId("clock"),
    h(
      "div",
      { class: `clock ${view.phase} ${hurry ? "hurry" : ""} ${clock?.kind === "deadline" ? "until" : ""}` },
      view.round ? h("span", { class: "round" }, t("common.round", { round: view.round })) : null,
      clock
        ? h("span", { class: "time", role: "timer" }, hurry ? h("span", { class: "sign", "aria-hidden": "true" }, "!") : null, countdown.text)
        : null,
      h("span", { class: "phase" }, hurry && view.phase === "running" ? t("common.hurry") : phaseText(view)),
      clock?.kind === "countdown" ? h("progress", { max: "1000", value: Math.round(left * 1000), "aria-hidden": "true" }) : null,
    ),
  );
  const bar = byId("clock").querySelector("progress");
  if (bar) bar.value = Math.round(left * 1000);
}

function phaseText(view) {
  return view.phase === "ended" && view.ended ? `${t("phase.ended")} (${t(`end.${view.ended}`)})` : t(`phase.${view.phase}`);
}

function failed(error) {
  state.note = reasonText(error);
  draw();
}

function announceTime() {
  if (countdown.seconds === 30 || countdown.seconds === 10) announce(t("player.seconds_left", { seconds: countdown.seconds }));
}

function announce(text) {
  show(byId("announce"), text);
}

/** What became of the slip: on its way, kept. */
function slipNotes(view, slip) {
  const lines = [];
  const waiting = outbox.waiting(view.draw_id, state.seat.token);
  if (waiting) {
    lines.push(h("p", { key: "waiting", class: "note waiting" }, t("player.on_the_way"), " ", h("b", {}, waiting.text)));
  }
  if (slip && OPEN.concat("closed").includes(view.phase)) {
    const key = slip.paper ? "player.kept_paper" : slip.late ? "player.kept_late" : "player.kept";
    const name = `note kept ${waiting ? "old" : ""}`;
    const changeable = OPEN.includes(view.phase) && view.phase !== "time_up" && !view.takes_late && !waiting;
    const change = changeable ? h("small", {}, t("player.may_change")) : null;
    lines.push(h("p", { key: "kept", class: name }, h("span", { class: "tick", "aria-hidden": "true" }, "✓"), h("span", {}, t(key, { number: slip.number }), " ", h("b", {}, slip.text || t("fault.blank_slip")), change)));
  }
  return lines;
}

function remarks(view, slip) {
  const lines = [];
  const waiting = outbox.waiting(view.draw_id, state.seat.token);
  if (state.note) lines.push(h("p", { key: "note", class: "note bad" }, state.note));
  lines.push(...refusals.part(state.seat.token, view.draw_id, slip));
  if ((view.phase === "time_up" || view.takes_late) && !slip && !waiting) lines.push(h("p", { key: "late", class: "note" }, t("player.late_warning")));
  const hints = { empty: "player.wait_evening", lobby: "player.wait_start", closed: "player.wait_verdict" };
  if (view.phase in hints) lines.push(h("p", { key: "hint", class: "note calm" }, t(hints[view.phase])));
  return lines;
}

function choose(seat) {
  state.chosen = seat;
  draw();
}

function leaveButton() {
  const leave = () => {
    if (!window.confirm(t("player.leave_sure"))) return;
    standUp();
    link.restart();
    draw();
  };
  return h("button", { type: "button", class: "plain", onclick: leave }, t("player.leave"));
}
