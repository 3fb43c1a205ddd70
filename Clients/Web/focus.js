// SPDX-License-Identifier: MIT
// Where the keyboard is: it goes into what opens, stays there while it is on top, and returns. A keypad's
// steps move it as keys would.

import { helpOf, nameOf } from "./names.js";

const FOCUSABLE = "a[href], area[href], button, input, select, textarea, summary, iframe, audio[controls],"
  + " video[controls], [contenteditable]:not([contenteditable=false]), [tabindex]";
const ITEMS = "[role=menuitem], [role=menuitemcheckbox], [role=menuitemradio], [role=option]";
const TYPED = "textarea, [contenteditable]:not([contenteditable=false]), input:not([type=button],"
  + " [type=submit], [type=reset], [type=image], [type=checkbox], [type=radio], [type=range], [type=color])";
const KEYS = { ArrowDown: "down", ArrowUp: "up", Home: "first", End: "last" };
// Of what has the focus while people use a keypad.
const SHOWN = "data-popover-focus";
const BACK = ["previous", "up", "left"];

const isUsable = (element) => !element.matches(":disabled") && !element.closest("[inert]")
  && element.checkVisibility({ visibilityProperty: true });

// What a keyboard reaches in an element, in its order.
const stops = (root) => [...root.querySelectorAll(FOCUSABLE)].filter(
  (it) => (it.tabIndex >= 0 || it.isContentEditable) && isUsable(it));

const isSameGroup = (one, other) => one === other || (one?.type === "radio" && other?.type === "radio"
  && one.name === other.name && one.form === other.form);

// Tab reaches one radio button of each group.
const tabStops = (root) => {
  const all = stops(root);
  return all.filter((it) => it.type !== "radio" || it.checked
    || !all.some((other) => other.checked && isSameGroup(it, other)));
};

const isList = (root) => root.matches("[role=menu], [role=listbox]");

// The one that comes next in a direction, around the end.
const neighbor = (all, from, isBack) => {
  const index = all.indexOf(from);
  if (index < 0) return all.at(isBack ? -1 : 0);
  return all.at((index + (isBack ? -1 : 1)) % all.length);
};

// The nearest one on that side of an element.
function beside(all, from, step) {
  const { left, top, right, bottom } = from.getBoundingClientRect();
  const isUpright = step === "up" || step === "down";
  const places = all.filter((it) => it !== from).map((element) => {
    const its = element.getBoundingClientRect();
    const ways = {
      up: top - its.bottom, down: its.top - bottom, left: left - its.right, right: its.left - right };
    const aside = isUpright ? Math.max(its.left - right, left - its.right, 0)
      : Math.max(its.top - bottom, top - its.bottom, 0);
    return { element, way: ways[step], aside };
  });
  // Neighbors may overlap a little.
  return places.filter(({ way }) => way > -4).sort(
    (one, other) => one.way + 2 * one.aside - other.way - 2 * other.aside)[0]?.element;
}

// Changes a field as its own arrow keys do; whether it has any for that.
function adjust(field, step) {
  const isBack = BACK.includes(step), isUpright = step === "up" || step === "down";
  const before = field.value;
  if (field.localName === "select" && isUpright) {
    const options = [...field.options].filter((it) => !it.disabled);
    const index = options.indexOf(field.selectedOptions[0]) + (isBack ? -1 : 1);
    if (options[index]) field.value = options[index].value;
  } else if (field.type === "range" && !isUpright) isBack ? field.stepDown() : field.stepUp();
  else if (field.type === "number" && isUpright) isBack ? field.stepUp() : field.stepDown();
  else return false;
  if (field.value !== before) {
    for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
  }
  return true;
}

export class Focus {
  // Whether the daemon has given the keyboard to another client.
  isAway = false;
  // Whether people use a keypad, and have to see what has the focus.
  isShown = false;
  // The last focused element in each popover and alert, and in the page.
  last = new WeakMap();

  constructor(page) {
    this.page = page;
    const { signal } = page.listening;
    addEventListener("keydown", (event) => this.pressed(event), { signal });
    addEventListener("focusin", ({ target }) => this.moved(target), { signal });
    addEventListener("pointerdown", () => this.show(undefined), { signal, capture: true });
    this.style = new CSSStyleSheet();
    this.style.replaceSync(`:where([${SHOWN}]) { outline: auto; }`);
    document.adoptedStyleSheets.push(this.style);
  }

  // What is on top: the alert that the page draws, or its popover; else the page.
  get top() {
    const { alertDialog, popovers } = this.page;
    return alertDialog?.element
      ?? [...popovers.values()].findLast((it) => it.isShown && !it.isHint)?.element ?? document;
  }

  scope(element) {
    const { alertDialog, popovers } = this.page;
    const open = [alertDialog, ...popovers.values()].find((it) => it?.element.contains(element));
    return open?.element ?? document;
  }

  // Forgets where it was in an element that opens anew.
  begin(element) { this.last.delete(element); }

  // The keyboard goes to what is on top, unless it is there.
  update() {
    const { top } = this;
    if (this.current === top) return;
    this.current = top;
    if (top === document) return;
    this.prepare();
    this.pending = undefined;
    if (!this.isAway) this.into(top);
  }

  moved(target) {
    this.last.set(this.scope(target), target);
    this.mark(undefined);
  }

