/** What a command of the desk is asked about, as the page shows it. The hub refuses one whose matter has changed before it arrives. */

const OF_THE_TURN = [
  "OpenEvening",
  "DrawByComputer",
  "DrawTyped",
  "StartClock",
  "SetDeadline",
  "PauseClock",
  "EndTime",
  "CloseRound",
  "ChooseTop",
  "Retain",
  "Reveal",
  "EndEvening",
];

export function about(view, command, fields) {
  if (command === "Undo") return { step: view.undo?.id ?? "" };
  if (command === "Redo") return { step: view.redo?.id ?? "" };
  if (OF_THE_TURN.includes(command)) return { turn: view.turn };
  const { round = command === "ExtendClock" ? view.public.round : 0 } = fields;
  return round ? { draw: drawOf(view, round) } : {};
}

const drawOf = (view, round) => view.rounds.find((each) => each.round === round)?.draw_id ?? (round === view.public.round ? view.public.draw_id : "");

/** For a question about a round: whether it still has the draw that it has now. */
export function sameDraw(desk, round) {
  const draw = drawOf(desk.view, round);
  return () => Boolean(desk.view) && drawOf(desk.view, round) === draw;
}
