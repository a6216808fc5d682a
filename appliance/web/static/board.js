/** The board with its frame: a grid that can be read, walked by arrow keys and tapped. */

import { h } from "./dom.js";
import { SIZE, rowLetter } from "./slip.js";
import { t } from "./texts.js";

const EMPTY = Array.from({ length: SIZE }, () => Array(SIZE).fill(""));

/** What a play newly covers, as `BoardGrid.update` takes it: the board between two moves is the one without the tiles of the second. */
export function freshOf(play) {
  const moves = play ? [play, ...play.more].map((one) => one.squares) : [];
  return { fresh: moves.flat(), moves: moves.length > 1 ? moves : [] };
}

export class BoardGrid {
  #cells = [];
  #pick;
  #key;
  #focus = 7 * SIZE + 7;
  #premium;

  /** `layout` is `/api/setup`'s; `pick(row, col)` a tap, `key(event)` a key that is no arrow. Without `pick` the board is only shown. */
  constructor(layout, { pick = null, key = null } = {}) {
    this.#pick = pick;
    this.#key = key;
    this.#premium = layout.letter.map((letter, i) => {
      if (layout.word[i] > 1) return `word${layout.word[i]}`;
      return letter > 1 ? `letter${letter}` : "";
    });
    const label = (text) => h("div", { class: "frame", "aria-hidden": "true" }, text);
    this.element = h("div", { class: "board", role: pick ? "grid" : "img" });
    this.element.append(label(""));
    for (let col = 0; col < SIZE; col += 1) this.element.append(label(col + 1));
    for (let row = 0; row < SIZE; row += 1) {
      const line = h("div", { class: "row", role: pick ? "row" : "presentation" }, label(rowLetter(row)));
      for (let col = 0; col < SIZE; col += 1) {
        const cell = h("div", { role: pick ? "gridcell" : "presentation", tabindex: pick ? "-1" : null });
        this.#cells.push(cell);
        line.append(cell);
      }
      this.element.append(line);
    }
    if (pick) {
      this.#cells[this.#focus].tabIndex = 0;
      this.element.addEventListener("click", (event) => {
        const index = this.#cells.indexOf(event.target.closest("[role=gridcell]"));
        if (index >= 0) this.#choose(index);
      });
      this.element.addEventListener("keydown", (event) => this.#onKey(event));
    }
  }

  /**
   * Show faces (`rows`), letters laid on top (`laid`: squares of `slip.js`), the square where the next letter goes and the direction
   * (`cursor`: `{row, col, down}`), and squares to mark as new (`fresh`: indexes), with the number of their move where there are several
   * (`moves`: indexes of each). `points`: face → points.
   */
  update({ rows = EMPTY, laid = [], cursor = null, fresh = [], moves = [], points = {} }) {
    const shown = rows.length ? rows : EMPTY;
    const over = new Map(laid.filter((square) => square.own >= 0).map((square) => [square.row * SIZE + square.col, square]));
    const isFresh = new Set(fresh);
    const moveOf = new Map(moves.flatMap((squares, i) => squares.map((square) => [square, i + 1])));
    for (const [index, cell] of this.#cells.entries()) {
      const row = Math.floor(index / SIZE);
      const col = index % SIZE;
      const own = over.get(index);
      const face = own ? own.face : shown[row][col];
      const blank = own ? own.blank : face !== face.toUpperCase();
      const here = cursor && cursor.row === row && cursor.col === col;
      const classes = ["square"];
      if (face) classes.push("tile");
      else if (index === 7 * SIZE + 7) classes.push("star");
      else if (this.#premium[index]) classes.push(this.#premium[index]);
      if (blank && face) classes.push("blank");
      if (own) classes.push("own");
      if (isFresh.has(index)) classes.push("fresh");
      if (here) classes.push("cursor", cursor.down ? "down" : "across");
      const name = classes.join(" ");
      if (cell.className !== name) cell.className = name;
      const move = moveOf.get(index);
      if (move) cell.dataset.move = move;
      else delete cell.dataset.move;
      const text = face.toUpperCase();
      const value = face && !blank ? String(points[text] ?? "") : "";
      if (cell._face !== text + value) {
        cell._face = text + value;
        cell.replaceChildren(...(text ? [h("b", {}, text), value ? h("small", {}, value) : ""] : []));
      }
      if (this.#pick) {
        const what = face ? (blank ? t("common.blank_tile", { letter: text }) : text) : this.#premiumName(index);
        const spoken = `${rowLetter(row)}${col + 1}${what ? `, ${what}` : ""}${move ? `, ${t("common.move_number", { number: move })}` : ""}`;
        if (cell.getAttribute("aria-label") !== spoken) cell.setAttribute("aria-label", spoken);
        cell.setAttribute("aria-selected", here ? "true" : "false");
      }
    }
    this.element.setAttribute("aria-label", t("common.board"));
  }

  #premiumName(index) {
    if (index === 7 * SIZE + 7) return t("common.star");
    return this.#premium[index] ? t(`premium.${this.#premium[index]}`) : "";
  }

  #choose(index) {
    this.#moveFocus(index);
    this.#pick(Math.floor(index / SIZE), index % SIZE);
  }

  #moveFocus(index) {
    this.#cells[this.#focus].tabIndex = -1;
    this.#focus = index;
    this.#cells[index].tabIndex = 0;
    this.#cells[index].focus({ preventScroll: true });
  }

  #onKey(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const row = Math.floor(this.#focus / SIZE);
    const col = this.#focus % SIZE;
    const moves = { ArrowUp: [row - 1, col], ArrowDown: [row + 1, col], ArrowLeft: [row, col - 1], ArrowRight: [row, col + 1] };
    const move = moves[event.key];
    if (move) {
      event.preventDefault();
      if (move.every((at) => at >= 0 && at < SIZE)) this.#moveFocus(move[0] * SIZE + move[1]);
    } else if (event.key === " ") {
      event.preventDefault();
      this.#choose(this.#focus);
    } else this.#key?.(event);
  }
}
