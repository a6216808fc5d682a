/** How plays, verdicts and tables are put into words, the same for players and referee. */

import { h } from "./dom.js";
import { decimal, has, t } from "./texts.js";

/** A word with its blanks circled. */
export function word(text) {
  return [...text.matchAll(/\p{Ll}+|[^\p{Ll}]+/gu)].map(([part]) =>
    part === part.toUpperCase() ? part : [...part].map((letter) => h("span", { class: "circled" }, letter.toUpperCase())),
  );
}

/** `H4 RETINES`, several moves joined by a slash, an exchange of letters before it. */
export function play(view) {
  if (!view) return "";
  const moves = [view, ...view.more].map((one) => [h("span", { class: "ref" }, one.ref), " ", h("span", { class: "word" }, word(one.word))]);
  const exchange = view.exchange ? `${view.exchange} ` : "";
  return h("span", { class: "play" }, exchange, moves.map((move, i) => [i ? " / " : "", move]));
}

/** Whether two plays of one round are the same. */
export function samePlay(one, other) {
  const said = (view) => view && [view.exchange, ...[view, ...view.more].map((each) => `${each.ref} ${each.word}`)].join(" / ");
  return said(one) === said(other);
}

/** A text of the rules, which writes a blank in lower case, with its blanks as one writes them on a slip: `RET(I)NES`. */
const marked = (text) => text.replace(/\p{Ll}/gu, (letter) => `(${letter.toUpperCase()})`);

/** What the arbiter noted of his choice, `H4 RETiNES 66.0`, with its figures as the language writes them. */
export const figures = (note) => marked(note).replace(/\d+\.\d+/g, (figure) => decimal(Number(figure)));

/** The faults of a verdict, each with its sanction, as list items' contents. */
export function faults(verdict) {
  return verdict.faults.map((fault) => {
    const detail = fault.detail ? ` (${marked(fault.detail)})` : "";
    const sanction = fault.sanction === "none" ? "" : ` → ${t(`sanction.${fault.sanction}`)}`;
    return `${t(`fault.${fault.fault}`)}${detail}${sanction}`;
  });
}

/** The whole reason in one line: faults (of a slip that exists), what was corrected, and the referee's own words. */
export function because(verdict, received = true) {
  const parts = received ? faults(verdict) : [];
  const { correction } = verdict;
  if (correction?.kind === "average") parts.push(t("common.average_of", { tables: correction.group.join(", ") }));
  if (correction?.kind === "keyed") parts.push(t("common.keyed_anew"));
  if (correction?.shown) parts.push(corrected(verdict));
  if (verdict.lost) parts.unshift(`${verdict.points + verdict.lost} − ${verdict.lost} = ${verdict.points}`);
  if (verdict.above) parts.push(`▲ ${t("common.above_top", { top: verdict.above })}`);
  if (verdict.reason) parts.push(t("common.referee_says", { reason: verdict.reason }));
  return parts.join("; ");
}

/** The mark of a correction made after the result was shown. */
export function corrected(verdict) {
  const { date, before } = verdict.correction;
  return `✎ ${t("common.corrected", { date: day(date), before, points: verdict.points })}`;
}

/**
 * What a table is told about its slip of a round, one sentence each, with the word or letter named: empty if there is nothing to tell.
 * `warning` is the number of the warning, `penalty` what the round lost.
 */
export function notice({ verdict, warning = 0, penalty = 0 }) {
  if (!verdict) return [];
  // what the referee himself made a zero was a question before: its faults cost nothing, and yet they are why
  const told = verdict.faults.filter((fault) => fault.sanction !== "none" || verdict.outcome === "zero").map(sentence);
  if (verdict.outcome === "zero") told.push(verdict.points < 0 ? t("notice.costs_lost", { points: -verdict.points }) : t("notice.costs_zero"));
  if (warning) told.push(t("notice.costs_warning", { number: warning }));
  if (penalty) told.push(t("notice.costs_penalty", { points: penalty }));
  const { correction } = verdict;
  if (correction?.kind === "average") told.push(t("common.average_of", { tables: correction.group.join(", ") }));
  if (correction?.shown) told.push(corrected(verdict));
  if (told.length && verdict.reason) told.push(t("common.referee_says", { reason: verdict.reason }));
  return told;
}

function sentence(fault) {
  const text = t(`notice.${fault.fault}`, { detail: marked(fault.detail) });
  // a sentence about a word that is not known says no more than the fault's name
  return !fault.detail && text !== t(`notice.${fault.fault}`, { detail: "x" }) ? `${t(`fault.${fault.fault}`)}.` : text;
}

/** Optimist: the best known line and how it was found, under the ranking whose percents are of it. */
export function bestLine({ best_line: line }, attributes = { class: "hint" }) {
  return line ? h("p", attributes, t("common.best_line", line)) : null;
}

