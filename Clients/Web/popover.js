// SPDX-License-Identifier: MIT
// popoverd.js as a classic script, which defines `Popoverd`. Written by scripts/bundle-web; changes here are
// lost.
(() => {
"use strict";

const markup = (() => {
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

// The options that the attributes of an element declare.
function declared(element, source) {
  const isCustom = element.localName === ELEMENT;
  const get = (name) => element.getAttribute(isCustom ? name : `data-popover-${name}`);
  return {
    element, source, size: size(element, get("size")),
    behavior: (isCustom ? get("behavior") : element.dataset.popoverd) || "inspector",
    key: get("key") ?? undefined, sides: get("sides")?.trim().split(/\s+/),
    // A page cannot draw beyond its window.
    align: get("align") ?? undefined, within: get("within") ?? "surface",
    gap: number(get("gap"), "gap"), modal: get("modal") !== null || undefined,
    title: element.ariaLabel ?? undefined,
  };
}

// Has attributes for `behavior`, `size`, `key`, `sides`, `align`, `within`, `gap` and `modal`; `for` is the
// id of the button that opens it.
class PopoverdPopover extends (globalThis.HTMLElement ?? Object) {
  connectedCallback() { this.popover ??= "manual"; }
}

function defineElement() {
  const { customElements } = globalThis;
  if (customElements && !customElements.get(ELEMENT)) customElements.define(ELEMENT, PopoverdPopover);
}

class Markup {
  opening = new Set();
  number = 0;

  constructor(page) {
    this.page = page;
    const details = { capture: true, signal: page.listening.signal };
    // Before the page's own listeners, if they are not at the window as well.
    addEventListener("beforetoggle", (event) => this.toggles(event), details);
    addEventListener("toggle", (event) => this.toggled(event), details);
  }

  shown(element) { return [...this.page.popovers.values()].find((it) => it.element === element); }

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
return { defineElement, Markup };
})();

const connection = (() => {
// A connection to popoverd that reconnects by itself, in a page and in Node. A subclass has `reach`, the
// way to the daemon.

// Milliseconds until the next attempt to connect, doubled each time; and for the response to hello.
const FIRST_PAUSE = 250, LONGEST_PAUSE = 30000, PATIENCE = 10000;

// Node 18 has no CustomEvent.
const Notice = globalThis.CustomEvent ?? class extends Event {
  constructor(type, { detail }) {
    super(type);
    this.detail = detail;
  }
};

// Code 0 is an error of the connection itself.
const failure = (
  { message = "not connected to the daemon; wait for the event ready", code = 0, data = {} } = {}) =>
  Object.assign(new Error(message), { code, data, reason: data.reason });

const closed = () => failure({ message: "this client is closed" });

// Requests that return a grant which arrives after the cancellation.
const RETURNS = {
  "popover.open": ({ popover }) => ["popover.close", { popover, outcome: "cancel" }],
  "popover.detach": ({ panel }) => ["panel.close", { panel }],
  "view.present": ({ view }) => ["view.close", { view }],
};

class Connection extends EventTarget {
  waiting = new Map();
  number = 0;
  pause = FIRST_PAUSE;
  isReady = false;
  isOver = false;

  constructor(options) {
    super();
    this.options = options;
    this.ready = new Promise((resolve, reject) => Object.assign(this, { resolve, reject }));
  }

  dial() {
    if (this.isOver) return;
    // Events of an earlier link come too late.
    const ifCurrent = (handle) => (detail) => { if (this.link === link) handle.call(this, detail); };
    const link = this.link = this.reach({
      opened: ifCurrent(this.greet), received: ifCurrent(this.receive), ended: ifCurrent(this.lose) });
  }

  greet() {
    const { link, options: { app, roles } } = this;
    const late = setTimeout(() => link.close(), PATIENCE);
    const hello = { protocol: 1, app, roles, shield: this.wantsShields };
    this.send("hello", hello, { use: (welcome) => this.begin(welcome) })
      .catch((error) => { if (this.link === link) this.refuse(error); })
      .finally(() => clearTimeout(late));
  }

  begin(welcome) {
    const isNewDaemon = this.welcome !== undefined && this.welcome.started !== welcome.started;
    this.welcome = welcome;
    this.pause = FIRST_PAUSE;
    this.isReady = true;
    this.resume(isNewDaemon);
    this.resolve(welcome);
    this.announce("ready", welcome);
  }

  // Tells the daemon again what the last connection told; the requests of `ready` come after these.
  resume() {}

  // An error that a retry cannot change is final at first.
  refuse(error) {
    this.problem = error;
    if (this.welcome || ![3, -32602].includes(error.code)) return this.link.close();
    this.disconnect(error);
  }

  // `error` is final at first.
  lose(error) {
    if (error && !this.welcome) return this.disconnect(error);
    this.link = undefined;
    this.isReady = false;
    for (const { reject, settle } of this.waiting.values()) {
      settle();
      reject(this.isOver ? closed() : failure());
    }
    this.waiting.clear();
    this.announce("lost");
    this.part({ reason: this.isOver ? "client-gone" : "connection-lost" });
    if (this.isOver) return;
    this.timer = setTimeout(() => this.dial(), this.pause);
    this.pause = Math.min(this.pause * 2, LONGEST_PAUSE);
  }

  // Ends what belonged to the lost connection.
  part() {}

  // For good; with an error, `ready` rejects with it.
  disconnect(error) {
    if (this.isOver) return;
    const { link } = this;
    this.isOver = true;
    clearTimeout(this.timer);
    this.lose();
    link?.close();
    if (!error) this.ready.catch(() => {});
    this.reject(error ?? closed());
  }

  announce(type, detail = null) { this.dispatchEvent(new Notice(type, { detail })); }

  write(message) { this.link.send(JSON.stringify({ jsonrpc: "2.0", ...message })); }

  // `use` makes the promise's value of the result, before the next message is read.
  send(method, params, { signal, use = (result) => result } = {}) {
    const id = this.number += 1;
    return new Promise((resolve, reject) => {
      const request = { method, resolve, reject, use };
      const abandon = () => {
        request.isAbandoned = true;
        reject(signal.reason);
        this.tell("request.cancel", { request: id });
      };
      request.settle = () => signal?.removeEventListener("abort", abandon);
      signal?.addEventListener("abort", abandon);
      this.waiting.set(id, request);
      this.write({ id, method, params });
    });
  }

  request(method, params = {}, details = {}) {
    if (details.signal?.aborted) return Promise.reject(details.signal.reason);
    if (this.isReady) return this.send(method, params, details);
    return Promise.reject(this.isOver ? closed() : failure());
  }

  // Ignores the response.
  tell(method, params) { return this.request(method, params).catch(() => ({})); }

  receive(text) {
    try {
      const message = JSON.parse(text);
      const { id, method, params = {} } = message;
      if (!method) this.settle(message);
      else if (id !== undefined) this.reply(id, method, params);
      else this.notice(method, params);
    } catch (error) {
      console.error("popoverd: a message that no daemon sends:", error);
      this.link?.close();
    }
  }

  settle({ id, result, error }) {
    const request = this.waiting.get(id);
    if (!request) return;
    this.waiting.delete(id);
    request.settle();
    if (request.isAbandoned) {
      if (result && RETURNS[request.method]) this.tell(...RETURNS[request.method](result));
    } else if (error) request.reject(failure(error));
    else {
      try {
        request.resolve(request.use(result));
      } catch (wrong) {
        request.reject(wrong);
      }
    }
  }

  async reply(id, method, params) {
    const { link } = this;
    let result;
    try {
      result = await this.respond(method, params);
    } catch (error) {
      // The daemon needs an answer even after an error of the program.
      console.error(`popoverd: ${method}:`, error);
      result = {};
    }
    const error = { code: -32601, message: "no such method" };
    if (link === this.link) this.write({ id, ...result ? { result } : { error } });
  }

  // Answers a request of the daemon; undefined: there is no such method.
  respond(method, params) {
    return method === "client.ping" ? {} : this.options.answer?.(method, params);
  }

  notice(method, params) {
    if (method === "bye") this.pause = Math.max(this.pause, params.retryAfterMs);
    this.announce(method, params);
  }
}
return { failure, closed, Connection };
})();

const subscription = (() => {
// `for await (const event of await client.subscribe("popover.*"))`. A subscription continues after a
// reconnect, and reports missed events as a `bus.gap`.

// Events queued for a slow reader; beyond that the oldest are dropped and reported as a gap.
const KEPT = 1024;

// Globs of the daemon: `*` matches any characters, dots too.
const matcher = (topics) => new RegExp(`^(?:${topics.map((topic) => topic.split("*").map(
  (part) => part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")).join(".*")).join("|")})$`, "s");

const gap = (from, to) => ({ topic: "bus.gap", data: { from, to } });
const numbers = ({ sequence, data }) => sequence === undefined
  ? [data.from, data.to ?? data.from] : [sequence, sequence];

class Subscription {
  events = [];
  readers = [];
  isLive = false;
  isOver = false;

  constructor(client, topics, { since, kept = KEPT }) {
    Object.assign(this, { client, topics, last: since, kept });
    this.pattern = matcher(topics);
  }

  // Events after the daemon's response count.
  begin(isNewDaemon) {
    const { topics, last } = this;
    const since = isNewDaemon ? 0 : last;
    return this.client.request("bus.subscribe", { topics, since }, { use: (told) => {
      this.snapshot = told.snapshot;
      if (last === undefined) this.last = told.sequence;
      else if (isNewDaemon) {
        this.put(gap(last + 1, null));
        this.last = 0;
      } else if (last > told.sequence) this.last = 0;
      this.isLive = true;
    } });
  }

  receive(event) {
    if (!this.isLive) return;
    const [from, to] = numbers(event);
    if (to <= this.last) return;
    const isGap = event.topic === "bus.gap";
    if (!isGap && !this.pattern.test(event.topic)) return;
    this.put(isGap ? gap(Math.max(from, this.last + 1), to) : event);
    this.last = to;
  }

  put(event) {
    const reader = this.readers.shift();
    if (reader) return reader({ value: event, done: false });
    if (this.events.length >= this.kept) {
      const [from, to] = numbers(this.events.shift());
      this.lost = gap(this.lost?.data.from ?? from, to);
    }
    this.events.push(event);
  }

  [Symbol.asyncIterator]() { return this; }

  async next() {
    const value = this.lost ?? this.events.shift();
    if (value === this.lost) this.lost = undefined;
    if (value) return { value, done: false };
    if (this.isOver) return { value, done: true };
    return new Promise((resolve) => this.readers.push(resolve));
  }

  async return(value) {
    this.finish();
    const { client, topics } = this;
    client.subscriptions.delete(this);
    const others = new Set([...client.subscriptions].flatMap((other) => other.topics));
    const left = topics.filter((topic) => !others.has(topic));
    if (left.length) await client.tell("bus.unsubscribe", { topics: left });
    return { value, done: true };
  }

  finish() {
    this.isOver = true;
    for (const reader of this.readers.splice(0)) reader({ value: undefined, done: true });
  }
}
return { Subscription };
})();

const client = (() => {
// The part of the client that pages and Node share: popovers and their drafts, alerts, subscriptions.

const { Connection, closed } = connection;
const { Subscription } = subscription;

// How long an alert that is raised again waits for its renderer to reconnect, and the pause between
// attempts, in milliseconds.
const RENDERER_PATIENCE = 30000, ATTEMPT_PAUSE = 250;
// Drafts that wait for a reconnect; beyond that the oldest is dropped.
const DRAFTS_KEPT = 64;

class Popover extends EventTarget {
  isShown = false;
  // Whether its owner has closed it, so that nobody wants its work.
  isDismissed = false;
  revision = 0;

  constructor(client, options) {
    super();
    Object.assign(this, { client, options });
    this.closed = new Promise((resolve) => { this.resolve = resolve; });
  }

  begin(grant) {
    this.client.popovers.set(grant.popover, this);
    this.place(grant);
    this.show(true);
    if (!this.draft) return;
    this.revision = this.draft.revision;
    try {
      this.options.restore?.(this.draft.content);
    } catch (error) {
      console.error("popoverd: restore:", error);
    }
  }

  // What is absent now may have been there before.
  place(told) {
    const absent = { side: undefined, arrow: undefined, from: undefined, closeButton: false, scrim: 0 };
    Object.assign(this, absent, told);
  }

  show(isShown) { this.isShown = isShown; }

  // Asks the owner for its work, at most once.
  askOwner(order) {
    this.order ??= order;
    return this.asked ??= (async () => this.options.willClose?.(order))().catch((error) => {
      console.error("popoverd: willClose:", error);
    });
  }

  async willClose(order) {
    const answer = await this.askOwner(order);
    this.show(false);
    return answer ?? {};
  }

  over(end) {
    if (this.isShown) this.show(false);
    this.client.popovers.delete(this.popover);
    this.resolve(end);
  }

  ask(method, params) {
    return this.client.request(`popover.${method}`, { popover: this.popover, ...params });
  }

  async update(changes) { this.place(await this.ask("update", this.client.params(changes))); }

  async choose(choice) {
    const { closes } = await this.ask("choose", { choice });
    if (closes) this.dismiss();
    return closes;
  }

  dismiss() {
    this.isDismissed = true;
    this.show(false);
  }

  async close(outcome = "done") {
    this.dismiss();
    await this.ask("close", { outcome });
  }
}

class Client extends Connection {
  popovers = new Map();
  subscriptions = new Set();
  // Drafts to save after the reconnect, by key.
  unsaved = new Map();
  Popover = Popover;

  // Replaces elements by rectangles and names.
  params(options) { return options; }

  open({ signal, willClose, restore, ...rest }) {
    const popover = new this.Popover(this, { willClose, restore, ...rest });
    const use = (grant) => {
      popover.begin(grant);
      return popover;
    };
    return this.request("popover.open", this.params(rest), { signal, use });
  }

  resume(isNewDaemon) {
    this.handOver();
    for (const subscription of this.subscriptions) {
      // After another disconnect it is resumed again.
      subscription.begin(isNewDaemon).catch(() => {});
    }
  }

  respond(method, params) {
    const popover = method === "popover.willClose" && this.popovers.get(params.popover);
    return popover ? popover.willClose(params) : super.respond(method, params);
  }

  notice(method, params) {
    const popover = this.popovers.get(params.popover);
    if (method === "popover.closed") popover?.over(params);
    else if (method === "popover.moved") {
      popover?.place(params);
      popover?.dispatchEvent(new Event("moved"));
    } else if (method === "popover.nudge") popover?.dispatchEvent(new Event("nudge"));
    else if (method === "event") {
      for (const subscription of this.subscriptions) subscription.receive(params);
    }
    super.notice(method, params);
  }

  // Drafts after the end of a connection

  part(end) {
    for (const subscription of this.subscriptions) subscription.isLive = false;
    for (const popover of [...this.popovers.values()]) {
      if (!this.isOver) this.keepWork(popover);
      popover.over(end);
    }
  }

  async keepWork(popover) {
    const { options: { key }, revision, isDismissed } = popover;
    if (!key || isDismissed) return;
    const order = { reason: "connection-lost", disposition: "save", deadlineMs: 0 };
    const answer = await popover.askOwner(order);
    if (popover.order.disposition !== "save" || answer?.draft === undefined) return;
    this.unsaved.delete(key);
    this.unsaved.set(key, { content: answer.draft, revision: revision + 1 });
    if (this.unsaved.size > DRAFTS_KEPT) this.unsaved.delete(this.unsaved.keys().next().value);
    if (this.isReady) this.handOver();
  }

  // The daemon refuses this as stale if another program has saved a newer draft.
  handOver() {
    for (const [key, { content, revision }] of this.unsaved) {
      const drop = ({ code }) => code === 0 || this.unsaved.delete(key);
      this.request("draft.save", { key, content, revision }).then(drop, drop);
    }
  }

  async close() {
    if (this.isReady) {
      await Promise.allSettled([...this.popovers.values()].map((popover) => this.leave(popover)));
    }
    for (const subscription of this.subscriptions) subscription.finish();
    this.subscriptions.clear();
    this.disconnect();
  }

  // The owner has the deadline that the daemon would give it.
  async leave(popover) {
    const { options: { key }, revision, isDismissed } = popover;
    if (!key || isDismissed) return;
    const deadlineMs = this.welcome.limits.closeMs;
    const order = { reason: "client-gone", disposition: "save", deadlineMs };
    let timer;
    const late = new Promise((resolve) => { timer = setTimeout(resolve, deadlineMs); });
    const answer = await Promise.race([popover.askOwner(order), late]);
    clearTimeout(timer);
    if (popover.order.disposition !== "save" || answer?.draft === undefined) return;
    await this.request("draft.save", { key, content: answer.draft, revision: revision + 1 });
  }

  // Alerts

  async alert(alert, { signal } = {}) {
    const buttons = alert.buttons.map((it) => typeof it === "string" ? { id: it, label: it } : it);
    let timeLeft = 0;
    for (;;) {
      try {
        const params = { severity: "warning", ...alert, buttons };
        return (await this.request("alert.raise", params, { signal })).button;
      } catch (error) {
        if (signal?.aborted) throw signal.reason;
        if (error.code === 0) {
          await this.until("ready", signal);
          timeLeft = RENDERER_PATIENCE;
        } else if (error.reason === "no-renderer" && timeLeft > 0) {
          await this.until(ATTEMPT_PAUSE, signal);
          timeLeft -= ATTEMPT_PAUSE;
        } else throw error;
      }
    }
  }

  // Waits for the connection, or for milliseconds.
  async until(what, signal) {
    if (this.isOver) throw closed();
    if (what === "ready" && this.isReady) return;
    const over = new AbortController();
    const details = { once: true, signal: over.signal };
    let timer;
    try {
      await new Promise((resolve, reject) => {
        signal?.addEventListener("abort", () => reject(signal.reason), details);
        this.addEventListener("lost", () => this.isOver && reject(closed()), { signal: over.signal });
        if (what === "ready") this.addEventListener("ready", resolve, details);
        else timer = setTimeout(resolve, what);
      });
    } finally {
      clearTimeout(timer);
      over.abort();
    }
  }

  // Events

  async subscribe(topics, details = {}) {
    const subscription = new Subscription(this, [topics].flat(), details);
    this.subscriptions.add(subscription);
    try {
      await subscription.begin(false);
    } catch (error) {
      this.subscriptions.delete(subscription);
      throw error;
    }
    return subscription;
  }
}
return { Popover, Client };
})();

const forms = (() => {
// The fields of a popover with a key are its draft, which the next popover of that key restores. Passwords
// and files are never saved. Drafts are also saved while people type, so that they survive a crash of the
// browser.

// From a typed key until the draft is saved, in milliseconds.
const PAUSE = 1000;

const UNSAVED = ["password", "file", "submit", "button", "reset", "image", "output"];

// The fields of the form in an element, or else those of the element itself.
function fieldsIn(element) {
  const form = element.matches("form") ? element : element.querySelector("form");
  return [...form?.elements ?? element.querySelectorAll("input, select, textarea")].filter(
    ({ name, type, options, value }) =>
      name && (options || value !== undefined) && !UNSAVED.includes(type));
}

// Pairs of names and values; undefined without any.
function workIn(element) {
  const work = fieldsIn(element).flatMap((field) => {
    const { name, type, value, checked, options } = field;
    if (field.matches(":disabled")) return [];
    if (type === "checkbox" || type === "radio") return checked ? [[name, value]] : [];
    if (!options) return [[name, value]];
    return [...options].filter((it) => it.selected && !it.disabled).map((it) => [name, it.value]);
  });
  return work.length ? work : undefined;
}

function putBack(element, work) {
  const left = Array.isArray(work) ? work.filter(Array.isArray) : [];
  const has = (name, value) => left.some((pair) => pair[0] === name && pair[1] === value);
  for (const field of fieldsIn(element)) {
    const { name, type, value, options } = field;
    const index = left.findIndex((pair) => pair[0] === name);
    if (type === "checkbox" || type === "radio") field.checked = has(name, value);
    else if (options) for (const option of options) option.selected = has(name, option.value);
    else if (index >= 0) [[, field.value]] = left.splice(index, 1);
  }
}

// What the page has written into them. The next people see nothing of those before, not even a password.
function empty(element) {
  const form = element.matches("form") ? element : element.querySelector("form");
  if (form) return form.reset();
  for (const field of element.querySelectorAll("input, select, textarea")) {
    const { type, defaultChecked, defaultValue, options } = field;
    if (options) {
      for (const option of options) option.selected = option.defaultSelected;
      if (!field.multiple && field.selectedIndex < 0) field.selectedIndex = 0;
    } else if (type === "checkbox" || type === "radio") field.checked = defaultChecked;
    else field.value = type === "file" ? "" : defaultValue;
  }
}

// The options of a popover whose fields are its draft; a custom `willClose` replaces that.
function keepingFields(options) {
  const { element, key, willClose } = options;
  if (!key || willClose) return options;
  return {
    restore: (content) => putBack(element, content),
    ...options,
    willClose: ({ disposition }) => disposition === "save" ? { draft: workIn(element) } : {},
  };
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
      ({ revision }) => { popover.revision = revision; }, () => {});
  };
  element.addEventListener("input", () => { timer ??= setTimeout(keep, PAUSE); }, { signal });
  // At pagehide the page disconnects.
  addEventListener("beforeunload", () => timer && keep(), { signal });
  closed.then(() => {
    clearTimeout(timer);
    over.abort();
    // Later, so that a page that waits for the end can still read them.
    setTimeout(() => {
      if (![...page.popovers.values()].some((it) => it.element === element)) empty(element);
    });
  });
}
return { keepingFields, keepTyped };
})();

const motion = (() => {
// Popovers appear, move, change their size and disappear as the daemon says. What is behind them is
// blurred, and dimmed behind modal popovers and alerts. An element with the attribute `data-popover-alert`
// in the top layer appears as the alert that the page's `answer` has just put there.

const TOP = 2147483647;

// Without any specificity, so that each rule of the page overrides it.
const RULES = `
  :where([data-popover-material=translucent]) {
    background: color-mix(in srgb, Canvas 80%, transparent); backdrop-filter: blur(16px); }
  :where([data-popover-scrim]) {
    position: fixed; inset: 0; width: auto; height: auto; margin: 0; border: 0; padding: 0;
    background: black; pointer-events: none; z-index: ${TOP - 1}; }`;

let isPrepared = false;

// Once for all pages of a document.
function prepare() {
  if (isPrepared) return;
  isPrepared = true;
  const style = new CSSStyleSheet();
  style.replaceSync(RULES);
  document.adoptedStyleSheets.push(style);
  // Only a registered property is animated: arrows stay on their sources while popovers grow.
  for (const axis of ["x", "y"]) {
    const property = {
      name: `--popover-arrow-${axis}`, syntax: "<length>", inherits: true, initialValue: "0px" };
    try {
      CSS.registerProperty?.(property);
    } catch {
      // Another copy of this file has registered it.
    }
  }
}

// Resolves at the end of the animation, or at once if nothing is animated.
const run = (element, keyframe, { animate, durationMs: duration, easing }, details) => animate
  ? element.animate([keyframe], { duration, easing, ...details }).finished.catch(() => {})
  : Promise.resolve();

// An element at `frame` comes from another frame, or grows out of a point.
function appear(element, frame, { x, y, width, height }, told, arrow) {
  const keyframe = width && height
    ? { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` }
    : { opacity: 0, scale: 0.01 };
  if (width && height && arrow) {
    keyframe["--popover-arrow-x"] = `${arrow.x - x}px`;
    keyframe["--popover-arrow-y"] = `${arrow.y - y}px`;
  }
  element.style.transformOrigin = `${x - frame.x}px ${y - frame.y}px`;
  run(element, { offset: 0, ...keyframe }, told);
}

class Scrim {
  // With `isAbove`, open popovers are dimmed as well: it is in the top layer, above them.
  constructor(isAbove) { this.isAbove = isAbove; }

  // `opacity` is 0 or absent where nothing is dimmed.
  show(opacity, told) {
    if (!opacity) return this.element?.remove(), this.element = null;
    if (!this.element) {
      this.element = document.createElement("div");
      this.element.dataset.popoverScrim = "";
      document.body.append(this.element);
      if (this.isAbove) {
        this.element.popover = "manual";
        this.element.showPopover();
      }
      run(this.element, { offset: 0, opacity: 0 }, told);
    }
    this.element.style.opacity = opacity;
  }
}

// A class of popovers that move.
const moving = (Base) => class extends Base {
  dim = new Scrim();

  place(told) {
    super.place(told);
    this.last = told;
    // How it goes when the page itself closes it: as it came.
    this.entrance ??= { ...told, easing: "ease-in" };
    this.element.dataset.popoverMaterial = this.appearance.material;
    if (!this.isShown) return;
    this.enter();
    this.dim.show(told.scrim, told);
  }

  enter() {
    if (this.from) appear(this.element, this.frame, this.from, this.last, this.arrow);
  }

  show(isShown) {
    super.show(isShown);
    const { element, last } = this;
    for (const animation of element.getAnimations()) animation.cancel();
    if (isShown) {
      if (!element.popover) element.style.zIndex = TOP;
      this.enter();
    }
    this.dim.show(isShown && last.scrim, last);
  }

  // It stays as it is at the end until it is hidden.
  leave(told) {
    const tip = this.arrow ? "var(--popover-arrow-x) var(--popover-arrow-y)" : "50% 100%";
    this.element.style.transformOrigin = tip;
    this.dim.show(0);
    return run(this.element, { offset: 1, opacity: 0, scale: 0.01 }, told, { fill: "forwards" });
  }

  async willClose(order) {
    const answer = this.askOwner(order);
    await (this.exit ??= this.leave(order));
    await answer;
    return super.willClose(order);
  }

  async close(outcome) {
    this.isDismissed = true;
    if (this.isShown) await (this.exit ??= this.leave(this.entrance));
    return super.close(outcome);
  }
};

// Dims what is behind the alert that the page draws, and lets its element appear.
class AlertMotion {
  scrim = new Scrim(true);

  constructor(page) {
    this.page = page;
    prepare();
  }

  begin(params) { this.scrim.show(params.scrim, params); }

  appear(params) {
    const element = document.querySelector("[data-popover-alert]");
    if (!params.from || !element) return;
    const { page } = this;
    appear(element, page.inPage(params.frame), page.inPage(params.from), params);
  }

  end() { this.scrim.show(0); }
}
return { moving, AlertMotion };
})();

const taps = (() => {
// For kiosks without a screen plugin: the page itself reports clicks and keys on controls, also as the
// gestures that its popovers may need, and Escape.

async function tapped(page, { isTrusted, detail, clientX: x, clientY: y }) {
  if (!isTrusted) return;
  // Enter or Space on a control is a click as well, and has no place.
  if (detail === 0) return void page.tell("key", { key: "Enter" });
  const { deliver, verdict } = await page.tell("tap", { x, y, surface: "page" });
  if (!deliver || verdict !== "dismissed") return;
  // The source was inert and did not get the click.
  const hit = ([name, { rect }]) => name && x >= rect.x && x < rect.x + rect.width
    && y >= rect.y && y < rect.y + rect.height;
  const [name] = [...page.told].findLast(hit) ?? [];
  if (name) page.source(name)?.click();
}

function pressed(page, event) {
  if (event.key !== "Escape" || !page.popovers.size) return;
  event.preventDefault();
  page.tell("key", { key: "Escape", composing: event.isComposing });
}

function reportTaps(page) {
  const details = { capture: true, signal: page.listening.signal };
  window.addEventListener("click", (event) => tapped(page, event), details);
  window.addEventListener("keydown", (event) => pressed(page, event), details);
}
return { reportTaps };
})();

const page = (() => {
// A page behind popoverd's plugin `web`: it reports its sources, and places and shows its popovers.

const { Client, Popover } = client;
const { failure } = connection;
const { keepingFields, keepTyped } = forms;
const { Markup } = markup;
const { AlertMotion, moving } = motion;
const { reportTaps } = taps;

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

class Page extends Client {
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
return { Page };
})();

const popoverd = (() => {
// Popovers of web pages on a kiosk, under the rules of popoverd. docs/how-to/client-web.md is the guide.

const { defineElement } = markup;
const { Page } = page;

defineElement();

/** Connects to the gateway on this machine; see popoverd.d.ts. */
const connect = (options) => new Page(options);

/**
 * The token that the launcher has put into the fragment of the page's address. It is removed from the
 * address, and kept for reloads of this window.
 */
function takeToken() {
  const fragment = new URLSearchParams(location.hash.slice(1));
  const given = fragment.get("token");
  if (given) {
    sessionStorage.setItem("popoverd-token", given);
    fragment.delete("token");
    const rest = fragment.size ? `#${fragment}` : "";
    history.replaceState(history.state, "", location.pathname + location.search + rest);
  }
  const token = given ?? sessionStorage.getItem("popoverd-token");
  if (token) return token;
  throw new Error("no token: the address of this page has no fragment #token=…; open it by its launcher");
}
return { connect, takeToken };
})();

const options = { forms: false, motion: false, taps: false };
globalThis.Popoverd = {
  options, takeToken: popoverd.takeToken,
  connect: (details) => popoverd.connect({ ...options, ...details }),
};
})();
