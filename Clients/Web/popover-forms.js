// SPDX-License-Identifier: MIT
// Load after popover.js to save forms: the fields of a popover with a key are its draft, which the
// next popover of that key restores. Passwords and files are never saved. Drafts are also saved while
// people type, so that they survive a crash of the browser. Open drafts, including those of a custom
// `willClose`, are saved after a reconnect, and before `close` disconnects.
(() => {
"use strict";

const { connect } = globalThis.Popoverd;

// From a typed key until the draft is saved, in milliseconds.
const PAUSE = 1000;

const formIn = (element) => element.matches("form") ? element : element.querySelector("form");

// Pairs of names and values; undefined without any.
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

// Options of popovers whose fields are saved; and answers that the daemon has not confirmed.
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

// Saves the fields of a popover while people change them, and when they leave the page.
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
  // At pagehide, popover.js disconnects.
  addEventListener("beforeunload", () => timer && keep(), { signal });
  closed.then(() => {
    clearTimeout(timer);
    over.abort();
  });
}

globalThis.Popoverd.connect = (details) => {
  const page = connect(details);
  // Drafts to save after the reconnect.
  page.unsaved = new Map();
  page.revisions = new Map();
  const { open } = page;
  page.open = async (options) => {
    const popover = await open.call(page, keeping(options));
    if (popover.draft) page.revisions.set(options.key, popover.draft.revision);
    if (kept.has(popover.options)) keepTyped(page, popover);
    return popover;
  };
  // The daemon refuses this as stale if another program has saved a newer draft.
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
      // Read the fields now: the page may clear them when the popover ends.
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
  // Owners have the deadline that the daemon would give them.
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
