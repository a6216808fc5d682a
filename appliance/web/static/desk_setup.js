/** Starting an evening: its name, rule set, lexicon, players and settings; or a demonstration. */

import { ask } from "./dialog.js";
import { byId, h } from "./dom.js";
import { FORMATS, usualRules } from "./formats.js";
import { language, t } from "./texts.js";

const PACES = ["book", "semi-rapid", "blitz", "topping"];

/** The language in which the evening's name was proposed: that of the page, until a person has typed another name. */
let proposedIn = "";
let named = false;

export function setupPage(desk) {
  if (!named) proposedIn = language();
  const { rules, lexicons, prepared, prepared_shown: known } = desk.setup;
  const submit = (event) => {
    event.preventDefault();
    open(desk);
  };
  const demo = async () => {
    const running = !["empty", "ended"].includes(desk.view.public.phase);
    if (running && !(await ask({ title: t("desk.demo"), text: t("desk.demo_sure"), confirm: t("desk.demo"), danger: true }))) return;
    if (await desk.send("/api/desk/demo", {})) desk.newEvening = false;
  };
  const back = () => {
    desk.newEvening = false;
    desk.draw();
  };
  return [
    h(
      "form",
      { class: "card setting-up", onsubmit: submit, autocomplete: "off" },
      h("h2", {}, t("desk.new_evening")),
      h("label", {}, t("desk.evening_name"), h("input", { id: "evening-name", key: proposedIn, oninput: () => (named = true), maxlength: 60, required: true, autofocus: true, value: `${t("desk.evening")} ${new Date().toLocaleDateString(language())}` })),
      prepared ? null : rules.filter((each) => each.fault).map((each) => h("p", { class: "note bad rules-wrong" }, t("desk.rules_wrong", each))),
      // a prepared game brings its rules and its list
      prepared ? null : h(
        "div",
        { class: "pair" },
        h("label", {}, t("desk.rules"), h("select", { id: "rules", value: usualRules(rules) }, rules.map((each) => h("option", { value: each.name, disabled: Boolean(each.fault) }, each.title)))),
        h(
          "label",
          {},
          t("desk.lexicon"),
          h(
            "select",
            { id: "lexicon" },
            h("option", { value: "" }, t("desk.lexicon_own")),
            lexicons.map((each) =>
              h("option", { value: each.name }, `${each.name} · ${each.words.toLocaleString(language())}${each.official ? "" : ` · ${t("common.open_list")}`}`),
            ),
          ),
        ),
      ),
      prepared ? h("p", { class: "note prepared" }, t("desk.prepared", { checksum: prepared.slice(0, 16) })) : formats(),
      prepared && known ? h("p", { class: "note begun" }, t("desk.prepared_begun", { count: known })) : null,
      h("label", {}, t("desk.players"), h("textarea", { id: "players", rows: 10, placeholder: "Anne Martin\nIoana Țăranu\nJan de Vries" })),
      h(
        "details",
        {},
        h("summary", {}, t("desk.settings")),
        h(
          "div",
          { class: "pair" },
          h("label", {}, t("desk.round_seconds"), h("input", { id: "round-seconds", inputmode: "numeric", pattern: "[0-9]*", maxlength: 5 })),
          h("label", {}, t("desk.solo_seats"), h("input", { id: "solo-seats", inputmode: "numeric", pattern: "[0-9]*", maxlength: 5 })),
        ),
        prepared ? null : h("label", { class: "check" }, h("input", { id: "sealed-draw", type: "checkbox" }), t("desk.sealed_draw")),
        h("label", {}, t("desk.other_settings"), h("textarea", { id: "settings", rows: 3, placeholder: "solo.points = 10", spellcheck: "false" })),
      ),
      h(
        "div",
        { class: "answers" },
        desk.view.public.phase === "empty" ? null : h("button", { type: "button", onclick: back }, t("common.cancel")),
        h("button", { class: "main" }, t("desk.open_evening")),
      ),
    ),
    h("section", { class: "card demo" }, h("h2", {}, t("desk.demo")), h("p", {}, t("desk.demo_hint")), h("button", { type: "button", id: "demo", onclick: demo }, t("desk.demo_start"))),
  ];
}

/** The club formats; the settings they stand for go with every duplicate rule book. */
function formats() {
  const choice = (id, names, label, text) => h("label", {}, label, h("select", { id }, names.map((name) => h("option", { value: name }, text(name)))));
  return h(
    "div",
    { class: "pair" },
    choice("format", Object.keys(FORMATS), t("alone.format"), (name) => t(`alone.${name}`)),
    choice("pace", PACES, t("alone.pace"), (name) => t(`desk.pace_${name.replace("-", "_")}`)),
  );
}

async function open(desk) {
  const lines = (id) => byId(id).value.split(/[\r\n]+/).map((line) => line.trim()).filter(Boolean);
  const settings = { ...(FORMATS[byId("format")?.value] ?? {}) };
  const pace = byId("pace")?.value ?? "book";
  if (pace === "topping") settings["format.topping"] = "true";
  else if (pace !== "book") settings["format.pace"] = pace;
  if (byId("round-seconds").value.trim()) settings["clock.round_s"] = byId("round-seconds").value.trim();
  if (byId("solo-seats").value.trim()) settings["solo.minimum_seats"] = byId("solo-seats").value.trim();
  for (const line of lines("settings")) {
    const [key, ...value] = line.split("=");
    settings[key.trim()] = value.join("=").trim();
  }
  const fields = { name: byId("evening-name").value.trim(), players: lines("players"), settings };
  if (byId("rules")) Object.assign(fields, { rules: byId("rules").value, lexicon: byId("lexicon").value, sealed_draw: byId("sealed-draw").checked });
  if (await desk.command("OpenEvening", fields)) named = false;
}
