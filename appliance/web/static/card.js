/** The set-up card for tablets: Wi-Fi and address as QR codes, and what to do, in the language of the page. Needs no log-in. */

import { byId, h, show } from "./dom.js";
import { reasonText, request } from "./net.js";
import { languageChoice, loadSetup } from "./page.js";
import { recall, remember } from "./storage.js";
import { t } from "./texts.js";

const COPIES = 2;
const SVG = "http://www.w3.org/2000/svg";
const SHORTEST = 8; // characters of a WPA password
const QUIET = 4; // modules of white around a code, which readers need

let setup = null;
let wifi = recall("wifi", { network: "", password: "" });
let codes = { wifi: null, page: null };
let trouble = "";

start();

async function start() {
  setup = await loadSetup();
  draw();
  await findCodes();
}

/** What a camera reads as a Wi-Fi: `\`, `;`, `,`, `:` and `"` of name and password are escaped. */
function wifiText({ network, password }) {
  const escaped = (text) => text.replace(/[\\;,:"]/g, "\\$&");
  return password ? `WIFI:T:WPA;S:${escaped(network)};P:${escaped(password)};;` : `WIFI:T:nopass;S:${escaped(network)};;`;
}

/** No Wi-Fi has such a password: it is still being typed, or wrong. */
const tooShort = ({ password }) => password.length > 0 && password.length < SHORTEST;

async function findCodes() {
  const asked = wifi;
  try {
    const code = async (text) => (await request("POST", "/api/qr", { body: { text } })).rows;
    const page = await code(setup.url);
    const found = { page, wifi: asked.network && !tooShort(asked) ? await code(wifiText(asked)) : null };
    if (asked !== wifi) return; // typed on meanwhile; the later answer counts
    codes = found;
    trouble = "";
  } catch (error) {
    trouble = reasonText(error);
  }
  draw();
}

function typed() {
  wifi = { network: byId("network").value, password: byId("password").value };
  remember("wifi", wifi);
  codes = { ...codes, wifi: null };
  draw();
  findCodes();
}

function draw() {
  document.title = t("card.title");
  const field = (name, most) => h("label", {}, t(`card.${name}`), h("input", { id: name, value: wifi[name], maxlength: most, autocomplete: "off", spellcheck: "false", oninput: typed }));
  show(
    byId("head"),
    h("h1", {}, t("card.title")),
    field("network", 32),
    field("password", 63),
    languageChoice(setup.languages, draw),
    h("button", { type: "button", class: "main", onclick: () => window.print() }, t("card.print")),
    h("p", { class: "hint" }, t("card.hint")),
    tooShort(wifi) ? h("p", { class: "trouble", role: "status" }, t("card.short", { least: SHORTEST })) : null,
    trouble ? h("p", { class: "trouble", role: "alert" }, trouble) : null,
  );
  byId("cards").replaceChildren(...Array.from({ length: COPIES }, card));
}

function card() {
  const { network, password } = wifi;
  return h(
    "article",
    { class: "setup-card" },
    h("h2", {}, t("card.heading")),
    h(
      "div",
      { class: "codes" },
      h(
        "section",
        {},
        h("p", {}, "1. ", network ? t("card.join", { network }) : t("card.join_any")),
        codes.wifi ? picture(codes.wifi, t("card.wifi_code")) : null,
        network && password ? h("b", {}, t("card.secret", { password })) : null,
      ),
      h("section", {}, h("p", {}, "2. ", t("card.open")), codes.page ? picture(codes.page, t("card.page_code")) : null, h("b", {}, setup.url)),
    ),
    h("ol", { start: 3 }, ["card.stay", "card.table", "card.awake", "card.sent"].map((key) => h("li", {}, t(key)))),
  );
}

/** A QR code as a drawing that prints sharply at any size. */
function picture(rows, label) {
  const svg = document.createElementNS(SVG, "svg");
  const size = rows.length + 2 * QUIET;
  svg.setAttribute("viewBox", `0 0 ${size} ${size}`);
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", label);
  svg.setAttribute("shape-rendering", "crispEdges");
  const path = document.createElementNS(SVG, "path");
  const dark = (row, y) => [...row].map((module, x) => (module === "1" ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : "")).join("");
  path.setAttribute("d", rows.map(dark).join(""));
  svg.append(path);
  return svg;
}
