// SPDX-License-Identifier: MIT
// A page behind popoverd's plugin `web`: it reports its sources, and places and shows its popovers.

import { Client, Popover } from "./client.js";
import { failure } from "./connection.js";
import { keepingFields, keepTyped } from "./forms.js";
import { Markup } from "./markup.js";
import { AlertMotion, moving } from "./motion.js";
import { reportTaps } from "./taps.js";

const SOURCE = "data-popover-source";
const sources = () => document.querySelectorAll(`[${SOURCE}]`);
const isElement = (what) => what instanceof Element;

function rect(what) {
  if (!isElement(what)) return what;
  const { x, y, width, height } = what.getBoundingClientRect();
  return { x, y, width, height };
}

class ElementPopover extends Popover {
  get element() { return this.options.element; }

  place(told) {
    const inPage = (place) => this.client.inPage(place);
    super.place({
      ...told, frame: inPage(told.frame), arrow: inPage(told.arrow), from: inPage(told.from) });
    const { frame, arrow, element: { style, dataset } } = this;
    Object.assign(style, { position: "fixed", inset: "auto", margin: 0, boxSizing: "border-box" });
    if (this.scrolls) style.overflow = "auto";
    const lengths = { left: frame.x, top: frame.y, width: frame.width, height: frame.height };
    for (const axis of arrow ? ["x", "y"] : []) {
      lengths[`--popover-arrow-${axis}`] = arrow[axis] - frame[axis];
    }
    for (const name in lengths) style.setProperty(name, `${lengths[name]}px`);
    dataset.popoverSide = this.side ?? "none";
    this.element.toggleAttribute("data-popover-close-button", this.closeButton);
  }

  // The attribute `popover` uses the top layer; only the daemon closes it.
  show(isShown) {
    const { element } = this;
    super.show(isShown);
    if (!element.popover) return void (element.hidden = !isShown);
    element.popover = "manual";
    if (!isShown) return void (element.matches(":popover-open") && element.hidePopover());
    element.showPopover({ source: this.client.source(this.options.source) });
    // The page may prevent that its element is shown.
    if (!element.matches(":popover-open")) this.close("cancel").catch(() => {});
  }

  over(end) {
    super.over(end);
    if (end.returnFocus) this.client.source(this.options.source)?.focus();
  }
}

export class Page extends Client {
  told = new Map();
  inert = [];
  wantsShields = true;

  constructor(options) {
    super({ url: "ws://127.0.0.1:7411", forms: true, motion: true, ...options });
    const { motion, taps } = this.options;
    this.Popover = motion ? moving(ElementPopover) : ElementPopover;
    if (motion) this.alertMotion = new AlertMotion(this);
    this.listening = new AbortController();
    this.markup = new Markup(this);
    if (taps) reportTaps(this);
    this.observe();
    this.dial();
  }

  reach({ opened, received, ended }) {
    const { url, token } = this.options;
    return Object.assign(new WebSocket(url, ["popoverd.1", `token.${token}`]), {
      onopen: opened,
      onmessage: ({ data }) => received(data),
      // A refusal by the gateway is final.
      onclose: ({ code, reason }) =>
        ended(code === 1008 ? failure({ code: 3, message: reason }) : undefined),
    });
  }

  resume(isNewDaemon) {
    const names = this.welcome.displays.map((it) => it.display);
    this.display = this.options.display ?? (names.includes("main") ? "main" : names[0]);
    this.told.clear();
    this.report();
    super.resume(isNewDaemon);
  }

  part(end) {
    super.part(end);
    this.alertMotion?.end();
    this.cover();
    if (this.isOver) this.listening.abort();
  }

  async respond(method, params) {
    if (method !== "alert.present") return super.respond(method, params);
    this.alertMotion?.begin(params);
    const result = await super.respond(method, params);
    if (result) this.alertMotion?.appear(params);
    return result;
  }

  request(method, params, details) {
    if (method === "alert.answer") this.alertMotion?.end();
    return super.request(method, params, details);
  }

