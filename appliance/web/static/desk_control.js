/** Left column of the desk: clock and steps, draw, tops. */

import { actions, isUnjudged, OPEN, retainOther, tableList } from "./desk_actions.js";
import { disputed, isOptimist } from "./desk_boards.js";
import { stopButton } from "./desk_search.js";
import { h } from "./dom.js";
import { t } from "./texts.js";
import { figures, play, reason, samePlay, tile } from "./words.js";

const KEY_NAMES = { " ": "desk.key_space" };

export function controlPart(desk) {
  const view = desk.view.public;
  const { countdown } = desk;
  const hurry = view.clock && countdown.hurry && view.phase !== "drawn";
  const button = (action) =>
    h(
      "button",
      {
        type: "button",
        key: action.name,
        id: `do-${action.name}`,
        class: ["main", "danger", "plain"].filter((name) => action[name]).join(" "),
        onclick: action.run,
      },
      action.label,
      h("kbd", {}, KEY_NAMES[action.keys[0]] ? t(KEY_NAMES[action.keys[0]]) : action.keys[0].toUpperCase()),
    );
  return [
    view.clock
      ? h(
          "div",
          { class: `clock ${view.phase} ${hurry ? "hurry" : ""} ${view.clock.kind === "deadline" ? "until" : ""}` },
          h("span", { class: "time", role: "timer" }, hurry ? h("span", { class: "sign", "aria-hidden": "true" }, "!") : null, countdown.text),
          h("span", { class: "count" }, h("b", {}, `${view.slips}/${view.expected}`), " ", t("desk.slips")),
          view.clock.kind === "countdown" ? h("progress", { max: 1, "aria-hidden": "true" }) : null,
        )
      : null,
    view.phase === "ended" ? h("p", { class: "note" }, t("phase.ended"), view.ended ? ` (${t(`end.${view.ended}`)})` : "") : null,
    desk.view.over ? h("p", { class: "note over" }, t("common.over", { why: t(`end.${desk.view.over}`) })) : null,
    waitingRounds(desk).map(({ round, tables }) => h("p", { key: `waits-${round}`, class: "note bad waits" }, t("desk.undecided_before", { round, tables: tableList(tables) }), " ", openRound(desk, round))),
    h("p", { class: "next" }, nextStep(desk)),
    h("div", { class: "steps" }, actions(desk).filter((action) => !action.quiet).map(button)),
  ];
}

/** Earlier rounds whose corrections left slips to be decided: `[{round, tables}]`. */
function waitingRounds(desk) {
  const { round: current } = desk.view.public;
  return desk.view.rounds
    .filter((each) => each.round !== current)
    .map((each) => ({ round: each.round, tables: each.slips.filter((slip) => slip.verdict?.outcome === "undecided").map((slip) => slip.seat) }))
    .filter((each) => each.tables.length);
}

function openRound(desk, round) {
  const open = () => {
    desk.tab = "rounds";
    desk.judged = round;
    desk.draw();
  };
  return h("button", { type: "button", class: "small", onclick: open }, t("desk.correct"));
}

/** What the referee does next. */
function nextStep(desk) {
  const { phase, clock, slips, expected } = desk.view.public;
  if (phase === "closed" && desk.view.undecided.length) return t("desk.next_decide", { tables: tableList(desk.view.undecided) });
  const found = disputed(desk);
  if (found.length) return t("desk.next_differ", { tables: tableList(found) });
  if (clock?.kind === "deadline") return t(phase === "drawn" ? "desk.next_deadline" : "desk.next_correspondence");
  if (phase === "running" && slips >= expected) return t("desk.next_all_in");
  return t(`desk.next_${phase}`);
}

