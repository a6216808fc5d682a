/**
 * Slips: from letters laid on squares to the line that is sent, and back for the preview. Places only; nothing here knows whether a word
 * exists or what it scores.
 */

export const SIZE = 15;
/** Characters that the hub takes. */
export const MAX_SLIP = 200;
const ROWS = "ABCDEFGHIJKLMNO";

/** `H4` across (letter first), `4H` down. */
export function reference(row, col, down) {
  return down ? `${col + 1}${ROWS[row]}` : `${ROWS[row]}${col + 1}`;
}

export const rowLetter = (row) => ROWS[row];

/** The square `count` steps on from a square, or `null` off the board. */
function step(row, col, down, count) {
  const at = down ? [row + count, col] : [row, col + count];
  return at[0] < 0 || at[1] < 0 || at[0] >= SIZE || at[1] >= SIZE ? null : at;
}

/**
 * Where own letters come to lie. `start`: `{row, col, down}` or `null`; `letters`: `[{face, blank}]`; `passed`: letters of the board typed
 * after the last own one. Answers `{squares, word, ref, next}`: each of `squares` is `{row, col, face, blank, own}` (`own`: index in
 * `letters`, or -1 for a letter of the board), in reading order, board letters before and after included; `next` is the square for the
 * next letter, `null` at the edge.
 */
export function lay(board, start, letters, passed = 0) {
  if (start === null) {
    return { squares: letters.map((letter, own) => ({ ...letter, own })), ref: "", next: null };
  }
  const { row, col, down } = start;
  const at = (count) => step(row, col, down, count);
  const face = (square) => board[square[0]][square[1]];
  const squares = [];
  let count = 0;
  const passBoard = (limit = SIZE) => {
    for (let steps = 0; steps < limit; steps += 1) {
      const square = at(count);
      if (!square || !face(square)) return;
      squares.push(fromBoard(square, face(square)));
      count += 1;
    }
  };
  for (const [own, letter] of letters.entries()) {
    passBoard();
    const square = at(count);
    if (!square) break;
    squares.push({ row: square[0], col: square[1], ...letter, own });
    count += 1;
  }
  passBoard(passed);
  const next = at(count);
  if (letters.length > 0) passBoard();
  if (squares.length > 0) {
    for (let back = -1; ; back -= 1) {
      const square = at(back);
      if (!square || !face(square)) break;
      squares.unshift(fromBoard(square, face(square)));
    }
  }
  const first = squares[0] ?? { row, col };
  return { squares, ref: reference(first.row, first.col, down), next };
}

function fromBoard([row, col], face) {
  return { row, col, face: face.toUpperCase(), blank: false, own: -1 };
}

/** How many own letters fit from a start to the edge of the board. */
export function room(board, start) {
  if (start === null) return SIZE;
  let free = 0;
  for (let count = 0; count < SIZE; count += 1) {
    const square = step(start.row, start.col, start.down, count);
    if (square && !board[square[0]][square[1]]) free += 1;
  }
  return free;
}

/** `RET(I)NES`: own blanks in parentheses. */
export function written(squares) {
  return squares.map((square) => (square.blank ? `(${square.face})` : square.face)).join("");
}

/** The line of a slip: `H4 RET(I)NES 66`. */
export function line(laid, points) {
  return [laid.ref, written(laid.squares), points].filter(Boolean).join(" ");
}

/** Which tiles of the draw the letters take: an array of booleans beside `tiles`. */
export function used(tiles, letters) {
  const taken = tiles.map(() => false);
  for (const letter of letters) {
    const wanted = letter.blank ? "?" : letter.face;
    const index = tiles.findIndex((tile, i) => !taken[i] && tile.face === wanted);
    if (index >= 0) taken[index] = true;
  }
  return taken;
}

/** The letters that no tile of the draw gives. */
export function beyond(tiles, letters) {
  const left = tiles.map((tile) => tile.face);
  return letters.filter((letter) => {
    const index = left.indexOf(letter.blank ? "?" : letter.face);
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
}

/** Text as faces of the alphabet, longest first (`CH` before `C`), accents dropped where they are no tile; `null` if one is unknown. */
export function faces(text, alphabet) {
  const byLength = [...alphabet].sort((a, b) => b.length - a.length);
  const found = [];
  let rest = text.normalize("NFC").toUpperCase();
  while (rest) {
    let face = byLength.find((each) => rest.startsWith(each));
    if (face) rest = rest.slice(face.length);
    else {
      const bare = rest[0].normalize("NFD")[0];
      face = byLength.find((each) => each === bare);
      if (!face) return null;
      rest = rest.slice(1);
    }
    found.push(face);
  }
  return found;
}

const REFERENCE = /^(?:([A-O])[-.]?(1[0-5]|[1-9])|(1[0-5]|[1-9])[-.]?([A-O]))$/i;

/**
 * Read a plain line, `H4 RETiNES 66`, for the preview: `{start, word, points}` with `word` as `[{face, blank}]`, or `null` when the line is
 * anything else. The hub reads more than this; what it sent stays as it was typed.
 */
export function readLine(text, alphabet) {
  const parts = text.trim().split(/\s+/).filter(Boolean);
  let start = null;
  let word = null;
  let points = "";
  for (const part of parts) {
    const match = REFERENCE.exec(part);
    if (match && start === null) {
      const down = match[3] !== undefined;
      start = { row: ROWS.indexOf((match[1] ?? match[4]).toUpperCase()), col: Number(match[2] ?? match[3]) - 1, down };
    } else if (/^\d{1,4}$/.test(part) && points === "") points = part;
    else if (word === null) {
      word = readWord(part, alphabet);
      if (word === null) return null;
    } else return null;
  }
  return { start, word: word ?? [], points };
}

function readWord(text, alphabet) {
  const word = [];
  const upper = text.toUpperCase();
  const small = [...text].filter((char) => char !== char.toUpperCase()).length;
  const caseMarks = small > 0 && small <= 2 && !/[([]/.test(text) && text !== upper[0] + text.slice(1).toLowerCase();
  for (const piece of text.matchAll(/[([]([^()[\]]*)[)\]]|([^()[\]]+)/g)) {
    const inside = piece[1] !== undefined;
    for (const part of caseMarks ? piece[0].match(/\p{Ll}+|[^\p{Ll}]+/gu) : [piece[1] ?? piece[2]]) {
      const read = faces(part, alphabet);
      if (read === null) return null;
      const blank = inside || (caseMarks && part !== part.toUpperCase());
      word.push(...read.map((face) => ({ face, blank })));
    }
  }
  return word;
}

/** Own letters of a whole word lying on a board: what is there already is left out. `null` if the word contradicts the board. */
export function ownLetters(board, start, word) {
  const own = [];
  for (const [count, letter] of word.entries()) {
    const square = step(start.row, start.col, start.down, count);
    if (!square) return null;
    const there = board[square[0]][square[1]];
    if (!there) own.push(letter);
    else if (there.toUpperCase() !== letter.face) return null;
  }
  return own;
}
