/** The referee's desk. What can be done follows from the phase in the hub's last view alone, so a reload brings everything back. */

import { BoardGrid, freshOf } from "./board.js";
import { Countdown } from "./countdown.js";
import { about } from "./desk_about.js";
import { actions } from "./desk_actions.js";
import { isOptimist, openedBoard } from "./desk_boards.js";
import { controlPart, drawPart, topsPart } from "./desk_control.js";
import { datePart, lookAtDate } from "./desk_date.js";
import { help } from "./desk_help.js";
import { printPage } from "./desk_print.js";
import { setupPage } from "./desk_setup.js";
import { sidePart, wordPart } from "./desk_side.js";
import { paperPart, slipsPart } from "./desk_slips.js";
import { closeOvertaken } from "./dialog.js";
import { byId, h, show } from "./dom.js";
import { Link } from "./link.js";
import { newId, NoAnswer, pauseMs, reasonText, request } from "./net.js";
import { lamp, languageChoice, loadSetup } from "./page.js";
import { recall, remember } from "./storage.js";
import { t } from "./texts.js";
import { colophon, settled } from "./words.js";

const TRIES = 4;
const PATIENT_TRIES = 60;

/** Everything the parts of the page draw from; `desk.view` is a `DeskView` or `null`. */
export const desk = {
  setup: null,
  token: recall("desk", null, "sessionStorage"),
  view: null,
  devices: {},
  sounder: "",
  box: [],
  date: null,
  working: null,
  compiling: "",
  reference: null,
  note: "",
  refusal: "",
  good: "",
  sending: [],
  doing: new Set(),
  showTexts: false,
  tab: "standings",
  sort: { by: "state", up: true },
  judged: null,
  opened: null,
  second: false,
  onlyNotices: false,
  paperSeat: "",
  wordAnswer: null,
  newEvening: false,
  countdown: new Countdown(() => draw()),
  draw,
  command,
  send,
};

let board;
const link = new Link(() => ({ role: "desk", token: desk.token }), received, linkChanged);

start();

async function start() {
  desk.setup = await loadSetup();
  board = new BoardGrid(desk.setup.layout);
  byId("board").append(board.element);
  document.addEventListener("keydown", onKey);
  document.addEventListener("click", leaveButton);
  window.addEventListener("hashchange", draw);
  if (desk.token) link.start();
  draw();
}

function received(message) {
  if (message.kind === "error") return loggedOut(message.reason);
  if (message.kind !== "desk") return;
  const before = desk.view?.public;
  desk.view = message.view;
  desk.devices = message.devices ?? {};
  desk.sounder = message.sounder ?? "";
  desk.box = message.box ?? [];
  desk.working = message.working ?? null;
  desk.compiling = message.compiling ?? "";
  desk.reference = message.reference ?? null;
  const now = desk.view.public;
  desk.countdown.set(now.clock);
  if (before?.round !== now.round) {
    desk.showTexts = false;
    desk.judged = null;
  }
  if (now.phase === "lobby" && before?.phase !== "lobby") {
    desk.newEvening = false;
    desk.tab = "seats";
    window.scrollTo(0, 0);
  } else if (now.phase !== "lobby" && before?.phase === "lobby") desk.tab = "standings";
  draw();
  closeOvertaken();
  if (before && before.phase !== now.phase) show(byId("announce"), t(`phase.${now.phase}`));
}

function linkChanged() {
  if (link.open) lookAtDate(desk);
  draw();
}

function loggedOut(reason) {
  desk.token = null;
  desk.view = null;
  remember("desk", null, "sessionStorage");
  link.stop();
  closeOvertaken();
  desk.note = reasonText({ reason, details: {}, message: reason });
  draw();
}

/** A command to the hub, repeated with the same id until it is answered. Answers whether it was carried out. */
async function command(name, fields = {}, good = "") {
  return Boolean(await send("/api/desk/command", { command: name, fields, about: about(desk.view, name, fields) }, good));
}

