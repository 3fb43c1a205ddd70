// SPDX-License-Identifier: MIT
// In every page: its popovers wait for the daemon's grant, and close when the daemon says so. The page knows
// nothing of it, and its popovers stay where it puts them. Without the daemon nothing waits.

// How long a popover waits for the first connection, and beyond the daemon's own deadline for an answer, in
// milliseconds.
const PATIENCE = 1000;
// How much later than the page a screen plugin may report the tap that asks for a popover, as in
// Clients/Web/markup.js.
const LATE = 100;
// Until the next attempt to connect, doubled each time, as in Clients/Web/connection.js.
const FIRST_PAUSE = 250, LONGEST_PAUSE = 30000;
// A popover that opens this soon after a press belongs to the pressed element.
const PRESS_MS = 1000;
// limits.rectangles of the daemon; and buttons that a page may register, of limits.sources.
const MOST_RECTANGLES = 64, MOST_SOURCES = 1000;

const failure = ({ message = "not connected to the daemon", code = 0, data = {} } = {}) =>
  Object.assign(new Error(message), { code, reason: data.reason });

/** The connection to the daemon. Code 0 is an error of the connection itself. */
class Daemon {
  // By what happens. Content scripts of Firefox cannot extend EventTarget.
  handlers = new Map();
  waiting = new Map();
  number = 0;
  pause = FIRST_PAUSE;
  isReady = false;
  // Until somebody knows whether there is a daemon.
  isNew = true;
  settled = new Promise((resolve) => { this.resolve = resolve; });

  /** Whether to hold popovers back. */
  get isAsked() { return this.isReady || this.isNew && this.port !== undefined; }

  on(type, handler) { this.handlers.set(type, handler); }

  happened(type, params) { this.handlers.get(type)?.(params); }

  connect() {
    clearTimeout(this.timer);
    if (this.port || this.isRefused) return;
    let port;
    try {
      port = this.port = chrome.runtime.connect();
    } catch {
      // The extension was removed or replaced, but its old code is still in this page.
      return void this.lose();
    }
    port.onMessage.addListener((message) => { if (this.port === port) this.receive(message); });
    port.onDisconnect.addListener(() => {
      // The browser reports an error that nobody has read.
      void chrome.runtime.lastError;
      if (this.port === port) this.retry();
    });
    if (this.isNew) setTimeout(() => this.settle(), PATIENCE);
  }

  disconnect() {
    clearTimeout(this.timer);
    this.port?.disconnect();
    this.lose();
  }

  retry() {
    this.disconnect();
    this.timer = setTimeout(() => this.connect(), this.pause);
    this.pause = Math.min(this.pause * 2, LONGEST_PAUSE);
  }

  settle() {
    this.isNew = false;
    this.resolve();
  }

  lose() {
    this.port = undefined;
    this.isReady = false;
    for (const { reject } of this.waiting.values()) reject(failure());
    this.waiting.clear();
    this.happened("lost");
    this.settle();
  }

  begin({ result, error }) {
    if (error) {
      // The configuration reserves this app for others: a retry changes nothing.
      console.warn("popoverd:", error.message);
      this.isRefused = true;
      return this.disconnect();
    }
    this.welcome = result;
    this.pause = FIRST_PAUSE;
    this.isReady = true;
    this.happened("ready");
    this.settle();
  }

  receive(message) {
    const { id, method, params = {} } = message;
    if (!method) return id === "hello" ? this.begin(message) : this.answer(message);
    if (method === "bye") this.pause = Math.max(this.pause, params.retryAfterMs);
    this.happened(method, params);
    if (id === undefined) return;
    const isKnown = ["client.ping", "popover.willClose"].includes(method);
    const error = { code: -32601, message: "no such method" };
    this.port?.postMessage({ jsonrpc: "2.0", id, ...isKnown ? { result: {} } : { error } });
  }

  answer({ id, result, error }) {
    const request = this.waiting.get(id);
    this.waiting.delete(id);
    if (error) request?.reject(failure(error));
    else request?.resolve(result);
  }

  /** A daemon that answers too late is none: the request fails with code 0, and the connection ends. */
  async request(method, params) {
    if (!this.isReady) throw failure();
    const id = this.number += 1, { port } = this;
    const late = setTimeout(() => { if (this.port === port) this.retry(); },
      this.welcome.limits.waitMs + PATIENCE);
    try {
      return await new Promise((resolve, reject) => {
        this.waiting.set(id, { resolve, reject });
        port.postMessage({ jsonrpc: "2.0", id, method, params });
      });
    } finally {
      clearTimeout(late);
    }
  }

  /** Ignores the answer. */
  tell(method, params) { return this.request(method, params).catch(() => undefined); }
}

