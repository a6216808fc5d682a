/** The player's page. Everything shown follows from the last view of the hub, the slip being written and the slips on their way. */

import { BoardGrid } from "./board.js";
import { Countdown } from "./countdown.js";
import { byId, h, show } from "./dom.js";
import { Entry } from "./entry.js";
import { Link } from "./link.js";
import { newId, NoAnswer, pauseMs, reasonText, request } from "./net.js";
import { Outbox } from "./outbox.js";
import { recall, remember } from "./storage.js";
import { language, preferredLanguage, t, useLanguage } from "./texts.js";
import { because, colophon, notice, play, samePlay, settled, standingsTable, word } from "./words.js";

const OPEN = ["drawn", "running", "paused", "time_up"];
const SHOWN_TIES = 5;
const LOST_AFTER_MS = 1500;

/** What this page knows. `seat`: `{seat, name, token}` once a table is taken. */
const state = {
  setup: null,
  seat: recall("seat"),
  view: null,
  open: false,
  lost: false,
  note: "",
  answered: null,
  chosen: 0,
  joining: false,
};

let board;
let entry;
let lostTimer = 0;
const countdown = new Countdown(() => {
  drawClock();
  announceTime();
});
const link = new Link(hello, received, linkChanged);
const outbox = new Outbox(draw, kept, refused);

start();

async function start() {
  for (let failures = 1; state.setup === null; failures += 1) {
    try {
      state.setup = await request("GET", "/api/setup");
      await useLanguage(preferredLanguage(state.setup.languages));
    } catch {
      state.setup = null;
      await new Promise((resolve) => setTimeout(resolve, pauseMs(failures)));
    }
  }
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
  if (message.kind === "error") return stranger(message.reason);
  if (message.kind === "signal") return navigator.vibrate?.(message.signal === "end" ? [300, 100, 300] : 200);
  if (message.kind !== "seat" && message.kind !== "public") return;
  const before = publicView();
  state.view = message.view;
  const now = publicView();
  countdown.set(now.clock);
  if (before && (before.round !== now.round || before.draw !== now.draw)) {
    state.note = "";
    state.answered = null;
  }
  draw();
  if (before && before.phase !== now.phase) announce(phaseText(now));
}

function linkChanged(open) {
  state.open = open;
  clearTimeout(lostTimer);
  if (open) {
    state.lost = false;
    outbox.kick();
  } else {
    lostTimer = setTimeout(() => {
      state.lost = true;
      draw();
    }, LOST_AFTER_MS);
  }
  draw();
}

/** The hub does not know this device (any more): choose a table again. */
function stranger(reason) {
  standUp();
  state.note = reasonText({ reason, details: {}, message: reason });
  link.restart();
  draw();
}

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
    state.view = null;
    link.restart();
  } catch (error) {
    state.note = reasonText(error);
  }
  state.joining = false;
  draw();
}

function send(text) {
  state.note = "";
  outbox.add(publicView().round, text, state.seat.token);
  draw();
}

function kept(item, answer) {
  state.answered = { round: item.round, text: item.text, number: answer.number, late: answer.late };
  draw();
}

function refused(item, error) {
  if (error instanceof NoAnswer) return;
  if (error.status === 401) return stranger(error.reason);
  state.note = `${item.text}: ${reasonText(error)}`;
  draw();
}