/**
 * Any request of the desk: the answer, or `null` with the reason shown. Requests go one after the other; one that is on its way already
 * is not sent a second time, so that a key pressed twice counts once.
 */
async function send(path, body, good = "") {
  const same = JSON.stringify([path, body]);
  if (desk.sending.some((each) => each.same === same)) return null;
  const before = desk.sending.at(-1)?.done;
  const done = (async () => {
    await before;
    return sendNow(path, body, good);
  })();
  const entry = { same, done };
  desk.sending.push(entry);
  const answer = await done;
  desk.sending = desk.sending.filter((each) => each !== entry);
  draw();
  return answer;
}

async function sendNow(path, body, good) {
  Object.assign(desk, { note: "", good: "", refusal: "" });
  draw();
  const whole = body ? { id: newId(), ...body } : undefined;
  let answer = null;
  for (let tries = 1; ; tries += 1) {
    try {
      answer = await request(body ? "POST" : "GET", path, { body: whole, token: desk.token });
      desk.good = good;
      break;
    } catch (error) {
      // while its socket answers, the hub is there and only takes its time
      if (error instanceof NoAnswer && tries < (link.open ? PATIENT_TRIES : TRIES)) {
        await new Promise((resolve) => setTimeout(resolve, pauseMs(tries)));
        continue;
      }
      if (error.status === 401) loggedOut(error.reason);
      else Object.assign(desk, { note: reasonText(error), refusal: error.reason ?? "" });
      break;
    }
  }
  draw();
  return answer;
}

async function login(event) {
  event.preventDefault();
  desk.note = "";
  try {
    const answer = await request("POST", "/api/desk/login", { body: { pin: byId("pin").value.trim() } });
    desk.token = answer.token;
    remember("desk", answer.token, "sessionStorage");
    link.start();
  } catch (error) {
    desk.note = reasonText(error);
    byId("pin").value = "";
    byId("pin").focus();
  }
  draw();
}

/** After a click by mouse or finger the space bar is the clock's again, not the button's. */
function leaveButton(event) {
  if (event.detail > 0 && !byId("dialog").open) event.target.closest("button")?.blur();
}

function onKey(event) {
  if (!desk.view || byId("dialog").open || event.ctrlKey || event.altKey || event.metaKey) return;
  const field = event.target.closest("input, textarea, select");
  if (event.key === "Escape" && field) return field.blur();
  const inNumber = field?.matches(".table-number") && event.key.length === 1 && !/\d/.test(event.key);
  // a table's number has no letters: between two paper slips the keys are the desk's
  if (inNumber) event.preventDefault();
  if (inNumber ? field.value : field || (event.key === " " && event.target.closest("button, summary, a"))) return;
  const key = event.key.toLowerCase();
  const wanted = event.shiftKey && /^\p{L}$/u.test(key) ? `shift+${key}` : key;
  const action = actions(desk).find((each) => each.keys.includes(wanted));
  if (!action) return;
  event.preventDefault();
  action.run();
}

// --- drawing ------------------------------------------------------------------------------------------------------------

