/** Solo replay: choose a game, write a move, see the top. The hub keeps nothing; where one stands is remembered by this device. */

import { BoardGrid, freshOf } from "./board.js";
import { Countdown } from "./countdown.js";
import { byId, h, show } from "./dom.js";
import { Entry } from "./entry.js";
import { FORMATS, usualRules } from "./formats.js";
import { reasonText, request } from "./net.js";
import { languageChoice, loadSetup } from "./page.js";
import { recall, remember } from "./storage.js";
import { language, t } from "./texts.js";
import { because, colophon, day, minutes, play, samePlay, word } from "./words.js";

const MAX_HISTORY = 50;
const SHOWN_TIES = 5;
const FAST = ["semi-rapid", "blitz"];

/**
 * What this page knows. `game`: the game being played: `{id, name, pace, lines}`, with a line `{draw, slip, points, penalty, warning, top,
 * retained, ms, cost}` for each round played. `rules`: the rule set chosen for practice. `round`: the hub's view of the round in play, `answer` what it
 * said of the move, `since` the wall time at which the round was first shown: loading the page again gives no time.
 */
const state = { setup: null, games: [], game: null, rules: null, round: null, answer: null, note: "", busy: false, since: 0 };

let board;
let entry;
const countdown = new Countdown(() => {
  drawClock();
  if (state.game?.pace === "clock" && !state.answer && countdown.seconds === 0) judge(entry.text);
});

start();

