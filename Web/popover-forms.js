// SPDX-License-Identifier: MIT
// Loaded after popover.js where people fill in forms: what is in the fields of a popover with a key
// is its work, and comes back with the next one. Not passwords and files. It is kept while people
// type, too, so that it outlives the browser.
(() => {
"use strict";

const { connect } = globalThis.Popoverd;

// From a key that was typed to its keeping, in milliseconds.
const PAUSE = 1000;

const formIn = (element) => element.matches("form") ? element : element.querySelector("form");

// Pairs of names and values; undefined: there are none.
function workIn(element) {
  const form = formIn(element);
  const isSecret = (name) => form.querySelector(`[type=password][name="${CSS.escape(name)}"]`);
  const work = form ? [...new FormData(form)].filter(
    ([name, value]) => typeof value === "string" && !isSecret(name)) : [];
  return work.length ? work : undefined;
}

function putBack(element, work) {
  const left = Array.isArray(work) ? work.filter(Array.isArray) : [];
  const has = (name, value) => left.some((pair) => pair[0] === name && pair[1] === value);
  for (const field of formIn(element)?.elements ?? []) {
    const { name, type, value, options } = field;
    const index = left.findIndex((pair) => pair[0] === name);
    if (type === "checkbox" || type === "radio") field.checked = has(name, value);
    else if (options) for (const option of options) option.selected = has(name, option.value);
    else if (index >= 0) [[, field.value]] = left.splice(index, 1);
  }
}

// What popovers were opened with whose fields are kept.
const kept = new WeakSet();

function keeping(options) {
  const { element, key, willClose } = options;
  if (!key || willClose) return options;
  const all = {
    restore: (content) => putBack(element, content),
    ...options,
    willClose: ({ disposition }) => disposition === "save" ? { draft: workIn(element) } : {},
  };
  kept.add(all);
  return all;
}

// Hands over what is in a popover's fields while people change it, and when they leave the page.
function keepTyped(page, popover) {
  const { element, options: { key }, closed } = popover;
  const over = new AbortController();
  const { signal } = over;
  let timer;
  const keep = () => {
    clearTimeout(timer);
    timer = undefined;
    const content = popover.isShown ? workIn(element) : undefined;
    if (content) page.request("draft.save", { key, content }).catch(() => {});
  };
  element.addEventListener("input", () => { timer ??= setTimeout(keep, PAUSE); }, { signal });
  // At pagehide popover.js lets the daemon go.
  addEventListener("beforeunload", () => timer && keep(), { signal });
  closed.then(() => {
    clearTimeout(timer);
    over.abort();
  });
}

globalThis.Popoverd.connect = (details) => {
  const page = connect(details);
  // What was open when the daemon was lost is handed over when it is there again.
  page.unsaved = new Map();
  const { open } = page;
  page.open = async (options) => {
    const popover = await open.call(page, keeping(options));
    if (kept.has(popover.options)) keepTyped(page, popover);
    return popover;
  };
  page.addEventListener("lost", () => {
    for (const { options, element, isShown } of page.popovers.values()) {
      const work = kept.has(options) && isShown ? workIn(element) : undefined;
      if (work) page.unsaved.set(options.key, work);
    }
  });
  page.addEventListener("ready", () => {
    for (const [key, content] of page.unsaved) {
      const drop = ({ code }) => code === 0 || page.unsaved.delete(key);
      page.request("draft.save", { key, content }).then(drop, drop);
    }
  });
  return page;
};
})();
