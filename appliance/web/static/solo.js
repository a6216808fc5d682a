/** Solo replay: choose a game, write a move, see the top. The hub keeps nothing; where one stands is remembered by this device. */

import { BoardGrid } from "./board.js";
import { Countdown } from "./countdown.js";
import { byId, h, show } from "./dom.js";
import { Entry } from "./entry.js";
import { FORMATS } from "./formats.js";
import { pauseMs, reasonText, request } from "./net.js";
import { recall, remember } from "./storage.js";
import { language, preferredLanguage, t, useLanguage } from "./texts.js";
import { because, colophon, day, play, samePlay, word } from "./words.js";

const MAX_HISTORY = 50;
const RULES_OF = { fr: "french", nl: "dutch", ro: "romanian" };

/**
 * What this page knows. `game`: the game being played: `{id, name, pace, lines}`, with a line `{ref, points, penalty, top, ms}` for each
 * round played. `round`: the hub's view of the round in play, `answer` what it said of the move.
 */
const state = { setup: null, games: [], game: null, round: null, answer: null, note: "", busy: false, shownAt: 0, tried: 0 };

let board;
let entry;
const countdown = new Countdown(() => {
  drawClock();
  if (state.game?.pace === "clock" && !state.answer && countdown.seconds === 0) judge(entry.text);
});

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
  entry = new Entry({ rack: byId("rack"), form: byId("entry"), letters: byId("letters") }, judge, draw);
  byId("board").append(board.element);
  document.addEventListener("keydown", typed);
  await list();
}

function typed(event) {
  if (!state.round || event.target.closest("input, textarea, select, dialog")) return;
  if (event.key === "Enter" && event.target.closest("button, a, summary")) return;
  entry.key(event);
}

/** Ask the hub, one thing at a time; a refusal is shown. */
async function ask(work) {
  if (state.busy) return;
  state.busy = true;
  state.note = "";
  draw();
  try {
    await work();
  } catch (error) {
    state.note = reasonText(error);
  }
  state.busy = false;
  draw();
}

function list() {
  return ask(async () => {
    state.games = (await request("GET", "/api/solo/games")).games;
  });
}

// --- games ----------------------------------------------------------------------------------------------------------------

function save() {
  const { game } = state;
  const done = game.lines.length === game.rounds;
  if (game.id.startsWith("practice-")) remember("solo.practice", done ? null : game);
  else remember(`solo.${game.id}`, game);
}

const remembered = (id) => (id.startsWith("practice-") ? recall("solo.practice") : recall(`solo.${id}`));

function begin(id, name, pace, again = false) {
  const known = again ? null : remembered(id);
  state.game = known ?? { id, name, pace, lines: [] };
  save();
  return ask(() => load(state.game.lines.length + 1));
}

async function load(number) {
  const { id } = state.game;
  state.answer = null;
  state.tried = 0;
  state.round = await request("GET", `/api/solo/round?game=${encodeURIComponent(id)}&round=${number}`, { limitMs: 30_000 });
  state.game.rounds = state.round.rounds;
  if (state.round.topping) state.game.pace = "topping";
  save();
  const { clock } = state.round.view;
  countdown.set(clock && state.game.pace === "clock" ? { ...clock, running: true } : null);
  state.shownAt = performance.now();
}

function practice(event) {
  event.preventDefault();
  const body = { rules: byId("rules").value, lexicon: byId("lexicon").value, settings: FORMATS[byId("format").value] };
  const pace = byId("practice-pace").value;
  return ask(async () => {
    const { game } = await request("POST", "/api/solo/practice", { body, limitMs: 60_000 });
    state.game = { id: game, name: t("alone.practice"), pace, lines: [] };
    await load(1);
  });
}

function leave() {
  Object.assign(state, { game: null, round: null, answer: null });
  countdown.set(null);
  list();
}

const total = () => state.game.lines.reduce((sum, line) => sum + line.points - line.penalty, 0);

/** Hand the move in. In topping every try but a top leaves the round open. */
function judge(text, giveUp = false) {
  if (state.answer || !state.round) return undefined;
  return ask(async () => {
    const { round, draw: letters } = state.round.view;
    const attempt = state.game.pace === "topping" && !giveUp;
    const body = { game: state.game.id, round, text, total: total(), try: attempt };
    const answer = await request("POST", "/api/solo/answer", { body, limitMs: 30_000 });
    if (attempt && !answer.found) {
      state.tried += 1;
      const { points } = answer.verdict;
      state.note = [t("alone.not_top", { points }), because(answer.verdict)].filter(Boolean).join(" ");
      return;
    }
    state.answer = answer;
    countdown.set(null);
    const { verdict } = answer;
    const ms = Math.round(performance.now() - state.shownAt);
    const line = { draw: letters, slip: text, points: verdict.points, penalty: verdict.penalty, top: answer.top, ms, retained: answer.retained };
    state.game.lines = [...state.game.lines, line];
    if (answer.last) keep(answer);
    save();
  });
}