/** What a table handed in besides the slip that counts, each with what became of it. */
export function otherSlips({ others = [] }) {
  return others.map((each) => h("small", { class: "why other" }, `${each.text || t("fault.blank_slip")} – ${t(each.late ? "common.slip_late" : "common.slip_superseded")}`));
}

/** What a seat's zeros were for: `2 × late, 1 × no slip`. */
function zeroKinds(line) {
  const name = (kind) => (has(`fault.${kind}`) ? t(`fault.${kind}`) : t("choice.referee"));
  return Object.entries(line.zero_kinds).map(([kind, count]) => `${count} × ${name(kind)}`).join(", ");
}

/** The words admitted this evening with their reasons, for the end of a sheet. */
export function admittedWords(admitted) {
  if (!admitted.length) return null;
  return [h("h3", {}, t("common.admitted_words")), h("ul", { class: "admitted" }, admitted.map((each) => h("li", { key: each.word }, h("b", {}, each.word), ` – ${each.reason}`)))];
}

/** Known reason keys in the language of the page, anything else as it is. */
export const reason = (table, key) => (has(`${table}.${key}`) ? t(`${table}.${key}`) : key);

/** One tile as drawn. */
export function tile(view, attributes = {}, tag = "span") {
  const blank = view.face === "?";
  const name = `tile ${attributes.class ?? ""}${blank ? " joker" : ""}`;
  return h(
    tag,
    { ...attributes, class: name.trim(), "aria-label": attributes["aria-label"] ?? (blank ? t("common.blank") : view.face) },
    h("b", {}, blank ? "?" : view.face),
    blank ? null : h("small", {}, view.points),
  );
}

/** The ranking; `own` marks one seat's line; with `whole` it says what each zero was for. */
export function standingsTable(standings, own = 0, whole = false) {
  const any = (name) => standings.some((line) => line[name] !== 0);
  // in the optimist game there is nothing to compare with before the best known line has been searched
  const compared = standings.some((line) => line.percent !== 0 || line.negative !== line.total);
  const columns = [
    ["rank", "number", (line) => line.rank],
    ["seat", "number", (line) => line.seat],
    ["name", "", (line) => line.name],
    ["total", "number strong", (line) => line.total],
  ];
  if (compared) columns.push(["percent", "number", (line) => decimal(line.percent)], ["negative", "number wide", (line) => signed(line.negative)]);
  if (any("tops_found")) columns.push(["tops_found", "number wide", (line) => line.tops_found]);
  if (any("time_ms")) columns.splice(3, 0, ["time", "number strong", (line) => minutes(line.time_ms)]);
  if (any("solos")) columns.push(["solos", "number wide", (line) => line.solos || ""]);
  if (any("warnings")) columns.push(["warnings", "number wide", (line) => line.warnings || ""]);
  if (any("penalties")) columns.push(["penalties", "number wide", (line) => (line.penalties ? signed(-line.penalties) : "")]);
  if (any("zeros")) columns.push(["zeros", "number wide", (line) => (line.zeros ? [line.zeros, whole ? h("small", {}, ` ${zeroKinds(line)}`) : null] : "")]);
  return h(
    "table",
    { class: "standings" },
    h("thead", {}, h("tr", {}, columns.map(([key, css]) => h("th", { class: css, scope: "col" }, t(`column.${key}`))))),
    h(
      "tbody",
      {},
      standings.map((line) =>
        h(
          "tr",
          { key: line.seat, class: line.seat === own ? "mine" : "", "aria-current": line.seat === own ? "true" : null },
          columns.map(([, css, value]) => h("td", { class: css }, value(line))),
        ),
      ),
    ),
  );
}

/** A span as `12:07`. */
export const minutes = (ms) => `${Math.floor(ms / 60_000)}:${String(Math.floor(ms / 1000) % 60).padStart(2, "0")}`;

/** A difference with its sign; the true minus is as wide as a digit. */
export const signed = (value) => (value < 0 ? `−${-value}` : value > 0 ? `+${value}` : "0");

/** The day of an ISO date or moment. */
export const day = (text) => text.slice(0, 10);

/** What was announced of letters that were settled before the evening began, and the seed once it is shown. */
export function settled(view) {
  if (!view.announced) return "";
  const seed = view.seed ? ` · ${t("common.seed_line", { seed: view.seed })}` : "";
  return t("common.sealed_line", { checksum: view.checksum.slice(0, 16) }) + seed;
}

/** The foot of every page and sheet: rules, lexicon, its date and fingerprint. */
export function colophon(evening) {
  const parts = [
    evening.title,
    t("common.lexicon_line", { name: evening.lexicon, words: evening.lexicon_words.toLocaleString(document.documentElement.lang) }),
    day(evening.lexicon_date),
    evening.lexicon_fingerprint,
    evening.lexicon_official ? "" : t("common.open_list"),
    evening.admitted.length ? t("common.admitted_count", { count: evening.admitted.length }) : "",
  ];
  return parts.filter(Boolean).join(" · ");
}