const daemon = new Daemon();
// Elements whose popovers wait for an answer.
const held = new Set();
// The element whose popover is shown at this moment, with the daemon's grant or without a daemon.
let passing;
// The popover that the daemon has granted: `element`, `source` (the element that opens it), `popover` and
// `frame`, as granted, and `told`, what the daemon knows of its place.
let shown;
// Where popover-stage has put the window; undefined elsewhere.
let windowOrigin;
// The frame that the daemon knows of the page's window.
let surface;
let pressed = { time: -Infinity };
// Names of buttons, and what the daemon knows of each.
const names = new WeakMap();
let count = 0;
let sources = new Map();

const isOpen = (element) => element.matches(":popover-open");
// The browser shows one of these at a time, and those that open in it.
const openPopovers = () =>
  [...document.querySelectorAll(":popover-open")].filter((it) => it.popover === "auto");

function rect(element) {
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x, y, width, height };
}

// Where the page is on the display, as in Clients/Web/page.js.
function origin() {
  const { x, y } = windowOrigin ?? { x: screenX, y: screenY };
  return { x: x + (outerWidth - innerWidth) / 2, y: y + outerHeight - innerHeight };
}

// Where a closed popover will be: it is laid out for a moment, and nothing is painted meanwhile.
function futureRect(element) {
  const { style } = element, before = element.getAttribute("style");
  const laidOut = { transition: "none", visibility: "hidden", display: "block" };
  for (const name in laidOut) style.setProperty(name, laidOut[name], "important");
  const place = rect(element);
  if (before === null) element.removeAttribute("style");
  else element.setAttribute("style", before);
  return place;
}

const sizeOf = ({ width, height }) => ({ width: Math.max(1, width), height: Math.max(1, height) });

// What the daemon knows of the page

function reportSurface() {
  const frame = { ...origin(), width: innerWidth, height: innerHeight }, text = JSON.stringify(frame);
  if (text === surface) return;
  surface = text;
  daemon.tell("surface.set", { surface: "page", frame });
}

const opens = (button) =>
  button.popoverTargetElement?.popover === "auto" && button.popoverTargetAction !== "hide";

// The buttons outside of popovers that open one. That of an open popover stays when the page hides it, since the
// daemon closes a popover without its source.
const buttons = () => [...document.querySelectorAll("[popovertarget]")].filter((button) =>
  button === shown?.source || opens(button) && !button.closest("[popover]") && button.checkVisibility());

function nameOf(button) {
  if (!names.has(button)) names.set(button, `button-${count += 1}`);
  return names.get(button);
}

// While another program has a popover, a shield keeps taps from the page. The daemon passes on those on buttons.
function reportSources() {
  const seen = new Map();
  for (const button of buttons().slice(0, MOST_SOURCES)) {
    const source = nameOf(button), params = { source, surface: "page", rect: rect(button) };
    seen.set(source, { button, text: JSON.stringify(params) });
    if (sources.get(source)?.text !== seen.get(source).text) daemon.tell("source.set", params);
  }
  for (const source of sources.keys()) if (!seen.has(source)) daemon.tell("source.remove", { source });
  sources = seen;
}

function reportPage() {
  if (!daemon.isReady) return;
  reportSurface();
  reportSources();
}

let nextReport;
const reportSoon = () => {
  nextReport ??= requestAnimationFrame(() => {
    nextReport = undefined;
    reportPage();
  });
};

// Opening

// The element that opens a popover: the browser's word counts, then the latest press.
function opener(element, source) {
  const { element: last, time } = pressed;
  if (source) return source;
  return performance.now() - time < PRESS_MS && !element.contains(last) ? last : undefined;
}

const isKnown = (source) => sources.get(names.get(source))?.button === source;

// What the popover belongs to: a button that the daemon knows, another element, or its own place.
const relation = (source, place) => source && isKnown(source) ? { source: names.get(source) }
  : { anchor: source?.isConnected ? rect(source) : place };

// A menu closes at a press beside it, as popovers of pages do, and it has no draft. popover-stage opens menus
// for programs that are no clients, too.
function ask(element, source) {
  reportPage();
  const place = isOpen(element) ? rect(element) : futureRect(element);
  return daemon.request("popover.open", {
    behavior: "menu", surface: "page", size: sizeOf(place), minimum: { width: 1, height: 1 },
    ...relation(source, place),
  });
}

// A screen plugin may be slower than the page to report the press.
async function granted(element, source) {
  try {
    return await ask(element, source);
  } catch (error) {
    if (error.reason !== "unasked") throw error;
    await new Promise((resolve) => { setTimeout(resolve, LATE); });
    return ask(element, source);
  }
}