/** A finished game goes into one's own history. */
function keep(answer) {
  const own = { id: state.game.id, name: state.game.name, date: new Date().toISOString(), total: answer.total, top: answer.total_of_tops };
  Object.assign(own, { rank: answer.rank, of: answer.of, ms: state.game.lines.reduce((sum, line) => sum + line.ms, 0) });
  remember("solo.history", [own, ...recall("solo.history", [])].slice(0, MAX_HISTORY));
}

function next() {
  if (state.answer?.last) return leave();
  return ask(() => load(state.game.lines.length + 1));
}

// --- drawing ----------------------------------------------------------------------------------------------------------------

function draw() {
  if (!board) return;
  const playing = Boolean(state.game && state.round);
  byId("choose").hidden = playing;
  byId("play").hidden = !playing;
  drawHead();
  if (!playing) {
    show(byId("foot"));
    return show(byId("choose"), chooser());
  }
  const { view } = state.round;
  entry.update(view, !state.answer, "");
  entry.draw([]);
  const shown = state.answer?.retained;
  const fresh = shown ? [shown, ...shown.more].flatMap((one) => one.squares) : [];
  board.update({ rows: state.answer?.board.length ? state.answer.board : view.board, ...entry.preview, fresh, points: view.points });
  drawClock();
  show(byId("status"), state.note ? h("p", { class: "note bad" }, state.note) : null, actions());
  show(byId("result"), state.answer ? result(state.answer) : null);
  show(byId("sheet"), state.game.lines.length ? sheet(state.game.lines) : null);
  show(byId("foot"), h("p", {}, `${state.game.name} · ${colophon(view.evening)}`));
}

function drawHead() {
  const game = state.game && state.round ? state.game : null;
  const tops = game ? game.lines.reduce((sum, line) => sum + line.top, 0) : 0;
  show(
    byId("head"),
    h("span", { class: "who" }, game ? game.name : t("alone.title")),
    game?.lines.length ? h("span", { class: "score" }, t("alone.total", { total: total(), top: tops })) : null,
    h(
      "select",
      { id: "language", "aria-label": t("common.language"), value: language(), onchange: (event) => useLanguage(event.target.value).then(draw) },
      Object.keys(state.setup.languages).map((code) => h("option", { value: code, lang: code }, code.toUpperCase())),
    ),
  );
}

function drawClock() {
  if (!state.round) return;
  const { round } = state.round.view;
  const timed = countdown.clock && !state.answer;
  show(
    byId("clock"),
    h(
      "div",
      { class: `clock ${timed && countdown.hurry ? "hurry" : ""}` },
      h("span", { class: "round" }, `${t("common.round", { round })} / ${state.round.rounds}`),
      timed ? h("span", { class: "time", role: "timer" }, countdown.text) : null,
    ),
  );
}

function actions() {
  const giveUp = !state.answer
    ? h("button", { key: "up", type: "button", id: "give-up", class: "plain", disabled: state.busy, onclick: () => judge("", true) }, t("alone.give_up"))
    : null;
  const label = state.answer?.last ? t("alone.done") : t("alone.next");
  const on = state.answer ? h("button", { key: "next", type: "button", id: "next", class: "main", disabled: state.busy, onclick: next }, label) : null;
  const out = h("button", { key: "out", type: "button", id: "leave", class: "plain", onclick: leave }, t("alone.leave"));
  return h("div", { class: "actions" }, on, giveUp, out);
}

function result(answer) {
  const { verdict } = answer;
  const others = answer.tops.filter((each) => !samePlay(each, answer.retained));
  const rank = { rank: answer.rank, of: answer.of };
  return h(
    "article",
    { class: "result" },
    h(
      "div",
      { class: `own ${verdict.outcome} ${answer.found ? "best" : ""}` },
      h("h3", {}, t("player.your_slip")),
      h("p", { class: "line" }, verdict.play ? play(verdict.play) : state.game.lines.at(-1).slip || "–", " ", h("b", { class: "worth" }, verdict.points)),
      because(verdict) ? h("p", { class: "why" }, because(verdict)) : null,
      state.game.pace === "topping" ? h("p", { class: "extra" }, t("alone.time", { time: minutes(state.game.lines.at(-1).ms) })) : null,
    ),
    h(
      "div",
      { class: "top" },
      h("h3", {}, t("player.top")),
      answer.retained ? h("p", { class: "retained" }, play(answer.retained), " ", h("b", { class: "worth" }, answer.top)) : h("p", {}, t("player.no_top")),
      others.length ? h("p", { class: "equal" }, t("player.also"), " ", others.map((each, i) => [i ? ", " : "", play(each)])) : null,
      answer.better.length
        ? h("p", { class: "better" }, t("alone.better"), ": ", answer.better.map((each, i) => [i ? ", " : "", play(each), ` ${each.points}`]))
        : null,
      answer.rank ? h("p", { class: "rank" }, t(answer.last ? "alone.would" : "alone.sofar", rank)) : null,
    ),
  );
}

