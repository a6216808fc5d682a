/** The desk's panel of the box: buttons, terminals, sound, back-up, power supply. */

import { h } from "./dom.js";
import { t } from "./texts.js";

const SIGNS = { ok: "✓", note: "·", warning: "⚠" };

/** Whether anything of the box needs a person. */
export const boxTrouble = (desk) => desk.box.some((each) => each.level === "warning");

export function boxPanel(desk) {
  const line = (each) =>
    h(
      "tr",
      { class: `level-${each.level}` },
      h("td", { class: "mark", "aria-hidden": "true" }, SIGNS[each.level]),
      h("th", { scope: "row" }, t(`box.${each.part}`)),
      h("td", {}, t(`box.${each.state}`, { detail: each.detail })),
    );
  return [
    h("table", { class: "box-state" }, h("tbody", {}, desk.box.map(line))),
    h("p", {}, h("a", { href: "/card", target: "_blank" }, t("card.title"))),
  ];
}