function show(element, source) {
  if (!element.isConnected || isOpen(element)) return;
  passing = element;
  try {
    element.showPopover(source ? { source } : {});
  } catch (error) {
    console.info("popoverd:", error);
  } finally {
    passing = undefined;
  }
}

function begin(element, source, { popover, frame }) {
  // The page may have prevented it, or removed the element.
  if (!isOpen(element)) return void daemon.tell("popover.close", { popover, outcome: "cancel" });
  shown = { element, source, popover, frame };
  report();
  follow();
}

async function open(element, source) {
  try {
    await daemon.settled;
    const grant = await granted(element, source);
    show(element, source);
    begin(element, source, grant);
  } catch (error) {
    // Only the daemon's no keeps it closed.
    if (error.code) console.info("popoverd: a popover stays closed:", error.message);
    else show(element, source);
  } finally {
    held.delete(element);
  }
}

// Asks for a popover that has opened without the daemon.
async function adopt() {
  const [element] = openPopovers();
  if (!element) return;
  try {
    begin(element, undefined, await granted(element));
  } catch (error) {
    if (error.code) for (const it of openPopovers()) it.hidePopover();
  }
}

// While it is open

// Says where it really is, with what has opened in it: the page, not the daemon, gives it its place.
function report() {
  reportPage();
  const current = shown, { element, source, frame, popover } = current, { x, y } = origin();
  const place = rect(element);
  const hit = openPopovers().slice(0, MOST_RECTANGLES).map(rect)
    .map((it) => ({ ...it, x: it.x + x - frame.x, y: it.y + y - frame.y }));
  // A popover follows its source by itself.
  const changes = { size: sizeOf(place), ...relation(source, place), source: undefined, hit };
  const text = JSON.stringify(changes);
  if (text === current.told || current.isTelling) return;
  Object.assign(current, { told: text, isTelling: true });
  daemon.request("popover.update", { popover, ...changes })
    .then((moved) => { current.frame = moved.frame; }, () => {})
    .finally(() => { current.isTelling = false; });
}

let next;
function follow() {
  next ??= requestAnimationFrame(() => {
    next = undefined;
    if (!shown) return;
    // No event tells of a popover that is removed from the page.
    if (!isOpen(shown.element)) return leave();
    report();
    follow();
  });
}

// The page or the browser closes it.
function leave() {
  const { popover } = shown;
  shown = undefined;
  daemon.tell("popover.close", { popover, outcome: "cancel" });
}

// The daemon closes it, or knows that it is closed.
function dismiss({ popover }) {
  if (shown?.popover !== popover) return;
  const { element } = shown;
  shown = undefined;
  if (isOpen(element)) element.hidePopover();
}

// Events

// A popover that opens in an open one, as a submenu does, belongs to it.
const isInside = (element, source) =>
  openPopovers().some((it) => it !== element && (it.contains(element) || it.contains(source)));

function toggles(event) {
  const { target, source = null, newState, isTrusted } = event;
  if (!isTrusted || target.popover !== "auto") return;
  if (newState === "closed") return void (shown?.element === target && leave());
  if (passing === target || !daemon.isAsked || isInside(target, source)) return;
  event.preventDefault();
  // The page hears of it once, when it is shown.
  event.stopImmediatePropagation();
  if (held.has(target)) return;
  held.add(target);
  open(target, opener(target, source));
}

function press({ target, isTrusted }) {
  if (!isTrusted || !(target instanceof Element) || target.matches("html, body")) return;
  pressed = { element: target.closest("button, a") ?? target, time: performance.now() };
}

function attend() {
  // A page that nobody sees is no client.
  if (document.visibilityState === "visible") daemon.connect();
  else daemon.disconnect();
}

daemon.on("ready", () => {
  reportPage();
  adopt();
});
daemon.on("lost", () => {
  shown = surface = undefined;
  sources = new Map();
});
daemon.on("source.activated", ({ source }) => sources.get(source)?.button.click());
daemon.on("popover.willClose", dismiss);
daemon.on("popover.closed", dismiss);
daemon.on("popover.moved", ({ popover, frame }) => {
  if (shown?.popover === popover) shown.frame = frame;
});
daemon.on("host.windowOrigin", (params) => { windowOrigin = params; });
// Before the listeners of the page.
addEventListener("beforetoggle", toggles, true);
addEventListener("pointerdown", press, true);
addEventListener("keydown", press, true);
for (const type of ["resize", "scroll", "load"]) addEventListener(type, reportSoon, true);
new MutationObserver(reportSoon).observe(document, {
  subtree: true, childList: true,
  attributeFilter: ["class", "style", "hidden", "id", "popover", "popovertarget", "popovertargetaction"] });
document.addEventListener("visibilitychange", attend);
attend();
