/** What this device remembers: JSON under one prefix. A browser that refuses storage just forgets. */

const PREFIX = "toptable.";

export function recall(name, otherwise = null, place = "localStorage") {
  try {
    const text = window[place].getItem(PREFIX + name);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}

export function remember(name, value, place = "localStorage") {
  try {
    if (value === null) window[place].removeItem(PREFIX + name);
    else window[place].setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // a full or forbidden store must not stop the game
  }
}
