/** The overlay with every shortcut, also those of other moments. */

import { tell } from "./dialog.js";
import { h } from "./dom.js";
import { t } from "./texts.js";

export function help() {
  const rows = [
    ["D", "desk.draw"],
    ["T", "desk.draw_typed"],
    [t("desk.key_space"), "desk.key_start_pause"],
    ["L", "desk.deadline"],
    ["+", "desk.plus_ten"],
    ["X", "desk.time_up"],
    ["P", "desk.paper"],
    ["S", "desk.key_show"],
    ["C", "desk.close"],
    ["1 2 3 … 0", "desk.key_decide"],
    ["R", "desk.reveal"],
    ["U", "desk.undo"],
    [t("desk.key_shift_u"), "desk.redo"],
    ["W", "desk.word"],
    ["E", "desk.end"],
    ["N", "desk.new_evening"],
    ["0 … 9", "desk.key_table"],
    ["Esc", "desk.key_escape"],
  ];
  tell(t("desk.help"), h("table", { class: "keys" }, h("tbody", {}, rows.map(([key, text]) => h("tr", {}, h("th", { scope: "row" }, h("kbd", {}, key)), h("td", {}, t(text)))))));
}