  // A browser shows the focus while its window has the keyboard, which a keypad does not need.
  mark(element) {
    for (const it of document.querySelectorAll(`[${SHOWN}]`)) it.removeAttribute(SHOWN);
    if (element !== document.body) element?.setAttribute(SHOWN, "");
  }

  show(element) {
    this.isShown = Boolean(element);
    this.mark(element);
  }

  focus(element) {
    element.focus({ focusVisible: this.isShown });
    if (this.isShown) this.mark(element);
  }

  into(element) {
    if (element.contains(document.activeElement)) return;
    const last = this.last.get(element);
    if (last?.isConnected && isUsable(last)) return this.focus(last);
    const start = element.querySelector("[autofocus]") ?? element.querySelector("[aria-selected=true]");
    const all = tabStops(element);
    const target = all.includes(start) ? start : all[0];
    if (target) return this.focus(target);
    if (!element.hasAttribute("tabindex")) {
      element.tabIndex = -1;
      element.addEventListener("blur", () => element.removeAttribute("tabindex"), { once: true });
    }
    element.focus();
  }

  // Back on a control, or where it was in the page; once that is no longer covered.
  back(control) {
    const target = control ?? this.last.get(document);
    this.pending = undefined;
    if (!target?.isConnected || target === document.activeElement) return;
    if (target.closest("[inert]")) this.pending = target;
    else this.focus(target);
  }

  uncovered() {
    if (this.pending) this.back(this.pending);
  }

  // The daemon's notifications

  enter({ popover, alert, view, source, ring = false }) {
    this.isAway = false;
    this.page.cover();
    this.isShown = ring;
    if (!popover && !alert && !view) this.back(this.page.source(source));
    else if (!view && this.top !== document) this.into(this.top);
    if (ring) this.show(document.activeElement);
  }

  leave() {
    this.isAway = true;
    this.isShown = false;
    // What a keypad has left.
    document.querySelector(`[${SHOWN}]`)?.blur();
    this.mark(undefined);
    this.page.cover();
  }

  move({ step }) {
    this.isShown = true;
    const root = this.top !== document ? this.top : document.querySelector("dialog:modal") ?? document.body;
    const from = root.contains(document.activeElement) ? document.activeElement : undefined;
    if (step === "activate") return void from?.click();
    if (step === "help") return this.tell(root, from);
    this.step(root, from, step);
  }

  step(root, from, step) {
    const isBack = BACK.includes(step), isOrder = step === "next" || step === "previous";
    const all = isList(root) ? [...root.querySelectorAll(ITEMS)].filter(isUsable) : stops(root);
    const isTyped = from?.matches("select, input[type=range], input[type=number]");
    if (isTyped && !isOrder && adjust(from, step)) return;
    const target = isOrder || isList(root) || !all.includes(from)
      ? neighbor(all, from, isBack) : beside(all, from, step);
    if (target) this.focus(target);
  }

  // Where a screen reader hears of the help; it has to be there before its words are.
  prepare() {
    if (this.live) return;
    this.live = document.createElement("div");
    Object.assign(this.live, { role: "status", ariaLive: "polite" });
    Object.assign(this.live.style, { position: "fixed", width: "1px", height: "1px", overflow: "hidden",
      clipPath: "inset(50%)" });
    this.live.dataset.popoverLive = "";
    document.body.append(this.live);
  }

  // Has a screen reader say what the help of a control is, or else what it is called.
  tell(root, from) {
    this.prepare();
    const control = from ?? root;
    this.live.textContent = helpOf(control) ?? helpOf(root) ?? nameOf(control) ?? "";
  }

  // Keys

  pressed(event) {
    const { top, current } = this;
    if (event.defaultPrevented || event.isComposing) return;
    const { key, shiftKey, ctrlKey, altKey, metaKey, target } = event;
    if (ctrlKey || altKey || metaKey) return;
    if (key === "Escape") return this.escaped(event);
    if (top === document || current !== top) return;
    if (key === "Tab") return this.tabbed(event, shiftKey);
    if (!KEYS[key] || !isList(top) || !top.contains(target) || target.matches(TYPED)) return;
    const items = [...top.querySelectorAll(ITEMS)].filter(isUsable);
    const ends = { Home: items[0], End: items.at(-1) };
    (ends[key] ?? neighbor(items, document.activeElement, key === "ArrowUp"))?.focus();
    event.preventDefault();
  }

  // What the page itself has opened on top is the browser's to close.
  escaped(event) {
    const { page, isAway, top } = this;
    if (isAway || !(page.popovers.size || page.alertDialog)) return;
    if (top !== document && top.querySelector("dialog:modal, :popover-open")) return;
    event.preventDefault();
    page.tell("key", { key: "Escape", display: page.display });
  }

  // Around the end of what is on top; the browser moves within it. With passthrough there is more than that.
  tabbed(event, isBack) {
    const { top } = this, { activeElement } = document;
    const popover = this.page.popover(top);
    if (popover?.options.passthrough?.length && popover.element === top) return;
    const all = tabStops(top), [start, end] = isBack ? [all.at(-1), all[0]] : [all[0], all.at(-1)];
    const isInside = top.contains(activeElement) && activeElement !== top;
    if (isInside && !isSameGroup(activeElement, end)) return;
    event.preventDefault();
    start?.focus();
  }

  end() {
    this.live?.remove();
    this.mark(undefined);
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((it) => it !== this.style);
  }
}
