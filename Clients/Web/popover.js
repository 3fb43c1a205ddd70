// SPDX-License-Identifier: MIT
// Popovers of a web page, through popoverd's plugin `web`. See popover.d.ts.
(() => {
"use strict";

const SOURCE = "data-popover-source";
const sources = () => document.querySelectorAll(`[${SOURCE}]`);
const isElement = (what) => what instanceof Element;

function rect(what) {
  if (!isElement(what)) return what;
  const { x, y, width, height } = what.getBoundingClientRect();
  return { x, y, width, height };
}

const failure = (
  { message = "not connected to the daemon; wait for the event ready", code = 0, data = {} }) =>
  Object.assign(new Error(message), { code, data, reason: data.reason });

class Popover extends EventTarget {
  constructor(page, options, grant) {
    super();
    Object.assign(this, { page, options, element: options.element });
    page.popovers.set(grant.popover, this);
    this.closed = new Promise((resolve) => { this.resolve = resolve; });
    this.place(grant);
    this.show(true);
    if (this.draft) options.restore?.(this.draft.content);
  }

  place(told) {
    const { x, y } = this.page.origin();
    const inPage = (place) => place && { ...place, x: place.x - x, y: place.y - y };
    // What is absent now may have been there before.
    Object.assign(this, { closeButton: false, scrim: 0 }, told, {
      frame: inPage(told.frame), arrow: inPage(told.arrow), from: inPage(told.from) });
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
    this.isShown = isShown;
    if (element.popover) {
      element.popover = "manual";
      element.togglePopover(isShown);
    } else element.hidden = !isShown;
  }

  async willClose(params) {
    const answer = await this.options.willClose?.(params);
    this.show(false);
    return answer ?? {};
  }

  over(end) {
    if (this.isShown) this.show(false);
    this.page.popovers.delete(this.popover);
    if (end.returnFocus) this.page.source(this.options.source)?.focus();
    this.resolve(end);
  }

  ask(method, params) {
    return this.page.request(`popover.${method}`, { popover: this.popover, ...params });
  }

  async update(changes) { this.place(await this.ask("update", this.page.params(changes))); }

  async choose(choice) {
    const { closes } = await this.ask("choose", { choice });
    if (closes) this.show(false);
    return closes;
  }

  close(outcome = "done") {
    this.show(false);
    return this.ask("close", { outcome });
  }
}

class Page extends EventTarget {
  popovers = new Map();
  waiting = new Map();
  told = new Map();
  inert = [];
  number = 0;
  pause = 250;

  constructor(options) {
    super();
    this.options = { url: "ws://127.0.0.1:7411", ...options };
    this.ready = new Promise((resolve, reject) => Object.assign(this, { resolve, reject }));
    this.observe();
    this.dial();
  }

  origin() {
    return this.options.origin?.() ??
      { x: screenX + (outerWidth - innerWidth) / 2, y: screenY + outerHeight - innerHeight };
  }

  dial() {
    if (this.isOver) return;
    const { url, token } = this.options;
    this.socket = new WebSocket(url, ["popoverd.1", `token.${token}`]);
    Object.assign(this.socket, {
      onopen: () => this.greet(),
      onmessage: ({ data }) => this.take(JSON.parse(data)),
      onclose: (end) => this.lose(end),
    });
  }

  async greet() {
    const { app, roles, display } = this.options;
    const welcome = await this.send("hello", { protocol: 1, app, roles, shield: true })
      .catch((error) => this.refuse(error));
    if (!welcome) return;
    this.welcome = welcome;
    const names = welcome.displays.map((it) => it.display);
    this.display = display ?? (names.includes("main") ? "main" : names[0]);
    this.pause = 250;
    this.isReady = true;
    this.told.clear();
    this.report();
    this.resolve(welcome);
    this.announce("ready", welcome);
  }

  // An error that a retry cannot change is final at first.
  refuse(error) {
    if (this.welcome || ![3, -32602].includes(error.code)) return this.socket.close();
    this.close();
    this.reject(error);
  }

  lose({ code, reason }) {
    this.isReady = false;
    if (code === 1008) this.refuse(failure({ code: 3, message: reason }));
    for (const { reject } of this.waiting.values()) reject(failure({}));
    this.waiting.clear();
    this.announce("lost");
    const end = { reason: this.isOver ? "client-gone" : "connection-lost" };
    for (const popover of this.popovers.values()) popover.over(end);
    this.cover();
    setTimeout(() => this.dial(), this.pause);
    this.pause = Math.min(this.pause * 2, 30000);
  }

  close() {
    this.isOver = true;
    this.listening.abort();
    this.socket.close();
  }

  announce(type, detail) { this.dispatchEvent(new CustomEvent(type, { detail })); }

  write(message) { this.socket.send(JSON.stringify({ jsonrpc: "2.0", ...message })); }

  send(method, params) {
    const id = this.number += 1;
    this.write({ id, method, params });
    return new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
  }

  request(method, params = {}) {
    return this.isReady ? this.send(method, params) : Promise.reject(failure({}));
  }

  // Ignores the response.
  tell(method, params) { return this.request(method, params).catch(() => ({})); }

  async take({ id, method, params, result, error }) {
    if (!method) {
      const { resolve, reject } = this.waiting.get(id) ?? {};
      this.waiting.delete(id);
      return error ? reject?.(failure(error)) : resolve?.(result);
    }
    const popover = this.popovers.get(params.popover);
    if (id !== undefined) {
      const { socket, options } = this;
      const answer = popover ? popover.willClose(params) : options.answer?.(method, params);
      const result = await Promise.resolve(answer).catch(() => ({}));
      const error = { code: -32601, message: "no such method" };
      if (socket === this.socket) this.write({ id, ...result ? { result } : { error } });
      return;
    }
    if (method === "popover.closed") popover?.over(params);
    else if (method === "popover.moved") popover?.place(params);
    else if (method === "popover.nudge") popover?.dispatchEvent(new Event("nudge"));
    else if (method === "source.activated") this.source(params.source)?.click();
    else if (method === "shield" && params.display === this.display) this.cover(params);
    else if (method === "bye") this.pause = Math.max(this.pause, params.retryAfterMs);
    this.announce(method, params);
  }

  // Replaces elements by rectangles and names.
  params({ element, source, ...rest }) {
    if (source) rest.source = isElement(source) ? source.getAttribute(SOURCE) : source;
    if (rest.anchor) rest.anchor = rect(rest.anchor);
    for (const name of ["avoid", "passthrough"]) rest[name] = rest[name]?.map(rect);
    return rest;
  }

  async open(options) {
    this.report();
    const params = { surface: "page", ...this.params(options) };
    const popover = new Popover(this, options, await this.request("popover.open", params));
    this.cover(this.shield);
    this.schedule();
    return popover;
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
    const { signal } = this.listening = new AbortController();
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
    addEventListener("pagehide", () => this.socket.close(), { signal });
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

globalThis.Popoverd = { connect: (options) => new Page(options) };
})();