const minutes = (ms) => `${Math.floor(ms / 60_000)}:${String(Math.floor(ms / 1000) % 60).padStart(2, "0")}`;

function sheet(lines) {
  let cumulated = 0;
  const rows = lines.map((line, i) => {
    cumulated += line.points - line.penalty;
    return h(
      "tr",
      { key: i, class: line.points && line.points >= line.top ? "best" : "" },
      h("td", { class: "number" }, i + 1),
      h("td", {}, line.slip || "–", line.retained ? h("small", { class: "was" }, line.retained.ref, " ", word(line.retained.word)) : null),
      h("td", { class: "number" }, line.points),
      h("td", { class: "number strong" }, cumulated),
      h("td", { class: "number" }, line.top),
    );
  });
  const head = ["round", "slip", "points", "cumulated", "top"];
  return h(
    "table",
    { class: "running" },
    h("thead", {}, h("tr", {}, head.map((key) => h("th", { scope: "col", class: key === "slip" ? "" : "number" }, t(`column.${key}`))))),
    h("tbody", {}, rows.reverse()),
  );
}

function chooser() {
  const pace = (id) =>
    h("label", {}, t("alone.pace"), h("select", { id }, ["own", "clock", "topping"].map((each) => h("option", { value: each }, t(`alone.pace_${each}`)))));
  const { rules, lexicons } = state.setup;
  const usual = RULES_OF[language()] ?? "french";
  const left = recall("solo.practice");
  const unfinished = left ? [{ id: left.id, name: left.name, date: "" }] : [];
  return [
    state.note ? h("p", { class: "note bad", role: "alert" }, state.note) : null,
    h(
      "section",
      { class: "card" },
      h("h2", {}, t("alone.games")),
      state.games.length || left ? pace("pace") : h("p", { class: "calm" }, t("alone.none")),
      h("ul", { class: "games" }, [...unfinished, ...state.games].map(gameLine)),
    ),
    h(
      "form",
      { class: "card practice", onsubmit: practice },
      h("h2", {}, t("alone.practice")),
      h(
        "div",
        { class: "fields" },
        h("label", {}, t("desk.rules"), h("select", { id: "rules", value: usual }, rules.filter((each) => each.name !== "optimist").map((each) => h("option", { value: each.name }, each.title)))),
        h("label", {}, t("alone.format"), h("select", { id: "format" }, Object.keys(FORMATS).map((key) => h("option", { value: key }, t(`alone.${key}`))))),
        h(
          "label",
          {},
          t("desk.lexicon"),
          h("select", { id: "lexicon" }, h("option", { value: "" }, t("desk.lexicon_own")), lexicons.map((each) => h("option", { value: each.name }, each.name))),
        ),
        pace("practice-pace"),
      ),
      h("button", { id: "practise", class: "main", disabled: state.busy }, t("alone.practice_start")),
    ),
    history(),
  ];
}

function gameLine(line) {
  const known = remembered(line.id);
  const under = known?.lines.length && known.lines.length < known.rounds;
  const chosen = () => byId("pace").value;
  const button = (text, action) => h("button", { type: "button", disabled: state.busy, onclick: action }, text);
  return h(
    "li",
    { key: line.id },
    h("span", { class: "name" }, h("b", {}, line.name), line.date ? ` · ${day(line.date)}` : ""),
    under ? button(t("alone.go_on", { round: known.lines.length + 1, rounds: known.rounds }), () => begin(line.id, line.name, chosen())) : null,
    button(t(known ? "alone.again" : "alone.start"), () => begin(line.id, line.name, chosen(), true)),
  );
}

function history() {
  const lines = recall("solo.history", []);
  if (!lines.length) return null;
  return h(
    "section",
    { class: "card history" },
    h("h2", {}, t("alone.history")),
    h(
      "ul",
      {},
      lines.map((line, i) =>
        h(
          "li",
          { key: `${lines.length - i}` },
          `${day(line.date)} · ${line.name} · `,
          h("b", {}, t("alone.total", { total: line.total, top: line.top })),
          line.rank ? ` · ${line.rank}/${line.of}` : "",
        ),
      ),
    ),
  );
}
