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
  // A daemon without sessions knows no other outcome.
  "popover.open": ({ popover, session }) =>
    ["popover.close", { popover, outcome: session ? "keep" : "cancel" }],
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
    const hello = { protocol: 1, app, roles, shield: this.wantsShields, focus: this.wantsFocus };
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

  // Sends the daemon again what the last connection sent; the requests of `ready` come after these.
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
      // After a stall, what has arrived is read before the request is given up.
      const abort = () => {
        if (signal.reason?.name !== "TimeoutError") return abandon();
        setTimeout(() => { if (this.waiting.get(id) === request) abandon(); });
      };
      request.settle = () => signal?.removeEventListener("abort", abort);
      signal?.addEventListener("abort", abort);
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

const sessions = (() => {
// To which session a draft belongs. Nothing of an ended one is kept, or handed over.

const ABOUT_DRAFTS = ["draft.save", "draft.load", "draft.discard"];
// Requests that show people something.
const OF_PEOPLE = ["view.present", "alert.raise"];
// Keys and ended sessions that are remembered; beyond that the oldest is dropped.
const KEPT = 256;

const bound = (kept) => { if (kept.size > KEPT) kept.delete(kept.keys().next().value); };

// An older daemon names none.
class Sessions {
  displays = new Map();
  // The latest session of each display; that of the latest grant of each key; and those that have ended.
  latest = new Map();
  keys = new Map();
  ended = new Set();

  constructor(client) { this.client = client; }

  begin(displays) {
    this.displays.clear();
    for (const display of displays ?? []) this.change(display);
  }

  change({ display, removed, session }) {
    if (removed) return void this.displays.delete(display);
    this.displays.set(display, session);
    const before = this.latest.get(display);
    if (!session || session === before) return;
    this.latest.set(display, session);
    if (before) this.end(before);
  }

  end(session) {
    this.ended.add(session);
    bound(this.ended);
    const { unsaved, popovers } = this.client;
    for (const [key, work] of unsaved) {
      if (work.session !== session) continue;
      unsaved.delete(key);
      this.client.warn("a draft is erased: its session has ended");
    }
    for (const popover of popovers.values()) if (popover.session === session) popover.isDismissed = true;
  }

  isOver(session) { return this.ended.has(session); }

  // Remembered beyond the end of the session: a late draft names it.
  granted(key, session) {
    if (key === undefined) return;
    this.keys.delete(key);
    if (session) this.keys.set(key, session);
    bound(this.keys);
  }

  // Params that name the session to which they belong, now.
  naming(method, params) {
    const isAboutDraft = ABOUT_DRAFTS.includes(method);
    if (!(isAboutDraft || OF_PEOPLE.includes(method)) || params?.session) return params;
    const { displays, keys, client } = this;
    const [oldest] = displays.values(), common = displays.get("main") ?? oldest;
    const session = isAboutDraft ? keys.get(params?.key) ?? displays.get(client.display) ?? common
      : params?.display === undefined ? common : displays.get(params.display);
    return session ? { ...params, session } : params;
  }
}
return { Sessions };
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
const { Sessions } = sessions;
const { Subscription } = subscription;

// How long an alert that is raised again waits for its renderer to reconnect, and the pause between
// attempts, in milliseconds.
const RENDERER_PATIENCE = 30000, ATTEMPT_PAUSE = 250;
// Drafts that wait for a reconnect; beyond that the oldest is dropped.
const DRAFTS_KEPT = 64;
// Keys whose latest revision is known.
const REVISIONS_KEPT = 256;
// Advice that is remembered; further advice is not told.
const ADVICE_KEPT = 64;

class Popover extends EventTarget {
  isShown = false;
  // Whether its owner has closed it, so that nobody wants its draft.
  isDismissed = false;
  // Its draft is later than this revision.
  revision = 0;

  constructor(client, options) {
    super();
    Object.assign(this, { client, options });
    this.closed = new Promise((resolve) => { this.resolve = resolve; });
  }

  begin(grant) {
    this.client.popovers.set(grant.popover, this);
    this.client.sessions.granted(this.options.key, grant.session);
    this.place(grant);
    this.show(true);
    this.client.advise(this.advice);
    if (!this.draft) return;
    this.revision = Math.max(this.revision, this.draft.revision);
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

  // Asks the owner for its draft, at most once.
  askOwner(order) {
    this.order ??= order;
    return this.asked ??= (async () => this.options.willClose?.(order))().catch((error) => {
      console.error("popoverd: willClose:", error);
    });
  }

  async willClose(order) {
    const { client } = this, { link } = client;
    const answer = await this.askOwner(order);
    this.show(false);
    // Too late for its connection, but not for the next one.
    if (client.link !== link && !client.isOver) client.keep(this, answer);
    return answer ?? {};
  }

  // It is off the screen, and the daemon's no more.
  remove() {
    if (this.isShown) this.show(false);
    this.client.popovers.delete(this.popover);
  }

  over(end) {
    const { client } = this, { link } = client;
    this.remove();
    // Too late for the popover: its connection may end before the daemon has read it.
    if (end.unresponsive) this.asked?.then((answer) => {
      if (client.link === link) client.keep(this, answer, client.number);
    });
    this.resolve(end);
  }

  // Has its draft kept for the daemon; resolves at the deadline that the daemon would give its owner.
  async collect(reason) {
    const { client, isDismissed } = this, deadlineMs = client.welcome.limits.closeMs;
    if (isDismissed) return;
    const kept = this.askOwner({ reason, disposition: "save", deadlineMs })
      .then((answer) => client.keep(this, answer));
    let timer;
    await Promise.race([kept, new Promise((resolve) => { timer = setTimeout(resolve, deadlineMs); })]);
    clearTimeout(timer);
  }

  // Ends it without the daemon.
  async part(reason) {
    const { client: { unsaved }, options: { key } } = this;
    const collected = this.collect(reason);
    this.remove();
    await collected;
    this.resolve({ reason, draft: unsaved.has(key) ? "kept" : "none", returnFocus: false });
  }

  ask(method, params) {
    return this.client.request(`popover.${method}`, { popover: this.popover, ...params });
  }

  async update(changes) {
    const { advice, ...told } = await this.ask("update", this.client.params(changes));
    this.place(told);
    this.client.advise(advice);
  }

  async choose(choice, label) {
    const { closes } = await this.ask("choose", { choice, label });
    if (closes) this.dismiss();
    return closes;
  }

  dismiss() {
    this.isDismissed = true;
    this.show(false);
  }

  // Its owner is gone without a decision of people: its draft stays.
  async withdraw() {
    if (this.isDismissed || this.isWithdrawn) return;
    this.isWithdrawn = true;
    await this.collect("client-gone");
    await this.client.handOver();
    // A daemon without sessions knows no other outcome.
    if (!this.isDismissed) await this.close(this.session ? "keep" : "done");
  }

  async close(outcome = "done") {
    this.dismiss();
    await this.ask("close", { outcome });
  }
}

class Client extends Connection {
  popovers = new Map();
  subscriptions = new Set();
  // Drafts to save after the reconnect, by key. `told`: the last request when the daemon got it, too
  // late for a confirmation. `saving`: until the daemon has answered.
  unsaved = new Map();
  // The latest revisions of drafts that this client has saved, by key.
  revisions = new Map();
  advised = new Set();
  Popover = Popover;
  sessions = new Sessions(this);

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

  send(method, params, details = {}) {
    if (method !== "draft.save") return super.send(method, params, details);
    const use = (result) => {
      this.know(params.key, result.revision);
      return result;
    };
    return super.send(method, params, { ...details, use });
  }

  // A later revision than every one that this client knows.
  next(key, revision) { return Math.max(revision, this.revisions.get(key) ?? 0) + 1; }

  know(key, revision) {
    this.revisions.delete(key);
    this.revisions.set(key, revision);
    if (this.revisions.size > REVISIONS_KEPT) this.revisions.delete(this.revisions.keys().next().value);
  }

  // The daemon has read what it got before a request that it answers.
  settle(response) {
    for (const [key, { told }] of this.unsaved) if (told < response.id) this.unsaved.delete(key);
    super.settle(response);
  }

  request(method, params, details) {
    return super.request(method, this.sessions.naming(method, params), details);
  }

  resume(isNewDaemon) {
    this.sessions.begin(this.welcome.displays);
    this.handOver();
    for (const subscription of this.subscriptions) {
      // After another disconnect it is resumed again.
      subscription.begin(isNewDaemon).catch(() => {});
    }
  }

  respond(method, params) {
    if (method !== "popover.willClose") return super.respond(method, params);
    return this.popovers.get(params.popover)?.willClose(params) ?? {};
  }

  notice(method, params) {
    const popover = this.popovers.get(params.popover);
    if (method === "popover.closed") popover?.over(params);
    else if (method === "popover.moved") {
      popover?.place(params);
      popover?.dispatchEvent(new Event("moved"));
    } else if (method === "popover.nudge") popover?.dispatchEvent(new Event("nudge"));
    else if (method === "display.changed") this.sessions.change(params);
    else if (method === "event") {
      for (const subscription of this.subscriptions) subscription.receive(params);
    }
    super.notice(method, params);
  }

  // Drafts after the end of a connection

  part({ reason }) {
    for (const subscription of this.subscriptions) subscription.isLive = false;
    for (const work of this.unsaved.values()) work.told = work.saving = undefined;
    for (const popover of [...this.popovers.values()]) popover.part(reason);
  }

  keep({ options: { key }, order, revision, isDismissed, session }, answer, told) {
    if (!key || isDismissed || order.disposition !== "save" || answer?.draft === undefined) return;
    if (this.sessions.isOver(session)) return;
    this.unsaved.delete(key);
    this.unsaved.set(key, { content: answer.draft, revision: this.next(key, revision), session, told });
    if (this.unsaved.size > DRAFTS_KEPT) {
      this.unsaved.delete(this.unsaved.keys().next().value);
      this.warn("a draft is lost: too many wait for the daemon");
    }
    if (this.isReady) this.handOver();
  }

  // The daemon refuses this as stale if another program has saved a newer draft. Resolves when it has answered.
  handOver() {
    for (const [key, work] of this.unsaved) {
      const { content, revision, session, told, saving } = work;
      if (told !== undefined || saving) continue;
      // A newer draft may have come since.
      const drop = () => this.unsaved.get(key) === work && this.unsaved.delete(key);
      work.saving = this.request("draft.save", { key, content, revision, session }).then(
        drop, ({ code, message }) => {
          if (code !== 0 && drop()) this.warn(`a draft is lost: ${message}`);
        });
    }
    return Promise.all([...this.unsaved.values()].map(({ saving }) => saving));
  }

  addEventListener(type, ...rest) {
    if (type === "warning") this.hasLog = true;
    super.addEventListener(type, ...rest);
  }

  // For the log of the program.
  warn(message) {
    if (this.hasLog) this.announce("warning", { message });
    else console.warn(`popoverd: ${message}`);
  }

  // Each advice of the daemon is told once.
  advise(list) {
    for (const { rule, message } of list ?? []) {
      const text = `advice ${rule}: ${message}`;
      if (this.advised.has(text) || this.advised.size >= ADVICE_KEPT) continue;
      this.advised.add(text);
      this.warn(text);
    }
  }

  async close() {
    if (this.isReady) {
      await Promise.all([...this.popovers.values()].map((popover) => popover.part("client-gone")));
      await this.handOver();
    }
    for (const subscription of this.subscriptions) subscription.finish();
    this.subscriptions.clear();
    this.disconnect();
  }

  // Alerts

  async alert(alert, { signal } = {}) {
    const buttons = alert.buttons.map((it) => typeof it === "string" ? { id: it, label: it } : it);
    let timeLeft = 0, params = { severity: "warning", ...alert, buttons };
    for (;;) {
      try {
        // The session in which it is raised first; after that it has a name.
        if (this.isReady) params = this.sessions.naming("alert.raise", params);
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

const names = (() => {
// What a control is called, what its help says, and what kind of control it is: what the daemon tells people
// who cannot see it. docs/how-to/client-web.md describes the computation.

// Controls whose text is what people have typed or chosen, and not their name.
const FIELD = "input, select, textarea, [contenteditable]:not([contenteditable=false])";
const UNSEEN = "[aria-hidden=true], [hidden], script, style, template";

const squeezed = (text) => text?.replace(/\s+/g, " ").trim() || undefined;

// The first that says something.
const first = (...ways) => {
  for (const way of ways) {
    const text = squeezed(way());
    if (text) return text;
  }
  return undefined;
};

// The text of a node as people read it, with the names of its pictures.
function textOf(node) {
  if (node.nodeType === Node.TEXT_NODE) return node.data;
  if (!(node instanceof Element) || node.matches(UNSEEN)) return "";
  if (node.ariaLabel) return ` ${node.ariaLabel} `;
  if (node.localName === "img") return ` ${node.alt} `;
  const text = [...node.childNodes].map(textOf).join("");
  return getComputedStyle(node).display.startsWith("inline") ? text : ` ${text} `;
}

// The texts of the elements that an attribute names by their ids.
const textsOf = (element, attribute) => element.getAttribute(attribute)?.split(/\s+/)
  .map((id) => document.getElementById(id)).filter(Boolean)
  .map((it) => it.ariaLabel || [...it.childNodes].map(textOf).join("")).join(" ");

/** The name that the page has given to an element itself. */
const givenName = (element) => first(
  () => textsOf(element, "aria-labelledby"), () => element.ariaLabel);

const written = (element) => first(
  () => givenName(element),
  () => [...element.labels ?? []].map((it) => [...it.childNodes].map(
    (node) => node === element ? "" : textOf(node)).join("")).join(" "),
  () => element.alt,
  () => ["button", "submit", "reset"].includes(element.type) && element.localName === "input"
    ? element.value : "",
  () => element.matches(FIELD) ? "" : [...element.childNodes].map(textOf).join(""));

/** The accessible name of a control; undefined without any. */
const nameOf = (element) => first(
  () => written(element), () => element.title, () => element.placeholder);

/** The description of a control, which its name does not repeat. */
const helpOf = (element) => first(
  () => textsOf(element, "aria-describedby"), () => element.getAttribute("aria-description"),
  () => written(element) ? element.title : "");

// By the role of ARIA, or by how HTML says it.
const KINDS = {
  link: "[role=link], a[href]:not([role])",
  checkbox: "[role=checkbox], input[type=checkbox]:not([role])",
  radio: "[role=radio], input[type=radio]:not([role])",
  switch: "[role=switch]",
  tab: "[role=tab]",
  field: "[role=textbox], [role=searchbox], [role=combobox], [role=spinbutton], [role=slider],"
    + " :is(select, textarea, [contenteditable]:not([contenteditable=false])):not([role]), input:not("
    + "[role], [type=checkbox], [type=radio], [type=button], [type=submit], [type=reset], [type=image])",
  menu: "[aria-haspopup=menu], [aria-haspopup=true]",
  "list-item": "[role=listitem], [role=option], [role=row], [role=treeitem], :is(li, tr):not([role])",
};

/** What `source.set` says of a control besides its place; `longest` are bytes of a text. */
function describe(element, longest) {
  // A character has up to four bytes.
  const cut = (text) => text && [...text].slice(0, longest / 4).join("");
  return {
    label: cut(nameOf(element)), help: cut(helpOf(element)),
    role: Object.keys(KINDS).find((kind) => element.matches(KINDS[kind])),
    disabled: element.matches(":disabled, [aria-disabled=true]") || undefined,
    private: element.hasAttribute("data-popover-private") || undefined,
  };
}
return { givenName, nameOf, helpOf, describe };
})();

const focus = (() => {
// Where the keyboard is: it goes into what opens, stays there while it is on top, and returns. A keypad's
// steps move it as keys would.

const { helpOf, nameOf } = names;

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

class Focus {
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
return { Focus };
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
    const isOpen = popover.isShown && !popover.isDismissed;
    const content = isOpen ? workIn(element) : undefined;
    if (!content) return;
    page.request("draft.save", { key, content }).catch(() => {});
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

const look = (() => {
// How popovers look where the page's own style says nothing: with an arrow from their edge to its tip.

// Each side of the source: the place of the arrow's box beside the popover, and the triangle in it.
const ARROWS = {
  bottom: ["top: var(--popover-arrow-y); bottom: 100%", "50% 0, 100% 100%, 0 100%"],
  top: ["top: 100%; height: calc(var(--popover-arrow-y) - 100%)", "0 0, 100% 0, 50% 100%"],
  right: ["left: var(--popover-arrow-x); right: 100%", "0 50%, 100% 0, 100% 100%"],
  left: ["left: 100%; width: calc(var(--popover-arrow-x) - 100%)", "0 0, 100% 50%, 0 100%"],
};
const across = (side) => side === "top" || side === "bottom"
  ? "left: calc(var(--popover-arrow-x) - 12px); width: 24px"
  : "top: calc(var(--popover-arrow-y) - 12px); height: 24px";

let isDressed = false;

/** Adds the style to the document, once. It has no specificity, so that each rule of the page overrides it. */
function dress() {
  if (isDressed) return;
  isDressed = true;
  const style = new CSSStyleSheet();
  style.replaceSync(`:where([data-popover-side]) { overflow: visible; border: 0; border-radius: 8px;
    background: Canvas; color: CanvasText; filter: drop-shadow(0 0 1px #0008) drop-shadow(0 4px 16px #0003); }
  ${Object.entries(ARROWS).map(([side, [place, points]]) => `:where([data-popover-side=${side}])::before {
    content: ""; position: absolute; background: inherit; ${across(side)}; ${place};
    clip-path: polygon(${points}); }`).join("\n")}`);
  document.adoptedStyleSheets.push(style);
}
return { dress };
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

const roles = (() => {
// What popovers and their controls are to a screen reader, as the ARIA Authoring Practices have it. What the
// page has set itself stays.

const { nameOf } = names;

// The role of a popover by its behavior; a dialog otherwise, and where a menu or a list holds other things.
const ROLES = { menu: "menu", "action-sheet": "menu", selection: "listbox", hint: "tooltip" };
const ITEM = { menu: "menuitem", listbox: "option" };
const ITEMS = {
  menu: "[role=menuitem], [role=menuitemcheckbox], [role=menuitemradio]", listbox: "[role=option]" };
const PLAIN_ITEM = ":is(button, a[href]):not([role], [aria-pressed], [aria-checked])";
const WRAPPER = ":is(div, ul, ol, li, span):not([role]), [role=group], [role=none], [role=presentation]";
// HTML allows them no other role.
const KEEPS_ROLE = "form, fieldset";
const OPENS = { menu: "menu", listbox: "listbox", tree: "tree", grid: "grid", dialog: "dialog",
  alertdialog: "dialog" };
// The controls that may say what they open, and whether it is open.
const TELLS = ":is(button, summary, a[href]):not([role]),"
  + " input:is([type=button], [type=submit], [type=image]):not([role]),"
  + " :is([role=button], [role=link], [role=menuitem], [role=tab], [role=combobox], [role=gridcell],"
  + " [role=treeitem])";

// Attributes that the library sets, and takes back.
class Marks {
  kept = new Map();
  number = 0;

  // `wanted` has the values by element and name; those of before that it lacks are taken back.
  apply(wanted) {
    for (const [element, ours] of this.kept) {
      const names = wanted.get(element);
      for (const name in ours) if (names?.[name] === undefined) this.takeBack(element, name);
      if (!Object.keys(ours).length) this.kept.delete(element);
    }
    for (const [element, names] of wanted) {
      for (const name in names) if (names[name] !== undefined) this.put(element, name, names[name]);
    }
  }

  isOurs(element, name) {
    const value = this.kept.get(element)?.[name];
    return value !== undefined && value === element.getAttribute(name);
  }

  put(element, name, value) {
    const isThere = element.hasAttribute(name), ours = this.kept.get(element);
    if (isThere && !this.isOurs(element, name)) return void (ours && delete ours[name]);
    if (!isThere || ours[name] !== value) element.setAttribute(name, value);
    this.kept.set(element, { ...ours, [name]: value });
  }

  takeBack(element, name) {
    if (this.isOurs(element, name)) element.removeAttribute(name);
    delete this.kept.get(element)[name];
  }

  // The attribute as the page has set it.
  given(element, name) { return this.isOurs(element, name) ? null : element.getAttribute(name); }

  // The id of an element, which may have to be made.
  idOf(element, wanted) {
    if (element.id && !this.isOurs(element, "id")) return element.id;
    const id = this.kept.get(element)?.id ?? `popoverd-aria-${this.number += 1}`;
    wanted.set(element, { ...wanted.get(element), id });
    return id;
  }
}

class Roles {
  marks = new Marks();
  // What controls have opened that are not declared in HTML, by control.
  opened = new Map();

  constructor(page) { this.page = page; }

  update() {
    const wanted = new Map();
    const add = (element, names) => wanted.set(element, { ...wanted.get(element), ...names });
    const { markup, popovers, alertDialog } = this.page;
    this.declared = markup.controls();
    for (const { button, element, behavior } of this.declared) {
      this.control(button, element, behavior, false, add);
    }
    for (const [control, { element, behavior }] of this.opened) {
      if (!control.isConnected) this.opened.delete(control);
      else this.control(control, element, behavior, false, add);
    }
    for (const popover of popovers.values()) {
      if (popover.isShown) this.popover(popover, wanted, add);
    }
    if (alertDialog) {
      const { element, title, message } = alertDialog;
      const said = message && [...element.querySelectorAll("*")].findLast(
        (it) => it.textContent.trim() === message.trim());
      add(element, {
        role: "alertdialog", "aria-modal": "true", "aria-label": title,
        "aria-describedby": said && this.marks.idOf(said, wanted) });
    }
    this.marks.apply(wanted);
  }

  end() { this.marks.apply(new Map()); }

  // The page's role, or that of the behavior; without one where HTML allows none.
  role(element, behavior) {
    const given = this.marks.given(element, "role");
    if (given !== null) return { role: given.trim().split(/\s+/)[0] };
    if (element.matches(KEEPS_ROLE)) return {};
    const role = ROLES[behavior] ?? "dialog";
    if (!ITEM[role]) return { role };
    const content = this.itemsIn(element, role);
    return content ? { role, ...content } : { role: "dialog" };
  }

  // Items and what holds them, if an element has nothing else.
  itemsIn(element, role) {
    const items = [], wrappers = [];
    const is = (node, selector) => this.ofPage(node, selector);
    const isItem = (node) => {
      if (node.nodeType === Node.TEXT_NODE) return !node.data.trim();
      if (!(node instanceof Element) || node.hidden) return true;
      if (is(node, ITEMS[role])) return true;
      if (is(node, PLAIN_ITEM)) return Boolean(items.push(node));
      if (role === "menu" && is(node, "hr, [role=separator]")) return true;
      if (!is(node, WRAPPER)) return false;
      if (node.matches("ul, ol, li")) wrappers.push(node);
      return [...node.childNodes].every(isItem);
    };
    const isPlain = [...element.childNodes].every(isItem);
    return isPlain && (items.length || element.querySelector(ITEMS[role])) ? { items, wrappers } : undefined;
  }

  // Whether an element matches without the role that the library has given to it.
  ofPage(element, selector) {
    if (!this.marks.isOurs(element, "role")) return element.matches(selector);
    const bare = element.cloneNode(false);
    bare.removeAttribute("role");
    return bare.matches(selector);
  }

  control(control, element, behavior, isOpen, add) {
    if (!control.matches(TELLS)) return;
    const { role } = this.role(element, behavior);
    if (role === "tooltip") return;
    add(control, { "aria-haspopup": OPENS[role], "aria-expanded": String(isOpen) });
  }

  popover(popover, wanted, add) {
    const { element, options: { behavior, title, passthrough } } = popover;
    const { role, items = [], wrappers = [] } = this.role(element, behavior);
    const { control } = popover;
    const isModal = OPENS[role] === "dialog" && !passthrough?.length;
    add(element, { role, "aria-modal": isModal ? "true" : undefined });
    add(element, this.name(element, title, control, wanted));
    for (const item of items) add(item, { role: ITEM[role] });
    for (const wrapper of wrappers) add(wrapper, { role: "none" });
    if (!control) return;
    const id = this.marks.idOf(element, wanted);
    if (role === "tooltip") return add(control, { "aria-describedby": id });
    const others = this.declared.filter((it) => it.element === element).map(({ button }) => button);
    for (const button of [control, ...others]) {
      this.control(button, element, behavior, true, add);
      if (button.matches(TELLS)) add(button, { "aria-controls": id });
    }
    if (!others.length) this.opened.set(control, { element, behavior });
  }

  name(element, title, control, wanted) {
    const { marks } = this;
    if (["aria-labelledby", "aria-label"].some((name) => marks.given(element, name) !== null)) return {};
    if (title) return { "aria-label": title };
    const heading = element.querySelector("h1, h2, h3, h4, h5, h6, legend, [role=heading]");
    if (heading) return { "aria-labelledby": marks.idOf(heading, wanted) };
    // A reference would not do: what is inert has no name.
    return { "aria-label": (control && nameOf(control)) ?? (document.title || this.page.options.app) };
  }
}
return { Marks, Roles };
})();

const settings = (() => {
// What people have set for themselves on the page's display: for style sheets at the root element, for
// scripts as the event `settings`. The page follows it in its own way.

// What a display says of the people in front of it, and what it says if they have set nothing.
const DEFAULTS = {
  textScale: 1, contrast: "normal", reducedMotion: false, language: undefined, direction: undefined,
  speech: false };
const PERSONAL = [...Object.keys(DEFAULTS), "slowPressMs", "reach"];
const SCALE = "--popover-text-scale";
const DATA = ["popoverContrast", "popoverReducedMotion", "popoverSpeech", "popoverLanguage",
  "popoverDirection"];

class Settings {
  current = { ...DEFAULTS };

  // With `isLocalized`, the document says the language of these settings.
  constructor(page, isLocalized) { Object.assign(this, { page, isLocalized }); }

  // A display's description tells all of them.
  update(description) {
    const told = Object.keys(DEFAULTS).map((name) => [name, description[name] ?? DEFAULTS[name]]);
    const current = Object.fromEntries(told);
    const isSame = this.description && told.every(([name, value]) => this.current[name] === value);
    Object.assign(this, { description, current });
    if (isSame) return;
    this.show();
    this.page.announce("settings", current);
    this.page.markup.resize();
  }

  show() {
    const { documentElement: root } = document;
    const { textScale, contrast, reducedMotion, speech, language, direction } = this.current;
    root.style.setProperty(SCALE, textScale);
    const values = [contrast, reducedMotion && "", speech && "", language, direction];
    DATA.forEach((name, index) => {
      if (values[index] === false || values[index] === undefined) delete root.dataset[name];
      else root.dataset[name] = values[index];
    });
    if (!this.isLocalized) return;
    this.own ??= { lang: root.lang, dir: root.dir };
    root.lang = language ?? this.own.lang;
    root.dir = direction ?? this.own.dir;
  }

  // All personal settings, some of them changed; none without any change. What is the display's own stays so.
  personal(changes) {
    const names = Object.keys(changes).length ? PERSONAL : [];
    return Object.fromEntries(names.map((name) => [name, { ...this.description?.personal, ...changes }[name]]));
  }

  end() {
    const { documentElement: root } = document;
    root.style.removeProperty(SCALE);
    for (const name of DATA) delete root.dataset[name];
    if (this.own) Object.assign(root, this.own);
  }
}
return { Settings };
})();

const taps = (() => {
// For kiosks without a screen plugin: the page itself reports clicks and keys on controls, also as the
// gestures that its popovers may need.

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

function reportTaps(page) {
  const { signal } = page.listening;
  window.addEventListener("click", (event) => tapped(page, event), { capture: true, signal });
}
return { reportTaps };
})();

const page = (() => {
// A page behind popoverd's plugin `web`: it reports its sources, and places and shows its popovers.

const { Client, Popover } = client;
const { failure } = connection;
const { Focus } = focus;
const { keepingFields, keepTyped } = forms;
const { dress } = look;
const { Markup } = markup;
const { AlertMotion, moving } = motion;
const { describe, givenName, nameOf } = names;
const { Roles } = roles;
const { Settings } = settings;
const { reportTaps } = taps;

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

class Page extends Client {
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
