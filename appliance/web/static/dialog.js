/** Questions: a modal dialog with fields, answered by a promise. The browser gives the focus back when it closes. */

import { byId, h, show } from "./dom.js";
import { t } from "./texts.js";

let serial = 0;
let stillStands = () => true;
let giveUp = () => {};

/**
 * Ask. `fields`: `[{name, label, value, kind, required}]` with `kind` `text`, `number`, `tables`, `moment`, `check` or `area`. Resolves to an
 * object of the fields' values (texts and booleans), or to `null` if the person thought better of it, or if the question was overtaken:
 * `stands()` says whether it still makes sense. `hint(values)` is what is to be said of the fields so far.
 */
export function ask({ title, text = "", fields = [], confirm = t("common.yes"), cancel = t("common.cancel"), danger = false, stands = () => true, hint = () => "" }) {
  const dialog = byId("dialog");
  if (dialog.open) return Promise.resolve(null);
  serial += 1;
  stillStands = stands;
  return new Promise((resolve) => {
    const read = (form) => Object.fromEntries(fields.map(({ name, kind }) => [name, kind === "check" ? form.elements[name].checked : form.elements[name].value.trim()]));
    // answered at once: the close event comes a turn later, and the next key must not find the question still being asked
    const answer = (values) => {
      dialog.close();
      resolve(values);
    };
    const submit = (event) => {
      event.preventDefault();
      answer(read(event.target));
    };
    // a key held down answers one question, never the next one too
    const pressed = (event) => {
      if (event.key === "Enter" && event.repeat && !event.target.matches("textarea")) event.preventDefault();
    };
    const typed = (event) => show(byId("dialog-hint"), hint(read(event.currentTarget)));
    giveUp = () => answer(null);
    dialog.oncancel = giveUp;
    dialog.onclose = () => closed(dialog, resolve);
    show(
      dialog,
      h("h2", { key: "title", id: "dialog-title" }, title),
      text ? h("p", { key: "text" }, text) : null,
      h(
        "form",
        { key: serial, class: "asking", onsubmit: submit, onkeydown: pressed, oninput: typed, autocomplete: "off" },
        fields.map(field),
        h("p", { id: "dialog-hint", class: "note calm", role: "status" }),
        h(
          "div",
          { class: "answers" },
          h("button", { type: "button", onclick: giveUp }, cancel),
          h("button", { class: danger ? "main danger" : "main", autofocus: fields.length === 0 }, confirm),
        ),
      ),
    );
    dialog.setAttribute("aria-labelledby", "dialog-title");
    dialog.showModal();
  });
}

/** Close the open question if what it asks about is over. */
export function closeOvertaken() {
  if (byId("dialog").open && !stillStands()) giveUp();
}

/** Show something until it is closed. */
export function tell(title, ...contents) {
  const dialog = byId("dialog");
  if (dialog.open) return;
  serial += 1;
  stillStands = () => true;
  dialog.oncancel = null;
  dialog.onclose = () => closed(dialog);
  show(
    dialog,
    h("h2", { key: "title", id: "dialog-title" }, title),
    h("div", { key: serial }, contents),
    h("div", { class: "answers" }, h("button", { type: "button", class: "main", autofocus: true, onclick: () => dialog.close() }, t("common.close"))),
  );
  dialog.setAttribute("aria-labelledby", "dialog-title");
  dialog.showModal();
}

/** What the close event finds: nothing to do if the next question is already open, for it comes late. */
function closed(dialog, resolve = () => {}) {
  if (dialog.open) return;
  show(dialog);
  resolve(null);
}

function field({ name, label, value = "", kind = "text", required = false }, index) {
  const first = { autofocus: index === 0, name, required };
  if (kind === "check") return h("label", { class: "check" }, h("input", { ...first, type: "checkbox", checked: Boolean(value) }), label);
  if (kind === "area") return h("label", {}, label, h("textarea", { ...first, rows: 4, value }));
  if (kind === "number") return h("label", {}, label, h("input", { ...first, inputmode: "numeric", pattern: "[0-9]*", maxlength: 4, value }));
  if (kind === "tables") return h("label", {}, label, h("input", { ...first, inputmode: "numeric", pattern: "[0-9 ,;–\\-]*", title: t("desk.tables_form"), value }));
  if (kind === "moment") return h("label", {}, label, h("input", { ...first, type: "datetime-local", value }));
  return h("label", {}, label, h("input", { ...first, maxlength: 200, value, spellcheck: "false" }));
}