async function start() {
  state.setup = await loadSetup();
  board = new BoardGrid(state.setup.layout, { pick: (row, col) => entry.pick(row, col) });
  entry = new Entry({ rack: byId("rack"), form: byId("entry"), letters: byId("letters") }, judge, draw);
  byId("board").append(board.element);
  document.addEventListener("keydown", typed);
  const here = recall("solo.here", null, "sessionStorage");
  if (here) await goOn(here);
  if (!state.round) await list();
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

/** This page was loaded again in the middle of a game: the same round stands there, with its answer if it had one. */
function goOn({ game, answer, since }) {
  state.game = game;
  return ask(async () => {
    await load(game.lines.length + (answer ? 0 : 1), since);
    state.answer = answer;
    if (answer) countdown.set(null);
    stay();
  });
}

function stay() {
  const { game, answer, since } = state;
  remember("solo.here", game && { game, answer, since }, "sessionStorage");
}

async function load(number, since = Date.now()) {
  const { id } = state.game;
  state.answer = null;
  // in the optimist game the board follows from one's own slips
  state.round = await request("POST", "/api/solo/round", { body: { game: id, round: number, slips: slipsBefore(number) }, limitMs: 30_000 });
  state.game.rounds = state.round.rounds;
  if (state.round.topping) state.game.pace = "topping";
  if (state.round.own && state.game.pace === "topping") state.game.pace = "own";
  save();
  state.since = since;
  stay();
  const { clock } = state.round.view;
  const left = clock ? Math.max(0, clock.remaining_ms - (Date.now() - since)) : 0;
  countdown.set(clock && state.game.pace === "clock" ? { ...clock, remaining_ms: left, running: true } : null);
}

const slipsBefore = (number) => state.game.lines.slice(0, number - 1).map((line) => line.slip);

function practice(event) {
  event.preventDefault();
  const [rules, format, pace] = [byId("rules"), byId("format").value, byId("practice-pace").value];
  const fast = FAST.includes(pace);
  const settings = { ...FORMATS[format], ...(fast ? { "format.pace": pace } : {}) };
  const body = { rules: rules.value, lexicon: byId("lexicon").value, settings };
  const name = [rules.selectedOptions[0].text, format === "f_plain" ? "" : t(`alone.${format}`), day(new Date().toISOString())].filter(Boolean).join(" · ");
  return ask(async () => {
    const { game } = await request("POST", "/api/solo/practice", { body, limitMs: 60_000 });
    state.game = { id: game, name, pace: fast ? "clock" : pace, lines: [] };
    await load(1);
  });
}

function leave() {
  Object.assign(state, { game: null, round: null, answer: null });
  stay();
  countdown.set(null);
  list();
}

const sum = (lines, worth) => lines.reduce((before, line) => before + worth(line), 0);
const total = () => sum(state.game.lines, (line) => line.points - line.penalty);

/** Hand the move in. In topping every try but a top leaves the round open. */
function judge(text, giveUp = false) {
  if (state.answer || !state.round) return undefined;
  return ask(async () => {
    const { round, draw: letters } = state.round.view;
    const attempt = state.game.pace === "topping" && !giveUp;
    const ms = Date.now() - state.since;
    const { lines } = state.game;
    const before = { total: total(), before_ms: sum(lines, (line) => line.cost), warnings: lines.filter((line) => line.warning).length, slips: slipsBefore(round) };
    const body = { game: state.game.id, round, text, try: attempt, time_ms: ms, ...before };
    const answer = await request("POST", "/api/solo/answer", { body, limitMs: 30_000 });
    if (attempt && !answer.found) {
      const { points } = answer.verdict;
      state.note = [t("alone.not_top", { points }), because(answer.verdict)].filter(Boolean).join(" ");
      return;
    }
    state.answer = answer;
    countdown.set(null);
    const { verdict } = answer;
    const { penalty, warning, top, retained, time_ms: cost } = answer;
    state.game.lines = [...lines, { draw: letters, slip: text, points: verdict.points, penalty, warning, top, retained, ms, cost }];
    if (answer.last) keep(answer);
    save();
    stay();
  });
}

/** A finished game goes into one's own history. */
function keep(answer) {
  const own = { id: state.game.id, name: state.game.name, date: new Date().toISOString(), total: answer.total, top: answer.total_of_tops || sum(state.game.lines, (line) => line.top) };
  Object.assign(own, { rank: answer.rank, of: answer.of, ms: sum(state.game.lines, (line) => line.ms) });
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
  const shown = state.round.own ? state.answer?.verdict.play : state.answer?.retained;
  board.update({ rows: state.answer?.board.length ? state.answer.board : view.board, ...freshOf(shown), ...entry.preview, points: view.points });
  drawClock();
  const out = h("button", { key: "out", type: "button", id: "leave", class: "plain", onclick: leave }, t("alone.leave"));
  show(byId("status"), state.note ? h("p", { class: "note bad" }, state.note) : null, h("div", { class: "actions" }, out));
  show(byId("result"), state.answer ? result(state.answer) : null);
  show(byId("sheet"), state.game.lines.length ? sheet(state.game.lines) : null);
  show(byId("foot"), h("p", {}, `${state.game.name} · ${colophon(view.evening)}`));
}

function drawHead() {
  const game = state.game && state.round ? state.game : null;
  const tops = game ? sum(game.lines, (line) => line.top) : 0;
  show(
    byId("head"),
    h("span", { class: "who" }, game ? game.name : t("alone.title")),
    game?.lines.length ? h("span", { class: "score" }, t("alone.total", { total: total(), top: tops })) : null,
    languageChoice(state.setup.languages, draw, (code) => code.toUpperCase()),
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
    actions(),
  );
}

/** What goes on, beside the clock: in reach on a phone without scrolling. */
function actions() {
  const giveUp = !state.answer
    ? h("button", { key: "up", type: "button", id: "give-up", class: "plain", disabled: state.busy, onclick: () => judge("", true) }, t("alone.give_up"))
    : null;
  const label = state.answer?.last ? t("alone.done") : t("alone.next");
  const on = state.answer ? h("button", { key: "next", type: "button", id: "next", class: "main", disabled: state.busy, onclick: next }, label) : null;
  return h("div", { class: "actions" }, on, giveUp);
}

function result(answer) {
  const { verdict } = answer;
  const others = answer.tops.filter((each) => !samePlay(each, answer.retained)).slice(0, SHOWN_TIES);
  const more = answer.tops_count - others.length - (answer.retained ? 1 : 0);
  const rank = { rank: t(`alone.rank_${new Intl.PluralRules(language(), { type: "ordinal" }).select(answer.rank)}`, { rank: answer.rank }), of: answer.of };
  return h(
    "article",
    { class: "result" },
    h(
      "div",
      { class: `own ${verdict.outcome} ${answer.found ? "best" : ""}` },
      h("h3", {}, t("player.your_slip")),
      h("p", { class: "line" }, verdict.play ? play(verdict.play) : state.game.lines.at(-1).slip || "–", " ", h("b", { class: "worth" }, verdict.points)),
      because(verdict) ? h("p", { class: "why" }, because(verdict)) : null,
      costs(answer),
      state.game.pace === "topping" ? h("p", { class: "extra" }, t("alone.time", { time: minutes(answer.time_ms || state.game.lines.at(-1).ms) })) : null,
    ),
    h(
      "div",
      { class: "top" },
      h("h3", {}, t("player.top")),
      answer.retained ? h("p", { class: "retained" }, play(answer.retained), " ", h("b", { class: "worth" }, answer.top)) : h("p", {}, t("player.no_top")),
      others.length ? h("p", { class: "equal" }, t("player.also"), " ", others.map((each, i) => [i ? ", " : "", play(each)]), more > 0 ? ` ${t("alone.more", { count: more })}` : null) : null,
      answer.better.length
        ? h("p", { class: "better" }, t("alone.better"), " ", answer.better.map((each, i) => [i ? ", " : "", play(each), ` ${each.points}`]))
        : null,
      answer.rank ? h("p", { class: "rank" }, t(answer.last ? "alone.would" : "alone.sofar", rank)) : null,
    ),
  );
}

/** What a warning or a penalty costs, as the room is told. */
function costs({ warning, penalty }) {
  const told = [warning ? t("notice.costs_warning", { number: warning }) : "", penalty ? t("notice.costs_penalty", { points: penalty }) : ""];
  return warning || penalty ? h("p", { class: "why costs" }, told.filter(Boolean).join(" ")) : null;
}

function sheet(lines) {
  let cumulated = 0;
  const rows = lines.map((line, i) => {
    cumulated += line.points - line.penalty;
    return h(
      "tr",
      { key: i, class: line.points && line.points >= line.top ? "best" : "" },
      h("td", { class: "number" }, i + 1),
      h("td", {}, line.slip || "–", line.retained ? h("small", { class: "was" }, line.retained.ref, " ", word(line.retained.word)) : null),
      h("td", { class: "number" }, line.points, line.penalty ? h("small", {}, ` −${line.penalty}`) : null),
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

/** Club paces are settings of a duplicate game; topping asks for a top that all share. */
const unfit = (pace, game) => (FAST.includes(pace) && game !== "duplicate") || (pace === "topping" && game === "optimist");

function chooser() {
  const lexicons = state.setup.lexicons;
  const rules = state.setup.rules.filter((each) => !each.fault);
  const usual = usualRules(rules);
  const { game } = rules.find((each) => each.name === (state.rules ?? usual));
  const others = game !== "duplicate";
  const chosen = (event) => {
    state.rules = event.target.value;
    // what does not go with these rules is not left chosen
    if (rules.find((each) => each.name === state.rules)?.game !== "duplicate") [byId("format").value, byId("practice-pace").value] = ["f_plain", "own"];
    draw();
  };
  const pace = (id, paces = ["own", "clock", "topping"]) =>
    h(
      "label",
      {},
      t("alone.pace"),
      h("select", { id }, paces.map((each) => h("option", { value: each, disabled: id === "practice-pace" && unfit(each, game) }, t(FAST.includes(each) ? `desk.pace_${each.replace("-", "_")}` : `alone.pace_${each}`)))),
    );
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
        h("label", {}, t("desk.rules"), h("select", { id: "rules", value: usual, onchange: chosen }, rules.map((each) => h("option", { value: each.name }, each.title)))),
        h("label", {}, t("alone.format"), h("select", { id: "format" }, Object.keys(FORMATS).map((key) => h("option", { value: key, disabled: others && key !== "f_plain" }, t(`alone.${key}`))))),
        h(
          "label",
          {},
          t("desk.lexicon"),
          h("select", { id: "lexicon" }, h("option", { value: "" }, t("desk.lexicon_own")), lexicons.map((each) => h("option", { value: each.name }, each.name))),
        ),
        pace("practice-pace", ["own", "clock", ...FAST, "topping"]),
      ),
      others ? h("p", { class: "calm", id: "unfit" }, t("alone.duplicate_only")) : null,
      h("button", { id: "practise", class: "main", disabled: state.busy }, t("alone.practice_start")),
    ),
    history(),
  ];
}

const gameName = ({ id, name }) => (id.startsWith("prepared-") ? t("alone.prepared", { checksum: name }) : name);

function gameLine(line) {
  const known = remembered(line.id);
  const under = known?.lines.length && known.lines.length < known.rounds;
  const chosen = () => byId("pace").value;
  const button = (text, action) => h("button", { type: "button", disabled: state.busy, onclick: action }, text);
  return h(
    "li",
    { key: line.id },
    h("span", { class: "name" }, h("b", {}, gameName(line)), line.date ? ` · ${day(line.date)}` : ""),
    under ? button(t("alone.go_on", { round: known.lines.length + 1, rounds: known.rounds }), () => begin(line.id, gameName(line), chosen())) : null,
    button(t(known ? "alone.again" : "alone.start"), () => begin(line.id, gameName(line), chosen(), true)),
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
