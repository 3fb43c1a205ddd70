// SPDX-License-Identifier: MIT
// Loaded after popover.js where people fill in forms: what is in the fields of a popover with a key
// is its work, and comes back with the next one. Not passwords and files. It is kept while people
// type, too, so that it outlives the browser. What is open when the daemon is lost, also of who
// gives work in a form of its own, is handed to the next daemon; what is open when the page leaves by
// `close`, to this one.
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

// What popovers were opened with whose fields are kept; what was handed over and not confirmed.
const kept = new WeakSet();
const handed = new WeakMap();

function keeping(options) {
  const { element, key, willClose: ask } = options;
  if (!key) return options;
  const ours = {
    restore: (content) => putBack(element, content),
    willClose: ({ disposition }) => disposition === "save" ? { draft: workIn(element) } : {},
  };
  const all = ask ? { ...options } : { ...ours, ...options, willClose: ours.willClose };
  const { willClose } = all;
  all.willClose = async (order) => {
    const answer = await willClose(order);
    if (order.disposition === "save") handed.set(all, answer ?? {});
    return answer;
  };
  if (!ask) kept.add(all);
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
    if (!content) return;
    page.request("draft.save", { key, content }).then(
      ({ revision }) => page.revisions.set(key, revision), () => {});
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
  page.revisions = new Map();
  const { open } = page;
  page.open = async (options) => {
    const popover = await open.call(page, keeping(options));
    if (popover.draft) page.revisions.set(options.key, popover.draft.revision);
    if (kept.has(popover.options)) keepTyped(page, popover);
    return popover;
  };
  // Newer work of somebody else's is not overwritten: that is refused as stale.
  const handOver = () => {
    for (const [key, { content, revision }] of page.unsaved) {
      const drop = ({ code }) => code === 0 || page.unsaved.delete(key);
      page.request("draft.save", { key, content, revision }).then(drop, drop);
    }
  };
  const order = { reason: "connection-lost", disposition: "save", deadlineMs: 0 };
  page.addEventListener("lost", () => {
    if (page.isOver) return;
    for (const { options, isShown } of page.popovers.values()) {
      const { key, willClose } = options;
      if (!key || !(isShown || handed.has(options))) continue;
      // Fields are read now: what is told of the end may empty them.
      const asked = handed.get(options) ?? willClose(order);
      const revision = (page.revisions.get(key) ?? 0) + 1;
      Promise.resolve(asked).then((answer) => {
        if (answer?.draft === undefined) return;
        page.unsaved.set(key, { content: answer.draft, revision });
        if (page.isReady) handOver();
      }, () => {});
    }
  });
  page.addEventListener("ready", handOver);

  const { close } = page;
  // Owners have as long as the daemon would give them.
  const handOverAtOnce = async ({ options: { key, willClose }, options, isShown }) => {
    if (!key || !isShown) return;
    const deadlineMs = page.welcome.limits.closeMs;
    const late = new Promise((resolve) => setTimeout(resolve, deadlineMs));
    const leaving = { reason: "client-gone", disposition: "save", deadlineMs };
    const answer = await Promise.race([handed.get(options) ?? willClose(leaving), late]);
    if (answer?.draft === undefined) return;
    const revision = (page.revisions.get(key) ?? 0) + 1;
    await page.request("draft.save", { key, content: answer.draft, revision });
  };
  page.close = async () => {
    const open = page.isReady ? [...page.popovers.values()] : [];
    await Promise.allSettled(open.map(handOverAtOnce));
    close.call(page);
  };
  return page;
};
})();
