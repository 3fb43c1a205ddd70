// SPDX-License-Identifier: MIT
// Loaded after popover.js where a page follows the bus: page.subscribe gives events one after the
// other, goes on when the daemon was gone, and says by a `bus.gap` what it has missed.
(() => {
"use strict";

const { connect } = globalThis.Popoverd;

// So many events wait for a slow reader; of more the oldest are lost, which a gap tells.
const KEPT = 1024;

// As the daemon's globs: `*` is anything, dots as well.
const matcher = (topics) => new RegExp(`^(?:${topics.map((topic) => topic.split("*").map(
  (part) => part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")).join(".*")).join("|")})$`, "s");

const gap = (from, to) => ({ topic: "bus.gap", data: { from, to } });
const numbers = ({ sequence, data }) => sequence === undefined
  ? [data.from, data.to ?? data.from] : [sequence, sequence];

class Subscription {
  constructor(page, topics, { since, kept = KEPT }) {
    Object.assign(this, { page, topics, last: since, kept, events: [], readers: [] });
    this.pattern = matcher(topics);
  }

  // Tells the daemon; what it sends from its answer on counts. The next message is another task,
  // before which all of this is done.
  async begin(isNewDaemon) {
    const { topics, last } = this;
    const since = isNewDaemon ? 0 : last;
    const told = await this.page.request("bus.subscribe", { topics, since });
    this.snapshot = told.snapshot;
    if (last === undefined) this.last = told.sequence;
    else if (isNewDaemon) {
      this.put(gap(last + 1, null));
      this.last = 0;
    } else if (last > told.sequence) this.last = 0;
    this.isLive = true;
  }

  take(event) {
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
    const { page, topics } = this;
    page.subscriptions.delete(this);
    const others = new Set([...page.subscriptions].flatMap((other) => other.topics));
    const left = topics.filter((topic) => !others.has(topic));
    if (left.length) await page.request("bus.unsubscribe", { topics: left }).catch(() => {});
    return { value, done: true };
  }

  finish() {
    this.isOver = true;
    for (const reader of this.readers.splice(0)) reader({ value: undefined, done: true });
  }
}

globalThis.Popoverd.connect = (options) => {
  const page = connect(options);
  page.subscriptions = new Set();
  let started;
  page.subscribe = async (topics, details = {}) => {
    const subscription = new Subscription(page, [topics].flat(), details);
    page.subscriptions.add(subscription);
    try {
      await subscription.begin(false);
    } catch (error) {
      page.subscriptions.delete(subscription);
      throw error;
    }
    return subscription;
  };
  page.addEventListener("event", ({ detail }) => {
    for (const subscription of page.subscriptions) subscription.take(detail);
  });
  page.addEventListener("lost", () => {
    for (const subscription of page.subscriptions) subscription.isLive = false;
  });
  page.addEventListener("ready", ({ detail }) => {
    const isNewDaemon = started !== undefined && started !== detail.started;
    started = detail.started;
    for (const subscription of page.subscriptions) {
      // Where the connection breaks again it is told again.
      subscription.begin(isNewDaemon).catch(() => {});
    }
  });
  const { close } = page;
  page.close = () => {
    for (const subscription of page.subscriptions) subscription.finish();
    page.subscriptions.clear();
    return close.call(page);
  };
  return page;
};
})();
