// SPDX-License-Identifier: MIT
// The core of the JavaScript client, driven by the simulator: an order in a line, its outcome in a line. Its
// timers run in virtual time.

import { createInterface } from "node:readline";

const realImmediate = globalThis.setImmediate;
// The client whose order is carried out: all that happens until the next order is its.
let current;
let lastTimer = 0;
const clock = { now: 0 };
globalThis.setTimeout = (act, delay = 0) => {
  lastTimer += 1;
  current.timers.set(lastTimer, { at: clock.now + Math.max(0, delay), act });
  return lastTimer;
};
globalThis.clearTimeout = (timer) => { current?.timers.delete(timer); };

// Lets promises settle.
const settle = () => new Promise((resolve) => realImmediate(resolve));

const { Client } = await import("../../../../Clients/Web/client.js");

class SimulatedClient extends Client {
  reach(handlers) {
    const { host } = this.options;
    host.turn.dial = true;
    host.handlers = handlers;
    return {
      send: (text) => { host.turn.output += `${text}\n`; },
      close: () => {
        host.turn.hang = true;
        setTimeout(handlers.ended, 0);
      },
    };
  }
}

class Host {
  timers = new Map();
  forms = new Map();
  rest = "";

  constructor({ app, timeout }) {
    this.patience = timeout;
    this.begin();
    current = this;
    this.client = new SimulatedClient({ app, roles: ["app"], host: this });
    this.client.ready.catch(() => {});
    this.client.addEventListener("ready", () => this.tell({ is: "ready" }));
    this.client.addEventListener("lost", () => this.tell({ is: "lost" }));
    // Advice is for nobody here.
    this.client.addEventListener("warning", () => {});
  }

  begin() { this.turn = { output: "", dial: false, hang: false, news: [] }; }

  tell(news) { this.turn.news.push(news); }

  async obey(order) {
    current = this;
    this.begin();
    await this[order.do](order);
    await settle();
    await this.runDue();
    this.turn.due = this.due;
    return this.turn;
  }

  get due() {
    const times = [...this.timers.values()].map(({ at }) => Math.ceil(at));
    return times.length ? Math.min(...times) : -1;
  }

  async runDue() {
    for (;;) {
      const next = [...this.timers].filter(([, { at }]) => at <= clock.now)
        .sort(([a, one], [b, other]) => one.at - other.at || a - b)[0];
      if (!next) return;
      this.timers.delete(next[0]);
      next[1].act();
      await settle();
    }
  }

  // Of a promise, its request's outcome.
  follow(number, promise) {
    promise.then(
      () => this.tell({ is: "done", number }),
      (error) => this.tell({ is: "failed", number, text: `${error?.reason ?? error}` }));
  }

  start() { this.client.dial(); }
  opened() {
    this.rest = "";
    this.handlers.opened();
  }
  ended() { this.handlers.ended(); }
  tick() {}

  // A line is a task of its own.
  async feed({ bytes }) {
    const lines = (this.rest + bytes).split("\n");
    this.rest = lines.pop();
    for (const line of lines) {
      this.handlers.received(line);
      await settle();
    }
  }

  open({ number, params }) {
    const form = {};
    this.forms.set(number, form);
    const over = new AbortController();
    const timer = setTimeout(() => over.abort(new Error("timed out")), this.patience);
    const willClose = ({ disposition }) => new Promise((resolve) => {
      form.answer = resolve;
      this.tell({ is: "asked", number, text: disposition });
    });
    this.client.open({ ...params, signal: over.signal, willClose }).then((popover) => {
      clearTimeout(timer);
      form.popover = popover;
      const { popover: id, draft, revision } = popover;
      this.tell({ is: "granted", number, popover: id, text: draft?.content ?? "", revision });
      popover.closed.then(({ draft }) => this.tell({ is: "closed", number, text: draft ?? "" }));
    }, (error) => {
      clearTimeout(timer);
      this.tell({ is: "failed", number, text: `${error?.reason ?? error}` });
    });
  }

  save({ number, params }) { this.follow(number, this.client.request("draft.save", params)); }

  close({ number, form, outcome }) { this.follow(number, this.forms.get(form).popover.close(outcome)); }

  answer({ form, work }) { this.forms.get(form).answer(work === undefined ? {} : { draft: work }); }
}

const hosts = new Map();
for await (const line of createInterface({ input: process.stdin })) {
  const order = JSON.parse(line);
  let turn = {};
  clock.now = order.now ?? clock.now;
  if (order.do === "make") hosts.set(order.client, new Host(order));
  else if (order.do === "drop") hosts.delete(order.client);
  else turn = await hosts.get(order.client).obey(order);
  process.stdout.write(`${JSON.stringify(turn)}\n`);
}
