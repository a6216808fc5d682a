/** Elements from plain values, and bringing a shown tree up to date without losing focus, scroll position or what was typed. */

/**
 * An element. `on…` properties are handlers; `value` and `checked` are set once, when the element is made: what a person then types
 * stays. `key` tells list items apart when their order changes.
 */
export function h(tag, props, ...children) {
  const element = document.createElement(tag);
  element._on = {};
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "key") element._key = String(value);
    else if (name.startsWith("on")) element._on[name] = value;
    else if (name === "value" || name === "checked") element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  Object.assign(element, element._on);
  for (const child of flat(children)) element.append(child);
  // a select takes its value only once it has its options
  if (tag === "select" && props?.value !== undefined) element.value = props.value;
  return element;
}

/** Make the children of `parent` look like `nodes`, keeping every element that is already there. */
export function show(parent, ...nodes) {
  patchChildren(parent, flat(nodes));
}

export const byId = (id) => document.getElementById(id);

function flat(children) {
  return children
    .flat(Infinity)
    .filter((child) => child !== null && child !== undefined && child !== false && child !== "")
    .map((child) => (child instanceof Node ? child : document.createTextNode(String(child))));
}

function patchChildren(parent, wanted) {
  const keyed = new Map();
  for (const child of parent.childNodes) if (child._key !== undefined) keyed.set(child._key, child);
  let at = parent.firstChild;
  for (const node of wanted) {
    const candidate = node._key === undefined ? at : keyed.get(node._key);
    if (candidate && alike(candidate, node)) {
      if (candidate === at) at = at.nextSibling;
      else parent.insertBefore(candidate, at);
      patch(candidate, node);
    } else {
      parent.insertBefore(node, at);
    }
  }
  while (at) {
    const next = at.nextSibling;
    at.remove();
    at = next;
  }
}

function alike(old, node) {
  return old.nodeName === node.nodeName && old._key === node._key && old.type === node.type && old.id === node.id;
}

function patch(old, node) {
  if (old.nodeType === Node.TEXT_NODE) {
    if (old.data !== node.data) old.data = node.data;
    return;
  }
  // what a person has folded open or shut stays so
  for (const { name } of [...old.attributes]) if (!node.hasAttribute(name) && name !== "open") old.removeAttribute(name);
  for (const { name, value } of node.attributes) {
    if (old.getAttribute(name) !== value && name !== "open") old.setAttribute(name, value);
  }
  for (const name of Object.keys(old._on ?? {})) if (!(name in node._on)) old[name] = null;
  old._on = node._on;
  Object.assign(old, old._on);
  if (old.nodeName !== "TEXTAREA") patchChildren(old, [...node.childNodes]);
}