/** The slip that stands on the hub's disk, as far as this page has been told. */
function standing() {
  const slip = state.view?.slip;
  const own = state.answered;
  const late = own?.late && slip && !slip.late;
  if (own && own.round === publicView().round && !late && own.number > (slip?.number ?? 0)) return own;
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
    return show(byId("join"), joinPage(view));
  }
  if (!view || !("seat" in state.view)) return show(byId("status"), h("p", { class: "waiting" }, t("player.connecting")));
  document.body.dataset.phase = view.phase;
  const slip = standing();
  const shut = (view.phase === "time_up" && slip && !slip.late) || (view.takes_late && slip);
  const open = (OPEN.includes(view.phase) || view.takes_late) && !shut;
  entry.update(view, open, outbox.waiting(view.round, state.seat.token)?.text ?? slip?.text ?? "");
  const notes = slipNotes(view, slip);
  entry.draw(notes);
  const shown = view.phase === "revealed" && state.view.own ? state.view.sheet.at(-1)?.verdict?.play : null;
  const retained = view.reveal?.retained ?? shown;
  const fresh = retained ? [retained, ...retained.more].flatMap((one) => one.squares) : [];
  board.update({ rows: view.board, ...entry.preview, fresh, points: view.points });
  byId("board").hidden = ["empty", "lobby"].includes(view.phase);
  drawClock();
  show(byId("status"), remarks(view, slip), entry.unchanged ? null : notes);
  show(byId("result"), result(view));
  show(byId("sheet"), sheets(view));
  show(byId("foot"), view.evening ? h("p", {}, `${view.evening.name} · ${colophon(view.evening)}`) : null, view.announced ? h("p", { class: "settled" }, settled(view)) : null, leaveButton());
}

function drawHead() {
  const own = state.view && "seat" in state.view ? state.view : null;
  const seat = state.seat;
  show(
    byId("head"),
    h("span", { class: `lamp ${state.open ? "on" : "off"}`, role: "img", "aria-label": t(state.open ? "common.connected" : "common.not_connected") }),
    seat ? h("span", { class: "table" }, seat.seat) : null,
    h("span", { class: "who" }, seat ? (own?.name ?? seat.name) : "Toptable"),
    own?.sheet.length
      ? h("span", { class: "score", role: "img", "aria-label": scoreText(own) }, h("b", {}, own.total), own.rank ? ` · ${own.rank}/${own.public.seats.length}` : "")
      : null,
    languageChoice(),
  );
  byId("language").value = language();
}

function scoreText(own) {
  return `${t("common.points")} ${own.total}, ${t("player.rank", { rank: own.rank, of: own.public.seats.length })}`;
}

function languageChoice() {
  return h(
    "select",
    { id: "language", "aria-label": t("common.language"), value: language(), onchange: (event) => changeLanguage(event.target.value) },
    Object.keys(state.setup.languages).map((code) => h("option", { value: code, lang: code }, code.toUpperCase())),
  );
}

async function changeLanguage(wanted) {
  await useLanguage(wanted);
  document.title = "Toptable";
  draw();
}

