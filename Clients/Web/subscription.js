// SPDX-License-Identifier: MIT
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

export class Subscription {
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
