// SPDX-License-Identifier: MIT
// Popups that pages show by scripts of their own, as rules.js knows them. They are hidden from when they appear
// until the daemon's grant. They are closed as people close them.

// Until the page has closed what was asked to close, in milliseconds.
const CLOSING_MS = 300;
// held.css hides elements with it. They keep the keyboard's focus meanwhile.
const HELD = "data-popoverd-held";

const escape = (type) => new KeyboardEvent(type, {
  key: "Escape", code: "Escape", keyCode: 27, bubbles: true, cancelable: true, composed: true });

const closers = {
  escape({ element }) {
    const { activeElement } = document;
    const target = element.contains(activeElement) ? activeElement : element;
    for (const type of ["keydown", "keyup"]) target.dispatchEvent(escape(type));
  },
  beside() { tap(document.body); },
  control({ source }) { if (source?.isConnected) tap(source); },
  hide() {},
  dialog({ element }) {
    // As Escape does. The page may prevent that, but not the daemon.
    element.requestClose?.();
    element.close();
  },
  details({ element }) { element.open = false; },
};

// Whether an element lies above the page: it, or what it lies in without its control, is out of the page's flow.
function floats(element, control) {
  for (let it = element; it && it !== document.body && !it.contains(control); it = it.parentElement) {
    if (["absolute", "fixed"].includes(getComputedStyle(it).position)) return true;
  }
  return false;
}

/** A popup as a rule knows it. */
class Pattern {
  closed = new Promise((resolve) => { this.ended = resolve; });

  constructor(element, rule) {
    Object.assign(this, { element, rule });
    const { id } = element, label = element.getAttribute("aria-labelledby");
    const names = `[aria-expanded=true][aria-controls~="${CSS.escape(id)}"]`;
    this.namer = id ? document.querySelector(names) : undefined;
    this.source = rule.control === "summary" ? element.querySelector("summary")
      : opener(element) ?? this.namer ?? (label ? document.getElementById(label.split(" ")[0]) : undefined);
  }

  get isOpen() {
    const { element, rule, source, namer } = this;
    return element.isConnected && element.matches(rule.popup) && element.checkVisibility()
      && (!rule.named || Boolean(namer)) && (!rule.floats || this.bodies.some((it) => floats(it, source)));
  }

  get bodies() {
    const { element, rule } = this;
    const found = rule.body ? [...element.querySelectorAll(rule.body)] : [];
    return found.length ? found : [element];
  }

  get place() { return rect(this.bodies[0]); }

  // That of details would hide their summary.
  get covers() {
    const { element, bodies, rule } = this;
    return [...rule.control === "summary" ? bodies : [element],
      ...rule.backdrop ? document.querySelectorAll(rule.backdrop) : []];
  }

  hold() { for (const it of this.covers) it.setAttribute(HELD, ""); }

  show() { for (const it of this.covers) it.removeAttribute(HELD); }

  /** It stays hidden, also while it fades out, until it opens again. */
  async close() {
    this.hold();
    for (const step of this.rule.close ?? ["escape", "beside", "control", "hide"]) {
      if (!this.isOpen) return;
      closers[step](this);
      await Promise.race([this.closed, new Promise((resolve) => { setTimeout(resolve, CLOSING_MS); })]);
    }
  }
}

// By element: the open popups.
const known = new Map();

// A tap on one in an open menu is inside.
const isInMenu = (control) => [...known.values()].some(({ element, source, rule }) =>
  !rule.modal && source !== control && element.contains(control));

controls.push(() => [...document.querySelectorAll(rules.map((it) => it.control).filter(Boolean).join())].filter((it) =>
  !it.matches("[popovertarget]") && it.checkVisibility() && !isInMenu(it)));

function appear(popup) {
  const { element, source, rule } = popup;
  const outer = [...known.values()].find((it) => it !== popup && it.element.contains(element));
  popup.isPart = Boolean(outer) && Boolean(outer.rule.modal) === Boolean(rule.modal);
  if (!rule.modal && shown && isInside(element, source)) {
    popup.isPart = true;
    shown.parts.push(popup);
  }
  if (popup.isPart || !daemon.isAsked) return popup.show();
  popup.hold();
  if (rule.modal) present(popup);
  else open(popup);
}

function disappear(popup) {
  popup.ended();
  known.delete(popup.element);
  if (popup.rule.modal) withdraw(popup);
  else if (shown?.popup === popup) leave();
}

function watch() {
  for (const popup of [...known.values()]) if (!popup.isOpen) disappear(popup);
  for (const rule of rules) {
    for (const element of document.querySelectorAll(rule.popup)) {
      if (known.has(element) || element.closest("[popover]")) continue;
      const popup = new Pattern(element, rule);
      if (!popup.isOpen) continue;
      known.set(element, popup);
      appear(popup);
    }
  }
}

daemon.on("ready", () => {
  for (const popup of known.values()) {
    if (popup.isPart) continue;
    if (popup.rule.modal) present(popup);
    else open(popup);
  }
});
new MutationObserver(watch).observe(document, { subtree: true, childList: true, attributes: true });

// How many rules of administrators are before the others.
let administered = 0;

function isValid({ popup, body, backdrop, control }) {
  try {
    for (const it of [popup, body, backdrop, control]) if (it !== undefined) document.querySelector(it);
    return Boolean(popup);
  } catch (error) {
    console.warn("popoverd:", error.message);
    return false;
  }
}

function administer(more = []) {
  const these = more.filter((it) => isValid(it) && (!it.hosts || it.hosts.includes(location.hostname)));
  rules.splice(0, administered, ...these);
  administered = these.length;
  watch();
  reportSoon();
}

// Firefox fails without their file. Chromium may read theirs later than the first page.
chrome.storage.managed.get("rules").then(({ rules: more }) => administer(more), () => {});
chrome.storage.onChanged.addListener(({ rules: changed }, area) => {
  if (area === "managed" && changed) administer(changed.newValue);
});
