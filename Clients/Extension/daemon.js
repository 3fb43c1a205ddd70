// SPDX-License-Identifier: MIT
// In every page: the connection to the daemon. The page knows nothing of it.

// How long a popover waits for the first connection, and beyond the daemon's own deadline for an answer, in
// milliseconds.
const PATIENCE = 1000;
// Until the next attempt to connect, doubled each time, as in Clients/Web/connection.js.
const FIRST_PAUSE = 250, LONGEST_PAUSE = 30000;

const failure = ({ message = "not connected to the daemon", code = 0, data = {} } = {}) =>
  Object.assign(new Error(message), { code, reason: data.reason });

/** Functions by what happens. Content scripts of Firefox cannot extend EventTarget. */
class Handlers {
  handlers = new Map();

  on(type, handler) { this.handlers.set(type, [...this.handlers.get(type) ?? [], handler]); }

  /** The members that the handlers return, in one object. */
  happened(type, params) {
    return Object.assign({}, ...(this.handlers.get(type) ?? []).map((handler) => handler(params)));
  }
}

/** The connection to the daemon. Code 0 is an error of the connection itself. */
class Daemon extends Handlers {
  waiting = new Map();
  number = 0;
  pause = FIRST_PAUSE;
  isReady = false;
  // Until somebody knows whether there is a daemon.
  isNew = true;
  settled = new Promise((resolve) => { this.resolve = resolve; });

  /** Whether to hold popovers back. */
  get isAsked() { return this.isReady || this.isNew && this.port !== undefined; }

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
    const result = this.happened(method, params);
    if (id === undefined) return;
    const error = { code: -32601, message: "no such method" };
    this.port?.postMessage({ jsonrpc: "2.0", id, ...this.handlers.has(method) ? { result } : { error } });
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
daemon.on("client.ping", () => {});

function attend() {
  // A page that nobody sees is no client.
  if (document.visibilityState === "visible") daemon.connect();
  else daemon.disconnect();
}

document.addEventListener("visibilitychange", attend);
attend();
