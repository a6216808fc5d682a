/** Writing a slip: letters on the board by taps or keys, or one line of text. */

import { h, show } from "./dom.js";
import { beyond, faces, lay, line, MAX_SLIP, ownLetters, readLine, reference, room, SIZE, used, written } from "./slip.js";
import { boardWith, readVariant, tilesWith } from "./slip_variant.js";
import { recall, remember } from "./storage.js";
import { t } from "./texts.js";
import { tile, word } from "./words.js";

const NOTHING = { laid: [], cursor: null };
const KEPT = ["time_up", "closed"];
/** `exchange`: `{given, taken}`; `first`: the first word of two, `{start, letters, points}`. */
const EMPTY = { exchange: null, first: null, start: null, letters: [], passed: 0, points: "", text: "" };
const BLANK_DRAFT = { mode: "board", ...EMPTY };

export class Entry {
  #places;
  #send;
  #round = 0;
  #order = [];
  #serial = 0;

  /**
   * `places`: `{rack, form, letters}`, the elements to draw in (`letters` a dialog). `send(text)` hands the slip on; `redraw()` is called
   * whenever the draft has changed.
   */
  constructor(places, send, redraw) {
    this.#places = places;
    this.#send = send;
    this.redraw = redraw;
    this.draft = { ...BLANK_DRAFT };
    this.view = null;
    this.open = false;
  }

  /** A new public view; `open`: whether a slip may be written now; `kept`: the text that stands on the hub. */
  update(view, open, kept) {
    this.view = view;
    this.open = open;
    this.kept = kept;
    const mark = `${view.evening?.number}/${view.round}/${view.draw}`;
    if (mark === this.#round) return;
    this.#round = mark;
    this.#serial += 1;
    this.#order = view.tiles.map((_, index) => index);
    const saved = recall("draft");
    this.draft = { ...BLANK_DRAFT, ...(saved?.mark === mark ? saved.draft : { mode: this.draft.mode }) };
  }

  get #game() {
    return this.view.evening?.game;
  }

  /** How a slip of several moves, or with an exchange, is written as text. */
  get #hint() {
    return { substitution: "player.line_substitution", decomposed: "player.line_decomposed" }[this.#game];
  }

