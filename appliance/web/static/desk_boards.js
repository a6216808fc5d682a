/** The desk in the optimist game: every seat's board at every round, who checks whom, questions and differences. */

import { referencePart } from "./desk_search.js";
import { h } from "./dom.js";
import { faces, MAX_SLIP, readLine, SIZE } from "./slip.js";
import { t } from "./texts.js";

/** Whether each table has a board of its own, and no round a top. */
export const eachOwn = (view) => view?.evening?.game === "optimist";

export const isOptimist = (desk) => eachOwn(desk.view?.public);

/** What checkers found otherwise in a round, on one seat's slip or on all. */
const differencesIn = (desk, round, seat = 0) => desk.view.differences.filter((each) => each.round === round && (!seat || each.seat === seat));

/** Seats of the round being judged or shown whose checkers found otherwise, as long as the referee has changed nothing about them. */
export function disputed(desk) {
  const { phase, round } = desk.view.public;
  if (!["closed", "revealed"].includes(phase)) return [];
  const stands = (seat) => !desk.view.slips.find((slip) => slip.seat === seat)?.verdict?.correction;
  return [...new Set(differencesIn(desk, round).map((each) => each.seat))].filter(stands);
}

/** The sign at a seat's verdict that its checker found otherwise; it opens that board. */
export function differenceMark(desk, round, seat) {
  const found = differencesIn(desk, round, seat);
  if (!found.length) return null;
  const compare = () => {
    Object.assign(desk, { opened: { seat, round }, tab: "boards" });
    desk.draw();
  };
  const said = found.map((each) => `${each.checker}: ${each.text}`).join(" · ");
  return h("button", { type: "button", class: "small differs", title: t("desk.compare_board"), onclick: compare }, `≠ ${said}`);
}

/** Rows of the board that the desk has opened, from the accepted plays up to its round; `null` when none is open. */
export function openedBoard(desk) {
  const { opened } = desk;
  if (!isOptimist(desk) || !opened) return null;
  const rows = Array.from({ length: SIZE }, () => Array(SIZE).fill(""));
  const fresh = [];
  for (const round of desk.view.rounds.filter((each) => each.round <= opened.round)) {
    const verdict = round.slips.find((slip) => slip.seat === opened.seat)?.verdict;
    if (!verdict?.play || verdict.outcome === "zero") continue;
    const letters = laidFaces(verdict.play, desk.view.public.alphabet);
    verdict.play.squares.forEach((square, i) => (rows[Math.floor(square / SIZE)][square % SIZE] = letters[i]));
    if (round.round === opened.round) fresh.push(...verdict.play.squares);
  }
  return { rows, fresh };
}

/** The faces on the squares that a play newly fills, a blank's in lower case as its word has them. */
function laidFaces({ ref, word, squares }, alphabet) {
  const { row, col, down } = readLine(ref, alphabet).start;
  let end = 0;
  const spelt = faces(word, alphabet).map((face) => word.slice(end, (end += face.length)));
  return squares.map((square) => spelt[down ? Math.floor(square / SIZE) - row : (square % SIZE) - col]);
}

export function boardsPanel(desk) {
  return [chooser(desk), referencePart(desk), checkers(desk), questions(desk), differences(desk)];
}

const seatOptions = (desk) => desk.view.public.seats.map((seat) => h("option", { value: String(seat.seat) }, `${seat.seat} ${seat.name}`));

/** With no seat chosen at first. */
const seatChoice = (desk, id, label) => h("label", {}, label, h("select", { id, value: "" }, seatOptions(desk)));