export function drawPart(desk) {
  const view = desk.view.public;
  const { working } = desk;
  const spoken = view.tiles.map((each) => each.code_word).filter(Boolean);
  return [
    working ? h("p", { class: "note calm working", role: "status" }, t("desk.working"), " ", h("progress", { max: working[1], value: working[0] }), " ", stopButton(desk)) : null,
    view.tiles.length
      ? h("div", { class: "rack", role: "img", "aria-label": `${t("common.draw")} ${view.draw}` }, view.tiles.map((each, i) => tile(each, { class: i < view.kept ? "kept" : "" })))
      : null,
    view.round ? h("p", { class: "hint" }, [view.draw, view.choice.length ? t("common.choice") : "", t("desk.bag", { count: view.bag })].filter(Boolean).join(" · ")) : null,
    spoken.length ? h("p", { class: "spoken" }, spoken.join(" ")) : null,
    view.refused.length
      ? h(
          "p",
          { class: "note bad refused" },
          t("desk.refused", { draws: view.refused.join(", ") }),
          view.refused_reason ? ` – ${reason("refusal", view.refused_reason)}` : "",
        )
      : null,
  ];
}

export function topsPart(desk) {
  const { public: view, tops, tops_count: count, top_points: points, retained, possible, possible_points: best } = desk.view;
  if (!view.round || isOptimist(desk) || (view.phase === "ended" && !tops.length && !possible.length)) return null;
  const unjudged = isUnjudged(desk.view);
  if ((OPEN.includes(view.phase) || unjudged) && !desk.showTexts) {
    return h("p", { class: "hint hidden-top" }, t(unjudged ? "desk.top_unjudged" : "desk.top_hidden"), " ", h("kbd", {}, "S"));
  }
  const free = view.phase === "closed" && view.announced !== "prepared";
  const choosing = free && tops.length > 1;
  const isRetained = (each) => samePlay(each, retained);
  const foreign = retained && !tops.some(isRetained);
  const listed = [...tops.entries()].sort(([, a], [, b]) => Number(isRetained(b)) - Number(isRetained(a)));
  return [
    // where the players set the top there is none before their slips are judged
    best && !tops.length ? null : h("h2", {}, t("desk.tops", { count, points })),
    desk.view.stuck ? h("p", { class: "note bad stuck" }, t("desk.stuck", { count: desk.view.stuck })) : null,
    desk.view.tops_proved ? null : h("p", { class: "note calm not-proved" }, t("common.not_proved")),
    h(
      "ul",
      { class: "tops" },
      foreign ? h("li", { class: "retained" }, play(retained), " ", h("b", {}, retained.points), retainedWhy(desk)) : null,
      listed.map(([index, each]) =>
        h(
          "li",
          { class: isRetained(each) ? "retained" : "" },
          play(each),
          isRetained(each) ? retainedWhy(desk) : null,
          choosing && !isRetained(each)
            ? h("button", { type: "button", class: "small", onclick: () => desk.command("ChooseTop", { index }) }, t("desk.choose"))
            : null,
        ),
      ),
    ),
    best ? possiblePart(desk, free && best > points) : null,
    free ? h("button", { type: "button", class: "plain", onclick: () => retainOther(desk) }, t("desk.retain_other")) : null,
  ];
}

/** Where the players set the top: what the computer found beside it, which the referee may place in its stead. */
function possiblePart(desk, choosing) {
  const { possible, possible_points: points } = desk.view;
  const place = (each) => desk.command("Retain", { text: [each, ...each.more].map((move) => `${move.ref} ${move.word}`).join(" / "), reason: "" });
  return h(
    "details",
    { class: "possible" },
    h("summary", {}, t("common.possible", { points })),
    h(
      "ul",
      { class: "tops" },
      possible.map((each) => h("li", {}, play(each), choosing ? h("button", { type: "button", class: "small", onclick: () => place(each) }, t("desk.choose")) : null)),
    ),
  );
}

function retainedWhy(desk) {
  const { retained_reason: key, retained_note: note } = desk.view;
  if (!key) return null;
  const said = key === "referee" ? note : figures(note);
  return h("small", { class: "because" }, `${t("desk.retained")} – ${reason("choice", key)}${said ? ` (${said})` : ""}`);
}
