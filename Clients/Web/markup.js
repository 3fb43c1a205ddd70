// SPDX-License-Identifier: MIT
// Popovers that are declared in HTML: elements with `popover` and `data-popoverd`, and the custom element
// <popoverd-popover>. Browsers open and hide them as any popover; the daemon decides in between.

const MARKED = "[popover][data-popoverd], popoverd-popover";
const ELEMENT = "popoverd-popover";
const SOURCE = "data-popover-source";
// How much later than the page a screen plugin may report the tap that asks for a popover, in milliseconds.
const LATE = 100;

const invokers = (id) => id ? document.querySelectorAll(`[popovertarget="${CSS.escape(id)}"]`) : [];

// The size that the content asks for.
function naturalSize({ style }, measure) {
  const before = style.cssText;
  const unbound = {
    display: "block", visibility: "hidden", position: "fixed", inset: "auto", width: "max-content",
    height: "max-content" };
  for (const name in unbound) style.setProperty(name, unbound[name], "important");
  const { width, height } = measure();
  style.cssText = before;
  return { width: Math.ceil(width), height: Math.ceil(height) };
}

function size(element, text) {
  if (text === null) return naturalSize(element, () => element.getBoundingClientRect());
  const [, width, height] = /^(\d+(?:\.\d+)?)x(\d+(?:\.\d+)?)$/.exec(text) ?? [];
  if (width) return { width: Number(width), height: Number(height) };
  throw new TypeError(`size "${text}" is not WIDTHxHEIGHT, such as 320x240`);
}

function number(text, name) {
  if (text === null) return undefined;
  if (text.trim() && Number.isFinite(Number(text))) return Number(text);
  throw new TypeError(`${name} "${text}" is not a number`);
}

const behaviorOf = (element) =>
  element.getAttribute(element.localName === ELEMENT ? "behavior" : "data-popoverd") || undefined;

const attribute = (element, name) =>
  element.getAttribute(element.localName === ELEMENT ? name : `data-popover-${name}`);

// The options that the attributes of an element declare.
function declared(element, source) {
  const get = (name) => attribute(element, name);
  return {
    element, source, size: size(element, get("size")),
    behavior: behaviorOf(element),
    key: get("key") ?? undefined, sides: get("sides")?.trim().split(/\s+/),
    // A page cannot draw beyond its window.
    align: get("align") ?? undefined, within: get("within") ?? "surface",
    gap: number(get("gap"), "gap"), modal: get("modal") !== null || undefined,
    private: get("private") !== null || undefined,
  };
}

// Has attributes for `behavior`, `size`, `key`, `sides`, `align`, `within`, `gap` and `modal`; `for` is the
// id of the button that opens it.
class PopoverdPopover extends (globalThis.HTMLElement ?? Object) {
  connectedCallback() { this.popover ??= "manual"; }
}

export function defineElement() {
  const { customElements } = globalThis;
  if (customElements && !customElements.get(ELEMENT)) customElements.define(ELEMENT, PopoverdPopover);
}

export class Markup {
  opening = new Set();
  number = 0;

  constructor(page) {
    this.page = page;
    const details = { capture: true, signal: page.listening.signal };
    // Before the page's own listeners, if they are not at the window as well.
    addEventListener("beforetoggle", (event) => this.toggles(event), details);
    addEventListener("toggle", (event) => this.toggled(event), details);
  }

  // Popovers without a size of their own grow and shrink with their text.
  resize() {
    for (const popover of this.page.popovers.values()) {
      const { element, isShown } = popover;
      if (!isShown || !element.matches(MARKED) || attribute(element, "size") !== null) continue;
      popover.update({ size: size(element, null) }).catch(() => {});
    }
  }

  shown(element) { return [...this.page.popovers.values()].find((it) => it.element === element); }

  // The buttons that open declared popovers, each with the element and its behavior.
  controls() {
    return [...document.querySelectorAll(MARKED)].flatMap((element) => [...invokers(element.id)]
      .filter((button) => button.popoverTargetAction !== "hide" && !element.contains(button))
      .map((button) => ({ button, element, behavior: behaviorOf(element) })));
  }

  // Registers the buttons of declared popovers as sources.
  adopt() {
    for (const element of document.querySelectorAll(MARKED)) {
      if (element.localName === ELEMENT && element.hasAttribute("for")) {
        element.id ||= `popoverd-${this.number += 1}`;
        const button = document.getElementById(element.getAttribute("for"));
        if (button?.getAttribute("popovertarget") !== element.id) {
          button?.setAttribute("popovertarget", element.id);
        }
      }
      for (const button of invokers(element.id)) this.register(button);
    }
  }

  register(button) {
    if (button.hasAttribute(SOURCE)) return;
    button.setAttribute(SOURCE, button.id || `popoverd-${this.number += 1}`);
  }

  // The daemon opens declared popovers. The page gets one `beforetoggle`, before the request; the browser's
  // own, after the grant, is kept from the page.
  toggles(event) {
    const { target, newState, isTrusted } = event;
    if (newState !== "open" || !isTrusted || !target.matches(MARKED)) return;
    if (this.shown(target)) {
      if (this.opening.has(target)) event.stopImmediatePropagation();
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
    this.open(target, event.source);
  }

  async open(element, source = invokers(element.id)[0]) {
    if (this.opening.has(element)) return;
    const states = { oldState: "closed", newState: "open", source };
    if (!element.dispatchEvent(new ToggleEvent("beforetoggle", { ...states, cancelable: true }))) return;
    this.opening.add(element);
    try {
      if (source) this.register(source);
      const options = declared(element, source);
      await this.page.open(options).catch(async (error) => {
        if (error.reason !== "unasked") throw error;
        await this.page.until(LATE);
        return this.page.open(options);
      });
    } catch (error) {
      element.dispatchEvent(new CustomEvent("popoverrefused", { detail: error, bubbles: true }));
    } finally {
      this.opening.delete(element);
    }
  }

  // An element that the page or the browser has hidden is a popover that its owner has closed.
  toggled({ target, newState }) {
    const popover = newState === "closed" && this.shown(target);
    if (!popover?.isShown || target.matches(":popover-open")) return;
    popover.isShown = false;
    popover.close().catch(() => {});
  }
}
