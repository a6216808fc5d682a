/** What every page begins with: the hub's set-up and the words, a lamp for the link, and the choice of another language. */

import { h } from "./dom.js";
import { pauseMs, request } from "./net.js";
import { language, preferredLanguage, t, useLanguage } from "./texts.js";

/** The answer of `/api/setup`, with the words of the preferred language loaded; asked for until the hub answers. */
export async function loadSetup() {
  for (let failures = 1; ; failures += 1) {
    try {
      const setup = await request("GET", "/api/setup");
      await useLanguage(preferredLanguage(setup.languages));
      return setup;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pauseMs(failures)));
    }
  }
}

export function lamp(open) {
  return h("span", { class: `lamp ${open ? "on" : "off"}`, role: "img", "aria-label": t(open ? "common.connected" : "common.not_connected") });
}

/** A choice among `languages` (code → name), shown as `label(code)`; `changed()` once the words are there. */
export function languageChoice(languages, changed, label = (code) => languages[code]) {
  const change = async (event) => {
    await useLanguage(event.target.value);
    changed();
  };
  return h(
    "select",
    { id: "language", "aria-label": t("common.language"), value: language(), onchange: change },
    Object.keys(languages).map((code) => h("option", { value: code, lang: code }, label(code))),
  );
}