function draw() {
  if (!board) return;
  const view = desk.view;
  const phase = view?.public.phase;
  const printing = Boolean(view?.public.evening) && location.hash === "#print";
  const settingUp = Boolean(view) && !printing && (phase === "empty" || desk.newEvening);
  byId("login").hidden = Boolean(desk.token);
  byId("setup").hidden = !settingUp;
  byId("desk").hidden = !view || printing || settingUp;
  byId("sheets").hidden = !printing;
  drawHead();
  drawBanner();
  show(byId("date"), datePart(desk));
  show(byId("login"), desk.token ? null : loginPage());
  show(byId("setup"), settingUp ? setupPage(desk) : null);
  show(byId("sheets"), printing ? printPage(desk) : null);
  if (!view || settingUp || printing) return show(byId("foot"));
  document.body.dataset.phase = phase;
  const { reveal } = view.public;
  const retained = reveal?.retained;
  const opened = openedBoard(desk);
  // optimist: no board is everybody's, so there is none until one is opened or shown on the wall
  byId("board").hidden = phase === "lobby" || (isOptimist(desk) && !opened && !view.public.board_of);
  board.update({ rows: opened?.rows ?? view.public.board, ...(opened ? { fresh: opened.fresh } : freshOf(retained)), points: view.public.points });
  show(byId("control"), controlPart(desk));
  const bar = byId("control").querySelector("progress");
  if (bar) bar.value = desk.countdown.remainingMs / view.public.clock.total_ms;
  show(byId("draw"), drawPart(desk));
  show(byId("tops"), topsPart(desk));
  show(byId("paper"), paperPart(desk));
  show(byId("slips"), slipsPart(desk));
  show(byId("word"), wordPart(desk));
  show(byId("side"), sidePart(desk));
  show(
    byId("foot"),
    h("span", {}, colophon(view.public.evening)),
    view.public.announced ? h("span", { class: "settled" }, settled(view.public)) : null,
    h("span", {}, t("desk.players_address", { url: desk.setup.url })),
    desk.sounder ? h("span", {}, t("desk.sounder", { name: desk.sounder.split(", ").map((each) => t(`desk.sounder_${each}`)).join(", ") })) : null,
  );
}

function drawHead() {
  const view = desk.view?.public;
  const [undo, redo] = ["undo", "redo"].map((name) => (desk.view ? actions(desk).find((each) => each.name === name) : null));
  show(
    byId("head"),
    lamp(link.open),
    h("h1", {}, view?.evening?.name ?? t("desk.title")),
    view?.round ? h("span", { class: "pill" }, t("common.round", { round: view.round })) : null,
    view ? h("span", { class: "pill strong" }, t(`phase.${view.phase}`)) : null,
    desk.sending.length ? h("span", { class: "busy", role: "status" }, t("desk.busy")) : null,
    h("span", { class: "grow" }),
    desk.view
      ? [
          h("button", { type: "button", id: "undo", disabled: !undo, onclick: () => undo?.run() }, "↶ ", t("desk.undo"), h("kbd", {}, "U")),
          redo ? h("button", { type: "button", id: "redo", onclick: () => redo.run() }, "↷ ", t("desk.redo"), h("kbd", {}, "⇧U")) : null,
          h("button", { type: "button", id: "sheets-button", disabled: !view.evening, onclick: togglePrint }, t(location.hash === "#print" ? "desk.back" : "desk.sheets")),
          h("button", { type: "button", id: "help", "aria-label": t("desk.help"), onclick: help }, "?"),
        ]
      : null,
    languageChoice(desk.setup.languages, draw),
  );
}

function togglePrint() {
  location.hash = location.hash === "#print" ? "" : "print";
}

function drawBanner() {
  const trouble = desk.token && link.lost ? t("desk.offline") : desk.note;
  if (desk.compiling && !trouble) {
    byId("banner").className = "";
    return show(byId("banner"), h("p", { class: "compiling", role: "status" }, t("desk.compiling", { name: desk.compiling })));
  }
  byId("banner").className = trouble ? "trouble" : desk.good ? "good" : "";
  const dismiss = () => {
    desk.note = "";
    desk.good = "";
    draw();
  };
  show(
    byId("banner"),
    trouble || desk.good ? h("p", {}, trouble ? h("span", { class: "sign", "aria-hidden": "true" }, "!") : "✓ ", trouble || desk.good) : null,
    trouble || desk.good ? h("button", { type: "button", class: "plain", "aria-label": t("common.close"), onclick: dismiss }, "✕") : null,
  );
}

function loginPage() {
  return h(
    "form",
    { class: "card login", onsubmit: login, autocomplete: "off" },
    h("h2", {}, t("desk.title")),
    h("p", {}, t("desk.pin_hint")),
    h("label", {}, t("desk.pin"), h("input", { id: "pin", inputmode: "numeric", maxlength: 12, autofocus: true, required: true })),
    h("button", { class: "main" }, t("desk.log_in")),
  );
}
