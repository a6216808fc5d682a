/** Requests to the hub. */

import { has, t } from "./texts.js";

/** The hub answered, and said no. */
export class Refused extends Error {
  constructor(status, error) {
    super(error.message ?? `status ${status}`);
    this.status = status;
    this.reason = error.reason ?? "bad_request";
    this.details = { ...error, message: this.message };
  }
}

/** No answer came: the request may or may not have arrived. */
export class NoAnswer extends Error {}

/** 20 random hexadecimal digits; `crypto.randomUUID` does not exist on a plain http page. */
export function newId() {
  return [...crypto.getRandomValues(new Uint8Array(10))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The JSON of an answer. Throws {@link Refused} or {@link NoAnswer}. */
export async function request(method, path, { body, token, limitMs = 6000 } = {}) {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), limitMs);
  try {
    const headers = {};
    if (body !== undefined) headers["Content-Type"] = "application/json";
    if (token) headers.Authorization = `Bearer ${token}`;
    const answer = await fetch(path, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      cache: "no-store",
      signal: stop.signal,
    });
    const data = await answer.json().catch(() => null);
    if (!answer.ok) throw new Refused(answer.status, data?.error ?? {});
    if (data === null) throw new NoAnswer(`no JSON from ${path}`);
    return data;
  } catch (error) {
    if (error instanceof Refused) throw error;
    throw new NoAnswer(`${path}: ${error.message}`);
  } finally {
    clearTimeout(timer);
  }
}

/** Why something was refused, in the language of the page. */
export function reasonText(error) {
  if (error instanceof NoAnswer) return t("reason.offline");
  const key = `reason.${error.reason}`;
  return has(key) ? t(key, error.details) : error.message;
}

/** Back-off with jitter: half to full of 0.4, 0.8, 1.6 … 6.4 s, so that a room of tablets does not come back all at once. */
export function pauseMs(failures) {
  const full = 400 * 2 ** Math.min(Math.max(failures - 1, 0), 4);
  return full / 2 + Math.random() * (full / 2);
}