function chooser(desk) {
  const { seats, phase, round } = desk.view.public;
  if (!seats.length) return null;
  const shown = desk.opened ?? { seat: 0, round };
  const open = (change) => {
    desk.opened = { ...shown, ...change };
    desk.opened.seat ||= seats[0].seat;
    desk.draw();
  };
  const close = () => {
    desk.opened = null;
    desk.draw();
  };
  const onWall = desk.view.shown_board;
  return h(
    "fieldset",
    {},
    h("legend", {}, t("desk.tab_boards")),
    h(
      "div",
      { class: "fields" },
      h(
        "label",
        {},
        t("column.seat"),
        h(
          "select",
          { id: "board-seat", value: String(shown.seat), onchange: (event) => (event.target.value === "0" ? close() : open({ seat: Number(event.target.value) })) },
          h("option", { value: "0" }, "–"),
          seatOptions(desk),
        ),
      ),
      h("label", {}, t("column.round"), h("input", { id: "board-round", type: "number", min: 1, max: Math.max(round, 1), value: String(shown.round), onchange: (event) => open({ round: Number(event.target.value) }) })),
    ),
    phase === "ended" && desk.opened
      ? h(
          "button",
          { type: "button", id: "board-wall", onclick: () => desk.command("ShowBoard", { seat: onWall === desk.opened.seat ? 0 : desk.opened.seat }) },
          t(onWall === desk.opened.seat ? "desk.board_off_wall" : "desk.board_on_wall"),
        )
      : null,
  );
}

/** Nobody asks or checks any more; what was asked and found stays. */
const over = (desk) => desk.view.public.phase === "ended";

function form(id, title, fields, send) {
  const submit = async (event) => {
    event.preventDefault();
    const value = (name) => event.target.elements[`${id}-${name}`]?.value ?? "";
    await send(value, event.target);
  };
  return h("form", { id, onsubmit: submit, autocomplete: "off" }, h("fieldset", {}, h("legend", {}, title), h("div", { class: "fields" }, fields), h("button", { class: "small" }, t("common.save"))));
}

function checkers(desk) {
  const known = Object.entries(desk.view.checkers);
  return [
    over(desk) ? null : form(
      "pair",
      t("desk.checkers"),
      [seatChoice(desk, "pair-seat", t("column.seat")), seatChoice(desk, "pair-checker", t("desk.checked_by"))],
      (value) => desk.command("NameChecker", { seat: Number(value("seat")), checker: Number(value("checker")) }),
    ),
    known.length ? h("p", { class: "hint" }, known.map(([seat, checker]) => `${seat} ← ${checker}`).join(" · ")) : null,
  ];
}

function questions(desk) {
  const word = (each) => h("li", { class: each.valid ? "valid" : "invalid" }, `${each.round} · ${each.seat} · ${each.word} ${each.valid ? "✓" : "✗"}`);
  return [
    over(desk) ? null : form(
      "question",
      t("desk.questions"),
      [seatChoice(desk, "question-seat", t("column.seat")), h("label", {}, t("desk.question_word"), h("input", { id: "question-word", maxlength: 15, required: true, spellcheck: "false" }))],
      async (value, element) => {
        if (await desk.command("AskQuestion", { seat: Number(value("seat")), word: value("word") })) element.reset();
      },
    ),
    h("ul", { class: "questions" }, desk.view.questions.map(word)),
  ];
}

function differences(desk) {
  return [
    form(
      "differ",
      t("desk.check_differences"),
      [seatChoice(desk, "differ-seat", t("column.seat")), h("label", {}, t("desk.check_found"), h("input", { id: "differ-text", maxlength: MAX_SLIP, required: true }))],
      async (value, element) => {
        const fields = { round: desk.view.public.round, seat: Number(value("seat")), text: value("text") };
        if (await desk.command("ReportDifference", fields)) element.reset();
      },
    ),
    desk.view.agreed.length ? h("p", { class: "agreed" }, "✓ ", t("desk.check_agreed", { tables: desk.view.agreed.join(", ") })) : null,
    h("ul", { class: "differences" }, desk.view.differences.map((each) => h("li", {}, `${each.round} · ${each.seat} ← ${each.checker} · ${each.text}`))),
  ];
}
