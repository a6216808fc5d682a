/** The message catalogue in the language of the page. */

import { recall, remember } from "./storage.js";

let strings = {};
let current = "en";

/** The text of a key with its `{placeholders}` filled in. An unknown key shows itself, so that it is noticed. */
export function t(key, values = {}) {
  const text = strings[key];
  if (text === undefined) return key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

export const has = (key) => key in strings;

export const language = () => current;

/** The language chosen on this device, or the browser's, or English. */
export function preferredLanguage(known) {
  const wished = [recall("language"), ...navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase())];
  return wished.find((each) => each in known) ?? "en";
}

/** Load a language and remember it; without an answer, the copy of last time. */
export async function useLanguage(wanted) {
  try {
    const answer = await fetch(`/api/texts/${wanted}`);
    if (!answer.ok) throw new Error(`texts: status ${answer.status}`);
    strings = await answer.json();
    remember(`texts.${wanted}`, strings);
  } catch (error) {
    strings = recall(`texts.${wanted}`);
    if (!strings) throw error;
  }
  current = wanted;
  remember("language", wanted);
  document.documentElement.lang = wanted;
}

/** A number as the language writes it: `98,5`. */
export const decimal = (value, digits = 1) =>
  value.toLocaleString(current, { minimumFractionDigits: digits, maximumFractionDigits: digits });
