/** What a game may be opened with: the rule set and the club formats. */

import { language } from "./texts.js";

const RULES_OF = { fr: "french", nl: "dutch", ro: "romanian" };

/** The name of the rule set that a club of the page's language most likely plays by. */
export function usualRules(rules) {
  const names = rules.map((each) => each.name);
  return [RULES_OF[language()], "french"].find((name) => names.includes(name)) ?? names[0];
}

/** Club formats by the key of their name (`alone.…`), each with the settings it stands for, in the order in which they must be set. */
export const FORMATS = {
  f_plain: {},
  f_joker: { "format.joker": "true" },
  f_78: { "format.rack": "8" },
  f_78j: { "format.rack": "8", "format.joker": "true" },
  f_88: { "format.rack": "8", "format.placed": "8" },
  f_88j: { "format.rack": "8", "format.placed": "8", "format.joker": "true" },
};
