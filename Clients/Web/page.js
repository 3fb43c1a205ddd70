// SPDX-License-Identifier: MIT
// A page behind popoverd's plugin `web`: it reports its sources, and places and shows its popovers.

import { Client, Popover } from "./client.js";
import { failure } from "./connection.js";
import { Focus } from "./focus.js";
import { keepingFields, keepTyped } from "./forms.js";
import { dress } from "./look.js";
import { Markup } from "./markup.js";
import { AlertMotion, moving } from "./motion.js";
import { describe, givenName, nameOf } from "./names.js";
import { Roles } from "./roles.js";
import { Settings } from "./settings.js";
import { reportTaps } from "./taps.js";

const SOURCE = "data-popover-source";
const sources = () => document.querySelectorAll(`[${SOURCE}]`);
// A menu is no dialog: a screen reader still needs to know the page that it is on.
const DIALOG = "dialog, [role=dialog], [role=alertdialog]";
const HEADING = "h1:not(:has(a, button, input, select, textarea, [tabindex]))";
const isElement = (what) => what instanceof Element;

function rect(what) {
  if (!isElement(what)) return what;
  const { x, y, width, height } = what.getBoundingClientRect();
  return { x, y, width, height };
}

class ElementPopover extends Popover {
  get element() { return this.options.element; }

  get isHint() { return this.options.behavior === "hint"; }

  // What has opened it; undefined without any element.
  get control() { return [this.client.source(this.options.source), this.options.anchor].find(isElement); }

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
    const { client } = this;
    if (isShown && !this.isShown) client.focus.begin(this.element);
    super.show(isShown);
    this.reveal(isShown);
    client.attend();
  }

  reveal(isShown) {
    const { element } = this;
    if (!element.popover) return void (element.hidden = !isShown);
    element.popover = "manual";
    if (!isShown) return void (element.matches(":popover-open") && element.hidePopover());
    element.showPopover({ source: this.client.source(this.options.source) });
    // The page may prevent that its element is shown.
    if (!element.matches(":popover-open")) this.close(this.session ? "keep" : "cancel").catch(() => {});
  }

  remove() {
    super.remove();
    this.client.attend();
  }

  over(end) {
    super.over(end);
    if (end.returnFocus) this.client.focus.back(this.control);
  }

  // The words of what was chosen are those on the button that people pressed.
  choose(choice, label) {
    const { element } = this, { activeElement: pressed } = document;
    const isInside = element !== pressed && element.contains(pressed);
    return super.choose(choice, label ?? (isInside ? nameOf(pressed) : undefined));
  }
}

export class Page extends Client {
  told = new Map();
  inert = [];
  wantsShields = true;
  wantsFocus = true;

  constructor(options) {
    super({ url: "ws://127.0.0.1:7411", forms: true, motion: true, ...options });
    const { motion, taps, localized } = this.options;
    this.Popover = motion ? moving(ElementPopover) : ElementPopover;
    if (motion) this.alertMotion = new AlertMotion(this);
    this.listening = new AbortController();
    dress();
    this.markup = new Markup(this);
    this.roles = new Roles(this);
    this.focus = new Focus(this);
    this.personal = new Settings(this, localized);
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
    this.personal.update(this.welcome.displays.find((it) => it.display === this.display) ?? {});
    this.told.clear();
    this.report();
    super.resume(isNewDaemon);
  }

  part(end) {
    super.part(end);
    this.shield = undefined;
    this.focus.isAway = false;
    this.endAlert();
    if (!this.isOver) return;
    this.listening.abort();
    for (const it of [this.roles, this.focus, this.personal]) it.end();
  }

  async respond(method, params) {
    if (method !== "alert.present") return super.respond(method, params);
    this.alertMotion?.begin(params);
    const result = await super.respond(method, params);
    if (result) this.alertMotion?.appear(params);
    const element = result && document.querySelector("[data-popover-alert]");
    if (element) {
      this.focus.begin(element);
      this.alertDialog = { element, title: params.title, message: params.message };
      this.attend();
    }
    return result;
  }