function drawBanner() {
  const waits = outbox.items.length > 0;
  const trouble = state.lost || (outbox.failures > 0 && waits);
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

function announceTime() {
  if (countdown.seconds === 30 || countdown.seconds === 10) announce(t("player.seconds_left", { seconds: countdown.seconds }));
}

function announce(text) {
  show(byId("announce"), text);
}

/** What became of the slip: on its way, kept. */
function slipNotes(view, slip) {
  const lines = [];
  const waiting = outbox.waiting(view.round, state.seat.token);
  if (waiting) {
    lines.push(h("p", { key: "waiting", class: "note waiting" }, t("player.on_the_way"), " ", h("b", {}, waiting.text)));
  }
  if (slip && OPEN.concat("closed").includes(view.phase)) {
    const key = slip.late ? "player.kept_late" : "player.kept";
    const name = `note kept ${waiting ? "old" : ""}`;
    const changeable = OPEN.includes(view.phase) && view.phase !== "time_up" && !view.takes_late && !waiting;
    const change = changeable ? h("small", {}, t("player.may_change")) : null;
    lines.push(h("p", { key: "kept", class: name }, h("span", { class: "tick", "aria-hidden": "true" }, "✓"), h("span", {}, t(key, { number: slip.number }), " ", h("b", {}, slip.text), change)));
  }
  return lines;
}

function remarks(view, slip) {
  const lines = [];
  const waiting = outbox.waiting(view.round, state.seat.token);
  if (state.note) lines.push(h("p", { key: "note", class: "note bad" }, state.note));
  if ((view.phase === "time_up" || view.takes_late) && !slip && !waiting) lines.push(h("p", { key: "late", class: "note" }, t("player.late_warning")));
  const hints = { empty: "player.wait_evening", lobby: "player.wait_start", closed: "player.wait_verdict" };
  if (view.phase in hints) lines.push(h("p", { key: "hint", class: "note calm" }, t(hints[view.phase])));
  return lines;
}

function result(view) {
  const { reveal } = view;
  if (!reveal) return ownResultAlone(view);
  const own = state.view.sheet.findLast((each) => each.round === reveal.round);
  const equal = others(reveal);
  const hidden = reveal.tops_count - 1 - SHOWN_TIES;
  const more = hidden > 0 ? ` (+${hidden})` : "";
  return h(
    "article",
    { class: "result" },
    h("h2", {}, t("common.round", { round: reveal.round })),
    own ? ownResult(own) : null,
    h(
      "div",
      { class: "top" },
      h("h3", {}, t("player.top")),
      reveal.retained
        ? h("p", { class: "retained" }, play(reveal.retained), " ", h("b", { class: "worth" }, reveal.points))
        : h("p", {}, t("player.no_top")),
      reveal.proved ? null : h("p", { class: "equal" }, t("common.not_proved")),
      equal.length ? h("p", { class: "equal" }, t("player.also"), " ", equal.slice(0, SHOWN_TIES).map((each, i) => [i ? ", " : "", play(each)]), more) : null,
      h("p", { class: "found" }, foundText(reveal)),
    ),
  );
}

/** Optimist: no round has a top, only the seat's own result. */
function ownResultAlone(view) {
  if (!state.view.own) return null;
  const own = view.phase === "revealed" ? state.view.sheet.at(-1) : null;
  return [own ? h("article", { class: "result" }, h("h2", {}, t("common.round", { round: own.round })), ownResult(own)) : null, checking(state.view.own)];
}

/** Questions put and left, whose slips one checks, and what was found otherwise. */
function checking(own) {
  return h(
    "p",
    { class: "found checking" },
    t("player.questions_left", { count: own.questions_left }),
    own.questions.map((each) => ` · ${each.word} ${each.valid ? "✓" : "✗"}`),
    own.checks.length ? ` · ${t("player.checks", { tables: own.checks.join(", ") })}` : null,
    own.differences.map((each) => h("b", { class: "note bad" }, ` ${t("common.round", { round: each.round })}: ${each.seat} ← ${each.checker}: ${each.text}`)),
  );
}

function others(reveal) {
  const same = (each) => samePlay(each, reveal.retained);
  return reveal.tops.filter((each) => !same(each));
}

function foundText(reveal) {
  if (reveal.solo_seat) return t("player.solo", { name: reveal.solo_name, points: reveal.solo_points });
  if (reveal.found) return t("player.found", { count: reveal.found });
  return t("player.found_none", { best: reveal.best });
}

function ownResult(own) {
  const verdict = own.verdict;
  const outcome = verdict ? verdict.outcome : "zero";
  const extra = [own.solo ? t("player.plus_solo", { points: own.solo }) : "", own.penalty ? t("player.minus_penalty", { points: own.penalty }) : ""];
  return h(
    "div",
    { class: `own ${outcome} ${own.points && own.points >= own.top ? "best" : ""}` },
    h("h3", {}, t("player.your_slip")),
    h("p", { class: "line" }, verdict?.play ? play(verdict.play) : own.slip || "–", " ", h("b", { class: "worth" }, own.points)),
    verdict && because(verdict) ? h("p", { class: "why" }, because(verdict)) : null,
    extra.some(Boolean) ? h("p", { class: "extra" }, extra.filter(Boolean).join(" · ")) : null,
  );
}

function sheets(view) {
  const own = state.view.sheet;
  const parts = [];
  const told = own.map((line) => [line, notice(line)]).filter(([, said]) => said.length);
  if (told.length) {
    const newest = told.at(-1)[0].round;
    parts.push(
      h(
        "details",
        // one more notice opens the card again
        { key: `notices ${newest}`, id: "notices", class: "card notices", open: newest === own.at(-1).round },
        h("summary", {}, t("player.notices")),
        told.reverse().map(([line, said]) => h("p", { key: line.round }, h("b", {}, t("common.round", { round: line.round }), ": "), said.join(" "))),
      ),
    );
  }
  if (own.length) parts.push(h("details", { key: "sheet", class: "card", open: true }, h("summary", {}, t("common.running_sheet")), runningSheet(own)));
  if (view.standings.length && own.length) {
    parts.push(
      h(
        "details",
        { key: `standings ${view.phase === "ended"}`, class: "card", open: view.phase === "ended" },
        h("summary", {}, t("common.standings")),
        h("div", { class: "scroll" }, standingsTable(view.standings, state.seat.seat)),
      ),
    );
  }
  return parts;
}

function runningSheet(lines) {
  const head = ["round", "slip", "points", "cumulated", "top"];
  return h(
    "table",
    { class: "running" },
    h("thead", {}, h("tr", {}, head.map((key) => h("th", { scope: "col", class: key === "slip" ? "" : "number" }, t(`column.${key}`))))),
    h(
      "tbody",
      {},
      [...lines].reverse().map((each) =>
        h(
          "tr",
          { key: each.round, class: each.points && each.points >= each.top ? "best" : "" },
          h("td", { class: "number" }, each.round),
          h(
            "td",
            {},
            each.slip || t(each.verdict ? "fault.no_slip" : "common.not_played"),
            each.verdict && because(each.verdict, Boolean(each.slip)) ? h("small", { class: "why" }, because(each.verdict, Boolean(each.slip))) : null,
            each.retained ? h("small", { class: "was" }, each.retained.ref, " ", word(each.retained.word)) : null,
          ),
          h("td", { class: "number" }, each.points + each.solo, each.penalty ? h("small", {}, ` −${each.penalty}`) : null),
          h("td", { class: "number strong" }, each.cumulated),
          h("td", { class: "number" }, each.top),
        ),
      ),
    ),
  );
}

function joinPage(view) {
  const seats = (view?.seats ?? []).filter((seat) => seat.present);
  const submit = (event) => {
    event.preventDefault();
    join(Number(byId("table").value) || 0, byId("name").value.trim());
  };
  const choose = (seat) => {
    state.chosen = seat.seat;
    byId("table").value = seat.seat;
    byId("name").value = seat.name;
    draw();
    byId("name").focus();
  };
  const ready = view && view.phase !== "empty" && view.phase !== "ended";
  return [
    h(
      "div",
      { class: "languages", role: "group", "aria-label": t("common.language") },
      Object.entries(state.setup.languages).map(([code, name]) =>
        h("button", { type: "button", lang: code, "aria-pressed": String(code === language()), onclick: () => changeLanguage(code) }, name),
      ),
    ),
    h("h1", {}, t("player.welcome")),
    state.note ? h("p", { class: "note bad", role: "alert" }, state.note) : null,
    ready ? h("p", {}, view.evening.name) : h("p", { class: "note calm" }, t(view ? "player.wait_evening" : "player.connecting")),
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
                  { type: "button", key: seat.seat, "aria-pressed": String(state.chosen === seat.seat), onclick: () => choose(seat) },
                  h("b", {}, seat.seat),
                  h("span", {}, seat.name),
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
          h("input", { id: "table", inputmode: "numeric", maxlength: 4, required: true, oninput: (event) => { state.chosen = Number(event.target.value); draw(); } }),
        ),
        h("label", { class: "grow" }, t("player.your_name"), h("input", { id: "name", maxlength: 60, required: true, autocomplete: "name" })),
        h("button", { class: "main", disabled: state.joining }, t("player.sit_down")),
      ),
    ),
    h("p", { class: "small" }, h("a", { href: "/solo" }, t("alone.link"))),
  ];
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
