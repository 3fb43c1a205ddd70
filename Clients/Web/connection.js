// SPDX-License-Identifier: MIT
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
export const failure = (
  { message = "not connected to the daemon; wait for the event ready", code = 0, data = {} } = {}) =>
  Object.assign(new Error(message), { code, data, reason: data.reason });

export const closed = () => failure({ message: "this client is closed" });

// Requests that return a grant which arrives after the cancellation.
const RETURNS = {
  // A daemon without sessions knows no other outcome.
  "popover.open": ({ popover, session }) =>
    ["popover.close", { popover, outcome: session ? "keep" : "cancel" }],
  "popover.detach": ({ panel }) => ["panel.close", { panel }],
  "view.present": ({ view }) => ["view.close", { view }],
};

export class Connection extends EventTarget {
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
