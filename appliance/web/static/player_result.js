/** What a player is told of the rounds played: result, notices, running sheet, ranking. */

import { h } from "./dom.js";
import { t } from "./texts.js";
import { because, bestLine, notice, play, samePlay, standingsTable } from "./words.js";

const SHOWN_TIES = 5;

/** The result of the round on show: the seat's own slip, the top and who found it. */
export function resultPart(view) {
  const { phase, seats } = view.public;
  const final = phase === "ended" && view.rank ? t("player.final", { rank: view.rank, of: seats.length, total: view.total }) : "";
  return [final ? h("p", { class: "note final" }, final) : null, roundResult(view)];
}

function roundResult(view) {
  const { reveal } = view.public;
  if (!reveal) return ownResultAlone(view);
  const own = view.sheet.findLast((each) => each.round === reveal.round);
  const equal = others(reveal);
  const hidden = reveal.tops_count - 1 - SHOWN_TIES;
  const possible = reveal.possible ? ` · ${t("common.possible", { points: reveal.possible })}` : "";
  const more = hidden > 0 ? ` (+${hidden})` : "";
  return h(
    "article",
    { class: "result" },
    h("h2", { class: "unseen" }, t("common.round", { round: reveal.round })),
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
      h("p", { class: "found" }, foundText(reveal), possible),
    ),
  );
}

/** Optimist: no round has a top, only the seat's own result. */
function ownResultAlone(view) {
  if (!view.own) return null;
  const own = view.public.phase === "revealed" ? view.sheet.at(-1) : null;
  return [own ? h("article", { class: "result" }, h("h2", { class: "unseen" }, t("common.round", { round: own.round })), ownResult(own)) : null, checking(view.own)];
}

/** Questions put and left, whose slips one checks, and what was found otherwise. */
function checking(own) {
  return h(
    "p",
    { class: "found checking" },
    t("player.questions_left", { count: own.questions_left }),
    own.questions.map((each) => ` · ${each.word} ${each.valid ? "✓" : "✗"}`),
    own.checks.length ? ` · ${t("player.checks", { tables: own.checks.join(", ") })}` : null,
    own.differences.map((each) => h("b", { class: "note bad" }, ` ${t("common.round_label", { round: each.round })} ${each.seat} ← ${each.checker}: ${each.text}`)),
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
  const outcome = verdict?.outcome ?? "zero";
  const extra = [own.solo ? t("player.plus_solo", { points: own.solo }) : "", own.penalty ? t("player.minus_penalty", { points: own.penalty }) : ""];
  return h(
    "div",
    { class: `own ${outcome} ${own.points && own.points >= own.top ? "best" : ""}` },
    h("h3", {}, t("player.your_slip")),
    h("p", { class: "line" }, verdict?.play ? play(verdict.play) : own.slip || "–", " ", h("b", { class: "worth" }, outcome === "undecided" ? "?" : own.points)),
    outcome === "undecided" ? h("p", { class: "why" }, t("outcome.undecided")) : null,
    verdict && because(verdict) ? h("p", { class: "why" }, because(verdict)) : null,
    extra.some(Boolean) ? h("p", { class: "extra" }, extra.filter(Boolean).join(" · ")) : null,
  );
}

/** Notices, running sheet and ranking, each in a card that folds. */
export function sheetsPart(view) {
  const own = view.sheet;
  const { standings, phase } = view.public;
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
        told.reverse().map(([line, said]) => h("p", { key: line.round }, h("b", {}, t("common.round_label", { round: line.round })), " ", said.join(" "))),
      ),
    );
  }
  if (own.length) parts.push(h("details", { key: "sheet", class: "card", open: true }, h("summary", {}, t("common.running_sheet")), runningSheet(own)));
  if (standings.length && own.length) {
    parts.push(
      h(
        "details",
        { key: `standings ${phase === "ended"}`, class: "card", open: phase === "ended" },
        h("summary", {}, t("common.standings")),
        h("div", { class: "scroll" }, standingsTable(standings, view.seat)),
        bestLine(view.public),
      ),
    );
  }
  return parts;
}

function runningSheet(lines) {
  const tops = lines.some((each) => each.top); // an optimist game has none
  const head = ["round", "slip", "points", "cumulated", ...(tops ? ["top"] : [])];
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
            each.retained ? h("small", { class: "was" }, play(each.retained)) : null,
          ),
          h("td", { class: "number" }, each.points + each.solo, each.penalty ? h("small", {}, ` −${each.penalty}`) : null),
          h("td", { class: "number strong" }, each.cumulated),
          tops ? h("td", { class: "number" }, each.top) : null,
        ),
      ),
    ),
  );
}
