// SPDX-License-Identifier: MIT
// What people have typed is a draft of its form, which they find again after a crash. The daemon erases it
// with the session. Fields without a form are one form of the page.

// From a typed key until the draft is saved, in milliseconds.
const SAVE_PAUSE = 500;
// limits.draftsPerApp of the daemon.
const MOST_FORMS = 64;
const FIELDS = "input, select, textarea";
const UNSAVED = ["password", "hidden", "file", "submit", "button", "reset", "image"];
const UNSAVED_WORDS = /^(off|cc-.*|current-password|new-password|one-time-code)$/;

// The fields whose values are people's, not the page's.
const touched = new WeakSet();
// The fields that have shown a password or the number of a card.
const secret = new WeakSet();
// The forms that were submitted or reset, until people go on.
const finished = new WeakSet();
// By key: `left`, values for fields that are not there yet, and `told`, what the daemon knows.
const drafts = new Map();
// The session in which the page was first seen: what is typed later belongs to it, too.
let visit;

const isChoice = ({ type }) => type === "checkbox" || type === "radio";

const isPrivate = (field) => UNSAVED.includes(field.type) || secret.has(field)
  || field.closest("[data-popoverd-private]") !== null || field.form?.matches("[autocomplete=off i]")
  || (field.getAttribute("autocomplete") ?? "").toLowerCase().split(/\s+/)
    .some((word) => UNSAVED_WORDS.test(word));

/** The forms with fields, each with its fields by name: a name, and which of that name it is. */
function formsOfPage() {
  const forms = new Map();
  for (const field of document.querySelectorAll(FIELDS)) {
    const form = field.form ?? document;
    if (!forms.has(form)) forms.set(form, new Map());
    const fields = forms.get(form), name = field.name || field.id;
    let number = 0;
    while (fields.has(`${name} ${number}`)) number += 1;
    fields.set(`${name} ${number}`, field);
  }
  return [...forms].slice(0, MOST_FORMS);
}

// Pages of one document may be many, by the path or by a fragment that is one.
function keyOf(form) {
  const { pathname, search, hash } = location;
  const name = form === document ? "page"
    : form.getAttribute("id") || form.getAttribute("name") || [...document.forms].indexOf(form);
  return `${pathname}${search}${/^#!?\//.test(hash) ? hash : ""} ${name}`;
}

// Whether a text has the number of a card, or its first eleven digits: people may still be typing it.
function hasCard(text) {
  return (text.match(/(?<![\d+])\d(?:[ -]?\d){10,18}(?!\d)/g) ?? []).some((it) => {
    const digits = [...it.replace(/\D/g, "")].reverse().map(Number);
    const sum = digits.reduce((total, digit, place) =>
      total + (place % 2 ? digit * 2 - (digit > 4 ? 9 : 0) : digit), 0);
    return /^[2-6]/.test(it) || digits.length > 12 && sum % 10 === 0;
  });
}

function valueOf(field) {
  if (isChoice(field)) return field.checked;
  if (field.type === "select-multiple") return [...field.selectedOptions].map(({ value }) => value);
  return field.value;
}

function workIn(fields, left) {
  const work = { ...left };
  for (const [name, field] of fields) {
    if (!touched.has(field) || isPrivate(field)) continue;
    const value = valueOf(field);
    if (typeof value === "string" && hasCard(value)) secret.add(field);
    else work[name] = value;
  }
  return work;
}

function keep(form, fields) {
  const key = keyOf(form);
  // Before it is replaced.
  if (!drafts.has(key)) load(key);
  const draft = drafts.get(key);
  if (finished.has(form)) draft.left = {};
  const content = finished.has(form) ? {} : workIn(fields, draft.left), text = JSON.stringify(content);
  if (text === draft.told) return;
  draft.told = text;
  const isEmpty = Object.values(content).every((value) => !value.length && value !== true);
  daemon.tell(isEmpty ? "draft.discard" : "draft.save",
    { key, session: visit, content: isEmpty ? undefined : content });
}

let nextSave;
function keepAll() {
  clearTimeout(nextSave);
  nextSave = undefined;
  if (!daemon.isReady) return;
  for (const [form, fields] of formsOfPage()) {
    if ([...fields.values()].some((field) => touched.has(field))) keep(form, fields);
  }
}

// As the page made it.
const isFresh = (field) => !touched.has(field) && (isChoice(field) ? field.checked === field.defaultChecked
  : Boolean(field.options) || ["", field.defaultValue].includes(field.value)
    || !field.defaultValue && ["range", "color"].includes(field.type));

// Frameworks listen to the events. Their own setters of the value do not exist in the world of extensions.
function putBack(field, value) {
  if (isChoice(field)) {
    if (value && !field.checked || !value && field.type === "checkbox" && field.checked) field.click();
    return;
  }
  if (Array.isArray(value)) {
    for (const option of field.options ?? []) option.selected = value.includes(option.value);
  } else field.value = value;
  const how = { bubbles: true, composed: true };
  for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, how));
}

function restore(fields, draft) {
  for (const [name, field] of fields) {
    if (!Object.hasOwn(draft.left, name) || field.matches(":disabled, [readonly]")) continue;
    const value = draft.left[name];
    delete draft.left[name];
    if (isFresh(field) && !isPrivate(field)) putBack(field, value);
  }
}

async function load(key) {
  const draft = { left: {} };
  drafts.set(key, draft);
  try {
    const { draft: stored } = await daemon.request("draft.load", { key, session: visit });
    draft.left = { ...stored?.content };
    restoreSoon();
    saveSoon();
  } catch {
    drafts.delete(key);
  }
}

function restoreAll() {
  // Scripts of the page may still write into its fields before.
  if (document.readyState !== "complete" || !daemon.isReady) return;
  for (const [form, fields] of formsOfPage()) {
    const draft = drafts.get(keyOf(form));
    if (draft) restore(fields, draft);
    else load(keyOf(form));
  }
}

let nextRestore;
function restoreSoon() {
  nextRestore ??= requestAnimationFrame(() => {
    nextRestore = undefined;
    restoreAll();
  });
}

function saveSoon() { nextSave ??= setTimeout(keepAll, SAVE_PAUSE); }

function typed({ target }) {
  if (!target.matches?.(FIELDS)) return;
  touched.add(target);
  finished.delete(target.form ?? document);
  saveSoon();
}

function finish({ target }) {
  finished.add(target);
  if (daemon.isReady) keep(target, new Map());
}

daemon.on("ready", () => {
  const { displays } = daemon.welcome;
  visit ??= (displays.find(({ display }) => display === "main") ?? displays[0])?.session;
  restoreAll();
  keepAll();
});
daemon.on("lost", () => { for (const draft of drafts.values()) draft.told = undefined; });
for (const type of ["input", "change"]) addEventListener(type, typed, true);
// The page may empty its fields, as a chat does when a message is sent.
for (const type of ["click", "keydown"]) addEventListener(type, saveSoon, true);
for (const type of ["submit", "reset"]) addEventListener(type, finish, true);
// Before the connection ends.
for (const type of ["pagehide", "visibilitychange"]) addEventListener(type, keepAll, true);
addEventListener("load", restoreSoon);
new MutationObserver((changes) => {
  for (const { target, oldValue } of changes) if (/^password$/i.test(oldValue)) secret.add(target);
  restoreSoon();
}).observe(document, { subtree: true, childList: true, attributeFilter: ["type"], attributeOldValue: true });