  /** The draw as it is written with. */
  get #tiles() {
    return tilesWith(this.view.tiles, this.draft.exchange, this.view.points);
  }

  /** All letters laid, of both words. */
  get #letters() {
    return [...(this.draft.first?.letters ?? []), ...this.draft.letters];
  }

  get #first() {
    const { first } = this.draft;
    return first ? lay(this.view.board, first.start, first.letters) : null;
  }

  /** The board on which the word in hand lies. */
  get #board() {
    return this.draft.first ? boardWith(this.view.board, this.#first.squares) : this.view.board;
  }

  /** What would be sent now. */
  get text() {
    if (this.draft.mode === "text") return this.draft.text.trim();
    const { exchange, first, points } = this.draft;
    const words = [first ? line(this.#first, first.points) : "", this.laid.squares.length ? line(this.laid, points) : ""].filter(Boolean);
    return words.length ? (exchange ? `${exchange.given}>${exchange.taken} ` : "") + words.join(" / ") : "";
  }

  get laid() {
    return lay(this.#board, this.draft.start, this.draft.letters, this.draft.passed);
  }

  /** Letters and cursor to show on the board: of the draft, or, until the result is shown, of the slip that was kept. */
  get preview() {
    if (!this.open) return KEPT.includes(this.view.phase) ? this.#previewOf(this.kept) : NOTHING;
    if (this.draft.mode === "text") return this.#previewOf(this.draft.text);
    const { squares, next } = this.laid;
    const { start } = this.draft;
    const cursor = start && next ? { row: next[0], col: next[1], down: start.down } : null;
    return { ...this.#numbered(this.#first?.squares ?? [], start ? squares : []), cursor };
  }

  #previewOf(text) {
    if (/[>/]/.test(text)) return this.#previewOfVariant(text);
    const read = readLine(text, this.view.alphabet);
    if (!read?.start) return NOTHING;
    const own = ownLetters(this.view.board, read.start, read.word) ?? [];
    return { laid: lay(this.view.board, read.start, own).squares, cursor: this.open && !own.length ? { ...read.start } : null };
  }

  #previewOfVariant(text) {
    const read = readVariant(text, this.view);
    if (!read?.start) return NOTHING;
    const first = read.first ? lay(this.view.board, read.first.start, read.first.letters).squares : [];
    return { ...this.#numbered(first, lay(boardWith(this.view.board, first), read.start, read.letters).squares), cursor: null };
  }

  /** Letters of one word or of two; those of two carry the number of theirs. */
  #numbered(first, second) {
    const own = (squares) => squares.filter((square) => square.own >= 0);
    const moves = [own(first), own(second)].map((squares) => squares.map((square) => square.row * SIZE + square.col));
    return { laid: [...own(first), ...second], ...(first.length ? { moves } : {}) };
  }

  /** A tap on a square: start there; a second tap turns the word. */
  pick(row, col) {
    if (!this.open) return;
    const { start } = this.draft;
    if (this.draft.mode === "text") return this.#pickInText(row, col);
    const again = start && start.row === row && start.col === col;
    this.#change({ start: { row, col, down: again && !start.down }, passed: 0 });
  }

  #pickInText(row, col) {
    if (/[>/]/.test(this.draft.text)) return; // whose place would it be?
    const read = readLine(this.draft.text, this.view.alphabet) ?? { start: null };
    const again = read.start && read.start.row === row && read.start.col === col;
    const ref = reference(row, col, again && !read.start.down);
    const rest = this.draft.text.trim().split(/\s+/).filter((part) => !/^([A-O]\d{1,2}|\d{1,2}[A-O])$/i.test(part));
    this.#change({ text: [ref, ...rest].join(" ") });
    this.#serial += 1;
    this.redraw();
  }

  turn() {
    const { start } = this.draft;
    if (start) this.#change({ start: { ...start, down: !start.down }, passed: 0 });
  }

  #nudge(rows, cols) {
    const start = this.draft.start ?? { row: 7, col: 7, down: false };
    const [row, col] = this.draft.start ? [start.row + rows, start.col + cols] : [7, 7];
    if (row >= 0 && col >= 0 && row < SIZE && col < SIZE) this.#change({ start: { ...start, row, col }, passed: 0 });
  }

  /** A key pressed outside the fields. Answers whether it was one for the slip. */
  key(event) {
    if (!this.open || this.draft.mode === "text" || event.ctrlKey || event.altKey || event.metaKey) return false;
    if (event.key === "Backspace") this.#back();
    else if (event.key === "?") this.#chooseLetter();
    else if (event.key === "Enter") this.#enter();
    else {
      const read = [...event.key].length === 1 ? faces(event.key, this.view.alphabet) : null;
      if (read?.length !== 1 || /[^\p{L}]/u.test(event.key)) return false;
      this.#type(read[0]);
    }
    event.preventDefault();
    return true;
  }

  #enter() {
    const field = this.#places.form.querySelector("#points");
    if (field && !this.draft.points && this.draft.letters.length) field.focus();
    else this.submit();
  }

  /** A typed letter: one that lies on the next square is passed over, any other is laid on the next free one. */
  #type(face) {
    const { next } = this.laid;
    const there = next && this.#board[next[0]][next[1]];
    if (there && there.toUpperCase() === face) return this.#change({ passed: this.draft.passed + 1 });
    const tiles = this.#tiles;
    const taken = used(tiles, this.#letters);
    const free = (wanted) => tiles.some((each, i) => !taken[i] && each.face === wanted);
    if (!free(face) && this.#mayChoose) this.#layChosen(face);
    else this.#lay({ face, blank: !free(face) && free("?") });
  }

  /** Completiv: whether the letter that each player adds to the draw is still to be had. */
  get #mayChoose() {
    return this.view.choice.length > 0 && beyond(this.view.tiles, this.draft.letters).length === 0;
  }

  /** A letter that the bag has no more is its joker, while there is one. */
  #layChosen(face) {
    this.#lay({ face, blank: !this.view.choice.includes(face) && this.view.choice.includes("?") });
  }

  #lay(letter) {
    if (this.draft.letters.length >= room(this.#board, this.draft.start)) return;
    this.#change({ letters: [...this.draft.letters, letter], passed: 0 });
  }

  #back() {
    if (this.draft.passed) this.#change({ passed: this.draft.passed - 1 });
    else this.#change({ letters: this.draft.letters.slice(0, -1) });
  }

  #toggleBlank(own) {
    this.#change({ letters: this.draft.letters.map((each, i) => (i === own ? { ...each, blank: !each.blank } : each)) });
  }

  /** Ask for a letter of *faces*; `laid(face)` lays it, `has(face)` says whether it can be had. */
  #chooseLetter(title = t("player.blank_for"), laid = (face) => this.#lay({ face, blank: true }), has = () => true, faces = this.view.alphabet) {
    const dialog = this.#places.letters;
    const choose = (face) => {
      dialog.close();
      laid(face);
    };
    show(
      dialog,
      h("h2", {}, title),
      h("div", { class: "alphabet" }, faces.map((face) => h("button", { type: "button", disabled: !has(face), onclick: () => choose(face) }, face))),
      h("button", { type: "button", class: "plain", onclick: () => dialog.close() }, t("common.cancel")),
    );
    dialog.showModal();
  }

  /** Substitution: which tile is given up, then which is taken for it. What the draw then lacks is taken off the board. */
  #chooseExchange() {
    const { tiles, to_take: can, alphabet } = this.view;
    const take = (given) => {
      const chosen = (taken) => {
        const exchange = { given, taken };
        const lacks = beyond(tilesWith(tiles, exchange, this.view.points), this.draft.letters).length > 0;
        this.#change({ exchange, ...(lacks ? { letters: [], passed: 0 } : {}) });
      };
      this.#chooseLetter(t("player.exchange_take", { letter: given }), chosen, (face) => face !== given && can.includes(face), [...alphabet, "?"]);
    };
    const drawn = [...new Set(tiles.map((each) => each.face))];
    this.#chooseLetter(t("player.exchange_give"), take, () => true, drawn);
  }

  #noExchange() {
    const lacks = beyond(this.view.tiles, this.draft.letters).length > 0;
    this.#change({ exchange: null, ...(lacks ? { letters: [], passed: 0 } : {}) });
  }

  /** Decomposed: the word in hand stays laid, and the next one is written on the board that it leaves. */
  #secondWord() {
    const { start, letters, points } = this.draft;
    this.#serial += 1;
    this.#change({ ...EMPTY, first: { start, letters, points } });
  }

  /** The first word is in hand again; the second is taken off. */
  #firstWord() {
    this.#serial += 1;
    this.#change({ ...EMPTY, ...this.draft.first });
  }

  #clear() {
    this.#serial += 1;
    this.#change(EMPTY);
  }

  #mode(mode) {
    if (mode === this.draft.mode) return;
    this.#serial += 1;
    if (mode === "text") return this.#change({ mode, text: this.text });
    const two = /[>/]/.test(this.draft.text) && readVariant(this.draft.text, this.view);
    if (two) return this.#change({ mode, ...two, passed: 0 });
    const read = readLine(this.draft.text, this.view.alphabet);
    const own = read && (read.start ? ownLetters(this.view.board, read.start, read.word) : read.word);
    this.#change(own ? { ...EMPTY, mode, start: read.start, letters: own, points: read.points } : { mode });
  }

  #change(changes) {
    this.draft = { ...this.draft, ...changes };
    remember("draft", { mark: this.#round, draft: this.draft });
    this.redraw();
  }

  /** A text to begin with; nothing that the player has begun is lost for it. */
  offer(text) {
    if (!text || this.text) return;
    this.#serial += 1;
    this.draft = { ...this.draft, mode: "text", text };
    remember("draft", { mark: this.#round, draft: this.draft });
  }

  submit() {
    const text = this.text;
    if (text && text !== this.kept) this.#send(text.slice(0, MAX_SLIP));
  }

  /** Whether what is written is what was sent. */
  get unchanged() {
    return this.open && this.text !== "" && this.text === this.kept;
  }

  /** `note`: what stands in place of the button while nothing has changed since the slip was sent. */
  draw(note) {
    show(this.#places.rack, this.#rack());
    show(this.#places.form, this.open ? this.#form(note) : null);
  }

  #rack() {
    const tiles = this.open && this.draft.mode === "board" ? this.#tiles : this.view.tiles;
    if (!tiles.length) return null;
    const taps = this.open && this.draft.mode === "board";
    const taken = taps ? used(tiles, this.#letters) : tiles.map(() => false);
    const kept = (index) => (this.view.kept && index < this.view.kept ? "kept" : "");
    return h(
      "div",
      { class: "rack", role: "group", "aria-label": t("common.draw") },
      this.#order.map((index) => {
        const view = tiles[index];
        const name = `${kept(index)} ${taken[index] ? "used" : ""}`.trim();
        if (!taps) return tile(view, { key: `${index}shown`, class: name });
        const tap = () => (view.face === "?" ? this.#chooseLetter() : this.#lay({ face: view.face, blank: false }));
        const label = view.face === "?" ? t("common.blank") : `${view.face} ${view.points}`;
        return tile(view, { key: index, class: name, type: "button", disabled: taken[index], "aria-label": label, onclick: tap }, "button");
      }),
      this.view.choice.length ? this.#ownTile(taps) : null,
    );
  }

  /** Completiv: the place of the letter that the player adds from the bag. */
  #ownTile(taps) {
    const { choice, tiles, points } = this.view;
    const added = beyond(tiles, this.draft.letters)[0];
    const face = added ? (added.blank ? "?" : added.face) : "+";
    const shown = { face, points: points[face] ?? "" };
    if (!taps) return tile(shown, { key: "own", class: "own", "aria-label": t("common.choice") });
    const has = (letter) => choice.includes(letter) || choice.includes("?");
    const tap = () => this.#chooseLetter(t("player.choose_letter"), (letter) => this.#layChosen(letter), has);
    return tile(shown, { key: "own", class: added ? "own used" : "own", type: "button", disabled: Boolean(added), "aria-label": t("common.choice"), onclick: tap }, "button");
  }

  #form(note) {
    const { mode } = this.draft;
    const tab = (name) =>
      h(
        "button",
        { type: "button", class: "tab", "aria-pressed": String(mode === name), onclick: () => this.#mode(name) },
        t(`player.mode_${name}`),
      );
    const submit = (event) => {
      event.preventDefault();
      this.submit();
    };
    return h(
      "form",
      { class: "slip", onsubmit: submit, autocomplete: "off", novalidate: true },
      h("div", { class: "tabs", role: "group", "aria-label": t("player.mode") }, tab("board"), tab("text")),
      mode === "board" ? this.#onBoard() : this.#onLine(),
      this.unchanged ? note : h("button", { id: "send", class: "main", disabled: !this.text }, t(this.kept ? "player.replace" : "player.send")),
    );
  }

  #onBoard() {
    const { start } = this.draft;
    const arrow = start?.down ? "↓" : "→";
    const { ref } = this.laid;
    const direction = start?.down ? t("common.down") : t("common.across");
    const place = start ? `${ref} ${arrow}` : t("player.place");
    const nudge = (text, label, rows, cols) =>
      h("button", { type: "button", class: "nudge", "aria-label": t(label), onclick: () => this.#nudge(rows, cols) }, text);
    const key = (text, label, tap) => h("button", { type: "button", class: "key", "aria-label": t(label), title: t(label), onclick: tap }, text);
    return [
      h(
        "div",
        { class: "placing" },
        h(
          "button",
          {
            type: "button",
            id: "place",
            class: "place",
            "aria-label": start ? t("player.turn", { place: ref, direction }) : t("player.place_hint"),
            onclick: () => (start ? this.turn() : this.pick(7, 7)),
          },
          place,
        ),
        nudge("◀", "player.left", 0, -1),
        nudge("▲", "player.up", -1, 0),
        nudge("▼", "player.down", 1, 0),
        nudge("▶", "player.right", 0, 1),
      ),
      this.#variant(),
      this.#strip(),
      this.view.choice.length && beyond(this.view.tiles, this.draft.letters).length > 1 ? h("p", { class: "note calm" }, t("player.one_letter")) : null,
      h(
        "div",
        { class: "writing" },
        key("⇄", "player.shuffle", () => this.#shuffle()),
        key("⌫", "player.back", () => this.#back()),
        key("✕", "player.clear", () => this.#clear()),
        this.#points(),
      ),
    ];
  }

  /** Substitution: the exchange. Decomposed: the way to the second word, and the first one while it is written. */
  #variant() {
    const { exchange, first, start, letters } = this.draft;
    const button = (id, text, tap, more = {}) => h("button", { type: "button", id, class: "place", onclick: tap, ...more }, text);
    const off = (label, tap) => h("button", { type: "button", class: "key off", "aria-label": t(label), title: t(label), onclick: tap }, "✕");
    if (this.#game === "substitution") {
      const shown = exchange ? `${exchange.given} → ${exchange.taken}` : t("player.exchange");
      return h("div", { class: "variant" }, button("exchange", shown, () => this.#chooseExchange()), exchange ? off("player.no_exchange", () => this.#noExchange()) : null);
    }
    if (this.#game !== "decomposed") return null;
    if (!first) return h("div", { class: "variant" }, button("second", t("player.second_word"), () => this.#secondWord(), { disabled: !(start && letters.length) }));
    return h("div", { class: "variant" }, h("p", { class: "first" }, h("b", {}, "1 "), line(this.#first, first.points)), off("player.first_word", () => this.#firstWord()));
  }

  /** The word as it will be sent: own letters can be tapped to mark a blank, if the draw holds one. */
  #strip() {
    const { squares } = this.laid;
    const joker = this.view.choice.includes("?") || this.#tiles.some((each) => each.face === "?");
    if (!squares.length) return h("p", { class: "strip hint" }, this.draft.start ? t("player.write_word") : t("player.tap_square"));
    return h(
      "div",
      { class: "strip", role: "group", "aria-label": t("player.word", { word: written(squares) }) },
      squares.map((square) => {
        const shown = square.blank ? word(square.face.toLowerCase()) : square.face;
        if (square.own < 0) return h("span", { class: "there" }, shown);
        if (!joker) return h("span", { class: "mine" }, shown);
        const label = t(square.blank ? "player.is_blank" : "player.is_tile", { letter: square.face });
        const tap = () => this.#toggleBlank(square.own);
        return h("button", { type: "button", class: "mine", "aria-pressed": String(square.blank), "aria-label": label, onclick: tap }, shown);
      }),
    );
  }

  #points() {
    return h(
      "label",
      { class: "points" },
      t("common.points"),
      h("input", {
        id: "points",
        key: `points${this.#serial}`,
        inputmode: "numeric",
        pattern: "[0-9]*",
        maxlength: 4,
        size: 4,
        value: this.draft.points,
        oninput: (event) => {
          const digits = event.target.value.replace(/\D/g, "");
          if (digits !== event.target.value) event.target.value = digits;
          this.#change({ points: digits });
        },
      }),
    );
  }

  #onLine() {
    return h(
      "label",
      { class: "line" },
      t("player.line"),
      h("input", {
        id: "line",
        key: `line${this.#serial}`,
        maxlength: MAX_SLIP,
        autocapitalize: "characters",
        autocorrect: "off",
        spellcheck: "false",
        placeholder: "H4 RADAR 14",
        value: this.draft.text,
        oninput: (event) => this.#change({ text: event.target.value }),
      }),
      h("small", {}, t(this.#hint ?? "player.line_hint")),
    );
  }

  #shuffle() {
    for (let i = this.#order.length - 1; i > 0; i -= 1) {
      const j = Math.floor(Math.random() * (i + 1));
      [this.#order[i], this.#order[j]] = [this.#order[j], this.#order[i]];
    }
    this.redraw();
  }
}
