/**
 * Slips of the substitution and decomposed games: the draw after an exchange, the board that a first word leaves, and both back from text.
 */

import { lay, ownLetters, readLine } from "./slip.js";

/** The draw once one of its tiles was exchanged (`{given, taken}`, faces). */
export function tilesWith(tiles, exchange, points) {
  const index = exchange ? tiles.findIndex((tile) => tile.face === exchange.given) : -1;
  return tiles.map((tile, i) => (i === index ? { face: exchange.taken, points: points[exchange.taken] ?? 0 } : tile));
}

/** The board with the own letters of a word (`squares` of `lay`) on it. */
export function boardWith(board, squares) {
  const rows = board.map((row) => [...row]);
  for (const { row, col, face, blank, own } of squares) if (own >= 0) rows[row][col] = blank ? face.toLowerCase() : face;
  return rows;
}

/** `I>W H4 WESTERN 102` or `H4 JOMON 42 / 4H JAB 12` as a draft: `{exchange, first, start, letters, points}`; `null` for anything else. */
export function readVariant(text, { board, tiles, alphabet }) {
  const sign = /^\s*(\S{1,3}?)\s*>\s*(\S{1,3})(?:\s+|$)/.exec(text.toUpperCase());
  const exchange = sign ? { given: sign[1], taken: sign[2] } : null;
  if (exchange && !(tiles.some((tile) => tile.face === exchange.given) && ["?", ...alphabet].includes(exchange.taken))) return null;
  const parts = text.slice(sign?.[0].length ?? 0).split("/");
  if (parts.length > 2) return null;
  const words = [];
  let now = board;
  for (const part of parts) {
    const read = readLine(part, alphabet);
    const letters = read && (read.start ? ownLetters(now, read.start, read.word) : read.word);
    if (!letters || (words.length === 0 && parts.length > 1 && !(read.start && letters.length))) return null;
    words.push({ start: read.start, letters, points: read.points });
    now = boardWith(now, lay(now, read.start, letters).squares.filter((square) => square.row !== undefined));
  }
  return { exchange, first: words.length > 1 ? words[0] : null, ...words.at(-1) };
}
