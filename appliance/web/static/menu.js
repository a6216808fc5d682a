/** Steps that are seldom needed, folded away behind three dots. */

import { h } from "./dom.js";

/** `label` says what the dots open; `items` are buttons. It closes with the step that was chosen. */
export function menu(label, ...items) {
  const close = (event) => {
    if (event.target.closest("button")) event.currentTarget.open = false;
  };
  return h("details", { class: "more", onclick: close }, h("summary", { "aria-label": label, title: label }, "⋯"), h("div", { class: "items" }, items));
}