  notice(method, params) {
    super.notice(method, params);
    if (method === "source.activated") this.source(params.source)?.click();
    else if (method === "shield" && params.display === this.display) this.cover(params);
    else if (method === "alert.dismiss") this.alertMotion?.end();
  }

  async open(options) {
    if (!isElement(options.element)) throw new TypeError("element: has to be an element of the page");
    this.report();
    const { forms } = this.options;
    const popover = await super.open(forms ? keepingFields(options) : options);
    if (forms && options.key && !options.willClose) keepTyped(this, popover);
    this.cover(this.shield);
    this.schedule();
    return popover;
  }

  // The popover in whose element this one is.
  popover(element) {
    return [...this.popovers.values()].find((it) => it.element.contains(element));
  }

  params({ element, source, ...rest }) {
    const params = { ...rest };
    if (element) params.surface ??= "page";
    if (source) params.source = isElement(source) ? source.getAttribute(SOURCE) : source;
    if (rest.anchor) params.anchor = rect(rest.anchor);
    for (const name of ["avoid", "passthrough"]) params[name] = rest[name]?.map(rect);
    return params;
  }

  origin() {
    return this.options.origin?.() ??
      { x: screenX + (outerWidth - innerWidth) / 2, y: screenY + outerHeight - innerHeight };
  }

  inPage(place) {
    const { x, y } = this.origin();
    return place && { ...place, x: place.x - x, y: place.y - y };
  }

  // Makes all but popovers and their passthrough inert.
  cover(shield) {
    this.shield = shield;
    for (const element of this.inert.splice(0)) element.inert = false;
    if (!shield?.on) return;
    const free = [...this.popovers.values()].flatMap(
      ({ element, options }) => [element, ...options.passthrough ?? []]).filter(isElement);
    const cover = (element) => {
      if (free.includes(element) || element.inert) return;
      if (free.some((item) => element.contains(item))) return [...element.children].forEach(cover);
      element.inert = true;
      this.inert.push(element);
    };
    cover(document.body);
  }

  source(name) {
    return isElement(name) ? name : [...sources()].find((it) => it.getAttribute(SOURCE) === name);
  }

  observe() {
    const schedule = () => this.schedule();
    const { signal } = this.listening;
    const sizes = new ResizeObserver(schedule);
    const changes = new MutationObserver(() => {
      for (const element of sources()) sizes.observe(element);
      schedule();
    });
    sizes.observe(document.documentElement);
    changes.observe(
      document, { subtree: true, childList: true, attributes: true, characterData: true });
    signal.onabort = () => [sizes, changes].forEach((it) => it.disconnect());
    for (const type of ["scroll", "resize"]) {
      addEventListener(type, schedule, { capture: true, signal });
    }
    // A page in the back-forward cache disconnects.
    addEventListener("pagehide", () => this.link?.close(), { signal });
  }

  // Reports before the next frame; each while one is open.
  schedule() {
    this.frame ??= requestAnimationFrame(() => {
      this.frame = null;
      this.report();
      if (this.popovers.size) this.schedule();
    });
  }

  // Reports changes of the page's frame and sources.
  report() {
    if (!this.isReady) return;
    this.markup.adopt();
    for (const popover of this.popovers.values()) {
      const isGone = popover.isShown && !popover.element.isConnected;
      if (isGone && !popover.isDismissed) popover.close().catch(() => {});
    }
    const surface = "page", { display } = this;
    const frame = { ...this.origin(), width: innerWidth, height: innerHeight };
    const seen = new Map([["", { surface, frame, display }]]);
    for (const element of sources()) {
      const source = element.getAttribute(SOURCE), place = rect(element);
      const edge = element.dataset.popoverEdge;
      if (place.width && place.height) seen.set(source, { source, surface, rect: place, edge });
    }
    for (const [source, params] of seen) {
      if (JSON.stringify(params) === JSON.stringify(this.told.get(source))) continue;
      this.tell(source ? "source.set" : "surface.set", params);
    }
    for (const source of this.told.keys()) {
      if (!seen.has(source)) this.tell("source.remove", { source });
    }
    this.told = seen;
  }
}