  request(method, params, details) {
    if (method === "alert.answer") this.endAlert();
    return super.request(method, params, details);
  }

  endAlert() {
    this.alertMotion?.end();
    this.alertDialog = undefined;
    this.attend();
  }

  notice(method, params) {
    super.notice(method, params);
    if (method === "source.activated") this.source(params.source)?.click();
    else if (method === "alert.dismiss") this.endAlert();
    else if (params.display === this.display) this.noticeOfDisplay(method, params);
  }

  noticeOfDisplay(method, params) {
    if (method === "shield") {
      this.shield = params;
      this.cover();
    } else if (method === "display.changed" && !params.removed) this.personal.update(params);
    else if (method === "focus.enter") this.focus.enter(params);
    else if (method === "focus.leave") this.focus.leave();
    else if (method === "focus.move") this.focus.move(params);
  }

  get settings() { return this.personal.current; }

  async personalize(changes = {}) {
    await this.request("session.set", { display: this.display, ...this.personal.personal(changes) });
  }

  // After something has opened or ended.
  attend() {
    this.roles.update();
    this.cover();
    this.focus.update();
  }

  async open(options) {
    if (!isElement(options.element)) throw new TypeError("element: has to be an element of the page");
    this.report();
    const { forms } = this.options;
    const popover = await super.open(forms ? keepingFields(options) : options);
    if (forms && options.key && !options.willClose) keepTyped(this, popover);
    this.schedule();
    return popover;
  }

  // The popover in whose element this one is.
  popover(element) {
    return [...this.popovers.values()].find((it) => it.element.contains(element));
  }

  params({ element, source, ...rest }) {
    const params = { ...rest };
    if (element) {
      params.surface ??= "page";
      params.title ??= givenName(element);
    }
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

  // What people can use while something lies above the page; undefined while nothing does.
  free() {
    const { alertDialog, focus: { isAway, live }, shield } = this;
    const shown = [...this.popovers.values()].filter((it) => it.isShown && !it.isHint);
    if (!shield?.on && !shown.length && !alertDialog) return undefined;
    if (isAway && shield?.on) return [];
    const open = alertDialog ? [alertDialog.element] : shown.flatMap(
      ({ element, options }) => [element, ...options.passthrough ?? []]).filter(isElement);
    if (!open.length) return open;
    const heading = open.some((it) => it.matches(DIALOG)) ? null : document.querySelector(HEADING);
    return [...open, heading, live].filter(isElement);
  }

  // Makes everything else inert, but nothing that the page has made inert itself.
  cover() {
    const free = this.free(), before = this.inert, covered = [];
    const cover = (element) => {
      if (free.includes(element) || (element.inert && !before.includes(element))) return;
      if (free.some((item) => element.contains(item))) return [...element.children].forEach(cover);
      covered.push(element);
    };
    if (free) cover(document.body);
    this.inert = covered;
    for (const element of before) if (!covered.includes(element)) element.inert = false;
    for (const element of covered) if (!element.inert) element.inert = true;
    this.focus.uncovered();
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
    this.attend();
    for (const popover of this.popovers.values()) {
      const isGone = popover.isShown && !popover.element.isConnected;
      if (isGone) popover.withdraw().catch(() => {});
    }
    const surface = "page", { display, welcome: { limits } } = this;
    const frame = { ...this.origin(), width: innerWidth, height: innerHeight };
    const seen = new Map([["", { surface, frame, display }]]);
    for (const element of sources()) {
      const source = element.getAttribute(SOURCE), place = rect(element);
      const edge = element.dataset.popoverEdge;
      if (!place.width || !place.height) continue;
      seen.set(source, { source, surface, rect: place, edge, ...describe(element, limits.text) });
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
